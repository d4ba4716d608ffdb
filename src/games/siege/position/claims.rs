//! What a position text must not claim: what the map or the rules cannot hold.

use crate::games::siege::action::SEATS;
use crate::games::siege::phases::Phase;
use crate::games::siege::pieces::{Bag, KINDS, Piece, full_bag};
use crate::games::siege::reduce::clock::verdict;
use crate::games::siege::reduce::flight_ms;
use crate::games::siege::rows::{self, RANKS, Rows};
use crate::games::siege::state::{Mark, OPENING_GUNS, Shot, State};
use crate::games::siege::survey::{MOST_GUNS_A_ROUND, Survey, Tally};
use crate::rules::grid::Square;
use crate::rules::seat::Seat;
use crate::rules::text::ParseError;

/// Where each field begins, in the order of the text.
type Columns = [usize; super::FIELDS.len()];

const BOARD: usize = 0;
const PHASE: usize = 1;
const HOMES: usize = 4;
const GUNS: usize = 5;
const AWARDS: usize = 6;
const HANDS: usize = 7;
const BAGS: usize = 8;
const SHOTS: usize = 9;
const SCORES: usize = 10;

/// The claims of a text, being checked.
struct Claims<'a> {
    state: &'a State,
    columns: &'a Columns,
    /// The south-west tiles of the guns whose rubble lies about.
    ruins: Vec<Square>,
    survey: Survey,
    tallies: [Tally; 2],
}

/// Checks all that the text's form does not, and fills in what follows from the rest.
///
/// # Errors
/// The first claim that the map or the rules cannot hold.
pub(super) fn check(state: &mut State, columns: &Columns) -> Result<(), ParseError> {
    check_ground(state, columns)?;
    let survey = Survey::of(state);
    let tallies = Seat::BOTH.map(|seat| survey.tally(state, seat));
    let ruins = ruins(state).map_err(|words| ParseError::at(columns[BOARD], words))?;
    let claims = Claims { state, columns, ruins, survey, tallies };
    claims.check_phase_fields()?;
    claims.check_homes()?;
    claims.check_before_building()?;
    claims.check_gun_count()?;
    claims.check_gun_marks()?;
    claims.check_counted()?;
    claims.check_scores()?;
    claims.check_pieces()?;
    claims.check_shots()?;
    fill_in(state, &survey, &tallies);
    if state.now.phase == Phase::Over && state.ended.is_none() {
        let words = "the match is not over: both sides have a sealed castle, or neither has";
        return Err(ParseError::at(columns[PHASE], words));
    }
    Ok(())
}

fn fill_in(state: &mut State, survey: &Survey, tallies: &[Tally; 2]) {
    match state.now.phase {
        Phase::Cannon => state.dry = survey.dry(),
        Phase::Over => state.ended = verdict(state, tallies),
        _ => {}
    }
    let shots = state.shots;
    for gun in state.sides.iter_mut().flat_map(|side| side.guns.iter_mut()) {
        gun.set(Mark::Firing, shots.iter().any(|shot| shot.gun == gun.at));
    }
}

/// Walls and rubble are on land, and not on castles.
fn check_ground(state: &State, columns: &Columns) -> Result<(), ParseError> {
    let map = state.map();
    for (tiles, name) in [(&state.walls, "a wall"), (&state.rubble, "rubble")] {
        let wrong =
            |tile: &Square| map.bank(*tile).is_none() || rows::has(&map.castle_tiles, *tile);
        if let Some(tile) = rows::squares(tiles).find(wrong) {
            let ground = if map.bank(tile).is_none() { "water" } else { "a castle" };
            let words = format!("{name} on {tile}, which is {ground}");
            return Err(ParseError::at(columns[BOARD], words));
        }
    }
    Ok(())
}

