//! Who may do what: the one table.

use std::fmt;

use crate::archive::Role;

/// What somebody may have a right to. Reading is open to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Right {
    /// Reading whatever is kept.
    Read,
    /// Bringing records in.
    Import,
    /// Recording matches as they are played: beginning them, appending to them, notes.
    Record,
    /// What changes the keep itself or takes something away: withdrawing, tokens, all at once.
    Keep,
}

impl Right {
    /// All rights.
    pub const ALL: [Right; 4] = [Right::Read, Right::Import, Right::Record, Right::Keep];

    /// What it is to do that, as a verb: “import records”.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Right::Read => "read",
            Right::Import => "import records",
            Right::Record => "record matches",
            Right::Keep => "look after the keep",
        }
    }
}

/// As what somebody comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Without anything.
    Anybody,
    /// From this machine, while the keep is open to those (`serve --open`).
    Neighbour,
    /// With a token.
    Holder(Role),
}

impl Standing {
    /// All that there is.
    pub const ALL: [Standing; 5] = [
        Standing::Anybody,
        Standing::Neighbour,
        Standing::Holder(Role::Reader),
        Standing::Holder(Role::Recorder),
        Standing::Holder(Role::Keeper),
    ];

    /// Whether who comes like this has a right. This is the table: nothing else decides.
    #[must_use]
    pub const fn may(self, right: Right) -> bool {
        use Role::{Keeper, Recorder};
        use Standing::{Holder, Neighbour};
        match right {
            Right::Read => true,
            Right::Import => matches!(self, Neighbour | Holder(Recorder | Keeper)),
            Right::Record => matches!(self, Holder(Recorder | Keeper)),
            Right::Keep => matches!(self, Holder(Keeper)),
        }
    }

    /// The least role that has a right.
    #[must_use]
    pub const fn least_role(right: Right) -> Role {
        match right {
            Right::Read => Role::Reader,
            Right::Import | Right::Record => Role::Recorder,
            Right::Keep => Role::Keeper,
        }
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        let expected = [
            // Read, Import, Record, Keep
            (Standing::Anybody, [true, false, false, false]),
            (Standing::Neighbour, [true, true, false, false]),
            (Standing::Holder(Role::Reader), [true, false, false, false]),
            (Standing::Holder(Role::Recorder), [true, true, true, false]),
            (Standing::Holder(Role::Keeper), [true, true, true, true]),
        ];
        assert_eq!(expected.map(|(standing, _)| standing), Standing::ALL);
        for (standing, rights) in expected {
            assert_eq!(Right::ALL.map(|right| standing.may(right)), rights, "{standing:?}");
        }
    }

    #[test]
    fn the_least_role_has_the_right_and_no_lesser_one() {
        for right in Right::ALL {
            for role in Role::ALL {
                let has = Standing::Holder(role).may(right);
                assert_eq!(has, role >= Standing::least_role(right), "{role} {right}");
            }
        }
    }
}
