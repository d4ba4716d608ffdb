//! What happened, in words: first what the clock brought, then the action itself.

use super::action::{Action, SEATS};
use super::phases::Phase;
use super::pieces::{Piece, full_bag};
use super::rows;
use super::state::{OPENING_GUNS, State};
use super::survey::Survey;
use super::things;
use crate::rules::effect::{Effect, Why};
use crate::rules::grid::Square;
use crate::rules::outcome::Outcome;
use crate::rules::scene::Symbol;
use crate::rules::seat::{Actor, Seat};

/// How many shells that harm nothing are told one by one.
const FEW: usize = 2;

/// The words for an action and for all that the clock brought before it.
pub(super) fn narrate(
    before: &State,
    by: Actor,
    action: Action,
    effects: &[Effect],
    after: &State,
) -> String {
    let own = own_effect_count(action, effects);
    let mut story = Story::new(before, after);
    for effect in effects.iter().take(effects.len() - own) {
        story.take(effect);
    }
    story.finish_landings();
    let mut told = story.told;
    told.extend(tell_action(before, by, action, after, told.is_empty()));
    told.extend(tell_seals(before, action, after));
    told.join(" ")
}

/// How many of the effects, the last ones, are the action's own.
fn own_effect_count(action: Action, effects: &[Effect]) -> usize {
    let own = match action {
        Action::Nominate(_) => effects.len(),
        Action::Fire(_) | Action::Gun(_) => 2,
        Action::Deal(..) => 1,
        Action::Place(piece, ..) => piece.cells().len(),
        Action::Time => 0,
    };
    own.min(effects.len())
}

fn name(seat: Seat) -> &'static str {
    SEATS[seat.index()].name
}

/// `a1`, `a1 and b1`, `a1, b1 and c1`.
fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn several(count: usize, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

/// A shell that has landed.
struct Landing {
    shooter: Seat,
    target: Square,
    at_ms: u32,
    walls: Vec<Square>,
    /// The gun that it hit, whose, and whether that was the end of it.
    gun: Option<(Seat, Square, bool)>,
}

/// What a count finds of one side.
#[derive(Default)]
struct Counted {
    sealed: Vec<String>,
    cut_off: Vec<Square>,
    back: Vec<Square>,
}

/// The story of what the clock brought, while its effects come in.
struct Story<'a> {
    after: &'a State,
    /// The landings to come: whose shell, where, when; in the order of landing.
    expected: std::vec::IntoIter<(Square, u32)>,
    round: u8,
    landings: Vec<Landing>,
    counted: [Counted; 2],
    unnamed: Vec<Seat>,
    told: Vec<String>,
}

impl<'a> Story<'a> {
    fn new(before: &State, after: &'a State) -> Self {
        let mut expected: Vec<(Square, u32)> =
            before.shots.iter().map(|shot| (shot.target, shot.lands_ms)).collect();
        expected.sort_by_key(|(_, lands_ms)| *lands_ms);
        Story {
            after,
            expected: expected.into_iter(),
            round: before.now.round,
            landings: Vec::new(),
            counted: Default::default(),
            unnamed: Vec::new(),
            told: Vec::new(),
        }
    }

    fn take(&mut self, effect: &Effect) {
        match *effect {
            Effect::Vanish { thing, at, why } => self.vanish(thing.symbol, thing.seat, at, why),
            Effect::Hurt { thing, at, .. } => {
                if let (Some(landing), Some(seat)) = (self.landings.last_mut(), thing.seat) {
                    landing.gun = Some((seat, at, false));
                }
            }
            Effect::Become { from, to, at } => {
                if let Some(seat) = to.seat {
                    self.become_other(seat, from.name, to.name, at);
                }
            }
            Effect::Gain { seat, what, by } => self.gain(seat, what, by),
            Effect::Begin { what, .. } => self.begin(what),
            _ => {}
        }
    }

    fn vanish(&mut self, symbol: Symbol, seat: Option<Seat>, at: Square, why: Why) {
        let Some(seat) = seat else { return };
        if symbol == Symbol::Target {
            let at_ms = self.expected.next().map_or(self.after.time_ms, |(_, lands_ms)| lands_ms);
            let (walls, gun) = (Vec::new(), None);
            self.landings.push(Landing { shooter: seat, target: at, at_ms, walls, gun });
        }
        let Some(landing) = self.landings.last_mut().filter(|_| why == Why::Shot) else { return };
        match symbol {
            Symbol::Wall => landing.walls.push(at),
            Symbol::Gun => landing.gun = Some((seat, at, true)),
            _ => {}
        }
    }

