//! What is drawn beside a board: chart, event marks, QR code.

use gamekeep::picture::palette::{COLOURS, board_css};
use gamekeep::picture::{
    QR_BYTES_MAX, Theme, event_icon, event_marks, qr_code, svg_png, time_chart,
};
use gamekeep::rules::effect::Event;
use gamekeep::rules::seat::Seat;

use super::scenes::card;
use super::xml::{Element, scan};

/// The elements of a drawing, all of whose classes have a rule.
fn elements(text: &str) -> Vec<Element> {
    let found = scan(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let css = board_css();
    for element in &found {
        assert!(element.get("style").is_none() && element.name != "script");
        for class in element.get("class").unwrap_or_default().split_whitespace() {
            let known = [format!(".{class}{{"), format!(".{class},")];
            assert!(known.iter().any(|rule| css.contains(rule)), "{class}");
        }
    }
    found
}

/// A drawing for a page as one that stands alone in the light.
pub(super) fn alone(svg: &str) -> String {
    let mut css = board_css();
    for colour in COLOURS {
        css = css.replace(&format!("var(--{})", colour.name), colour.light);
    }
    let rules = css.split_once(".defs{").expect("rules").1;
    let start = r#"<svg xmlns="http://www.w3.org/2000/svg" class="#;
    let (head, rest) = svg.split_once("><").expect("an element");
    let head = head.replacen("<svg class=", start, 1);
    format!("{head}><style>.defs{{{rules}</style><{rest}")
}

/// Times of a match: the seats in turn, some turns long.
pub(super) fn times(count: usize) -> Vec<(Seat, u64)> {
    let ms = |n: usize| 2_000 + (n as u64 * 7_919) % 41_000 + if n % 17 == 5 { 70_000 } else { 0 };
    (0..count).map(|n| (Seat::BOTH[n % 2], ms(n))).collect()
}

#[test]
fn a_chart_has_a_bar_a_turn() {
    let card = card("game", "Blue", "Red");
    let turns = [(Seat::First, 41_200), (Seat::Second, 80_000), (Seat::First, 0)];
    let chart = time_chart(&card, &turns, Some(1));
    let found = elements(&chart);
    let titles = [
        "Time per turn: Blue 41 s, Red 1 min 20 s",
        "turn 1: Blue 41 s",
        "turn 2: Red 1 min 20 s",
        "turn 3: no time",
        "this turn",
    ];
    for title in titles {
        assert!(chart.contains(&format!("<title>{title}</title>")), "{title}\n{chart}");
    }
    assert_eq!(found.iter().filter(|e| e.get("class") == Some("d-b0")).count(), 2, "bar and key");
    for label in ["30 s", "1 min", "90 s"] {
        assert_eq!(chart.matches(&format!(">{label}</text>")).count(), 2, "{label}");
    }
    assert!(!time_chart(&card, &turns, None).contains("this turn"));
    assert!(!time_chart(&card, &turns, Some(3)).contains("this turn"));
}

#[test]
fn a_chart_of_a_match_without_times_is_nothing() {
    let card = card("game", "Blue", "Red");
    assert_eq!(time_chart(&card, &[], None), "");
    assert_eq!(time_chart(&card, &[(Seat::First, 0); 9], Some(2)), "");
}

#[test]
fn a_chart_of_a_long_match_stays_small() {
    let hostile = card("game", "<Blue & \"co\"", "漢字漢字漢字漢字");
    for count in [1, 2, 119, 120, 121, 2_000] {
        for current in [0, count / 2, count - 1] {
            let chart = time_chart(&hostile, &times(count), Some(current));
            elements(&chart);
            assert!(chart.len() < 34_000, "{} bytes", chart.len());
            svg_png(&alone(&chart), Theme::Light, 640).unwrap();
        }
    }
    for ms in [1, 999, 59_999, 3_600_000, 40 * 86_400_000, u64::MAX] {
        elements(&time_chart(&hostile, &[(Seat::Second, ms), (Seat::First, 1)], None));
    }
    let chart = time_chart(&card("game", "Blue", "Red"), &times(250), None);
    assert!(chart.contains("<title>turns 1 to 3: Blue "), "{chart}");
}

#[test]
fn every_kind_of_event_has_its_own_mark() {
    use Event::{Capture, Loss, Shot, WallDown};
    let plies = [vec![], vec![Capture], vec![Shot, WallDown], vec![], vec![Loss, Capture]];
    let marks = event_marks(&plies);
    let found = elements(&marks);
    assert_eq!(found.iter().filter(|e| e.name == "path").count(), 4);
    assert!(marks.contains("<title>2 captures, 1 loss, 1 shot, 1 wall down</title>"), "{marks}");
    assert!(marks.contains(r#"preserveAspectRatio="none""#));
    assert!(marks.contains(r#"d="M250 1v10M1000 1v10""#), "{marks}");
    assert!(found.iter().skip(2).all(|e| e.get("vector-effect") == Some("non-scaling-stroke")));
    let mut icons: Vec<String> =
        [Capture, Loss, Shot, WallDown].into_iter().map(event_icon).collect();
    for icon in &icons {
        elements(icon);
    }
    icons.dedup();
    assert_eq!(icons.len(), 4);
}

#[test]
fn every_game_in_play_has_event_marks() {
    for played in super::played::all(60) {
        let marks = event_marks(&played.events);
        elements(&marks);
        assert_eq!(played.events.len(), played.frames.len());
        let some = played.events.iter().any(|events| !events.is_empty());
        assert_eq!(some, marks.contains("<path"), "{}", played.card.id);
    }
}

#[test]
fn event_marks_of_a_long_match_stay_small() {
    let none: [Vec<Event>; 0] = [];
    assert!(event_marks(&none).contains("no events"));
    elements(&event_marks(&[[Event::Shot]]));
    let all = [Event::Capture, Event::Shot, Event::WallDown, Event::Loss];
    let marks = event_marks(&vec![all; 3_000]);
    elements(&marks);
    assert!(marks.len() < 60_000, "{} bytes", marks.len());
    let some: Vec<Vec<Event>> =
        (0..2_000).map(|n| if n % 9 == 0 { vec![all[n % 4]] } else { vec![] }).collect();
    assert!(event_marks(&some).len() < 4_000);
}

#[test]
fn a_qr_code_can_be_read() {
    let address = "https://gamekeep.example/m/aB3dE5fG7h/34?spoilers=off";
    let text = qr_code(address).unwrap();
    let found = elements(&text);
    assert!(text.contains("<title>QR code: https://gamekeep.example/m/aB3dE5fG7h/34"));
    let side: u32 = found[0].get("viewBox").unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    let png = svg_png(&alone(&text), Theme::Light, side * 4).unwrap();
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    let code = qrcode::QrCode::with_error_correction_level(address, qrcode::EcLevel::M).unwrap();
    let width = u32::try_from(code.width()).unwrap();
    assert_eq!(side, width + 8);
    for y in 0..side {
        for x in 0..side {
            let pixel = pixmap.pixel(x * 4 + 1, y * 4 + 1).unwrap().red();
            let inside = (4..4 + width).contains(&x) && (4..4 + width).contains(&y);
            let dark = inside && code[(x as usize - 4, y as usize - 4)] == qrcode::Color::Dark;
            assert_eq!(pixel, if dark { 0 } else { 255 }, "{x} {y}");
        }
    }
}

#[test]
fn an_address_in_a_qr_code_is_text_and_has_a_limit() {
    elements(&qr_code("</title><script>&\"'\u{202e}é漢🙂").unwrap());
    elements(&qr_code("").unwrap());
    qr_code(&"a".repeat(QR_BYTES_MAX)).unwrap();
    let error = qr_code(&"é".repeat(QR_BYTES_MAX / 2 + 1)).unwrap_err();
    assert_eq!(error.to_string(), "a QR code holds at most 500 bytes; the address has 502");
}
