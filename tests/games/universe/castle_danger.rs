//! Castle Danger: every text that could be an action somewhere, and many that never are.

const FILES: i32 = 7;
const RANKS: i32 = 9;
/// A hash that commits to nothing that anybody knows, and a nonce.
const HASH: &str = "5969451dfa29b3e30e262d941d57de45ed7db1afdaab94e0cb7bedfd7460cfbe";
const NONCE: &str = "lhx4Mm51qXdBA99A";

/// Every action text with the letter of who acts. Steps, walls and shots reach one square farther
/// than any rule allows, from every square, whatever stands there.
pub(super) fn universe(_: &str, _: &[(String, String)]) -> Vec<String> {
    let mut actions: Vec<String> =
        ["end", "+W", "+B", "+C", "+?", "+?=W", "+?=B", "+?=C"].map(String::from).into();
    actions.push(format!("+?{HASH}"));
    for from in squares() {
        for to in squares().filter(|to| *to != from) {
            add_pair(from, to, &mut actions);
        }
        for kind in ["W", "B", "C"] {
            actions.push(format!("reveal {} {kind}", name(from)));
            actions.push(format!("reveal {} {kind} {NONCE}", name(from)));
        }
    }
    let by_arbiter = actions.iter().step_by(97).map(|action| format!("* {action}"));
    let by_seats = ["B", "R"].into_iter().flat_map(|letter| {
        let line = move |action: &String| format!("{letter} {action}");
        actions.iter().map(line)
    });
    by_seats.chain(by_arbiter).collect()
}

fn add_pair(from: (i32, i32), to: (i32, i32), actions: &mut Vec<String>) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (from, to) = (name(from), name(to));
    // One step, straight or not, and two straight ones.
    if dx.abs().max(dy.abs()) == 1 || dx * dx + dy * dy == 4 {
        actions.extend(["K", "W", "B", "C", "?"].map(|piece| format!("{piece}{from}-{to}")));
        actions.extend(["+", "~"].map(|sign| format!("B{from}{sign}{to}")));
    }
    // Any shot along a file or a rank, and the nearest diagonal ones.
    if dx == 0 || dy == 0 || (dx.abs() == 1 && dy.abs() == 1) {
        actions.push(format!("C{from}*{to}"));
    }
}

fn squares() -> impl Iterator<Item = (i32, i32)> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

fn name((file, rank): (i32, i32)) -> String {
    let letter = char::from(b'a' + u8::try_from(file).expect("a file"));
    format!("{letter}{}", rank + 1)
}
