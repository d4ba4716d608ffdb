//! Texts that wish a reader ill.

use std::collections::BTreeSet;

use gamekeep::rules::seat::Actor;

use super::walk::Random;

/// Characters that readers of actions and positions may stumble over.
const LETTERS: &[char] = &[
    ' ', '\t', '\n', '\r', '\0', '\u{7f}', '\u{a0}', '\u{301}', '\u{feff}', '\u{202e}', 'é', 'ſ',
    'K', '１', '²', '🏰', '-', '+', '~', '*', '?', '=', '@', '>', '<', '/', '#', ',', ';', ':',
    '[', ']', '(', ')', '{', '}', '"', '\\', '!', '.', '%', '^', '_', '0', '1', '2', '9', 'a', 'b',
    'g', 'h', 'j', 'v', 'x', 'z', 'A', 'B', 'C', 'H', 'K', 'L', 'N', 'S', 'W', 'Z',
];

/// Action texts made from legal ones, and some that never were any.
pub(super) fn texts(legal: &BTreeSet<(Actor, String)>, random: &mut Random) -> Vec<String> {
    let legal: Vec<&String> = legal.iter().map(|(_, text)| text).collect();
    let mut out: Vec<String> =
        ["", " ", "-", "+", "@", "forfeit", "forfeit  B", "resign ", "Resign"]
            .map(String::from)
            .into();
    for _ in 0..6 {
        let Some(text) = random.pick(&legal) else { break };
        let letters: Vec<char> = text.chars().collect();
        out.extend((0..letters.len()).map(|end| letters[..end].iter().collect::<String>()));
        for place in 0..=letters.len() {
            out.extend(changed(&letters, place, random));
        }
        out.push(format!("{text}{text}"));
        out.push(format!(" {text}"));
        out.push(format!("{text} "));
        out.push(text.to_uppercase());
        out.push(text.to_lowercase());
    }
    for _ in 0..8 {
        let length = random.below(14);
        out.push((0..length).filter_map(|_| random.pick(LETTERS)).collect());
        out.push(
            (0..length).filter_map(|_| char::from_u32(random.below(0x11_0000) as u32)).collect(),
        );
    }
    if random.once_in(8) {
        let text = random.pick(&legal).map_or("", |text| text.as_str());
        out.push(text.repeat(3_000));
        out.push(format!("{text}{}", "9".repeat(5_000)));
        out.push(format!("{text}{}", "-a1".repeat(5_000)));
        out.push(LETTERS.iter().collect::<String>().repeat(200));
    }
    out
}

/// A text with one character changed, put in, or left out at a place.
fn changed(letters: &[char], place: usize, random: &mut Random) -> Vec<String> {
    let text = |before: &[char], new: Option<char>, after: &[char]| -> String {
        before.iter().copied().chain(new).chain(after.iter().copied()).collect()
    };
    let (before, after) = letters.split_at(place);
    let rest = after.get(1..).unwrap_or_default();
    let mut out = vec![text(before, None, rest)];
    for _ in 0..3 {
        let new = random.pick(LETTERS).copied();
        out.push(text(before, new, after));
        out.push(text(before, new, rest));
    }
    out
}

/// Position texts made from good ones.
pub(super) fn positions(good: &[String], random: &mut Random) -> Vec<String> {
    let mut out = Vec::new();
    for _ in 0..24 {
        let (Some(text), Some(other)) = (random.pick(good), random.pick(good)) else { break };
        let mut letters: Vec<char> = text.chars().collect();
        // A letter of the position itself makes more that can nearly be read than any letter.
        for _ in 0..=random.below(3) {
            let (here, there) = (random.below(letters.len()), random.below(letters.len()));
            let new = if random.once_in(4) { random.pick(LETTERS).copied() } else { None };
            match random.below(4) {
                0 => letters.swap(here, there),
                1 => letters[here] = new.unwrap_or(letters[there]),
                2 => letters.insert(here, new.unwrap_or(letters[there])),
                _ => drop(letters.remove(here)),
            }
            if letters.is_empty() {
                letters.push('-');
            }
        }
        out.push(letters.into_iter().collect());
        let (mut fields, others): (Vec<&str>, Vec<&str>) =
            (text.split(' ').collect(), other.split(' ').collect());
        let place = random.below(fields.len());
        fields[place] = others.get(place).copied().unwrap_or("-");
        out.push(fields.join(" "));
        fields[place] =
            *random.pick(&["-", "0", "1", "99", "18446744073709551616", "+", "a1"]).expect("some");
        out.push(fields.join(" "));
    }
    if random.once_in(6) {
        out.extend(["", " ", "//////// B 1 - - - 0 1"].map(String::from));
        out.push("7/".repeat(100_000));
        out.push(good.first().map_or(String::new(), |text| text.replace(' ', "  ")));
    }
    out
}
