//! What is allowed, and what it does. Everything is checked before anything changes.
//!
//! [`check`] asks, `carry_out` does; each kind of action has both in a file of its own below.

mod lord;
mod melee;
mod mine;
mod refusal;
mod shots;
mod stones;

use refusal::Refusal;

use super::action::Action;
use super::state::{
    ACTIONS_A_TURN, BOARD, Kind, PLACED_COUNT, Piece, Stage, State, mine_rank, setup_side,
};
use crate::rules::effect::{Effect, Effects};
use crate::rules::grid::Square;
use crate::rules::illegal::Illegal;
use crate::rules::seat::{Actor, Seat};

/// Carries out an action, or refuses it and changes nothing.
pub(super) fn reduce(
    state: &mut State,
    by: Actor,
    action: &Action,
    effects: &mut Effects,
) -> Result<(), Illegal> {
    let seat = check(state, by, action).map_err(|refusal| refusal.explain(state, by, action))?;
    match state.stage {
        Stage::Setup => place(state, seat, action, effects),
        Stage::Turn { seat, left } => take_action(state, seat, left, action, effects),
    }
    Ok(())
}

/// Whether an action is allowed, and whose it is.
pub(super) fn check(state: &State, by: Actor, action: &Action) -> Result<Seat, Refusal> {
    let Stage::Turn { seat, .. } = state.stage else { return check_placing(state, by, action) };
    if let Action::Place { .. } = action {
        return Err(Refusal::SetupOver);
    }
    if by != Actor::Seat(seat) {
        return Err(Refusal::OutOfTurn);
    }
    if let Some((kind, at)) = actor(action) {
        check_actor(state, seat, kind, at)?;
    }
    match *action {
        Action::Step { kind, from, to } => melee::check_step(state, seat, kind, from, to)?,
        Action::Melee { kind, from, to, captures } => {
            melee::check_hit(state, seat, kind, from, to)?;
            if melee::kills(state, kind, from, to) != captures {
                return Err(Refusal::Mark);
            }
        }
        Action::Shot { kind: Kind::Trebuchet, from, aim } => {
            shots::check_throw(state, seat, from, aim)?;
        }
        Action::Shot { kind, from, aim } => shots::check_arrow(state, seat, kind, from, aim)?,
        Action::Break { kind, from, at } => stones::check_break(state, seat, kind, from, at)?,
        Action::Build { from, at } => stones::check_build(state, seat, from, at)?,
        Action::Dismantle { from, at } => stones::check_dismantle(state, seat, from, at)?,
        Action::Machine { from, kind, at } => {
            stones::check_machine(state, seat, from, kind, at)?;
        }
        Action::Enter { from, place } => mine::check_enter(state, seat, from, place)?,
        Action::Return { place, to } => mine::check_return(state, seat, place, to)?,
        Action::Change { lord, kind, at } => lord::check_change(state, seat, lord, kind, at)?,
        Action::Call { lord, first, second } => {
            lord::check_call(state, seat, lord, first, second)?;
        }
        Action::End | Action::Place { .. } => {}
    }
    Ok(seat)
}

/// The piece that acts, and where it is.
const fn actor(action: &Action) -> Option<(Kind, Square)> {
    Some(match *action {
        Action::Step { kind, from, .. }
        | Action::Melee { kind, from, .. }
        | Action::Shot { kind, from, .. }
        | Action::Break { kind, from, .. } => (kind, from),
        Action::Build { from, .. }
        | Action::Dismantle { from, .. }
        | Action::Enter { from, .. }
        | Action::Machine { from, .. }
        | Action::Return { place: from, .. } => (Kind::Infantry, from),
        Action::Change { lord, .. } | Action::Call { lord, .. } => (Kind::Lord, lord),
        Action::Place { .. } | Action::End => return None,
    })
}

/// The piece must be there, and have neither acted this turn (SF-3.1) nor come in it (SF-3.3).
fn check_actor(state: &State, seat: Seat, kind: Kind, at: Square) -> Result<(), Refusal> {
    let is_there = if BOARD.contains(at) {
        state.piece(at) == Some(Piece::new(seat, kind))
    } else {
        at.rank == mine_rank(seat) && state.mine_place(seat, at.file)
    };
    if !is_there {
        return Err(Refusal::NoActor);
    }
    if state.is_spent(at) {
        let acted = state.actor() == Some(at);
        return Err(if acted { Refusal::HasActed } else { Refusal::HasCome });
    }
    Ok(())
}

