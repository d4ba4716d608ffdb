//! Animations: every frame is the picture of its ply, and the limits hold.

use gamekeep::picture::{
    Animation, Frame, GIF_BYTES_MAX, GIF_PLIES_MAX, Look, PictureError, Sheet, Theme, board_png,
    gif,
};
use gif::{ColorOutput, DecodeOptions};

use super::played;
use super::scenes;

const SMALL: Animation = Animation {
    flipped: false,
    theme: Theme::Light,
    coordinates: true,
    width_px: 240,
    delay_ms: 700,
    last_delay_ms: 3_000,
};

/// What an animation shows: its frames in full, and for how long each, in hundredths of a second.
struct Shown {
    width: usize,
    colours: usize,
    frames: Vec<(Vec<[u8; 3]>, u16)>,
    /// How many pixels each frame has in the file.
    written: Vec<usize>,
}

fn decode(bytes: &[u8]) -> Shown {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("an animation");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let palette: Vec<[u8; 3]> = decoder
        .global_palette()
        .expect("a palette")
        .chunks(3)
        .map(|c| [c[0], c[1], c[2]])
        .collect();
    let mut canvas = vec![[0; 3]; width * height];
    let (mut frames, mut written) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert!(frame.palette.is_none(), "one palette for all");
        for (at, index) in frame.buffer.iter().enumerate() {
            if Some(*index) != frame.transparent {
                let (row, column) = (at / usize::from(frame.width), at % usize::from(frame.width));
                let (x, y) = (usize::from(frame.left) + column, usize::from(frame.top) + row);
                canvas[y * width + x] = palette[usize::from(*index)];
            }
        }
        frames.push((canvas.clone(), frame.delay));
        written.push(frame.buffer.len());
    }
    Shown { width, colours: palette.len(), frames, written }
}

/// The pixels of a PNG.
fn pixels(png: &[u8]) -> Vec<[u8; 3]> {
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(png).expect("a picture");
    pixmap.data().chunks(4).map(|p| [p[0], p[1], p[2]]).collect()
}

fn apart(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b))).max().unwrap_or(0)
}

/// Whether each frame is the picture of its ply: nearly all pixels nearly the same.
fn check(name: &str, sheet: &Sheet, frames: &[&Frame], animation: &Animation) {
    let shown = decode(&gif(sheet, frames, animation).expect("an animation"));
    assert_eq!(shown.frames.len(), frames.len(), "{name}");
    assert_eq!(shown.width, animation.width_px as usize);
    assert!(shown.colours <= 256);
    let Animation { flipped, theme, coordinates, width_px, .. } = *animation;
    let look = Look { flipped, theme, coordinates, ..Look::default() };
    for (at, (frame, (is, _))) in frames.iter().zip(&shown.frames).enumerate() {
        let should = pixels(&board_png(sheet, frame, &look, width_px).expect("a picture"));
        assert_eq!(is.len(), should.len(), "{name} {at}");
        let apart: Vec<u32> = is.iter().zip(&should).map(|(a, b)| apart(*a, *b)).collect();
        let worst = apart.iter().max().copied().unwrap_or(0);
        let sum: u32 = apart.iter().sum();
        let mean = f64::from(sum) / apart.len() as f64;
        // Where an edge lies on the border of a quarter of a pixel, rounding may move it by one.
        let far = apart.iter().filter(|apart| **apart > 32).count();
        assert!(
            worst <= 128 && far * 4_000 <= apart.len(),
            "{name} {at}: worst {worst}, {far} pixels far"
        );
        assert!(mean < 2.0, "{name} {at}: mean {mean}");
    }
}

#[test]
fn every_frame_is_the_picture_of_its_ply() {
    for played in played::all(12) {
        let frames: Vec<&Frame> = played.frames.iter().collect();
        check(played.card.id, &played.sheet, &frames, &SMALL);
        let dark = Animation {
            flipped: true,
            theme: Theme::Dark,
            coordinates: false,
            width_px: 233,
            ..Animation::default()
        };
        check(played.card.id, &played.sheet, &frames, &dark);
    }
}

#[test]
fn wide_things_zones_flights_and_rows_beside_the_board_are_drawn_in_their_places() {
    for sample in scenes::all() {
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let mut scene = sample.scene.clone();
        let mut frames = vec![sheet.frame(&scene, &sample.effects)];
        scene.items.truncate(scene.items.len() / 2);
        scene.arrows.reverse();
        frames.push(sheet.frame(&scene, &[]));
        scene.zones.clear();
        scene.items.clear();
        frames.push(sheet.frame(&scene, &sample.effects));
        frames.push(frames[0].clone());
        let frames: Vec<&Frame> = frames.iter().collect();
        check(sample.name, &sheet, &frames, &SMALL);
        let flipped = Animation { flipped: true, width_px: 310, ..Animation::default() };
        check(sample.name, &sheet, &frames, &flipped);
    }
}

#[test]
fn a_frame_holds_only_what_changed() {
    let played = played::played("castle-danger", 20);
    let frames: Vec<&Frame> = played.frames.iter().collect();
    let shown = decode(&gif(&played.sheet, &frames, &Animation::default()).unwrap());
    let rest: usize = shown.written[1..].iter().sum();
    assert!(rest < shown.written[0] * 8, "{:?}", shown.written);
    assert!(shown.frames[..20].iter().all(|(_, delay)| *delay == 70));
    assert_eq!(shown.frames[20].1, 300);
}

#[test]
fn a_ply_at_which_nothing_changes_is_a_frame_of_one_pixel() {
    let played = played::played("castle-danger", 1);
    let frame = &played.frames[0];
    let shown = decode(&gif(&played.sheet, &[frame, frame], &Animation::default()).unwrap());
    assert_eq!(shown.written[1], 1);
    assert_eq!(shown.frames[0].0, shown.frames[1].0);
}

#[test]
fn the_same_plies_give_the_same_bytes() {
    let played = played::played("castle-danger", 12);
    let frames: Vec<&Frame> = played.frames.iter().collect();
    let make = || gif(&played.sheet, &frames, &Animation::default()).unwrap();
    assert!(make() == make());
}

#[test]
fn limits_are_told_in_words() {
    let played = played::played("castle-danger", 1);
    let frame = &played.frames[0];
    let ask = |count: usize, animation: Animation| {
        gif(&played.sheet, &vec![frame; count], &animation).unwrap_err().to_string()
    };
    let animation = Animation::default();
    let plies = "an animation has 1 to 600 plies; 601 were asked for: ask for a range of plies";
    assert_eq!(ask(GIF_PLIES_MAX + 1, animation), plies);
    assert!(ask(0, animation).contains("0 were asked for"));
    let wide = "a picture of this kind is 100 to 800 pixels wide; 801 were asked for";
    assert_eq!(ask(1, Animation { width_px: 801, ..animation }), wide);
    assert!(ask(1, Animation { width_px: 99, ..animation }).contains("99 were"));
    let slow = "a ply is shown for 50 to 10000 ms; 10001 ms were asked for";
    assert_eq!(ask(1, Animation { delay_ms: 10_001, ..animation }), slow);
    assert!(ask(1, Animation { last_delay_ms: 0, ..animation }).contains("0 ms"));
    let most = gif(&played.sheet, &vec![frame; GIF_PLIES_MAX], &animation).unwrap();
    assert!(most.len() < GIF_BYTES_MAX);
    let error = PictureError::Bytes { most: GIF_BYTES_MAX, plies: 12 };
    assert_eq!(
        error.to_string(),
        "the animation is larger than 8388608 bytes after 12 plies: ask for fewer plies or fewer \
         pixels"
    );
}
