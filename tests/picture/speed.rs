//! How fast a board is written: `cargo test --release speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use gamekeep::picture::{Look, Sheet, describe, svg};

use super::scenes::all;

#[test]
#[ignore = "prints figures, and means something only in a release build"]
fn speed() {
    let time = |work: &dyn Fn() -> usize| {
        let rounds = 2_000_u32;
        let mut best = f64::MAX;
        for _ in 0..5 {
            let start = Instant::now();
            for _ in 0..rounds {
                black_box(work());
            }
            best = best.min(start.elapsed().as_secs_f64() / f64::from(rounds));
        }
        best * 1e6
    };
    for sample in all() {
        let look = Look { desc: "words", ..Look::default() };
        let whole = time(&|| svg(&sample.card, &sample.scene, &sample.effects, &look).len());
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &sample.effects);
        let over = time(&|| {
            let mut out = String::with_capacity(32_000);
            sheet.write_over(&frame, false, &mut out);
            out.len()
        });
        let again = time(&|| sheet.clone().frame(&sample.scene, &sample.effects).things.len());
        let words = time(&|| describe(&sample.card, &sample.scene).len());
        let bytes = svg(&sample.card, &sample.scene, &sample.effects, &look).len();
        println!(
            "{:20} whole {whole:6.1} µs ({bytes} bytes), frame {again:5.1}, over {over:5.1}, \
             words {words:5.1}",
            sample.name
        );
    }
}

/// The processor time that this thread has used, in milliseconds.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let ns = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    ns.expect("a number") / 1e6
}

/// The mean processor time of some rounds, in milliseconds: what a busy machine bends least.
fn mean_ms(rounds: u32, mut work: impl FnMut() -> usize) -> f64 {
    black_box(work());
    let mut best = f64::MAX;
    for _ in 0..4 {
        let start = cpu_ms();
        for _ in 0..rounds {
            black_box(work());
        }
        best = best.min((cpu_ms() - start) / f64::from(rounds));
    }
    best
}

#[test]
#[ignore = "prints figures, and means something only in a release build"]
fn speed_of_pixels() {
    use gamekeep::picture::{Preview, Theme, board_png};
    let preview = Preview {
        card: &all()[0].card,
        players: ["Magdalena Wiśniewska", "Jean-Baptiste O’Connor"],
        ply: 34,
        ply_count: Some(120),
        words: "The Cannon on f3 shoots north. The wall on f8 falls and burns.",
        result: Some("Blue wins: King hit (CD-5.1)"),
        event: "Club evening",
        date: "2026-01-05",
        flipped: false,
    };
    for sample in all() {
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &sample.effects);
        let look = Look { theme: Theme::Light, ..Look::default() };
        print!("{:20}", sample.name);
        for width in [300, 600, 1200] {
            let ms = mean_ms(10, || board_png(&sheet, &frame, &look, width).unwrap().len());
            let bytes = board_png(&sheet, &frame, &look, width).unwrap().len();
            print!(" {width} px {ms:.2} ms {} kB,", bytes / 1000);
        }
        let preview = Preview { card: &sample.card, ..preview };
        let ms = mean_ms(10, || preview.png(&sheet, &frame).unwrap().len());
        println!(" card {ms:.2} ms {} kB", preview.png(&sheet, &frame).unwrap().len() / 1000);
        let svg = preview.svg(&sheet, &frame);
        std::fs::write(format!("/tmp/picture/card-{}.svg", sample.name), svg).unwrap();
    }
}

#[test]
#[ignore = "prints figures, and means something only in a release build"]
fn speed_of_animations() {
    use gamekeep::picture::{Animation, Frame, gif};
    for sample in all() {
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frames: Vec<Frame> = (0..60)
            .map(|n| {
                let mut scene = sample.scene.clone();
                scene.items.remove(n * 7 % scene.items.len());
                sheet.frame(&scene, if n % 2 == 0 { &sample.effects } else { &[] })
            })
            .collect();
        let frames: Vec<&Frame> = frames.iter().collect();
        let animation = Animation::default();
        let ms = mean_ms(3, || gif(&sheet, &frames, &animation).unwrap().len());
        let bytes = gif(&sheet, &frames, &animation).unwrap().len();
        println!("{:20} made up: {:.3} ms a ply, {} bytes", sample.name, ms / 60.0, bytes / 60);
    }
    for played in super::played::all(150) {
        for width_px in [240, 480, 800] {
            let animation = Animation { width_px, ..Animation::default() };
            for part in [16, 150] {
                let frames: Vec<&Frame> = played.frames.iter().take(part).collect();
                let ms = mean_ms(3, || gif(&played.sheet, &frames, &animation).unwrap().len());
                let bytes = gif(&played.sheet, &frames, &animation).unwrap().len();
                println!(
                    "{:20} {width_px} px, {} plies: {:.3} ms a ply, {} bytes a ply",
                    played.card.id,
                    frames.len(),
                    ms / frames.len() as f64,
                    bytes / frames.len()
                );
            }
        }
    }
}
