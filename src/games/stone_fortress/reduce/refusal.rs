//! Why an action is refused: cheap to make, put into words only when somebody reads it.

use super::actor;
use crate::games::stone_fortress::action::Action;
use crate::games::stone_fortress::state::{
    HEIGHT_MOST, Kind, PLACED_COUNT, State, mine_rank, seat_name,
};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::Actor;

/// Why an action is refused. Which rule that breaks depends on the kind of action too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Refusal {
    /// Nothing but placing in setup.
    InSetup,
    /// No placing after setup.
    SetupOver,
    /// The arbiter places nothing.
    PlacedByArbiter,
    /// Only Lord and Infantry are placed.
    PlacedKind,
    /// Not on one's own first two lines.
    PlacedLine,
    /// All of that kind are placed.
    PlacedAlready,
    /// It is the other side's turn.
    OutOfTurn,
    /// The piece has acted this turn.
    HasActed,
    /// The piece came onto the board this turn.
    HasCome,
    /// There is no such piece of one's own.
    NoActor,
    /// Not the piece's way of moving.
    Reach,
    /// Something stands in a Rider's way.
    Blocked(Square),
    /// A piece stands on the square.
    Occupied,
    /// The piece does not climb walls.
    OwnWall,
    /// It does not get onto the enemy wall.
    EnemyWall,
    /// Diagonally between two enemy walls.
    Corner(Square, Square),
    /// Machines do no melee.
    NoMelee,
    /// No enemy piece is there.
    NoEnemy,
    /// The enemy stands on an own wall that the attacker does not climb.
    HitOnOwnWall,
    /// The enemy stands on an enemy wall that the attacker does not get onto.
    HitOnEnemyWall,
    /// A capture that would not kill, or a strike that would.
    Mark,
    /// The piece neither shoots nor throws.
    NoShooter,
    /// Infantry shoots from walls only.
    ShotFromGround,
    /// An arrow flies two squares.
    ArrowReach,
    /// Towers are not shot.
    TowerShot,
    /// A Tower stops the arrow.
    TowerBetween(Square),
    /// Out of a Trebuchet's reach.
    ThrowReach {
        /// The greatest distance now.
        most: i8,
    },
    /// Neither an enemy nor a wall is there.
    NothingToHit,
    /// The store does not hold so much.
    Stones {
        /// What the action costs.
        cost: u8,
    },
    /// The piece breaks no walls.
    NoBreaker,
    /// Not one of the eight squares around.
    NotAdjacent,
    /// Not one of the four squares beside.
    NotBeside,
    /// No enemy wall is there.
    NoEnemyWall,
    /// No own wall is there.
    NoOwnWall,
    /// An enemy wall is there.
    WallOfEnemy,
    /// The wall is as high as walls are.
    WallFull,
    /// The wall would touch an enemy one.
    Touching(Square),
    /// Not on one's own first line.
    NotFirstLine,
    /// Not left or right of the builder.
    NotLeftOrRight,
    /// A wall is where the machine should stand.
    WallInTheWay,
    /// The side has as many of that kind as it can have.
    Limit {
        /// The kind.
        kind: Kind,
        /// How many that are.
        most: u8,
    },
    /// The place in the mine is not beside the square.
    PlaceNotBeside,
    /// The place in the mine is taken.
    PlaceTaken,
    /// No own Infantry to promote.
    NothingToPromote,
    /// No own Knight or Rider to demote.
    NothingToDemote,
    /// A Rider cannot stand on a wall.
    RiderOnWall,
    /// The Lord calls only at the edge.
    LordNotAtEdge,
    /// Not beside the Lord along the edge.
    CallNotAlongEdge(Square),
    /// A piece stands where Infantry is called to.
    CallOccupied(Square),
    /// An enemy wall is where Infantry is called to.
    CallOnEnemyWall(Square),
}

/// The rule of a kind of action: broken where no more particular one is.
const fn rule_of(action: &Action) -> &'static str {
    match action {
        Action::Place { .. } => "SF-2.1",
        Action::Step { kind: Kind::Ram, .. } | Action::Break { kind: Kind::Ram, .. } => "SF-8.7",
        Action::Step { .. } => "SF-4.1",
        Action::Melee { .. } => "SF-5.1",
        Action::Shot { kind: Kind::Trebuchet, .. } => "SF-8.4",
        Action::Shot { .. } => "SF-5.5",
        Action::Break { .. } => "SF-5.6",
        Action::Build { .. } => "SF-6.1",
        Action::Dismantle { .. } => "SF-6.3",
        Action::Enter { .. } | Action::Return { .. } => "SF-6.4",
        Action::Machine { .. } => "SF-8.1",
        Action::Change { kind: Kind::Infantry, .. } => "SF-7.2",
        Action::Change { .. } => "SF-7.1",
        Action::Call { .. } => "SF-7.3",
        Action::End => "SF-3.1",
    }
}

