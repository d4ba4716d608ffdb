//! The replay: `/m/<link>` and `/m/<link>/<ply>`.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::page;
use crate::picture::{Look, Sheet, symbol_defs};
use crate::record::replay::{Verdict, result_words};
use crate::rules::any::View;
use crate::rules::game::{Card, Turn};
use crate::rules::scene::{Counter, Symbol, TrayThing};
use crate::rules::seat::Seat;
use crate::service::reel::{Beat, Panel, Reel, Still};
use crate::service::{Shown, Wish};
use crate::web::pages::errors;
use crate::web::{Frame, Site};

mod icons;
mod panel;
mod states;

pub use states::states;

/// What a reader may add to a replay's address.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Query {
    /// `yes`: the board from the second seat's side.
    flip: Option<String>,
    /// `told`: hidden things as the record tells them, if the match is over.
    view: Option<String>,
}

impl Query {
    fn flipped(&self) -> bool {
        self.flip.as_deref() == Some("yes")
    }

    /// Whose view is asked for.
    fn view(&self) -> View {
        if self.view.as_deref() == Some("told") { View::Told } else { View::Public }
    }

    /// The query as it goes on along links, `?` included; empty if there is none.
    fn kept(&self, flipped: bool) -> String {
        let told = (self.view() == View::Told).then_some("view=told");
        let flip = flipped.then_some("flip=yes");
        let parts: Vec<&str> = flip.into_iter().chain(told).collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }
}

#[derive(Template)]
#[template(path = "replay.html")]
struct ReplayPage<'a> {
    site: Frame<'a>,
    title: String,
    description: String,
    canonical: String,
    /// The match's address without a ply.
    base: String,
    query: String,
    states: String,
    here: String,
    start_href: String,
    flip_href: String,
    link: String,
    game: &'a str,
    event: &'a str,
    date: &'a str,
    players: [Player<'a>; 2],
    facts: Vec<Fact<'a>>,
    result: String,
    reason: &'a str,
    reason_href: String,
    verdict: String,
    gone_on: Option<GoneOn>,
    defs: String,
    board: String,
    words: &'a str,
    where_words: String,
    panel: String,
    ply: usize,
    controls: Vec<Control>,
    turns: Vec<TurnGroup<'a>>,
    recordings: Vec<String>,
    notes: Vec<NoteView<'a>>,
}

struct Player<'a> {
    name: &'a str,
}

struct Fact<'a> {
    name: &'a str,
    value: &'a str,
}

struct GoneOn {
    ply: usize,
    count: String,
    href: String,
}

struct Control {
    id: &'static str,
    label: &'static str,
    rel: &'static str,
    icon: &'static str,
    href: String,
}

struct TurnGroup<'a> {
    name: String,
    seat: usize,
    steps: Vec<Step<'a>>,
}

struct Step<'a> {
    ply: usize,
    href: String,
    text: &'a str,
    title: &'a str,
    event: bool,
}

struct NoteView<'a> {
    ply: usize,
    href: String,
    text: &'a str,
    by: &'a str,
}

/// `/m/<link>`: the ply that the link stands for.
pub async fn at_link(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
) -> HttpResponse {
    let link = path.into_inner();
    if let Some((link, ending)) = link.rsplit_once('.') {
        return download(&site, link, ending);
    }
    show(&site, &link, None, &query)
}

/// `/m/<link>/<ply>`.
pub async fn at_ply(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    query: web::Query<Query>,
) -> HttpResponse {
    let (link, ply) = path.into_inner();
    match ply.parse() {
        Ok(number) if number_is_canonical(&ply) => show(&site, &link, Some(number), &query),
        _ => errors::not_found(&site, "A ply is a number, from 0 at the start."),
    }
}

fn number_is_canonical(text: &str) -> bool {
    text == "0" || !text.starts_with(['0', '+'])
}

fn show(site: &Site, link: &str, ply: Option<usize>, query: &Query) -> HttpResponse {
    let wish = Wish { link, ply, view: query.view() };
    match site.keep.show(&wish) {
        Ok(shown) => page(StatusCode::OK, &ReplayPage::new(site, &shown, query)),
        Err(error) => errors::of(site, &error),
    }
}

