//! A match written out, in any of its forms.

use super::{Keep, KeepError};
use crate::record::link::{Link, link_at};
use crate::record::{json, text};

/// How a match is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As one line of JSON.
    Json,
    /// As export text.
    Text,
    /// As log text, up to the ply of the link.
    Log,
}

/// A match written out.
#[derive(Clone, Debug)]
pub struct Writing {
    /// The head; for a log, the link that it is the hash of.
    pub link: Link,
    /// The text.
    pub text: String,
    /// Whether the match is over.
    pub over: bool,
}

impl Keep {
    /// Writes the match of a link out.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn written(&self, link: &str, form: Written) -> Result<Writing, KeepError> {
        let (id, ply) = self.find(link)?;
        if form == Written::Log {
            let stored = self.archive().load_log(id)?;
            let (link, text) = (link_at(&stored.log, ply), stored.log.text(ply));
            return Ok(Writing { link, text, over: stored.outcome.is_some() });
        }
        let stored = self.archive().load(id)?;
        let (record, outcome) = (stored.record(), stored.outcome.as_ref());
        let text = match form {
            Written::Text => text::export(&record, outcome, stored.head, &stored.checkpoints),
            Written::Json | Written::Log => {
                json::write(&record, outcome, stored.head, &stored.checkpoints) + "\n"
            }
        };
        Ok(Writing { link: stored.head, text, over: outcome.is_some() })
    }
}
