//! `POST /import`: many records in, and a report out, both as streams.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, post, rt, web};
use futures_util::{Stream, StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};
use utoipa::{IntoParams, ToSchema};

use super::create::EntryKind;
use super::problem::{Kind, Problem};
use super::receive::{Asked, LINES, MayImport, TakesLines, media_type, not_taken};
use crate::service::bulk::BulkError;
use crate::service::import::{Counts, Import, Mode, RecordReport};
use crate::service::source::{Limits, Piece, Source};
use crate::web::limits::OPEN_IMPORT_BYTES;
use crate::web::{Site, now_ms};

/// The name of a body in reports; files of an archive have theirs.
const BODY: &str = "body";
/// How long the answer to an import waits for the import's end, so as to tell it by its status.
const SOON: Duration = Duration::from_secs(5);
/// How many bytes of a report wait with it.
const KEPT_BYTES: usize = 256 << 10;

/// How records are imported.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct How {
    /// What to do with a bad record.
    #[serde(default)]
    #[param(inline)]
    mode: ModeWord,
    /// Check only, store nothing.
    #[serde(default)]
    #[param(default = false)]
    dry_run: bool,
    /// Which records the report tells of. Its last line is always there.
    #[serde(default)]
    #[param(inline)]
    report: ReportWord,
}

/// What to do with a bad record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ModeWord {
    /// Leave it out and store the others.
    #[default]
    SkipBad,
    /// Store nothing at all; then the whole is at most 64 MiB.
    Atomic,
    /// Store it up to its last legal action, with a note that says so.
    KeepLegal,
}

impl From<ModeWord> for Mode {
    fn from(word: ModeWord) -> Self {
        match word {
            ModeWord::SkipBad => Mode::SkipBad,
            ModeWord::Atomic => Mode::Atomic,
            ModeWord::KeepLegal => Mode::KeepLegal,
        }
    }
}

/// Which records a report tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReportWord {
    /// All.
    #[default]
    All,
    /// Those that are bad.
    Bad,
}

/// A line of a report: about a record, or the last one.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ReportLine {
    /// The file of an archive that the record is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    file: Option<String>,
    /// The record's number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    record: Option<usize>,
    /// The line at which it begins, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    line: Option<usize>,
    /// Its head, if it is stored or could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^[0-9a-f]{64}$")]
    head: Option<String>,
    /// What became of it, if it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    entry: Option<EntryKind>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    words: Option<String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<Problem>,
    /// On the last line: what became of all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    done: Option<Done>,
}

/// What became of all records of an import.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Done {
    /// Records read.
    read: usize,
    /// Matches that are new, or went on.
    stored: usize,
    /// Matches that were stored already.
    known: usize,
    /// Records refused.
    refused: usize,
    /// Good records that were not stored: only checked, or another one was bad.
    left_out: usize,
    /// Whether nothing was to be stored.
    dry_run: bool,
}

impl ReportLine {
    fn of(piece: &Piece, report: &RecordReport) -> Self {
        let kept = report.kept.as_ref();
        let stored = kept.and_then(|kept| kept.stored.as_ref());
        ReportLine {
            file: Some(piece.file.to_string()).filter(|file| file != BODY),
            record: Some(report.number),
            line: Some(report.line),
            head: kept.map(|kept| kept.head.to_string()),
            entry: stored.map(|stored| EntryKind::of(&stored.entry)),
            words: kept.map(crate::service::import::Kept::words),
            problem: report.fault.clone().map(|fault| {
                let problem = Problem::from(fault);
                match report.card {
                    Some(card) => problem.in_game(card),
                    None => problem,
                }
            }),
            done: None,
        }
    }

    fn bytes(&self) -> Bytes {
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line.into()
    }
}

/// What an import tells while it goes on.
enum Told {
    Line(Bytes),
    Done(Result<Counts, BulkError>),
}

/// What a body may be.
const TAKEN: [&str; 7] = [
    LINES,
    "application/json",
    "text/plain",
    "application/zip",
    "application/gzip",
    "application/zstd",
    "application/octet-stream",
];