    fn become_other(&mut self, seat: Seat, from: &str, to: &str, at: Square) {
        let counted = &mut self.counted[seat.index()];
        if to == things::cut_off_gun(seat).name {
            counted.cut_off.push(at);
        } else if from == things::cut_off_gun(seat).name {
            counted.back.push(at);
        } else if to == things::sealed_home(seat).name {
            counted.sealed.push(format!("its Home {at}"));
        } else if to == things::sealed_castle(seat).name {
            counted.sealed.push(at.to_string());
        } else if to == things::home(seat).name {
            self.unnamed.push(seat);
        }
    }

    fn gain(&mut self, seat: Seat, what: &str, by: i32) {
        let who = name(seat);
        match what {
            things::TO_PLACE if by < 0 => {
                let guns = several(by.unsigned_abs() as usize, "gun", "guns");
                self.told.push(format!("{who} forfeits {guns} not placed."));
            }
            things::TO_PLACE if self.round > 0 => {
                let guns = several(by.unsigned_abs() as usize, "gun", "guns");
                self.told.push(format!("{who} may place {guns}."));
            }
            things::IN_HAND if by < 0 => {
                self.told.push(format!("{who}'s piece in hand is lost."));
            }
            things::POINTS => self.tell_count(seat, by),
            _ => {}
        }
    }

    fn tell_count(&mut self, seat: Seat, points: i32) {
        let Counted { sealed, cut_off, back } = std::mem::take(&mut self.counted[seat.index()]);
        let who = name(seat);
        let castles = match sealed.as_slice() {
            [] => "no castle".to_owned(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        };
        self.told.push(format!("{who} has sealed {castles} and scores {points}."));
        for (guns, what) in [(cut_off, "cut off"), (back, "inside again")] {
            let are = if guns.len() == 1 { "gun on" } else { "guns on" };
            let verb = if guns.len() == 1 { "is" } else { "are" };
            if !guns.is_empty() {
                self.told.push(format!("{who}'s {are} {} {verb} {what}.", list(&guns)));
            }
        }
    }

    fn begin(&mut self, what: &str) {
        self.finish_landings();
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == what);
        match phase {
            Some(Phase::Cannon) if self.round == 0 => self.tell_opening(),
            Some(Phase::Cannon) => {}
            Some(Phase::Battle) => {
                self.round += 1;
                self.told.push(format!("The battle of round {} begins.", self.round));
            }
            Some(Phase::Ceasefire) if self.after.now.phase == Phase::Ceasefire => {
                self.told.push("The cease-fire begins: no more shots are taken.".to_owned());
            }
            Some(Phase::Build) => {
                self.told.push(format!("The build phase of round {} begins.", self.round));
            }
            Some(Phase::Grace) if self.after.now.phase == Phase::Grace => {
                self.told.push("The build phase ends; what is in hand can still be placed.".into());
            }
            Some(Phase::Over) => self.told.extend(self.after.ended.map(|o| self.tell_end(&o))),
            Some(Phase::Nomination | Phase::Ceasefire | Phase::Grace) | None => {}
        }
    }

    fn tell_opening(&mut self) {
        let homes: Vec<String> = Seat::BOTH
            .into_iter()
            .filter_map(|seat| Some(format!("{}'s Home {}", name(seat), self.after.home(seat)?)))
            .collect();
        self.told.push(format!("Walls rise around {}.", homes.join(" and ")));
        match self.unnamed.as_slice() {
            [] => {}
            [seat] => self.told.push(format!("{} named none and has its first.", name(*seat))),
            _ => self.told.push("Neither named one; each has its first.".to_owned()),
        }
        self.told.push(format!("Each side has {OPENING_GUNS} guns to place."));
    }

    fn tell_end(&self, outcome: &Outcome) -> String {
        let [west, east] = self.after.sides.map(|side| side.score);
        match outcome.winner() {
            Some(seat) if outcome.reason == "SG-6.5" => {
                let (winner, loser) = (name(seat), name(seat.other()));
                format!("{loser} has no sealed castle and {winner} has: {winner} wins.")
            }
            Some(seat) => {
                let (more, less) = (west.max(east), west.min(east));
                format!("That was the last round: {} wins by {more} to {less}.", name(seat))
            }
            None => format!("That was the last round, and both have {west}: a draw."),
        }
    }

