//! Kinds of things: everything about a thing but where it is.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::ser::{Serialize, Serializer};

use super::frame::seat_number;
use super::symbols::{badge_id, courses_id, id, is_piece, plate_id, shape_id};
use super::write::escape;
use crate::rules::scene::{Badge, Item, Stand, Symbol};
use crate::rules::seat::Seat;

/// A kind of thing with its finished markup. As JSON:
/// `[inner, class, dx, dy, scale, span, title, after]`.
///
/// A thing of this kind on a square is drawn, with x and y the upper left corner of its `span` ×
/// `span` squares, as
///
/// ```text
/// <g class="{class}" transform="translate({x+dx} {y+dy}){scale}">
/// <title>{title} on {square}{after}</title>{inner}</g>
/// ```
///
/// in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub(super) symbol: Symbol,
    seat: Option<Seat>,
    name: &'static str,
    stand: Stand,
    badge: Option<Badge>,
    crowded: bool,
    /// How many squares wide and high it is.
    pub(super) span: u8,
    /// Where it stands from the corner of its square, in units.
    pub(super) shift: (i32, i32),
    /// Its size as the end of a `transform`, or nothing.
    pub(super) scale: &'static str,
    /// `p0`, `p1` or `p2`: whose it is.
    pub(super) class: &'static str,
    /// Its name and its owner's, as markup.
    pub(super) title: String,
    /// What its title says after the square, as markup.
    pub(super) after: String,
    /// What is drawn, as markup.
    pub(super) inner: String,
}

impl Kind {
    pub(super) fn new(item: &Item, crowded: bool, title: String) -> Self {
        let (shift, scale) = place(item, crowded);
        let mut after = String::new();
        if let Some(words) = badge_words(item) {
            after.push_str(", ");
            escape(&words, &mut after);
        }
        let class = ["p0", "p1", "p2"][usize::from(seat_number(item.seat))];
        Kind {
            symbol: item.symbol,
            seat: item.seat,
            name: item.name,
            stand: item.stand,
            badge: item.badge,
            crowded,
            span: item.span.max(1),
            shift,
            scale,
            class,
            title,
            after,
            inner: inner(item),
        }
    }

    /// Whether it stands within something.
    pub(super) fn is_within(&self) -> bool {
        self.stand == Stand::Within
    }

    /// Whether a thing is of this kind.
    pub(super) fn is_of(&self, item: &Item, crowded: bool) -> bool {
        self.symbol == item.symbol
            && self.crowded == crowded
            && self.seat == item.seat
            && self.badge == item.badge
            && self.stand == item.stand
            && self.span == item.span.max(1)
            && self.name == item.name
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (dx, dy) = self.shift;
        let Kind { inner, class, scale, span, title, after, .. } = self;
        (inner, class, dx, dy, scale, span, title, after).serialize(serializer)
    }
}

/// A thing's badge in words, less what its name says: a Home is not told to be Home.
pub(super) fn badge_words(item: &Item) -> Option<Cow<'static, str>> {
    let words = match (item.symbol, item.badge?) {
        (Symbol::Wall, Badge::Number(n)) => Cow::Owned(format!("height {n}")),
        (_, Badge::ChosenSealed) if item.name == Badge::Chosen.words() => Badge::Sealed.words(),
        (_, badge) => badge.words(),
    };
    (!item.name.contains(&*words)).then_some(words)
}

/// Where a thing stands from its square's corner, and how large it is.
fn place(item: &Item, crowded: bool) -> ((i32, i32), &'static str) {
    match (item.stand, item.span) {
        (Stand::OnTop, _) => ((3, 0), "scale(.75)"),
        (Stand::Within, _) if crowded => ((0, 11), "scale(.54)"),
        (Stand::Within, _) => ((11, 11), "scale(.54)"),
        (Stand::Ground, 2..) => ((0, 0), "scale(2)"),
        (Stand::Ground, _) if item.symbol == Symbol::Shell => ((3, 3), "scale(.75)"),
        (Stand::Ground, _) => ((0, 0), ""),
    }
}

