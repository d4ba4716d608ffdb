//! `/games/<game>/board/edit`: a position is set up, by its text or square by square.
//!
//! Every click is a page: the address holds the position as it is so far, even where the rules do
//! not let it be set up yet; then the page says why.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::choices::{named, things_on};
use super::parts::{SetupView, setup_view};
use super::{Query, bad_address, game_of, see_other, squares};
use crate::picture::{Look, describe, symbol_defs, write_icon};
use crate::rules::any::{AnyGame, View};
use crate::rules::board_text::{BoardText, Palette, Sign};
use crate::rules::game::Card;
use crate::rules::grid::{Square, squares_named};
use crate::rules::options::Options;
use crate::rules::scene::{Badge, Scene};
use crate::rules::seat::Seat;
use crate::web::pages::{errors, page};
use crate::web::words::sentence;
use crate::web::{Frame, Site, address};

#[derive(Template)]
#[template(path = "editor.html")]
struct EditorPage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    defs: String,
    board: String,
    squares: String,
    brushes: Vec<BrushGroup>,
    setup: SetupView,
    /// Where the position can be tried; empty if it cannot be set up.
    try_href: String,
    flip_href: String,
    /// What the form for one square hands on.
    fields: Vec<(String, String)>,
    is_drawn: bool,
}

/// Brushes of one side.
struct BrushGroup {
    title: String,
    brushes: Vec<BrushView>,
}

/// Something to put on squares.
struct BrushView {
    href: String,
    icon: String,
    name: String,
    is_chosen: bool,
}

/// What the editor is asked for, beside what a sandbox's address tells.
#[derive(Debug, Default)]
struct Edit {
    /// The sign that is put on squares; none clears them.
    brush: Option<String>,
    /// The square that it is put on now.
    put: Option<Square>,
}

impl Edit {
    fn read(query: &str) -> Self {
        let mut edit = Edit::default();
        for (name, value) in address::pairs(query) {
            match name.as_str() {
                "brush" => edit.brush = Some(value).filter(|value| !value.is_empty()),
                "put" => edit.put = squares_named(value.trim()).first().copied(),
                _ => {}
            }
        }
        edit
    }
}

/// Answers with the editor.
pub async fn editor(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
) -> HttpResponse {
    let mut query = match Query::read(request.query_string()) {
        Ok(query) => query,
        Err(words) => return bad_address(&site, &words),
    };
    let Some(game) = game_of(&site, &path, &query) else {
        return errors::not_found(&site, "There is no such game here.");
    };
    if query.position.is_none() {
        query.position = start(game, &query).map(|play| play.position(View::Told));
    }
    let edit = Edit::read(request.query_string());
    if let Some(square) = edit.put {
        if let Some(text) = put(game, &query, &edit, square) {
            query.position = Some(text);
        }
        return see_other(&format!("{}{}", request.path(), address_of(&query, &edit)));
    }
    show(&site, game, &query, &edit, StatusCode::OK, String::new())
}

/// The editor with what is wrong with the position of a sandbox's address.
pub(super) fn page_of(
    site: &Site,
    game: &'static dyn AnyGame,
    query: &Query,
    fault: String,
) -> HttpResponse {
    show(site, game, query, &Edit::default(), StatusCode::UNPROCESSABLE_ENTITY, fault)
}

fn options(game: &dyn AnyGame, query: &Query) -> Option<Options> {
    let given = query.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Options::read(game.card(), given).ok()
}

/// The game's own start with the options of the address, or with none if those do not do.
fn start(game: &dyn AnyGame, query: &Query) -> Option<Box<dyn crate::rules::any::Play>> {
    let chosen = options(game, query).unwrap_or_default();
    game.begin(&chosen, None).or_else(|_| game.begin(&Options::default(), None)).ok()
}

/// The board of the position so far.
fn board_text(game: &dyn AnyGame, query: &Query) -> Option<(BoardText, String)> {
    let (palette, start) = (game.palette()?, start(game, query)?);
    let position = query.position.clone().unwrap_or_else(|| start.position(View::Told));
    let (board, rest) = position.split_once(' ').unwrap_or((&position, ""));
    let size = start.scene(View::Told).size;
    let read = BoardText::read(palette, size, board).ok()?;
    Some((read, rest.to_owned()))
}

/// The position text with the brush on a square.
fn put(game: &dyn AnyGame, query: &Query, edit: &Edit, square: Square) -> Option<String> {
    let (mut board, rest) = board_text(game, query)?;
    let brush = edit.brush.as_deref();
    let place = |text: &str| game.palette()?.signs.iter().position(|sign| sign.text == text);
    board.put(square, brush.and_then(place));
    Some(format!("{} {rest}", board.write()).trim_end().to_owned())
}

/// The address of a position in the editor.
fn address_of(query: &Query, edit: &Edit) -> String {
    let mut out = address::Query::default();
    for (name, value) in fields(query, edit.brush.as_deref()) {
        out.add(&name, &value);
    }
    format!("?{}", out.text())
}

