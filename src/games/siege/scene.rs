//! The drawing: banks and river, what is enclosed now, what stands and what flies.

use super::phases::Phase;
use super::pieces::{Bag, Piece};
use super::rows::{self, Rows, SIZE};
use super::state::{Gun, Mark, Shot, Side, State};
use super::survey::Survey;
use super::things;
use crate::rules::grid::Square;
use crate::rules::scene::{
    Aim, Arrow, Badge, Counter, Ground, Item, Region, Scene, Symbol, Tray, TrayThing, Zone,
};
use crate::rules::seat::Seat;

/// The drawing of a state. Territory and seals are as a count would find them now.
pub(super) fn scene(state: &State) -> Scene {
    let survey = Survey::of(state);
    let mut scene = Scene::new(SIZE);
    scene.terrain = terrain(state);
    scene.zones = zones(state, &survey);
    scene.items = castles(state, &survey);
    scene.items.extend(walls(state));
    scene.items.extend(guns(state));
    scene.items.extend(targets(state));
    scene.arrows = flights(state);
    scene.counters = counters(state, &survey);
    scene.trays = hands(state);
    scene
}

fn tiles(rows: &Rows) -> Vec<Square> {
    rows::squares(rows).collect()
}

fn terrain(state: &State) -> Vec<Region> {
    let map = state.map();
    let [west, east] = &map.banks;
    let grounds = [
        (Ground::Water, "river", &map.water),
        (Ground::First, "West's bank", west),
        (Ground::Second, "East's bank", east),
    ];
    grounds.map(|(ground, name, rows)| Region { ground, name, squares: tiles(rows) }).into()
}

fn zones(state: &State, survey: &Survey) -> Vec<Zone> {
    let zone = |seat| {
        let squares = tiles(&survey.territory(state, seat));
        Zone { seat: Some(seat), name: "territory", squares }
    };
    Seat::BOTH.into_iter().map(zone).filter(|zone| !zone.squares.is_empty()).collect()
}

fn castles(state: &State, survey: &Survey) -> Vec<Item> {
    let item = |seat: Seat, at| {
        let home = state.home(seat) == Some(at);
        let name = if home { "Home" } else { "castle" };
        let badge = match (home, survey.encloses(at)) {
            (true, true) => Some(Badge::ChosenSealed),
            (true, false) => Some(Badge::Chosen),
            (false, true) => Some(Badge::Sealed),
            (false, false) => None,
        };
        Item { span: 2, badge, ..Item::new(Symbol::Castle, Some(seat), name, at) }
    };
    let of = |seat: Seat| state.map().castles[seat.index()].map(|at| item(seat, at));
    Seat::BOTH.into_iter().flat_map(of).collect()
}

fn walls(state: &State) -> impl Iterator<Item = Item> {
    let map = state.map();
    let item = |symbol, name| move |at| Item::new(symbol, map.bank(at), name, at);
    let walls = rows::squares(&state.walls).map(item(Symbol::Wall, "wall"));
    walls.chain(rows::squares(&state.rubble).map(item(Symbol::Rubble, "rubble")))
}

fn guns(state: &State) -> impl Iterator<Item = Item> {
    let item = |seat: Seat| {
        move |gun: &Gun| {
            let name = if gun.is(Mark::Hit) { "gun hit once" } else { "gun" };
            let badge = [
                (Mark::Silenced, Badge::Silenced),
                (Mark::CutOff, Badge::CutOff),
                (Mark::Hit, Badge::Damaged),
            ];
            let badge = badge.into_iter().find(|(mark, _)| gun.is(*mark)).map(|(_, badge)| badge);
            Item { span: 2, badge, ..Item::new(Symbol::Gun, Some(seat), name, gun.at) }
        }
    };
    Seat::BOTH.into_iter().flat_map(move |seat| state.side(seat).guns.iter().map(item(seat)))
}

fn targets(state: &State) -> impl Iterator<Item = Item> {
    let map = state.map();
    let item = |target, gun| Item::new(Symbol::Target, map.bank(gun), "shell", target);
    state.shots.iter().map(move |shot| item(shot.target, shot.gun))
}

fn flights(state: &State) -> Vec<Arrow> {
    let first = state.shots.iter().map(|shot| shot.lands_ms).min();
    let arrow = |shot: &Shot| Arrow {
        seat: state.map().bank(shot.gun),
        from: shot.gun,
        aim: Aim::At(shot.target),
        label: things::seconds(shot.lands_ms).into(),
        current: first == Some(shot.lands_ms),
    };
    state.shots.iter().map(arrow).collect()
}

fn counters(state: &State, survey: &Survey) -> Vec<Counter> {
    let now = state.now;
    let mut out = vec![
        Counter::new(None, "phase", now.phase.name()),
        Counter::new(None, "round", format!("{} of {}", now.round, state.config.rounds)),
        Counter::new(None, "clock", things::seconds(state.time_ms)),
    ];
    if now.phase != Phase::Over {
        let left_ms = now.end_ms.saturating_sub(state.time_ms);
        out.push(Counter::new(None, "time left", things::seconds(left_ms)));
    }
    for seat in Seat::BOTH {
        let (side, tally) = (state.side(seat), survey.tally(state, seat));
        let mut count = |name, value| out.push(Counter::new(Some(seat), name, value));
        count("score", side.score);
        count("castles sealed", u32::from(tally.sealed_count()));
        count("territory", tally.territory);
        count("guns", side.guns.len() as u32);
        match now.phase {
            Phase::Cannon => count("guns to place", u32::from(side.awards)),
            Phase::Build => count("bag left", pieces_in(&side.bag)),
            _ => {}
        }
    }
    out
}

fn pieces_in(bag: &Bag) -> u32 {
    bag.iter().map(|count| u32::from(*count)).sum()
}

fn hands(state: &State) -> Vec<Tray> {
    if !matches!(state.now.phase, Phase::Build | Phase::Grace) {
        return Vec::new();
    }
    let tray = |seat: Seat, side: &Side| {
        let shape =
            |piece: Piece| TrayThing::Shape { name: piece.letter(), cells: piece.cells().to_vec() };
        let things = side.hand.into_iter().map(shape).collect();
        Tray { seat: Some(seat), name: "in hand", things }
    };
    Seat::BOTH.into_iter().map(|seat| tray(seat, state.side(seat))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::siege::Siege;
    use crate::rules::game::Game;
    use crate::rules::options::Options;

    #[test]
    fn a_shell_in_the_air_has_an_arrow_and_a_target() {
        let mut state = State::start(&Siege::configure(&Options::default()).expect("defaults"));
        let mut effects = crate::rules::effect::Effects::ignored();
        for (seat, text, at) in [
            (Seat::First, "gun@h8", 11_000),
            (Seat::Second, "gun@al24", 12_000),
            (Seat::First, "fire al25", 30_000),
        ] {
            let action = Siege::parse(&state, text).expect(text);
            Siege::reduce(&mut state, seat.into(), &action, Some(at), &mut effects).expect(text);
        }
        let scene = scene(&state);
        let [arrow] = scene.arrows.as_slice() else { panic!("{:?}", scene.arrows) };
        assert_eq!((arrow.seat, &*arrow.label), (Some(Seat::First), "31.533"));
        let target = scene.items.iter().find(|item| item.symbol == Symbol::Target);
        assert_eq!(target.map(|item| item.at.to_string()).as_deref(), Some("al25"));
        let sealed = |item: &&Item| item.badge == Some(Badge::ChosenSealed);
        assert_eq!(scene.items.iter().filter(sealed).count(), 2);
        assert_eq!(scene.zones.len(), 2, "each side has territory");
    }
}
