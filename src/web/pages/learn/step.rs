//! A step as a page: of a game's own course, or of a match that was made a lesson.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::exercise::{DoView, Tried};
use super::query::{Here, Query};
use super::stage::{Control, Pointed, board, scene};
use super::watch::{WatchView, watched};
use crate::lesson::{Lesson, Step, StepError, Task};
use crate::picture::symbol_defs;
use crate::record::timeline::Losses;
use crate::rules::any::{AnyGame, Play};
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::illegal::{AFTER_END, Illegal, NOTATION};
use crate::service::reel::Panel;
use crate::web::pages::replay::panel;
use crate::web::pages::sandbox::{self, Offered, bad_address, see_other, symbols_in};
use crate::web::pages::{errors, page};
use crate::web::{Frame, Site, markdown, rule_place};

#[derive(Template)]
#[template(path = "step.html")]
struct StepPage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    title: &'a str,
    whole_title: &'a str,
    crumbs: &'a [Way],
    path: String,
    /// What progress is kept under: the lesson's, and the step's number.
    lesson_key: &'a str,
    number: usize,
    is_done: bool,
    has_query: bool,
    text: String,
    after: String,
    rules: Vec<RuleLink>,
    defs: String,
    board: String,
    offered: Offered,
    is_offering: bool,
    panel: String,
    watch: WatchView,
    task: Option<DoView>,
    controls: Vec<Control>,
    flip_href: String,
    steps: Vec<StepLink<'a>>,
    back: Option<Way>,
    next: Option<Way>,
}

/// A link with its words.
#[derive(Clone, Debug)]
pub(in crate::web::pages) struct Way {
    pub(in crate::web::pages) href: String,
    pub(in crate::web::pages) text: String,
}

struct RuleLink {
    id: String,
    title: String,
    href: String,
}

struct StepLink<'a> {
    number: usize,
    title: &'a str,
    href: String,
    is_current: bool,
}

/// A step, and what is around it.
pub(in crate::web::pages) struct Place<'a> {
    pub(in crate::web::pages) game: &'static dyn AnyGame,
    pub(in crate::web::pages) lesson: &'a Lesson,
    /// The step's number, from 1.
    pub(in crate::web::pages) number: usize,
    /// The lesson's address; its steps are below it.
    pub(in crate::web::pages) base: String,
    /// What progress is kept under.
    pub(in crate::web::pages) key: String,
    /// The ways up.
    pub(in crate::web::pages) crumbs: Vec<Way>,
    /// What comes before the first step, and after the last one.
    pub(in crate::web::pages) around: [Option<Way>; 2],
}

/// What a step's page shows, before it is words.
struct Stage {
    play: Box<dyn Play>,
    effects: Vec<Effect>,
    is_start: bool,
    is_done: bool,
    here: Here,
    offered: Offered,
    watch: WatchView,
    task: Option<DoView>,
}

