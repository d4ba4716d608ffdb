//! Every drawing is well-formed, refers to nothing that is not there, and holds for hostile names.

use gamekeep::games::Registry;
use gamekeep::picture::palette::board_css;
use gamekeep::picture::{
    Layout, Look, Sheet, Theme, describe, svg, symbol_defs, symbols, write_icon, write_shape_icon,
};
use gamekeep::rules::any::View;
use gamekeep::rules::effect::{Effect, Thing, Why};
use gamekeep::rules::grid::{Direction, Size, Square};
use gamekeep::rules::options::Options;
use gamekeep::rules::scene::{Aim, Arrow, Badge, Ground, Item, Region, Scene, Stand, Symbol, Zone};
use gamekeep::rules::seat::Seat;

use super::scenes::{all, card, castle_danger, knights_walls_balls};
use super::xml::{Element, scan};

const THEMES: [Theme; 4] = [Theme::Page, Theme::Auto, Theme::Light, Theme::Dark];

const OWNERS: [Option<Seat>; 3] = [Some(Seat::First), Some(Seat::Second), None];

const BADGES: [Badge; 10] = [
    Badge::Number(0),
    Badge::Number(4),
    Badge::Spent,
    Badge::Damaged,
    Badge::Silenced,
    Badge::CutOff,
    Badge::Hidden,
    Badge::Chosen,
    Badge::Sealed,
    Badge::ChosenSealed,
];

/// Everything that a scene can hold, in one.
fn everything() -> (Scene, Vec<Effect>) {
    let mut scene = Scene::new(Size::new(26, 30));
    scene.apron = [1, 1];
    let grounds = [
        Ground::Water,
        Ground::Sand,
        Ground::First,
        Ground::Second,
        Ground::Portal,
        Ground::Beside,
    ];
    for (n, ground) in (0..).zip(grounds) {
        let squares = vec![Square::new(n, 0), Square::new(n, -1)];
        scene.terrain.push(Region { ground, name: "ground", squares });
    }
    let symbols = symbols::ALL.into_iter().chain([Symbol::Letter('<'), Symbol::Letter('é')]);
    for (file, symbol) in (0..).zip(symbols) {
        for (rank, seat) in (0..).zip(OWNERS) {
            scene.items.push(Item::new(symbol, seat, "thing", Square::new(file, rank)));
        }
        for (rank, badge) in (4..).zip(BADGES) {
            for (stand, seat) in
                [Stand::Ground, Stand::OnTop, Stand::Within].into_iter().zip(OWNERS)
            {
                let at = Square::new(file, rank);
                let badge = Some(badge);
                scene.items.push(Item { stand, badge, ..Item::new(symbol, seat, "thing", at) });
            }
        }
    }
    for seat in OWNERS {
        scene.zones.push(Zone { seat, name: "zone", squares: vec![Square::new(3, 3)] });
        let aims = [Aim::At(Square::new(9, 9)), Aim::At(Square::new(1, 1)), Aim::Open];
        for aim in aims.into_iter().chain(Direction::ALL.map(Aim::Towards)) {
            for label in ["", "D"] {
                let (from, label) = (Square::new(1, 1), label.into());
                scene.arrows.push(Arrow { seat, from, aim, label, current: seat.is_none() });
            }
        }
    }
    let thing = Thing { symbol: Symbol::King, seat: None, name: "thing" };
    let (from, to, free) = (Square::new(0, 0), Square::new(4, 9), Square::new(25, 29));
    let effects = vec![
        Effect::Appear { thing, at: from },
        Effect::Move { thing, from, to },
        Effect::Vanish { thing, at: to, why: Why::Captured },
        Effect::Vanish { thing, at: free, why: Why::Shot },
        Effect::Shot { thing, from, aim: free, hit: to },
        Effect::Shot { thing, from, aim: from, hit: from },
        Effect::Stay { thing, at: to },
        Effect::Hurt { thing, at: to, total: 1 },
    ];
    (scene, effects)
}

