//! How the game is written elsewhere; `foreign.md` tells the same to readers.

use crate::rules::foreign::{Argument, EventForm, Foreign, ForeignName, MoveForm};

const FROM: Argument = Argument::square("from");
const TO: Argument = Argument::square("to");
const SQUARE: Argument = Argument::square("square");
const TARGET: Argument = Argument::square("target");
const PLACED: Argument = Argument::letter("piece", "KANC");
const MOVER: Argument = Argument::letter("piece", "KANC");
const TAKER: Argument = Argument::letter("piece", "KAN");
const SHOOTER: Argument = Argument::letter("piece", "AKC");

/// The tables.
pub(super) const FOREIGN: Foreign = Foreign {
    names: &[
        ForeignName::new("Knights, Walls and Balls", &[]),
        ForeignName::new("Knights Walls & Balls", &[]),
        ForeignName::new("Knights Walls and Balls", &[]),
    ],
    variants: &[ForeignName::new("North first", &[("first", "north")])],
    moves: &[
        MoveForm::new("wall", &[FROM, TO], "wall {from}-{to}"),
        MoveForm::new("place", &[PLACED, SQUARE], "{piece}@{square}"),
        MoveForm::new("move", &[MOVER, FROM, TO], "{piece}{from}-{to}"),
        MoveForm::new("capture", &[TAKER, FROM, TO], "{piece}{from}x{to}"),
        MoveForm::new("shoot", &[SHOOTER, FROM, TARGET], "{piece}{from}*{target}"),
        MoveForm::new("missile", &[], "missile"),
        MoveForm::new("end", &[], "end"),
        MoveForm::arbiter("clock", &[], "clock"),
    ],
    events: &[
        EventForm { name: "endTurn", text: Some("end") },
        EventForm { name: "endPhase", text: None },
    ],
    guide: include_str!("foreign.md"),
};
