//! `/compare/<link>/<link>`: two matches side by side.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::sandbox::{marked, see_other};
use super::{errors, page};
use crate::picture::{Look, symbol_defs};
use crate::record::compare::{Comparison, Meeting};
use crate::record::replay::result_words;
use crate::service::pair::Pair;
use crate::service::{KeepError, Shown};
use crate::web::words::{sentence, shown_names};
use crate::web::{Frame, Site};

/// How many rows of actions are shown before and after the plies on the boards.
const ROWS: usize = 150;
/// How many stretches of equal positions are named.
const MEETINGS: usize = 40;

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage<'a> {
    site: Frame<'a>,
    title: String,
    sides: Vec<Side>,
    defs: String,
    common: String,
    parting: String,
    meetings: Vec<MeetingView>,
    hidden_meetings: usize,
    controls: Vec<Control>,
    flip_href: String,
    rows: Vec<RowView>,
    is_equal_here: bool,
    /// Where other things stand, in words.
    differing: String,
}

#[derive(Template)]
#[template(path = "compare_form.html")]
struct FormPage<'a> {
    site: Frame<'a>,
    a: String,
    b: String,
    fault: &'static str,
}

/// One of the two matches, at its ply.
struct Side {
    name: &'static str,
    game: &'static str,
    players: [String; 2],
    href: String,
    ply: usize,
    last: usize,
    board: String,
    /// The squares that differ, over the board.
    marks: String,
    words: String,
    back_href: String,
    forward_href: String,
    key: &'static str,
}

struct MeetingView {
    href: String,
    words: String,
}

struct Control {
    key: &'static str,
    label: &'static str,
    href: String,
}

/// The actions of both at one ply.
struct RowView {
    ply: usize,
    cells: Vec<Cell>,
    is_common: bool,
}

/// An action of one of the two; empty past its end.
struct Cell {
    text: String,
    href: String,
    is_current: bool,
}

/// The plies on the boards.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Plies {
    a: Option<usize>,
    b: Option<usize>,
    #[serde(default)]
    flip: Flip,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Flip {
    Yes,
    #[default]
    #[serde(other)]
    No,
}

/// The two links that somebody wrote.
#[derive(Debug, Default, Deserialize)]
pub struct Links {
    #[serde(default)]
    a: String,
    #[serde(default)]
    b: String,
}

/// `/compare?a=…&b=…`: finds the links in what was written, and goes on to the comparison.
pub async fn form(site: web::Data<Site>, links: web::Query<Links>) -> HttpResponse {
    let Links { a, b } = links.into_inner();
    match (link_in(&a), link_in(&b)) {
        (Some(a), Some(b)) => see_other(&format!("/compare/{a}/{b}")),
        (found_a, found_b) => {
            let wrong = |text: &str, found: Option<&str>| !text.is_empty() && found.is_none();
            let fault = if wrong(&a, found_a) || wrong(&b, found_b) {
                "A link is at least 10 digits 0 to 9 and a to f, or the address of a match here."
            } else {
                ""
            };
            let form = FormPage { site: site.frame(), a: a.clone(), b: b.clone(), fault };
            page(StatusCode::OK, &form)
        }
    }
}

/// The link in an address or in a text: the part that has enough of the right digits.
fn link_in(text: &str) -> Option<&str> {
    let parts = text.trim().split(|c: char| !c.is_ascii_alphanumeric());
    parts.into_iter().find(|part| part.parse::<crate::record::link::LinkPrefix>().is_ok())
}

/// `/compare/<link>/<link>`.
pub async fn compare(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    plies: web::Query<Plies>,
) -> HttpResponse {
    let (a, b) = path.into_inner();
    match show(&site, [&a, &b], *plies) {
        Ok(response) => response,
        Err(error) => errors::of(&site, &error),
    }
}

