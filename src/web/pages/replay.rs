//! The replay: `/m/<link>`, `/m/<link>/<ply>`, `/m/<link>/at/<ms>`, `/m/<link>/<from>-<to>`.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::page;
use super::side_line::{self, Row};
use crate::archive;
use crate::picture::{Look, Sheet, symbol_defs, symbols};
use crate::record::note::Note;
use crate::record::replay::{Verdict, result_words};
use crate::record::tree::Tree;
use crate::rules::any::View;
use crate::rules::game::{Card, Turn};
use crate::rules::scene::{Counter, Symbol, TrayThing};
use crate::rules::seat::Seat;
use crate::service::Shown;
use crate::service::clock::{Moment, ply_ms};
use crate::service::reel::{Panel, Reel, Still};
use crate::web::pages::errors;
use crate::web::words::{shown_name, shown_names};
use crate::web::{Frame, Site};

mod animation;
mod beside;
mod clock;
mod embed;
mod icons;
pub(super) mod panel;
mod picture;
mod query;
mod states;
mod stretch;
mod ways;

pub use animation::{gif_of_match, gif_of_stretch};
pub use embed::{embed_at_link, embed_at_ply, oembed};
pub use query::Query;
pub use states::states;
pub use stretch::{range, stretch};
pub use ways::{at_time, go};

use beside::Beside;
use clock::ClockView;
use stretch::StretchView;
use ways::{Place, number, trouble};

#[derive(Template)]
#[template(path = "replay.html")]
struct ReplayPage<'a> {
    site: Frame<'a>,
    title: String,
    description: String,
    canonical: String,
    /// The address of the preview card.
    card: String,
    /// Where the oEmbed answer is.
    oembed: String,
    embed_code: String,
    picture: String,
    /// The match's address without a ply.
    base: String,
    query: String,
    /// The same without the stretch: for pictures and the whole match.
    plain: String,
    kept: Vec<(&'static str, String)>,
    states: String,
    here: String,
    start_href: String,
    flip_href: String,
    spoilers_href: String,
    told_href: String,
    spoilers_off: bool,
    tells: bool,
    told: bool,
    /// Whether it goes on, if that may be known.
    live: bool,
    timed: bool,
    has_times: bool,
    link: String,
    game: &'a str,
    game_id: &'a str,
    event: &'a str,
    date: &'a str,
    players: [&'a str; 2],
    facts: Vec<Fact<'a>>,
    result: Option<ResultView>,
    parent: Option<Branch>,
    forks: Vec<Branch>,
    /// Where other actions are tried at this ply.
    try_href: String,
    side_lines: Vec<Row>,
    verdict: Option<String>,
    gone_on: Option<GoneOn>,
    defs: String,
    board: String,
    beside: Beside,
    stretch: Option<StretchView>,
    clock: Option<ClockView>,
    /// Where the animation is, and its name.
    animation: (String, &'static str),
    /// The plies that the form for ranges begins with.
    range: [usize; 2],
    words: &'a str,
    where_words: String,
    panel: String,
    ply: usize,
    last: Option<usize>,
    play_icon: &'static str,
    controls: Vec<Control>,
    turns: Vec<TurnGroup<'a>>,
    recordings: Vec<String>,
    notes: Vec<NoteView<'a>>,
}

struct Fact<'a> {
    name: &'a str,
    value: &'a str,
}

/// How the match ended, and the rule that ended it, where one did.
struct ResultView {
    words: String,
    rule: &'static str,
    href: String,
}

/// Where a match leaves another.
struct Branch {
    ply: usize,
    link: String,
    href: String,
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
    event: bool,
    /// When it was played, in matches on a clock, in milliseconds.
    at: Option<u64>,
    /// What the notes at it begin with: `!`, `?!`; empty if they begin with words; none without.
    noted: Option<&'a str>,
}

struct NoteView<'a> {
    ply: usize,
    href: String,
    mark: &'a str,
    text: &'a str,
    by: &'a str,
}

/// `/m/<link>`: the ply that the link stands for.
pub async fn at_link(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
    request: HttpRequest,
) -> HttpResponse {
    let link = path.into_inner();
    if let Some((link, ending)) = link.rsplit_once('.') {
        return download(&site, link, ending);
    }
    show(&site, &link, Place::Link, &query, &request)
}

/// `/m/<link>/<ply>`, as a page or as a picture.
pub async fn at_ply(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    query: web::Query<Query>,
    looks: web::Query<picture::Looks>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, ply) = path.into_inner();
    let (ply, ending) = ply.split_once('.').unwrap_or((&ply, ""));
    match number(ply) {
        Some(number) if ending.is_empty() => {
            show(&site, &link, Place::Ply(number), &query, &request)
        }
        Some(number) => {
            let asked = picture::Asked { link: &link, ply: number, ending, theme: looks.theme() };
            picture::answer(&site, &asked, &query, &request)
        }
        None => errors::not_found(&site, "A ply is a number, from 0 at the start."),
    }
}

