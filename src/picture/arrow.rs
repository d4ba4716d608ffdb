//! Arrows and marks: the only drawings whose shape is computed.
//!
//! Coordinates are written in tenths of a unit, rounded half up, so that a script that computes the
//! same in double precision writes the same.

use super::frame::FrameArrow;
use super::layout::Layout;
use super::mark::{Mark, MarkKind};
use super::write::{int, pair, square_name, tenths};
use crate::rules::grid::Direction;

/// The shape of an arrow, in units.
struct Shape {
    /// Where it begins, from the middle of its first square.
    start: f64,
    /// Where it stops, before the middle of its last square; or, for a direction, from the first.
    stop: f64,
    /// Half the shaft's width.
    shaft: f64,
    /// Half the head's width.
    head: f64,
    /// The head's length.
    length: f64,
}

const MOVED: Shape = Shape { start: 7.8, stop: 10.0, shaft: 1.1, head: 3.4, length: 5.6 };
const POINTED: Shape = Shape { start: 4.0, stop: 4.0, shaft: 1.7, head: 4.6, length: 7.5 };
const PLAN: Shape = Shape { start: 9.0, stop: 5.0, shaft: 0.7, head: 2.8, length: 4.6 };
const PLAN_NOW: Shape = Shape { start: 9.0, stop: 5.0, shaft: 1.4, head: 4.2, length: 6.5 };

/// How far from the middle an arrow without an end reaches.
const REACH: f64 = 18.0;

/// A point on the drawing, in units.
#[derive(Clone, Copy)]
struct Point(f64, f64);

impl Point {
    fn new((x, y): (i32, i32)) -> Self {
        Point(f64::from(x), f64::from(y))
    }

    /// The point `along` units from here in the direction `unit` and `aside` to its right.
    fn go(self, unit: Point, along: f64, aside: f64) -> Point {
        Point(self.0 + unit.0 * along - unit.1 * aside, self.1 + unit.1 * along + unit.0 * aside)
    }

    fn write(self, out: &mut String) {
        for (n, end) in [(self.0, " "), (self.1, "")] {
            #[expect(clippy::cast_possible_truncation, reason = "a drawing is small")]
            tenths(out, (n * 10.0 + 0.5).floor() as i32);
            out.push_str(end);
        }
    }
}

/// The direction from one point to another, of length 1, and the distance.
fn towards(from: Point, to: Point) -> (Point, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let distance = (dx * dx + dy * dy).sqrt();
    if distance > 0.0 {
        (Point(dx / distance, dy / distance), distance)
    } else {
        (Point(0.0, -1.0), 0.0)
    }
}

/// The outline of an arrow with its tip `tip` units from `from`.
fn write_outline(from: Point, unit: Point, tip: f64, shape: &Shape, out: &mut String) {
    let tail = shape.start.min(tip - 5.0);
    let neck = (tip - shape.length).max(tail);
    let corners = [
        (tail, -shape.shaft),
        (neck, -shape.shaft),
        (neck, -shape.head),
        (tip, 0.0),
        (neck, shape.head),
        (neck, shape.shaft),
        (tail, shape.shaft),
    ];
    for (at, (along, aside)) in corners.into_iter().enumerate() {
        out.push(if at == 0 { 'M' } else { 'L' });
        from.go(unit, along, aside).write(out);
    }
    out.push('z');
}

