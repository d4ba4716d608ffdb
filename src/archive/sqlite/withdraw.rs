//! Withdrawing a match: the only way in which a log is ever deleted.

use std::collections::BTreeSet;

use rusqlite::OptionalExtension;

use super::attach::Place;
use super::writer::Desk;
use super::{SqliteArchive, find, load, rows};
use crate::archive::listing::ResultKind;
use crate::archive::{Change, ChangeKind, Error, MatchId, Result, Withdrawal, pairs};
use crate::record::link::{Link, links};

impl SqliteArchive {
    pub(super) fn withdraw_match(
        &self,
        head: Link,
        reason: String,
        now_ms: i64,
    ) -> Result<Withdrawal> {
        let gone = self.writer.write(move |desk| desk.withdraw(&head, &reason, now_ms))?;
        // The log of writes still has the old pages. What keeps it from being emptied now is no
        // failure of the withdrawal: it is emptied later.
        let _ = self.writer.alone(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(())
        });
        Ok(gone)
    }
}

/// What is known of a match that goes.
struct Going {
    id: MatchId,
    edition: i64,
    listed: bool,
    standing: load::Standing,
    /// The links of all its plies; none if its log cannot be read.
    links: Vec<Link>,
    /// The plies that its heads stood for.
    heads: BTreeSet<usize>,
}

