//! Where one record of a text ends and the next begins.

use crate::games::Registry;

/// Watches the lines of a text go by and tells where a new record begins: at a tag line after
/// anything but tags, or at a `Gamekeep` or `Game` tag that the record has already.
///
/// Comments in braces are followed over lines, so that nothing in them counts; so is chat after a
/// result marker, in which braces mean nothing.
#[derive(Clone, Debug)]
pub struct Splitter<'a> {
    registry: &'a Registry,
    state: State,
}

/// What is known of the record that goes by.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    in_brace: bool,
    in_chat: bool,
    has_body: bool,
    has_gamekeep: bool,
    has_game: bool,
}

impl<'a> Splitter<'a> {
    /// Before the first line.
    #[must_use]
    pub fn new(registry: &'a Registry) -> Self {
        Splitter { registry, state: State::default() }
    }

    /// Whether the last line ended inside a comment in braces.
    #[must_use]
    pub const fn in_comment(&self) -> bool {
        self.state.in_brace
    }

    /// Takes the next line, without its line end, and tells whether a new record begins with it.
    pub fn begins_record(&mut self, line: &str) -> bool {
        let line = line.trim_matches(['\u{feff}', ' ', '\t']);
        let tag = if self.state.in_brace { None } else { tag_name(line) };
        let Some(name) = tag else {
            // Before any action, what begins like a tag is one that is badly written.
            let is_bad_tag = line.starts_with('[') && !self.state.in_brace && !self.state.has_body;
            if !is_bad_tag {
                self.body(line);
            }
            return false;
        };
        let begins = self.state.has_body
            || (name == "Gamekeep" && self.state.has_gamekeep)
            || (name == "Game" && self.state.has_game);
        if begins {
            self.state = State::default();
        }
        self.state.has_gamekeep |= name == "Gamekeep";
        self.state.has_game |= name == "Game";
        begins
    }

    /// Follows braces and result markers through a line that is no tag.
    fn body(&mut self, line: &str) {
        if self.state.in_chat {
            return;
        }
        if !self.state.in_brace && is_plain(line) {
            let rest = line.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            self.state.has_body |= !rest.is_empty() && !rest.starts_with([';', '#']);
            return;
        }
        let mut at = 0;
        while let Some(letter) = line[at..].chars().next() {
            let rest = &line[at..];
            let length = match letter {
                _ if self.state.in_brace => {
                    let end = rest.find('}');
                    self.state.in_brace = end.is_none();
                    end.map_or(rest.len(), |end| end + 1)
                }
                '{' => {
                    self.state.in_brace = true;
                    1
                }
                ';' | '#' => return,
                _ if letter.is_whitespace() || letter == ',' => letter.len_utf8(),
                _ => {
                    let word = word(rest);
                    self.state.has_body = true;
                    if ends_actions(word, &rest[word.len()..], self.registry) {
                        self.state.in_chat = true;
                        return;
                    }
                    word.len()
                }
            };
            at += length;
        }
    }
}

/// Whether a line, as most do, has neither a brace nor anything that could be a result marker.
fn is_plain(line: &str) -> bool {
    let bytes = line.as_bytes();
    let marker = |at: usize| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        at > 0 && digit(at - 1) && digit(at + 1)
    };
    !bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'{' | b'*' => true,
        b'-' => marker(at),
        _ => false,
    })
}

/// The word at the beginning of a text: up to a blank, a comma, a comment or a parenthesis.
pub(super) fn word(text: &str) -> &str {
    let stops = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#' | '{' | '}' | '(');
    let length = text.find(stops).unwrap_or(text.len());
    &text[..length.max(text.chars().next().map_or(0, char::len_utf8))]
}

/// Whether a word is a result marker, given the rest of its line: after one there is only chat.
/// A `*` is one unless an arbiter's action follows it.
pub(super) fn ends_actions(marker: &str, rest: &str, registry: &Registry) -> bool {
    matches!(marker, "1-0" | "0-1" | "1/2-1/2")
        || (marker == "*" && !registry.is_arbiter_word(word(rest.trim_start())))
}

/// The name in a line of the form `[Name …]`.
pub(in crate::record) fn tag_name(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once([' ', '\t'])?;
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !value.is_empty();
    named.then_some(name)
}

/// The records of a text, each with the number of its first line, from 1.
///
/// Line ends may be LF, CRLF or CR. What stands before the first tag belongs to the first record.
pub fn split<'a>(text: &'a str, registry: &Registry) -> impl Iterator<Item = (usize, &'a str)> {
    let mut starts = vec![(1, 0)];
    let mut splitter = Splitter::new(registry);
    for (n, (offset, line)) in lines(text).enumerate() {
        if splitter.begins_record(line) {
            starts.push((n + 1, offset));
        }
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(_, at)| *at).chain([text.len()]).collect();
    let records = starts.into_iter().zip(ends).map(|((line, at), end)| (line, &text[at..end]));
    records.filter(|(_, text)| !text.trim_matches(is_blank).is_empty())
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// The lines of a text with the byte at which each begins; line ends are LF, CRLF or CR.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let (start, rest) = (at, &text[at..]);
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = &rest[length..];
        let end_length = if end.starts_with("\r\n") { 2 } else { end.len().min(1) };
        at += length + end_length;
        Some((start, &rest[..length]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let found: Vec<usize> = split(text, &Registry::standard()).map(|(line, _)| line).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn records_begin_at_tags_after_actions() {
        check("[Game \"x\"]\n\n1 B end\n[Game \"x\"]\n1 B end", &[1, 4]);
        check("[Game \"x\"]\r\r1 B end\r[Game \"x\"]\r", &[1, 4]);
        check("[Game \"x\"]\n\n{both late} 0-1\n\n[Game \"x\"]\n", &[1, 5]);
        check(
            "[Gamekeep \"1\"]\n[Game \"x\"]\n\n# head 00\n[Gamekeep \"1\"]\n[Game \"x\"]",
            &[1, 5],
        );
        check("", &[]);
        check(" \n\t\n", &[]);
    }

    #[test]
    fn a_badly_written_tag_ends_no_record() {
        check("[Game \"x\"]\n[Event]\n[Site \"y\"]\n1 B end\n[Game \"x\"]", &[1, 5]);
        check("[Game \"x\"]\n[Event \"{\n[Site \"y\"]\n1 B end\n[Game \"x\"]", &[1, 5]);
    }

    #[test]
    fn tags_in_comments_begin_nothing() {
        check("[Game \"x\"]\n\n1 B end {a\n[Result \"0-1\"]\nb}\n2 R end", &[1]);
        check("[Game \"x\"]\n1 B end ; {\n[Game \"x\"]\n1 B end", &[1, 3]);
    }

    #[test]
    fn braces_in_chat_mean_nothing() {
        check("[Game \"x\"]\n1 B end 1-0\nwell played {\n[Game \"x\"]\n1 B end", &[1, 4]);
        check("[Game \"x\"]\n1 B end\n* good {\n:-{\n[Game \"x\"]\n1 B end", &[1, 5]);
    }
}
