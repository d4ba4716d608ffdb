//! The board of every game's position text is read and written sign by sign.

use gamekeep::games::Registry;
use gamekeep::record::input;
use gamekeep::rules::any::{AnyGame, View};
use gamekeep::rules::board_text::BoardText;
use gamekeep::rules::grid::Square;
use gamekeep::rules::options::Options;

/// Reads the board of a position text and writes it again.
#[track_caller]
fn check(game: &dyn AnyGame, position: &str, scene: &gamekeep::rules::scene::Scene) {
    let palette = game.palette().expect("every game here has a palette");
    let field = position.split(' ').next().expect("a board");
    let board = BoardText::read(palette, scene.size, field);
    let board = board.unwrap_or_else(|error| panic!("{error}\n{position}"));
    assert_eq!(board.write(), field);
    for item in board.items().filter(|item| palette.signs.iter().any(|s| s.thing.name == item.name))
    {
        let same = |other: &&gamekeep::rules::scene::Item| {
            other.at == item.at && (other.name == item.name || other.name.contains("gun"))
        };
        let told = item.name == "gun" || scene.items.iter().any(|other| same(&other));
        assert!(told, "{} on {} is not in the scene: {position}", item.name, item.at);
    }
}

#[test]
fn every_board_of_every_sample_is_read_and_written() {
    let registry = Registry::standard();
    for game in registry.games() {
        let start = game.begin(&Options::default(), None).expect("begins");
        check(game, &start.position(View::Public), &start.scene(View::Public));
        for sample in game.card().samples {
            let checked = input::records(sample, &registry)[0].check(&registry).expect("good");
            let mut play = checked.record.log.header.begin().expect("begins");
            for action in checked.record.log.actions.iter() {
                play.act(action.by, action.text, action.at).expect("legal");
                if play.turn().number.is_multiple_of(3) {
                    check(game, &play.position(View::Public), &play.scene(View::Public));
                }
            }
        }
    }
}

#[test]
fn a_thing_takes_the_place_of_what_has_its_layer() {
    let registry = Registry::standard();
    for game in registry.games() {
        let palette = game.palette().expect("a palette");
        let play = game.begin(&Options::default(), None).expect("begins");
        let position = play.position(View::Told);
        let field = position.split(' ').next().expect("a board");
        let size = play.scene(View::Told).size;
        let mut board = BoardText::read(palette, size, field).expect("reads");
        let square = Square::new(size.files / 2, size.ranks / 2);
        board.put(square, None);
        let empty = board.write();
        for (place, sign) in palette.signs.iter().enumerate() {
            board.put(square, Some(place));
            let written = board.write();
            assert!(written.contains(sign.text), "{written} has no {}", sign.text);
            let read = BoardText::read(palette, size, &written).expect("reads");
            assert_eq!(read.write(), written);
            let here = board.items().filter(|item| item.at == square);
            assert!((1..=4).contains(&here.count()));
        }
        board.put(square, None);
        assert_eq!(board.write(), empty);
        board.put(Square::new(size.files, 0), Some(0));
        assert_eq!(board.write(), empty, "off the board nothing is put");
        for bad in ["", "?", &field[..field.len() - 1], &format!("{field}/")] {
            assert!(BoardText::read(palette, size, bad).is_err(), "{bad}");
        }
    }
}
