//! Parents that records name themselves, by the fact `Parent`.
//!
//! A claim whose link is of the child's own log means whoever else has that ply: the oldest log
//! that
//! does. Any other is looked up among the heads that were given out. A parent that is not here yet
//! is
//! found when it comes.

use rusqlite::OptionalExtension;

use super::writer::Desk;
use super::{find, load, rows};
use crate::archive::{Error, MatchId, Result};
use crate::record::link::{Link, links};
use crate::record::log::Log;

impl Desk<'_> {
    /// Writes down the parent that a new match names.
    pub(super) fn claim(&self, child: MatchId, claim: &Link, log: &Log) -> Result<()> {
        let own_ply = links(log).iter().position(|link| link == claim);
        let sql = "INSERT INTO claim (child, key, link, own_ply) VALUES (?1, ?2, ?3, ?4)";
        let row = (child.to_i64(), rows::key(claim), claim.as_bytes(), own_ply.map(rows::ply));
        self.connection.prepare_cached(sql)?.execute(row)?;
        self.settle_claim(child)
    }

    /// Finds the parent of a claim anew, after the one that it had is gone.
    pub(super) fn claim_anew(&self, child: MatchId) -> Result<()> {
        let sql = "UPDATE claim SET parent = NULL, ply = NULL WHERE child = ?1";
        self.connection.prepare_cached(sql)?.execute([child.to_i64()])?;
        self.settle_claim(child)
    }

    fn claim_row(&self, child: MatchId) -> Result<(Link, Option<usize>)> {
        let sql = "SELECT link, own_ply FROM claim WHERE child = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.query_row([child.to_i64()], |row| {
            let own_ply: Option<i64> = row.get(1)?;
            Ok((Link::from_bytes(row.get(0)?), own_ply.map(rows::plies)))
        })?)
    }

    /// Finds the parent of a claim that has none, if it is here.
    fn settle_claim(&self, child: MatchId) -> Result<()> {
        self.open_claims.set(Some(true));
        let (claim, own_ply) = self.claim_row(child)?;
        let parent = match own_ply {
            Some(ply) => self.other_with(child, ply)?.map(|parent| (parent, ply)),
            None => find::given_place(self.connection, self.shared, &claim)?
                .map(|place| (place.id, place.ply)),
        };
        let Some((parent, ply)) = parent.filter(|(parent, _)| *parent != child) else {
            return Ok(());
        };
        let sql = "UPDATE claim SET parent = ?2, ply = ?3 WHERE child = ?1";
        let row = (child.to_i64(), parent.to_i64(), rows::ply(ply));
        self.connection.prepare_cached(sql)?.execute(row)?;
        let owner = self.owner_of(parent, ply)?;
        self.insert_link(owner, ply, &claim, true, false)
    }

    /// The oldest listed log but this one that has a ply of it.
    fn other_with(&self, child: MatchId, ply: usize) -> Result<Option<MatchId>> {
        if !load::log_row(self.connection, child)?.listed {
            return self.listed_with(child, ply);
        }
        let owner = self.owner_of(child, ply)?;
        if owner != child {
            return Ok(Some(owner));
        }
        let sql = "SELECT min(id) FROM standing WHERE stem = ?1 AND stem_ply >= ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let oldest: Option<i64> =
            statement.query_row([child.to_i64(), rows::ply(ply)], |row| row.get(0))?;
        Ok(oldest.map(MatchId::from_i64))
    }

    /// The oldest listed log that has a ply of an unlisted one. One that cannot be read has none.
    fn listed_with(&self, child: MatchId, ply: usize) -> Result<Option<MatchId>> {
        let probed = match self.probed(child) {
            Err(Error::Broken(broken)) => return Err(broken.into()),
            Err(_) => return Ok(None),
            Ok(probed) => probed,
        };
        match self.stem(&probed.probe(child))?.filter(|stem| stem.ply >= ply) {
            Some(stem) => Ok(Some(self.owner_of(stem.id, ply)?)),
            None => Ok(None),
        }
    }

    /// The oldest log that has a ply of this one.
    pub(super) fn owner_of(&self, id: MatchId, ply: usize) -> Result<MatchId> {
        let sql = "SELECT stem FROM standing WHERE id = ?1 AND stem_ply >= ?2 AND stem > 0";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut owner = id;
        loop {
            let row = (owner.to_i64(), rows::ply(ply));
            match statement.query_row(row, |row| row.get::<_, i64>(0)).optional()? {
                Some(stem) => owner = MatchId::from_i64(stem),
                None => return Ok(owner),
            }
        }
    }

    /// A head has come: whoever claims it has a parent now.
    pub(super) fn claimed(&self, id: MatchId, ply: usize, link: &Link) -> Result<()> {
        if !self.any_open_claim()? {
            return Ok(());
        }
        let sql = "UPDATE claim SET parent = ?3, ply = ?4 \
            WHERE key = ?1 AND link = ?2 AND parent IS NULL AND own_ply IS NULL AND child <> ?3";
        let row = (rows::key(link), link.as_bytes(), id.to_i64(), rows::ply(ply));
        self.connection.prepare_cached(sql)?.execute(row)?;
        Ok(())
    }

    /// A log hangs on this one now: if this one claims a ply of its own, it may have a parent now.
    pub(super) fn claim_of_stem(&self, stem: MatchId) -> Result<()> {
        if !self.any_open_claim()? {
            return Ok(());
        }
        let sql = "SELECT 1 FROM claim WHERE child = ?1 AND parent IS NULL AND own_ply IS NOT NULL";
        if self.connection.prepare_cached(sql)?.exists([stem.to_i64()])? {
            self.claim_anew(stem)?;
        }
        Ok(())
    }

    fn any_open_claim(&self) -> Result<bool> {
        if let Some(any) = self.open_claims.get() {
            return Ok(any);
        }
        let sql = "SELECT 1 FROM claim WHERE parent IS NULL";
        let any = self.connection.prepare_cached(sql)?.exists([])?;
        self.open_claims.set(Some(any));
        Ok(any)
    }
}
