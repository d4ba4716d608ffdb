//! What is counted at a ply: a small template of its own, since the script swaps it.

use askama::Template;

use super::{Card, Counter, Panel, Seat, TrayThing};
use crate::picture::{write_icon, write_shape_icon};

#[derive(Template)]
#[template(path = "panel.html")]
struct PanelPart<'a> {
    seats: [&'a str; 2],
    rows: Vec<Row<'a>>,
    common: Vec<(&'a str, &'a str)>,
    trays: Vec<(String, String)>,
}

/// How many lost pieces of a kind are drawn; more are counted.
const LOST_DRAWN: u16 = 8;

/// A line of the table: a name, and each side's value.
struct Row<'a> {
    name: &'a str,
    values: [&'a str; 2],
}

/// The panel as HTML.
pub(in crate::web::pages) fn html(card: &Card, panel: &Panel) -> String {
    let part = PanelPart {
        seats: Seat::BOTH.map(|seat| card.seat(seat).name),
        rows: rows(&panel.counters),
        common: common(&panel.counters),
        trays: trays(card, panel),
    };
    part.render().unwrap_or_default()
}

fn rows(counters: &[Counter]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for counter in counters {
        let Some(seat) = counter.seat else { continue };
        let place = rows.iter().position(|row| row.name == counter.name).unwrap_or_else(|| {
            rows.push(Row { name: counter.name, values: ["", ""] });
            rows.len() - 1
        });
        rows[place].values[seat.index()] = &counter.value;
    }
    rows
}

fn common(counters: &[Counter]) -> Vec<(&str, &str)> {
    let common = counters.iter().filter(|counter| counter.seat.is_none());
    common.map(|counter| (counter.name, &*counter.value)).collect()
}

/// Each tray's title and its drawings; what each side has lost comes last.
fn trays(card: &Card, panel: &Panel) -> Vec<(String, String)> {
    let mut trays = Vec::new();
    for tray in panel.trays.iter().filter(|tray| !tray.things.is_empty()) {
        let mut drawn = String::new();
        for thing in &tray.things {
            match thing {
                TrayThing::Pieces { symbol, seat, name, count } => {
                    for _ in 0..*count {
                        write_icon(*symbol, *seat, name, &mut drawn);
                    }
                }
                TrayThing::Shape { name, cells } => write_shape_icon(cells, name, &mut drawn),
            }
        }
        trays.push((title(card, tray.seat, tray.name), drawn));
    }
    for seat in Seat::BOTH {
        let mut drawn = String::new();
        for (symbol, name, count) in panel.losses.of(seat) {
            let shown = if count > LOST_DRAWN { 1 } else { count };
            for _ in 0..shown {
                write_icon(symbol, Some(seat), name, &mut drawn);
            }
            if shown < count {
                drawn.push_str(&format!("<span>×{count}</span>"));
            }
        }
        if !drawn.is_empty() {
            trays.push((title(card, Some(seat), "lost"), drawn));
        }
    }
    trays
}

fn title(card: &Card, seat: Option<Seat>, name: &str) -> String {
    seat.map_or_else(|| name.to_owned(), |seat| format!("{} {name}", card.seat(seat).name))
}
