//! The form of a lesson file.

use gamekeep::lesson::{Claim, Lesson, Setup, Task};
use gamekeep::rules::grid::Square;

use super::{game, read, step};

const WHOLE: &str = "\
---
title: A title
summary: What it is about.
order: 3
---

## First

Text with a fence of another kind:

```text
## not a step
```

```step
options hidden=yes turns=2
position 2w1k2/2#1#2/7/7/7/7/7/2#1#2/2K1W2 B 6 + - - 0 3
played B +W
rules CD-2.3 CD-2.4
mark a1 g9
arrow d1-d9
holds counter Blue moves left = 6
legal B Kc1-b1 => Words.
illegal CD-3.1 B Kc1-d2
watch B Kc1-b1 => The King
  goes west.

watch B end
```

Afterwords.

## Second
More text.
";

#[test]
fn a_file_is_cut_into_its_parts() {
    let lesson = Lesson::read(game("castle-danger").card(), "slug", WHOLE).expect("a lesson");
    assert_eq!((lesson.slug.as_str(), lesson.title.as_str(), lesson.order), ("slug", "A title", 3));
    assert_eq!(lesson.summary, "What it is about.");
    let [first, second] = lesson.steps.as_slice() else { panic!("two steps") };
    assert_eq!((first.title.as_str(), first.line), ("First", 7));
    assert!(first.text.contains("## not a step"), "{}", first.text);
    assert_eq!(first.after, "Afterwords.");
    let options = [("hidden", "yes"), ("turns", "2")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    let Setup::Own { options: found, position } = &first.setup else { panic!("its own setup") };
    assert_eq!(found, &options);
    assert!(position.as_deref().is_some_and(|text| text.ends_with("B 6 + - - 0 3")));
    assert_eq!(first.played[0].to_string(), "B +W");
    assert_eq!(first.squares, [Square::new(0, 0), Square::new(6, 8)]);
    assert_eq!(first.arrows, [(Square::new(3, 0), Square::new(3, 8))]);
    assert!(matches!(&first.claims[1], Claim::Legal(shown) if shown.words == "Words."));
    let Task::Watch(watch) = &first.task else { panic!("to watch") };
    assert_eq!(watch.lines.len(), 2);
    assert_eq!(watch.lines[0].words, "The King goes west.");
    assert_eq!(first.rules().collect::<Vec<_>>(), ["CD-2.3", "CD-2.4", "CD-3.1"]);
    assert_eq!((second.text.as_str(), &second.setup), ("More text.", &Setup::GoesOn));
}

#[test]
fn an_exercise_is_read_in_any_order_of_its_lines() {
    let block = "hint h\ngoal action +W | +C\ngoal over CD-5.1 Blue\nanswer +W ; Wd1-d2\nstart\n\
                 within 2\nwrong => No.\nthen R end => See.\ndo Add.\nseat Blue\ntime 5 7\n\
                 choices +W | +C\nreply R end | R +C\nright action +W => Yes.";
    let lesson = read(block);
    let exercise = lesson.steps[0].exercise().expect("an exercise");
    assert_eq!((exercise.task.as_str(), exercise.within), ("Add.", 2));
    assert_eq!((exercise.goals.len(), exercise.replies[0].len()), (2, 2));
    assert_eq!(exercise.answers, [["+W", "Wd1-d2"]]);
    assert_eq!(exercise.choices, ["+W", "+C"]);
    assert_eq!(exercise.pace.map(|pace| pace.at_ms(2)), Some(19));
    assert_eq!(exercise.wrong[0].then[0].words, "See.");
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let card = game("castle-danger").card();
    let check = |text: &str, expected: &str| {
        let error = Lesson::read(card, "test", text).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "expected {expected}\nfound {error}");
    };
    check("", "line 1: expected --- and the head");
    check("---\ntitle: x\n", "line 2: expected --- after the head");
    check("---\ncolour: red\n---\n", "line 2: “colour”: the head has title, summary and order");
    check("---\norder: first\n---\n", "line 2: “first”: expected a number from 1");
    check("---\n---\nText\n", "line 3: expected the first step");
    check("---\n---\n## S\n```step\nstart\n", "line 4: the block does not end");
    check("---\n---\n## S\n```step\n```\n```step\n```\n", "line 6: a step has one block");
    let check = |block: &str, expected: &str| check(&step(block), expected);
    check("strat", "line 12: “strat” is no kind of line in a step");
    check("start here", "line 12: `start` stands alone");
    check("mark d", "line 12: “d” is no square");
    check("arrow d1", "line 12: expected arrows as <square>-<square>");
    check("options hidden", "line 12: expected options as <name>=<value>");
    check("watch +W", "line 12: “+W”: expected a seat's letter and an action");
    check("illegal CD-3.1", "line 12: expected illegal <rule> <seat> <action>");
    check("holds counter moves", "line 12: “moves”: expected a counter's name");
    check("holds turn Green", "line 12: “Green” is no seat's name");
    check("do x\ngoal maybe", "line 13: “maybe” needs more words");
    check("do x\ngoal maybe so", "line 13: “maybe” is no condition");
    check("do x\ngoal effect explode", "line 13: “explode” is no kind of effect");
    check("do x\ngoal effect vanish by magic", "line 13: “by magic” is no way to vanish");
    check("do x\ngoal can X end", "line 13: “X” is no seat's letter");
    check("do x\ngoal could R could R over", "line 13: `could` looks one action ahead");
    check("do x\ngoal on z99z nothing", "line 13: “z99z” is no square");
    check("do x\nwithin 0", "line 13: expected a number from 1");
    check("do x\ntime soon", "line 13: expected milliseconds");
    check("do x\nright Good.", "line 13: expected => and the words");
    check("do x\nthen R end", "line 13: `then` needs `wrong` before it");
    check("do x\ndo y", "line 13: a step has one `do`");
    check("goal over", "line 7: the exercise has no `do …`");
    check("do x", "line 7: the exercise has no `goal …`");
    check("do x\ngoal over", "line 7: the exercise has no `answer …`");
    check("do x\ngoal over\nanswer end", "line 7: the exercise has no `hint …`");
    let both = "do x\ngoal over\nanswer end\nhint x\nwatch B end";
    check(both, "line 7: a step is to be watched or to be done, not both");
}

