//! Any input at all, cut into records: text or JSON of any form, one record or many.
//!
//! [`framing`] tells from the first bytes how an input is to be cut; [`records`] cuts one that is
//! in
//! memory whole. (One of any size is cut by the same rules as it goes by: `service::source`.)

use super::draft::{Checked, Draft};
use super::fault::Fault;
use super::text::lines;
use super::{foreign, json, text};
use crate::games::Registry;

mod cut;
mod frame;
mod refusal;
mod section;

pub use cut::records;
pub use frame::{
    Elements, FRAMING_BYTES, Framing, Step, form_of_text, form_of_value, framing, is_blank,
    opens_export, skip_blanks,
};
pub use refusal::{Packing, Refusal};
pub use section::Section;

/// One record of an input, not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input<'a> {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The line of the input at which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: &'a str,
    /// How it is written.
    pub form: Form,
}

/// How a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text: tags and action lines.
    Text,
    /// As a JSON object.
    Json,
    /// As an Abstract Play game record.
    AbstractPlay,
    /// As a boardgame.io log.
    BoardgameIo,
    /// As SuperDuperGames-style text.
    SuperDuperGames,
    /// In no way that can be read.
    Refused(Refusal),
}

impl Form {
    /// Its name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Json => "JSON",
            Form::AbstractPlay => "Abstract Play",
            Form::BoardgameIo => "boardgame.io",
            Form::SuperDuperGames => "SuperDuperGames",
            Form::Refused(_) => "refused",
        }
    }
}

impl Input<'_> {
    /// Reads it.
    ///
    /// # Errors
    /// It is no record: where, what was found, what was expected.
    pub fn read(&self, registry: &Registry) -> Result<Draft, Fault> {
        match self.form {
            Form::Text => text::read(self.text, self.line, registry),
            Form::Json => json::read(self.text, self.line, registry),
            Form::AbstractPlay => foreign::abstract_play::read(self.text, self.line, registry),
            Form::BoardgameIo => foreign::boardgame_io::read(self.text, self.line, registry),
            Form::SuperDuperGames => {
                foreign::super_duper_games::read(self.text, self.line, registry)
            }
            Form::Refused(refusal) => Err(refusal.fault(self.line, self.text)),
        }
    }

    /// The line at which a fault of it stands, with a caret below the place; see
    /// [`Fault::pointed`].
    #[must_use]
    pub fn pointed(&self, fault: &Fault) -> Option<String> {
        fault.pointed_from(self.text, self.line)
    }

    /// Reads it and folds it with the rules.
    ///
    /// # Errors
    /// It is no record, or its tags are at fault; see [`Draft::check`].
    pub fn check(&self, registry: &Registry) -> Result<Checked, Fault> {
        self.read(registry)?.check(registry)
    }
}

/// Bytes as text.
///
/// # Errors
/// Bytes that are no UTF-8: at which line and column.
pub fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = lines(&good).count().max(1) + usize::from(good.ends_with(['\n', '\r']));
        let column = 1 + good.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count();
        let byte = bytes[error.valid_up_to()];
        Refusal::NoUtf8 { line, column, byte }.fault(line, "")
    })
}
