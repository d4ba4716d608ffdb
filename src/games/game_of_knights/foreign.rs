//! How the game is written elsewhere; `foreign.md` tells the same to readers.

use crate::rules::foreign::{Argument, EventForm, Foreign, ForeignName, MoveForm};

const KNIGHT: Argument = Argument::square("knight");
const HALF: Argument = Argument::letter("half", "DLPNESW");

/// The tables.
pub(super) const FOREIGN: Foreign = Foreign {
    names: &[ForeignName::new("Game of Knights", &[])],
    variants: &[ForeignName::new("North first", &[("first", "north")])],
    moves: &[
        MoveForm::new("plan", &[KNIGHT, HALF], "{knight}:{half}"),
        MoveForm::new("complete", &[HALF], ">{half}"),
    ],
    events: &[
        EventForm { name: "endTurn", text: None },
        EventForm { name: "endPhase", text: None },
    ],
    guide: include_str!("foreign.md"),
};
