//! What happened, in words.

use crate::rules::effect::{Effect, Why};
use crate::rules::grid::Direction;
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
                words.push_str(" All 20 plans are made and run in that order, ");
                words.push_str(side(after.seat()));
                words.push_str(" first.");
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
        Half::Way(way) => format!("{knight} will go {}", Direction::from(way).word()),
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
    let does = format!("{knight} {verb} {}", Direction::from(way).word());
    if course.to == from {
        let why = course.block.map(|block| stay_words(before, from, kind, way, block));
        return format!("{does} but stays on {from}: {}.", why.unwrap_or_default());
    }
    let from_words = if from == knight { String::new() } else { format!(" from {from}") };
    let how = match kind {
        Kind::Dash => {
            course.block.map(|block| format!(", stopped by {}", block_words(before, block)))
        }
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
        _ => format!("Round {round} was the last, knights left: South {south}, North {north}"),
    };
    match outcome.verdict {
        Verdict::Win(seat) => format!("{why}: {} wins.", side(seat)),
        Verdict::Draw | Verdict::Void => format!("{why}: a draw."),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::effect::Effects;
    use crate::rules::game::Game;
    use crate::rules::options::Options;

    use super::super::GameOfKnights;

    /// Checks the words for an action by the seat that must act, in a position with a wall on e5.
    fn check(position: &str, action: &str, expected: &str) {
        let given = [("walls", "e5"), ("rounds", "9")];
        let options = Options::read(&GameOfKnights::CARD, given).expect("options");
        let config = GameOfKnights::configure(&options).expect("options");
        let before = GameOfKnights::read_position(&config, position).expect(position);
        let action = GameOfKnights::parse(&before, action).expect(action);
        let by = GameOfKnights::actor_of(&before, &action).expect(position);
        let (mut after, mut effects) = (before, Effects::kept());
        GameOfKnights::reduce(&mut after, by, &action, None, &mut effects).expect(position);
        let words = GameOfKnights::narrate(&before, by, &action, &effects.into_list(), &after);
        assert_eq!(words, expected);
    }

    #[test]
    fn plans_say_who_will_do_what() {
        let board = "k9/10/10/10/10/4#5/10/10/10/K9";
        check(&format!("{board} plan S - - 1"), "a1:D", "South plans: a1 will dash.");
        check(&format!("{board} plan N a1:D - 1"), "a10:S", "North plans: a10 will go south.");
        let made = ["a1:D,a10:D"; 9].join(",");
        check(
            &format!("{board} plan N {made},a1:L - 1"),
            "a10:P",
            "North plans: a10 will push. All 20 plans are made and run in that order, South first.",
        );
    }

    #[test]
    fn actions_say_what_moves_and_what_is_in_the_way() {
        let south = |board: &str, kind: char, way: char, expected: &str| {
            let position = format!("{board} act S e3:{kind},j9:D - 1");
            check(&position, &format!(">{way}"), &format!("South: e3 {expected}."));
        };
        let lone = "10/9k/10/10/10/4#5/10/4K5/10/10";
        south(lone, 'D', 'E', "dashes east to h3");
        south(lone, 'D', 'N', "dashes north to e4, stopped by the wall on e5");
        south(lone, 'D', 'S', "dashes south to e1, stopped by the edge of the board");
        south(lone, 'L', 'W', "leaps west to c3");
        south(lone, 'L', 'N', "leaps north but stays on e3: the wall on e5 is in the way");
        south(lone, 'P', 'W', "pushes west to d3");
        let crowd = "10/9k/10/10/10/4#5/4k5/3kKkk3/4K5/10";
        south(crowd, 'D', 'W', "dashes west but stays on e3: North's d3 is in the way");
        south(crowd, 'L', 'W', "leaps west to c3, over North's d3");
        south(crowd, 'L', 'S', "leaps south to e1, over South's e2");
        south(crowd, 'P', 'W', "pushes west to d3 and moves North's d3 from d3 to c3");
        let stays = "pushes north but stays on e3: North's e4 cannot be pushed";
        south(crowd, 'P', 'N', &format!("{stays}, the wall on e5 is behind it"));
        let stays = "pushes east but stays on e3: North's f3 cannot be pushed";
        south(crowd, 'P', 'E', &format!("{stays}, North's g3 is behind it"));
        let low = "10/9k/10/10/10/4#5/10/10/4K5/10";
        let position = format!("{low} act S e3:L,j9:D e3@e2 1");
        let words = "South: e3 leaps south but stays on e2: the edge of the board is in the way.";
        check(&position, ">S", words);
    }

    #[test]
    fn knights_that_have_moved_are_told_with_both_squares() {
        let south = |action: &str, expected: &str| {
            let board = "10/9k/10/10/10/4#5/10/1k1kK5/10/10";
            let position = format!("{board} act S c3:P,j9:N c3@e3,e4@d3 1");
            check(&position, action, &format!("South: c3 {expected}"));
        };
        south(">E", "pushes east from e3 to f3.");
        south(">W", "pushes west from e3 to d3 and moves North's e4 from d3 to c3.");
        let south = |action: &str, expected: &str| {
            let board = "10/9k/10/10/4k5/4#5/10/10/2K7/10";
            let position = format!("{board} act S c3:P,j9:N c3@c2,c4@e6 1");
            check(&position, action, &format!("South: c3 {expected}"));
        };
        south(">N", "pushes north from c2 to c3. It is back where it began: c3.");
        let board = "10/9k/10/10/4kK4/4#5/10/10/10/10";
        let position = format!("{board} act S c3:P,j9:N c3@f6,d6@e6 1");
        let words = "South: c3 pushes west from f6 to e6 and moves North's d6 from e6 to d6. \
                     North's d6 is back where it began.";
        check(&position, ">W", words);
    }

    #[test]
    fn the_end_of_a_round_says_who_is_captured_and_what_comes_next() {
        let check = |board: &str, action: &str, rest: &str, expected: &str| {
            check(&format!("{board} act N {rest}"), action, &format!("North: j10 {expected}"));
        };
        let stays = "dashes north but stays on j10: the edge of the board is in the way";
        let many = "k8k/10/10/10/10/4#5/10/10/10/KK8";
        let words = "Round 3 ends: captured, for they stand where they began: South's a1; North's \
                     j10. Round 4 begins, South plans first.";
        check(many, ">D", "j10:N c1@b1,b9@a10 3", &format!("{stays}. {words}"));
        let words = "pushes west to i10. Round 3 ends: no knight stands where it began, so none \
                     is captured. Round 4 begins, South plans first.";
        check(many, ">P", "j10:W c1@b1,d1@a1,b9@a10 3", words);
        let words = "Round 9 ends: captured, for they stand where they began: North's j10. North \
                     has no knights left: South wins.";
        let few = "9k/10/10/10/10/4#5/10/10/10/K9";
        check(few, ">D", "j10:N b1@a1 9", &format!("{stays}. {words}"));
        let words = "Round 9 ends: captured, for they stand where they began: South's a1; North's \
                     j10. Neither side has knights left: a draw.";
        check(few, ">D", "j10:N - 9", &format!("{stays}. {words}"));
        let words = "pushes west to i10. Round 9 ends: no knight stands where it began, so none \
                     is captured. Round 9 was the last, knights left: South 1, North 1: a draw.";
        check(few, ">P", "j10:W b1@a1 9", words);
    }
}
