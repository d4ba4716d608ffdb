//! `/import`: records pasted or uploaded, and the report.

use std::io;
use std::ops::ControlFlow;

use actix_multipart::Multipart;
use actix_web::http::{StatusCode, header};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use futures_util::stream;

use super::{errors, page};
use crate::record::fault::Fault;
use crate::service::bulk::BulkError;
use crate::service::import::{Counts, Import, Mode, RecordReport};
use crate::service::report::{self, Digest, Reason};
use crate::service::source::{Given, Limits, Piece, Source};
use crate::web::caller::{Caller, Denied, Right};
use crate::web::limits::{FORM_BYTES, FORM_IMPORT_BYTES, OPEN_FORM_BYTES, OPEN_IMPORT_BYTES};
use crate::web::reports::Draft;
use crate::web::upload::{FormShape, Upload};
use crate::web::{Frame, Site, now_ms, rule_place};

/// How many good records the page shows.
const SHOWN: usize = 100;
/// What reports call what was pasted.
const PASTED: &str = "pasted";

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage<'a> {
    site: Frame<'a>,
    csrf: &'a str,
    denied: Option<Denied>,
    most_mib: u64,
    import_js: &'a str,
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    site: Frame<'a>,
    heading: &'a str,
    summary: String,
    download: Option<String>,
    reasons: Vec<&'a Reason>,
    other_count: usize,
    bad: Vec<BadItem<'a>>,
    hidden_bad: usize,
    good: &'a [GoodItem],
    hidden_good: usize,
}

struct BadItem<'a> {
    file: &'a str,
    number: usize,
    became: &'a str,
    fault: String,
    rule_href: Option<&'a str>,
    pointed: Option<&'a str>,
}

struct GoodItem {
    file: String,
    number: usize,
    href: String,
    title: String,
    what: String,
}

/// The import form.
const SHAPE: FormShape = FormShape { fields: &["mode", "dry"], texts: &["text"] };

/// Answers with the form; says what is missing to who may not import.
pub async fn form(site: web::Data<Site>, request: HttpRequest) -> HttpResponse {
    let caller = Caller::of(&request, &site);
    let denied = caller.lacks(Right::Import);
    let most = if caller.token().is_some() { FORM_BYTES } else { OPEN_FORM_BYTES };
    match caller.mark_form(&request, &site) {
        Ok(mark) => {
            let page_of = ImportPage {
                site: site.frame(),
                csrf: &mark.mark,
                denied,
                most_mib: most >> 20,
                import_js: site.assets.path("import.js"),
            };
            let page = page(StatusCode::OK, &page_of);
            mark.seal(page)
        }
        Err(denied) => denied.answer(&site, request.uri()),
    }
}

/// Imports what the form sent and answers with the report.
pub async fn submit(site: web::Data<Site>, request: HttpRequest, body: Multipart) -> HttpResponse {
    let caller = Caller::of(&request, &site);
    let sent = match caller.must(Right::Import) {
        Ok(()) => Upload::read(&caller, request.headers(), body, SHAPE).await.and_then(sent),
        Err(denied) => Err(denied),
    };
    let (how, given) = match sent {
        Ok(sent) => sent,
        Err(denied) => return denied.answer(&site, request.uri()),
    };
    let known = caller.token().is_some();
    let total_bytes = if known { FORM_IMPORT_BYTES } else { OPEN_IMPORT_BYTES };
    let limits = Limits { total_bytes, ..Limits::default() };
    let Ok(permit) = site.imports.clone().try_acquire_owned() else {
        return Denied::Busy.answer(&site, request.uri());
    };
    let site_of_task = site.clone();
    let done = web::block(move || {
        let _permit = permit;
        import(&site_of_task, given, limits, how)
    })
    .await;
    match done {
        Ok(Ok(told)) => told.page(&site, &how),
        Ok(Err(BulkError::Keep(error))) => errors::of(&site, &error),
        Ok(Err(BulkError::TooLarge)) => {
            let words = format!("{}.", BulkError::TooLarge);
            Denied::BadForm { words }.answer(&site, request.uri())
        }
        Ok(Err(error)) => {
            tracing::error!(%error, "a form cannot be imported");
            Denied::Trouble.answer(&site, request.uri())
        }
        Err(_) => Denied::Trouble.answer(&site, request.uri()),
    }
}

/// What is to be imported, and how.
fn sent(mut form: Upload) -> Result<(Import, Vec<(String, Given)>), Denied> {
    let bad = |words: String| Denied::BadForm { words };
    let mode = form.text("mode")?.map_or(Ok(Mode::default()), |mode| mode.parse());
    let how =
        Import { mode: mode.map_err(bad)?, dry_run: form.text("dry")?.is_some(), now_ms: now_ms() };
    let mut given = Vec::new();
    given.extend(form.take_field("text").map(|text| (PASTED.to_owned(), text.given())));
    for (n, file) in form.files.into_iter().enumerate() {
        let named = !file.name.is_empty();
        let name = if named { file.name.clone() } else { format!("file {}", n + 1) };
        given.push((name, file.given()));
    }
    Ok((how, given))
}

