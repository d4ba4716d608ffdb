//! Layer 3, pure: a [`Scene`](crate::rules::scene::Scene) as a picture, in words, and in letters.
//!
//! Games say what is where; only this layer knows how it looks, the same for every game.
//!
//! * [`svg()`] draws a scene and, over it, what the effects of the last action tell. Boards on a
//!   page ([`Theme::Page`]) are short: they use `static/board.css` and [`symbol_defs`], both once a
//!   page. Files ([`Theme::Auto`], [`Theme::Light`], [`Theme::Dark`]) have all they need in them.
//! * A whole match shares a [`Sheet`]; each ply is a [`Frame`], and what changes from one to the
//!   next [`Changes`]. They are the data that a page's script steps through: `boardOver` and
//!   `boardNext` in `static/board.js` do in JavaScript what [`Sheet::write_over`] does here, and a
//!   test compares what both write.
//! * [`describe()`] tells the board in words, for screen readers; [`terminal()`] draws it in
//!   letters.
//! * [`write_icon`] and [`write_shape_icon`] draw single things for trays and lists.
//! * [`board_png`] and [`svg_png`] make PNG, [`Preview`] the card that a link is shown with, and
//!   [`gif()`] an animation of some plies. They use the embedded Inter, no files or system fonts.
//! * [`time_chart`], [`event_marks`] and [`qr_code`] are drawn beside a board; [`Flight`] is what
//!   flies over it.
//!
//! No markup carries a `style` attribute or a handler; all text is escaped ([`escape`]). Geometry
//! is in [`Layout`]: squares of 24 units, whole numbers but for computed arrows. A new symbol needs
//! its drawing in `drawings`, its id in [`symbols`], a letter in `terminal`.
//!
//! ```
//! use gamekeep::games::Registry;
//! use gamekeep::picture::{Look, Theme, describe, svg};
//! use gamekeep::rules::any::View;
//! use gamekeep::rules::options::Options;
//!
//! for game in Registry::standard().games() {
//!     let play = game.begin(&Options::default(), None)?;
//!     let scene = play.scene(View::Public);
//!     let words = describe(game.card(), &scene);
//!     let look = Look { theme: Theme::Light, desc: &words, ..Look::default() };
//!     assert!(svg(game.card(), &scene, &[], &look).ends_with("</svg>\n"));
//! }
//! # Ok::<(), gamekeep::rules::any::BeginError>(())
//! ```
#![warn(clippy::disallowed_types, clippy::disallowed_methods)]

mod animation;
mod area;
mod arrow;
mod card;
mod chart;
mod describe;
mod drawings;
mod events;
mod flight;
mod frame;
mod ground;
mod hatch;
mod kind;
mod layout;
mod lettering;
mod mark;
pub mod palette;
mod picture_error;
mod placing;
mod png;
mod qr;
mod quantise;
mod raster;
mod rect;
mod stage;
mod svg;
pub mod symbols;
mod terminal;
mod write;

pub use animation::{
    Animation, GIF_BYTES_MAX, GIF_DELAY_MAX_MS, GIF_DELAY_MIN_MS, GIF_PLIES_MAX, GIF_WIDTH_MAX,
    GIF_WIDTH_MIN, gif,
};
pub use card::{PREVIEW_HEIGHT, PREVIEW_WIDTH, Preview};
pub use chart::time_chart;
pub use describe::describe;
pub use events::{event_icon, event_marks, event_marks_at};
pub use flight::Flight;
pub use frame::{Area, Changes, Frame, FrameArrow, Sheet};
pub use kind::{Kind, write_icon, write_shape_icon};
pub use layout::{APRON_GAP, Layout, SQUARE};
pub use mark::{Mark, MarkKind};
pub use picture_error::PictureError;
pub use png::{PNG_HEIGHT_MAX, PNG_WIDTH_MAX, PNG_WIDTH_MIN, board_png, svg_png};
pub use qr::{QR_BYTES_MAX, qr_code, qr_file};
pub use svg::{Look, Theme, svg};
pub use symbols::symbol_defs;
pub use terminal::{TerminalLook, terminal};
pub use write::escape;
