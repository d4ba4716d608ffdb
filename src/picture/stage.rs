//! Boards put together from drawn things: each is rasterised once, then copied to where it stands.
//! What comes out is what drawing the whole board gives, but for rounding.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use super::frame::{Frame, Sheet};
use super::ground::Hatch;
use super::picture_error::PictureError;
use super::placing::{First, Found, Likeness, Placed, place_all};
use super::raster::{Place, draw_node, paper, read, write_drawing};
use super::rect::Rect;

/// A drawn thing: its pixels, and where they lie from the pixel that it is placed at.
struct Sprite {
    rect: Rect,
    pixels: Vec<Pixel>,
}

/// A pixel: red, green, blue, opacity; the colours are weakened by the opacity.
pub(super) type Pixel = [u8; 4];

/// The frames of a match, to be put together one by one.
pub(super) struct Stage {
    place: Place,
    tree: Tree,
    first: Vec<First>,
    /// By sprite: its node in the tree, unless nothing of it is seen.
    nodes: Vec<Option<usize>>,
    /// By sprite: its pixels, if they are drawn.
    sprites: Vec<Option<Sprite>>,
    /// The board without anything on it.
    under: Vec<Pixel>,
    /// What is seen.
    seen: Vec<Pixel>,
    frames: Vec<Vec<Placed>>,
}

impl Stage {
    /// Reads all frames; none is drawn yet.
    ///
    /// # Errors
    /// The drawing cannot be read.
    pub(super) fn new(
        sheet: &Sheet,
        frames: &[&Frame],
        place: Place,
        (coordinates, dark): (bool, bool),
    ) -> Result<Self, PictureError> {
        let mut found = Found::default();
        let frames =
            frames.iter().map(|frame| place_all(sheet, frame, &place, &mut found)).collect();
        let mut text = String::with_capacity(found.markup.len() + 48_000);
        write_drawing(sheet.symbols(), dark, &mut text, |out| {
            out.push_str("<g id=\"under\">");
            sheet.write_lower(&place.layout, coordinates, Hatch::Lines, out);
            out.push_str("</g>");
            out.push_str(&found.markup);
        });
        let tree = read(&text)?;
        let mut ground = paper(place.width, place.height, dark)?;
        let mut nodes = vec![None; found.first.len()];
        for (at, node) in tree.root().children().iter().enumerate() {
            if node.id() == "under" {
                draw_node(node, place.transform(), &mut ground);
            }
            let sprite = node.id().parse().ok().and_then(|sprite: usize| nodes.get_mut(sprite));
            if let Some(slot) = sprite {
                *slot = Some(at);
            }
        }
        let under = pixels(&ground);
        let sprites = nodes.iter().map(|_| None).collect();
        let (first, seen) = (found.first, under.clone());
        Ok(Stage { place, tree, first, nodes, sprites, under, seen, frames })
    }

    /// How many frames there are.
    pub(super) fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// The whole picture.
    pub(super) fn whole(&self) -> Rect {
        let side = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        Rect { left: 0, top: 0, right: side(self.place.width), bottom: side(self.place.height) }
    }

    /// What is seen of a row.
    pub(super) fn row(&self, y: i32, rect: Rect) -> &[Pixel] {
        &self.seen[self.span(y, rect)]
    }

    /// Where the part of row `y` that is in a rectangle is kept, among all pixels of a picture.
    pub(super) fn span(&self, y: i32, rect: Rect) -> std::ops::Range<usize> {
        let row = usize::try_from(y).unwrap_or(0) * self.place.width as usize;
        let left = row + usize::try_from(rect.left).unwrap_or(0);
        left..left + rect.width()
    }

    /// Where the things of a frame are that `is_new` picks by what they look like.
    pub(super) fn pick(
        &mut self,
        frame: usize,
        mut is_new: impl FnMut(Likeness) -> bool,
    ) -> Vec<Rect> {
        let list = self.frames[frame].iter().copied();
        let new = list.filter(|placed| is_new(self.first[placed.sprite].likeness));
        let new: Vec<Placed> = new.collect();
        if !new.is_empty() {
            self.prepare(frame);
        }
        new.into_iter().map(|placed| self.rect(placed)).collect()
    }

    /// Draws whatever of a frame is not drawn yet.
    fn prepare(&mut self, frame: usize) {
        for at in 0..self.frames[frame].len() {
            let sprite = self.frames[frame][at].sprite;
            if self.sprites[sprite].is_none() {
                self.sprites[sprite] = Some(self.drawn(sprite));
            }
        }
    }

