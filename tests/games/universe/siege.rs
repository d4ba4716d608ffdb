//! Siege: what could be legal in some state.

const RANKS: usize = 28;
const FILES: usize = 44;
/// Every piece with the number of rotations that differ.
const PIECES: [(&str, u8); 13] = [
    ("A", 1),
    ("B", 2),
    ("C", 2),
    ("V", 4),
    ("T", 4),
    ("L", 4),
    ("J", 4),
    ("S", 2),
    ("Z", 2),
    ("U", 4),
    ("P", 2),
    ("Q", 2),
    ("X", 1),
];
/// How many tiles apart pieces are tried that no side holds, and actions of the wrong actor.
const SPARSE: usize = 61;

/// Every action text that could be legal in some state of the position's time, and some that never
/// are. Pieces that neither side holds are tried on a few tiles only.
pub(crate) fn universe(position: &str, _options: &[(String, String)]) -> Vec<String> {
    let fields: Vec<&str> = position.split(' ').collect();
    let at = fields.get(3).copied().unwrap_or("0");
    let hands = fields.get(7).copied().unwrap_or("-;-");
    let mut out = Vec::new();
    for (n, tile) in tiles().enumerate() {
        let sparse = n % SPARSE == 0;
        for by in ["W", "E", "*"] {
            if by != "*" || sparse {
                out.push(format!("{by} nominate {tile} @{at}"));
                out.push(format!("{by} fire {tile} @{at}"));
                out.push(format!("{by} gun@{tile} @{at}"));
            }
            for (piece, rotations) in PIECES {
                if sparse || (by != "*" && hands.contains(piece)) {
                    let turned = 0..rotations;
                    out.extend(turned.map(|turns| format!("{by} {piece}{turns}@{tile} @{at}")));
                }
            }
        }
    }
    for by in ["W", "E", "*"] {
        out.push(format!("{by} time @{at}"));
        for (piece, _) in PIECES {
            out.push(format!("{by} deal W {piece} @{at}"));
            out.push(format!("{by} deal E {piece} @{at}"));
        }
    }
    out
}

fn tiles() -> impl Iterator<Item = String> {
    let files = (0..FILES as u8).map(|n| match n {
        0..26 => char::from(b'a' + n).to_string(),
        _ => format!("a{}", char::from(b'a' + n - 26)),
    });
    let files: Vec<String> = files.collect();
    (1..=RANKS).flat_map(move |rank| {
        let names: Vec<String> = files.iter().map(|file| format!("{file}{rank}")).collect();
        names
    })
}