fn show(
    site: &Site,
    link: &str,
    place: Place,
    query: &Query,
    request: &HttpRequest,
) -> HttpResponse {
    let shown = match place {
        Place::Link => site.keep.show(&query.wish(link, None)).map(|shown| (shown, None)),
        Place::Ply(ply) => site.keep.show(&query.wish(link, Some(ply))).map(|shown| (shown, None)),
        Place::Time(ms) => {
            let found = site.keep.show_at(&query.wish(link, None), ms);
            found.map(|(shown, moment)| (shown, Some(moment)))
        }
    };
    match shown {
        Ok((shown, moment)) => {
            let origin = site.origin(request);
            let page_of = ReplayPage::new(site, &shown, moment.as_ref(), query, &origin);
            page(StatusCode::OK, &page_of)
        }
        Err(error) => trouble(site, &error, query),
    }
}

/// `/m/<link>.gk`, `.json`, `.log`.
fn download(site: &Site, link: &str, ending: &str) -> HttpResponse {
    let (mime, text) = match ending {
        "gk" => ("text/plain; charset=utf-8", site.keep.text(link)),
        "json" => ("application/json", site.keep.json(link)),
        "log" => ("text/plain; charset=utf-8", site.keep.log_text(link)),
        _ => return errors::not_found(site, "A match is to be had as .gk, .json, .log and .gif."),
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
    fn new(
        site: &'a Site,
        shown: &'a Shown,
        moment: Option<&'a Moment>,
        query: &Query,
        origin: &str,
    ) -> Self {
        let (stored, reel, ply) = (&shown.stored, &shown.reel, shown.ply);
        let card = stored.log.header.card();
        let facts = shown.facts();
        let base = format!("/m/{}", stored.address());
        let text = query.text();
        let plain = query.with(|query| query.stretch = None);
        let href = |ply: usize| format!("{base}/{ply}{text}");
        let here = moment.map_or(ply.to_string(), |moment| format!("at/{}", moment.ms));
        let changed = |query: Query| format!("{base}/{here}{}", query.text());
        let players = Seat::BOTH.map(|seat| shown_name(facts.player(seat)));
        let words = words(shown, moment);
        let title = format!("{} – {}, {}, ply {ply}", players[0], players[1], card.name);
        let now = moment.map_or(&*reel.stills[ply].panel, |moment| &moment.panel);
        ReplayPage {
            site: site.frame(),
            description: words.to_owned(),
            canonical: format!("{origin}{base}/{here}"),
            card: preview_href(origin, &base, ply, &plain),
            oembed: embed::discovery(origin, &base, ply, &plain),
            embed_code: embed::code(origin, &base, ply, &plain),
            picture: format!("{base}/{ply}"),
            states: format!("{base}/states{text}"),
            here: format!("{base}/{here}{text}"),
            start_href: href(0),
            flip_href: changed(query.turned()),
            spoilers_href: changed(query.with_other_spoilers()),
            told_href: changed(query.with(|query| query.view = Some("told".to_owned()))),
            spoilers_off: query.spoilers_off(),
            // Only a match that is over tells: that would say that it is.
            tells: shown.tells && !query.spoilers_off(),
            told: reel.view == View::Told,
            live: stored.outcome.is_none() && !query.spoilers_off(),
            timed: card.timed,
            has_times: reel.stills.iter().any(|s| s.beat.as_ref().is_some_and(|b| b.at.is_some())),
            link: stored.head.to_string(),
            game: card.name,
            game_id: card.id,
            event: facts.get("Event").unwrap_or_default(),
            date: facts.get("Date").unwrap_or_default(),
            players,
            facts: other_facts(shown, query.spoilers_off()),
            result: (!query.spoilers_off()).then(|| result(card, reel)),
            parent: parent(shown, &text),
            forks: forks(shown, &text),
            try_href: try_href(shown),
            side_lines: side_lines(shown),
            verdict: (!query.spoilers_off()).then(|| verdict_words(shown.verdict())),
            gone_on: gone_on(shown, &base, &text),
            defs: defs(reel, query.spoilers_off()),
            board: board(shown, moment, &title, query.flipped()),
            beside: Beside::of(shown),
            stretch: StretchView::of(shown, &base, query),
            clock: ClockView::of(shown, moment, &base, &text),
            animation: animation::href(shown, &base, &plain.text()),
            range: [ply.saturating_sub(stretch::BEFORE), ply],
            title,
            words,
            where_words: shown.last.map_or(String::new(), |last| format!("of {last}")),
            panel: panel::html(card, now),
            ply,
            last: shown.last,
            play_icon: icons::PLAY,
            controls: controls(shown, moment, &href),
            turns: turns(card, shown, &href),
            recordings: recordings(shown),
            notes: notes(shown, &href),
            query: text.clone(),
            plain: plain.text(),
            kept: query.kept(),
            base,
        }
    }
}

/// Where other actions are tried at the ply that is shown.
fn try_href(shown: &Shown) -> String {
    let (id, link) = (shown.stored.log.header.card().id, shown.stored.address());
    format!("/games/{id}/board?match={link}&ply={}", shown.ply)
}

/// The address of the preview card: without spoilers where the page is.
fn preview_href(origin: &str, base: &str, ply: usize, query: &Query) -> String {
    format!("{origin}{base}/{ply}.png{}", query.text())
}

/// The symbols' definitions: those of every ply, or all there are, so that they tell nothing.
fn defs(reel: &Reel, spoilers_off: bool) -> String {
    if spoilers_off { symbol_defs(symbols::ALL) } else { symbol_defs(symbols_of(reel)) }
}

/// How the match ended.
fn result(card: &Card, reel: &Reel) -> ResultView {
    let outcome = reel.outcome.as_ref();
    let rule = outcome.map_or("", |outcome| outcome.reason);
    let ruled = rule.contains('-');
    let href = if ruled { format!("/games/{}#{rule}", card.id) } else { String::new() };
    ResultView { words: result_words(card, outcome), rule, href }
}

/// Where the match leaves another one, once that may be known. A match that is not listed may leave
/// one that is not: that is found by the whole link only.
fn parent(shown: &Shown, query: &str) -> Option<Branch> {
    let known = |(_, ply): &(_, usize)| shown.last.is_some() || *ply <= shown.ply;
    let (link, ply) = shown.stored.parent.filter(known)?;
    let link = archive::address(link, shown.stored.listed);
    Some(Branch { ply, href: format!("/m/{link}/{ply}{query}"), link })
}

/// The matches that leave this one, up to the last ply that may be known.
fn forks(shown: &Shown, query: &str) -> Vec<Branch> {
    let known = shown.stored.forks.iter().filter(|(_, ply)| *ply <= shown.reel.last());
    known
        .map(|(link, ply)| (link.short(), *ply))
        .map(|(link, ply)| Branch { ply, href: format!("/m/{link}{query}"), link })
        .collect()
}

/// The side lines that leave the match, up to the last ply that may be known.
fn side_lines(shown: &Shown) -> Vec<Row> {
    let notes = shown.stored.notes.iter().map(|stored| &stored.note);
    let known = notes.filter(|note| note.ply <= shown.reel.last());
    let tree = Tree::of(known);
    side_line::rows(&tree, &shown.stored.address(), None, side_line::SHOWN_NODES)
}

/// What happened last, in words.
fn words<'a>(shown: &'a Shown, moment: Option<&'a Moment>) -> &'a str {
    let by_the_clock = moment.map(|moment| moment.words.as_str());
    let by_the_clock = by_the_clock.filter(|words| !words.is_empty());
    by_the_clock.unwrap_or_else(|| still_words(&shown.reel.stills[shown.ply]))
}

/// What led to a ply, in words.
fn still_words(still: &Still) -> &str {
    still.beat.as_ref().map_or("The match begins.", |beat| beat.words.as_str())
}

fn other_facts(shown: &Shown, spoilers_off: bool) -> Vec<Fact<'_>> {
    let tells_nothing = |name: &str| !spoilers_off || matches!(name, "Site" | "Round");
    let rest = shown.facts().iter();
    let rest = rest.filter(|(name, _)| !matches!(*name, "Event" | "Date" | "Parent"));
    let rest = rest.filter(|(name, _)| tells_nothing(name));
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

fn gone_on(shown: &Shown, base: &str, query: &str) -> Option<GoneOn> {
    let last = shown.last?;
    let ply = shown.linked_ply.filter(|ply| *ply < last)?;
    let count = match last - ply {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    };
    Some(GoneOn { ply, count, href: format!("{base}/{last}{query}") })
}

/// The symbols that a replay's page needs: those of every ply, and those in its trays.
fn symbols_of(reel: &Reel) -> Vec<Symbol> {
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

fn board(shown: &Shown, moment: Option<&Moment>, title: &str, flipped: bool) -> String {
    let look = Look { flipped, title, desc: &shown.description, ..Look::default() };
    let still = &shown.reel.stills[shown.ply];
    let Some(moment) = moment else { return shown.reel.sheet.svg(&still.frame, &look) };
    let look = Look { desc: &moment.description, ..look };
    let mut drawn = moment.sheet.svg(&moment.frame, &look);
    let balls = moment.sheet.flights(&moment.flights(shown), flipped);
    if let Some(end) = drawn.rfind("</g></svg>") {
        drawn.insert_str(end, &balls);
    }
    drawn
}

fn controls(
    shown: &Shown,
    moment: Option<&Moment>,
    href: &dyn Fn(usize) -> String,
) -> Vec<Control> {
    let (reel, ply) = (&shown.reel, shown.ply);
    let is_between = moment.is_some_and(|moment| moment.ms > ply_ms(reel, ply));
    let starts = turn_starts(reel);
    let events = events(shown);
    let before = |list: &[usize]| list.iter().rev().find(|at| **at < ply).copied();
    let after = |list: &[usize]| list.iter().find(|at| **at > ply).copied();
    let control = |id, label, rel, icon, to: Option<usize>| {
        let href = to.filter(|to| is_between || *to != ply).map(href).unwrap_or_default();
        Control { id, label, rel, icon, href }
    };
    let forward = shown.goes_on.then_some(ply + 1);
    let back = if is_between { Some(ply) } else { ply.checked_sub(1) };
    vec![
        control("first", "To the start", "first", icons::FIRST, Some(0)),
        control("previous-event", "Previous event", "prev", icons::EVENT_BACK, before(&events)),
        control("previous-turn", "Turn back", "prev", icons::TURN_BACK, before(&starts)),
        control("back", "Back", "prev", icons::BACK, back),
        control("forward", "Forward", "next", icons::FORWARD, forward),
        control("next-turn", "Turn forward", "next", icons::TURN_FORWARD, after(&starts)),
        control("next-event", "Next event", "next", icons::EVENT_FORWARD, after(&events)),
        control("last", "To the end", "last", icons::LAST, shown.last),
    ]
}

/// The plies with an event or a note.
fn events(shown: &Shown) -> Vec<usize> {
    let beats = shown.reel.stills.iter().enumerate();
    let has_event = |still: &Still| still.beat.as_ref().is_some_and(|b| !b.events.is_empty());
    let noted = noted(shown);
    let with = beats.filter(|(ply, still)| has_event(still) || noted.contains_key(ply));
    with.map(|(ply, _)| ply).collect()
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

fn turns<'a>(card: &Card, shown: &'a Shown, href: &dyn Fn(usize) -> String) -> Vec<TurnGroup<'a>> {
    let mut groups: Vec<TurnGroup<'a>> = Vec::new();
    let mut turn: Option<&Turn> = None;
    let noted = noted(shown);
    let beats = shown.reel.stills.iter().enumerate();
    for (ply, beat) in beats.filter_map(|(ply, still)| Some((ply, still.beat.as_ref()?))) {
        if turn != Some(&beat.turn) {
            turn = Some(&beat.turn);
            let seat = beat.turn.seat.map_or(0, |seat| seat.index() + 1);
            groups.push(TurnGroup { name: turn_name(card, &beat.turn), seat, steps: Vec::new() });
        }
        if let Some(group) = groups.last_mut() {
            let (event, href) = (!beat.events.is_empty(), href(ply));
            let (text, noted) = (beat.shown.as_str(), noted.get(&ply).copied());
            let at = beat.at.filter(|_| card.timed);
            group.steps.push(Step { ply, href, text, event, at, noted });
        }
    }
    groups
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
        let names = shown_names(&facts.players);
        let event = facts.get("Event").unwrap_or("no event named");
        format!("{} – {}, {event}", names[0], names[1])
    };
    shown.stored.recordings.iter().map(|recording| named(&recording.facts)).collect()
}

