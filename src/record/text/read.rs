//! Reading one record's text into a draft.
//!
//! Forgiven: a byte-order mark, LF, CRLF or CR, blanks at line ends and between the parts of a
//! line, tags in any order and without quotes, numbers missing or written `12.` and `12)`, seats
//! missing or in the other case, several actions on a line after commas, comments in braces and
//! after `;` or `#`, marks such as `!` and `$1` set off by a blank, a result marker and chat after
//! it. Whatever else stands there is an error with its place: side lines in parentheses too, for a
//! record has one line of actions. Actions themselves are never touched.

use super::split::{ends_actions, lines, tag_name, word};
use super::words::{
    is_action_line, is_digits, is_hex, is_mark, is_result, is_seat, read_note, read_number,
    read_side_line, unescape,
};
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
    let mut reader = Reader::new(registry);
    reader.lines(text, first_line)?;
    reader.finish()
}

/// Where each action of a text in rounds and columns stands: its round, and its column from 1.
pub(in crate::record) type Columns = Vec<(usize, usize)>;

/// Reads the text of a record in which a blank ends a side's turn (`1. e4 e5`): a comma goes on
/// with
/// the same turn, and a blank inside an action is written `_`.
///
/// # Errors
/// As [`read`]; three turns in one round.
pub(in crate::record) fn read_rounds(
    text: &str,
    first_line: usize,
    registry: &Registry,
) -> Result<(Draft, Columns), Fault> {
    let mut reader = Reader::new(registry);
    reader.rounds = Some(Rounds::default());
    reader.lines(text, first_line)?;
    let columns = reader.rounds.take().unwrap_or_default().told;
    Ok((reader.finish()?, columns))
}

/// Reads action lines alone, as they stand in another format's text at `place`.
///
/// # Errors
/// As [`read`].
pub(in crate::record) fn read_actions(
    text: &str,
    place: &Place,
    registry: &Registry,
) -> Result<Draft, Fault> {
    let mut reader = Reader::new(registry);
    for (at, line) in lines(text) {
        let place = place.after(text[..at].chars().count());
        if reader.chat.is_some() {
            reader.chat_line(line, &place)?;
        } else {
            reader.body(line, &place)?;
        }
    }
    reader.finish()
}

/// Rounds of two turns, side by side.
#[derive(Debug, Default)]
struct Rounds {
    round: usize,
    column: usize,
    /// Whether a comma has just been read, so that the turn goes on.
    joined: bool,
    told: Columns,
}

impl Rounds {
    fn begin(&mut self) {
        if !self.joined {
            self.round += 1;
            self.column = 0;
        }
    }

    /// An action begins; whether it is in a third column.
    fn action(&mut self) -> bool {
        self.column += usize::from(!self.joined);
        self.joined = false;
        self.column > 2
    }
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
    /// Where blanks end turns.
    rounds: Option<Rounds>,
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

/// The column of a byte in a line, counted from left to right once.
struct Columned<'a> {
    line: &'a str,
    byte: usize,
    column: usize,
}

impl Columned<'_> {
    /// How many characters stand before a byte; bytes may only be asked for in order.
    fn of(&mut self, byte: usize) -> usize {
        self.column += self.line[self.byte..byte].chars().count();
        self.byte = byte;
        self.column
    }
}

impl<'a> Reader<'a> {
    fn new(registry: &'a Registry) -> Self {
        Reader {
            registry,
            draft: Draft::default(),
            comment: None,
            chat: None,
            has_body: false,
            rounds: None,
        }
    }

    fn lines(&mut self, text: &str, first_line: usize) -> Result<(), Fault> {
        self.draft.begins = Place::at(first_line, 1);
        for (n, (_, line)) in lines(text).enumerate() {
            let trimmed = line.trim_start_matches('\u{feff}');
            let skipped = line.chars().count() - trimmed.chars().count();
            self.line(trimmed, Place::at(first_line + n, 1 + skipped))?;
        }
        Ok(())
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
        if self.draft.tags.len() > limits::TAGS + 1 {
            return Ok(());
        }
        self.draft.tags.push(Tag {
            name: name.to_owned(),
            value,
            place: place.clone(),
            value_place: place.after(column),
        });
        Ok(())
    }

