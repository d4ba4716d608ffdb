use super::*;
use crate::rules::options::Options;

/// Reads a position of a 9x9 board with dmz 1: the error in words, or empty if it is read.
fn check(text: &str, expected: &str) {
    let given = [("board", "9x9"), ("dmz", "1")];
    let options = Options::read(super::super::card(), given).expect("options");
    let config = Config::read(&options).expect("options that go together");
    let found = match read(&config, text) {
        Ok(state) => {
            let mut again = String::new();
            write(&state, &mut again);
            assert_eq!(again, text);
            String::new()
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn positions_are_read_and_written() {
    check("9/9/9/9/9/9/9/9/9 - walls 00 - 0", "");
    check("4k4/9/9/9/9/9/9/9/4K4 S 5 00 - 1", "");
    check("4k4/9/9/9/4[C*N]4/9/9/9/4K4 N 1 12 S 4294967295", "");
    check("4k4/9/9/9/4[#*a]4/9/9/9/4K4 N 1 12 N+ 7", "");
    check("4k4/9/9/9/4[#*]4/9/9/9/4K4 N 1 12 free 7", "");
    check("4k4/9/9/9/9/9/9/9/9 N 0 22 due 7", "");
    check("4k4/9/9/3c5/###6/9/9/9/9 N 3 00 spent 7", "");
}

#[test]
fn boards_that_are_badly_written_are_refused() {
    let play = |board: &str, expected: &str| check(&format!("{board} S 5 00 - 1"), expected);
    play("4k4/9/9/9/9/9/9/4K4", "expected / after the 9 squares of rank 2 (character 20)");
    play("4k4/9/9/9/9/9/9/9/9/4K4", "expected the board to end after rank 1 (character 20)");
    play("4k5/9/9/9/9/9/9/9/4K4", "expected a number up to 4 (character 3)");
    play("4k04/9/9/9/9/9/9/9/4K4", "a number has no needless zeros (character 3)");
    play("4k4/0a8/9/9/9/9/9/9/4K4", "expected one empty square or more (character 5)");
    let things = "expected a number of empty squares, or one of # C c * K A N k a n for";
    play("4q4/9/9/9/9/9/9/9/4K4", &format!("{things} e9 (character 2)"));
    play("4k3/9/9/9/9/9/9/9/4K4", &format!("{things} i9 (character 4)"));
    play("4[CN/9/9/9/9/9/9/9/4K4", &format!("{things} e9 (character 5)"));
    play("4[k]4/9/9/9/9/9/9/9/4K4", "expected two things or more in brackets (character 4)");
    play("4[]4/9/9/9/9/9/9/9/4K4", "expected two things or more in brackets (character 3)");
    let order = "expected the order wall, cannon, missile, unit, each once at most";
    play("4[aC]4/9/9/9/9/9/9/9/4K4", &format!("{order} (character 4)"));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let play = |board: &str, expected: &str| check(&format!("{board} S 5 00 - 1"), expected);
    play("4k4/4K4/9/9/9/9/9/9/4K4", "South has more than 1 king (character 22)");
    play("4k4/aaaaaa3/9/9/9/9/9/9/9", "North has more than 5 archers (character 10)");
    play("4k4/NNNNNN3/9/9/9/9/9/9/9", "South has more than 5 knights (character 10)");
    play("4k4/CCCCCCc2/9/9/9/9/9/9/9", "more than 6 cannons (character 11)");
    let tiles = "#########/#########/#########/####5/4k4/9/9/9/9";
    play(tiles, "more than 30 wall tiles (character 34)");
    play("4[#k]4/9/9/9/9/9/9/9/9", "the king on e9 stands on a wall (character 4)");
    play("4k4/[#N]8/9/9/9/9/9/9/9", "the knight on a8 stands on a wall (character 7)");
    play("4k4/[#c]8/9/9/9/9/9/9/9", "the cannon on a8 stands on a wall (character 7)");
    let crew = "the cannon on a8 is North's, and its crew South's (character 7)";
    play("4k4/[cA]8/9/9/9/9/9/9/9", crew);
    play("9/9/9/9/9/9/9/9/9", "no king stands on the board (character 1)");
    play("4k4/*3*4/9/9/9/9/9/9/9", "missiles on a8 and e8: there is one (character 7)");
}

#[test]
fn fields_that_do_not_fit_are_refused() {
    let board = "4k4/9/9/9/9/9/9/9/4K4";
    let play = |fields: &str, expected: &str| check(&format!("{board} {fields}"), expected);
    play("W 5 00 - 1", "expected S, N or - (character 23)");
    play("S 6 00 - 1", "expected the points left, up to 5 (character 25)");
    play("S walls 00 - 1", "expected the points left, up to 5 (character 25)");
    play("S 0 00 - 1", "a turn with no points left is over: expected 1 to 5 (character 25)");
    let muskets = "expected two digits up to 2, South's and North's musket (character 27)";
    play("S 5 30 - 1", muskets);
    play("S 5 0 - 1", muskets);
    play("S 5 00 s 1", "expected -, due, free, S, N, S+, N+ or spent (character 30)");
    play("S 5 00 - 0", "expected 1 or more: a turn of play (character 32)");
    play("S 5 00 - 01", "a number has no needless zeros (character 32)");
    play("S 5 00 - 1x", "expected nothing more here (character 33)");
    play("S 5 00 - 4294967296", "expected a number up to 4294967295 (character 32)");
    play("S 5 00 -", "expected the field “turn” (character 32)");
    play("S 5 00 - 1 ", "expected nothing after the last field (character 34)");
}

#[test]
fn a_missile_that_does_not_fit_is_refused() {
    let check = |rank: &str, field: &str, expected: &str| {
        let board = format!("4k4/9/9/9/9/9/9/9/{rank}");
        check(&format!("{board} S 5 00 {field} 1"), expected);
    };
    check("4K4", "free", "no missile (*) stands on the board (character 30)");
    check("4K4", "N+", "no missile (*) stands on the board (character 30)");
    let spent = "South, in turn, has not fired: that leaves its king and nothing of North";
    check("4K4", "spent", &format!("{spent} (character 30)"));
    check("*3K4", "-", "a missile (*) stands on a1 (character 31)");
    check("*3K4", "due", "a missile (*) stands on a1 (character 31)");
    check("*3K4", "spent", "a missile (*) stands on a1 (character 31)");
    check("*3K4", "S", "no unit of South stands with the missile on a1 (character 31)");
    check("[*n]3K4", "free", "the unit on a1 has claimed the missile (character 34)");
    check("[*n]3K4", "S", "no unit of South stands with the missile on a1 (character 34)");
    let turn = "only South, in turn, can have claimed the missile now (character 34)";
    check("[*n]3K4", "N+", turn);
    check("[*n]3K4", "N", "");
    check("[*N]3K4", "S+", "");
}

#[test]
fn setups_that_no_stage_makes_are_refused() {
    let empty = |fields: &str, expected: &str| {
        check(&format!("9/9/9/9/9/9/9/9/9 {fields}"), expected);
    };
    let stages = "expected walls, kings, archers, knights or cannons (character 21)";
    empty("- start 00 - 0", stages);
    empty("- walls 00 - 1", "expected 0: setup has no turns (character 32)");
    let muskets = "expected two digits up to 0, South's and North's musket (character 27)";
    empty("- walls 10 - 0", muskets);
    empty("- walls 00 due 0", "in setup there is no missile: expected - (character 30)");
    let walls = "South has placed 0 of 5 walls, before knights (character 21)";
    empty("- knights 00 - 0", walls);
}

#[test]
fn walls_of_setup_are_whole() {
    let south = |ranks: &str, expected: &str| {
        check(&format!("9/9/9/9/9/{ranks} - walls 00 - 0"), expected);
    };
    south("9/###6/###6/###6", "");
    south("5#3/#4#3/#4#3/#3###2", "");
    south("9/9/9/#8", "South's 1 wall tiles are not up to 5 whole walls (character 22)");
    south("9/9/#8/##7", "South's 3 wall tiles are not up to 5 whole walls (character 24)");
    let crooked = "South's 6 wall tiles are not up to 5 whole walls (character 28)";
    south("9/1##6/##7/##7", crooked);
    let many = "South's 18 wall tiles are not up to 5 whole walls (character 39)";
    south("######3/######3/######3/9", many);
    let dmz = "9/9/9/9/###6/9/9/9/9 - walls 00 - 0";
    check(dmz, "in setup no wall stands on a5, in the DMZ (character 9)");
}

#[test]
fn things_of_setup_stand_where_their_stage_puts_them() {
    let board = "1[#a]##1nn1#/1[#a][#a]#1#n#[#a]/1k3#1#[#a]/3nn#1#1/9/\
                 N1[#A][#A]#K1#1/N1##[#A]2[#A]#/1##[#A]1N1##/1N6#";
    let changed = |from: &str, to: &str, stage: &str, expected: &str| {
        assert!(board.contains(from), "{from}");
        check(&format!("{} - {stage} 00 - 0", board.replacen(from, to, 1)), expected);
    };
    changed("/9/", "/9/", "knights", "");
    let early = "South has knights on the board before their stage (character 105)";
    changed("/9/", "/9/", "archers", early);
    let late = "South has placed 4 of 5 knights, before cannons (character 105)";
    changed("/9/", "/9/", "cannons", late);
    let before = "in setup South's knight cannot stand on e5 (character 53)";
    changed("/9/", "/4N4/", "knights", before);
    let archer = "in setup South's archer cannot stand on c4 (character 56)";
    changed("N1[#A]", "N1A", "knights", archer);
    let cannon = "South has cannons on the board before their stage (character 105)";
    changed("/1N6#", "/CN6#", "knights", cannon);
    let far = "the knight on i6 is more than 5 squares from North's king in setup (character 105)";
    changed("3nn#1#1", "3n1#1#n", "knights", far);
    let all = "all knights are placed: the stage is over (character 105)";
    changed("/1N6#", "/NN6#", "knights", all);
}
