//! `/games/<game>/board`: the sandbox. Everything that was tried is in the address; nothing is
//! stored.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::replay::panel;
use super::{errors, page};
use crate::picture::{Look, describe, symbol_defs};
use crate::record::replay::result_words;
use crate::rules::any::{AnyGame, View};
use crate::rules::game::{Acting, Card};
use crate::rules::scene::{Scene, Symbol, TrayThing};
use crate::service::KeepError;
use crate::service::reel::Panel;
use crate::service::seen::Seen;
use crate::service::trial::{Ground, GroundError, Trial};
use crate::web::caller::{Caller, FormMark, Right};
use crate::web::words::sentence;
use crate::web::{Frame, Site};

mod choices;
mod editor;
mod offered;
mod parts;
mod query;
mod refused;
mod squares;

pub use editor::editor;
pub(super) use offered::{Offered, offered};
pub(super) use query::{Query, Ways};
pub(super) use refused::{RefusalView, rule_of, rule_title};
pub(super) use squares::marked;

use choices::{Chosen, Group};
use parts::{ClockView, SeenView, SetupView, clock, seen_view, setup_view};
use query::Way;

#[derive(Template)]
#[template(path = "sandbox.html")]
struct SandboxPage<'a> {
    site: Frame<'a>,
    title: String,
    path: String,
    card: &'static Card,
    of_match: Option<MatchView>,
    defs: String,
    board: String,
    squares: String,
    acting: String,
    words: String,
    refusal: Option<RefusalView>,
    result: String,
    controls: Vec<Control>,
    flip_href: String,
    fields: Vec<(String, String)>,
    clock: Option<ClockView>,
    is_full: bool,
    panel: String,
    seen: SeenView,
    chosen: String,
    all_href: String,
    groups: Vec<Group>,
    steps: Vec<StepView>,
    position: String,
    /// Where the position is edited.
    edit_href: String,
    setup: SetupView,
    keep: Option<KeepView>,
}

/// The match in which something is tried.
struct MatchView {
    href: String,
    link: String,
    players: [String; 2],
    ply: usize,
}

struct Control {
    key: &'static str,
    label: &'static str,
    href: String,
}

/// An action of the line.
struct StepView {
    number: usize,
    text: String,
    words: String,
    href: String,
    is_current: bool,
    is_undone: bool,
}

/// What keeps the line: only for those who may.
struct KeepView {
    csrf: String,
    trial: String,
    game: &'static str,
    /// Where a side line is sent, if it was tried in a match.
    side_line_href: String,
    ply: usize,
    line: String,
}

/// Answers with the sandbox.
pub async fn sandbox(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
) -> HttpResponse {
    let query = match Query::read(request.query_string()) {
        Ok(query) => query,
        Err(words) => return bad_address(&site, &words),
    };
    let Some(game) = game_of(&site, &path, &query) else {
        return errors::not_found(&site, "There is no such game here.");
    };
    let ground = query.origin(game).and_then(|origin| site.keep.ground(&origin));
    match ground {
        Ok(ground) if ground.card().id != path.as_str() => {
            see_other(&format!("/games/{}/board?{}", ground.card().id, request.query_string()))
        }
        Ok(ground) => {
            let shown = show(&site, &request, &query, &ground);
            shown.unwrap_or_else(|error| errors::of(&site, &error))
        }
        Err(GroundError::Keep(error)) => errors::of(&site, &error),
        Err(GroundError::Begin(fault)) => {
            editor::page_of(&site, game, &query, sentence(&fault.to_string()))
        }
    }
}

/// The game of an address, in the rules version that it asks for.
fn game_of(site: &Site, id: &str, query: &Query) -> Option<&'static dyn AnyGame> {
    let registry = site.keep.registry();
    query.rules.map_or_else(|| registry.newest(id), |rules| registry.find(id, rules))
}

/// 400: an address that cannot be read.
pub(super) fn bad_address(site: &Site, words: &str) -> HttpResponse {
    let words = format!("{}.", sentence(words));
    errors::refused(site, StatusCode::BAD_REQUEST, "This address cannot be read", words)
}

/// 303: on to another page.
pub(super) fn see_other(to: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
}

