//! Segments come back as they went, whatever is in them, and are small.

use proptest::prelude::*;

use super::*;

fn learned(actions: &Actions, table: &mut ShapeTable) {
    for (by, text) in encode(actions.iter(), table).unknown {
        table.push(by, &text);
    }
}

fn round_trip(actions: &Actions, table: &ShapeTable) -> usize {
    let encoded = encode(actions.iter(), table);
    let mut read = Actions::default();
    decode(&encoded.body, table, &mut read, usize::MAX).expect("reads");
    assert_eq!(read, *actions);
    encoded.body.len()
}

fn actions_of(lines: &[(u8, &str, Option<u64>)]) -> Actions {
    let mut actions = Actions::default();
    for (actor, text, at) in lines {
        actions.push(&Action { by: actor_of(*actor).unwrap(), text, at: *at });
    }
    actions
}

#[test]
fn shapes_leave_squares_out() {
    let split = |text| {
        let (mut shape, mut squares) = (String::new(), Vec::new());
        split(text, &mut shape, &mut squares);
        let mut names = Vec::new();
        for square in squares {
            let mut name = String::new();
            square.write(&mut name);
            names.push(name);
        }
        (shape.replace(SQUARE, "_"), names.join(" "))
    };
    for (text, shape, squares) in [
        ("Kc1-b1", "K_-_", "c1 b1"),
        ("Nd5xe6", "N_x_", "d5 e6"),
        ("xd5xxe6x", "_x_x", "xd5 xe6"),
        ("fire al24", "fire _", "al24"),
        ("wall d4-f10", "wall _-_", "d4 f10"),
        ("b10:E", "_:E", "b10"),
        ("Ie1-e0", "I_-_", "e1 e0"),
        ("V0@e5", "V0@_", "e5"),
        ("Ld1+Ic1Ie1", "L_+I_I_", "d1 c1 e1"),
        ("gun@aa01", "gun@aa01", ""),
        ("abc1", "abc1", ""),
        ("a123", "a123", ""),
        ("+?39946a51", "+?39946a51", ""),
        ("é漢a1é", "é漢_é", "a1"),
        ("", "", ""),
    ] {
        assert_eq!(split(text), (shape.to_owned(), squares.to_owned()), "{text}");
    }
}

#[test]
fn odd_texts_come_back() {
    let odd = actions_of(&[
        (0, "", None),
        (1, "\u{1}a1\u{1}", Some(0)),
        (2, "zz99", Some((1 << 53) - 1)),
        (2, "a0", Some(5)),
        (0, "é a1 漢\n@12", None),
        (0, "reveal d2 W aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", Some(u64::MAX - 1)),
    ]);
    let mut table = ShapeTable::default();
    round_trip(&odd, &table);
    learned(&odd, &mut table);
    assert!(table.len() > 0);
    round_trip(&odd, &table);
    round_trip(&Actions::default(), &table);
}

#[test]
fn an_append_takes_few_bytes() {
    let mut table = ShapeTable::default();
    let one = actions_of(&[(0, "Kc1-b1", None)]);
    learned(&one, &mut table);
    assert_eq!(encode(one.iter(), &table).body, [0, 1, 2, 1, 0xa9, 0x78]);
    let timed = actions_of(&[(0, "Kc1-b1", Some(4_100))]);
    assert_eq!(round_trip(&timed, &table), 8);
}

#[test]
fn a_segment_that_was_written_is_read_for_ever() {
    let mut table = ShapeTable::default();
    table.push(Actor::Seat(Seat::First), "K\u{1}-\u{1}");
    table.push(Actor::Seat(Seat::Second), "+W");
    let plain = [0x10, 3, 2, 1, 2, 0, 2, 4, b'd', b'r', b'a', b'w', 0xa9, 0x78, 200, 1, 0, 10];
    let mut read = Actions::default();
    assert_eq!(decode(&plain[..], &table, &mut read, usize::MAX), Ok(()));
    let expected = [(0, "Kc1-b1", Some(100)), (1, "+W", Some(100)), (2, "draw", Some(105))];
    assert_eq!(read, actions_of(&expected));
    // The same in the form that times have when they never go back.
    let rising = [0x30, 3, 2, 1, 2, 0, 2, 4, b'd', b'r', b'a', b'w', 0xa9, 0x78, 100, 0, 5];
    let mut read = Actions::default();
    assert_eq!(decode(&rising, &table, &mut read, usize::MAX), Ok(()));
    assert_eq!(read, actions_of(&expected));
    assert_eq!(encode(read.iter(), &table).body, rising);
    let longer = [&plain[..], &[0]].concat();
    let refused = decode(&longer, &table, &mut Actions::default(), usize::MAX);
    assert_eq!(refused, Err(SegmentError::Bytes("bytes go on after its end")));
}

#[test]
fn broken_segments_are_refused() {
    let mut table = ShapeTable::default();
    let texts = ["Kc1-b1", "Kb1-c1", "end"];
    let lines = (0..60).map(|n| ((n % 2) as u8, texts[n % 3], Some(7)));
    let actions = actions_of(&lines.collect::<Vec<_>>());
    learned(&actions, &mut table);
    let body = encode(actions.iter(), &table).body;
    assert_eq!(body[0] & 15, ZSTD);
    for length in 0..body.len() {
        assert!(
            decode(&body[..length], &table, &mut Actions::default(), usize::MAX).is_err(),
            "{length}"
        );
    }
    let none = decode(&body, &ShapeTable::default(), &mut Actions::default(), usize::MAX);
    assert!(matches!(none, Err(SegmentError::NoShape(_))));
    // A frame that would unpack to more than it says.
    let mut bomb = vec![ZSTD];
    put_number(100, &mut bomb);
    let frame = zstd::bulk::compress(&vec![0; 1 << 20], 3).unwrap();
    bomb.extend_from_slice(&frame[4..]);
    assert!(decode(&bomb, &table, &mut Actions::default(), usize::MAX).is_err());
    let mut bomb = vec![ZSTD];
    put_number(1 << 40, &mut bomb);
    bomb.extend_from_slice(&frame[4..]);
    assert!(decode(&bomb, &table, &mut Actions::default(), usize::MAX).is_err());
}

proptest! {
    #[test]
    fn any_actions_come_back(
        lines in prop::collection::vec((0u8..3, ".{0,12}|[A-Zx]?[a-z]{1,3}[0-9]{1,3}[-x*@]?[a-z]{1,2}[0-9]{1,2}", prop::option::of(any::<u32>())), 0..80),
        learn in any::<bool>(),
    ) {
        let mut actions = Actions::default();
        for (actor, text, at) in &lines {
            let by = actor_of(*actor).unwrap();
            actions.push(&Action { by, text, at: at.map(u64::from) });
        }
        let mut table = ShapeTable::default();
        if learn {
            learned(&actions, &mut table);
        }
        round_trip(&actions, &table);
    }

    #[test]
    fn any_bytes_are_read_or_refused(body in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut table = ShapeTable::default();
        table.push(Actor::Arbiter, "K\u{1}-\u{1}");
        let _ = decode(&body, &table, &mut Actions::default(), usize::MAX);
    }
}