fn elements(text: &str) -> Vec<Element> {
    scan(text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// Whatever is referred to is defined, and every class has a rule.
fn check_references(text: &str, defined: &str) {
    let ids: Vec<String> = elements(&format!("<svg>{defined}</svg>"))
        .iter()
        .chain(&elements(text))
        .filter_map(|element| element.get("id").map(str::to_owned))
        .collect();
    let css = board_css();
    for element in elements(text).iter().chain(&elements(&format!("<svg>{defined}</svg>"))) {
        for (name, value) in &element.attributes {
            assert!(name != "style" && !name.starts_with("on"), "{name} on <{}>", element.name);
            let target = value.strip_prefix('#').filter(|_| name == "href");
            let url = value.strip_prefix("url(#").map(|value| value.trim_end_matches(')'));
            if let Some(id) = target.or(url) {
                assert!(ids.iter().any(|known| known == id), "#{id} is not defined");
            }
            if name == "class" {
                for class in value.split(' ').filter(|c| !["under", "over", "icon"].contains(c)) {
                    assert!(css.contains(&format!(".{class}{{")) || class == "board", "{class}");
                }
            }
        }
        assert!(!["script", "image", "foreignObject"].contains(&element.name.as_str()));
    }
}

#[test]
fn everything_has_a_drawing() {
    let (scene, effects) = everything();
    let card = card("all", "One", "Two");
    let defs = symbol_defs(symbols::ALL);
    for flipped in [false, true] {
        let look = Look { flipped, ..Look::default() };
        check_references(&svg(&card, &scene, &effects, &look), &defs);
        let look = Look { theme: Theme::Light, ..look };
        check_references(&svg(&card, &scene, &effects, &look), "");
    }
    for symbol in symbols::ALL {
        let id = symbols::id(symbol).expect("an id");
        assert_eq!(defs.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    assert_eq!(symbols::id(Symbol::Letter('x')), None);
    assert_eq!(BADGES.into_iter().filter(|b| symbols::badge_id(*b).is_none()).count(), 2);
}

#[test]
fn the_five_games_are_well_formed_in_every_theme() {
    let defs = symbol_defs(symbols::ALL);
    for sample in all() {
        for theme in THEMES {
            for (flipped, coordinates) in [(false, true), (true, false)] {
                let desc = "what is on it";
                let look = Look { flipped, theme, coordinates, desc, ..Look::default() };
                let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
                check_references(&text, if theme == Theme::Page { &defs } else { "" });
                let again = svg(&sample.card, &sample.scene, &sample.effects, &look);
                assert_eq!(text, again, "{}", sample.name);
            }
        }
    }
}

#[test]
fn hostile_names_stay_text() {
    const HOSTILE: &str = "</title><script>&\"'\u{0}\u{1b}]\u{ffff}";
    let card = card("hostile", HOSTILE, "<b onclick=\"x\">");
    let (mut scene, effects) = everything();
    for item in &mut scene.items {
        item.name = HOSTILE;
    }
    scene.zones.iter_mut().for_each(|zone| zone.name = HOSTILE);
    scene.terrain.iter_mut().for_each(|region| region.name = HOSTILE);
    scene.arrows.iter_mut().for_each(|arrow| arrow.label = HOSTILE.into());
    for theme in THEMES {
        let look = Look { theme, id: HOSTILE, title: HOSTILE, desc: HOSTILE, ..Look::default() };
        let text = svg(&card, &scene, &effects, &look);
        let found = elements(&text);
        assert!(found.iter().all(|e| e.name != "script" && e.name != "b"));
    }
    let mut icons = String::new();
    write_icon(Symbol::Letter('&'), None, HOSTILE, &mut icons);
    write_shape_icon(&[(0, 0), (2, 1)], HOSTILE, &mut icons);
    elements(&icons);
}

#[test]
fn titles_tell_whose_and_where() {
    let sample = castle_danger();
    let look = Look { title: "Castle Danger, ply 12", desc: "words", ..Look::default() };
    let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
    for title in ["Blue Wizard on e1", "wall on a3", "Blue Cannon on f3, spent", "river"] {
        assert!(text.contains(&format!("<title>{title}</title>")), "{title}");
    }
    assert!(text.contains(r#"role="img" aria-labelledby="board-t board-d""#));
    assert!(text.contains(r#"<title id="board-t">Castle Danger, ply 12</title>"#));
    assert!(text.contains(r#"<desc id="board-d">words</desc>"#));
}

#[test]
fn a_flipped_board_turns_places_and_no_glyphs() {
    let layout = Layout { size: Size::new(7, 9), apron: [1, 0], flipped: false };
    let flipped = Layout { flipped: true, ..layout };
    for square in layout.size.squares() {
        let turned = Square::new(6 - square.file, 8 - square.rank);
        assert_eq!(layout.corner(square, 1), flipped.corner(turned, 1), "{square}");
        let cell = layout.cell(square).expect("a cell");
        assert_eq!(layout.square(cell), square);
    }
    assert_eq!(layout.corner(Square::new(0, 0), 1), (0, 192));
    assert_eq!(layout.corner(Square::new(2, -1), 1), (48, 222));
    assert_eq!(flipped.corner(Square::new(2, -1), 1), (96, -30));
    assert_eq!(layout.corner(Square::new(1, 1), 2), (24, 144));
    assert_eq!(flipped.corner(Square::new(1, 1), 2), (96, 24));
    assert_eq!(layout.view_box(false), [-4, -4, 176, 254]);
    assert_eq!(flipped.view_box(false), [-4, -34, 176, 254]);

    let sample = knights_walls_balls(26, 9);
    let mut sheet = Sheet::new(&sample.card, &sample.scene);
    let frame = sheet.frame(&sample.scene, &sample.effects);
    let mut over = String::new();
    sheet.write_over(&frame, true, &mut over);
    assert!(!over.contains("rotate") && !over.contains("scale(-"));
}

#[test]
fn a_file_holds_only_the_drawings_that_it_uses() {
    let sample = castle_danger();
    let look = Look { theme: Theme::Dark, width_px: Some(720), ..Look::default() };
    let text = svg(&sample.card, &sample.scene, &sample.effects, &look);
    assert!(text.contains(r#"id="s-king""#) && !text.contains(r#"id="s-gun""#));
    assert!(!text.contains("var(--") && !text.contains("#f0f"));
    assert!(text.contains(r#" width="720" height="908""#));
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

#[test]
fn every_game_in_play_has_a_drawing() {
    let defs = symbol_defs(symbols::ALL);
    for game in Registry::standard().games() {
        let mut play = game.begin(&Options::default(), None).unwrap();
        let (mut sheet, mut effects) = (Sheet::new(game.card(), &play.scene(View::Public)), vec![]);
        for ply in 0..120 {
            let scene = play.scene(View::Public);
            assert!(scene.items.iter().all(|item| sheet.layout().cell(item.at).is_some()));
            let frame = sheet.frame(&scene, &effects);
            let look = Look { flipped: ply % 2 == 1, ..Look::default() };
            check_references(&sheet.svg(&frame, &look), &defs);
            let words = describe(game.card(), &scene);
            assert!(words.ends_with('.') && !words.contains("  "), "{words}");
            let legal = play.legal();
            let at = (ply * 7 + 3) % legal.len().max(1);
            let Some((by, text)) = legal.get(at) else { break };
            match play.tell(*by, text, None, View::Public) {
                Ok(happened) => effects = happened.effects,
                Err(_) => break,
            }
        }
    }
}