impl Place<'_> {
    /// The page of the step, in the state that the request's address tells.
    pub(in crate::web::pages) fn answer(&self, site: &Site, request: &HttpRequest) -> HttpResponse {
        let query = match Query::read(request.query_string()) {
            Ok(query) => query,
            Err(words) => return bad_address(site, &words),
        };
        let index = self.number.wrapping_sub(1);
        let begun =
            self.lesson.begin(self.game, index).map(|play| (play, &self.lesson.steps[index]));
        match begun {
            Ok((play, step)) => self.show(site, request, &query, (step, play)),
            Err(StepError::NoStep) => {
                let last = self.lesson.steps.len();
                errors::not_found(site, &format!("This lesson has the steps 1 to {last}."))
            }
            Err(error) => {
                tracing::error!(%error, lesson = self.key, "a step cannot be set up");
                errors::broken(site, "This step cannot be set up.")
            }
        }
    }

    fn show(
        &self,
        site: &Site,
        request: &HttpRequest,
        query: &Query,
        (step, play): (&Step, Box<dyn Play>),
    ) -> HttpResponse {
        let stage = match &step.task {
            Task::Watch(watch) => watched(watch, play, &query.here).map(|watched| Stage {
                is_start: watched.at == 0,
                is_done: watched.is_done,
                here: query.here.clone(),
                offered: Offered::default(),
                watch: watched.view,
                task: None,
                play: watched.play,
                effects: watched.effects,
            }),
            Task::Do(_) => match Tried::new(step, play, query) {
                Some(tried) => {
                    if let Some(to) = tried.onward(query) {
                        return see_other(&format!("{}{to}", request.path()));
                    }
                    Ok(self.done(query, &tried))
                }
                None => Err(Illegal::after_end()),
            },
        };
        match stage {
            Ok(stage) => {
                let has_query = !request.query_string().is_empty();
                page(StatusCode::OK, &self.page(site, step, stage, has_query))
            }
            Err(error) => {
                tracing::error!(%error, lesson = self.key, "a step cannot be shown");
                errors::broken(site, "This step cannot be shown.")
            }
        }
    }

    fn done(&self, query: &Query, tried: &Tried<'_>) -> Stage {
        let (standing, out) = tried.standing();
        let here = tried.here().clone();
        let (choices, ways) = (tried.choices(), here.ways());
        let scene = scene(&*standing.play);
        let choices = if ways.has_room { choices } else { Vec::new() };
        let ways = (&ways, here.line.len());
        let offered = sandbox::offered(self.game.card(), &scene, &choices, &query.board, ways);
        Stage {
            is_start: here.line.is_empty(),
            is_done: tried.is_done(),
            task: Some(tried.view(out)),
            watch: WatchView::default(),
            offered,
            here,
            play: standing.play,
            effects: standing.effects,
        }
    }

    fn page<'a>(
        &'a self,
        site: &'a Site,
        step: &'a Step,
        mut stage: Stage,
        has_query: bool,
    ) -> StepPage<'a> {
        let card = self.game.card();
        let scene = scene(&*stage.play);
        let pointed = Pointed { step, effects: &stage.effects, is_start: stage.is_start };
        let drawn = board(card, &scene, pointed, stage.here.flipped);
        let controls = match &mut stage.task {
            Some(task) => std::mem::take(&mut task.controls),
            None => std::mem::take(&mut stage.watch.controls),
        };
        StepPage {
            site: site.frame(),
            card,
            title: &step.title,
            whole_title: &self.lesson.title,
            crumbs: &self.crumbs,
            path: self.step_href(self.number),
            lesson_key: &self.key,
            number: self.number,
            is_done: stage.is_done,
            has_query,
            text: markdown::html(&step.text),
            after: if stage.is_done { markdown::html(&step.after) } else { String::new() },
            rules: rules(card, step),
            defs: symbol_defs(symbols_in(&scene)),
            board: drawn,
            is_offering: stage.task.as_ref().is_some_and(|task| task.fields.is_some()),
            offered: stage.offered,
            panel: panel::html(
                card,
                &Panel { counters: scene.counters, trays: scene.trays, losses: Losses::default() },
            ),
            watch: stage.watch,
            task: stage.task,
            controls,
            flip_href: stage.here.turned(),
            steps: self.steps(),
            back: self.step_way(self.number - 1).or_else(|| self.around[0].clone()),
            next: self.step_way(self.number + 1).or_else(|| self.around[1].clone()),
        }
    }

    fn step_href(&self, number: usize) -> String {
        format!("{}/{number}", self.base)
    }

    /// The way to another step of this lesson.
    fn step_way(&self, number: usize) -> Option<Way> {
        let step = self.lesson.steps.get(number.checked_sub(1)?)?;
        Some(Way { href: self.step_href(number), text: step.title.clone() })
    }

    fn steps(&self) -> Vec<StepLink<'_>> {
        let steps = self.lesson.steps.iter().enumerate();
        let link = steps.map(|(n, step)| StepLink {
            number: n + 1,
            title: &step.title,
            href: self.step_href(n + 1),
            is_current: n + 1 == self.number,
        });
        link.collect()
    }
}

/// The rules that a step is about, each once.
fn rules(card: &Card, step: &Step) -> Vec<RuleLink> {
    let mut links: Vec<RuleLink> = Vec::new();
    for id in step.rules().filter(|id| ![NOTATION, AFTER_END].contains(id)) {
        if links.iter().all(|known| known.id != id) {
            let (title, href) = (sandbox::rule_title(card, id), rule_place::href_in(card, id));
            links.push(RuleLink { id: id.to_owned(), title, href });
        }
    }
    links
}
