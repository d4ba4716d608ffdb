//! PNG: boards and preview cards are pictures of the right size, whatever the names.

use gamekeep::games::Registry;
use gamekeep::picture::{
    Look, PREVIEW_HEIGHT, PREVIEW_WIDTH, PictureError, Preview, Sheet, Theme, board_png, svg,
    svg_png,
};
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;

use super::scenes::{all, castle_danger};
use super::xml::scan;

/// The picture, if it is one of this size and not blank.
fn check(png: &[u8], width: u32, height: u32) -> Pixmap {
    let pixmap = Pixmap::decode_png(png).expect("a picture");
    assert_eq!((pixmap.width(), pixmap.height()), (width, height));
    let first = pixmap.pixels()[0];
    let other = pixmap.pixels().iter().filter(|pixel| **pixel != first).count();
    assert!(other * 20 > pixmap.pixels().len(), "{other} pixels are not paper");
    assert!(pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255));
    pixmap
}

const NAMES: [&str; 2] = ["Magdalena Wiśniewska", "Jean-Baptiste O’Connor"];

fn preview<'a>(card: &'a gamekeep::rules::game::Card, players: [&'a str; 2]) -> Preview<'a> {
    Preview {
        card,
        players,
        ply: 34,
        ply_count: Some(120),
        words: "The Cannon on f3 shoots north.",
        result: Some("Blue wins: King hit"),
        event: "Club evening",
        date: "2026-01-05",
        flipped: false,
    }
}

#[test]
fn boards_have_the_width_asked_for() {
    for sample in all() {
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &sample.effects);
        for (width, theme) in [(100, Theme::Light), (301, Theme::Dark), (640, Theme::Page)] {
            let look = Look { theme, flipped: width == 301, ..Look::default() };
            let png = board_png(&sheet, &frame, &look, width).unwrap();
            let size = Pixmap::decode_png(&png).unwrap();
            let pixmap = check(&png, width, size.height());
            let [_, _, wide, high] = sheet.layout().view_box(true);
            let height = f64::from(width) * f64::from(high) / f64::from(wide);
            let least = height * 0.8 - 4.0;
            assert!((least..=height + 2.0).contains(&f64::from(pixmap.height())));
            let paper = if theme == Theme::Dark { (21, 23, 26) } else { (251, 250, 247) };
            let corner = pixmap.pixels()[0];
            assert_eq!((corner.red(), corner.green(), corner.blue()), paper);
        }
    }
}

#[test]
fn a_drawing_that_stands_alone_becomes_a_picture() {
    let sample = castle_danger();
    let look = Look { theme: Theme::Dark, ..Look::default() };
    let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
    let png = svg_png(&text, Theme::Dark, 368).unwrap();
    check(&png, 368, 464);
    let error = svg_png("<svg", Theme::Light, 300).unwrap_err();
    assert!(error.to_string().starts_with("the drawing cannot be read: "), "{error}");
}

#[test]
fn limits_are_told_in_words() {
    let sample = castle_danger();
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &sample.effects);
    let ask = |width| board_png(&sheet, &frame, &Look::default(), width).unwrap_err();
    assert_eq!(ask(99), PictureError::Width { asked: 99, least: 100, most: 2400 });
    assert_eq!(
        ask(2401).to_string(),
        "a picture of this kind is 100 to 2400 pixels wide; 2401 were asked for"
    );
    ask(0);
    ask(u32::MAX);
    let high = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="30"></svg>"#;
    let error = svg_png(high, Theme::Light, 200).unwrap_err();
    assert_eq!(error, PictureError::Height { height: 6000, most: 4800 });
}

#[test]
fn a_card_tells_what_it_was_given() {
    for game in Registry::standard().games() {
        let play = game.begin(&Default::default(), None).unwrap();
        let scene = play.scene(gamekeep::rules::any::View::Public);
        let mut sheet = Sheet::new(game.card(), &scene);
        let frame = sheet.frame(&scene, &[]);
        let preview = preview(game.card(), NAMES);
        let text = preview.svg(&sheet, &frame);
        scan(&text).unwrap();
        for part in ["ply 34 of 120", "Blue wins: King hit", "Gamekeep"] {
            assert!(text.contains(&format!(">{part}</text>")), "{part}");
        }
        assert!(text.contains(">Magdalena"));
        assert!(text.contains(">Club evening · 2026-01-05</text>"));
        check(&preview.png(&sheet, &frame).unwrap(), PREVIEW_WIDTH, PREVIEW_HEIGHT);
        let title = format!(
            "{}: Magdalena Wiśniewska – Jean-Baptiste O’Connor, ply 34 of 120",
            game.card().name
        );
        assert_eq!(preview.title(), title);
    }
}

