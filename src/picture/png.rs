//! Pictures as PNG.

use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::{Pixmap, Transform};

use super::frame::{Frame, Sheet};
use super::layout::Layout;
use super::picture_error::PictureError;
use super::raster::{Place, draw, is_dark, paper, read};
use super::svg::{Look, Theme};

/// The least width of a PNG, in pixels.
pub const PNG_WIDTH_MIN: u32 = 100;
/// The greatest width of a PNG, in pixels.
pub const PNG_WIDTH_MAX: u32 = 2400;
/// The greatest height of a PNG, in pixels.
pub const PNG_HEIGHT_MAX: u32 = 4800;

/// A board as PNG, `width_px` pixels wide, on paper. A look without a theme of its own is light.
///
/// # Errors
/// [`PictureError::Width`] and [`PictureError::Height`] outside the limits ([`PNG_WIDTH_MIN`],
/// [`PNG_WIDTH_MAX`], [`PNG_HEIGHT_MAX`]); the others if the program is broken.
pub fn board_png(
    sheet: &Sheet,
    frame: &Frame,
    look: &Look<'_>,
    width_px: u32,
) -> Result<Vec<u8>, PictureError> {
    check_width(width_px, PNG_WIDTH_MIN, PNG_WIDTH_MAX)?;
    let layout = Layout { flipped: look.flipped, ..sheet.layout() };
    let place = Place::new(layout, look.coordinates, width_px);
    check_height(place.height)?;
    encode(&sheet.pixels(frame, look, &place)?)
}

/// A drawing that stands alone (see [`Theme::Light`]) as PNG, `width_px` pixels wide, on paper.
///
/// # Errors
/// As [`board_png`]; and [`PictureError::Drawing`] if the markup is not a drawing.
pub fn svg_png(svg: &str, theme: Theme, width_px: u32) -> Result<Vec<u8>, PictureError> {
    check_width(width_px, PNG_WIDTH_MIN, PNG_WIDTH_MAX)?;
    let tree = read(svg)?;
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "a picture is small")]
    let scale = width_px as f32 / size.width();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    let height = (size.height() * scale).round().max(1.0) as u32;
    check_height(height)?;
    let mut pixmap = paper(width_px, height, is_dark(theme))?;
    draw(&tree, Transform::from_scale(scale, scale), &mut pixmap);
    encode(&pixmap)
}

/// # Errors
/// The width is outside the limits.
pub(super) fn check_width(asked: u32, least: u32, most: u32) -> Result<(), PictureError> {
    if (least..=most).contains(&asked) {
        Ok(())
    } else {
        Err(PictureError::Width { asked, least, most })
    }
}

fn check_height(height: u32) -> Result<(), PictureError> {
    if height <= PNG_HEIGHT_MAX {
        Ok(())
    } else {
        Err(PictureError::Height { height, most: PNG_HEIGHT_MAX })
    }
}

/// Writes a picture that nothing shines through: three bytes a pixel, quickly packed.
///
/// # Errors
/// The encoder fails.
pub(super) fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let failed = |error: png::EncodingError| PictureError::Writing(error.to_string());
    let pixels = pixmap.data().chunks_exact(4);
    let mut plain = Vec::with_capacity(pixels.len() * 3);
    pixels.for_each(|pixel| plain.extend_from_slice(&pixel[..3]));
    let mut out = Vec::with_capacity(plain.len() / 8);
    let mut encoder = Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&plain).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}
