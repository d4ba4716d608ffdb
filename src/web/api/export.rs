//! `GET /export`: many matches out, as a stream.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, web};
use futures_util::stream;

use super::ask;
use super::list::{Which, place};
use super::problem::{Kind, Problem};
use super::receive::{Asked, LINES, MayRead, accepted};
use crate::archive::{Filter, MatchId};
use crate::service::bulk::{Exported, write_exported};
use crate::service::export::{Export, ExportForm};
use crate::web::Site;

/// The forms of an export, by media type. The first is the default.
const FORMS: [(&str, ExportForm); 3] = [
    (LINES, ExportForm::Ndjson),
    ("text/plain", ExportForm::Text),
    ("application/zip", ExportForm::Zip),
];

/// Export matches.
///
/// As NDJSON, one match a line in the order in which they were stored; as text; or as a zip
/// archive, by `Accept`. NDJSON and text begin with a line that promises a last one, and that has
/// how many matches there were and the BLAKE3 hash of every byte before it. A file without it was
/// cut. To go on, ask with `after`: the `head` of the last match that came whole. A match that
/// cannot be read does not keep the others back: a line tells its head.
///
/// What an export writes, an import reads; exported again, it is the same byte by byte.
#[utoipa::path(
    tag = "Bulk",
    params(Which),
    responses((status = 200, description = "The matches.", content(
        (super::record::ExportLine = "application/x-ndjson"),
        (String = "text/plain"),
        (String = "application/zip"),
    ))),
)]
#[get("/export")]
pub(super) async fn export_matches(
    site: web::Data<Site>,
    request: HttpRequest,
    _: MayRead,
    which: Asked<Which>,
) -> Result<HttpResponse, Problem> {
    let wanted = accepted(&request, &FORMS.map(|(media_type, _)| media_type))?;
    let form = FORMS.iter().find(|(media_type, _)| *media_type == wanted);
    let (media_type, form) = *form.unwrap_or(&FORMS[0]);
    let (filter, limit, after) = (which.0.filter()?, which.0.limit, which.0.after);
    let after = match after {
        Some(after) => Some(ask(&site, move |keep| place(keep, &after)).await?),
        None => None,
    };
    let written = Written::default();
    let export = Export::begin(form, written.clone()).map_err(broken)?;
    let left = limit.unwrap_or(usize::MAX);
    let out = Out { site, filter, after, left, export: Some(export), written };
    let parts = stream::unfold(out, async |mut out| Some((out.next().await?, out)));
    let charset = if form == ExportForm::Text { "; charset=utf-8" } else { "" };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, format!("{media_type}{charset}")))
        .insert_header((header::VARY, "accept"));
    if form == ExportForm::Zip {
        response.insert_header((header::CONTENT_ENCODING, "identity"));
    }
    Ok(response.streaming(parts))
}

fn broken(error: io::Error) -> Problem {
    Problem::new(Kind::Broken, error)
}

/// What was written and not yet sent.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An export that goes on.
struct Out {
    site: web::Data<Site>,
    filter: Filter,
    /// The last match that was looked at.
    after: Option<MatchId>,
    /// How many may still come.
    left: usize,
    /// None once it is finished.
    export: Option<Export<Written>>,
    written: Written,
}

impl Out {
    /// The next bytes; `None` after the end.
    async fn next(&mut self) -> Option<Result<Bytes, Problem>> {
        loop {
            let bytes = self.written.take();
            if !bytes.is_empty() {
                return Some(Ok(bytes));
            }
            self.export.as_ref()?;
            if let Err(problem) = self.go_on().await {
                self.export = None;
                return Some(Err(problem));
            }
        }
    }

    async fn go_on(&mut self) -> Result<(), Problem> {
        let (filter, after) = (self.filter.clone(), self.after);
        let part = ask(&self.site, move |keep| keep.export_part(&filter, after)).await?;
        for exported in part.matches.iter().take(self.left) {
            self.write(exported).map_err(broken)?;
        }
        self.left = self.left.saturating_sub(part.matches.len());
        match part.last {
            Some(last) if self.left > 0 => self.after = Some(last),
            _ => {
                self.export
                    .take()
                    .map_or(Ok(()), |export| export.finish().map(|_| ()))
                    .map_err(broken)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, exported: &Exported) -> io::Result<()> {
        self.export.as_mut().map_or(Ok(()), |export| write_exported(export, exported))
    }
}
