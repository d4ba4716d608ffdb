//! `/m/<link>/lesson`: a match that was made a lesson; and making it one.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::learn::{Place, Way};
use super::sandbox::{bad_address, see_other, symbols_in};
use super::{errors, next_action, page};
use crate::picture::{Look, describe, symbol_defs};
use crate::record::replay;
use crate::rules::any::View;
use crate::rules::game::Card;
use crate::service::KeepError;
use crate::service::lessons::{MatchLesson, Writing, WritingError};
use crate::web::caller::{Caller, Denied, FormMark, Right};
use crate::web::words::sentence;
use crate::web::{Frame, Site, address, markdown, now_ms};

#[derive(Template)]
#[template(path = "match_lesson.html")]
struct LessonPage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    lesson: &'a MatchLesson,
    players: [String; 2],
    base: String,
    introduction: String,
    said: Vec<SaidView<'a>>,
    step_count: usize,
    defs: String,
    board: String,
    /// The ply that is shown and written about, and the last one.
    ply: usize,
    last: usize,
    /// The action after it.
    next_action: String,
    form: Option<FormView<'a>>,
}

struct SaidView<'a> {
    ply: usize,
    text: &'a str,
    asks: bool,
}

struct FormView<'a> {
    csrf: String,
    /// What stands at the ply already.
    text: &'a str,
    asks: bool,
}

/// What a form about a lesson sends.
#[derive(Debug, Deserialize)]
pub struct LessonForm {
    csrf: Option<String>,
    /// `title`, `step` or `find`.
    what: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    ply: usize,
    #[serde(default)]
    text: String,
}

/// `GET /m/<link>/lesson`: the lesson, and the forms of who may write it.
pub async fn whole(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
) -> HttpResponse {
    let ply = address::pairs(request.query_string()).into_iter().find(|(name, _)| name == "ply");
    let Ok(ply) = ply.map_or(Ok(0), |(_, text)| text.trim().parse()) else {
        return bad_address(&site, "ply is a number");
    };
    let lesson = match site.keep.match_lesson(&path) {
        Ok(lesson) => lesson,
        Err(error) => return errors::of(&site, &error),
    };
    let caller = Caller::of(&request, &site);
    let mark = match caller.may(Right::Record).then(|| caller.mark_form(&request, &site)) {
        Some(Ok(mark)) => Some(mark),
        Some(Err(denied)) => return denied.answer(&site, request.uri()),
        None => None,
    };
    match show(&site, &lesson, ply, mark.as_ref()) {
        Ok(answer) => match mark {
            Some(mark) => mark.seal(answer),
            None => answer,
        },
        Err(error) => errors::of(&site, &error),
    }
}

fn show(
    site: &Site,
    lesson: &MatchLesson,
    ply: usize,
    mark: Option<&FormMark>,
) -> Result<HttpResponse, KeepError> {
    let stored = &lesson.stored;
    let (card, last) = (stored.log.header.card(), stored.log.actions.len());
    if ply > last {
        return Err(KeepError::NoPly { last, link: stored.head });
    }
    let scene = replay::at(&stored.log, ply)?.scene(View::Public);
    let desc = describe(card, &scene);
    let look = Look { title: "The board", desc: &desc, ..Look::default() };
    let board = crate::picture::svg(card, &scene, &[], &look);
    let here = lesson.said.get(&ply);
    let said = lesson.said.iter();
    let page_of = LessonPage {
        site: site.frame(),
        card,
        lesson,
        players: lesson.players(),
        base: format!("/m/{}", lesson.link()),
        introduction: markdown::html(&lesson.introduction),
        said: said.map(|(ply, s)| SaidView { ply: *ply, text: &s.text, asks: s.asks }).collect(),
        step_count: lesson.lesson().steps.len(),
        defs: symbol_defs(symbols_in(&scene)),
        board,
        ply,
        last,
        next_action: next_action(&stored.log, ply)?.unwrap_or_default(),
        form: mark.map(|mark| FormView {
            csrf: mark.mark.clone(),
            text: here.map_or("", |said| &said.text),
            asks: here.is_some_and(|said| said.asks),
        }),
    };
    Ok(page(StatusCode::OK, &page_of))
}

/// `GET /m/<link>/lesson/<step>`: a step of it.
pub async fn step(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, number) = path.into_inner();
    let made = match site.keep.match_lesson(&link) {
        Ok(made) => made,
        Err(error) => return errors::of(&site, &error),
    };
    let (Ok(number), false) = (number.parse(), made.title.is_empty()) else {
        return errors::not_found(
            &site,
            "This match is not published as a lesson, or has no such step.",
        );
    };
    let (lesson, card, link) = (made.lesson(), made.stored.log.header.card(), made.link());
    let way = |href: String, text: &str| Way { href, text: text.to_owned() };
    let place = Place {
        game: made.stored.log.header.game,
        lesson: &lesson,
        number,
        base: format!("/m/{link}/lesson"),
        key: format!("m/{}", made.stored.head.short()),
        crumbs: vec![
            way(format!("/games/{}/learn", card.id), card.name),
            way(format!("/m/{link}"), &made.players().join(" – ")),
            way(format!("/m/{link}/lesson"), "Lesson"),
        ],
        around: [None, Some(way(format!("/m/{link}"), "the whole match"))],
    };
    place.answer(&site, &request)
}

/// `POST /m/<link>/lesson`: writes a title or what is said at a ply.
pub async fn write(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
    form: web::Form<LessonForm>,
) -> HttpResponse {
    let caller = Caller::of(&request, &site);
    let allowed = caller.must(Right::Record).and_then(|()| caller.posted(form.csrf.as_deref()));
    if let Err(denied) = allowed {
        return Denied::answer(&denied, &site, request.uri());
    }
    let by = caller.token().map_or("?", |token| token.name.as_str());
    let writing = match form.what.as_str() {
        "title" => Writing::Title { title: &form.title, introduction: &form.text },
        what => Writing::Said { ply: form.ply, text: &form.text, asks: what == "find" },
    };
    match site.keep.write_lesson(&path, writing, by, now_ms()) {
        Ok(()) => see_other(&format!("/m/{path}/lesson?ply={}", form.ply)),
        Err(WritingError::Keep(error)) => errors::of(&site, &error),
        Err(error) => {
            let words = format!("{}.", sentence(&error.to_string()));
            errors::refused(&site, StatusCode::UNPROCESSABLE_ENTITY, "Not written", words)
        }
    }
}
