//! A match, or some plies of it, as an animated GIF.
//!
//! All frames share one palette, and each holds only the rectangle that changed, with what did not
//! change in it left as it was.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::frame::{Frame, Sheet};
use super::layout::Layout;
use super::picture_error::PictureError;
use super::placing::Likeness;
use super::png::check_width;
use super::quantise::{AS_BEFORE, Census, Palette};
use super::raster::{Place, is_dark};
use super::rect::Rect;
use super::stage::{Pixel, Stage};
use super::svg::Theme;

/// How many plies an animation may have.
pub const GIF_PLIES_MAX: usize = 600;
/// The least width of an animation, in pixels.
pub const GIF_WIDTH_MIN: u32 = 100;
/// The greatest width of an animation, in pixels.
pub const GIF_WIDTH_MAX: u32 = 800;
/// The greatest size of an animation, in bytes.
pub const GIF_BYTES_MAX: usize = 8 << 20;
/// The least time that a ply may be shown for, in milliseconds.
pub const GIF_DELAY_MIN_MS: u32 = 50;
/// The greatest time that a ply may be shown for, in milliseconds.
pub const GIF_DELAY_MAX_MS: u32 = 10_000;

/// How often the colours of things that look alike are looked at.
const SAMPLES: u8 = 3;

/// How an animation looks and runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation {
    /// Whether the second seat's side is nearest.
    pub flipped: bool,
    /// [`Theme::Dark`] is dark, every other theme light.
    pub theme: Theme,
    /// Whether files and ranks are named in the margin.
    pub coordinates: bool,
    /// The width, in pixels.
    pub width_px: u32,
    /// How long a ply is shown for, in milliseconds; kept to hundredths of a second.
    pub delay_ms: u32,
    /// How long the last ply is shown for before all begins again, in milliseconds.
    pub last_delay_ms: u32,
}

impl Default for Animation {
    fn default() -> Self {
        Animation {
            flipped: false,
            theme: Theme::Light,
            coordinates: true,
            width_px: 480,
            delay_ms: 700,
            last_delay_ms: 3_000,
        }
    }
}

/// Plies of one match as an animated GIF that runs for ever.
///
/// # Errors
/// No plies or more than [`GIF_PLIES_MAX`]; a width outside [`GIF_WIDTH_MIN`] to
/// [`GIF_WIDTH_MAX`]; a delay outside [`GIF_DELAY_MIN_MS`] to [`GIF_DELAY_MAX_MS`]; more than
/// [`GIF_BYTES_MAX`] bytes. Otherwise only if the program is broken.
pub fn gif(
    sheet: &Sheet,
    frames: &[&Frame],
    animation: &Animation,
) -> Result<Vec<u8>, PictureError> {
    if frames.is_empty() || frames.len() > GIF_PLIES_MAX {
        return Err(PictureError::Plies { asked: frames.len(), most: GIF_PLIES_MAX });
    }
    check_width(animation.width_px, GIF_WIDTH_MIN, GIF_WIDTH_MAX)?;
    let delays = [animation.delay_ms, animation.last_delay_ms].map(hundredths);
    let [delay, last_delay] = [delays[0].clone()?, delays[1].clone()?];
    let layout = Layout { flipped: animation.flipped, ..sheet.layout() };
    let place = Place::new(layout, animation.coordinates, animation.width_px);
    let dark = is_dark(animation.theme);
    let mut stage = Stage::new(sheet, frames, place, (animation.coordinates, dark))?;
    let mut palette = palette(&mut stage, dark);
    let side = |n: u32| {
        u16::try_from(n).map_err(|_| PictureError::Height { height: n, most: u16::MAX.into() })
    };
    let (width, height) = (side(place.width)?, side(place.height)?);
    let mut encoder = Encoder::new(Vec::with_capacity(1 << 16), width, height, &palette.bytes())
        .map_err(broken)?;
    encoder.set_repeat(Repeat::Infinite).map_err(broken)?;
    let mut shown: Vec<Pixel> = vec![[0; 4]; usize::from(width) * usize::from(height)];
    for at in 0..frames.len() {
        let rect = if at == 0 { stage.whole() } else { stage.changed(at - 1, at) };
        stage.compose(at, rect);
        if at > 0 {
            stage.forget(at - 1, at);
        }
        let mut part = changes(&stage, rect, &mut palette, &mut shown);
        part.delay = if at + 1 == frames.len() { last_delay } else { delay };
        encoder.write_frame(&part).map_err(broken)?;
        if encoder.get_ref().len() > GIF_BYTES_MAX {
            return Err(PictureError::Bytes { most: GIF_BYTES_MAX, plies: at + 1 });
        }
    }
    encoder.into_inner().map_err(broken)
}

