//! Reading one record's text into a draft.
//!
//! Forgiven: a byte-order mark, LF, CRLF or CR, blanks at line ends and between the parts of a
//! line, tags in any order and without quotes, numbers missing or written `12.` and `12)`, seats
//! missing or in the other case, several actions on a line after commas, comments in braces and
//! after `;` or `#`, marks such as `!` and `$1` set off by a blank, a result marker and chat after
//! it. Whatever else stands there is an error with its place. Actions themselves are never touched.

use super::split::{ends_actions, lines, tag_name, word};
use crate::games::Registry;
use crate::record::draft::{About, Draft, DraftNote, Line, Marker, Number, ResultClaim, Tag};
use crate::record::fault::{Fault, FaultKind, Place};
use crate::record::limits;
use crate::record::link::{Link, PositionHash};

/// Reads the text of one record, whose first line has the given number in its file.
///
/// # Errors
/// Text that is no record: where, what was found, what was expected.
pub fn read(text: &str, first_line: usize, registry: &Registry) -> Result<Draft, Fault> {
    if text.len() > 2 * limits::RECORD_BYTES {
        let words = format!("a record has at most {} bytes", limits::RECORD_BYTES);
        let fault = Fault::unreadable(Place::at(first_line, 1), "", words);
        return Err(fault.of_kind(FaultKind::TooLarge));
    }
    let mut reader =
        Reader { registry, draft: Draft::default(), comment: None, chat: None, has_body: false };
    for (n, (_, line)) in lines(text).enumerate() {
        let trimmed = line.trim_start_matches('\u{feff}');
        let skipped = line.chars().count() - trimmed.chars().count();
        reader.line(trimmed, Place::at(first_line + n, 1 + skipped))?;
    }
    reader.finish()
}

/// A comment in braces that has begun.
#[derive(Debug)]
struct Comment {
    text: String,
    place: Place,
    about: About,
}

#[derive(Debug)]
struct Reader<'a> {
    registry: &'a Registry,
    draft: Draft,
    comment: Option<Comment>,
    chat: Option<(String, Place)>,
    has_body: bool,
}

/// The parts of an action line that have been read so far.
#[derive(Debug, Default)]
struct Parts {
    number: Option<Number>,
    by: Option<String>,
    /// The action's text: from which byte of the line to which, and where it begins.
    text: Option<(usize, usize, Place)>,
    at: Option<u64>,
    /// Whether something that may only follow the text has been read.
    tail: bool,
    begins: Option<Place>,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    /// The byte of the line at which it begins.
    start: usize,
}

impl Word<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

