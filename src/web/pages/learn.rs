//! `/games/<game>/learn`: a game's course, and its lessons and puzzles step by step.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::sandbox::see_other;
use super::{errors, page};
use crate::lesson::{Course, Lesson};
use crate::rules::any::AnyGame;
use crate::rules::game::Card;
use crate::service::KeepError;
use crate::service::lessons::Taught;
use crate::web::{Frame, Site};

mod exercise;
mod query;
mod stage;
mod step;
mod watch;

pub(super) use step::{Place, Way};

#[derive(Template)]
#[template(path = "learn.html")]
struct CoursePage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    lessons: Vec<LessonView<'a>>,
    puzzles: Option<LessonView<'a>>,
    taught: Vec<Taught>,
}

struct LessonView<'a> {
    title: &'a str,
    summary: &'a str,
    href: String,
    /// What progress is kept under.
    key: String,
    steps: Vec<(usize, &'a str)>,
    /// How many steps there are, and how many of them are to be done.
    count: String,
}

impl<'a> LessonView<'a> {
    fn new(card: &Card, lesson: &'a Lesson) -> Self {
        let to_do = lesson.steps.iter().filter(|step| step.exercise().is_some()).count();
        let count = match (lesson.steps.len(), to_do) {
            (1, _) => "1 step".to_owned(),
            (all, 0) => format!("{all} steps"),
            (all, to_do) => format!("{all} steps, {to_do} to do"),
        };
        LessonView {
            title: &lesson.title,
            summary: &lesson.summary,
            href: href(card, lesson),
            key: key(card, lesson),
            steps: lesson.steps.iter().enumerate().map(|(n, s)| (n + 1, &*s.title)).collect(),
            count,
        }
    }
}

/// The address of a lesson; its steps are below it.
pub(super) fn href(card: &Card, lesson: &Lesson) -> String {
    format!("/games/{}/learn/{}", card.id, lesson.slug)
}

fn key(card: &Card, lesson: &Lesson) -> String {
    format!("{}/{}", card.id, lesson.slug)
}

/// The first step of a lesson as a way on.
fn way(card: &Card, lesson: &Lesson) -> Way {
    Way { href: format!("{}/1", href(card, lesson)), text: lesson.title.clone() }
}

/// `/games/<game>/learn`: the course.
pub async fn course(site: web::Data<Site>, path: web::Path<String>) -> HttpResponse {
    let Some(game) = site.keep.registry().newest(&path) else {
        return errors::not_found(&site, "There is no such game here.");
    };
    course_of(&site, game).unwrap_or_else(|error| errors::of(&site, &error))
}

fn course_of(site: &Site, game: &'static dyn AnyGame) -> Result<HttpResponse, KeepError> {
    let card = game.card();
    let course = site.keep.course(card);
    let page_of = CoursePage {
        site: site.frame(),
        card,
        lessons: course.lessons.iter().map(|lesson| LessonView::new(card, lesson)).collect(),
        puzzles: course.puzzles.as_ref().map(|puzzles| LessonView::new(card, puzzles)),
        taught: site.keep.taught(card.id)?,
    };
    Ok(page(StatusCode::OK, &page_of))
}

/// `/games/<game>/learn/<lesson>`: on to its first step.
pub async fn lesson(site: web::Data<Site>, path: web::Path<(String, String)>) -> HttpResponse {
    let (game, slug) = path.into_inner();
    let game = site.keep.registry().newest(&game);
    let found = game.and_then(|game| {
        let card = game.card();
        Some(way(card, site.keep.course(card).lesson(&slug)?))
    });
    match found {
        Some(way) => see_other(&way.href),
        None => errors::not_found(&site, "There is no such lesson here."),
    }
}

/// `/games/<game>/learn/<lesson>/<step>`: a step.
pub async fn step(
    site: web::Data<Site>,
    path: web::Path<(String, String, String)>,
    request: HttpRequest,
) -> HttpResponse {
    let (game, slug, number) = path.into_inner();
    let Some(game) = site.keep.registry().newest(&game) else {
        return errors::not_found(&site, "There is no such game here.");
    };
    let card = game.card();
    let course = site.keep.course(card);
    let Some(lesson) = course.lesson(&slug) else {
        return errors::not_found(&site, "There is no such lesson here.");
    };
    let Ok(number) = number.parse() else {
        return errors::not_found(&site, "The steps of a lesson have numbers.");
    };
    let crumb = |href: String, text: &str| Way { href, text: text.to_owned() };
    let place = Place {
        game,
        lesson,
        number,
        base: href(card, lesson),
        key: key(card, lesson),
        crumbs: vec![
            crumb(format!("/games/{}", card.id), card.name),
            crumb(format!("/games/{}/learn", card.id), "Learn"),
        ],
        around: around(card, course, lesson),
    };
    place.answer(&site, &request)
}

/// What comes before a lesson's first step and after its last one.
fn around(card: &Card, course: &Course, lesson: &Lesson) -> [Option<Way>; 2] {
    let all: Vec<&Lesson> = course.all().collect();
    let Some(at) = all.iter().position(|one| one.slug == lesson.slug) else { return [None, None] };
    let before = at.checked_sub(1).map(|n| {
        let before = all[n];
        let href = format!("{}/{}", href(card, before), before.steps.len());
        Way { href, text: before.title.clone() }
    });
    let after = all.get(at + 1).map_or_else(
        || Way {
            href: format!("/games/{}/board", card.id),
            text: "set up a board, and play".to_owned(),
        },
        |after| way(card, after),
    );
    [before, Some(after)]
}
