//! Matches that are being recorded, so that an append need not read the whole log again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::archive::MatchId;
use crate::record::link::{Chain, Link};
use crate::record::log::{Actions, Header};

/// How many are remembered: about 2 kB each.
const REMEMBERED: usize = 1_024;

/// A log up to its head. What is known of a head is true for ever; whether it still is the head of
/// the match is for the writer to say.
#[derive(Clone)]
pub(super) struct Live {
    pub(super) id: MatchId,
    pub(super) header: Header,
    pub(super) listed: bool,
    pub(super) plies: usize,
    /// The log's text so far.
    pub(super) chain: Chain,
}

impl Live {
    /// The log after more actions.
    pub(super) fn after(&self, actions: &Actions) -> Live {
        let mut after = self.clone();
        let mut line = String::new();
        for action in actions.iter() {
            after.plies += 1;
            line.clear();
            after.header.write_action(after.plies, &action, &mut line);
            after.chain.push(&line);
        }
        after
    }
}

/// The logs that were appended to lately, by head.
#[derive(Default)]
pub(super) struct Lives {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    logs: HashMap<Link, (Live, u64)>,
    /// How often something was kept: the age of entries.
    clock: u64,
}

impl Lives {
    /// The log with that head, if it is remembered.
    pub(super) fn get(&self, head: &Link) -> Option<Live> {
        self.kept().logs.get(head).map(|(live, _)| live.clone())
    }

    /// Remembers a log in the place of what it was before.
    pub(super) fn keep(&self, before: &Link, head: Link, live: Live) {
        let mut kept = self.kept();
        kept.logs.remove(before);
        kept.clock += 1;
        let now = kept.clock;
        kept.logs.insert(head, (live, now));
        if kept.logs.len() > REMEMBERED {
            // The older half goes: looking for the oldest one each time would take longer.
            let half = now.saturating_sub(REMEMBERED as u64 / 2);
            kept.logs.retain(|_, (_, at)| *at > half);
        }
    }

    /// Forgets everything: another file has taken the place of this one.
    pub(super) fn forget(&self) {
        self.kept().logs.clear();
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
