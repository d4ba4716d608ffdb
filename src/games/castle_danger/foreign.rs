//! How the game is written elsewhere; `foreign.md` tells the same to readers.

use crate::rules::foreign::{Argument, EventForm, Foreign, ForeignName, MoveForm};

const PIECE: Argument = Argument::letter("piece", "KWBC?");
const KIND: Argument = Argument::letter("kind", "WBC");
const FROM: Argument = Argument::square("from");
const TO: Argument = Argument::square("to");
const SQUARE: Argument = Argument::square("square");
const TARGET: Argument = Argument::square("target");
const HASH: Argument = Argument::word("hash", 64, 64);
const NONCE: Argument = Argument::word("nonce", 16, 64);

/// The tables.
pub(super) const FOREIGN: Foreign = Foreign {
    names: &[ForeignName::new("Hidden Danger", &[("hidden", "yes")])],
    variants: &[
        ForeignName::new("Hidden Danger", &[("hidden", "yes")]),
        ForeignName::new("Limits of a box", &[("box", "yes")]),
        ForeignName::new("Red first", &[("first", "red")]),
        ForeignName::new("Full opening", &[("opening", "full")]),
        ForeignName::new("Four walls", &[("start", "four-walls")]),
        ForeignName::new("25 turns", &[("turns", "25")]),
    ],
    moves: &[
        MoveForm::new("add", &[KIND], "+{kind}"),
        MoveForm::new("smuggle", &[], "+?"),
        MoveForm::new("smuggle", &[KIND], "+?={kind}"),
        MoveForm::new("smuggle", &[HASH], "+?{hash}"),
        MoveForm::new("move", &[PIECE, FROM, TO], "{piece}{from}-{to}"),
        MoveForm::new("build", &[FROM, SQUARE], "B{from}+{square}"),
        MoveForm::new("remove", &[FROM, SQUARE], "B{from}~{square}"),
        MoveForm::new("fire", &[FROM, TARGET], "C{from}*{target}"),
        MoveForm::new("reveal", &[SQUARE, KIND], "reveal {square} {kind}"),
        MoveForm::new("reveal", &[SQUARE, KIND, NONCE], "reveal {square} {kind} {nonce}"),
        MoveForm::new("end", &[], "end"),
    ],
    events: &[EventForm { name: "endTurn", text: Some("end") }],
    guide: include_str!("foreign.md"),
};