fn broken(error: EncodingError) -> PictureError {
    PictureError::Writing(error.to_string())
}

/// A delay as GIF has it.
fn hundredths(asked: u32) -> Result<u16, PictureError> {
    let (least, most) = (GIF_DELAY_MIN_MS, GIF_DELAY_MAX_MS);
    let fits = (least..=most).contains(&asked);
    let delay = u16::try_from(asked / 10).ok().filter(|_| fits);
    delay.ok_or(PictureError::Delay { asked, least, most })
}

/// A palette for all frames: the colours of the first, and of everything where it is first seen.
fn palette(stage: &mut Stage, dark: bool) -> Palette {
    let mut census = Census::default();
    let mut times_seen: BTreeMap<Likeness, u8> = BTreeMap::new();
    for frame in 0..stage.frame_count() {
        let mut new = stage.pick(frame, |likeness| {
            let times = times_seen.entry(likeness).or_default();
            *times = times.saturating_add(1);
            *times <= SAMPLES
        });
        if frame == 0 {
            new = vec![stage.whole()];
        }
        for rect in new {
            stage.compose(frame, rect);
            (rect.top..rect.bottom).for_each(|y| census.count(stage.row(y, rect)));
        }
        if frame > 0 {
            stage.forget(frame - 1, frame);
        }
    }
    census.palette(dark)
}

/// What is new within a rectangle: the least part of it that holds all that changed.
fn changes(
    stage: &Stage,
    rect: Rect,
    palette: &mut Palette,
    shown: &mut [Pixel],
) -> gif::Frame<'static> {
    let mut part = changed_part(stage, rect, shown);
    let mut buffer = Vec::with_capacity(part.width() * part.height());
    for y in part.top..part.bottom {
        let old = &mut shown[stage.span(y, part)];
        for (old, new) in old.iter_mut().zip(stage.row(y, part)) {
            if old == new {
                buffer.push(AS_BEFORE);
                continue;
            }
            let index = palette.index(*new);
            let is_shown = old[3] > 0 && palette.index(*old) == index;
            buffer.push(if is_shown { AS_BEFORE } else { index });
            *old = *new;
        }
    }
    if part.is_empty() {
        (part, buffer) = (Rect { left: 0, top: 0, right: 1, bottom: 1 }, vec![AS_BEFORE]);
    }
    let short = |n: i32| u16::try_from(n).unwrap_or(0);
    gif::Frame {
        left: short(part.left),
        top: short(part.top),
        width: short(part.right - part.left),
        height: short(part.bottom - part.top),
        dispose: DisposalMethod::Keep,
        transparent: Some(AS_BEFORE),
        buffer: Cow::Owned(buffer),
        ..gif::Frame::default()
    }
}

/// The least part of a rectangle that holds all pixels that are not as shown; empty if all are.
fn changed_part(stage: &Stage, rect: Rect, shown: &[Pixel]) -> Rect {
    let mut part = Rect::default();
    for y in rect.top..rect.bottom {
        let (old, new) = (&shown[stage.span(y, rect)], stage.row(y, rect));
        if old == new {
            continue;
        }
        let differs = || old.iter().zip(new).map(|(old, new)| old != new);
        let first = (rect.left..).zip(differs()).find(|(_, differs)| *differs);
        let last = (rect.left..).zip(differs()).filter(|(_, differs)| *differs).last();
        if let (Some((left, _)), Some((right, _))) = (first, last) {
            part = part.with(Rect { left, top: y, right: right + 1, bottom: y + 1 });
        }
    }
    part
}
