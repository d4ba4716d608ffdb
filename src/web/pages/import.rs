//! `/import`: records pasted or uploaded, and the report.

use actix_multipart::form::MultipartForm;
use actix_multipart::form::bytes::Bytes;
use actix_multipart::form::text::Text;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::{errors, page};
use crate::record::input;
use crate::service::import::{Counts, Import, RecordReport};
use crate::web::{Frame, Site};

/// How many bad records the page shows.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage<'a> {
    site: Frame<'a>,
    csrf: String,
    text: String,
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
#[derive(Debug, MultipartForm)]
#[multipart(duplicate_field = "replace")]
pub struct ImportForm {
    text: Option<Text<String>>,
    file: Vec<Bytes>,
    mode: Option<Text<String>>,
    dry: Option<Text<String>>,
}

/// Answers with the form.
pub async fn form(site: web::Data<Site>) -> HttpResponse {
    let (csrf, text) = (String::new(), String::new());
    page(StatusCode::OK, &ImportPage { site: site.frame(), csrf, text })
}

/// Imports what the form sent and answers with the report.
pub async fn submit(
    site: web::Data<Site>,
    MultipartForm(form): MultipartForm<ImportForm>,
) -> HttpResponse {
    let refused = |words: String| {
        errors::refused(&site, StatusCode::UNPROCESSABLE_ENTITY, "Not imported", words)
    };
    let mode = form.mode.map_or(Ok(crate::service::import::Mode::default()), |mode| mode.parse());
    let mode = match mode {
        Ok(mode) => mode,
        Err(words) => return refused(words),
    };
    let mut text = form.text.map(|text| text.into_inner()).unwrap_or_default();
    for file in form.file.iter().filter(|file| !file.data.is_empty()) {
        match input::utf8(&file.data) {
            Ok(file) => {
                text.push_str(file);
                text.push('\n');
            }
            Err(fault) => return refused(fault.to_string()),
        }
    }
    let now_ms = chrono::Utc::now().timestamp_millis();
    let how = Import { mode, dry_run: form.dry.is_some(), now_ms };
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
        Err(_) => refused("the import was interrupted".to_owned()),
    }
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
        item.pointed = fault.pointed(text).unwrap_or_default();
    }
    item
}
