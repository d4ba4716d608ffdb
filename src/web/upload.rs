//! Forms with files. What is too much is refused while it comes, not after; what is long waits in
//! temporary files that have no name, so that none is left behind whatever happens.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap};
use futures_util::TryStreamExt;
use tempfile::{SpooledData, SpooledTempFile};

use super::caller::Caller;
use super::denied::Denied;
use super::limits::{FIELD_BYTES, FILE_BYTES_IN_MEMORY, FORM_BYTES, FORM_PARTS, OPEN_FORM_BYTES};
use super::pace;
use crate::service::source::Given;

/// The hidden field that marks a form as filled in here.
const MARK: &str = "csrf";

/// What a part counts for even if it is empty.
const PART_BYTES: usize = 128;

/// A form as it was sent.
#[derive(Debug, Default)]
pub struct Upload {
    fields: BTreeMap<String, Part>,
    /// The files that were chosen, in order.
    pub files: Vec<Part>,
}

/// What a field or a file holds.
#[derive(Debug)]
pub struct Part {
    /// The name of the file as the browser gives it, or an empty text.
    pub name: String,
    /// How long it is.
    pub bytes: u64,
    content: SpooledTempFile,
}

/// What a form may have: the names of its fields. Files come under `file`.
#[derive(Clone, Copy, Debug)]
pub struct FormShape {
    /// Fields for a word or a number.
    pub fields: &'static [&'static str],
    /// Fields for long texts.
    pub texts: &'static [&'static str],
}

impl Upload {
    /// Reads a form that a caller sends. Ask [`Caller::must`] first: this reads the body.
    ///
    /// # Errors
    /// [`Denied::StaleForm`] or [`Denied::OtherSite`] if it was not filled in here;
    /// [`Denied::TooLong`] as soon as that is known; [`Denied::TooSlow`]; [`Denied::BadForm`] if it
    /// is no form, has too many parts, a field that it should not have, or one twice.
    pub async fn read(
        caller: &Caller,
        headers: &HeaderMap,
        mut body: Multipart,
        shape: FormShape,
    ) -> Result<Self, Denied> {
        let limit = if caller.token().is_some() { FORM_BYTES } else { OPEN_FORM_BYTES };
        let mut left = Left { bytes: limit, limit };
        let told = headers.get(header::CONTENT_LENGTH).and_then(|told| told.to_str().ok());
        if told.and_then(|told| told.parse().ok()).is_some_and(|told: u64| told > limit) {
            return Err(Denied::TooLong { limit });
        }
        let mut upload = Upload::default();
        let mut part_count = 0;
        while let Some(field) = body.try_next().await.map_err(unreadable)? {
            part_count += 1;
            if part_count > FORM_PARTS {
                return Err(bad(format!("A form has no more than {FORM_PARTS} parts.")));
            }
            left.spend(PART_BYTES)?;
            upload.take(caller, field, shape, &mut left).await?;
        }
        caller.posted(upload.text(MARK)?.as_deref())?;
        Ok(upload)
    }

    async fn take(
        &mut self,
        caller: &Caller,
        field: Field,
        shape: FormShape,
        left: &mut Left,
    ) -> Result<(), Denied> {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            // The mark stands before the files: nothing of those is taken without it.
            caller.posted(self.text(MARK)?.as_deref())?;
            let file = part(field, None, left).await?;
            // A browser sends an empty part if no file is chosen.
            if file.bytes > 0 || !file.name.is_empty() {
                self.files.push(file);
            }
            return Ok(());
        }
        let limit = match name.as_str() {
            name if shape.texts.contains(&name) => None,
            name if name == MARK || shape.fields.contains(&name) => Some(FIELD_BYTES),
            _ => return Err(bad(format!("There is no field “{}” in this form.", brief(&name)))),
        };
        if self.fields.contains_key(&name) {
            return Err(bad(format!("The field “{name}” stands twice in this form.")));
        }
        let part = part(field, limit, left).await?;
        self.fields.insert(name, part);
        Ok(())
    }

    /// A field as it was sent, taken out; `None` if it was not.
    pub fn take_field(&mut self, name: &str) -> Option<Part> {
        self.fields.remove(name)
    }

    /// A field's text; `None` if it was not sent.
    ///
    /// # Errors
    /// [`Denied::BadForm`] if it is not UTF-8; [`Denied::Trouble`] if it cannot be read back.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Denied> {
        let Some(part) = self.fields.get_mut(name) else { return Ok(None) };
        let text = String::from_utf8(part.read().map_err(in_trouble)?);
        text.map(Some).map_err(|_| bad(format!("The field “{name}” is not UTF-8.")))
    }
}

impl Part {
    /// All of it.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        self.open()?.read_to_end(&mut all)?;
        Ok(all)
    }

    /// It as a stream, from its beginning.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn open(&mut self) -> io::Result<impl Read> {
        self.content.rewind()?;
        Ok(&mut self.content)
    }

    /// It as what a [`Source`](crate::service::source::Source) reads.
    #[must_use]
    pub fn given(self) -> Given {
        match self.content.into_inner() {
            SpooledData::InMemory(bytes) => Given::Bytes(bytes.into_inner().into()),
            SpooledData::OnDisk(file) => Given::File(Arc::new(file)),
        }
    }
}

/// What may still come.
struct Left {
    bytes: u64,
    limit: u64,
}

impl Left {
    fn spend(&mut self, bytes: usize) -> Result<(), Denied> {
        let left = self.bytes.checked_sub(bytes as u64);
        self.bytes = left.ok_or(Denied::TooLong { limit: self.limit })?;
        Ok(())
    }
}

async fn part(mut field: Field, limit: Option<u64>, left: &mut Left) -> Result<Part, Denied> {
    let disposition = field.content_disposition();
    let name = disposition.and_then(|told| told.get_filename()).unwrap_or_default().to_owned();
    let mut part = Part { name, bytes: 0, content: SpooledTempFile::new(FILE_BYTES_IN_MEMORY) };
    while let Some(bytes) = field.try_next().await.map_err(unreadable)? {
        left.spend(bytes.len())?;
        part.bytes += bytes.len() as u64;
        if let Some(limit) = limit.filter(|limit| part.bytes > *limit) {
            return Err(Denied::TooLong { limit });
        }
        part.content.write_all(&bytes).map_err(in_trouble)?;
    }
    Ok(part)
}

/// Why the body could not be read on.
fn unreadable(error: MultipartError) -> Denied {
    match error {
        MultipartError::Payload(error) if pace::was_too_slow(&error) => Denied::TooSlow,
        MultipartError::Payload(PayloadError::Overflow) => {
            bad("A part of this form has a head that is too long.".to_owned())
        }
        error => bad(format!("This cannot be read as a form: {error}.")),
    }
}

fn in_trouble(error: io::Error) -> Denied {
    tracing::error!(%error, "a temporary file");
    Denied::Trouble
}

fn bad(words: String) -> Denied {
    Denied::BadForm { words }
}

/// A name that somebody made up, no longer than a line.
fn brief(name: &str) -> String {
    name.chars().take(60).collect()
}
