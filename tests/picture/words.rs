//! The board in words and in letters.

use gamekeep::picture::{TerminalLook, describe, terminal};

use super::scenes::{all, castle_danger, knights_walls_balls, siege, stone_fortress};

#[test]
fn a_board_in_words() {
    let sample = castle_danger();
    let words = describe(&sample.card, &sample.scene);
    assert_eq!(
        words,
        "7 files, 9 ranks. Blue: King b1; Wizards e1 and d2; Builder a2; Cannon f3 (spent); hidden \
         piece d1; fire f8. Red: King e9; Wizard c9; hidden Wizard g7; Cannon d7; Builder \
         g8; fire b3. Walls b2, e2, a3, c3, b8, c8 and e8. Blue: moves left 4, wizards 2. Red: \
         wizards 1. Walls 7."
    );
}

#[test]
fn walls_are_told_in_runs_and_crews_with_what_they_stand_on() {
    let sample = knights_walls_balls(15, 15);
    let words = describe(&sample.card, &sample.scene);
    for part in [
        "archers e2 (with the cannon), c3 (on the wall), h4 (on the wall)",
        "knights l3, f4 (with the cannon), g5 and i5",
        "Walls k2 to k4, c3 to e3, g4 to i4",
        "DMZ: 45 squares",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let sample = stone_fortress();
    let words = describe(&sample.card, &sample.scene);
    assert!(words.contains("g2 (height 1)"), "{words}");
    let words = describe(&siege().card, &siege().scene);
    assert!(words.contains("West, in hand: T."), "{words}");
    assert!(words.contains("West territory: 32 squares."), "{words}");
}

#[test]
fn a_board_in_a_terminal() {
    let sample = castle_danger();
    let text = terminal(&sample.card, &sample.scene, &sample.effects, TerminalLook::default());
    assert_eq!(
        text,
        " 9 . . w @ k . . \n \
          8 . ▒ ▒ . ▒ ^ b \n \
          7 . . . c . . w?\n \
          6 : : : : : : : \n \
          5 ~ ~ ~ ~ ~ ~ ~ \n \
          4 : : : : : : : \n \
          3 ▒ v ▒ . . C-. \n \
          2 B ▒ . W ▒ . . \n \
          1 . K . H W . . \n   \
            a b c d e f g \n   \
         Blue upper case, Red lower case, ▒ wall, v Red fire, ^ Blue fire, ~ river,\n   \
         : sand, @ portal, - spent, ? hidden\n\
         Blue: moves left 4, wizards 2\n\
         Red: wizards 1\n\
         walls 7\n"
    );
}

/// The text without escape sequences.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('\u{1b}');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    out
}

#[test]
fn a_terminal_board_is_as_wide_in_every_row() {
    for sample in all() {
        for flipped in [false, true] {
            let draw = |colour| {
                let look = TerminalLook { flipped, colour };
                terminal(&sample.card, &sample.scene, &sample.effects, look)
            };
            assert_eq!(plain(&draw(true)), draw(false), "{}", sample.name);
            assert!(draw(true).contains("\u{1b}[7"), "{}", sample.name);
            let size = sample.scene.size;
            let rows = i16::from(size.ranks) + 1 + sample.scene.apron.iter().sum::<u8>() as i16;
            let wide = 3 + 2 * usize::from(size.files.unsigned_abs());
            for row in draw(false).lines().take(usize::try_from(rows).unwrap()) {
                assert_eq!(row.chars().count(), wide, "{}: {row}", sample.name);
            }
        }
    }
}
