//! The form of lessons serves every game: what is special in each can be asked for.

use gamekeep::lesson::{Lesson, check};

use super::game;

fn check(id: &str, block: &str) {
    let text = format!("---\ntitle: T\nsummary: S.\n---\n## One\nText.\n```step\n{block}\n```\n");
    let lesson = Lesson::read(game(id).card(), "test", &text).unwrap_or_else(|e| panic!("{e}"));
    let faults: Vec<String> =
        check::lesson(game(id), &lesson).iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{id}: {}", faults.join("\n"));
}

#[test]
fn both_sides_set_up_at_once() {
    check(
        "knights-walls-balls",
        "options board=9x9 dmz=1\ndo Build two walls.\nseat South\nwithin 2\n\
         reply N wall a9-c9\nreply N wall d9-f9\n\
         goal effect appear wall at a1,b1,c1 & effect appear wall at e1\nhint x\n\
         answer wall a1-c1 ; wall d1-f1\n\
         holds can S wall_ & can N wall_ & not turn South & not turn North\n\
         illegal KW-2.1 S K@e1 => Walls come first.",
    );
}

#[test]
fn pieces_on_walls_shoot() {
    check(
        "knights-walls-balls",
        "options board=9x9 dmz=1\n\
         position 4k4/9/9/9/2n6/9/2[#A]6/9/4K4 S 5 00 - 1\n\
         holds on c3 South archer & on c3 wall & counter South action points = 5\n\
         do Hit the knight.\ngoal effect vanish North knight at c5 by shot\n\
         hint x\nanswer Ac3*c5\nwrong effect shot => A miss.",
    );
}

#[test]
fn damage_and_captures_are_told() {
    check(
        "stone-fortress",
        "position 4l3/8/8/3n4/3II3/8/8/4L3 --------/-------- 8,8 W +2 - 0\n\
         do Hit the Knight twice.\nwithin 2\n\
         goal effect hurt Black Knight at d5 & effect vanish Black Knight by captured\n\
         hint x\nanswer Ie4!d5 ; Id4xd5\nanswer Id4!d5 ; Ie4xd5\n\
         wrong effect move => Too soon.\nillegal SF-5.3 W Ie4xd5 => One hit does not kill it.",
    );
}

#[test]
fn shells_fly_on_the_clock() {
    check(
        "siege",
        "options battle=14 build=24 nomination=8 rounds=3\n\
         played W nominate g21 @2969\nplayed E nominate ak7 @3502\nplayed E gun@ai6 @9100\n\
         played W gun@i19 @10365\n\
         do Hit a wall of East's.\nseat West\ntime 23500 500\nreply * time @27000\n\
         goal effect shot West & effect vanish wall by shot\n\
         choices fire ah10 | fire a1\nhint x\nanswer fire ah10\n\
         wrong effect shot => That falls on your own ground.",
    );
}
