//! A drawing as data: what a game hands to `picture`, which alone knows how it looks.
//!
//! A scene says what is where, and whose; never colours, lines or sizes. Whatever just happened is
//! not in it: that is told by the effects and drawn over the scene.

use std::borrow::Cow;

use super::grid::{Direction, Size, Square};
use super::seat::Seat;

/// A drawing of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The board's size.
    pub size: Size,
    /// Rows drawn beside the board, south of rank 1 and north of the last (0 or 1 each).
    pub apron: [u8; 2],
    /// The ground: the same for a whole match.
    pub terrain: Vec<Region>,
    /// Tinted areas that come and go: territory, a closed zone.
    pub zones: Vec<Zone>,
    /// Everything that stands on the board, lowest first.
    pub items: Vec<Item>,
    /// Arrows that belong to the state: plans, flights.
    pub arrows: Vec<Arrow>,
    /// What is counted: moves left, stones, scores, the clock.
    pub counters: Vec<Counter>,
    /// Things beside the board: pieces lost, the piece in hand.
    pub trays: Vec<Tray>,
}

impl Scene {
    /// An empty board.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Scene {
            size,
            apron: [0, 0],
            terrain: Vec::new(),
            zones: Vec::new(),
            items: Vec::new(),
            arrows: Vec::new(),
            counters: Vec::new(),
            trays: Vec::new(),
        }
    }
}

/// A kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Water: nothing walks here.
    Water,
    /// Sand: no walls here.
    Sand,
    /// The first seat's own ground.
    First,
    /// The second seat's own ground.
    Second,
    /// A marked square: a portal, a place where something comes in.
    Portal,
    /// Beside the board, where pieces can be.
    Beside,
}

/// Squares of one kind of ground. Squares in no region are plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The kind.
    pub ground: Ground,
    /// Its name in words: `river`.
    pub name: &'static str,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// A tinted area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Whose tint, if anybody's.
    pub seat: Option<Seat>,
    /// Its name in words: `territory`.
    pub name: &'static str,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// A drawing in the family's set. Pieces are drawn on their seat's shape; the others stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A crown.
    King,
    /// A pointed hat.
    Wizard,
    /// A hammer.
    Builder,
    /// A barrel on wheels.
    Cannon,
    /// A bow.
    Archer,
    /// A horse's head.
    Knight,
    /// A castle banner: a Lord.
    Lord,
    /// A helmet and spear: Infantry.
    Infantry,
    /// A horse at a gallop: a Rider.
    Rider,
    /// A siege tower.
    Tower,
    /// A sling on a frame.
    Trebuchet,
    /// A battering ram.
    Ram,
    /// A cloaked figure: a piece whose kind is not told.
    Hidden,
    /// Courses of stone.
    Wall,
    /// A flame.
    Fire,
    /// Broken stones.
    Rubble,
    /// A keep, two squares wide.
    Castle,
    /// A gun, two squares wide.
    Gun,
    /// A missile.
    Missile,
    /// A shell in the air.
    Shell,
    /// The place where a shell will land.
    Target,
    /// A plain counter with a letter, for games that need no drawing.
    Letter(char),
}

/// How a thing stands on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Stand {
    /// On the ground, filling the square.
    #[default]
    Ground,
    /// On top of what is drawn before it: a piece on a wall.
    OnTop,
    /// Within what is drawn before it: a crew at its cannon.
    Within,
}

/// A small mark on a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Badge {
    /// A small figure: a wall's height.
    Number(u8),
    /// It cannot act any more for now.
    Spent,
    /// It bears damage.
    Damaged,
    /// It is silenced.
    Silenced,
    /// It is cut off.
    CutOff,
    /// It is hidden at the table, and the record tells what it is.
    Hidden,
    /// The chosen one of several: a Home.
    Chosen,
    /// Sealed.
    Sealed,
    /// Sealed, and the chosen one.
    ChosenSealed,
}

impl Badge {
    /// In words, for titles: `damaged`. Empty for a number that the name tells.
    #[must_use]
    pub fn words(self) -> Cow<'static, str> {
        match self {
            Badge::Number(n) => Cow::Owned(n.to_string()),
            Badge::Spent => "spent".into(),
            Badge::Damaged => "damaged".into(),
            Badge::Silenced => "silenced".into(),
            Badge::CutOff => "cut off".into(),
            Badge::Hidden => "hidden".into(),
            Badge::Chosen => "Home".into(),
            Badge::Sealed => "sealed".into(),
            Badge::ChosenSealed => "Home, sealed".into(),
        }
    }
}

/// A thing on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// How it is drawn.
    pub symbol: Symbol,
    /// Whose it is, if anybody's.
    pub seat: Option<Seat>,
    /// Its name in words: `Wizard`.
    pub name: &'static str,
    /// Its square; for a wide thing, its south-west one.
    pub at: Square,
    /// How many squares wide and high it is: 1 or 2.
    pub span: u8,
    /// How it stands.
    pub stand: Stand,
    /// A small mark on it.
    pub badge: Option<Badge>,
}

impl Item {
    /// A thing of one square on the ground, without a badge.
    #[must_use]
    pub const fn new(symbol: Symbol, seat: Option<Seat>, name: &'static str, at: Square) -> Self {
        Item { symbol, seat, name, at, span: 1, stand: Stand::Ground, badge: None }
    }
}

/// Where an arrow points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// At a square.
    At(Square),
    /// In a direction, without an end.
    Towards(Direction),
    /// Nowhere yet: drawn as a mark on its square, with the label.
    Open,
}

/// An arrow that belongs to the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Whose.
    pub seat: Option<Seat>,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub aim: Aim,
    /// A letter or two beside it: the kind of a plan, its number.
    pub label: Cow<'static, str>,
    /// Whether it is the one that runs now.
    pub current: bool,
}

/// A number, or a word, that the panel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose, if it is one side's.
    pub seat: Option<Seat>,
    /// What is counted: `moves left`.
    pub name: &'static str,
    /// Its value, as shown.
    pub value: Cow<'static, str>,
}

impl Counter {
    /// A counter with a value that can be written.
    pub fn new(seat: Option<Seat>, name: &'static str, value: impl ToString) -> Self {
        Counter { seat, name, value: Cow::Owned(value.to_string()) }
    }
}

/// Things beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Whose, if it is one side's.
    pub seat: Option<Seat>,
    /// What they are: `lost`, `in hand`.
    pub name: &'static str,
    /// The things and how many of each.
    pub things: Vec<TrayThing>,
}

/// Things of one kind in a tray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrayThing {
    /// Some pieces of one kind.
    Pieces {
        /// How they are drawn.
        symbol: Symbol,
        /// Whose shape they are drawn on.
        seat: Option<Seat>,
        /// Their name in words.
        name: &'static str,
        /// How many.
        count: u16,
    },
    /// A shape of several cells: a wall piece in hand.
    Shape {
        /// Its name: `T`.
        name: &'static str,
        /// Its cells, to the east and north of its corner.
        cells: Vec<(i8, i8)>,
    },
}
