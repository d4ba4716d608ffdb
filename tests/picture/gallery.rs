//! Writes the sample boards to be looked at: `cargo test -- --ignored gallery`.

use std::fs;

use gamekeep::picture::palette::board_css;
use gamekeep::picture::{Look, Theme, svg, symbol_defs, symbols};

use super::scenes::all;

#[test]
#[ignore = "writes files to be looked at"]
fn gallery() {
    let dir = std::path::Path::new("/tmp/picture");
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("board.css"), board_css()).unwrap();
    let defs = symbol_defs(symbols::ALL);
    for sample in all() {
        for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let look = Look { theme, ..Look::default() };
            let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
            fs::write(dir.join(format!("{}-{word}.svg", sample.name)), text).unwrap();
        }
        for (word, flipped) in [("page", false), ("flipped", true)] {
            let look = Look { flipped, ..Look::default() };
            let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
            for theme in ["light", "dark"] {
                let page = format!(
                    "<!doctype html><html data-theme={theme}><meta charset=utf-8>\
                     <link rel=stylesheet href=board.css><style>body{{margin:16px;\
                     background:var(--paper)}}</style><svg class=defs><defs>{defs}</defs></svg>\
                     {text}"
                );
                fs::write(dir.join(format!("{}-{word}-{theme}.html", sample.name)), page).unwrap();
            }
        }
    }
    symbol_sheet(dir, &defs);
}

/// Every symbol on both shapes, in several sizes.
fn symbol_sheet(dir: &std::path::Path, defs: &str) {
    use gamekeep::picture::write_icon;
    use gamekeep::rules::seat::Seat;
    let mut rows = String::new();
    for (class, seat) in [
        ("big", Some(Seat::First)),
        ("big", Some(Seat::Second)),
        ("mid", Some(Seat::First)),
        ("mid", Some(Seat::Second)),
        ("mid", None),
        ("small", Some(Seat::First)),
        ("small", Some(Seat::Second)),
    ] {
        rows.push_str(&format!("<p class={class}>"));
        for symbol in symbols::ALL.into_iter().chain([gamekeep::rules::scene::Symbol::Letter('Q')])
        {
            write_icon(symbol, seat, "x", &mut rows);
        }
        rows.push_str("</p>");
    }
    for theme in ["light", "dark"] {
        let page = format!(
            "<!doctype html><html data-theme={theme}><meta charset=utf-8>\
             <link rel=stylesheet href=board.css><style>body{{margin:16px;\
             background:var(--square-dark)}}\
             p{{margin:0 0 12px}}.icon{{display:inline-block;margin-right:6px}}\
             .big .icon{{width:96px}}.mid .icon{{width:40px}}.small .icon{{width:18px}}</style>\
             <svg class=defs><defs>{defs}</defs></svg>{rows}"
        );
        fs::write(dir.join(format!("symbols-{theme}.html")), page).expect("a file");
    }
}

