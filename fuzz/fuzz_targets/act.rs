//! Action lines against every game: no panic, and a refusal changes nothing.
//!
//! The first byte chooses the game and whether the second line is a position to begin with; every
//! other line is `<letter> <action>[ @<ms>]`. A line that is a number alone takes that action of
//! the list of legal ones, so that the fuzzer gets deep into a match.
#![no_main]

use gamekeep::games::Registry;
use gamekeep::rules::any::View;
use gamekeep::rules::options::Options;
use gamekeep::rules::rulebook::Line;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let games: Vec<_> = Registry::standard().versions().collect();
    let game = games[usize::from(choice >> 1) % games.len()];
    let mut lines = text.lines();
    let setup = if choice & 1 == 1 { lines.next() } else { None };
    let Ok(mut play) = game.begin(&Options::default(), setup) else { return };
    if let Some(setup) = setup {
        assert_eq!(play.position(View::Told), setup, "read, and written otherwise");
    }
    for line in lines.take(200) {
        let before = play.position(View::Told);
        let at = if game.card().timed { Some(play.clock_ms().unwrap_or(0)) } else { None };
        if let Ok(number) = line.parse::<usize>() {
            let legal = play.legal();
            let Some((by, action)) = legal.get(number % legal.len().max(1)) else { return };
            play.act(*by, action, at).expect("a listed action");
            continue;
        }
        let Some(line) = Line::read(line) else { continue };
        let Some(by) = game.card().actor(&line.by) else { continue };
        if play.tell(by, &line.action, line.at.or(at), View::Told).is_err() {
            assert_eq!(play.position(View::Told), before, "refused, and changed the state");
        }
    }
    let _ = (play.legal(), play.scene(View::Public), play.outcome());
});
