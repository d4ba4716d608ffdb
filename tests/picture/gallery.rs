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