#[test]
fn a_card_without_spoilers_has_neither_length_nor_result() {
    let sample = castle_danger();
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &sample.effects);
    let preview = Preview { ply_count: None, result: None, ..preview(&sample.card, NAMES) };
    let text = preview.svg(&sheet, &frame);
    assert!(text.contains(">ply 34</text>"));
    assert!(!text.contains("120</") && !text.contains("wins"));
    assert!(!preview.title().contains("120"));
}

/// Texts that broke others: 300 characters of everything, marks, turns, markup.
fn hostile() -> Vec<String> {
    let zalgo = format!("Z{}", "\u{301}\u{336}\u{489}".repeat(40));
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let mut texts: Vec<String> =
        ["é", "漢", "🙂", "W", "i", "\u{202e}gpj.exe", "\u{301}", "א", "ﷺ", "क्षि", " ", family]
            .iter()
            .map(|part| part.repeat(300 / part.chars().count().max(1)))
            .collect();
    texts.extend(
        [
            "",
            "?",
            &zalgo,
            "</text><script>alert(1)</script>",
            "\" onload=\"x",
            "]]>",
            "&#0;&lt;",
            "\u{0}\u{1b}[31m\u{7}\u{ffff}\u{fffe}",
            "a\u{2029}b\u{2028}c\r\nd\te",
            "\u{202e}\u{2066}\u{2067}\u{200f}",
            "\u{f8ff}\u{e000}\u{10ffff}",
        ]
        .map(str::to_owned),
    );
    texts
}

#[test]
fn names_of_all_kinds_stay_in_their_places() {
    let sample = castle_danger();
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &sample.effects);
    let plain = preview(&sample.card, ["Ann", "Bo"]).png(&sheet, &frame).unwrap();
    let plain = check(&plain, PREVIEW_WIDTH, PREVIEW_HEIGHT);
    for text in hostile() {
        let long = Preview {
            words: &text,
            result: Some(&text),
            event: &text,
            date: &text,
            ..preview(&sample.card, [&text, &text])
        };
        let markup = long.svg(&sheet, &frame);
        let found = scan(&markup).unwrap_or_else(|why| panic!("{why}: {text:?}"));
        assert!(found.iter().all(|element| element.name != "script"));
        let pixmap = check(&long.png(&sheet, &frame).unwrap(), PREVIEW_WIDTH, PREVIEW_HEIGHT);
        // The board at the left and the margins are as they are with short names.
        for y in 0..PREVIEW_HEIGHT {
            let inside = |x: u32| (500..1160).contains(&x) && (40..600).contains(&y);
            for x in (0..PREVIEW_WIDTH).filter(|x| !inside(*x)) {
                assert_eq!(pixmap.pixel(x, y), plain.pixel(x, y), "{text:?} at {x} {y}");
            }
        }
    }
}

#[test]
fn names_are_cut_between_characters_at_every_length() {
    let sample = castle_danger();
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &[]);
    for part in ["é", "e\u{301}", "漢", "🙂", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}"] {
        for count in 1..=60 {
            let name = part.repeat(count);
            let preview = Preview { words: &name, ..preview(&sample.card, [&name, "Bo"]) };
            let text = preview.svg(&sheet, &frame);
            scan(&text).unwrap();
            assert!(!text.contains("…\u{301}"), "a mark after the cut");
            let cut = text.contains('…');
            let whole = text.matches(&part.replace('\u{200d}', "")).count() >= 3 * count;
            assert!(cut || whole || count > 20, "{part} {count}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_text_makes_a_card(name in any::<String>(), words in "\\PC{0,400}", event in ".{0,80}") {
        let sample = castle_danger();
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &[]);
        let preview = Preview {
            words: &words,
            event: &event,
            result: Some(&name),
            ..preview(&sample.card, [&name, &words])
        };
        scan(&preview.svg(&sheet, &frame)).unwrap();
        let png = preview.png(&sheet, &frame).unwrap();
        check(&png, PREVIEW_WIDTH, PREVIEW_HEIGHT);
    }
}
