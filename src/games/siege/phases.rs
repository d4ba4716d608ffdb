//! The phases of a match and the times at which they begin and end (SG-2, SG-5.1).

use super::maps::MapId;

/// The most rounds that a match can have (SG-2.2).
pub(super) const MOST_ROUNDS: u8 = 20;
/// How long a cease-fire and a grace last (SG-2.1), in milliseconds.
const PAUSE_MS: u32 = 4000;

/// The options, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The map.
    pub(super) map: MapId,
    /// How long nomination lasts, in seconds.
    pub(super) nomination_s: u32,
    /// How long a cannon phase lasts, in seconds.
    pub(super) cannon_s: u32,
    /// How long a battle lasts, in seconds.
    pub(super) battle_s: u32,
    /// How long the first build phase lasts, in seconds.
    pub(super) build_s: u32,
    /// How many rounds there are.
    pub(super) rounds: u8,
}

/// The phases of a match (SG-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Nomination,
    Cannon,
    Battle,
    Ceasefire,
    Build,
    Grace,
    Over,
}

/// The phase that runs at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) phase: Phase,
    /// 0 before the first battle.
    pub(super) round: u8,
    /// When it began.
    pub(super) begin_ms: u32,
    /// When it ends; never, once the match is over.
    pub(super) end_ms: u32,
}

impl Config {
    /// How long the build phase of a round lasts (SG-5.1), in milliseconds.
    fn build_ms(&self, round: u8) -> u32 {
        let shorter = u32::from(round).saturating_sub(1) * self.build_s * 50;
        (self.build_s * 1000).saturating_sub(shorter).max(self.build_s * 500)
    }

    /// How long a phase lasts, in milliseconds.
    fn length_ms(&self, phase: Phase, round: u8) -> u32 {
        match phase {
            Phase::Nomination => self.nomination_s * 1000,
            Phase::Cannon => self.cannon_s * 1000,
            Phase::Battle => self.battle_s * 1000,
            Phase::Ceasefire | Phase::Grace => PAUSE_MS,
            Phase::Build => self.build_ms(round),
            Phase::Over => 0,
        }
    }

    /// The first phase.
    pub(super) fn first(&self) -> Moment {
        let end_ms = self.length_ms(Phase::Nomination, 0);
        Moment { phase: Phase::Nomination, round: 0, begin_ms: 0, end_ms }
    }

    /// The phase after another, as long as nothing but the number of rounds ends the match.
    pub(super) fn after(&self, moment: Moment) -> Moment {
        let (phase, round) = match moment.phase {
            Phase::Nomination => (Phase::Cannon, 0),
            Phase::Cannon => (Phase::Battle, moment.round + 1),
            Phase::Battle => (Phase::Ceasefire, moment.round),
            Phase::Ceasefire => (Phase::Build, moment.round),
            Phase::Build => (Phase::Grace, moment.round),
            Phase::Grace if moment.round < self.rounds => (Phase::Cannon, moment.round),
            Phase::Grace | Phase::Over => return self.over(moment),
        };
        let end_ms = moment.end_ms + self.length_ms(phase, round);
        Moment { phase, round, begin_ms: moment.end_ms, end_ms }
    }

    /// The end of the match when a phase has ended.
    pub(super) fn over(&self, moment: Moment) -> Moment {
        let Moment { round, end_ms, .. } = moment;
        Moment { phase: Phase::Over, round, begin_ms: end_ms, end_ms: u32::MAX }
    }

    /// The phases of a match that nothing cuts short, the end last.
    pub(super) fn moments(&self) -> impl Iterator<Item = Moment> {
        std::iter::successors(Some(self.first()), |moment| {
            (moment.phase != Phase::Over).then(|| self.after(*moment))
        })
    }
}

impl Phase {
    /// All phases in the order in which a match comes to them.
    pub(super) const ALL: [Phase; 7] = [
        Phase::Nomination,
        Phase::Cannon,
        Phase::Battle,
        Phase::Ceasefire,
        Phase::Build,
        Phase::Grace,
        Phase::Over,
    ];

    /// Its word in the position text.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Phase::Nomination => "nomination",
            Phase::Cannon => "cannon",
            Phase::Battle => "battle",
            Phase::Ceasefire => "ceasefire",
            Phase::Build => "build",
            Phase::Grace => "grace",
            Phase::Over => "over",
        }
    }

    /// Its name in sentences.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Phase::Nomination => "nomination",
            Phase::Cannon => "cannon phase",
            Phase::Battle => "battle",
            Phase::Ceasefire => "cease-fire",
            Phase::Build => "build phase",
            Phase::Grace => "grace",
            Phase::Over => "end",
        }
    }
}
