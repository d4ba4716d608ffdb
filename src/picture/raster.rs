//! From markup to pixels: the fonts that pictures are written in, and resvg.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{FontResolver, ImageHrefResolver, Node, Options, Tree, fontdb};

use super::frame::{Frame, Sheet};
use super::ground::Hatch;
use super::layout::{Layout, SQUARE};
use super::palette;
use super::picture_error::PictureError;
use super::svg::{Look, Theme};
use super::symbols::write_defs;
use crate::rules::scene::Symbol;

/// Inter in the two weights that pictures use, less the features and private characters that they
/// do not. Nothing else is ever looked for: a picture is the same on every machine. A character
/// that Inter does not have is drawn as a box.
pub(super) const REGULAR: &[u8] = include_bytes!("fonts/Inter-Regular.ttf");
/// The bolder weight.
pub(super) const SEMI_BOLD: &[u8] = include_bytes!("fonts/Inter-SemiBold.ttf");

/// From this weight on, text is drawn in the bolder of the two.
const BOLD_FROM: u16 = 550;

/// How drawings are read: only the two fonts, no pictures within pictures, no files.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    let mut load = |data: &'static [u8]| {
        let source = fontdb::Source::Binary(Arc::new(data));
        fonts.load_font_source(source).first().copied()
    };
    let (regular, bold) = (load(REGULAR), load(SEMI_BOLD));
    let font_resolver = FontResolver {
        select_font: Box::new(
            move |font, _| {
                if font.weight() >= BOLD_FROM { bold } else { regular }
            },
        ),
        select_fallback: Box::new(|_, _, _| None),
    };
    let image_href_resolver = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    Options { font_resolver, image_href_resolver, fontdb: Arc::new(fonts), ..Options::default() }
});

/// Reads a drawing.
///
/// # Errors
/// It is not well-formed, or has no size.
pub(super) fn read(svg: &str) -> Result<Tree, PictureError> {
    Tree::from_str(svg, &OPTIONS).map_err(|error| PictureError::Drawing(error.to_string()))
}

/// Whether a look's theme is dark on a picture: pictures follow nobody's system.
pub(super) fn is_dark(theme: Theme) -> bool {
    theme == Theme::Dark
}

/// A picture of this size, all paper.
///
/// # Errors
/// The size is nothing.
pub(super) fn paper(width: u32, height: u32, dark: bool) -> Result<Pixmap, PictureError> {
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Empty)?;
    let [red, green, blue] = palette::rgb("paper", dark);
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    Ok(pixmap)
}

/// Draws a whole drawing onto a picture.
pub(super) fn draw(tree: &Tree, transform: Transform, pixmap: &mut Pixmap) {
    resvg::render(tree, transform, &mut pixmap.as_mut());
}

/// Draws a child of a drawing's root onto a picture, where it is in the whole drawing.
pub(super) fn draw_node(node: &Node, transform: Transform, pixmap: &mut Pixmap) {
    // What is drawn is moved to the corner by `render_node`: this moves it back.
    if let Some(bounds) = node.abs_layer_bounding_box() {
        let transform = transform.pre_translate(bounds.x(), bounds.y());
        resvg::render_node(node, transform, &mut pixmap.as_mut());
    }
}

/// Writes a drawing for [`read`] whose units are a board's, style and definitions first.
pub(super) fn write_drawing(
    symbols: impl IntoIterator<Item = Symbol>,
    dark: bool,
    out: &mut String,
    write: impl FnOnce(&mut String),
) {
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><style>"#);
    palette::write_fixed(dark, out);
    out.push_str("</style><defs>");
    write_defs(symbols, out);
    out.push_str("</defs>");
    write(out);
    out.push_str("</svg>");
}

/// Where a board lies on a picture. A square is a whole number of pixels wide, so that all look
/// alike and their lines are as sharp; what is left of the width is margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The board's layout.
    pub(super) layout: Layout,
    /// The side of a square, in pixels.
    pub(super) side: i32,
    /// The board's left edge, in pixels.
    pub(super) left: i32,
    /// The board's upper edge, in pixels.
    pub(super) top: i32,
    /// The picture's width, in pixels.
    pub(super) width: u32,
    /// The picture's height, in pixels.
    pub(super) height: u32,
}

impl Place {
    /// The place of a board on a picture that is `width` pixels wide.
    pub(super) fn new(layout: Layout, coordinates: bool, width: u32) -> Self {
        let view = layout.view_box(coordinates);
        let wide = i32::try_from(width).unwrap_or(i32::MAX / SQUARE);
        let side = (wide * SQUARE / view[2].max(1)).max(1);
        let pixels = |units: i32| (units * side + SQUARE / 2).div_euclid(SQUARE);
        let height = u32::try_from(pixels(view[3])).unwrap_or(1).max(1);
        let left = (wide - pixels(view[2])) / 2 - pixels(view[0]);
        Place { layout, side, left, top: -pixels(view[1]), width, height }
    }

    /// The pixel of a point of the drawing, and what is left over, in parts of 24.
    pub(super) fn pixel(&self, (x, y): (i32, i32)) -> [(i32, u8); 2] {
        [(x, self.left), (y, self.top)].map(|(n, edge)| {
            let scaled = n * self.side;
            let over = u8::try_from(scaled.rem_euclid(SQUARE)).unwrap_or(0);
            (edge + scaled.div_euclid(SQUARE), over)
        })
    }

    /// What turns units of the drawing into pixels.
    pub(super) fn transform(&self) -> Transform {
        #[expect(clippy::cast_precision_loss, reason = "a picture is small")]
        let (scale, left, top) =
            (self.side as f32 / SQUARE as f32, self.left as f32, self.top as f32);
        Transform::from_row(scale, 0.0, 0.0, scale, left, top)
    }
}

impl Sheet {
    /// A frame of this sheet in pixels.
    ///
    /// # Errors
    /// The drawing cannot be read.
    pub(super) fn pixels(
        &self,
        frame: &Frame,
        look: &Look<'_>,
        place: &Place,
    ) -> Result<Pixmap, PictureError> {
        let dark = is_dark(look.theme);
        let mut text = String::with_capacity(48_000);
        write_drawing(self.symbols_of(frame), dark, &mut text, |out| {
            self.write_lower(&place.layout, look.coordinates, Hatch::Lines, out);
            self.write_upper(&place.layout, frame, Hatch::Lines, out);
        });
        let mut pixmap = paper(place.width, place.height, dark)?;
        draw(&read(&text)?, place.transform(), &mut pixmap);
        Ok(pixmap)
    }
}
