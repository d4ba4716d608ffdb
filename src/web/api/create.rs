//! `POST /matches`: one record, stored.

use actix_web::http::header;
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problem::{Kind, Problem};
use super::receive::{Asked, Body, LINES, MayImport, TakesJson, not_taken};
use super::views::{self, Ended, Proved};
use super::{ask, json};
use crate::archive::Entry;
use crate::record::input::{self, Form};
use crate::record::limits;
use crate::service::create::{CreateError, Created};
use crate::service::import::entry_words;
use crate::web::{Site, caching, now_ms};

/// The most bytes of a record's body: JSON may write a byte as several.
const MOST: usize = 2 * limits::RECORD_BYTES;

/// How a record is stored.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct How {
    /// Whether anybody may find the match. One that is not listed is found by its whole link only,
    /// and stands in no list and no export.
    #[serde(default = "yes")]
    #[param(default = true)]
    listed: bool,
}

const fn yes() -> bool {
    true
}

/// A record that is stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Created)]
pub(super) struct CreatedView {
    /// The head of what was sent. It is a link for ever.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    head: String,
    /// The match.
    url: String,
    /// Its page.
    page: String,
    /// The ply that the head stands for.
    plies: usize,
    /// What became of the record.
    entry: EntryKind,
    /// The same in words.
    words: String,
    /// For what continues a stored match: the ply after which it goes on. For a fork: the ply at
    /// which it leaves the other one.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// For a fork: the link of the last ply that both have.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    /// How it ended.
    result: Ended,
    /// What the positions that came with it prove.
    proved: Proved,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Entry)]
pub(super) enum EntryKind {
    /// It is a new match.
    New,
    /// It was stored already. Nothing has changed.
    Already,
    /// Its log was stored already; its facts or notes stand beside the others.
    Recorded,
    /// It is the beginning of a longer stored match. Nothing has changed.
    Shorter,
    /// It went on from a stored unfinished match, and was appended to it.
    Continued,
    /// It is a new match that leaves a stored one.
    Fork,
}

impl EntryKind {
    /// What the archive did, as a word.
    #[must_use]
    pub(super) const fn of(entry: &Entry) -> Self {
        match entry {
            Entry::New => EntryKind::New,
            Entry::Already => EntryKind::Already,
            Entry::Recorded => EntryKind::Recorded,
            Entry::Shorter { .. } => EntryKind::Shorter,
            Entry::Continued { .. } => EntryKind::Continued,
            Entry::Fork { .. } => EntryKind::Fork,
        }
    }

    /// Whether there is something that was not there before.
    const fn is_new(self) -> bool {
        matches!(self, EntryKind::New | EntryKind::Continued | EntryKind::Fork)
    }
}

/// Store one record.
///
/// The rules replay it first; if any of it is bad, nothing is stored. What is stored already
/// changes nothing and is answered with the same link, so a request that may have been cut off is
/// simply sent again. Two matches that are the same action by action are one; a match that is to be
/// another one than any with the same actions has an `id`.
///
/// A record from elsewhere, in a form that an import takes, is taken here too.
#[utoipa::path(
    tag = "Recording",
    params(How),
    request_body(description = "The record, as JSON, as text, or as one line of NDJSON.", content(
        (super::record::Record = "application/json"),
        (String = "text/plain"),
        (super::record::Record = "application/x-ndjson"),
    )),
    responses(
        (status = 201, description = "Stored, or appended to a stored match.", body = CreatedView,
            headers(("Location", description = "The match."), ("ETag", description = "Its head."))),
        (status = 200, description = "Known already.", body = CreatedView),
        (status = 422, description = "The record is bad.", body = Problem,
            content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/matches")]
pub(super) async fn create_match(
    site: web::Data<Site>,
    _: MayImport,
    _: TakesJson,
    how: Asked<How>,
    body: Body<MOST>,
) -> Result<HttpResponse, Problem> {
    let taken = ["application/json", "text/plain", LINES];
    if !taken.contains(&body.media_type.as_str()) {
        return Err(not_taken(&body.media_type, &taken));
    }
    let created = ask(&site, move |keep| {
        let text = input::utf8(&body.bytes)?;
        let inputs = input::records(text, keep.registry());
        let [input] = inputs.as_slice() else { return Err(Refusal::Count(inputs.len())) };
        let mut input = *input;
        // What is said to be JSON and is none is told as such.
        if body.media_type != "text/plain" && input.form == Form::Text {
            input.form = Form::Json;
        }
        Ok(keep.create(&input, how.0.listed, now_ms())?)
    });
    Ok(answer(&created.await?))
}

/// Why a body is not stored.
enum Refusal {
    Create(CreateError),
    Count(usize),
}

impl<E: Into<CreateError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Refusal::Create(error.into())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Create(error) => error.into(),
            Refusal::Count(count) => {
                let words = format!("expected one record, not {count}; many go to /api/v1/import");
                Problem::new(Kind::BadRecord, words)
            }
        }
    }
}

fn answer(created: &Created) -> HttpResponse {
    let Created { stored, card, outcome, verdict } = created;
    let kind = EntryKind::of(&stored.entry);
    let head = stored.link.to_string();
    let (ply, parent) = match stored.entry {
        Entry::Continued { from_ply } => (Some(from_ply), None),
        Entry::Fork { parent, ply } => (Some(ply), Some(parent.to_string())),
        Entry::New | Entry::Already | Entry::Recorded | Entry::Shorter { .. } => (None, None),
    };
    let view = CreatedView {
        url: format!("{}/matches/{head}", super::ROOT),
        page: views::page(&stored.link),
        plies: stored.ply,
        entry: kind,
        words: entry_words(Some(&stored.entry)),
        ply,
        parent,
        result: Ended::of(card, outcome.as_ref()),
        proved: (*verdict).into(),
        head,
    };
    let mut response = if kind.is_new() { HttpResponse::Created() } else { HttpResponse::Ok() };
    response.insert_header((header::LOCATION, view.url.as_str()));
    caching::tag(&mut response, &view.head);
    json(&mut response, &view)
}
