//! One palette for all frames of an animation.
//!
//! A board has few colours, and their mixtures at edges. Those that are seen most are taken as they
//! are; the others are shown as the nearest of them.

use super::palette::{COLOURS, rgb};
use super::stage::Pixel;

/// How many colours there are at most; index 0 is kept for “as before”.
const COLOURS_MOST: usize = 255;

/// The index of a pixel that stays as it was.
pub(super) const AS_BEFORE: u8 = 0;

/// How many answers are remembered: a power of 2.
const REMEMBERED: usize = 1 << 13;

/// A colour as one number.
type Rgb = u32;

const fn rgb_of(pixel: Pixel) -> Rgb {
    (pixel[0] as u32) << 16 | (pixel[1] as u32) << 8 | pixel[2] as u32
}

/// How far two colours are from each other: the square of a distance, green weighing most.
fn apart(one: Rgb, other: Rgb) -> u32 {
    let part = |shift: u32| (one >> shift & 255).abs_diff(other >> shift & 255).pow(2);
    2 * part(16) + 4 * part(8) + 3 * part(0)
}

/// Counts the colours that are seen.
#[derive(Default)]
pub(super) struct Census {
    seen: Vec<(Rgb, u32)>,
}

impl Census {
    /// Counts a row of pixels.
    pub(super) fn count(&mut self, row: &[Pixel]) {
        for same in row.chunk_by(|a, b| a == b) {
            self.seen.push((rgb_of(same[0]), u32::try_from(same.len()).unwrap_or(u32::MAX)));
        }
    }

    /// Every colour and how often it was seen, the most frequent first.
    fn colours(mut self) -> Vec<Rgb> {
        self.seen.sort_unstable_by_key(|(colour, _)| *colour);
        let mut sums: Vec<(u32, Rgb)> = Vec::with_capacity(4096);
        for same in self.seen.chunk_by(|a, b| a.0 == b.0) {
            let count = same.iter().fold(0_u32, |sum, (_, count)| sum.saturating_add(*count));
            sums.push((count, same[0].0));
        }
        sums.sort_unstable_by(|a, b| b.cmp(a));
        sums.into_iter().map(|(_, colour)| colour).collect()
    }

    /// The palette for what was counted: the board's own colours among them, then the most frequent
    /// of the others, none nearer to each other than is needed for all to fit.
    pub(super) fn palette(self, dark: bool) -> Palette {
        let seen = self.colours();
        let own = COLOURS
            .iter()
            .map(|colour| rgb(colour.name, dark))
            .map(|[r, g, b]| rgb_of([r, g, b, 255]));
        let mut own: Vec<Rgb> = own.filter(|colour| seen.contains(colour)).collect();
        own.dedup();
        let mut gap = 0;
        loop {
            if let Some(colours) = spread(&own, &seen, gap) {
                return Palette::new(colours);
            }
            gap = if gap == 0 { 18 } else { gap * 3 / 2 };
        }
    }
}

/// The colours that are further than `gap` from all before them, if they are not too many.
fn spread(own: &[Rgb], seen: &[Rgb], gap: u32) -> Option<Vec<Rgb>> {
    let mut chosen = own.to_vec();
    for colour in seen {
        if chosen.iter().all(|other| apart(*colour, *other) > gap) {
            if chosen.len() == COLOURS_MOST {
                return None;
            }
            chosen.push(*colour);
        }
    }
    Some(chosen)
}

/// A palette, and what was asked of it last.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    remembered: Vec<(Rgb, u8)>,
}

impl Palette {
    fn new(colours: Vec<Rgb>) -> Self {
        Palette { colours, remembered: vec![(Rgb::MAX, AS_BEFORE); REMEMBERED] }
    }

    /// The colours as GIF has them, three bytes each, the one that is never shown first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let shown = self.colours.iter().flat_map(|colour| {
            let [_, red, green, blue] = colour.to_be_bytes();
            [red, green, blue]
        });
        [0; 3].into_iter().chain(shown).collect()
    }

    /// The index of the nearest colour.
    pub(super) fn index(&mut self, pixel: Pixel) -> u8 {
        let colour = rgb_of(pixel);
        let slot = colour.wrapping_mul(0x9e37_79b1) as usize >> 19 & (REMEMBERED - 1);
        let (asked, answer) = self.remembered[slot];
        if asked == colour {
            return answer;
        }
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, own)| apart(**own, colour));
        let answer = nearest.map_or(AS_BEFORE, |(at, _)| u8::try_from(at + 1).unwrap_or(u8::MAX));
        self.remembered[slot] = (colour, answer);
        answer
    }
}
