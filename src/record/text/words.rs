//! The words of a record's text: numbers, seats, marks, quoted values, derived facts.

use crate::record::draft::{About, DraftNote, Number};
use crate::record::fault::Place;

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is of lower-case hex digits, as hashes are.
pub(super) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// `!`, `?`, `!!`, `??`, `!?`, `?!`, `$n`.
pub(super) fn is_mark(word: &str) -> bool {
    matches!(word, "!" | "?" | "!!" | "??" | "!?" | "?!")
        || word.strip_prefix('$').is_some_and(is_digits)
}

pub(super) fn is_seat(word: &str) -> bool {
    word == "*" || (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A number at the start of a word (`12`, `12.`, `12)`, `12...`) and its length in bytes.
pub(super) fn read_number(word: &str) -> Option<(Number, usize)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let value = word[..digits].parse().ok()?;
    let rest = &word[digits..];
    let marks = rest.len() - rest.trim_start_matches(['.', ')']).len();
    let punctuated = marks > 0;
    (punctuated || rest.is_empty()).then_some((Number { value, punctuated }, digits + marks))
}

/// Whether a line of chat looks like an action line: `12 B …`.
pub(super) fn is_action_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = words.next().and_then(read_number);
    number.is_some() && words.next().is_some_and(is_seat) && words.next().is_some()
}

/// Whether a text is a result as exports print it.
pub(super) fn is_result(text: &str) -> bool {
    let because = |text: &str| text.starts_with('(') && text.ends_with(')');
    text == "unfinished"
        || text.strip_prefix("draw ").is_some_and(because)
        || text.strip_prefix("no result ").is_some_and(because)
        || text.split_once(" wins ").is_some_and(|(_, why)| because(why))
}

/// The text between quotes, `\\`, `\"` and `\n` undone.
///
/// # Errors
/// The character at which it is wrong, and how.
pub(super) fn unescape(quoted: &str) -> Result<String, (usize, &'static str)> {
    let mut out = String::with_capacity(quoted.len());
    let mut letters = quoted.chars().enumerate().skip(1);
    while let Some((n, letter)) = letters.next() {
        match letter {
            '"' => {
                return match letters.next() {
                    None => Ok(out),
                    Some((n, _)) => Err((n, "expected ] after the value; write \\\" for a quote")),
                };
            }
            '\\' => match letters.next() {
                Some((_, escaped @ ('\\' | '"'))) => out.push(escaped),
                _ => return Err((n, "expected \\\\ or \\\" after a \\")),
            },
            _ => out.push(letter),
        }
    }
    Err((quoted.chars().count(), "expected a closing quote"))
}

/// `<ply> "<by>" "<text>"`
pub(super) fn read_note(text: &str, place: &Place) -> Option<DraftNote> {
    let (ply, rest) = text.split_once(' ')?;
    let ply = ply.parse().ok()?;
    let (by, rest) = read_quoted(rest)?;
    let (text, rest) = read_quoted(rest.strip_prefix(' ')?)?;
    let (about, line) = (About::Ply(ply), Vec::new());
    let note = DraftNote { about, text, by, line, rise: 0, place: place.clone() };
    rest.is_empty().then_some(note)
}

/// `<ply> <rise> "<by>" "<text>" "<action>" …`
pub(super) fn read_side_line(text: &str, place: &Place) -> Option<DraftNote> {
    let (ply, rest) = text.split_once(' ')?;
    let (rise, rest) = rest.split_once(' ')?;
    let (about, rise) = (About::Ply(ply.parse().ok()?), rise.parse().ok()?);
    let (by, rest) = read_quoted(rest)?;
    let (text, mut rest) = read_quoted(rest.strip_prefix(' ')?)?;
    let mut line = Vec::new();
    while !rest.is_empty() {
        let (action, after) = read_quoted(rest.strip_prefix(' ')?)?;
        line.push(action);
        rest = after;
    }
    let note = DraftNote { about, text, by, line, rise, place: place.clone() };
    (!note.line.is_empty()).then_some(note)
}

/// A text in quotes with `\\`, `\"` and `\n` undone, and what follows the closing quote.
fn read_quoted(quoted: &str) -> Option<(String, &str)> {
    let mut out = String::with_capacity(quoted.len());
    let mut letters = quoted.strip_prefix('"')?.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' => out.push('\n'),
                escaped @ ('\\' | '"') => out.push(escaped),
                _ => return None,
            },
            // The opening quote is one byte long, and so is this one.
            '"' => return Some((out, &quoted[at + 2..])),
            _ => out.push(letter),
        }
    }
    None
}
