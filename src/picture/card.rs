//! The preview card of a link: 1200 × 630 pixels with the board, who plays, what just happened.

use std::fmt::Write as _;

use resvg::tiny_skia::Transform;

use super::frame::{Frame, Sheet};
use super::ground::Hatch;
use super::layout::{Layout, SQUARE};
use super::lettering::{Type, tidy};
use super::palette::{value, write_fixed};
use super::picture_error::PictureError;
use super::png::encode;
use super::raster::{draw, paper, read};
use super::symbols::{shape_id, write_defs};
use super::write::escape;
use crate::rules::game::Card;
use crate::rules::seat::Seat;

/// The width of a preview card, in pixels.
pub const PREVIEW_WIDTH: u32 = 1200;
/// The height of a preview card, in pixels.
pub const PREVIEW_HEIGHT: u32 = 630;

/// The margin around everything, and between the board and the words.
const MARGIN: i32 = 48;
/// The greatest width of the board with its coordinates.
const BOARD_WIDTH: i32 = 600;
/// The greatest height of the board with its coordinates.
const BOARD_HEIGHT: i32 = 630 - 2 * MARGIN;
/// The right edge of the words.
const RIGHT: i32 = 1200 - MARGIN;
/// The baseline of the last line.
const FOOT: i32 = 630 - MARGIN;
/// The size of event and date.
const FOOT_SIZE: f32 = 20.0;
/// The room that the mark takes at the foot, in pixels.
const MARK_WIDTH: f32 = 190.0;
/// How many lines what happened may take, if there is a result; more if there is none.
const WORD_LINES: usize = 4;
/// How many lines the result may take.
const RESULT_LINES: usize = 2;

/// The mark: a keep with battlements and a gate, on 24 by 24 units.
const MARK: &str = "M3 22V3h4v3h3V3h4v3h3V3h4v19h-6v-5.5a3 3 0 0 0-6 0V22z";

/// What a preview card tells beside the board. Texts may be anything: they are cut, broken and
/// escaped as needed.
///
/// Without spoilers, `ply_count` and `result` are `None`: they cannot be on the card then.
///
/// ```
/// use gamekeep::games::Registry;
/// use gamekeep::picture::{Preview, Sheet};
/// use gamekeep::rules::any::View;
/// use gamekeep::rules::options::Options;
///
/// for game in Registry::standard().games() {
///     let scene = game.begin(&Options::default(), None)?.scene(View::Public);
///     let mut sheet = Sheet::new(game.card(), &scene);
///     let frame = sheet.frame(&scene, &[]);
///     let preview = Preview {
///         card: game.card(),
///         players: ["Ann", "Bo"],
///         ply: 0,
///         ply_count: None,
///         words: "",
///         result: None,
///         event: "Club evening",
///         date: "2026-01-05",
///         flipped: false,
///     };
///     assert!(preview.title().ends_with(": Ann – Bo, ply 0"));
///     assert!(preview.png(&sheet, &frame)?.starts_with(b"\x89PNG"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Preview<'a> {
    /// The game.
    pub card: &'a Card,
    /// The players, in seat order, as pages name them.
    pub players: [&'a str; 2],
    /// The ply that is shown.
    pub ply: usize,
    /// The number of plies in the match, unless that is not to be told.
    pub ply_count: Option<usize>,
    /// What just happened, in words; if empty, the game is told in a sentence.
    pub words: &'a str,
    /// The result in words, if there is one and it may be told.
    pub result: Option<&'a str>,
    /// The event; may be empty.
    pub event: &'a str,
    /// The date; may be empty.
    pub date: &'a str,
    /// Whether the second seat's side of the board is nearest.
    pub flipped: bool,
}

/// Writes lines of text from the top to the bottom.
struct Column<'a> {
    left: i32,
    /// The baseline of the last line.
    y: i32,
    out: &'a mut String,
}

impl Column<'_> {
    fn width(&self) -> f32 {
        number(RIGHT - self.left)
    }

    /// A line of text at the left edge, `down` pixels below the last.
    fn line(&mut self, down: i32, text: &str, set: Type, colour: &str) {
        self.y += down;
        write_text((self.left, self.y), text, set, colour, self.out);
    }
}