impl Desk<'_> {
    fn withdraw(&self, head: &Link, reason: &str, now_ms: i64) -> Result<Withdrawal> {
        let (id, _) = find::head(self.connection, self.shared, head)?;
        let going = self.going(id)?;
        let claims = self.claims_on(&going)?;
        let claimed = self.claimed_links(id, &claims)?;
        self.bury(&going, reason, now_ms)?;
        self.delete_derived(&going)?;
        self.delete_truth(id)?;
        if let Some((stem, ply)) = going.standing.stem
            && let Some(link) = going.links.get(ply)
        {
            self.drop_unwanted(stem, ply, link)?;
        }
        let children = self.children(id)?;
        for child in children {
            self.attach_anew(child)?;
            self.changed(child, ChangeKind::Told)?;
        }
        for claim in claims {
            self.claim_anew(claim)?;
        }
        for (owner, ply, link) in claimed {
            self.drop_unwanted(owner, ply, &link)?;
        }
        self.write_tallies()?;
        let (head, plies) = (going.standing.head, going.standing.plies);
        let change = Change { id, head, plies, kind: ChangeKind::Withdrawn };
        self.changes.borrow_mut().push(change);
        let link = |ply: &usize| going.links.get(*ply).copied().unwrap_or(head);
        Ok(Withdrawal { id, heads: going.heads.iter().map(link).collect() })
    }

    fn going(&self, id: MatchId) -> Result<Going> {
        let row = load::log_row(self.connection, id)?;
        let standing = load::standing(self.connection, id)?;
        let mut heads = BTreeSet::from([standing.plies]);
        let links = match load::stored_log(self.connection, self.shared, id) {
            Ok(stored) => links(&stored.log),
            Err(Error::Broken(broken)) => return Err(broken.into()),
            // Also what cannot be read can be withdrawn, by its present head.
            Err(_) => Vec::new(),
        };
        if !links.is_empty() {
            heads.extend(self.given_plies(id)?);
        }
        let (edition, listed) = (row.edition, row.listed);
        Ok(Going { id, edition, listed, standing, links, heads })
    }

    /// The plies of a log whose links were given out.
    pub(super) fn given_plies(&self, id: MatchId) -> Result<Vec<usize>> {
        let sql = "SELECT first_ply + action_count - 1 FROM segment WHERE log = ?1 \
            UNION SELECT ply FROM moment WHERE log = ?1 ORDER BY 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let plies = statement.query_map([id.to_i64()], |row| row.get(0).map(rows::plies))?;
        Ok(plies.collect::<rusqlite::Result<_>>()?)
    }

    /// The matches whose records name a link of this one as their parent.
    fn claims_on(&self, going: &Going) -> Result<BTreeSet<MatchId>> {
        let mut claims = BTreeSet::new();
        if !self.connection.prepare_cached("SELECT 1 FROM claim")?.exists([])? {
            return Ok(claims);
        }
        let sql = "SELECT child FROM claim WHERE key = ?1 AND link = ?2 AND child <> ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        for link in &going.links {
            let row = (rows::key(link), link.as_bytes(), going.id.to_i64());
            for child in statement.query_map(row, |row| row.get(0))? {
                claims.insert(MatchId::from_i64(child?));
            }
        }
        let sql = "SELECT child FROM claim WHERE parent = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        for child in statement.query_map([going.id.to_i64()], |row| row.get(0))? {
            claims.insert(MatchId::from_i64(child?));
        }
        Ok(claims)
    }

    /// The links that are there because a record names them as its parent: those of this match's
    /// record, and of records that name this match.
    fn claimed_links(
        &self,
        id: MatchId,
        claims: &BTreeSet<MatchId>,
    ) -> Result<Vec<(MatchId, usize, Link)>> {
        let sql = "SELECT parent, ply, link FROM claim WHERE child = ?1 AND parent IS NOT NULL";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut claimed = Vec::new();
        for child in claims.iter().chain([&id]) {
            let row = statement.query_row([child.to_i64()], |row| {
                Ok((row.get(0)?, row.get(1)?, Link::from_bytes(row.get(2)?)))
            });
            if let Some((parent, ply, link)) = row.optional()? {
                let ply = rows::plies(ply);
                claimed.push((self.owner_of(MatchId::from_i64(parent), ply)?, ply, link));
            }
        }
        Ok(claimed)
    }

    /// Sets a tombstone for every head.
    fn bury(&self, going: &Going, reason: &str, now_ms: i64) -> Result<()> {
        let sql = "INSERT INTO tombstone (link, listed, last, reason, withdrawn_ms) \
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (link, listed) DO UPDATE SET \
            last = max(last, excluded.last)";
        let mut statement = self.connection.prepare_cached(sql)?;
        let last = going.standing.plies;
        for ply in &going.heads {
            let link = going.links.get(*ply).unwrap_or(&going.standing.head);
            statement.execute((link.as_bytes(), going.listed, *ply == last, reason, now_ms))?;
        }
        Ok(())
    }

    fn delete_derived(&self, going: &Going) -> Result<()> {
        let id = going.id.to_i64();
        if going.listed {
            let result = ResultKind::of(going.standing.outcome.as_ref()).index();
            self.count(going.edition, result, -1, -rows::ply(going.standing.plies));
        }
        let sql = "DELETE FROM link WHERE key = ?1 AND log = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        for link in &going.links {
            statement.execute((rows::key_of(link, going.listed), id))?;
        }
        if going.links.is_empty() {
            self.connection.execute("DELETE FROM link WHERE log = ?1", [id])?;
        }
        for name in self.players(going.id)? {
            self.unseat(going.id, &name)?;
        }
        self.connection.prepare_cached("DELETE FROM claim WHERE child = ?1")?.execute([id])?;
        self.connection.prepare_cached("DELETE FROM standing WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    fn players(&self, id: MatchId) -> Result<BTreeSet<String>> {
        let sql = "SELECT facts FROM recording WHERE log = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query([id.to_i64()])?;
        let mut players = BTreeSet::new();
        while let Some(row) = found.next()? {
            let facts = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            players.extend(pairs::read_facts(facts).unwrap_or_default().players);
        }
        Ok(players)
    }

    /// Takes a player from a match; a name that no match has is forgotten.
    fn unseat(&self, id: MatchId, name: &str) -> Result<()> {
        let sql = "SELECT id FROM player WHERE name = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let player: Option<i64> = statement.query_row([name], |row| row.get(0)).optional()?;
        let Some(player) = player else { return Ok(()) };
        let sql = "DELETE FROM seat WHERE player = ?1 AND log = ?2";
        self.connection.prepare_cached(sql)?.execute([player, id.to_i64()])?;
        let sql = "DELETE FROM player WHERE id = ?1 \
            AND NOT EXISTS (SELECT 1 FROM seat WHERE player = ?1)";
        self.connection.prepare_cached(sql)?.execute([player])?;
        Ok(())
    }

    fn delete_truth(&self, id: MatchId) -> Result<()> {
        let number = id.to_i64();
        let execute = |sql| -> Result<()> {
            self.connection.prepare_cached(sql)?.execute([number])?;
            Ok(())
        };
        let sql = "SELECT DISTINCT source FROM recording WHERE log = ?1 AND source IS NOT NULL";
        let mut statement = self.connection.prepare_cached(sql)?;
        let sources = statement.query_map([number], |row| row.get(0))?;
        let sources = sources.collect::<rusqlite::Result<Vec<i64>>>()?;
        execute("INSERT INTO withdrawal (log) VALUES (?1)")?;
        execute("DELETE FROM answer WHERE log = ?1")?;
        execute("DELETE FROM note WHERE log = ?1")?;
        execute("DELETE FROM recording WHERE log = ?1")?;
        execute("DELETE FROM segment WHERE log = ?1")?;
        execute("DELETE FROM moment WHERE log = ?1")?;
        execute("DELETE FROM log WHERE id = ?1")?;
        execute("DELETE FROM withdrawal WHERE log = ?1")?;
        for source in sources {
            let sql = "DELETE FROM source WHERE id = ?1 \
                AND NOT EXISTS (SELECT 1 FROM recording WHERE source = ?1)";
            self.connection.prepare_cached(sql)?.execute([source])?;
        }
        Ok(())
    }

    fn children(&self, id: MatchId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM standing WHERE stem = ?1 ORDER BY id";
        let mut statement = self.connection.prepare_cached(sql)?;
        let children =
            statement.query_map([id.to_i64()], |row| row.get(0).map(MatchId::from_i64))?;
        Ok(children.collect::<rusqlite::Result<_>>()?)
    }

    /// Hangs a log, whose stem is gone, on the one that it has most in common with now.
    fn attach_anew(&self, id: MatchId) -> Result<()> {
        let sql = "UPDATE standing SET stem = ?2, stem_ply = ?3, branch = ?4 WHERE id = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let probed = match self.probed(id) {
            Err(Error::Damaged { .. } | Error::UnknownRules { .. }) => {
                statement.execute((id.to_i64(), None::<i64>, None::<i64>, None::<i64>))?;
                return Ok(());
            }
            probed => probed?,
        };
        let stem = self.stem(&probed.probe(id))?.map(|stem| (stem.id, stem.ply));
        let mut link = |ply| probed.links.at(&probed.log, ply);
        let place = Place::of(true, stem, &link(stem.map_or(0, |(_, ply)| ply + 1)));
        statement.execute((id.to_i64(), place.stem, place.stem_ply, place.branch))?;
        self.leave_stem(stem, &mut link)
    }

    /// Deletes a link at which no log leaves this one any more, and which was never given out.
    fn drop_unwanted(&self, id: MatchId, ply: usize, link: &Link) -> Result<()> {
        let sql = "DELETE FROM link WHERE key = ?1 AND log = ?2 AND ply = ?3 AND head = 0 \
            AND NOT EXISTS \
                (SELECT 1 FROM standing WHERE stem = ?2 AND stem_ply = ?3 AND stem_ply > 0) \
            AND NOT EXISTS (SELECT 1 FROM claim \
                WHERE key = ?1 AND link = ?4 AND parent IS NOT NULL)";
        let row = (rows::key(link), id.to_i64(), rows::ply(ply), link.as_bytes());
        self.connection.prepare_cached(sql)?.execute(row)?;
        Ok(())
    }
}