fn notes<'a>(shown: &'a Shown, href: &dyn Fn(usize) -> String) -> Vec<NoteView<'a>> {
    let view = |note: &'a Note| {
        let mark = mark_of(&note.text);
        let text = note.text[mark.len()..].trim_start();
        NoteView { ply: note.ply, href: href(note.ply), mark, text, by: &note.by }
    };
    known_notes(shown).map(view).collect()
}

/// The notes about the match itself, up to the last ply that may be known.
fn known_notes(shown: &Shown) -> impl Iterator<Item = &Note> {
    let notes = shown.stored.notes.iter().map(|stored| &stored.note);
    notes.filter(|note| note.line.is_empty() && note.ply <= shown.reel.last())
}

/// The plies that have notes, and the mark that these begin with; empty if they begin with words.
fn noted(shown: &Shown) -> BTreeMap<usize, &str> {
    let mut noted = BTreeMap::new();
    for note in known_notes(shown) {
        let mark = noted.entry(note.ply).or_default();
        if mark == &"" {
            *mark = mark_of(&note.text);
        }
    }
    noted
}

/// What a note begins with, if it is a mark as players write it: `!`, `?`, `!!`, `?!`.
fn mark_of(text: &str) -> &str {
    let end = text.find(|c| !matches!(c, '!' | '?')).unwrap_or(text.len());
    let is_alone = text[end..].chars().next().is_none_or(char::is_whitespace);
    if is_alone && (1..=2).contains(&end) { &text[..end] } else { "" }
}