fn fields(query: &Query, brush: Option<&str>) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: &str| fields.push((name.to_owned(), value.to_owned()));
    if let Some(rules) = query.rules {
        add("rules", &rules.to_string());
    }
    for (name, value) in &query.options {
        add(&format!("o.{name}"), value);
    }
    if let Some(position) = &query.position {
        add("position", position);
    }
    if let Some(brush) = brush {
        add("brush", brush);
    }
    if query.flipped {
        add("flip", "yes");
    }
    fields
}

fn show(
    site: &Site,
    game: &'static dyn AnyGame,
    query: &Query,
    edit: &Edit,
    status: StatusCode,
    fault: String,
) -> HttpResponse {
    let card = game.card();
    let fault = if fault.is_empty() { fault_of(game, query) } else { fault };
    let scene = scene(game, query, fault.is_empty());
    let brush = edit.brush.as_deref();
    let try_query = Edit::default();
    let brushes = game.palette().map(|palette| brushes(card, palette, query, brush));
    let mut symbols: Vec<_> = scene.iter().flat_map(|s| &s.items).map(|item| item.symbol).collect();
    symbols.extend(game.palette().into_iter().flat_map(|p| p.signs).map(|s| s.thing.symbol));
    let turned = Query { flipped: !query.flipped, ..query.clone() };
    let editor = EditorPage {
        site: site.frame(),
        card,
        defs: symbol_defs(symbols),
        board: scene.as_ref().map_or(String::new(), |scene| drawn(card, scene, query.flipped)),
        squares: match (&scene, &brushes) {
            (Some(scene), Some(_)) => overlay(card, scene, query, brush),
            _ => String::new(),
        },
        is_drawn: scene.is_some(),
        try_href: match fault.as_str() {
            "" => format!("/games/{}/board{}", card.id, address_of(query, &try_query)),
            _ => String::new(),
        },
        flip_href: address_of(&turned, edit),
        fields: fields(query, brush),
        brushes: brushes.unwrap_or_default(),
        setup: setup_view(game, query, fault, true),
    };
    page(status, &editor)
}

/// Why the position cannot be set up; empty if it can.
fn fault_of(game: &'static dyn AnyGame, query: &Query) -> String {
    let given = query.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let begun =
        Options::read(game.card(), given).map_err(|error| error.to_string()).and_then(|chosen| {
            let begun = game.begin(&chosen, query.position.as_deref());
            begun.map(|_| ()).map_err(|error| error.to_string())
        });
    begun.err().map_or(String::new(), |words| sentence(&words))
}

/// The drawing of the position, or of what its board says where it cannot be set up.
fn scene(game: &'static dyn AnyGame, query: &Query, is_good: bool) -> Option<Scene> {
    if is_good {
        let play = game.begin(&options(game, query)?, query.position.as_deref()).ok()?;
        return Some(play.scene(View::Told));
    }
    let (board, _) = board_text(game, query)?;
    let start = start(game, query)?.scene(View::Told);
    let (apron, terrain) = (start.apron, start.terrain);
    Some(Scene { apron, terrain, items: board.items().collect(), ..Scene::new(start.size) })
}

fn drawn(card: &Card, scene: &Scene, flipped: bool) -> String {
    let desc = describe(card, scene);
    let look = Look { flipped, title: "The position", desc: &desc, ..Look::default() };
    crate::picture::svg(card, scene, &[], &look)
}

/// Every square as a link that puts the brush on it.
fn overlay(card: &Card, scene: &Scene, query: &Query, brush: Option<&str>) -> String {
    let edit = Edit { brush: brush.map(str::to_owned), put: None };
    let base = address_of(query, &edit);
    squares::all(scene, query.flipped, |square| {
        let things: Vec<String> = things_on(scene, square).map(|item| named(card, item)).collect();
        let things = if things.is_empty() { "empty".to_owned() } else { things.join(", ") };
        (format!("{base}&put={square}"), format!("{square}: {things}"))
    })
}

fn brushes(
    card: &Card,
    palette: &'static Palette,
    query: &Query,
    chosen: Option<&str>,
) -> Vec<BrushGroup> {
    let view = |brush: Option<&str>, icon: String, name: String| BrushView {
        href: address_of(query, &Edit { brush: brush.map(str::to_owned), put: None }),
        icon,
        name,
        is_chosen: brush == chosen,
    };
    let of = |sign: &Sign| {
        let (mut icon, thing) = (String::new(), sign.thing);
        let name = match sign.badge {
            Some(Badge::Number(n)) => format!("{} {n}", thing.name),
            _ => thing.name.to_owned(),
        };
        write_icon(thing.symbol, thing.seat, &name, &mut icon);
        view(Some(sign.text), icon, name)
    };
    let mut groups: Vec<BrushGroup> = Vec::new();
    for seat in [Some(Seat::First), Some(Seat::Second), None] {
        let offered = palette.signs.iter().filter(|sign| sign.offered && sign.thing.seat == seat);
        let mut brushes: Vec<BrushView> = offered.map(of).collect();
        if seat.is_none() {
            brushes.push(view(None, String::new(), "clear the square".to_owned()));
        }
        let title = seat.map_or("Nobody's", |seat| card.seat(seat).name).to_owned();
        if !brushes.is_empty() {
            groups.push(BrushGroup { title, brushes });
        }
    }
    groups
}