/// Cuts the rubble into the guns that it was. The first tile of what is left is always a gun's
/// south-west one.
fn ruins(state: &State) -> Result<Vec<Square>, String> {
    let mut left = state.rubble;
    let mut ruins = Vec::new();
    let first = |rows: &Rows| rows::squares(rows).next();
    while let Some(tile) = first(&left) {
        let bank = state.map().bank(tile);
        let whole = rows::block(tile)
            .into_iter()
            .all(|part| rows::has(&left, part) && state.map().bank(part) == bank);
        if !whole || rows::touches_edge(tile) {
            return Err(format!("the rubble on {tile} is not that of a gun"));
        }
        rows::take_block(&mut left, tile);
        ruins.push(tile);
    }
    Ok(ruins)
}

impl Claims<'_> {
    fn phase(&self) -> Phase {
        self.state.now.phase
    }

    /// How many counts there have been.
    fn count_count(&self) -> u32 {
        let round = u32::from(self.state.now.round);
        match self.phase() {
            Phase::Nomination | Phase::Cannon | Phase::Over => round,
            Phase::Battle | Phase::Ceasefire | Phase::Build | Phase::Grace => round - 1,
        }
    }

    fn refuse<T>(&self, field: usize, words: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::at(self.columns[field], words.into()))
    }

    fn ruins_of(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let map = self.state.map();
        self.ruins.iter().copied().filter(move |ruin| map.bank(*ruin) == Some(seat))
    }

    /// Each field is bare outside the phases that it belongs to.
    fn check_phase_fields(&self) -> Result<(), ParseError> {
        use Phase::{Battle, Build, Cannon, Ceasefire, Grace, Nomination};
        let phase = self.phase();
        let sides = &self.state.sides;
        let bare = self.state.walls == rows::NONE && self.state.gun_tiles == rows::NONE;
        let fields = [
            (BOARD, "walls or guns", !bare, phase != Nomination),
            (
                BOARD,
                "rubble",
                self.state.rubble != rows::NONE,
                matches!(phase, Battle | Ceasefire | Build | Grace),
            ),
            (AWARDS, "guns to place", sides.iter().any(|side| side.awards > 0), phase == Cannon),
            (
                HANDS,
                "a piece in hand",
                sides.iter().any(|side| side.hand.is_some()),
                matches!(phase, Build | Grace),
            ),
            (BAGS, "a bag", sides.iter().any(|side| !side.bag_is_empty()), phase == Build),
            (
                SHOTS,
                "a ball in the air",
                !self.state.shots.is_empty(),
                matches!(phase, Battle | Ceasefire),
            ),
        ];
        for (field, what, there, allowed) in fields {
            if there && !allowed {
                return self.refuse(field, format!("{what} cannot be in the {}", phase.name()));
            }
        }
        Ok(())
    }

    fn check_homes(&self) -> Result<(), ParseError> {
        let settled = self.state.sides.iter().all(|side| side.home.is_some());
        if self.phase() != Phase::Nomination && !settled {
            return self.refuse(HOMES, "after the nomination both sides have a Home");
        }
        Ok(())
    }

    /// Before the first build phase walls stand only where they rose; guns of the first round stand
    /// within them.
    fn check_before_building(&self) -> Result<(), ParseError> {
        if self.count_count() > 0 || self.phase() == Phase::Nomination {
            return Ok(());
        }
        let rings = self.rings();
        let walls = &self.state.walls;
        let unbuilt = matches!(self.phase(), Phase::Cannon | Phase::Battle | Phase::Ceasefire);
        let opening = self.phase() == Phase::Cannon;
        if unbuilt && (0..RANKS).any(|n| walls[n] & !rings[n] != 0) {
            return self.refuse(BOARD, "before the first build phase walls stand on rings only");
        }
        if opening && *walls != rings {
            return self.refuse(BOARD, "in the opening cannon phase both rings are whole");
        }
        let mut risen = *self.state;
        risen.walls = rings;
        let survey = Survey::of(&risen);
        let mut guns = self.state.sides.iter().flat_map(|side| side.guns.iter().map(|gun| gun.at));
        if let Some(gun) = guns.find(|gun| !self.placed_within(&survey, &rings, *gun)) {
            return self.refuse(GUNS, format!("no gun could be placed on {gun} in the opening"));
        }
        let mut ruins = self.ruins.iter();
        if let Some(ruin) = ruins.find(|ruin| !self.placed_within(&survey, &rings, **ruin)) {
            return self.refuse(BOARD, format!("no gun could be placed on {ruin} in the opening"));
        }
        Ok(())
    }

    fn rings(&self) -> Rows {
        let map = self.state.map();
        let ring = |seat: Seat| {
            let home = self.state.side(seat).home.map_or(0, usize::from);
            map.rings[seat.index()].get(home).copied().unwrap_or(rows::NONE)
        };
        let (west, east) = (ring(Seat::First), ring(Seat::Second));
        rows::each_row(|n| west[n] | east[n])
    }

    fn placed_within(&self, survey: &Survey, rings: &Rows, gun: Square) -> bool {
        let dry = survey.dry();
        rows::block(gun).into_iter().all(|tile| rows::has(&dry, tile) && !rows::has(rings, tile))
    }

    /// No side has more guns than it was ever given.
    fn check_gun_count(&self) -> Result<(), ParseError> {
        let now = &self.state.now;
        let counted = now.phase == Phase::Cannon && now.round > 0;
        let opening = if now.phase == Phase::Nomination { 0 } else { OPENING_GUNS };
        let earlier = usize::from(MOST_GUNS_A_ROUND) * usize::from(now.round.saturating_sub(1));
        for seat in Seat::BOTH {
            let side = self.state.side(seat);
            let newly = if counted { self.tallies[seat.index()].guns() } else { 0 };
            let given = usize::from(opening) + earlier + usize::from(newly);
            let guns = side.guns.len() + self.ruins_of(seat).count() + usize::from(side.awards);
            let name = SEATS[seat.index()].name;
            if counted && side.awards > newly {
                let words = format!("{name} has at most {newly} guns to place after that count");
                return self.refuse(AWARDS, words);
            }
            if guns > given {
                let words = format!("{name} was given at most {given} guns");
                return self.refuse(GUNS, words);
            }
        }
        Ok(())
    }

    /// Marks of guns fit the phase and each other.
    fn check_gun_marks(&self) -> Result<(), ParseError> {
        let firing = matches!(self.phase(), Phase::Battle | Phase::Ceasefire);
        let first_battle = firing && self.count_count() == 0;
        let opening = self.phase() == Phase::Cannon && self.count_count() == 0;
        for gun in self.state.sides.iter().flat_map(|side| side.guns.iter()) {
            let (hit, silenced) = (gun.is(Mark::Hit), gun.is(Mark::Silenced));
            let at = gun.at;
            let words = if silenced && !firing {
                format!("the gun on {at} is silenced outside battle and cease-fire")
            } else if silenced && !hit {
                format!("the gun on {at} is silenced without a hit")
            } else if hit && opening {
                format!("the gun on {at} is hit before the first battle")
            } else if hit && first_battle && !silenced {
                format!("the gun on {at} was hit in this battle and must be silenced")
            } else if gun.is(Mark::CutOff) && self.count_count() == 0 {
                format!("the gun on {at} is cut off before the first count")
            } else {
                continue;
            };
            return self.refuse(GUNS, words);
        }
        Ok(())
    }

    /// As long as nothing has changed since the last count, what it found still holds.
    fn check_counted(&self) -> Result<(), ParseError> {
        let cannon = self.phase() == Phase::Cannon && self.count_count() > 0;
        if !cannon && self.phase() != Phase::Over {
            return Ok(());
        }
        for gun in self.state.sides.iter().flat_map(|side| side.guns.iter()) {
            let (at, cut_off) = (gun.at, !self.survey.encloses(gun.at));
            if cut_off != gun.is(Mark::CutOff) {
                let is = if cut_off { "is" } else { "is not" };
                return self.refuse(GUNS, format!("the gun on {at} {is} cut off"));
            }
        }
        let [first, second] = self.tallies.map(|tally| tally.sealed_count() > 0);
        if cannon && first != second {
            let words = "the match is over: one side has a sealed castle, the other has none";
            return self.refuse(PHASE, words);
        }
        Ok(())
    }

    /// Scores are what counts can have given.
    fn check_scores(&self) -> Result<(), ParseError> {
        let counts = self.count_count();
        let last = matches!(self.phase(), Phase::Cannon | Phase::Over) && counts > 0;
        for seat in Seat::BOTH {
            let (score, tally) = (self.state.side(seat).score, &self.tallies[seat.index()]);
            let counted = if last { tally.points() } else { 0 };
            let most = (counts - u32::from(last)) * self.most_points(seat);
            if score < counted || score - counted > most {
                let name = SEATS[seat.index()].name;
                let words = format!("{name} cannot have that score after {counts} counts");
                return self.refuse(SCORES, words);
            }
        }
        Ok(())
    }

    /// The most that one count can give: all castles sealed, all of the bank territory.
    fn most_points(&self, seat: Seat) -> u32 {
        let map = self.state.map();
        let bank = &map.banks[seat.index()];
        let free = rows::each_row(|n| bank[n] & !map.castle_tiles[n]);
        let castles = map.castles[seat.index()].len() as u32;
        rows::count(&free) + 100 * (castles + 1)
    }

    /// Hands and bags are what deals from full bags can have left.
    fn check_pieces(&self) -> Result<(), ParseError> {
        let full = full_bag(self.state.now.round);
        for seat in Seat::BOTH {
            let side = self.state.side(seat);
            let name = SEATS[seat.index()].name;
            if side.hand.is_some_and(|piece| full[piece.index()] == 0) {
                let words = format!("no bag of this round has {name}'s piece");
                return self.refuse(HANDS, words);
            }
            if self.phase() != Phase::Build {
                continue;
            }
            if side.bag_is_empty() {
                return self.refuse(BAGS, format!("{name}'s bag is filled as soon as it is empty"));
            }
            if (0..KINDS).any(|n| side.bag[n] > full[n]) || !dealt_from(&side.bag, &full, side.hand)
            {
                return self.refuse(BAGS, format!("{name}'s bag cannot hold these pieces"));
            }
        }
        Ok(())
    }

    /// Each ball comes from a gun that can have fired it in this battle, in the order told.
    fn check_shots(&self) -> Result<(), ParseError> {
        let now = self.state.now;
        let length_ms = self.state.config.battle_s * 1000;
        let (begin_ms, battle_end_ms) = match now.phase {
            Phase::Ceasefire => (now.begin_ms.saturating_sub(length_ms), now.begin_ms),
            _ => (now.begin_ms, now.end_ms),
        };
        let last_ms = self.state.time_ms.min(battle_end_ms.saturating_sub(1));
        let mut earliest_ms = begin_ms;
        for shot in self.state.shots.iter() {
            let Shot { gun, target, lands_ms } = *shot;
            let fired_ms = lands_ms.checked_sub(flight_ms(gun, target));
            let words = if lands_ms <= self.state.time_ms {
                format!("the ball from {gun} has landed by then")
            } else if !self.can_have_fired(gun) {
                format!("no gun on {gun} can have fired")
            } else if fired_ms.is_none_or(|ms| ms < begin_ms || ms > last_ms) {
                format!("the ball from {gun} to {target} was not fired in this battle")
            } else if fired_ms.is_some_and(|ms| ms < earliest_ms) {
                format!("the ball from {gun} was fired before the one told before it")
            } else {
                earliest_ms = fired_ms.unwrap_or(earliest_ms);
                continue;
            };
            return self.refuse(SHOTS, words);
        }
        Ok(())
    }

    fn can_have_fired(&self, at: Square) -> bool {
        let mut guns = self.state.sides.iter().flat_map(|side| side.guns.iter());
        let gun = guns.find(|gun| gun.at == at);
        gun.map_or_else(|| self.ruins.contains(&at), |gun| !gun.is(Mark::CutOff))
    }
}

/// Whether the piece in hand can have come from a bag that holds what is left: from this filling,
/// or as the last of the one before.
fn dealt_from(bag: &Bag, full: &Bag, hand: Option<Piece>) -> bool {
    hand.is_none_or(|piece| bag == full || bag[piece.index()] < full[piece.index()])
}