/// `/m/<link>.gk`, `.json`, `.log`.
fn download(site: &Site, link: &str, ending: &str) -> HttpResponse {
    let (mime, text) = match ending {
        "gk" => ("text/plain; charset=utf-8", site.keep.text(link)),
        "json" => ("application/json", site.keep.json(link)),
        "log" => ("text/plain; charset=utf-8", site.keep.log_text(link)),
        _ => return errors::not_found(site, "A match is to be had as .gk, .json and .log."),
    };
    match text {
        Ok((head, text)) => HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, mime))
            .insert_header((
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{}.{ending}\"", head.short()),
            ))
            .body(text),
        Err(error) => errors::of(site, &error),
    }
}

impl<'a> ReplayPage<'a> {
    fn new(site: &'a Site, shown: &'a Shown, query: &Query) -> Self {
        let Shown { stored, reel, ply, .. } = shown;
        let ply = *ply;
        let card = stored.log.header.card();
        let facts = shown.facts();
        let base = format!("/m/{}", stored.head.short());
        let kept = query.kept(query.flipped());
        let href = |ply: usize| format!("{base}/{ply}{kept}");
        let names = facts.players.clone().map(|name| shown_name(&name).to_owned());
        let still = &reel.stills[ply];
        let words = still_words(still);
        let where_words = format!("ply {ply} of {}", reel.last());
        let title = format!("{} – {}, {}, ply {ply}", names[0], names[1], card.name);
        ReplayPage {
            site: site.frame(),
            description: words.to_owned(),
            canonical: format!("{base}/{ply}"),
            query: kept.clone(),
            states: format!("{base}/states{kept}"),
            here: href(ply),
            start_href: href(0),
            flip_href: format!("{base}/{ply}{}", query.kept(!query.flipped())),
            link: stored.head.to_string(),
            game: card.name,
            event: facts.get("Event").unwrap_or_default(),
            date: facts.get("Date").unwrap_or_default(),
            players: Seat::BOTH.map(|seat| Player { name: shown_name(facts.player(seat)) }),
            facts: other_facts(shown),
            result: result_words(card, reel.outcome.as_ref()),
            reason: "",
            reason_href: String::new(),
            verdict: verdict_words(shown.verdict()),
            gone_on: gone_on(shown, &base, &kept),
            defs: symbol_defs(symbols(reel)),
            board: board(shown, &title, query.flipped()),
            title,
            words,
            where_words,
            panel: panel::html(card, &still.panel),
            ply,
            controls: controls(reel, ply, &href),
            turns: turns(card, reel, &href),
            recordings: recordings(shown),
            notes: notes(shown, &href),
            base,
        }
    }
}

/// What led to a ply, in words.
fn still_words(still: &Still) -> &str {
    still.beat.as_ref().map_or("The match begins.", |beat| beat.words.as_str())
}

/// A player's name as pages show it.
fn shown_name(name: &str) -> &str {
    if name == "?" { "unknown" } else { name }
}

fn other_facts(shown: &Shown) -> Vec<Fact<'_>> {
    let rest = shown.facts().iter().filter(|(name, _)| !matches!(*name, "Event" | "Date"));
    let options = shown.stored.log.header.options.iter();
    rest.chain(options).map(|(name, value)| Fact { name, value }).collect()
}

fn verdict_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Exact => "exact: the positions recorded with it are those of the rules".to_owned(),
        Verdict::Replays => "legal by the rules; no positions came with it".to_owned(),
        Verdict::Diverged { ply, recorded, replayed } => {
            format!("diverged at ply {ply}: recorded {recorded}, replayed {replayed}")
        }
    }
}

fn gone_on(shown: &Shown, base: &str, kept: &str) -> Option<GoneOn> {
    let last = shown.reel.last();
    let ply = shown.linked_ply.filter(|ply| *ply < last)?;
    let count = match last - ply {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    };
    Some(GoneOn { ply, count, href: format!("{base}/{last}{kept}") })
}