fn show(site: &Site, links: [&str; 2], plies: Plies) -> Result<HttpResponse, KeepError> {
    let pair = site.keep.pair(links, [plies.a, plies.b])?;
    let ways = Ways::new(&pair, plies.flip == Flip::Yes);
    let symbols = pair.shown.iter().flat_map(|shown| shown.reel.sheet.symbols());
    let comparison = &pair.comparison;
    let [a, b] = ways.plies;
    let met = comparison.meetings.iter().any(|met| met.has([a, b]));
    let compare_page = ComparePage {
        site: site.frame(),
        title: format!("{} and {}", names(&pair.shown[0]), names(&pair.shown[1])),
        defs: symbol_defs(symbols),
        sides: (0..2).map(|n| side(&pair, n, &ways)).collect(),
        common: common_words(comparison),
        parting: parting_words(&pair),
        meetings: comparison
            .meetings
            .iter()
            .take(MEETINGS)
            .map(|met| meeting(met, &ways))
            .collect(),
        hidden_meetings: comparison.meetings.len().saturating_sub(MEETINGS),
        controls: controls(comparison, &ways),
        flip_href: Ways { flipped: !ways.flipped, ..ways }.href(ways.plies),
        rows: rows(&pair, &ways),
        differing: differing_words(&pair),
        is_equal_here: met || (a == b && comparison.common.is_some_and(|common| a <= common)),
    };
    Ok(page(StatusCode::OK, &compare_page))
}

/// The addresses of a comparison.
#[derive(Clone, Copy, Debug)]
struct Ways {
    plies: [usize; 2],
    lasts: [usize; 2],
    flipped: bool,
}

impl Ways {
    fn new(pair: &Pair, flipped: bool) -> Self {
        let plies = [pair.shown[0].ply, pair.shown[1].ply];
        Ways { plies, lasts: pair.comparison.lasts, flipped }
    }

    fn href(&self, [a, b]: [usize; 2]) -> String {
        let flip = if self.flipped { "&flip=yes" } else { "" };
        format!("?a={a}&b={b}{flip}")
    }

    /// The address of other plies; empty if they are those on the boards.
    fn to(&self, plies: [usize; 2]) -> String {
        let plies = [plies[0].min(self.lasts[0]), plies[1].min(self.lasts[1])];
        if plies == self.plies { String::new() } else { self.href(plies) }
    }

    fn with(&self, side: usize, ply: usize) -> String {
        let mut plies = self.plies;
        plies[side] = ply;
        self.to(plies)
    }
}

fn names(shown: &Shown) -> String {
    let [a, b] = players(shown);
    format!("{a} – {b}")
}

fn players(shown: &Shown) -> [String; 2] {
    shown_names(&shown.facts().players)
}

fn side(pair: &Pair, n: usize, ways: &Ways) -> Side {
    let shown = &pair.shown[n];
    let card = shown.stored.log.header.card();
    let still = &shown.reel.stills[shown.ply];
    let name = ["First", "Second"][n];
    let title = format!("{name} match, ply {}", shown.ply);
    let id = ["a", "b"][n];
    let look = Look {
        flipped: ways.flipped,
        id,
        title: &title,
        desc: &shown.description,
        ..Look::default()
    };
    let words = match &still.beat {
        Some(beat) => beat.words.clone(),
        None => "The match begins.".to_owned(),
    };
    let over = shown.reel.outcome.as_ref().filter(|_| shown.ply == ways.lasts[n]);
    let words = over.map_or(words.clone(), |outcome| {
        format!("{words} {}.", sentence(&result_words(card, Some(outcome))))
    });
    Side {
        name,
        game: card.name,
        players: players(shown),
        href: format!("/m/{}/{}", shown.stored.address(), shown.ply),
        ply: shown.ply,
        last: ways.lasts[n],
        board: shown.reel.sheet.svg(&still.frame, &look),
        marks: marked(&pair.scenes[n], ways.flipped, &pair.differing),
        words,
        back_href: shown.ply.checked_sub(1).map_or(String::new(), |ply| ways.with(n, ply)),
        forward_href: ways.with(n, shown.ply + 1),
        key: id,
    }
}