    fn finish_landings(&mut self) {
        let mut landings = std::mem::take(&mut self.landings);
        landings.iter_mut().for_each(|landing| landing.walls.sort_unstable());
        let harmless = |landing: &&Landing| landing.walls.is_empty() && landing.gun.is_none();
        let misses = landings.iter().filter(harmless).count();
        for landing in &landings {
            if misses <= FEW || !harmless(&landing) {
                self.told.push(tell_landing(landing));
            }
        }
        if misses > FEW {
            self.told.push(format!("{misses} shells land and harm nothing."));
        }
    }
}

fn tell_landing(landing: &Landing) -> String {
    let Landing { shooter, target, at_ms, walls, gun } = landing;
    let mut deeds = Vec::new();
    match walls.as_slice() {
        [] => {}
        [wall] if wall == target => deeds.push("destroys the wall there".to_owned()),
        [wall] => deeds.push(format!("destroys the wall on {wall}")),
        walls => deeds.push(format!("destroys the walls on {}", list(walls))),
    }
    if let Some((owner, at, destroyed)) = gun {
        let own = owner == shooter;
        let whose = if own { "its own".to_owned() } else { format!("{}'s", name(*owner)) };
        deeds.push(if *destroyed {
            format!("turns {whose} gun on {at} to rubble")
        } else {
            format!("silences {whose} gun on {at}")
        });
    }
    let deeds = if deeds.is_empty() { "harms nothing".to_owned() } else { deeds.join(", and ") };
    let time = things::seconds(*at_ms);
    format!("{}'s shell lands on {target} at {time} and {deeds}.", name(*shooter))
}

fn tell_action(
    before: &State,
    by: Actor,
    action: Action,
    after: &State,
    alone: bool,
) -> Option<String> {
    let seat = by.seat();
    let who = seat.map_or("the arbiter", name);
    Some(match action {
        Action::Nominate(castle) => match seat.and_then(|seat| before.home(seat)) {
            Some(home) if home == castle => format!("{who} keeps {castle} as its Home."),
            Some(home) => format!("{who} names {castle} as its Home instead of {home}."),
            None => format!("{who} names {castle} as its Home."),
        },
        Action::Fire(target) => tell_shot(seat?, target, after)?,
        Action::Deal(seat, piece) => tell_deal(seat, piece, after),
        Action::Place(piece, rotation, corner) => {
            let tiles: Vec<Square> = piece.shape(rotation).tiles(corner).collect();
            format!("{who} walls {}.", list(&tiles))
        }
        Action::Gun(at) => {
            let left = match after.side(seat?).awards {
                0 => "its last to place".to_owned(),
                left => format!("{left} left to place"),
            };
            format!("{who} places a gun on {at}, {left}.")
        }
        Action::Time if alone => {
            format!("The clock is carried to {}.", things::seconds(after.time_ms))
        }
        Action::Time => return None,
    })
}

fn tell_shot(seat: Seat, target: Square, after: &State) -> Option<String> {
    let shot = after.shots.as_slice().last()?;
    let bank = after.map().bank(target);
    let gun = bank.and_then(|bank| {
        let guns = &after.side(bank).guns;
        let place = after.side(bank).gun_over(target)?;
        Some((bank, guns.as_slice().get(place)?.at))
    });
    let what = match (gun, bank) {
        (Some((owner, at)), _) if owner == seat => format!("its own gun on {at} ({target})"),
        (Some((owner, at)), _) => format!("{}'s gun on {at} ({target})", name(owner)),
        (None, None) => format!("the river on {target}"),
        (None, Some(_)) if rows::has(&after.walls, target) => format!("the wall on {target}"),
        (None, Some(_)) => target.to_string(),
    };
    let lands = things::seconds(shot.lands_ms);
    Some(format!("{}'s gun on {} fires at {what}: it lands at {lands}.", name(seat), shot.gun))
}