    /// `# result …`, `# head …`, `# position …`, `# note …`, `# line …`: what an export
    /// adds after the actions.
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
            "head" if is_hex(rest) || (rest.len() >= Link::SHORT && !rest.contains(' ')) => {
                match rest.parse::<Link>() {
                    Ok(link) => self.draft.claims.head = Some((link, place.after(column))),
                    Err(_) => return fault("expected a head of 64 lower-case hex digits"),
                }
            }
            "position"
                if rest
                    .split_once(' ')
                    .is_some_and(|(ply, hash)| is_digits(ply) && is_hex(hash)) =>
            {
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
                self.keep(note);
            }
            "line" if rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('"') => {
                let Some(note) = read_side_line(rest, place) else {
                    let form = "<ply> <rise> \"<by>\" \"<text>\" \"<action>\" …";
                    return fault(&format!("expected a side line as {form}"));
                };
                self.keep(note);
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
        } else if let Some(rounds) = &mut self.rounds {
            rounds.begin();
        }
        let mut columned = Columned { line, byte: 0, column: 0 };
        let mut column = |byte: usize| columned.of(byte);
        while let Some(letter) = line[at..].chars().next() {
            match letter {
                ' ' | '\t' => at += 1,
                ',' => {
                    self.flush(&mut parts, line, &place.after(column(at)))?;
                    if let Some(rounds) = &mut self.rounds {
                        rounds.joined = true;
                    }
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
                '}' | '(' | ')' => {
                    let words = match letter {
                        '}' => "a } without a { before it",
                        _ => {
                            "side lines in parentheses are not read; put them in a comment { }, \
                              or bring them in as matches of their own"
                        }
                    };
                    return Err(Fault::unreadable(place.after(column(at)), letter, words));
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
        let rounds = self.rounds.is_some() && parts.text.is_some();
        if is_mark(text) {
            let about = self.about(parts);
            parts.tail |= parts.text.is_some();
            self.note(text, place, about);
            return Ok(false);
        }
        let number = || read_number(text).is_some_and(|(number, _)| number.punctuated);
        if rounds && !text.starts_with('@') && (parts.by.is_none() || number()) {
            self.flush(parts, line, &place)?;
        }
        match &mut parts.text {
            None if parts.number.is_none() && parts.by.is_none() => {
                if let Some((number, length)) = read_number(text) {
                    parts.number = Some(number);
                    self.round(&text[..length]);
                    if length < text.len() {
                        let rest = Word { text: &text[length..], start: word.start + length };
                        return self.word(rest, line, place.after(length), parts);
                    }
                } else if is_seat(text) {
                    parts.by = Some(text.to_owned());
                } else {
                    self.begin_action(text, &place)?;
                    parts.text = Some((word.start, word.end(), place));
                }
            }
            None if parts.by.is_none() && is_seat(text) => parts.by = Some(text.to_owned()),
            None => {
                self.begin_action(text, &place)?;
                parts.text = Some((word.start, word.end(), place));
            }
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

    /// A number has been read: in rounds a new one begins, with its second turn after `1...`.
    fn round(&mut self, number: &str) {
        if let Some(rounds) = &mut self.rounds {
            if rounds.column > 0 {
                rounds.joined = false;
                rounds.begin();
            }
            rounds.column = usize::from(number.ends_with(".."));
        }
    }

    /// The text of an action begins.
    fn begin_action(&mut self, text: &str, place: &Place) -> Result<(), Fault> {
        if self.rounds.as_mut().is_some_and(Rounds::action) {
            let words = "a round has two turns; join the actions of one turn by commas";
            return Err(Fault::unreadable(place.clone(), text, words));
        }
        Ok(())
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
        let mut text = line[start..end].to_owned();
        if let Some(rounds) = &mut self.rounds {
            rounds.told.push((rounds.round, rounds.column));
            text = text.replace('_', " ");
        }
        if self.draft.lines.len() > limits::ACTIONS {
            return Ok(());
        }
        self.draft.lines.push(Line {
            number: parts.number,
            by: parts.by,
            text,
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

    /// One note more than a record may have is kept, for the error that says so.
    fn keep(&mut self, note: DraftNote) {
        if self.draft.notes.len() <= limits::NOTES {
            self.draft.notes.push(note);
        }
    }

    fn note(&mut self, text: &str, place: Place, about: About) {
        if !text.is_empty() {
            let (text, by) = (text.to_owned(), "?".to_owned());
            let (line, rise) = (Vec::new(), 0);
            self.keep(DraftNote { about, text, by, line, rise, place });
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