/// The markup of a thing at 0, 0.
fn inner(item: &Item) -> String {
    let mut out = String::with_capacity(96);
    if is_piece(item.symbol) {
        use_of(shape_id(item.seat), &mut out);
    }
    match (item.symbol, item.badge) {
        (Symbol::Letter(letter), _) => {
            out.push_str(r#"<text class="d-l" x="12" y="16.7">"#);
            escape(letter.encode_utf8(&mut [0; 4]), &mut out);
            out.push_str("</text>");
        }
        (Symbol::Wall, Some(Badge::Number(height))) => use_of(courses_id(height), &mut out),
        (symbol, _) => use_of(id(symbol).unwrap_or_default(), &mut out),
    }
    match (item.badge, item.seat) {
        (Some(Badge::Number(n)), seat) => {
            use_of(plate_id(seat), &mut out);
            let _ = write!(out, r#"<text class="d-n" x="19.2" y="21.7">{n}</text>"#);
        }
        (_, Some(seat)) => out.push_str(owner_mark(item.symbol, seat)),
        _ => {}
    }
    if let Some(badge) = item.badge.and_then(badge_id) {
        use_of(badge, &mut out);
    }
    out
}

/// The owner's shape on a thing that stands alone and belongs to one side. Walls and rubble bear it
/// only with a figure: where many stand together it would be all that one sees.
const fn owner_mark(symbol: Symbol, seat: Seat) -> &'static str {
    match (symbol, seat) {
        (Symbol::Fire, Seat::First) => r##"<use href="#h0"/>"##,
        (Symbol::Fire, Seat::Second) => r##"<use href="#h1"/>"##,
        (Symbol::Target, Seat::First) => r##"<use href="#c0"/>"##,
        (Symbol::Target, Seat::Second) => r##"<use href="#c1"/>"##,
        (Symbol::Castle, Seat::First) => r##"<use href="#q0" x="-7.2" y="-1.2"/>"##,
        (Symbol::Castle, Seat::Second) => r##"<use href="#q1" x="-7.2" y="-1.2"/>"##,
        (Symbol::Missile, Seat::Second) => r##"<use href="#h2"/>"##,
        _ => "",
    }
}

fn use_of(id: &str, out: &mut String) {
    out.push_str("<use href=\"#");
    out.push_str(id);
    out.push_str(r#""/>"#);
}

/// A small drawing of a thing, for lists and trays on a page that has the symbols' definitions:
/// `<svg class="icon p0" viewBox="0 0 24 24" …>`, with a title.
pub fn write_icon(symbol: Symbol, seat: Option<Seat>, title: &str, out: &mut String) {
    let class = seat_number(seat);
    let _ = write!(out, r#"<svg class="icon p{class}" viewBox="0 0 24 24" role="img"><title>"#);
    escape(title, out);
    out.push_str("</title>");
    let at = crate::rules::grid::Square::new(0, 0);
    out.push_str(&inner(&Item::new(symbol, seat, "", at)));
    out.push_str("</svg>");
}

/// A small drawing of a shape of several cells, for trays: stones to the east and north of a
/// corner.
pub fn write_shape_icon(cells: &[(i8, i8)], title: &str, out: &mut String) {
    let across = cells.iter().map(|(x, y)| x.max(y) + 1).max().unwrap_or(1).max(1);
    let high = cells.iter().map(|(_, y)| y + 1).max().unwrap_or(1);
    let side = i32::from(across) * 24;
    let _ = write!(out, r#"<svg class="icon" viewBox="0 0 {side} {side}" role="img"><title>"#);
    escape(title, out);
    out.push_str("</title>");
    for (x, y) in cells {
        let (x, y) = (i32::from(*x) * 24, i32::from(high - 1 - *y) * 24);
        let _ = write!(out, r##"<use href="#s-wall" x="{x}" y="{y}"/>"##);
    }
    out.push_str("</svg>");
}