    /// Forgets what only frame `old` has, not frame `new`, unless it may come again.
    pub(super) fn forget(&mut self, old: usize, new: usize) {
        for at in 0..self.frames[old].len() {
            let placed = self.frames[old][at];
            if !self.first[placed.sprite].moves && !self.frames[new].contains(&placed) {
                self.sprites[placed.sprite] = None;
            }
        }
    }

    /// A sprite, rasterised.
    fn drawn(&self, number: usize) -> Sprite {
        let empty = Sprite { rect: Rect::default(), pixels: Vec::new() };
        let First { at: (x, y), moves, .. } = self.first[number];
        let node = self.nodes[number].and_then(|at| self.tree.root().children().get(at));
        let transform = self.place.transform();
        let bounds = node.and_then(|node| node.abs_layer_bounding_box()?.transform(transform));
        let (Some(node), Some(bounds)) = (node, bounds) else { return empty };
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let mut rect = Rect {
            left: (bounds.left().floor() as i32).saturating_sub(1),
            top: (bounds.top().floor() as i32).saturating_sub(1),
            right: (bounds.right().ceil() as i32).saturating_add(1),
            bottom: (bounds.bottom().ceil() as i32).saturating_add(1),
        };
        if !moves {
            rect = rect.within(self.whole());
        }
        let side = |n: usize| u32::try_from(n).unwrap_or(0);
        let Some(mut pixmap) = Pixmap::new(side(rect.width()), side(rect.height())) else {
            return empty;
        };
        #[expect(clippy::cast_precision_loss, reason = "a picture is small")]
        let shift = Transform::from_translate(-rect.left as f32, -rect.top as f32);
        draw_node(node, transform.post_concat(shift), &mut pixmap);
        Sprite { rect: rect.moved((-x, -y)), pixels: pixels(&pixmap) }
    }

    /// The pixels that a thing at its place may change.
    fn rect(&self, placed: Placed) -> Rect {
        let sprite = self.sprites[placed.sprite].as_ref();
        sprite.map_or(Rect::default(), |sprite| sprite.rect.moved(placed.at).within(self.whole()))
    }

    /// Puts a frame together within a rectangle.
    pub(super) fn compose(&mut self, frame: usize, rect: Rect) {
        self.prepare(frame);
        for y in rect.top..rect.bottom {
            let span = self.span(y, rect);
            self.seen[span.clone()].copy_from_slice(&self.under[span]);
        }
        for at in 0..self.frames[frame].len() {
            let placed = self.frames[frame][at];
            let part = self.rect(placed).within(rect);
            let sprite = self.sprites[placed.sprite].as_ref().filter(|_| !part.is_empty());
            let Some(sprite) = sprite else { continue };
            let own = sprite.rect.moved(placed.at);
            for y in part.top..part.bottom {
                let start = usize::try_from(y - own.top).unwrap_or(0) * own.width()
                    + usize::try_from(part.left - own.left).unwrap_or(0);
                let span = self.span(y, part);
                lay_over(&mut self.seen[span], &sprite.pixels[start..start + part.width()]);
            }
        }
    }

    /// The pixels that may differ between two frames. Both must have been composed, or be now.
    pub(super) fn changed(&mut self, old: usize, new: usize) -> Rect {
        self.prepare(new);
        let sorted = |list: &[Placed]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        let (before, after) = (sorted(&self.frames[old]), sorted(&self.frames[new]));
        let kept = |list: &[Placed], other: &[Placed]| {
            let kept = list.iter().filter(|placed| other.binary_search(placed).is_ok());
            kept.copied().collect::<Vec<_>>()
        };
        if kept(&self.frames[old], &after) != kept(&self.frames[new], &before) {
            return self.whole();
        }
        let gone = before.iter().filter(|placed| after.binary_search(placed).is_err());
        let come = after.iter().filter(|placed| before.binary_search(placed).is_err());
        gone.chain(come).fold(Rect::default(), |all, placed| all.with(self.rect(*placed)))
    }
}

fn pixels(pixmap: &Pixmap) -> Vec<Pixel> {
    pixmap.data().chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect()
}

/// Lays pixels over others that nothing shines through.
fn lay_over(ground: &mut [Pixel], above: &[Pixel]) {
    for (below, above) in ground.iter_mut().zip(above) {
        match above[3] {
            0 => {}
            255 => *below = *above,
            opacity => {
                let rest = 255 - u16::from(opacity);
                for (part, over) in below.iter_mut().zip(above) {
                    let through = (u16::from(*part) * rest + 255) >> 8;
                    *part = u8::try_from(u16::from(*over) + through).unwrap_or(255);
                }
            }
        }
    }
}
