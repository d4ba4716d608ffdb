//! What is drawn at one ply, as compact data: the one source of the picture and of the page's
//! script.
//!
//! A [`Sheet`] is what a whole match has in common: the board, the seats' names, and every *kind*
//! of thing that was seen in it, each with its finished markup. A [`Frame`] is one ply: which kinds
//! stand on which cells, zones, arrows, and marks of what just happened. [`super::svg`] draws
//! frames; a script that holds a sheet and frames can do the same (`static/board.js` does, and a
//! test compares what both write).

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::area::runs;
use super::kind::Kind;
use super::layout::Layout;
use super::mark::{Mark, MarkKind, marks, span_at};
use super::write::escape;
use crate::rules::effect::Effect;
use crate::rules::game::Card;
use crate::rules::scene::{Aim, Ground, Item, Scene, Stand, Symbol};
use crate::rules::seat::Seat;

/// What all frames of a match have in common. As JSON:
/// `{"files":7,"ranks":9,"apron":[0,0],"seats":["Blue","Red"],"kinds":[…]}`, each kind as [`Kind`]
/// tells; texts in it are markup already.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) layout: Layout,
    pub(super) seats: [String; 2],
    pub(super) ground: Vec<(Ground, Area)>,
    pub(super) kinds: Vec<Kind>,
}

/// An area that is tinted or has ground of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// Whose: 0, 1, or 2 for nobody's.
    pub seat: u8,
    /// Its title, as markup: `West territory`.
    pub title: String,
    /// Its cells as runs along ranks: first cell and length, in cell order.
    pub runs: Vec<(u16, u16)>,
}

/// An arrow that belongs to the state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameArrow {
    /// Whose: 0, 1, or 2 for nobody's.
    pub seat: u8,
    /// The cell where it begins.
    pub from: u16,
    /// The cell that it points at; −1 for nowhere yet; −2 − d for direction d, clockwise from
    /// North.
    pub aim: i16,
    /// Its label, as markup.
    pub label: String,
    /// Whether it is the one that runs now.
    pub current: bool,
    /// How many arrows before it have tags on the same cell.
    pub slot: u8,
    /// How many squares wide the thing is from whose middle it begins.
    pub span: u8,
    /// The width of its tag, in tenths of a unit.
    pub width: u16,
}

/// One ply. As JSON an object of four fields:
/// * `z`, zones: `[[seat,title,[start,len,…]],…]`;
/// * `i`, things by cell, cells ascending, lowest first: `{"cell":[kind,…],…}`;
/// * `a`, arrows: `[[seat,from,aim,label,current,slot,span,width],…]`;
/// * `m`, marks: `[[mark,from,to,span],…]`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Frame {
    /// Tinted areas.
    pub zones: Vec<Area>,
    /// Cells and indices into the sheet's kinds; by cell, then lowest first.
    pub things: Vec<(u16, u16)>,
    /// Arrows that belong to the state.
    pub arrows: Vec<FrameArrow>,
    /// What just happened, and what was noted, in drawing order.
    pub marks: Vec<Mark>,
}

/// What turns one frame into the next. As JSON, the same fields as a [`Frame`], but `z` and `a`
/// only if they differ, and in `i` only the cells that differ, a cell that is empty now as `[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    zones: Option<Vec<Area>>,
    things: Vec<(u16, Vec<u16>)>,
    arrows: Option<Vec<FrameArrow>>,
    marks: Vec<Mark>,
}

/// 0 and 1 for the seats, 2 for nobody.
pub(super) const fn seat_number(seat: Option<Seat>) -> u8 {
    match seat {
        Some(seat) => seat.index() as u8,
        None => 2,
    }
}

impl Sheet {
    /// The sheet of a match that has this scene in it.
    #[must_use]
    pub fn new(card: &Card, scene: &Scene) -> Self {
        let layout = Layout { size: scene.size, apron: scene.apron, flipped: false };
        let seats = Seat::BOTH.map(|seat| escaped(card.seat(seat).name));
        let ground = scene.terrain.iter().map(|region| {
            let title = escaped(region.name);
            (region.ground, Area { seat: 2, title, runs: runs(&layout, &region.squares) })
        });
        let ground = ground.collect();
        Sheet { layout, seats, ground, kinds: Vec::with_capacity(16) }
    }

    /// One ply of the match: the scene after an action, and what the action did. Kinds that were
    /// not seen before are added to the sheet.
    pub fn frame(&mut self, scene: &Scene, effects: &[Effect]) -> Frame {
        let mut things: Vec<(u16, u16)> = Vec::with_capacity(scene.items.len());
        for item in &scene.items {
            if let Some(cell) = self.layout.cell(item.at) {
                let is_within = |(at, kind): &(u16, u16)| {
                    *at == cell && self.kinds[usize::from(*kind)].is_within()
                };
                let crowded = item.stand == Stand::Within && things.iter().any(is_within);
                things.push((cell, self.kind(item, crowded)));
            }
        }
        if !things.is_sorted_by_key(|(cell, _)| *cell) {
            things.sort_by_key(|(cell, _)| *cell);
        }
        let zones = scene.zones.iter().map(|zone| {
            let title = self.owned(zone.seat, zone.name);
            let runs = runs(&self.layout, &zone.squares);
            Area { seat: seat_number(zone.seat), title, runs }
        });
        let zones = zones.collect();
        let marks = marks(&self.layout, scene, effects);
        Frame { zones, things, arrows: self.arrows(scene), marks }
    }