/// Carries out an allowed action of a turn.
fn take_action(state: &mut State, seat: Seat, left: u8, action: &Action, effects: &mut Effects) {
    match *action {
        Action::Step { from, to, .. } => melee::step(state, from, to, effects),
        Action::Melee { kind, from, to, .. } => melee::hit(state, kind, from, to, effects),
        Action::Shot { kind: Kind::Trebuchet, from, aim } => {
            shots::throw(state, seat, from, aim, effects);
        }
        Action::Shot { from, aim, .. } => shots::shoot(state, from, aim, effects),
        Action::Break { kind, from, at } => stones::break_wall(state, kind, from, at, effects),
        Action::Build { from, at } => stones::build(state, seat, from, at, effects),
        Action::Dismantle { from, at } => stones::dismantle(state, seat, from, at, effects),
        Action::Machine { from, kind, at } => {
            stones::build_machine(state, seat, from, kind, at, effects);
        }
        Action::Enter { from, place } => mine::enter(state, seat, from, place, effects),
        Action::Return { place, to } => mine::come_back(state, seat, place, to, effects),
        Action::Change { lord, kind, at } => lord::change(state, seat, lord, kind, at, effects),
        Action::Call { lord, first, second } => {
            lord::call(state, seat, lord, first, second, effects);
        }
        Action::End | Action::Place { .. } => return end_turn(state, seat, effects),
    }
    let left = left.saturating_sub(1);
    state.stage = Stage::Turn { seat, left };
    if left == 0 && state.outcome().is_none() {
        end_turn(state, seat, effects);
    }
}

/// The turn ends: the mine brings its stones (SF-6.5), damage is forgotten (SF-3.4).
fn end_turn(state: &mut State, seat: Seat, effects: &mut Effects) {
    let brought = state.miner_count(seat).min(state.reserve(seat));
    gain(state, seat, brought, effects);
    state.moves = state.moves.saturating_add(1);
    state.begin_turn(seat.other());
    effects.tell(|| Effect::Begin { seat: Some(seat.other()), what: "turn" });
}

/// Stones come to a side's store.
fn gain(state: &mut State, seat: Seat, stones: u8, effects: &mut Effects) {
    if stones > 0 {
        state.set_store(seat, state.store(seat) + stones);
        effects.tell(|| Effect::Gain { seat, what: "stones", by: i32::from(stones) });
    }
}

/// Stones are spent from a side's store: to its reserve (SF-6.6), or to a wall.
fn spend_stones(state: &mut State, seat: Seat, stones: u8, effects: &mut Effects) {
    state.set_store(seat, state.store(seat).saturating_sub(stones));
    effects.tell(|| Effect::Gain { seat, what: "stones", by: -i32::from(stones) });
}

/// The store must hold what an action costs.
fn check_stones(state: &State, seat: Seat, cost: u8) -> Result<(), Refusal> {
    if state.store(seat) >= cost { Ok(()) } else { Err(Refusal::Stones { cost }) }
}

/// Placing in setup, SF-2.1.
fn check_placing(state: &State, by: Actor, action: &Action) -> Result<Seat, Refusal> {
    let Action::Place { kind, at } = *action else { return Err(Refusal::InSetup) };
    let Actor::Seat(seat) = by else { return Err(Refusal::PlacedByArbiter) };
    if !matches!(kind, Kind::Lord | Kind::Infantry) {
        Err(Refusal::PlacedKind)
    } else if setup_side(at) != Some(seat) {
        Err(Refusal::PlacedLine)
    } else if state.piece(at).is_some() {
        Err(Refusal::Occupied)
    } else if state.room_for(seat, kind) == 0 {
        Err(Refusal::PlacedAlready)
    } else {
        Ok(seat)
    }
}

fn place(state: &mut State, seat: Seat, action: &Action, effects: &mut Effects) {
    let Action::Place { kind, at } = *action else { return };
    let piece = Piece::new(seat, kind);
    state.put(at, piece);
    effects.tell(|| Effect::Appear { thing: piece.thing(), at });
    if Seat::BOTH.into_iter().all(|seat| state.placed_count(seat) == PLACED_COUNT) {
        state.begin_turn(Seat::First);
        effects.tell(|| Effect::Begin { seat: Some(Seat::First), what: "turn" });
    }
}

const _: () = assert!(ACTIONS_A_TURN == 2, "the position text writes +2 for a turn not begun");

#[cfg(test)]
mod tests {
    use crate::games::stone_fortress::StoneFortress;
    use crate::rules::any::{AnyGame, Behind, Play, View};
    use crate::rules::options::Options;

