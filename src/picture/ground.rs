//! What lies under the things: squares, ground, grid, coordinates, and the zones that come and go.

use super::area::{Runs, write_edges, write_fill};
use super::frame::Area;
use super::hatch;
use super::layout::{Layout, SQUARE};
use super::write::{file_name, int, pair};
use crate::rules::grid::Square;
use crate::rules::scene::Ground;

/// How hatched areas are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hatch {
    /// With the shared patterns: short markup.
    Patterns,
    /// Line by line, for pixels.
    Lines,
}

/// The bands of the board: its own ranks, then the rows beside it: upper edge and height in units.
fn bands(layout: &Layout) -> impl Iterator<Item = (i32, i32)> {
    let top = |rank: i8| layout.corner(Square::new(0, rank), 1).1;
    let [south, north] = layout.apron.map(|rows| rows > 0);
    let beside = [south.then(|| top(-1)), north.then(|| top(layout.size.ranks))];
    let beside = beside.into_iter().flatten().map(|top| (top, SQUARE));
    std::iter::once((0, layout.extent().1)).chain(beside)
}

/// The squares, in two close tones; a1 is a dark one.
pub(super) fn write_squares(layout: &Layout, hatch: Hatch, out: &mut String) {
    let width = layout.extent().0;
    for band in bands(layout) {
        write_rect(r#"class="d-sl""#, width, band, out);
    }
    if hatch == Hatch::Lines {
        write_path(r#"class="d-sd""#, out, |out| hatch::write_dark_squares(layout, out));
        return;
    }
    let across = if layout.flipped { layout.size.files } else { layout.size.ranks };
    let tones =
        if across % 2 == 0 { r##"fill="url(#p-odd)""## } else { r##"fill="url(#p-even)""## };
    write_rect(tones, width, (0, layout.extent().1), out);
}

fn write_rect(attribute: &str, width: i32, (top, height): (i32, i32), out: &mut String) {
    out.push_str("<rect ");
    out.push_str(attribute);
    out.push_str(r#" y=""#);
    int(out, top);
    out.push_str(r#"" width=""#);
    int(out, width);
    out.push_str(r#"" height=""#);
    int(out, height);
    out.push_str(r#""/>"#);
}

fn write_path(attribute: &str, out: &mut String, data: impl FnOnce(&mut String)) {
    out.push_str("<path ");
    out.push_str(attribute);
    out.push_str(r#" d=""#);
    data(out);
    out.push_str(r#""/>"#);
}

/// One kind of ground.
pub(super) fn write_ground(
    layout: &Layout,
    (ground, area): (Ground, &Area),
    hatch: Hatch,
    out: &mut String,
) {
    out.push_str("<g><title>");
    out.push_str(&area.title);
    out.push_str("</title>");
    let colour = match ground {
        Ground::Water => r#"class="d-water""#,
        Ground::Sand => r#"class="d-sand""#,
        Ground::Portal => {
            write_portals(layout, area, out);
            ""
        }
        Ground::First | Ground::Second | Ground::Beside => "",
    };
    if !colour.is_empty() {
        write_path(colour, out, |out| write_fill(layout, &area.runs, out));
    }
    match hatch {
        Hatch::Patterns => write_pattern(layout, ground, area, out),
        Hatch::Lines => write_lines(layout, ground, area, out),
    }
    out.push_str("</g>");
}

fn write_pattern(layout: &Layout, ground: Ground, area: &Area, out: &mut String) {
    let pattern = match ground {
        Ground::Water => r##"fill="url(#p-water)""##,
        Ground::Sand => r##"fill="url(#p-sand)""##,
        Ground::First => r##"fill="url(#p-first)""##,
        Ground::Second => r##"fill="url(#p-second)""##,
        Ground::Beside => r##"fill="url(#p-beside)""##,
        Ground::Portal => return,
    };
    write_path(pattern, out, |out| write_fill(layout, &area.runs, out));
}

fn write_lines(layout: &Layout, ground: Ground, area: &Area, out: &mut String) {
    let (class, write): (&str, fn(&Layout, &Runs, &mut String)) = match ground {
        Ground::Water => (r#"class="d-wa""#, hatch::write_waves),
        Ground::Sand => (r#"class="d-sa""#, hatch::write_grains),
        Ground::First => (r#"class="d-gf""#, hatch::write_dots),
        Ground::Second => (r#"class="d-gs""#, hatch::write_specks),
        Ground::Beside => (r#"class="d-be""#, hatch::write_rising),
        Ground::Portal => return,
    };
    write_path(class, out, |out| write(layout, &area.runs, out));
}

fn write_portals(layout: &Layout, area: &Area, out: &mut String) {
    for cell in area.runs.iter().flat_map(|(start, len)| *start..*start + *len) {
        out.push_str(r##"<use href="#g-portal" transform="translate("##);
        pair(out, layout.corner(layout.square(cell), 1));
        out.push_str(r#")"/>"#);
    }
}

/// A tinted area: its owner's hatching, and a line around it.
pub(super) fn write_zone(layout: &Layout, zone: &Area, hatch: Hatch, out: &mut String) {
    let seat = usize::from(zone.seat.min(2));
    out.push_str([r#"<g class="p0">"#, r#"<g class="p1">"#, r#"<g class="p2">"#][seat]);
    out.push_str("<title>");
    out.push_str(&zone.title);
    out.push_str("</title>");
    let (pattern, class, write): (&str, &str, fn(&Layout, &Runs, &mut String)) = match seat {
        0 => (r##"fill="url(#p-zone0)""##, r#"class="d-zf""#, hatch::write_rising),
        1 => (r##"fill="url(#p-zone1)""##, r#"class="d-zs""#, hatch::write_falling),
        _ => (r##"fill="url(#p-zone2)""##, r#"class="d-zn""#, hatch::write_net),
    };
    match hatch {
        Hatch::Patterns => write_path(pattern, out, |out| write_fill(layout, &zone.runs, out)),
        Hatch::Lines => write_path(class, out, |out| write(layout, &zone.runs, out)),
    }
    write_path(r#"class="d-ze""#, out, |out| write_edges(layout, &zone.runs, out));
    out.push_str("</g>");
}

/// The thin lines between squares, and the line around the board.
pub(super) fn write_grid(layout: &Layout, out: &mut String) {
    let (width, height) = layout.extent();
    out.push_str(r#"<path class="d-gr" d=""#);
    for (top, tall) in bands(layout) {
        for x in (1..layout.size.files).map(|file| i32::from(file) * SQUARE) {
            out.push('M');
            pair(out, (x, top));
            out.push('v');
            int(out, tall);
        }
        for y in (1..tall / SQUARE).map(|row| row * SQUARE) {
            out.push('M');
            pair(out, (0, y));
            out.push('h');
            int(out, width);
        }
        if top != 0 {
            out.push_str("M0 ");
            int(out, top);
            out.push('h');
            int(out, width);
            out.push_str("v24H0z");
        }
    }
    out.push_str(r#""/>"#);
    write_rect(r#"class="d-fr""#, width, (0, height), out);
}

/// Files and ranks in the margin.
pub(super) fn write_coordinates(layout: &Layout, out: &mut String) {
    let size = layout.small_type();
    out.push_str(r#"<g class="d-co" font-size=""#);
    int(out, size);
    out.push_str(r#"">"#);
    let y = layout.letters_y();
    for file in 0..layout.size.files {
        write_label((layout.left(file, 1) + SQUARE / 2, y), out);
        file_name(out, file);
        out.push_str("</text>");
    }
    let [south, north] = layout.apron.map(|rows| i8::from(rows > 0));
    for rank in -south..layout.size.ranks + north {
        let (_, y) = layout.middle(Square::new(0, rank), 1);
        write_label((-size - 1, y + size / 3), out);
        int(out, i32::from(rank) + 1);
        out.push_str("</text>");
    }
    out.push_str("</g>");
}

fn write_label((x, y): (i32, i32), out: &mut String) {
    out.push_str(r#"<text x=""#);
    int(out, x);
    out.push_str(r#"" y=""#);
    int(out, y);
    out.push_str(r#"">"#);
}