    /// The kind of a thing; `crowded` if it stands within something that another one is within.
    fn kind(&mut self, item: &Item, crowded: bool) -> u16 {
        let known = self.kinds.iter().position(|kind| kind.is_of(item, crowded));
        let at = known.unwrap_or_else(|| {
            let title = self.owned(item.seat, item.name);
            self.kinds.push(Kind::new(item, crowded, title));
            self.kinds.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    fn arrows(&self, scene: &Scene) -> Vec<FrameArrow> {
        let mut list: Vec<FrameArrow> = Vec::with_capacity(scene.arrows.len());
        for arrow in &scene.arrows {
            let Some(from) = self.layout.cell(arrow.from) else { continue };
            let aim = match arrow.aim {
                Aim::At(square) => match self.layout.cell(square) {
                    Some(cell) => i16::try_from(cell).unwrap_or(-1),
                    None => continue,
                },
                Aim::Open => -1,
                Aim::Towards(direction) => -2 - direction as i16,
            };
            let before = list.iter().filter(|a| a.from == from && a.aim < 0 && aim < 0);
            let slot = u8::try_from(before.count()).unwrap_or(u8::MAX);
            let (label, seat) = (escaped(&arrow.label), seat_number(arrow.seat));
            let (current, span) = (arrow.current, span_at(scene, arrow.from));
            let letters = u16::try_from(arrow.label.chars().count()).unwrap_or(u16::MAX);
            let width = letters.saturating_mul(29).saturating_add(34).max(72);
            list.push(FrameArrow { seat, from, aim, label, current, slot, span, width });
        }
        list
    }

    /// A name with its owner's: `Blue Wizard`, `wall`. As markup.
    fn owned(&self, seat: Option<Seat>, name: &str) -> String {
        let mut out = String::with_capacity(24);
        if let Some(seat) = seat {
            out.push_str(&self.seats[seat.index()]);
            out.push(' ');
        }
        escape(name, &mut out);
        out
    }

    /// The symbols that were seen so far: what [`super::symbol_defs`] must define for them.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.kinds.iter().map(|kind| kind.symbol)
    }

    /// The board's layout, seen from the first seat's side.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

impl Frame {
    /// The marks that lie under the things, and those over them.
    pub(super) fn marks_around(&self) -> (&[Mark], &[Mark]) {
        self.marks.split_at(self.marks.partition_point(|mark| mark.kind <= MarkKind::Noted))
    }

    /// What turns this frame into `next`, of the same sheet.
    #[must_use]
    pub fn changes_to(&self, next: &Frame) -> Changes {
        let mut things = Vec::new();
        let (mut old, mut new) =
            (by_cell(&self.things).peekable(), by_cell(&next.things).peekable());
        loop {
            let (from, to) = (old.peek().copied(), new.peek().copied());
            let cell = match (from, to) {
                (None, None) => break,
                (Some(a), None) => a[0].0,
                (None, Some(b)) => b[0].0,
                (Some(a), Some(b)) => a[0].0.min(b[0].0),
            };
            let here = |group: Option<&[(u16, u16)]>| group.is_some_and(|g| g[0].0 == cell);
            if from != to {
                let kinds = if here(to) { to.unwrap_or_default() } else { &[] };
                things.push((cell, kinds.iter().map(|(_, kind)| *kind).collect()));
            }
            if here(from) {
                old.next();
            }
            if here(to) {
                new.next();
            }
        }
        Changes {
            zones: (self.zones != next.zones).then(|| next.zones.clone()),
            things,
            arrows: (self.arrows != next.arrows).then(|| next.arrows.clone()),
            marks: next.marks.clone(),
        }
    }
}

/// The things of each cell, none of the groups empty.
fn by_cell(things: &[(u16, u16)]) -> impl Iterator<Item = &[(u16, u16)]> {
    things.chunk_by(|a, b| a.0 == b.0)
}

impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Sheet", 5)?;
        map.serialize_field("files", &self.layout.size.files)?;
        map.serialize_field("ranks", &self.layout.size.ranks)?;
        map.serialize_field("apron", &self.layout.apron)?;
        map.serialize_field("seats", &self.seats)?;
        map.serialize_field("kinds", &self.kinds)?;
        map.end()
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flat: Vec<u16> = self.runs.iter().flat_map(|(start, len)| [*start, *len]).collect();
        (self.seat, &self.title, flat).serialize(serializer)
    }
}

impl Serialize for FrameArrow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let current = u8::from(self.current);
        (self.seat, self.from, self.aim, &self.label, current, self.slot, self.span, self.width)
            .serialize(serializer)
    }
}

/// The things of a frame as an object by cell.
struct ByCell<'a>(&'a [(u16, u16)]);

impl Serialize for ByCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for group in by_cell(self.0) {
            let kinds: Vec<u16> = group.iter().map(|(_, kind)| *kind).collect();
            map.serialize_entry(&group[0].0, &kinds)?;
        }
        map.end()
    }
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Frame", 4)?;
        map.serialize_field("z", &self.zones)?;
        map.serialize_field("i", &ByCell(&self.things))?;
        map.serialize_field("a", &self.arrows)?;
        map.serialize_field("m", &self.marks)?;
        map.end()
    }
}

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(zones) = &self.zones {
            map.serialize_entry("z", zones)?;
        }
        let things: std::collections::BTreeMap<_, _> = self.things.iter().cloned().collect();
        map.serialize_entry("i", &things)?;
        if let Some(arrows) = &self.arrows {
            map.serialize_entry("a", arrows)?;
        }
        map.serialize_entry("m", &self.marks)?;
        map.end()
    }
}