#[test]
fn a_match_is_read_from_a_record() {
    let text = "---\ntitle: T\nsummary: S.\n---\n## M\n```match\n[Gamekeep \"1\"]\n\
                [Game \"castle-danger\"]\n[Rules \"1\"]\n[first \"red\"]\n[Blue \"a \\\"b\\\"\"]\n\n\
                1 R +W\n2 R end\n3 B resign\n# result red wins (resigned)\n\
                # note 2 \"k\" \"So soon.\\nWhy?\"\n# note 0 \"k\" \"Before.\"\n```\n";
    let card = game("castle-danger").card();
    let lesson = Lesson::read(card, "m", text).expect("a lesson");
    let step = &lesson.steps[0];
    assert_eq!(step.text, "Before.");
    let Task::Watch(watch) = &step.task else { panic!("to watch") };
    assert_eq!(watch.lines[1].words, "So soon.\nWhy?");
    assert!(watch.record.as_deref().is_some_and(|record| record.contains("3 B resign\n")));
    assert!(lesson.begin(game("castle-danger"), 0).is_ok());
    let check = |from: &str, to: &str, expected: &str| {
        let error = Lesson::read(card, "m", &text.replacen(from, to, 1)).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    };
    check("2 R end", "4 R end", "line 14: expected <number> <seat> <action>");
    check("note 2", "note 7", "line 17: no action has that number");
    check("\"castle-danger\"", "\"chess\"", "line 8: that is another game");
    check("[Rules \"1\"]", "[Rules 1]", "line 9: expected [Name \"value\"]");
}