#[test]
#[ignore = "writes files to be looked at"]
fn gallery_of_cards() {
    use gamekeep::picture::{Preview, Sheet};
    let dir = std::path::Path::new("/tmp/picture");
    fs::create_dir_all(dir).unwrap();
    let mut number = 0;
    let mut write = |preview: &Preview<'_>, sheet: &Sheet, frame: &gamekeep::picture::Frame| {
        number += 1;
        let name = format!("card-{number:02}-{}.png", preview.card.id);
        fs::write(dir.join(name), preview.png(sheet, frame).unwrap()).unwrap();
    };
    for mut played in super::played::all(60) {
        let last = played.frames.len() - 1;
        let blank = Preview {
            card: played.card,
            players: ["Ann", "Bo"],
            ply: 0,
            ply_count: None,
            words: "",
            result: None,
            event: "",
            date: "",
            flipped: false,
        };
        write(&blank, &played.sheet, &played.frames[0]);
        let full = Preview {
            players: ["Magdalena Wiśniewska", "Jean-Baptiste O’Connor"],
            ply: last,
            ply_count: Some(120),
            words: &std::mem::take(&mut played.words[last]),
            result: Some("Blue wins: King hit (CD-5.1)"),
            event: "Gamekeep Open, round 3",
            date: "5 January 2026",
            ..blank
        };
        write(&full, &played.sheet, &played.frames[last]);
        let hostile = Preview {
            players: [
                &"é漢🙂\u{202e}gpj.exe".repeat(30),
                &"Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}a\u{489}\u{488}lgo ".repeat(20),
            ],
            words: &"A very long story of everything that happened at once. ".repeat(9),
            result: Some(&"</text><script>alert(1)</script> & much more ".repeat(4)),
            event: &"ü".repeat(300),
            flipped: true,
            ..full
        };
        write(&hostile, &played.sheet, &played.frames[last]);
    }
    for sample in all() {
        let mut sheet = Sheet::new(&sample.card, &sample.scene);
        let frame = sheet.frame(&sample.scene, &sample.effects);
        let preview = Preview {
            card: &sample.card,
            players: ["Ann Gwyn", "Bo"],
            ply: 34,
            ply_count: Some(120),
            words: "The Cannon on f3 shoots north. The wall on f8 falls and burns.",
            result: None,
            event: "Club evening",
            date: "2026-01-05",
            flipped: false,
        };
        write(&preview, &sheet, &frame);
    }
}

#[test]
#[ignore = "writes files to be looked at"]
fn gallery_of_animations() {
    use gamekeep::picture::{Animation, gif};
    let dir = std::path::Path::new("/tmp/picture");
    fs::create_dir_all(dir).unwrap();
    for played in super::played::all(60) {
        let frames: Vec<_> = played.frames.iter().collect();
        let bytes = gif(&played.sheet, &frames, &Animation::default()).unwrap();
        fs::write(dir.join(format!("{}.gif", played.card.id)), bytes).unwrap();
    }
}

#[test]
#[ignore = "writes files to be looked at"]
fn gallery_of_charts() {
    use super::beside::{alone, times};
    use gamekeep::picture::{event_icon, event_marks, qr_code, svg_png, time_chart};
    use gamekeep::rules::effect::Event;
    let dir = std::path::Path::new("/tmp/picture");
    fs::create_dir_all(dir).unwrap();
    let write = |name: &str, svg: &str, width| {
        let png = svg_png(&alone(svg), Theme::Light, width).unwrap();
        fs::write(dir.join(format!("{name}.png")), png).unwrap();
    };
    let card = super::scenes::card("game", "South", "North");
    for count in [3, 40, 400] {
        let chart = time_chart(&card, &times(count), Some(count / 3));
        println!("chart of {count} turns: {} bytes", chart.len());
        write(&format!("chart-{count}"), &chart, 960);
    }
    write("qr", &qr_code("https://gamekeep.example/m/aB3dE5fG7h/34").unwrap(), 400);
    let kinds = [Event::Capture, Event::Shot, Event::WallDown, Event::Loss];
    let plies: Vec<Vec<Event>> =
        (0..120).map(|n| if n % 7 == 3 { vec![kinds[n / 7 % 4]] } else { vec![] }).collect();
    write("events", &event_marks(&plies), 1000);
    let icons: String = kinds.into_iter().map(event_icon).collect();
    let page = format!(
        "<!doctype html><meta charset=utf-8><link rel=stylesheet href=board.css>\
         <style>body{{margin:16px;background:var(--paper);width:600px}}.events{{width:600px;height:12px;\
         display:block}}.key .events{{display:inline-block;width:12px}}input{{width:616px;margin:0 -8px}}\
         .chart{{width:600px}}.qr{{width:160px}}</style>{}<input type=range max=119>\
         <p class=key>{icons}</p>{}{}",
        event_marks(&plies),
        time_chart(&card, &times(60), Some(20)),
        qr_code("https://gamekeep.example/m/aB3dE5fG7h/34").unwrap(),
    );
    fs::write(dir.join("beside.html"), page).unwrap();
    fs::write(dir.join("board.css"), board_css()).unwrap();
}