impl Reader<'_> {
    fn line(&mut self, line: &str, place: Place) -> Result<(), Fault> {
        let line = line.trim_end_matches([' ', '\t']);
        if self.comment.is_none() {
            if self.derived(line, &place)? {
                return Ok(());
            }
            let lead = line.len() - line.trim_start_matches([' ', '\t']).len();
            let tag = line[lead..].starts_with('[');
            if tag && (!self.has_body || tag_name(&line[lead..]).is_some()) {
                return self.tag(&line[lead..], &place.after(lead));
            }
        }
        if self.chat.is_some() {
            return self.chat_line(line, &place);
        }
        self.body(line, &place)
    }

    /// A tag line: `[Name "value"]` or `[Name value]`.
    fn tag(&mut self, line: &str, place: &Place) -> Result<(), Fault> {
        let fault =
            |column: usize, words: &str| Err(Fault::unreadable(place.after(column), line, words));
        let Some(inner) = line[1..].strip_suffix(']') else {
            return fault(line.chars().count(), "expected ] at the end of the tag");
        };
        let name_length = inner.find([' ', '\t']).unwrap_or(inner.len());
        let (name, rest) = inner.split_at(name_length);
        let value = rest.trim_matches([' ', '\t']);
        if name.is_empty() || value.is_empty() {
            return fault(1, "expected a tag as [Name \"value\"]");
        }
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let column = 1 + name.chars().count() + blanks;
        let (value, column) = if value.starts_with('"') {
            match unescape(value) {
                Ok(text) => (text, column + 1),
                Err((at, words)) => return fault(column + at, words),
            }
        } else if value.contains('"') {
            let words = "a quote in a value without quotes; write [Name \"…\"], \\\" for a quote";
            return fault(column, words);
        } else {
            (value.to_owned(), column)
        };
        self.draft.tags.push(Tag {
            name: name.to_owned(),
            value,
            place: place.clone(),
            value_place: place.after(column),
        });
        Ok(())
    }

    /// `# result …`, `# head …`, `# position …`, `# note …`, `# line …`: what an export adds after
    /// the actions.
    fn derived(&mut self, line: &str, place: &Place) -> Result<bool, Fault> {
        let Some((kind, rest)) = line.strip_prefix("# ").and_then(|line| line.split_once(' '))
        else {
            return Ok(false);
        };
        let column = 3 + kind.len();
        let fault = |words: &str| Err(Fault::unreadable(place.after(column), rest, words));
        match kind {
            "result" if is_result(rest) => {
                let said = ResultClaim::Words(rest.to_owned());
                self.draft.claims.result = Some((said, place.after(column)));
            }
            "head" if !rest.contains(' ') => match rest.parse::<Link>() {
                Ok(link) => self.draft.claims.head = Some((link, place.after(column))),
                Err(_) => return fault("expected a head of 64 lower-case hex digits"),
            },
            "position" if rest.split(' ').count() == 2 => {
                let parts = rest.split_once(' ');
                let read = parts.and_then(|(ply, hash)| {
                    Some((ply.parse().ok()?, hash.parse::<PositionHash>().ok()?))
                });
                let Some((ply, hash)) = read else {
                    return fault("expected a ply and a position hash of 16 hex digits");
                };
                self.draft.claims.positions.push((ply, hash, place.after(column)));
            }
            "note" if rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('"') => {
                let Some(note) = read_note(rest, place) else {
                    return fault("expected a note as <ply> \"<by>\" \"<text>\"");
                };
                self.draft.notes.push(note);
            }
            "line" if rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('"') => {
                let Some(note) = read_side_line(rest, place) else {
                    let form = "<ply> <rise> \"<by>\" \"<text>\" \"<action>\" …";
                    return fault(&format!("expected a side line as {form}"));
                };
                self.draft.notes.push(note);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn chat_line(&mut self, line: &str, place: &Place) -> Result<(), Fault> {
        if is_action_line(line) {
            let words = "an action line after the result marker";
            return Err(Fault::unreadable(place.clone(), line, words));
        }
        if let Some((chat, _)) = &mut self.chat {
            chat.push('\n');
            chat.push_str(line);
        }
        Ok(())
    }

    /// A line of actions, comments, marks.
    fn body(&mut self, line: &str, place: &Place) -> Result<(), Fault> {
        let mut parts = Parts::default();
        let mut at = 0;
        if self.comment.is_some() {
            match self.go_on_comment(line, place)? {
                None => return Ok(()),
                Some(end) => at = end,
            }
        }
        let column = |byte: usize| line[..byte].chars().count();
        while let Some(letter) = line[at..].chars().next() {
            match letter {
                ' ' | '\t' => at += 1,
                ',' => {
                    self.flush(&mut parts, line, &place.after(column(at)))?;
                    at += 1;
                }
                ';' | '#' => {
                    let text = line[at + 1..].trim();
                    self.note(text, place.after(column(at)), self.about(&parts));
                    at = line.len();
                }
                '{' => {
                    let about = self.about(&parts);
                    let place = place.after(column(at));
                    parts.tail |= parts.text.is_some();
                    self.comment =
                        Some(Comment { text: String::new(), place: place.clone(), about });
                    match self.in_comment(&line[at + 1..], &place.after(1))? {
                        Some(end) => at += 1 + end,
                        None => at = line.len(),
                    }
                }
                '}' => {
                    let words = "a } without a { before it";
                    return Err(Fault::unreadable(place.after(column(at)), "}", words));
                }
                _ => {
                    let word = Word { text: word(&line[at..]), start: at };
                    self.has_body = true;
                    let here = place.after(column(at));
                    if self.word(word, line, here.clone(), &mut parts)? {
                        self.flush(&mut parts, line, &here)?;
                        let rest = line[word.end()..].trim().to_owned();
                        self.chat = Some((rest, here));
                        return Ok(());
                    }
                    at = word.end();
                }
            }
        }
        self.flush(&mut parts, line, &place.after(column(line.len())))
    }

    /// Takes a word; `true` if it is a result marker, and what follows is chat.
    fn word(
        &mut self,
        word: Word<'_>,
        line: &str,
        place: Place,
        parts: &mut Parts,
    ) -> Result<bool, Fault> {
        parts.begins.get_or_insert_with(|| place.clone());
        let text = word.text;
        let may_end = parts.text.is_some() || (parts.by.is_none() && parts.number.is_none());
        if may_end && ends_actions(text, &line[word.end()..], self.registry) {
            self.draft.marker = Some(Marker { text: text.to_owned(), place });
            return Ok(true);
        }
        if is_mark(text) {
            let about = self.about(parts);
            parts.tail |= parts.text.is_some();
            self.note(text, place, about);
            return Ok(false);
        }
        match &mut parts.text {
            None if parts.number.is_none() && parts.by.is_none() => {
                if let Some((number, length)) = read_number(text) {
                    parts.number = Some(number);
                    if length < text.len() {
                        let rest = Word { text: &text[length..], start: word.start + length };
                        return self.word(rest, line, place.after(length), parts);
                    }
                } else if is_seat(text) {
                    parts.by = Some(text.to_owned());
                } else {
                    parts.text = Some((word.start, word.end(), place));
                }
            }
            None if parts.by.is_none() && is_seat(text) => parts.by = Some(text.to_owned()),
            None => parts.text = Some((word.start, word.end(), place)),
            Some(_) if text.starts_with('@') && parts.at.is_none() => {
                let digits = &text[1..];
                let canonical = digits == "0" || !digits.starts_with('0');
                let ms = digits.parse().ok().filter(|_| canonical && is_digits(digits));
                let words = "expected a time as @ and whole milliseconds";
                parts.at = Some(ms.ok_or_else(|| Fault::unreadable(place, text, words))?);
                parts.tail = true;
            }
            Some(_) if parts.tail => {
                let words = "expected a comma or the line's end before another action";
                return Err(Fault::unreadable(place, text, words));
            }
            Some((_, end, _)) => *end = word.end(),
        }
        Ok(false)
    }

    /// Ends an action at a comma, the line's end or a result marker.
    fn flush(&mut self, parts: &mut Parts, line: &str, place: &Place) -> Result<(), Fault> {
        let parts = std::mem::take(parts);
        let Some((start, end, text_place)) = parts.text else {
            if parts.number.is_some() || parts.by.is_some() {
                return Err(Fault::unreadable(
                    place.clone(),
                    line.trim(),
                    "expected an action here",
                ));
            }
            return Ok(());
        };
        self.draft.lines.push(Line {
            number: parts.number,
            by: parts.by,
            text: line[start..end].to_owned(),
            at: parts.at,
            place: parts.begins.unwrap_or_else(|| text_place.clone()),
            text_place,
        });
        Ok(())
    }

    /// What a comment or mark here is about: the action before it.
    fn about(&self, parts: &Parts) -> About {
        About::Lines(self.draft.lines.len() + usize::from(parts.text.is_some()))
    }

    fn note(&mut self, text: &str, place: Place, about: About) {
        if !text.is_empty() {
            let (text, by) = (text.to_owned(), "?".to_owned());
            let (line, rise) = (Vec::new(), 0);
            self.draft.notes.push(DraftNote { about, text, by, line, rise, place });
        }
    }

    /// Goes on with a comment of an earlier line; the byte after its end, if it ends here.
    fn go_on_comment(&mut self, line: &str, place: &Place) -> Result<Option<usize>, Fault> {
        if let Some(comment) = &mut self.comment {
            comment.text.push('\n');
        }
        self.in_comment(line, place)
    }

    /// Reads on in a comment; the byte after its end, if it ends here.
    fn in_comment(&mut self, text: &str, place: &Place) -> Result<Option<usize>, Fault> {
        let end = text.find('}');
        let inside = &text[..end.unwrap_or(text.len())];
        if let Some(nested) = inside.find('{') {
            let words = "a { inside a comment; comments do not nest";
            let place = place.after(inside[..nested].chars().count());
            return Err(Fault::unreadable(place, "{", words));
        }
        if let Some(comment) = &mut self.comment {
            comment.text.push_str(inside);
        }
        if end.is_some()
            && let Some(comment) = self.comment.take()
        {
            self.note(&comment.text, comment.place, comment.about);
        }
        Ok(end.map(|end| end + 1))
    }

    fn finish(mut self) -> Result<Draft, Fault> {
        if let Some(comment) = self.comment {
            let words = "a comment that begins here does not end";
            return Err(Fault::unreadable(comment.place, "{", words));
        }
        if let Some((chat, place)) = self.chat.take() {
            let about = About::Lines(self.draft.lines.len());
            self.note(chat.trim(), place, about);
        }
        Ok(self.draft)
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `!`, `?`, `!!`, `??`, `!?`, `?!`, `$n`.
fn is_mark(word: &str) -> bool {
    matches!(word, "!" | "?" | "!!" | "??" | "!?" | "?!")
        || word.strip_prefix('$').is_some_and(is_digits)
}

fn is_seat(word: &str) -> bool {
    word == "*" || (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A number at the start of a word (`12`, `12.`, `12)`, `12...`) and its length in bytes.
fn read_number(word: &str) -> Option<(Number, usize)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let value = word[..digits].parse().ok()?;
    let rest = &word[digits..];
    let marks = rest.len() - rest.trim_start_matches(['.', ')']).len();
    let punctuated = marks > 0;
    (punctuated || rest.is_empty()).then_some((Number { value, punctuated }, digits + marks))
}

/// Whether a line of chat looks like an action line: `12 B …`.
fn is_action_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = words.next().and_then(read_number);
    number.is_some() && words.next().is_some_and(is_seat) && words.next().is_some()
}

/// Whether a text is a result as exports print it.
fn is_result(text: &str) -> bool {
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
fn unescape(quoted: &str) -> Result<String, (usize, &'static str)> {
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
fn read_note(text: &str, place: &Place) -> Option<DraftNote> {
    let (ply, rest) = text.split_once(' ')?;
    let [by, text] = read_quoted(rest)?.try_into().ok()?;
    let (about, line) = (About::Ply(ply.parse().ok()?), Vec::new());
    Some(DraftNote { about, text, by, line, rise: 0, place: place.clone() })
}

/// `<ply> <rise> "<by>" "<text>" "<action>" …`
fn read_side_line(text: &str, place: &Place) -> Option<DraftNote> {
    let (ply, rest) = text.split_once(' ')?;
    let (rise, rest) = rest.split_once(' ')?;
    let mut texts = read_quoted(rest)?.into_iter();
    let (by, text) = (texts.next()?, texts.next()?);
    let (about, rise, line) = (About::Ply(ply.parse().ok()?), rise.parse().ok()?, texts.collect());
    Some(DraftNote { about, text, by, line, rise, place: place.clone() })
        .filter(|n| !n.line.is_empty())
}

/// Texts in quotes with a blank between them, `\\`, `\"` and `\n` undone.
fn read_quoted(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    inner.split("\" \"").map(unescape_note).collect()
}

fn unescape_note(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                'n' => out.push('\n'),
                escaped @ ('\\' | '"') => out.push(escaped),
                _ => return None,
            },
            '"' => return None,
            _ => out.push(letter),
        }
    }
    Some(out)
}
