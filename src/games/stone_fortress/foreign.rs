//! How the game is written elsewhere; `foreign.md` tells the same to readers.

use crate::rules::foreign::{Argument, EventForm, Foreign, ForeignName, MoveForm};

const FROM: Argument = Argument::square("from");
const TO: Argument = Argument::square("to");
const SQUARE: Argument = Argument::square("square");
const SECOND: Argument = Argument::square("second");
const TARGET: Argument = Argument::square("target");
const PLACED: Argument = Argument::letter("piece", "LI");
const PIECE: Argument = Argument::letter("piece", "LINRTBM");
const SHOOTER: Argument = Argument::letter("piece", "IB");
const BREAKER: Argument = Argument::letter("piece", "IM");
const MACHINE: Argument = Argument::letter("machine", "TBM");
const RANK: Argument = Argument::letter("piece", "NRI");

/// The tables.
pub(super) const FOREIGN: Foreign = Foreign {
    names: &[],
    variants: &[
        ForeignName::new("Rams for towers", &[("rook", "ram")]),
        ForeignName::new("Ram for trebuchet", &[("queen", "ram")]),
    ],
    moves: &[
        MoveForm::new("place", &[PLACED, SQUARE], "{piece}@{square}"),
        MoveForm::new("move", &[PIECE, FROM, TO], "{piece}{from}-{to}"),
        MoveForm::new("capture", &[PIECE, FROM, TO], "{piece}{from}x{to}"),
        MoveForm::new("strike", &[PIECE, FROM, TO], "{piece}{from}!{to}"),
        MoveForm::new("shoot", &[SHOOTER, FROM, TARGET], "{piece}{from}*{target}"),
        MoveForm::new("break", &[BREAKER, FROM, SQUARE], "{piece}{from}/{square}"),
        MoveForm::new("build", &[FROM, SQUARE], "I{from}+{square}"),
        MoveForm::new("dismantle", &[FROM, SQUARE], "I{from}~{square}"),
        MoveForm::new("machine", &[FROM, MACHINE, SQUARE], "I{from}+{machine}{square}"),
        MoveForm::new("rank", &[FROM, RANK, SQUARE], "L{from}={piece}{square}"),
        MoveForm::new("call", &[FROM, SQUARE], "L{from}+I{square}"),
        MoveForm::new("call", &[FROM, SQUARE, SECOND], "L{from}+I{square}I{second}"),
        MoveForm::new("end", &[], "end"),
    ],
    events: &[
        EventForm { name: "endTurn", text: Some("end") },
        EventForm { name: "endPhase", text: None },
    ],
    guide: include_str!("foreign.md"),
};