fn show(
    site: &Site,
    request: &HttpRequest,
    query: &Query,
    ground: &Ground,
) -> Result<HttpResponse, KeepError> {
    let trial = ground.attempt(&query.attempt())?;
    let link = ground.parent.as_ref().map(crate::service::trial::Parent::link);
    let ways = Ways::new(query, link.as_deref(), trial.line(), trial.done.len());
    if query.typed.is_some() && trial.refusal.is_none() {
        let done = ways.at(trial.done.len());
        return Ok(see_other(&format!("{}{done}", request.path())));
    }
    let seen = site.keep.seen(&ground.log.header, &*trial.play)?;
    let caller = Caller::of(request, site);
    let mark = match caller.may(Right::Import).then(|| caller.mark_form(request, site)) {
        Some(Ok(mark)) => Some(mark),
        Some(Err(denied)) => return Ok(denied.answer(site, request.uri())),
        None => None,
    };
    let shown = Sandbox { site, query, ground, trial: &trial, ways: &ways, seen: &seen };
    let page_of = shown.page(request.path(), mark.as_ref());
    let answer = page(StatusCode::OK, &page_of);
    Ok(match mark {
        Some(mark) => mark.seal(answer),
        None => answer,
    })
}

/// Everything that the page shows, before it is words.
struct Sandbox<'a> {
    site: &'a Site,
    query: &'a Query,
    ground: &'a Ground,
    trial: &'a Trial,
    ways: &'a Ways,
    seen: &'a Seen,
}

impl<'a> Sandbox<'a> {
    fn page(&self, path: &str, mark: Option<&FormMark>) -> SandboxPage<'a> {
        let Sandbox { site, query, ground, trial, ways, seen } = *self;
        let (card, done) = (ground.card(), trial.done.len());
        let scene = trial.play.scene(View::Public);
        let choices = trial.legal();
        let acts = choices::acts(&choices, ways, seen);
        let kind = query.kind.as_deref();
        let chosen = Chosen { from: query.from, to: query.to, kind };
        let here = Way { time: trial.now_ms(), from: query.from, to: query.to, kind };
        let overlay = squares::Overlay {
            card,
            scene: &scene,
            acts: if ways.has_room { &acts } else { &[] },
            chosen: &chosen,
            ways,
            done,
            time: trial.now_ms().filter(|now| Some(*now) != trial.acted_ms),
            flipped: query.flipped,
        };
        let groups = choices::groups(card, (trial.now_ms(), done), &scene, &acts, &chosen, ways);
        SandboxPage {
            site: site.frame(),
            title: self.title(),
            path: path.to_owned(),
            card,
            of_match: self.of_match(),
            defs: symbol_defs(symbols_of(&scene, trial)),
            board: board(card, &scene, trial, query.flipped),
            squares: overlay.svg(),
            acting: acting_words(trial),
            words: self.words(),
            refusal: trial.refusal.as_ref().map(|refusal| RefusalView::of(card, refusal)),
            result: trial
                .play
                .outcome()
                .map_or(String::new(), |outcome| sentence(&result_words(card, Some(&outcome)))),
            controls: self.controls(),
            flip_href: ways.turned(done, &here),
            fields: ways.fields(done),
            clock: clock(trial, ways),
            is_full: !ways.has_room,
            seen: seen_view(&acts, card, ways, seen),
            chosen: chosen_words(&chosen),
            all_href: ways.looked_at(done, &Way { time: trial.now_ms(), ..Way::default() }),
            groups: if ways.has_room { groups } else { Vec::new() },
            panel: panel::html(card, &panel_of(scene, trial)),
            steps: self.steps(),
            edit_href: self.edit_href(),
            position: trial.play.position(View::Public),
            setup: setup_view(ground.log.header.game, query, String::new(), false),
            keep: mark.map(|mark| self.keep(mark)),
        }
    }

    fn title(&self) -> String {
        let name = self.ground.card().name;
        match self.trial.done.len() {
            0 => format!("{name}: try actions"),
            done => format!("{name}: {done} tried"),
        }
    }

    fn of_match(&self) -> Option<MatchView> {
        let parent = self.ground.parent.as_ref()?;
        let (link, ply) = (parent.link(), parent.ply);
        let players = parent.players.clone();
        Some(MatchView { href: format!("/m/{link}/{ply}"), link, players, ply })
    }

    /// Where the position on the board is edited, with the options of its match.
    fn edit_href(&self) -> String {
        let card = self.ground.card();
        let mut query = crate::web::address::Query::default();
        for (name, value) in self.ground.log.header.options.iter() {
            query.add(&format!("o.{name}"), value);
        }
        query.add("position", &self.trial.play.position(View::Public));
        format!("/games/{}/board/edit?{}", card.id, query.text())
    }

    fn words(&self) -> String {
        match self.trial.words.as_str() {
            "" => "Nothing has happened yet.".to_owned(),
            words => words.to_owned(),
        }
    }

    fn controls(&self) -> Vec<Control> {
        let (done, all) = (self.trial.done.len(), self.trial.line().len());
        let control = |key, label, to: Option<usize>| {
            let href = to.map(|to| self.ways.at(to)).unwrap_or_default();
            Control { key, label, href }
        };
        vec![
            control("start", "Back to the start", (done > 0).then_some(0)),
            control("undo", "Undo", done.checked_sub(1)),
            control("redo", "Redo", (done < all).then_some(done + 1)),
            control("end", "Redo all", (done < all).then_some(all)),
        ]
    }

    fn steps(&self) -> Vec<StepView> {
        let done = self.trial.done.len();
        let card = self.ground.card();
        let first = self.ground.log.actions.len();
        let told = self.trial.done.iter().enumerate().map(|(n, tried)| StepView {
            number: first + n + 1,
            text: format!("{} {}", card.letter(tried.step.by), tried.shown),
            words: tried.words.clone(),
            href: self.ways.at(n + 1),
            is_current: n + 1 == done,
            is_undone: false,
        });
        let undone = self.trial.undone.iter().enumerate().map(|(n, word)| StepView {
            number: first + done + n + 1,
            text: word.clone(),
            words: String::new(),
            href: self.ways.at(done + n + 1),
            is_current: false,
            is_undone: true,
        });
        told.chain(undone).collect()
    }

    fn keep(&self, mark: &FormMark) -> KeepView {
        let parent = self.ground.parent.as_ref();
        let words = self.trial.done.iter().map(|tried| tried.word.as_str());
        KeepView {
            csrf: mark.mark.clone(),
            trial: self.ways.whole(),
            game: self.ground.card().id,
            side_line_href: parent.map_or(String::new(), |p| format!("/m/{}/fork", p.link())),
            ply: parent.map_or(0, |parent| parent.ply),
            line: crate::record::line::encode(words),
        }
    }
}