    fn begin(position: &str) -> Box<dyn Play> {
        let game = Behind::<StoneFortress>::text();
        let rams = position.contains(['M', 'm']);
        let given = if rams { vec![("rook", "ram")] } else { vec![] };
        let options = Options::read(game.card(), given).expect("options");
        game.begin(&options, Some(position)).expect(position)
    }

    /// Carries out actions of whoever is in turn; one marked with a rule must break it.
    fn check(position: &str, actions: &str, after: &str) {
        let mut play = begin(position);
        for action in actions.split(' ') {
            let (action, rule) =
                action.split_once('?').map_or((action, None), |(a, r)| (a, Some(r)));
            let by = play.actor_of(action).expect("somebody's turn");
            let broken = play.act(by, action, None).err().map(|illegal| illegal.rule);
            assert_eq!(broken, rule, "{action} in {}", play.position(View::Told));
        }
        assert_eq!(play.position(View::Told), after);
    }

    #[test]
    fn a_throw_hits_whoever_stands_on_the_wall() {
        check(
            "4l3/8/8/8/2W1(I)5/8/8/2B1L3 --------/-------- 8,8 W +2 - 9",
            "Bc1*c4",
            "4l3/8/8/8/8/8/8/2B1L3 --------/-------- 7,8 W c1+1 - 9",
        );
        check(
            "4l3/8/8/8/2W1(I)5/2T5/8/2B1L3 --------/-------- 8,8 W +2 - 9",
            "Bc1*c4",
            "4l3/8/8/8/2W1(I)5/8/8/2B1L3 --------/-------- 7,8 W c1+1 - 9",
        );
        check(
            "4l3/8/8/8/2w4(n)5/2r5/2W15/2B1L3 --------/-------- 8,8 W +2 - 9",
            "Bc1*c4",
            "4l3/8/8/8/2w2(n)5/2r5/2W15/2B1L3 --------/-------- 7,8 W c1+1 - 9",
        );
    }

    #[test]
    fn a_side_can_lose_its_lord_by_its_own_throw() {
        check(
            "4l3/8/8/8/2W1(L)5/8/8/2B5 --------/-------- 8,8 W c4+1 c4 9",
            "Bc1*c4",
            "4l3/8/8/8/8/8/8/2B5 --------/-------- 7,8 W c1+0 - 9",
        );
    }

    #[test]
    fn damage_goes_with_the_piece() {
        check(
            "8/8/8/3l4/2W1(N)5/8/8/2B1L3 --------/-------- 8,8 W +2 - 9",
            "Bc1*c4 Nc4xd5",
            "8/8/8/3N4/8/8/8/2B1L3 --------/-------- 7,8 W c1,d5+0 d5 9",
        );
    }

    #[test]
    fn who_acted_and_who_came_are_told_apart() {
        check(
            "4l3/8/8/8/8/8/I7/1IL5 I-------/-------- 8,8 W +2 - 9",
            "Ib1+Ta1 Ib1-b2?SF-3.1 Ta1-b2?SF-3.3 Ib1xa1?SF-3.1 Nb1-b2?SF-4.1 end",
            "4l3/8/8/8/8/8/I7/TIL5 I-------/-------- 7,8 B +2 - 10",
        );
        check(
            "4l3/8/8/8/8/8/I7/1IL5 I-------/-------- 8,8 W +2 - 9",
            "Ia0-a1 Ia1-b2?SF-3.1 Ia0-a1?SF-6.4 Lc1=Na2?SF-7.1 Lc1=Nb1",
            "4l3/8/8/8/8/8/I7/INL5 --------/-------- 7,8 B +2 - 10",
        );
        check(
            "4l3/8/8/8/8/8/I7/1IL5 I-------/-------- 8,8 W +2 - 9",
            "Lc1=Nb1 Nb1-a1?SF-3.3 Lc1-c2?SF-3.1 Ia2-a3",
            "4l3/8/8/8/8/I7/8/1NL5 I-------/-------- 8,8 B +2 - 10",
        );
    }

    #[test]
    fn rams_break_and_do_little_else() {
        check(
            "4l3/8/3w14/2w1Mw33/3w14/8/8/4L3 --------/-------- 8,8 W +2 - 9",
            "Md5-d6?SF-4.3 Md5/e6?SF-8.7 Md5/d6",
            "4l3/8/8/2w1Mw33/3w14/8/8/4L3 --------/-------- 8,8 W d5+1 - 9",
        );
    }
}