/// How far the matches are alike.
fn common_words(comparison: &Comparison) -> String {
    match comparison.common {
        None => "The matches start differently: another game, option or position.".to_owned(),
        Some(_) if comparison.is_same() => "Both matches have the same actions.".to_owned(),
        Some(0) => "The matches start alike and differ from the first action on.".to_owned(),
        Some(1) => "The first action is the same.".to_owned(),
        Some(common) => format!("The first {common} actions are the same."),
    }
}

/// Where they part, in words.
fn parting_words(pair: &Pair) -> String {
    let Some(common) = pair.comparison.common else { return String::new() };
    if pair.comparison.is_same() {
        return String::new();
    }
    let told = |shown: &Shown| {
        let beat = shown.reel.stills.get(common + 1).and_then(|still| still.beat.as_ref());
        beat.map_or_else(|| "it has no more actions".to_owned(), |beat| beat.words.clone())
    };
    let [a, b] = [&pair.shown[0], &pair.shown[1]].map(told);
    format!(
        "At ply {} they part. In the first: {}. In the second: {}.",
        common + 1,
        a.trim_end_matches('.'),
        b.trim_end_matches('.')
    )
}

/// Where other things stand on the two boards, in words.
fn differing_words(pair: &Pair) -> String {
    const NAMED: usize = 12;
    let names: Vec<String> = pair.differing.iter().take(NAMED).map(ToString::to_string).collect();
    match pair.differing.len() {
        0 => String::new(),
        count if count > NAMED => format!("The boards differ on {count} squares."),
        _ => format!("The boards differ on {}.", names.join(", ")),
    }
}

fn meeting(met: &Meeting, ways: &Ways) -> MeetingView {
    let [a, b] = met.plies;
    let whole = match (a == b, met.length) {
        (true, 1) => format!("at ply {a} of both"),
        (true, n) => format!("from ply {a} to {} of both", a + n - 1),
        (false, 1) => format!("at ply {a} of the first and {b} of the second"),
        (false, n) => format!("from ply {a} of the first and {b} of the second on, for {n} plies"),
    };
    MeetingView { href: ways.href(met.plies), words: whole }
}

fn controls(comparison: &Comparison, ways: &Ways) -> Vec<Control> {
    let [a, b] = ways.plies;
    let control = |key, label, href| Control { key, label, href };
    let part = comparison.prefix() + 1;
    let back = if a == 0 && b == 0 {
        String::new()
    } else {
        ways.to([a.saturating_sub(1), b.saturating_sub(1)])
    };
    let next = comparison.meetings.iter().find(|met| met.plies[0] > a);
    vec![
        control("start", "To the start", ways.to([0, 0])),
        control("undo", "Both back", back),
        control("redo", "Both forward", ways.to([a + 1, b + 1])),
        control("end", "To the ends", ways.to(ways.lasts)),
        control("part", "Where they part", ways.to([part, part])),
        control("next", "Next meeting", next.map_or(String::new(), |met| ways.to(met.plies))),
    ]
}

/// The rows of actions around the plies on the boards.
fn rows(pair: &Pair, ways: &Ways) -> Vec<RowView> {
    let [a, b] = ways.plies;
    let from = a.min(b).saturating_sub(ROWS).max(1);
    let to = (a.max(b) + ROWS).min(ways.lasts[0].max(ways.lasts[1]));
    let common = pair.comparison.prefix();
    let cell = |n: usize, ply: usize| {
        let beat = pair.shown[n].reel.stills.get(ply).and_then(|still| still.beat.as_ref());
        let card = pair.shown[n].stored.log.header.card();
        Cell {
            text: beat
                .map_or(String::new(), |beat| format!("{} {}", card.letter(beat.by), beat.shown)),
            href: ways.href([ply.min(ways.lasts[0]), ply.min(ways.lasts[1])]),
            is_current: ways.plies[n] == ply,
        }
    };
    let row =
        |ply| RowView { ply, cells: vec![cell(0, ply), cell(1, ply)], is_common: ply <= common };
    (from..=to).map(row).collect()
}
