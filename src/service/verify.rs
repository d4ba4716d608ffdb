//! Replaying what is stored and comparing.

use super::{Keep, KeepError, cores};
use crate::archive::verify::{Difference, verify};
use crate::archive::{self, Scope, StoredMatch};
use crate::record::link::Link;
use crate::record::replay::Verdict;

/// How many matches are read at once.
const AT_ONCE: usize = 256;

/// What was found about one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The match: its head, or its number where not even that can be read.
    pub name: String,
    /// The first difference, in words; none if it is good.
    pub difference: Option<String>,
}

/// What a replay says about one match, and what was known of it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Its head.
    pub head: Link,
    /// Its last ply.
    pub plies: usize,
    /// How many stored positions were compared.
    pub position_count: usize,
    /// What the positions that came with its first recording proved.
    pub verdict: Verdict,
    /// The first difference between what is stored and what the rules give; none if it is good.
    pub difference: Option<Difference>,
}

impl Keep {
    /// Replays the match of a link and compares.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn prove(&self, link: &str) -> Result<Proof, KeepError> {
        let stored = self.load(link)?;
        let first = stored.recordings.first();
        Ok(Proof {
            head: stored.head,
            plies: stored.log.actions.len(),
            position_count: stored.checkpoints.len(),
            verdict: first.map_or(Verdict::Replays, |recording| recording.verdict),
            difference: verify(&stored).err(),
        })
    }

    /// Verifies every match, each told in order; gives how many are good and how many are not.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn verify_all(&self, tell: &mut dyn FnMut(&Verified)) -> Result<(usize, usize), KeepError> {
        let (mut good, mut bad) = (0, 0);
        let mut after = None;
        loop {
            let matches = self.archive().each(after, AT_ONCE, Scope::All)?;
            let Some((last, _)) = matches.last() else { return Ok((good, bad)) };
            after = Some(*last);
            for verified in cores::map(&matches, one) {
                *if verified.difference.is_none() { &mut good } else { &mut bad } += 1;
                tell(&verified);
            }
        }
    }

    /// Verifies the matches of some links.
    ///
    /// # Errors
    /// As [`Keep::find`].
    pub fn verify(
        &self,
        links: &[String],
        tell: &mut dyn FnMut(&Verified),
    ) -> Result<(usize, usize), KeepError> {
        let (mut good, mut bad) = (0, 0);
        for link in links {
            let verified = compare(&self.load(link)?);
            *if verified.difference.is_none() { &mut good } else { &mut bad } += 1;
            tell(&verified);
        }
        Ok((good, bad))
    }
}

fn one((id, stored): &archive::Each) -> Verified {
    match stored {
        Ok(stored) => compare(stored),
        Err(error) => Verified { name: format!("match {id}"), difference: Some(error.to_string()) },
    }
}

fn compare(stored: &StoredMatch) -> Verified {
    let difference = verify(stored).err().map(|difference| difference.to_string());
    Verified { name: stored.head.to_string(), difference }
}