/// The drawing of the board, with what happened last.
pub(super) fn board(card: &Card, scene: &Scene, trial: &Trial, flipped: bool) -> String {
    let desc = describe(card, scene);
    let look = Look { flipped, title: "The board", desc: &desc, ..Look::default() };
    crate::picture::svg(card, scene, &trial.effects, &look)
}

/// What is counted beside the board.
pub(super) fn panel_of(scene: Scene, trial: &Trial) -> Panel {
    Panel { counters: scene.counters, trays: scene.trays, losses: trial.losses.clone() }
}

/// The symbols that a board and its panel need.
pub(super) fn symbols_of(scene: &Scene, trial: &Trial) -> Vec<Symbol> {
    let mut symbols = symbols_in(scene);
    for seat in crate::rules::seat::Seat::BOTH {
        symbols.extend(trial.losses.of(seat).map(|(symbol, ..)| symbol));
    }
    symbols
}

/// The symbols of a board and what lies beside it.
pub(super) fn symbols_in(scene: &Scene) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = scene.items.iter().map(|item| item.symbol).collect();
    for thing in scene.trays.iter().flat_map(|tray| &tray.things) {
        if let TrayThing::Pieces { symbol, .. } = thing {
            symbols.push(*symbol);
        }
    }
    symbols
}

/// Who can act now.
fn acting_words(trial: &Trial) -> String {
    let card = trial.play.card();
    match trial.play.acting() {
        Acting::One(seat) => format!("{} acts.", card.seat(seat).name),
        Acting::Both => "Both sides act.".to_owned(),
        Acting::Nobody if trial.play.outcome().is_some() => String::new(),
        Acting::Nobody => "Neither side acts now.".to_owned(),
    }
}

fn chosen_words(chosen: &Chosen<'_>) -> String {
    match (chosen.from, chosen.to, chosen.kind) {
        (Some(from), Some(to), _) => format!("From {from} to {to}"),
        (Some(from), None, _) => format!("From {from}"),
        (None, _, Some(kind)) => format!("{kind}…"),
        (None, _, None) => String::new(),
    }
}