/// The square that an action is aimed at.
const fn target(action: &Action) -> Square {
    match *action {
        Action::Step { to, .. } | Action::Melee { to, .. } | Action::Return { to, .. } => to,
        Action::Shot { aim, .. } => aim,
        Action::Place { at, .. }
        | Action::Break { at, .. }
        | Action::Build { at, .. }
        | Action::Dismantle { at, .. }
        | Action::Machine { at, .. }
        | Action::Change { at, .. } => at,
        Action::Enter { place, .. } => place,
        Action::Call { first, .. } => first,
        Action::End => Square::new(0, 0),
    }
}

impl Refusal {
    /// The rule that the action breaks.
    const fn rule(self, action: &Action) -> &'static str {
        match self {
            Refusal::InSetup | Refusal::SetupOver => "SF-2.2",
            Refusal::OutOfTurn | Refusal::HasActed => "SF-3.1",
            Refusal::HasCome => "SF-3.3",
            Refusal::OwnWall => "SF-4.2",
            Refusal::EnemyWall => "SF-4.3",
            Refusal::Corner(..) => "SF-4.4",
            Refusal::Mark => "SF-5.3",
            Refusal::HitOnOwnWall | Refusal::HitOnEnemyWall => "SF-5.4",
            Refusal::Touching(_) => "SF-6.2",
            _ => rule_of(action),
        }
    }

    /// The refusal in words, with the rule's id.
    #[cold]
    pub(super) fn explain(self, state: &State, by: Actor, action: &Action) -> Illegal {
        let words = match self {
            Refusal::InSetup
            | Refusal::SetupOver
            | Refusal::PlacedByArbiter
            | Refusal::PlacedKind
            | Refusal::PlacedLine
            | Refusal::PlacedAlready => self.words_of_setup(by, action),
            Refusal::OutOfTurn
            | Refusal::HasActed
            | Refusal::HasCome
            | Refusal::NoActor
            | Refusal::Limit { .. }
            | Refusal::Stones { .. } => self.words_of_turn(state, action),
            Refusal::Reach
            | Refusal::Blocked(_)
            | Refusal::Occupied
            | Refusal::OwnWall
            | Refusal::EnemyWall
            | Refusal::Corner(..)
            | Refusal::NoMelee
            | Refusal::NoEnemy
            | Refusal::HitOnOwnWall
            | Refusal::HitOnEnemyWall
            | Refusal::Mark => self.words_of_melee(action),
            Refusal::NoShooter
            | Refusal::ShotFromGround
            | Refusal::ArrowReach
            | Refusal::TowerShot
            | Refusal::TowerBetween(_)
            | Refusal::ThrowReach { .. }
            | Refusal::NothingToHit => self.words_of_shots(action),
            _ => self.words_of_works(state, action),
        };
        Illegal::new(self.rule(action), words)
    }

    fn words_of_setup(self, by: Actor, action: &Action) -> String {
        let side = by.seat().map_or("the arbiter", seat_name);
        let at = target(action);
        match self {
            Refusal::InSetup => "first both sides place their Lord and Infantry".to_owned(),
            Refusal::SetupOver => {
                format!("all {} pieces stand; nothing is placed any more", 2 * PLACED_COUNT)
            }
            Refusal::PlacedByArbiter => "White and Black place their own pieces".to_owned(),
            Refusal::PlacedKind => "only a Lord and Infantry are placed".to_owned(),
            Refusal::PlacedLine => format!("{at} is not on the first two lines of {side}"),
            _ => match action {
                Action::Place { kind: Kind::Lord, .. } => {
                    format!("the Lord of {side} is placed already")
                }
                _ => format!("all Infantry of {side} is placed already"),
            },
        }
    }

    fn words_of_turn(self, state: &State, action: &Action) -> String {
        let side = state.seat().map_or("nobody", seat_name);
        let (kind, at) = actor(action).unwrap_or((Kind::Lord, target(action)));
        let name = kind.name();
        match self {
            Refusal::OutOfTurn => format!("it is the turn of {side}"),
            Refusal::HasActed => format!("the {name} on {at} has acted in this turn"),
            Refusal::HasCome => {
                format!("the {name} on {at} came onto the board in this turn and cannot act in it")
            }
            Refusal::Limit { kind, most: 0 } => {
                format!("there is no {} in this match: the options replace it", kind.name())
            }
            Refusal::Limit { kind, most } => {
                let name = if most == 1 { kind.name() } else { kind.plural() };
                format!("{side} cannot have more than {most} {name} at once")
            }
            Refusal::Stones { cost } => {
                let has = state.seat().map_or(0, |seat| state.store(seat));
                format!("that costs {cost} of the store, and {side} has {has} in store")
            }
            _ => format!("{side} has no {name} on {at}"),
        }
    }

    fn words_of_melee(self, action: &Action) -> String {
        let (kind, from) = actor(action).unwrap_or((Kind::Lord, target(action)));
        let (name, a_name) = (kind.name(), kind.a_name());
        let to = target(action);
        match self {
            Refusal::Reach => match kind {
                Kind::Rider => {
                    format!("a Rider goes one to four squares in a line, not from {from} to {to}")
                }
                Kind::Ram => {
                    format!("a Ram moves one square, not diagonally, not from {from} to {to}")
                }
                _ => format!("{a_name} goes one square, not from {from} to {to}"),
            },
            Refusal::Blocked(square) => {
                format!("what stands on {square} is in the way from {from} to {to}")
            }
            Refusal::Occupied => format!("a piece stands on {to}"),
            Refusal::OwnWall => format!("{a_name} cannot stand on the wall on {to}"),
            Refusal::EnemyWall if kind.climbs() => format!(
                "from {from} the {name} gets onto the enemy wall on {to} only by an own Siege \
                 Tower beside both"
            ),
            Refusal::EnemyWall => format!("{a_name} cannot stand on the enemy wall on {to}"),
            Refusal::Corner(a, b) => {
                format!("from {from} to {to} is between the enemy walls on {a} and {b}")
            }
            Refusal::NoMelee => format!("{a_name} does no melee"),
            Refusal::HitOnOwnWall => {
                format!("a Rider cannot get at what stands on the wall on {to}")
            }
            Refusal::HitOnEnemyWall => format!(
                "what stands on the enemy wall on {to} is out of reach from {from} without an \
                 own Siege Tower beside both"
            ),
            Refusal::Mark => match action {
                Action::Melee { captures: true, .. } => {
                    format!("the hit on {to} would not kill: that is a strike, not a capture")
                }
                _ => format!("the hit on {to} would kill: it is a capture, written with x"),
            },
            _ => format!("no enemy piece stands on {to}"),
        }
    }

    fn words_of_shots(self, action: &Action) -> String {
        let (kind, from) = actor(action).unwrap_or((Kind::Lord, target(action)));
        let aim = target(action);
        match self {
            Refusal::NoShooter => {
                format!("{} does not shoot; Infantry and Trebuchets do", kind.a_name())
            }
            Refusal::ShotFromGround => {
                format!("Infantry shoots from on top of a wall, and {from} has none")
            }
            Refusal::ArrowReach => format!(
                "an arrow flies exactly two squares in a straight line, not from {from} to {aim}"
            ),
            Refusal::TowerShot => format!("the Siege Tower on {aim} cannot be shot"),
            Refusal::TowerBetween(square) => {
                format!("the Siege Tower on {square} stops the arrow")
            }
            Refusal::ThrowReach { most } => format!(
                "this Trebuchet throws 2 to {most} squares in a straight line, not from {from} \
                 to {aim}"
            ),
            _ => format!("neither an enemy piece nor a wall is on {aim}"),
        }
    }

    fn words_of_works(self, state: &State, action: &Action) -> String {
        let (kind, from) = actor(action).unwrap_or((Kind::Lord, target(action)));
        let (name, at) = (kind.name(), target(action));
        match self {
            Refusal::NoBreaker => {
                format!("{} breaks no walls; Infantry and Rams do", kind.a_name())
            }
            Refusal::NotAdjacent => format!("{at} is not next to {from}"),
            Refusal::NotBeside => format!("{at} is not straight beside {from}"),
            Refusal::NoEnemyWall => format!("no enemy wall is on {at}"),
            Refusal::NoOwnWall => format!("no own wall is on {at}"),
            Refusal::WallOfEnemy => format!("an enemy wall is on {at}"),
            Refusal::WallFull => format!("the wall on {at} is {HEIGHT_MOST} stones high already"),
            Refusal::Touching(enemy) => {
                format!("a wall on {at} would touch the enemy wall on {enemy}")
            }
            Refusal::NotFirstLine => format!("{from} is not on the first line of its side"),
            Refusal::NotLeftOrRight => format!("{at} is not left or right of {from}"),
            Refusal::WallInTheWay => format!("a wall is on {at}"),
            Refusal::PlaceTaken => format!("another Infantry is in the mine on {at}"),
            Refusal::PlaceNotBeside => {
                let side = state.seat();
                let beside = side.map_or(from, |seat| Square::new(from.file, mine_rank(seat)));
                match action {
                    Action::Enter { .. } => {
                        format!("the place in the mine beside {from} is {beside}, not {at}")
                    }
                    _ => format!("from {from} an Infantry comes back beside it, not on {at}"),
                }
            }
            Refusal::NothingToPromote => format!("no own Infantry stands on {at}"),
            Refusal::NothingToDemote => format!("no own Knight or Rider stands on {at}"),
            Refusal::RiderOnWall => format!("a Rider cannot stand on the wall on {at}"),
            Refusal::LordNotAtEdge => format!("the {name} on {from} is not at the board's edge"),
            Refusal::CallNotAlongEdge(square) => {
                format!("{square} is not beside {from} along the board's edge")
            }
            Refusal::CallOccupied(square) => format!("a piece stands on {square}"),
            Refusal::CallOnEnemyWall(square) => format!("an enemy wall is on {square}"),
            _ => format!("the {name} on {from} cannot do that"),
        }
    }
}
