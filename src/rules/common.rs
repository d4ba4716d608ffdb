//! The actions that every game has: resign, draw, forfeit, abort.

use std::fmt;

use super::game::Card;
use super::illegal::Illegal;
use super::outcome::{Outcome, Verdict};
use super::seat::{Actor, Seat};

/// An action common to all games, legal at any time before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// A seat gives up: the other seat wins.
    Resign,
    /// The players agreed to a draw.
    Draw,
    /// That seat loses: time, absence, misconduct.
    Forfeit(Seat),
    /// No result.
    Abort,
}

impl Common {
    /// Reads a common action; `None` if the text is none, and the game's own notation decides.
    #[must_use]
    pub fn read(card: &Card, text: &str) -> Option<Result<Common, Illegal>> {
        match text {
            "resign" => return Some(Ok(Common::Resign)),
            "draw" => return Some(Ok(Common::Draw)),
            "abort" => return Some(Ok(Common::Abort)),
            _ => {}
        }
        let letter = text.strip_prefix("forfeit")?;
        let seat = letter.strip_prefix(' ').and_then(|l| card.actor(l)).and_then(Actor::seat);
        Some(seat.map(Common::Forfeit).ok_or_else(|| {
            let [a, b] = card.seats;
            Illegal::notation(format!("forfeit names a seat: forfeit {} or {}", a.letter, b.letter))
        }))
    }

    /// The outcome that the action makes when `by` takes it.
    ///
    /// # Errors
    /// `resign` by the arbiter, or another common action by a seat.
    pub fn outcome(self, by: Actor) -> Result<Outcome, Illegal> {
        match (self, by) {
            (Common::Resign, Actor::Seat(seat)) => {
                Ok(Outcome::win(seat.other(), "resign", "resigned"))
            }
            (Common::Draw, Actor::Arbiter) => Ok(Outcome::draw("draw", "agreed")),
            (Common::Forfeit(seat), Actor::Arbiter) => {
                Ok(Outcome::win(seat.other(), "forfeit", "forfeited"))
            }
            (Common::Abort, Actor::Arbiter) => {
                Ok(Outcome { verdict: Verdict::Void, reason: "abort", words: "aborted" })
            }
            (Common::Resign, Actor::Arbiter) => {
                Err(Illegal::notation("only a seat resigns; the arbiter writes forfeit"))
            }
            (Common::Draw | Common::Forfeit(_) | Common::Abort, Actor::Seat(_)) => {
                Err(Illegal::notation("only the arbiter (*) writes draw, forfeit and abort"))
            }
        }
    }

    /// Everybody's common actions, as `(by, action)`.
    #[must_use]
    pub const fn all() -> [(Actor, Common); 6] {
        [
            (Actor::Seat(Seat::First), Common::Resign),
            (Actor::Seat(Seat::Second), Common::Resign),
            (Actor::Arbiter, Common::Draw),
            (Actor::Arbiter, Common::Forfeit(Seat::First)),
            (Actor::Arbiter, Common::Forfeit(Seat::Second)),
            (Actor::Arbiter, Common::Abort),
        ]
    }

    /// Its canonical text.
    #[must_use]
    pub fn text(self, card: &Card) -> String {
        match self {
            Common::Forfeit(seat) => format!("forfeit {}", card.seat(seat).letter),
            Common::Resign | Common::Draw | Common::Abort => self.to_string(),
        }
    }

    /// What happened, in words.
    #[must_use]
    pub fn narrate(self, card: &Card, by: Actor) -> String {
        match self {
            Common::Resign => format!("{} resigns.", card.actor_name(by)),
            Common::Draw => "The players agree to a draw.".to_owned(),
            Common::Forfeit(seat) => format!("{} forfeits the match.", card.seat(seat).name),
            Common::Abort => "The match is aborted without a result.".to_owned(),
        }
    }
}

impl fmt::Display for Common {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Common::Resign => "resign",
            Common::Draw => "draw",
            Common::Forfeit(_) => "forfeit",
            Common::Abort => "abort",
        })
    }
}
