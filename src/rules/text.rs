//! Reading short texts (actions, positions, options) with the column of what went wrong.

use std::borrow::Cow;

/// Text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words} (character {})", column + 1)]
pub struct ParseError {
    /// The character at which it went wrong, from 0.
    pub column: usize,
    /// What was expected, or what is wrong, in plain words without a final stop.
    pub words: Cow<'static, str>,
}

impl ParseError {
    /// An error at a character, counted from 0.
    pub fn at(column: usize, words: impl Into<Cow<'static, str>>) -> Self {
        ParseError { column, words: words.into() }
    }

    /// An error about the text as a whole.
    pub fn whole(words: impl Into<Cow<'static, str>>) -> Self {
        ParseError::at(0, words)
    }

    /// The same error in a text of which this one begins at `column`.
    #[must_use]
    pub fn shifted(mut self, column: usize) -> Self {
        self.column += column;
        self
    }
}

/// A place in a text that is being read from left to right.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the beginning of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    /// What has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// How many characters have been read.
    #[must_use]
    pub fn column(&self) -> usize {
        self.text[..self.at].chars().count()
    }

    /// How many bytes have been read: cheaper than [`Cursor::column`], to come back to with
    /// [`Cursor::error_at`].
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// An error at an earlier place.
    pub fn error_at(&self, offset: usize, words: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::at(self.text.get(..offset).map_or(0, |read| read.chars().count()), words)
    }

    /// Whether everything has been read.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// The next character, unread.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    #[expect(clippy::should_implement_trait, reason = "a cursor is not an iterator")]
    pub fn next(&mut self) -> Option<char> {
        self.eat_if(|_| true)
    }

    /// Takes the next character if it is as asked for.
    pub fn eat_if(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let next = self.peek().filter(|c| wanted(*c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes `wanted` if it comes next, and tells whether it did.
    pub fn eat(&mut self, wanted: &str) -> bool {
        let comes = self.rest().starts_with(wanted);
        if comes {
            self.at += wanted.len();
        }
        comes
    }

    /// Takes all characters up to the first that is not as asked for.
    pub fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes `wanted`, which must come next.
    ///
    /// # Errors
    /// Something else comes next.
    pub fn expect(&mut self, wanted: &str) -> Result<(), ParseError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.error(format!("expected {wanted:?}"))) }
    }

    /// Reads a whole number without sign, blanks or needless zeros, at most `most`.
    ///
    /// # Errors
    /// No number here, a needless zero before it, or one above `most`.
    pub fn number(&mut self, most: u64) -> Result<u64, ParseError> {
        let start = self.at;
        let digits = self.eat_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error_at(start, "expected a number"));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.error_at(start, "a number has no needless zeros"));
        }
        digits
            .parse::<u64>()
            .ok()
            .filter(|n| *n <= most)
            .ok_or_else(|| self.error_at(start, format!("expected a number up to {most}")))
    }

    /// Reads one of the characters in `letters`.
    ///
    /// # Errors
    /// Another character, or the end, comes next.
    pub fn one_of(&mut self, letters: &str) -> Result<char, ParseError> {
        self.eat_if(|c| letters.contains(c)).ok_or_else(|| {
            let list: Vec<String> = letters.chars().map(String::from).collect();
            self.error(format!("expected {}", list.join(" or ")))
        })
    }

    /// Checks that everything has been read.
    ///
    /// # Errors
    /// Something is left.
    pub fn finish(&self) -> Result<(), ParseError> {
        if self.is_done() { Ok(()) } else { Err(self.error("expected nothing more here")) }
    }

    /// An error at this place.
    pub fn error(&self, words: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::at(self.column(), words)
    }
}

/// The space-separated fields of a position text, each with the column at which it begins.
///
/// # Errors
/// Not exactly `N` fields, or an empty one (two blanks in a row).
pub fn fields<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[(&'a str, usize); N], ParseError> {
    let mut out = [("", 0); N];
    let mut parts = text.split(' ');
    let mut column = 0;
    for (slot, name) in out.iter_mut().zip(names) {
        let part = parts
            .next()
            .filter(|part| !part.is_empty())
            .ok_or_else(|| ParseError::at(column, format!("expected the field “{name}”")))?;
        *slot = (part, column);
        column += part.chars().count() + 1;
    }
    match parts.next() {
        None => Ok(out),
        Some(_) => Err(ParseError::at(column, "expected nothing after the last field")),
    }
}
