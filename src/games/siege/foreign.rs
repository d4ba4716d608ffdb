//! How the game is written elsewhere; `foreign.md` tells the same to readers.

use crate::rules::foreign::{Argument, EventForm, Foreign, MoveForm};

const PIECE: Argument = Argument::letter("piece", "ABCVTLJSZUPQX");
const ROTATION: Argument = Argument::letter("rotation", "0123");
const SEAT: Argument = Argument::letter("seat", "WE");
const CASTLE: Argument = Argument::square("castle");
const TILE: Argument = Argument::square("tile");

/// The tables.
pub(super) const FOREIGN: Foreign = Foreign {
    names: &[],
    variants: &[],
    moves: &[
        MoveForm::new("nominate", &[CASTLE], "nominate {castle}"),
        MoveForm::new("fire", &[TILE], "fire {tile}"),
        MoveForm::arbiter("deal", &[SEAT, PIECE], "deal {seat} {piece}"),
        MoveForm::new("place", &[PIECE, ROTATION, TILE], "{piece}{rotation}@{tile}"),
        MoveForm::new("gun", &[TILE], "gun@{tile}"),
        MoveForm::arbiter("time", &[], "time"),
    ],
    events: &[
        EventForm { name: "endPhase", text: None },
        EventForm { name: "endStage", text: None },
    ],
    guide: include_str!("foreign.md"),
};