/// Import many records.
///
/// The body streams in and is stored a batch at a time; the report streams out, a line of JSON for
/// each record, in order, and a last line with `done`. An import that was cut off is simply sent
/// again: what is stored already changes nothing. Read the report while you send, or ask for
/// `report=bad`; who sends much and reads nothing is kept waiting.
///
/// The status tells what became of it: 200, every record is good; 422, none is; 207, look at the
/// report: some are bad, or the answer began before the end was known.
///
/// Records come as text, JSON, NDJSON or in a form from elsewhere, packed with gzip, zstd or zip or
/// as they are: what it is shows at its first bytes. An export that was cut is told by its missing
/// last line.
#[utoipa::path(
    tag = "Bulk",
    params(How),
    request_body(description = "Records, as NDJSON, as text one after the other, or packed.",
        content(
            (super::record::Record = "application/x-ndjson"),
            (super::record::Record = "application/json"),
            (String = "text/plain"),
        )),
    responses(
        (status = 200, description = "Every record is good.", body = ReportLine,
            content_type = "application/x-ndjson"),
        (status = 207, description = "Look at the report.", body = ReportLine,
            content_type = "application/x-ndjson"),
        (status = 422, description = "No record is good.", content(
            (ReportLine = "application/x-ndjson"), (Problem = "application/problem+json"))),
    ),
    security(("token" = [])),
)]
#[post("/import")]
pub(super) async fn import_records(
    site: web::Data<Site>,
    request: HttpRequest,
    may: MayImport,
    _: TakesLines,
    how: Asked<How>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let media_type = media_type(&request)?;
    if !TAKEN.contains(&media_type.as_str()) {
        return Err(not_taken(&media_type, &TAKEN));
    }
    let busy = |_| Problem::new(Kind::Busy, "too many imports are going on");
    let permit = site.imports.clone().try_acquire_owned().map_err(busy)?;
    let (bytes, body) = channel(8);
    let (telling, told) = channel(64);
    rt::spawn(pump(payload, bytes));
    let How { mode, dry_run, report } = how.0;
    let how = Import { mode: mode.into(), dry_run, now_ms: now_ms() };
    rt::task::spawn_blocking(move || {
        let _permit = permit;
        let total_bytes = if may.has_token { u64::MAX } else { OPEN_IMPORT_BYTES };
        let limits = Limits { total_bytes, ..Limits::default() };
        let body = Body { body, rest: Bytes::new() };
        let source = Source::of_stream(BODY, body, site.keep.registry(), limits);
        let mut tell = |piece: &Piece, told: &RecordReport| {
            if report == ReportWord::Bad && told.fault.is_none() {
                return ControlFlow::Continue(());
            }
            let line = Told::Line(ReportLine::of(piece, told).bytes());
            match telling.blocking_send(line) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let done = site.keep.import_stream(source, &how, &mut tell);
        let _ = telling.blocking_send(Told::Done(done));
    });
    answer(told, dry_run).await
}

/// Hands the bytes of a body on.
async fn pump(mut payload: web::Payload, bytes: Sender<io::Result<Bytes>>) {
    while let Some(chunk) = payload.next().await {
        let broken = chunk.is_err();
        if bytes.send(chunk.map_err(io::Error::other)).await.is_err() || broken {
            return;
        }
    }
}

/// A body, as something to be read from in another thread.
struct Body {
    body: Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl Read for Body {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.body.blocking_recv() {
                None => return Ok(0),
                Some(chunk) => self.rest = chunk?,
            }
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest.split_to(count));
        Ok(count)
    }
}

/// Waits a moment for the end, so as to tell it by the status; then begins with what there is.
async fn answer(mut told: Receiver<Told>, dry_run: bool) -> Result<HttpResponse, Problem> {
    let mut kept = VecDeque::new();
    let mut size = 0;
    let until = Instant::now() + SOON;
    let mut done = None;
    while done.is_none() && size < KEPT_BYTES {
        match timeout_at(until, told.recv()).await {
            Ok(Some(Told::Line(line))) => {
                size += line.len();
                kept.push_back(line);
            }
            Ok(Some(Told::Done(end))) => done = Some(end),
            Ok(None) | Err(_) => break,
        }
    }
    let status = match &done {
        Some(Err(_)) if kept.is_empty() => {
            let error = done.and_then(Result::err);
            return Err(error.map_or_else(|| Problem::new(Kind::Broken, ""), Problem::from));
        }
        Some(Ok(counts)) if counts.read == 0 => {
            return Err(Problem::new(Kind::BadRecord, "there is no record in this"));
        }
        Some(Ok(counts)) if counts.refused == 0 => HttpResponse::Ok(),
        Some(Ok(counts)) if counts.refused == counts.read => HttpResponse::UnprocessableEntity(),
        Some(_) | None => HttpResponse::build(actix_web::http::StatusCode::MULTI_STATUS),
    };
    let mut response = status;
    // The report is to be read while it is made: nothing may hold it back.
    response
        .insert_header((header::CONTENT_TYPE, LINES))
        .insert_header((header::CONTENT_ENCODING, "identity"));
    if let Some(end) = done {
        kept.push_back(last_line(end, dry_run));
        let body: Vec<u8> = kept.iter().flat_map(|line| line.iter().copied()).collect();
        return Ok(response.body(body));
    }
    Ok(response.streaming(report(kept, told, dry_run)))
}

/// The lines that are there, and those that come.
fn report(
    kept: VecDeque<Bytes>,
    told: Receiver<Told>,
    dry_run: bool,
) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold((kept, told), move |(mut kept, mut told)| async move {
        let line = match kept.pop_front() {
            Some(line) => line,
            None => match told.recv().await? {
                Told::Line(line) => line,
                Told::Done(end) => last_line(end, dry_run),
            },
        };
        Some((Ok(line), (kept, told)))
    })
}

/// The last line of a report.
fn last_line(end: Result<Counts, BulkError>, dry_run: bool) -> Bytes {
    let line = match end {
        Ok(counts) => {
            let Counts { read, stored, known, refused, left_out } = counts;
            let done = Done { read, stored, known, refused, left_out, dry_run };
            ReportLine { done: Some(done), ..ReportLine::default() }
        }
        Err(error) => ReportLine { problem: Some(error.into()), ..ReportLine::default() },
    };
    line.bytes()
}

impl From<BulkError> for Problem {
    fn from(error: BulkError) -> Self {
        match error {
            BulkError::Keep(error) => error.into(),
            BulkError::TooLarge => Problem::new(Kind::TooLarge, error),
            BulkError::Read(_) | BulkError::GivenUp => Problem::new(Kind::BadRecord, error),
        }
    }
}