/// The symbols that a replay's page needs: those of every ply, and those in its trays.
fn symbols(reel: &Reel) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = reel.sheet.symbols().collect();
    for tray in reel.stills.iter().flat_map(|still| &still.panel.trays) {
        symbols.extend(tray.things.iter().filter_map(|thing| match thing {
            TrayThing::Pieces { symbol, .. } => Some(*symbol),
            TrayThing::Shape { .. } => None,
        }));
    }
    if let Some(last) = reel.stills.last() {
        for seat in Seat::BOTH {
            symbols.extend(last.panel.losses.of(seat).map(|(symbol, ..)| symbol));
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

fn board(shown: &Shown, title: &str, flipped: bool) -> String {
    let still = &shown.reel.stills[shown.ply];
    let look = Look { flipped, title, desc: &shown.description, ..Look::default() };
    shown.reel.sheet.svg(&still.frame, &look)
}

fn controls(reel: &Reel, ply: usize, href: &dyn Fn(usize) -> String) -> Vec<Control> {
    let last = reel.last();
    let starts = turn_starts(reel);
    let previous = starts.iter().rev().find(|start| **start < ply).copied();
    let next = starts.iter().find(|start| **start > ply).copied().or(Some(last));
    let control = |id, label, rel, icon, to: Option<usize>| {
        let to = to.filter(|to| *to != ply && *to <= last);
        Control { id, label, rel, icon, href: to.map(href).unwrap_or_default() }
    };
    vec![
        control("first", "To the start", "first", icons::FIRST, Some(0)),
        control("previous-turn", "Turn back", "prev", icons::TURN_BACK, previous),
        control("back", "Back", "prev", icons::BACK, ply.checked_sub(1)),
        control("forward", "Forward", "next", icons::FORWARD, Some(ply + 1)),
        control("next-turn", "Turn forward", "next", icons::TURN_FORWARD, next),
        control("last", "To the end", "last", icons::LAST, Some(last)),
    ]
}

/// The plies at which a new turn begins: those after which another stretch of the match starts.
fn turn_starts(reel: &Reel) -> Vec<usize> {
    let mut starts = vec![0];
    let mut turn: Option<&Turn> = None;
    for (ply, still) in reel.stills.iter().enumerate() {
        let Some(beat) = &still.beat else { continue };
        if turn != Some(&beat.turn) {
            starts.push(ply);
            turn = Some(&beat.turn);
        }
    }
    starts
}

fn turns<'a>(card: &Card, reel: &'a Reel, href: &dyn Fn(usize) -> String) -> Vec<TurnGroup<'a>> {
    let mut groups: Vec<TurnGroup<'a>> = Vec::new();
    let mut turn: Option<&Turn> = None;
    let beats = reel.stills.iter().enumerate();
    for (ply, beat) in beats.filter_map(|(ply, still)| Some((ply, still.beat.as_ref()?))) {
        if turn != Some(&beat.turn) {
            turn = Some(&beat.turn);
            let seat = beat.turn.seat.map_or(0, |seat| seat.index() + 1);
            groups.push(TurnGroup { name: turn_name(card, &beat.turn), seat, steps: Vec::new() });
        }
        if let Some(group) = groups.last_mut() {
            group.steps.push(step(ply, beat, href(ply)));
        }
    }
    groups
}

fn step(ply: usize, beat: &Beat, href: String) -> Step<'_> {
    Step { ply, href, text: &beat.shown, title: &beat.words, event: !beat.events.is_empty() }
}

/// A turn's name in the list: `3 Blue`, `walls`.
fn turn_name(card: &Card, turn: &Turn) -> String {
    match (turn.number, turn.seat) {
        (0, _) => turn.name.to_string(),
        (n, Some(seat)) => format!("{n} {}", card.seat(seat).name),
        (n, None) => format!("{} {n}", turn.name),
    }
}

fn recordings(shown: &Shown) -> Vec<String> {
    let named = |facts: &crate::record::facts::Facts| {
        let names = facts.players.clone().map(|name| shown_name(&name).to_owned());
        let event = facts.get("Event").unwrap_or("no event named");
        format!("{} – {}, {event}", names[0], names[1])
    };
    shown.stored.recordings.iter().map(|recording| named(&recording.facts)).collect()
}

fn notes<'a>(shown: &'a Shown, href: &dyn Fn(usize) -> String) -> Vec<NoteView<'a>> {
    let view = |stored: &'a crate::archive::StoredNote| NoteView {
        ply: stored.note.ply,
        href: href(stored.note.ply),
        text: &stored.note.text,
        by: &stored.note.by,
    };
    shown.stored.notes.iter().map(view).collect()
}
