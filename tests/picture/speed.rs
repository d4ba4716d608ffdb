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

#[test]
#[ignore = "prints figures"]
fn experiment() {
    use gamekeep::picture::{Theme, board_png};
    for sample in all() {
        let look = Look { theme: Theme::Light, ..Look::default() };
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &sample.effects);
        for width in [300, 600, 1200] {
            let mut best = f64::MAX;
            let mut bytes = vec![];
            for _ in 0..20 {
                let start = cpu_ms();
                bytes = board_png(&sheet, &frame, &look, width).unwrap();
                best = best.min(cpu_ms() - start);
            }
            println!("{:20} {width} {best:.2} ms {} bytes", sample.name, bytes.len());
            std::fs::write(format!("/tmp/picture/{}-{width}.png", sample.name), &bytes).unwrap();
        }
    }
}

/// The processor time that this thread has used, in milliseconds.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}
