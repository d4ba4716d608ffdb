//! Colours: the style sheet is what the palette writes, and everything can be told apart.

use gamekeep::picture::palette::{COLOURS, board_css};

#[test]
fn the_style_sheet_is_the_palettes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/static/board.css");
    if std::env::var_os("UPDATE_BOARD_CSS").is_some() {
        std::fs::write(path, board_css()).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap();
    assert_eq!(stored, board_css(), "run the test with UPDATE_BOARD_CSS=1");
}

/// Relative luminance, as WCAG 2 defines it.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hex")) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrasts_are_enough() {
    let find = |name: &str| {
        let colour = COLOURS.iter().find(|colour| colour.name == name).expect(name);
        [colour.light, colour.dark]
    };
    let mut pairs: Vec<(&str, &str, f64)> = vec![
        ("ink", "paper", 4.5),
        ("ink-soft", "paper", 4.5),
        ("accent", "paper", 4.5),
        ("mortar", "stone", 3.0),
        ("paper", "ink", 4.5),
    ];
    for ground in ["square", "square-dark", "water", "sand", "paper"] {
        for piece in ["seat-first", "seat-second", "seat-none", "mortar", "happened", "portal"] {
            pairs.push((piece, ground, 3.0));
        }
    }
    for shape in ["seat-first", "seat-second", "seat-none"] {
        pairs.push(("piece", shape, 3.0));
        pairs.push((shape, "stone", 1.0));
    }
    let mut failed = Vec::new();
    for (one, other, least) in pairs {
        for (theme, (a, b)) in ["light", "dark"].iter().zip(find(one).iter().zip(find(other))) {
            let is = contrast(a, b);
            if is < least {
                failed.push(format!("{theme}: {one} on {other} {is:.2} < {least}"));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_look_has_its_own_colours() {
    let css = board_css();
    for colour in ["#fbfaf7", "#1d1d1b", "#d9d5cc", "#8a5a00", "#0b5fa5", "#b8400f"] {
        assert!(css.contains(colour), "{colour}");
    }
    for colour in ["#15171a", "#e8e6e1", "#33373d", "#e0a63a"] {
        assert!(css.contains(colour), "{colour}");
    }
}
