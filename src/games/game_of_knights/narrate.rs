//! What happened, in words.

use crate::rules::effect::{Effect, Why};
use crate::rules::outcome::Verdict;
use crate::rules::seat::{Actor, Seat};

use super::action::{Action, Half, Kind, Plan, Way};
use super::reduce::{Block, Course, course, outcome};
use super::seat_card;
use super::state::{Content, Phase, Place, State};

/// What an action did, in a few sentences.
pub(super) fn narrate(
    before: &State,
    by: Actor,
    action: Action,
    effects: &[Effect],
    after: &State,
) -> String {
    let name = by.seat().map_or("The arbiter", side);
    match action {
        Action::Plan(plan) => {
            let mut words = format!("{name} plans: {}.", plan_words(plan));
            if after.phase == Phase::Act {
                let first = side(after.seat());
                words.push_str(&format!(" All 20 plans are made; now they run in that order, {first} first."));
            }
            words
        }
        Action::Complete(half) => {
            let whole = before.current().and_then(|p| Some((p.knight, p.half.with(half)?)));
            let Some((knight, (kind, way))) = whole else { return String::new() };
            let mut words = format!("{name}: {}", action_words(before, knight, kind, way));
            if after.round != before.round {
                words.push(' ');
                words.push_str(&round_words(before.round, effects, after));
            }
            words
        }
    }
}

const fn side(seat: Seat) -> &'static str {
    seat_card(seat).name
}

/// `c1 will dash`, `c1 will go north`.
fn plan_words(plan: Plan) -> String {
    let knight = plan.knight;
    match plan.half {
        Half::Kind(Kind::Dash) => format!("{knight} will dash"),
        Half::Kind(Kind::Leap) => format!("{knight} will leap"),
        Half::Kind(Kind::Push) => format!("{knight} will push"),
        Half::Way(way) => format!("{knight} will go {}", way_word(way)),
    }
}

const fn way_word(way: Way) -> &'static str {
    match way {
        Way::North => "north",
        Way::East => "east",
        Way::South => "south",
        Way::West => "west",
    }
}

/// What a knight did, or why it did not: `c1 dashes north to c4, stopped by the wall on c5.`
fn action_words(before: &State, knight: Place, kind: Kind, way: Way) -> String {
    let from = before.now(knight);
    let course = course(before, from, kind, way);
    let verb = match kind {
        Kind::Dash => "dashes",
        Kind::Leap => "leaps",
        Kind::Push => "pushes",
    };
    let does = format!("{knight} {verb} {}", way_word(way));
    if course.to == from {
        let why = course.block.map(|block| stay_words(before, from, kind, way, block));
        return format!("{does} but stays on {from}: {}.", why.unwrap_or_default());
    }
    let from_words = if from == knight { String::new() } else { format!(" from {from}") };
    let how = match kind {
        Kind::Dash => course.block.map(|block| {
            format!(", stopped by {}", block_words(before, block))
        }),
        Kind::Leap => from.step(way).and_then(|over| over_words(before, over)),
        Kind::Push => course.pushed.map(|(start, to)| {
            format!(" and moves {} from {} to {to}", knight_name(before, start), before.now(start))
        }),
    };
    let (to, how) = (course.to, how.unwrap_or_default());
    format!("{does}{from_words} to {to}{how}.{}", home_words(before, knight, course))
}

/// A knight by whose it is and its start: `North's c10`.
fn knight_name(state: &State, start: Place) -> String {
    let owner = state.owner(start).map_or("nobody", side);
    format!("{owner}'s {start}")
}

/// The same, and where it is if that is elsewhere: `North's c10 on c7`.
fn knight_words(state: &State, start: Place) -> String {
    let (name, now) = (knight_name(state, start), state.now(start));
    if now == start { name } else { format!("{name} on {now}") }
}

/// What is in the way: `the wall on c5`.
fn block_words(state: &State, block: Block) -> String {
    match block {
        Block::Edge => "the edge of the board".to_owned(),
        Block::Wall(place) => format!("the wall on {place}"),
        Block::Knight(start) => knight_words(state, start),
    }
}

/// Why a knight on `from` did not move.
fn stay_words(state: &State, from: Place, kind: Kind, way: Way, block: Block) -> String {
    let block = block_words(state, block);
    match (kind, from.step(way).map(|next| state.holds(next))) {
        (Kind::Push, Some(Content::Knight(start))) => {
            format!("{} cannot be pushed, {block} is behind it", knight_words(state, start))
        }
        _ => format!("{block} is in the way"),
    }
}

/// What a leap went over, if over anything.
fn over_words(state: &State, over: Place) -> Option<String> {
    match state.holds(over) {
        Content::Free => None,
        Content::Wall => Some(format!(", over the wall on {over}")),
        Content::Knight(start) => Some(format!(", over {}", knight_words(state, start))),
    }
}

/// A warning about those that are moved to where they began: they are captured if they stay there.
fn home_words(state: &State, knight: Place, course: Course) -> String {
    let mut words = String::new();
    if course.to == knight {
        words.push_str(&format!(" It is back where it began: {knight}."));
    }
    if let Some((start, to)) = course.pushed
        && start == to
    {
        words.push_str(&format!(" {} is back where it began.", knight_name(state, start)));
    }
    words
}

/// The round's end: who is captured, and what comes next.
fn round_words(round: u32, effects: &[Effect], after: &State) -> String {
    let captured = Seat::BOTH.map(|seat| captured_words(seat, effects));
    let captured: Vec<String> = captured.into_iter().flatten().collect();
    let captured = if captured.is_empty() {
        "no knight stands where it began, so none is captured".to_owned()
    } else {
        format!("captured, for they stand where they began: {}", captured.join("; "))
    };
    format!("Round {round} ends: {captured}. {}", next_words(round, after))
}

/// `South's a1, c1`.
fn captured_words(seat: Seat, effects: &[Effect]) -> Option<String> {
    let squares: Vec<String> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Vanish { thing, at, why: Why::Captured } if thing.seat == Some(seat) => {
                Some(at.to_string())
            }
            _ => None,
        })
        .collect();
    (!squares.is_empty()).then(|| format!("{}'s {}", side(seat), squares.join(", ")))
}

/// Why the match is over, or which round begins.
fn next_words(round: u32, after: &State) -> String {
    let Some(outcome) = outcome(after) else {
        return format!("Round {} begins, {} plans first.", after.round, side(after.seat()));
    };
    let [south, north] = after.counts();
    let why = match (outcome.reason, outcome.winner().map(Seat::other)) {
        ("GK-5.1", Some(loser)) => format!("{} has no knights left", side(loser)),
        ("GK-5.1", None) => "Neither side has knights left".to_owned(),
        ("GK-5.2", Some(loser)) => {
            format!("No dash, leap or push could move any of {}'s knights", side(loser))
        }
        ("GK-5.2", None) => "No dash, leap or push could move any knight".to_owned(),
        _ => format!("Round {round} was the last, with {south} knights for South, {north} for North"),
    };
    match outcome.verdict {
        Verdict::Win(seat) => format!("{why}: {} wins.", side(seat)),
        Verdict::Draw | Verdict::Void => format!("{why}: a draw."),
    }
}