fn tell_deal(seat: Seat, piece: Piece, after: &State) -> String {
    let (who, letter) = (name(seat), piece.letter());
    let filled = after.side(seat).bag == full_bag(after.now.round);
    let bag = if filled { " It was the last in the bag, which is filled anew." } else { "" };
    format!("{who} is dealt {letter}.{bag}")
}

/// Castles that a wall has just closed off, or that shells have just opened.
fn tell_seals(before: &State, action: Action, after: &State) -> Vec<String> {
    let same_phase = before.now == after.now;
    let building = matches!(action, Action::Place(..));
    let shelled = matches!(after.now.phase, Phase::Battle | Phase::Ceasefire);
    if !same_phase || !(building || shelled) {
        return Vec::new();
    }
    let (was, is) = (Survey::of(before), Survey::of(after));
    let castles = Seat::BOTH
        .into_iter()
        .flat_map(|seat| after.map().castles[seat.index()].map(|castle| (seat, castle)));
    let mut told = Vec::new();
    for (seat, castle) in castles {
        let what = if after.home(seat) == Some(castle) { "Home" } else { "castle" };
        let owner = name(seat);
        match (was.encloses(castle), is.encloses(castle)) {
            (false, true) => told.push(format!("{owner}'s {what} {castle} is closed off.")),
            (true, false) => told.push(format!("{owner}'s {what} {castle} is open.")),
            _ => {}
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use crate::games::siege::Siege;
    use crate::rules::any::{AnyGame, Behind, View};
    use crate::rules::options::Options;
    use crate::rules::rulebook::Line;

    fn check(options: &[(&str, &str)], script: &[(&str, &str)]) {
        let game = Behind::<Siege>::text();
        let options = Options::read(game.card(), options.iter().copied()).expect("options");
        let mut play = game.begin(&options, None).expect("a start");
        for (text, words) in script {
            let line = Line::read(text).expect(text);
            let by = game.card().actor(&line.by).expect(text);
            let happened = play.tell(by, &line.action, line.at, View::Told).expect(text);
            assert_eq!(happened.words, *words, "{text}");
        }
    }

    #[test]
    fn a_round_in_words() {
        check(
            &[("rounds", "1")],
            &[
                ("W nominate q9 @1000", "West names q9 as its Home."),
                ("W nominate f6 @2000", "West names f6 as its Home instead of q9."),
                ("W nominate f6 @2000", "West keeps f6 as its Home."),
                (
                    "W gun@h8 @11000",
                    "Walls rise around West's Home f6 and East's Home al22. East named none and \
                     has its first. Each side has 3 guns to place. West places a gun on h8, 2 left \
                     to place.",
                ),
                ("E gun@aj20 @12000", "East places a gun on aj20, 2 left to place."),
                (
                    "W fire ai20 @25000",
                    "West forfeits 2 guns not placed. East forfeits 2 guns not placed. The battle \
                     of round 1 begins. West's gun on h8 fires at the wall on ai20: it lands at \
                     26.361.",
                ),
                ("E fire v9 @25400", "East's gun on aj20 fires at v9: it lands at 26.397."),
                (
                    "W fire aj20 @27000",
                    "West's shell lands on ai20 at 26.361 and destroys the walls on ai19, ai20 and \
                     ai21. East's shell lands on v9 at 26.397 and harms nothing. West's gun on h8 \
                     fires at East's gun on aj20 (aj20): it lands at 28.393.",
                ),
                ("* time @27100", "The clock is carried to 27.100."),
                (
                    "W fire an26 @29000",
                    "West's shell lands on aj20 at 28.393 and destroys the wall on aj19, and \
                     silences East's gun on aj20. West's gun on h8 fires at the wall on an26: it \
                     lands at 30.611.",
                ),
                (
                    "* deal E C @44000",
                    "West's shell lands on an26 at 30.611 and destroys the walls on am26, an26 and \
                     ao26. The build phase of round 1 begins. East is dealt C.",
                ),
                (
                    "E C0@am26 @45000",
                    "East walls am26, an26 and ao26. East's Home al22 is closed off.",
                ),
                ("* deal W A @45000", "West is dealt A."),
                (
                    "* time @78000",
                    "West's piece in hand is lost. West has sealed its Home f6 and scores 232. \
                     East has sealed its Home al22 and scores 232. East's gun on aj20 is cut off. \
                     That was the last round, and both have 232: a draw.",
                ),
            ],
        );
    }
}