/// An arrow of the state, and its tag.
pub(super) fn write_arrow(
    layout: &Layout,
    seats: &[String; 2],
    arrow: &FrameArrow,
    out: &mut String,
) {
    let seat = i32::from(arrow.seat);
    out.push_str(r#"<g class="p"#);
    int(out, seat);
    out.push_str(r#""><title>"#);
    write_title(layout, seats, arrow, out);
    out.push_str("</title>");
    let square = layout.square(arrow.from);
    let (x, y) = layout.corner(square, 1);
    let middle = layout.middle(square, arrow.span);
    let from = Point::new(middle);
    let (column, row) = (i32::from(arrow.slot % 2), usize::from(arrow.slot / 2 % 3));
    let mut tag = (x + 6 + 12 * column, y + [21, 3, 13][row]);
    let shape = if arrow.current { &PLAN_NOW } else { &PLAN };
    let aimed = match aim_of(arrow.aim) {
        (Some(cell), _) => {
            let end = layout.middle(layout.square(cell), 1);
            let (unit, distance) = towards(from, Point::new(end));
            tag = ((middle.0 + end.0) / 2, (middle.1 + end.1) / 2);
            Some((unit, distance - shape.stop))
        }
        (_, Some(direction)) => {
            let (right, down) = layout.step(direction);
            let (unit, _) = towards(Point(0.0, 0.0), Point::new((right, down)));
            Some((unit, REACH))
        }
        (None, None) => None,
    };
    if let Some((unit, tip)) = aimed {
        out.push_str(r#"<path class="d-ar" d=""#);
        write_outline(from, unit, tip, shape, out);
        out.push_str(r#""/>"#);
    }
    if !arrow.label.is_empty() {
        write_tag(layout, tag, arrow, out);
    }
    out.push_str("</g>");
}

/// The cell or the direction that an arrow points at.
fn aim_of(aim: i16) -> (Option<u16>, Option<Direction>) {
    let direction = usize::try_from(-2 - aim).ok().and_then(|at| Direction::ALL.get(at));
    (u16::try_from(aim).ok(), direction.copied())
}

fn write_title(layout: &Layout, seats: &[String; 2], arrow: &FrameArrow, out: &mut String) {
    if let Some(seat) = seats.get(usize::from(arrow.seat)) {
        out.push_str(seat);
        out.push(' ');
    }
    out.push_str(&arrow.label);
    out.push_str(if arrow.label.is_empty() { "from " } else { ", " });
    square_name(out, layout.square(arrow.from));
    match aim_of(arrow.aim) {
        (Some(cell), _) => {
            out.push_str(" to ");
            square_name(out, layout.square(cell));
        }
        (_, Some(direction)) => {
            out.push(' ');
            out.push_str(direction.word());
        }
        (None, None) => {}
    }
}

/// The label on its owner's shape. Tags at long arrows are larger on larger boards.
fn write_tag(layout: &Layout, place: (i32, i32), arrow: &FrameArrow, out: &mut String) {
    let scale = if arrow.aim >= 0 { layout.small_type() * 10 / 6 } else { 10 };
    let width = i32::from(arrow.width);
    out.push_str(r#"<g transform="translate("#);
    pair(out, place);
    out.push_str(")scale(");
    tenths(out, if arrow.current { scale * 13 / 10 } else { scale });
    out.push_str(r#")"><rect class="d-f" x=""#);
    tenths(out, -width / 2);
    out.push_str(r#"" y="-3.6" width=""#);
    tenths(out, width);
    out.push_str(r#"" height="7.2" rx=""#);
    tenths(out, [36, 8, 20][usize::from(arrow.seat.min(2))]);
    out.push_str(r#""/><text class="d-t" y="1.7">"#);
    out.push_str(&arrow.label);
    out.push_str("</text></g>");
}

/// A mark.
pub(super) fn write_mark(layout: &Layout, mark: Mark, out: &mut String) {
    let (from, to) = (layout.square(mark.from), layout.square(mark.to));
    let id = match mark.kind {
        MarkKind::Glow => "m-glow",
        MarkKind::From => "m-from",
        MarkKind::Noted => "m-noted",
        MarkKind::Gone => "m-gone",
        MarkKind::Taken => "m-taken",
        MarkKind::Stayed => "m-stay",
        MarkKind::Moved | MarkKind::Pointed | MarkKind::Shot | MarkKind::Aimed => {
            let start = Point::new(layout.middle(from, mark.span));
            write_line(mark.kind, start, Point::new(layout.middle(to, 1)), out);
            match mark.kind {
                MarkKind::Shot => "m-hit",
                MarkKind::Aimed => "m-aim",
                _ => return,
            }
        }
    };
    out.push_str(r##"<use class="d-m" href="#"##);
    out.push_str(id);
    out.push_str(r#"" transform="translate("#);
    let wide = mark.span > 1 && mark.from == mark.to;
    pair(out, layout.corner(to, if wide { mark.span } else { 1 }));
    out.push_str(if wide { r#")scale(2)"/>"# } else { r#")"/>"# });
}

fn write_line(kind: MarkKind, from: Point, to: Point, out: &mut String) {
    let (unit, distance) = towards(from, to);
    let (class, shape) = match kind {
        MarkKind::Shot => ("d-m d-ms", None),
        MarkKind::Aimed => ("d-m d-mb", None),
        MarkKind::Pointed => ("d-m d-mv", Some(&POINTED)),
        _ => ("d-m d-mv", Some(&MOVED)),
    };
    out.push_str(r#"<path class=""#);
    out.push_str(class);
    out.push_str(r#"" d=""#);
    if let Some(shape) = shape {
        write_outline(from, unit, distance - shape.stop, shape, out);
    } else {
        out.push('M');
        let (start, stop) = if kind == MarkKind::Shot { (10.5, 11.2) } else { (11.2, 3.5) };
        from.go(unit, start, 0.0).write(out);
        out.push('L');
        from.go(unit, (distance - stop).max(start), 0.0).write(out);
    }
    out.push_str(r#""/>"#);
}