fn write_text((x, y): (i32, i32), text: &str, set: Type, colour: &str, out: &mut String) {
    let weight = if set.bold { 600 } else { 400 };
    let (size, fill) = (set.size, value(colour, false));
    let _ = write!(
        out,
        r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}">"#
    );
    escape(text, out);
    out.push_str("</text>");
}

#[expect(clippy::cast_precision_loss, reason = "a card is small")]
const fn number(pixels: i32) -> f32 {
    pixels as f32
}

impl Preview<'_> {
    /// The card as SVG that stands alone: [`PREVIEW_WIDTH`] × [`PREVIEW_HEIGHT`], in the light.
    #[must_use]
    pub fn svg(&self, sheet: &Sheet, frame: &Frame) -> String {
        let mut out = String::with_capacity(48_000);
        out.push_str(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\" \
             viewBox=\"0 0 1200 630\" font-family=\"Inter,system-ui,sans-serif\" role=\"img\">\
             <title>",
        );
        escape(&self.title(), &mut out);
        out.push_str("</title><style>");
        write_fixed(false, &mut out);
        out.push_str("</style><defs>");
        write_defs(sheet.symbols_of(frame), &mut out);
        let fill = value("paper", false);
        let _ = write!(out, r#"</defs><path fill="{fill}" d="M0 0h1200v630H0z"/>"#);
        let wide = self.write_board(sheet, frame, &mut out);
        let mut column = Column { left: MARGIN + wide + MARGIN, y: 0, out: &mut out };
        self.write_players(&mut column);
        self.write_moment(&mut column);
        self.write_foot(&mut column);
        out.push_str("</svg>\n");
        out
    }

    /// The card as PNG.
    ///
    /// # Errors
    /// Only if the program is broken.
    pub fn png(&self, sheet: &Sheet, frame: &Frame) -> Result<Vec<u8>, PictureError> {
        let tree = read(&self.svg(sheet, frame))?;
        let mut pixmap = paper(PREVIEW_WIDTH, PREVIEW_HEIGHT, false)?;
        draw(&tree, Transform::identity(), &mut pixmap);
        encode(&pixmap)
    }

    /// What the card shows, in a line: also for its `alt` text.
    #[must_use]
    pub fn title(&self) -> String {
        let [first, second] = self.players.map(tidy);
        format!("{}: {first} – {second}, {}", self.card.name, self.ply_words())
    }

    fn ply_words(&self) -> String {
        match self.ply_count {
            Some(count) => format!("ply {} of {count}", self.ply),
            None => format!("ply {}", self.ply),
        }
    }

    /// The board at the left; returns how wide it is. A square is a whole number of pixels wide.
    fn write_board(&self, sheet: &Sheet, frame: &Frame, out: &mut String) -> i32 {
        let layout = Layout { flipped: self.flipped, ..sheet.layout() };
        let [left, top, width, height] = layout.view_box(true);
        let fitting = (BOARD_WIDTH * SQUARE / width).min(BOARD_HEIGHT * SQUARE / height);
        let side = fitting.max(1);
        let pixels = |units: i32| (units * side + SQUARE - 1) / SQUARE;
        let y = (630 - pixels(height)) / 2 + pixels(-top);
        let _ = write!(
            out,
            r#"<g transform="translate({} {y})scale({})">"#,
            MARGIN + pixels(-left),
            number(side) / number(SQUARE)
        );
        sheet.write_lower(&layout, true, Hatch::Lines, out);
        sheet.write_upper(&layout, frame, Hatch::Lines, out);
        out.push_str("</g>");
        pixels(width)
    }

    /// The game, and the players, each with the seat's shape.
    fn write_players(&self, column: &mut Column<'_>) {
        let game = Type::bold(30.0).cut(&tidy(self.card.name), column.width());
        column.line(MARGIN + 28, &game, Type::bold(30.0), "accent");
        column.y += 16;
        let small = Type::plain(22.0);
        let sides = Seat::BOTH.map(|seat| tidy(self.card.seat(seat).name));
        let beside = sides.iter().map(|side| small.width(side)).fold(0.0, f32::max);
        let (names, set) = fitted(self.players, column.width() - 48.0 - beside - 16.0);
        for ((seat, name), side) in Seat::BOTH.into_iter().zip(names).zip(sides) {
            column.y += 58;
            let (left, y) = (column.left, column.y);
            let index = seat.index();
            let (top, shape) = (y - 30, shape_id(Some(seat)));
            let _ = write!(
                column.out,
                r##"<g class="p{index}" transform="translate({left} {top})scale(1.375)">"##
            );
            let _ = write!(column.out, r##"<use href="#{shape}"/></g>"##);
            write_text((left + 48, y), &name, set, "ink", column.out);
            #[expect(clippy::cast_possible_truncation, reason = "a card is small")]
            let right = RIGHT - small.width(&side).ceil() as i32;
            write_text((right, y), &side, small, "ink-soft", column.out);
        }
        let (left, y, line) = (column.left, column.y + 30, value("line", false));
        let _ = write!(
            column.out,
            r#"<path d="M{left} {y}H{RIGHT}" stroke="{line}" stroke-width="2"/>"#
        );
        column.y = y;
    }

    /// Where in the match this is, what just happened, and how it ended; above the foot.
    fn write_moment(&self, column: &mut Column<'_>) {
        column.line(46, &self.ply_words(), Type::plain(24.0), "ink-soft");
        let bold = Type::bold(28.0);
        let result = tidy(self.result.unwrap_or_default());
        let result = bold.wrap(&result, column.width(), RESULT_LINES);
        let full = result.len() == RESULT_LINES && self.foot(column).is_some_and(|f| f.len() > 1);
        let words = tidy(self.words);
        let (words, set, colour, step) = if words.is_empty() {
            (tidy(self.card.summary), Type::plain(24.0), "ink-soft", 34)
        } else {
            (words, Type::plain(30.0), "ink", 40)
        };
        let most = WORD_LINES - usize::from(full) + 2 * usize::from(result.is_empty());
        let lines = set.wrap(&words, column.width(), most);
        for (at, line) in lines.iter().enumerate() {
            column.line(if at == 0 { 48 } else { step }, line, set, colour);
        }
        for (at, line) in result.iter().enumerate() {
            column.line(if at == 0 { 54 } else { 38 }, line, bold, "accent");
        }
    }

    /// Event and date in a line if they fit beside the mark, else in two; none if there is neither.
    fn foot(&self, column: &Column<'_>) -> Option<Vec<String>> {
        let (event, date) = (tidy(self.event), tidy(self.date));
        let set = Type::plain(FOOT_SIZE);
        let beside = column.width() - MARK_WIDTH;
        match (event.is_empty(), date.is_empty()) {
            (true, true) => None,
            (false, false) => {
                let both = format!("{event} · {date}");
                if set.width(&both) <= beside {
                    return Some(vec![both]);
                }
                Some(vec![set.cut(&event, column.width()), set.cut(&date, beside)])
            }
            _ => {
                let one = event + &date;
                if set.width(&one) <= beside {
                    return Some(vec![one]);
                }
                Some(vec![set.cut(&one, column.width()), String::new()])
            }
        }
    }

    fn write_foot(&self, column: &mut Column<'_>) {
        let lines = self.foot(column).unwrap_or_default();
        for (line, y) in lines.iter().rev().zip([FOOT, FOOT - 30]) {
            write_text((column.left, y), line, Type::plain(FOOT_SIZE), "ink-soft", column.out);
        }
        let set = Type::bold(24.0);
        #[expect(clippy::cast_possible_truncation, reason = "a card is small")]
        let left = RIGHT - set.width("Gamekeep").ceil() as i32;
        write_text((left, FOOT), "Gamekeep", set, "ink", column.out);
        let fill = value("accent", false);
        let _ = write!(
            column.out,
            r#"<path transform="translate({} {})" fill="{fill}" d="{MARK}"/>"#,
            left - 34,
            FOOT - 20
        );
    }
}

/// The players' names in one size, smaller or cut if one is long.
fn fitted(names: [&str; 2], width: f32) -> ([String; 2], Type) {
    let names = names.map(tidy);
    let sizes = [42.0, 36.0, 32.0].map(Type::bold);
    let fits = |set: &Type| names.iter().all(|name| set.width(name) <= width);
    let set = sizes.into_iter().find(fits).unwrap_or(sizes[2]);
    (names.map(|name| set.cut(&name, width)), set)
}