/// What the page tells.
struct ToldPage {
    counts: Counts,
    digest: Digest,
    /// What became of the bad records that are shown.
    became: Vec<Became>,
    good: Vec<GoodItem>,
    /// The name of the whole report.
    report: Option<String>,
}

fn import(
    site: &Site,
    given: Vec<(String, Given)>,
    limits: Limits,
    how: Import,
) -> Result<ToldPage, BulkError> {
    let keep = &site.keep;
    let source = Source::of_given(given, keep.registry(), limits);
    let (mut digest, mut became, mut good) = (Digest::default(), Vec::new(), Vec::new());
    let mut draft = Draft::new();
    let mut write = |line: &serde_json::Value| {
        if let Ok(Err(error)) = draft.as_mut().map(|draft| draft.line(line)) {
            draft = Err(error);
        }
    };
    let counts = keep.import_stream(source, &how, &mut |piece, told| {
        write(&report::line(piece, told));
        match &told.fault {
            Some(fault) if digest.add(piece, fault).is_some() => {
                let is_kept = told.kept.as_ref().is_some_and(|kept| kept.stored.is_some());
                let words = if is_kept { "stored in part" } else { "not stored" };
                became.push(Became { words, rule_href: rule_href(told, fault) });
            }
            None if good.len() < SHOWN => good.extend(good_item(piece, told)),
            _ => {}
        }
        ControlFlow::Continue(())
    })?;
    write(&report::last_line(&counts, how.dry_run));
    let report = if counts.read == 0 {
        None
    } else {
        let kept = draft.and_then(|draft| site.reports.keep(draft, how.now_ms));
        kept.inspect_err(|error| tracing::error!(%error, "a report cannot be kept")).ok()
    };
    Ok(ToldPage { counts, digest, became, good, report })
}

/// What became of a bad record, and where the rule stands that it breaks.
struct Became {
    words: &'static str,
    rule_href: Option<String>,
}

fn rule_href(told: &RecordReport, fault: &Fault) -> Option<String> {
    match told.card {
        Some(card) => Some(rule_place::href_in(card, fault.rule?)),
        None => rule_place::href(fault.rule?),
    }
}

fn good_item(piece: &Piece, told: &RecordReport) -> Option<GoodItem> {
    let kept = told.kept.as_ref()?;
    let done = kept.words();
    Some(GoodItem {
        file: piece.file.to_string(),
        number: piece.number,
        // The match may be one that is not listed, found by the whole link only.
        href: format!("/m/{}", kept.head),
        title: format!("{} – {}", kept.players[0], kept.players[1]),
        what: format!("{}, {} plies, {}; {done}", kept.game, kept.plies, kept.result),
    })
}

impl ToldPage {
    fn page(&self, site: &Site, how: &Import) -> HttpResponse {
        let Counts { read, refused, .. } = self.counts;
        let status = match (read, refused) {
            (0, _) => StatusCode::UNPROCESSABLE_ENTITY,
            (_, 0) => StatusCode::OK,
            _ if read == refused => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::MULTI_STATUS,
        };
        let heading = match (read, refused, how.dry_run) {
            (0, ..) => "There is no record in this",
            (_, 0, true) => "All records are good",
            (_, 0, false) => "Imported",
            _ if self.counts.stored == 0 && !how.dry_run => "Nothing was imported",
            (_, _, true) => "Some records are bad",
            (_, _, false) => "Imported in part",
        };
        let bad = self.digest.shown.iter().zip(&self.became).map(|(bad, became)| BadItem {
            file: &bad.file,
            number: bad.number,
            became: became.words,
            rule_href: became.rule_href.as_deref(),
            fault: bad.fault.to_string(),
            pointed: bad.pointed.as_deref(),
        });
        let many = self.digest.count > 1;
        let page_of = ReportPage {
            site: site.frame(),
            heading,
            summary: format!("{}.", self.counts),
            download: self.report.as_ref().map(|name| format!("/import/report/{name}")),
            reasons: if many { self.digest.reasons() } else { Vec::new() },
            other_count: self.digest.other_count(),
            bad: bad.collect(),
            hidden_bad: self.digest.hidden_count(),
            good: &self.good,
            hidden_good: read - refused - self.good.len(),
        };
        page(status, &page_of)
    }
}

/// Answers with a whole report, as long as it is kept.
pub async fn report(
    site: web::Data<Site>,
    request: HttpRequest,
    name: web::Path<String>,
) -> HttpResponse {
    let Some(found) = site.reports.find(&name, now_ms()) else {
        return errors::no_page(site, request).await;
    };
    let parts = stream::unfold((found, 0), |(found, from)| async move {
        let reader = found.clone();
        let part = web::block(move || reader.part(from)).await;
        match part.unwrap_or_else(|_| Err(io::Error::other("the server stops"))) {
            Ok(part) if part.is_empty() => None,
            Ok(part) => {
                let next = from + part.len() as u64;
                Some((Ok(Bytes::from(part)), (found, next)))
            }
            Err(error) => Some((Err(error), (found, u64::MAX))),
        }
    });
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"report.ndjson\""))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .streaming(parts)
}
