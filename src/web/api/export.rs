//! `GET /export`: many matches out, as a stream.

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::ask;
use super::cursor::Cursor;
use super::list::{Which, place};
use super::problem::Problem;
use super::receive::{Asked, LINES, TakesLines};
use crate::archive::{Filter, MatchId};
use crate::service::bulk::Exported;
use crate::service::feed::{End, EndLine};
use crate::web::Site;

/// Export matches, as NDJSON.
///
/// One match a line, in the order in which they were stored, and a last line `{"end":{…}}` with how
/// many there were, the BLAKE3 hash of every byte before it, and `after`. A file without that line
/// was cut. To go on, ask with `after`: the `after` of the end, or the `head` of the last match that
/// came whole. A match that cannot be read does not keep the others back: it has a line
/// `{"unreadable":{…}}`.
///
/// What an export writes, an import reads; exported again, it is the same byte by byte.
#[utoipa::path(
    tag = "Bulk",
    params(Which),
    responses((status = 200, description = "The matches, a line each.", body = ExportLine,
        content_type = "application/x-ndjson")),
)]
#[get("/export")]
pub(super) async fn export_matches(
    site: web::Data<Site>,
    _: TakesLines,
    which: Asked<Which>,
) -> Result<HttpResponse, Problem> {
    let (filter, limit, after) = (which.0.filter()?, which.0.limit, which.0.after);
    let after = match after {
        Some(after) => Some(ask(&site, move |keep| place(keep, &after)).await?),
        None => None,
    };
    let hasher = blake3::Hasher::new();
    let left = limit.unwrap_or(usize::MAX);
    let out = Export { site, filter, after, left, hasher, matches: 0, unreadable: 0, ended: false };
    let parts = stream::unfold(out, async |mut out| Some((out.next().await?, out)));
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, LINES)).streaming(parts))
}

/// An export that goes on.
struct Export {
    site: web::Data<Site>,
    filter: Filter,
    /// The last match that was looked at.
    after: Option<MatchId>,
    /// How many may still come.
    left: usize,
    hasher: blake3::Hasher,
    matches: u64,
    unreadable: u64,
    ended: bool,
}

/// A match that cannot be read.
#[derive(Serialize, ToSchema)]
pub(super) struct Unreadable {
    /// The place after it.
    after: String,
    /// Why.
    words: String,
}

/// The line of a match that cannot be read.
#[derive(Serialize, ToSchema)]
pub(super) struct UnreadableLine {
    unreadable: Unreadable,
}

/// A line of an export: a match, one that cannot be read, or the end.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
pub(super) enum ExportLine {
    Match(Box<super::record::Record>),
    Unreadable(UnreadableLine),
    End(EndLine),
}

impl Export {
    /// The next lines; `None` after the end.
    async fn next(&mut self) -> Option<Result<Bytes, Problem>> {
        let mut lines = Vec::new();
        while lines.is_empty() && !self.ended {
            let (filter, after) = (self.filter.clone(), self.after);
            let part = ask(&self.site, move |keep| keep.export_part(&filter, after)).await;
            let part = match part {
                Ok(part) => part,
                Err(problem) => return Some(Err(problem)),
            };
            for exported in part.matches.iter().take(self.left) {
                self.write(exported, &mut lines);
            }
            self.left = self.left.saturating_sub(part.matches.len());
            match part.last {
                Some(last) if self.left > 0 => self.after = Some(last),
                _ => self.ended = true,
            }
            self.hasher.update(&lines);
            if self.ended {
                lines.extend_from_slice(&self.end());
            }
        }
        (!lines.is_empty()).then(|| Ok(lines.into()))
    }

    fn write(&mut self, exported: &Exported, lines: &mut Vec<u8>) {
        self.after = Some(exported.id);
        match &exported.line {
            Ok(line) => {
                self.matches += 1;
                lines.extend_from_slice(line.as_bytes());
            }
            Err(words) => {
                self.unreadable += 1;
                let after = Cursor(exported.id).to_string();
                let unreadable = Unreadable { after, words: words.clone() };
                let line = serde_json::to_vec(&UnreadableLine { unreadable });
                lines.extend_from_slice(&line.unwrap_or_default());
            }
        }
        lines.push(b'\n');
    }

    fn end(&self) -> Vec<u8> {
        let end = End {
            matches: self.matches,
            unreadable: self.unreadable,
            blake3: self.hasher.finalize().to_hex().to_string(),
            after: self.after.map(|id| Cursor(id).to_string()),
        };
        let mut line = serde_json::to_vec(&EndLine { end }).unwrap_or_default();
        line.push(b'\n');
        line
    }
}
