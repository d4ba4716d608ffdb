//! `/import`: records pasted or uploaded, and the report.

use actix_multipart::Multipart;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::{errors, page};
use crate::record::input;
use crate::service::import::{Counts, Import, Mode, RecordReport};
use crate::web::caller::{Caller, Denied, Right};
use crate::web::upload::{FormShape, Upload};
use crate::web::{Frame, Site, now_ms, rule_place};

/// How many bad records the page shows.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage<'a> {
    site: Frame<'a>,
    csrf: &'a str,
    denied: Option<Denied>,
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    site: Frame<'a>,
    heading: &'a str,
    summary: String,
    items: Vec<ReportItem>,
    hidden_count: usize,
}

struct ReportItem {
    number: usize,
    good: bool,
    href: String,
    title: String,
    what: String,
    rule: &'static str,
    rule_href: String,
    pointed: String,
}

/// The import form.
const SHAPE: FormShape = FormShape { fields: &["mode", "dry"], texts: &["text"] };

/// Answers with the form; says what is missing to who may not import.
pub async fn form(site: web::Data<Site>, request: HttpRequest) -> HttpResponse {
    let caller = Caller::of(&request, &site);
    let denied = caller.lacks(Right::Import);
    match caller.mark_form(&request, &site) {
        Ok(mark) => {
            let page_of = ImportPage { site: site.frame(), csrf: &mark.mark, denied };
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
    let (how, text) = match sent {
        Ok(sent) => sent,
        Err(denied) => return denied.answer(&site, request.uri()),
    };
    let site_of_task = site.clone();
    let done = web::block(move || {
        let inputs = input::records(&text, site_of_task.keep.registry());
        let done = site_of_task.keep.import(&inputs, &how);
        done.map(|(counts, reports)| (counts, reports, text))
    })
    .await;
    match done {
        Ok(Ok((counts, reports, text))) => report(&site, &how, &counts, &reports, &text),
        Ok(Err(error)) => errors::of(&site, &error),
        Err(_) => Denied::Trouble.answer(&site, request.uri()),
    }
}

/// What is to be imported, and how.
fn sent(mut form: Upload) -> Result<(Import, String), Denied> {
    let bad = |words: String| Denied::BadForm { words };
    let mode = form.text("mode")?.map_or(Ok(Mode::default()), |mode| mode.parse());
    let how =
        Import { mode: mode.map_err(bad)?, dry_run: form.text("dry")?.is_some(), now_ms: now_ms() };
    let mut text = form.text("text")?.unwrap_or_default();
    for file in &mut form.files {
        let bytes = file.read().map_err(|_| Denied::Trouble)?;
        let words = |fault| bad(format!("The file “{}” is no text: {fault}.", file.name));
        text.push('\n');
        text.push_str(input::utf8(&bytes).map_err(words)?);
    }
    Ok((how, text))
}

fn report(
    site: &Site,
    how: &Import,
    counts: &Counts,
    reports: &[RecordReport],
    text: &str,
) -> HttpResponse {
    let status = match (counts.read, counts.refused) {
        (0, _) => StatusCode::UNPROCESSABLE_ENTITY,
        (_, 0) => StatusCode::OK,
        (read, refused) if read == refused => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::MULTI_STATUS,
    };
    let bad = reports.iter().filter(|report| report.fault.is_some());
    let good = reports.iter().filter(|report| report.fault.is_none());
    let shown = bad.chain(good).take(SHOWN);
    let heading = match (counts.read, counts.refused, how.dry_run) {
        (0, ..) => "There is no record in this",
        (_, 0, true) => "All records are good",
        (_, 0, false) => "Imported",
        (read, refused, _) if read == refused => "Nothing was imported",
        (_, _, true) => "Some records are bad",
        (_, _, false) => "Imported in part",
    };
    let page_of = ReportPage {
        site: site.frame(),
        heading,
        summary: format!("{counts}."),
        items: shown.map(|report| item(report, text)).collect(),
        hidden_count: reports.len().saturating_sub(SHOWN),
    };
    page(status, &page_of)
}

fn item(report: &RecordReport, text: &str) -> ReportItem {
    let mut item = ReportItem {
        number: report.number,
        good: report.fault.is_none(),
        href: String::new(),
        title: String::new(),
        what: String::new(),
        rule: "",
        rule_href: String::new(),
        pointed: String::new(),
    };
    if let Some(kept) = &report.kept {
        item.href = format!("/m/{}", kept.head.short());
        item.title = format!("{} – {}", kept.players[0], kept.players[1]);
        let done = kept.words();
        item.what = format!("{}, {} plies, {}; {done}", kept.game, kept.plies, kept.result);
    }
    if let Some(fault) = &report.fault {
        item.what = fault.to_string();
        item.rule = fault.rule.unwrap_or_default();
        item.rule_href = match (fault.rule, report.card) {
            (Some(rule), Some(card)) => rule_place::href_in(card, rule),
            (Some(rule), None) => rule_place::href(rule).unwrap_or_default(),
            (None, _) => String::new(),
        };
        item.pointed = fault.pointed(text).unwrap_or_default();
    }
    item
}
