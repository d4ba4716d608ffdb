//! Writing numbers and text into a drawing.

use crate::rules::grid::{FileName, Square};

/// Writes a number.
pub(super) fn int(out: &mut String, n: i32) {
    if n < 0 {
        out.push('-');
    }
    let n = n.unsigned_abs();
    if n >= 10 {
        let mut digits = [0_u8; 10];
        let (mut at, mut rest) = (digits.len(), n);
        while rest > 0 {
            at -= 1;
            digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
        }
        digits[at..].iter().for_each(|d| out.push(char::from(*d)));
    } else {
        out.push(char::from(b'0' + u8::try_from(n).unwrap_or(0)));
    }
}

/// Writes two numbers, a space between.
pub(super) fn pair(out: &mut String, (x, y): (i32, i32)) {
    int(out, x);
    out.push(' ');
    int(out, y);
}

/// Writes a number of tenths: `125` is `12.5`, `-4` is `-.4`.
pub(super) fn tenths(out: &mut String, n: i32) {
    if n < 0 {
        out.push('-');
    }
    let (whole, part) = (n.unsigned_abs() / 10, n.unsigned_abs() % 10);
    if whole > 0 || part == 0 {
        int(out, i32::try_from(whole).unwrap_or(0));
    }
    if part > 0 {
        out.push('.');
        int(out, i32::try_from(part).unwrap_or(0));
    }
}

/// Writes a square's name.
pub(super) fn square_name(out: &mut String, square: Square) {
    file_name(out, square.file);
    int(out, i32::from(square.rank) + 1);
}

/// Writes a file's letters.
pub(super) fn file_name(out: &mut String, file: i8) {
    match u8::try_from(file) {
        Ok(file @ 0..26) => out.push(char::from(b'a' + file)),
        _ => out.push_str(&FileName(file).to_string()),
    }
}

/// Writes text so that it is text in XML and HTML, in an attribute too. What XML cannot hold
/// becomes U+FFFD.
pub fn escape(text: &str, out: &mut String) {
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        let instead = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\t' | '\n' | '\r' => continue,
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(instead);
        plain = at + c.len_utf8();
    }
    out.push_str(&text[plain..]);
}
