//! Lines of text for pictures: how wide they are, where they are broken, where they are cut.
//!
//! Names come from anywhere. Before one is measured it is made tidy: one line, without what turns
//! or hides text, and without towers of marks that would cover the picture.

use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use unicode_normalization::char::is_combining_mark;

use super::raster::{REGULAR, SEMI_BOLD};

/// How many marks a letter may bear.
const MARKS_MOST: usize = 2;

/// What stands where text was cut off.
const CUT: char = '…';

/// How a line is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    /// The size of the letters.
    pub(super) size: f32,
    /// Whether it is the bolder weight.
    pub(super) bold: bool,
}

/// How wide the characters of a font are.
struct Widths {
    map: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
}

static WIDTHS: LazyLock<Option<[Widths; 2]>> = LazyLock::new(|| {
    let read = |data: &'static [u8]| {
        let font = FontRef::new(data).ok()?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        Some(Widths { map: font.charmap(), metrics })
    };
    Some([read(REGULAR)?, read(SEMI_BOLD)?])
});

impl Type {
    pub(super) const fn plain(size: f32) -> Self {
        Type { size, bold: false }
    }

    pub(super) const fn bold(size: f32) -> Self {
        Type { size, bold: true }
    }

    /// The width of a character. One that the font does not have is as wide as the box that is
    /// drawn for it.
    fn advance(self, c: char) -> f32 {
        let Some(widths) = &*WIDTHS else { return self.size };
        let widths = &widths[usize::from(self.bold)];
        let glyph = widths.map.map(c).unwrap_or(GlyphId::NOTDEF);
        widths.metrics.advance_width(glyph).unwrap_or(1.0) * self.size
    }

    /// The width of a line.
    pub(super) fn width(self, text: &str) -> f32 {
        text.chars().map(|c| self.advance(c)).sum()
    }

    /// As much of a line as fits, an ellipsis after it if it is not all.
    pub(super) fn cut(self, text: &str, width: f32) -> String {
        let end = self.fitting(text, width);
        if end == text.len() {
            return text.to_owned();
        }
        let end = self.fitting(text, width - self.advance(CUT));
        let mut out = text[..end].trim_end().to_owned();
        out.push(CUT);
        out
    }

    /// As [`Type::cut`], but after a whole word if that leaves most of the line.
    fn cut_after_word(self, text: &str, width: f32) -> String {
        let mut line = self.cut(text, width);
        if line.ends_with(CUT) && line.len() != text.len() {
            let space = line.rfind(' ').filter(|space| *space * 3 > line.len() * 2);
            if let Some(space) = space {
                line.truncate(space);
                line.push(CUT);
            }
        }
        line
    }

    /// How many bytes of a line fit; letters and their marks are not parted.
    fn fitting(self, text: &str, width: f32) -> usize {
        let (mut so_far, mut end) = (0.0, 0);
        for (at, c) in text.char_indices() {
            if !is_combining_mark(c) {
                end = at;
            }
            so_far += self.advance(c);
            if so_far > width {
                return end;
            }
        }
        text.len()
    }

    /// Text in lines that fit, broken between words, or within a word that fits on no line; at most
    /// `most` of them, an ellipsis at the end of the last if it is not all.
    pub(super) fn wrap(self, text: &str, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::with_capacity(most);
        let mut rest = text.trim();
        while !rest.is_empty() && lines.len() < most {
            if lines.len() + 1 == most {
                lines.push(self.cut_after_word(rest, width));
                break;
            }
            let (line, after) = self.first_line(rest, width);
            lines.push(line.to_owned());
            rest = after;
        }
        lines
    }

    /// The first line of a text, never empty, and what is left.
    fn first_line(self, text: &str, width: f32) -> (&str, &str) {
        let end = self.fitting(text, width);
        if end == text.len() {
            return (text, "");
        }
        let at_space = text[end..].starts_with(' ').then_some(end);
        if let Some(space) = at_space.or_else(|| text[..end].rfind(' ')) {
            return (text[..space].trim_end(), text[space..].trim_start());
        }
        let first = text.chars().next().map_or(0, char::len_utf8);
        text.split_at(end.max(first))
    }
}

/// A text on one line, without what turns or hides text or towers over it.
pub(super) fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(512));
    let mut marks = 0;
    for c in text.chars().filter(|c| !is_unseen(*c)) {
        if is_combining_mark(c) {
            marks += 1;
            if marks > MARKS_MOST || out.is_empty() {
                continue;
            }
        } else {
            marks = 0;
        }
        if !(c.is_whitespace() || c.is_control()) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a character is not seen itself: it joins, hides, or turns what is around it.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
