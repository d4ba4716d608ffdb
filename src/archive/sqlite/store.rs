//! Storing matches: what is new about one, and what is not.

use std::collections::HashSet;

use super::prepare::{Prepared, check_notes, check_sum};
use super::stem::{Probe, Stem};
use super::writer::Desk;
use super::{SqliteArchive, load, rows};
use crate::archive::segment::encode;
use crate::archive::{
    Change, ChangeKind, Entry, Error, MatchId, Mode, NewMatch, Result, Stored, pairs,
};
use crate::record::facts::PARENT;
use crate::record::link;
use crate::record::note::Note;

impl SqliteArchive {
    pub(super) fn store_batch(
        &self,
        batch: Vec<NewMatch>,
        mode: Mode,
        now_ms: i64,
    ) -> Result<Vec<Result<Stored>>> {
        let generation = self.shared.shapes.generation();
        let prepared = self.prepare(batch)?;
        if mode == Mode::Whole
            && let Some(error) = prepared.iter().find_map(|one| one.as_ref().err())
        {
            return Err(error.clone());
        }
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        self.writer.write_much(move |desk| {
            desk.shared.shapes.refuse_older(generation)?;
            let mut stored = Vec::with_capacity(prepared.len());
            for one in prepared {
                let before = desk.connection.total_changes();
                let one = one.and_then(|one| desk.store(&one, now_ms));
                match one {
                    Err(Error::Broken(broken)) => return Err(broken.into()),
                    Err(error) if mode == Mode::Whole => return Err(error),
                    // Half of a match is never stored.
                    Err(error) if desk.connection.total_changes() != before => return Err(error),
                    one => stored.push(one),
                }
            }
            desk.write_tallies()?;
            Ok(stored)
        })
    }
}

/// Where a log stands among the stored ones.
enum Standing {
    /// It is new, and leaves this one.
    New(Option<Stem>),
    /// It is the log of a stored match, or the beginning of it.
    Within(MatchId, usize),
    /// It goes on from a stored match, which has so many plies.
    After(MatchId, usize),
}

/// What a stored match does not know yet.
struct News<'n> {
    notes: Vec<&'n Note>,
    /// The number of the recording, if its facts are new.
    recording: Option<i64>,
}

impl Desk<'_> {
    /// Stores a match. Nothing is written before it is sure that it will be stored.
    fn store(&self, one: &Prepared, now_ms: i64) -> Result<Stored> {
        let new = &one.new;
        let plies = new.record.log.actions.len();
        let stored = |id, entry| Stored { id, link: new.head, ply: plies, entry };
        let standing = if new.listed { self.stand(one)? } else { self.stand_unlisted(one)? };
        match standing {
            Standing::Within(id, last) if last == plies => {
                let news = self.news(id, one)?;
                let told = self.tell(id, one, &news, now_ms)?;
                Ok(stored(id, if told { Entry::Recorded } else { Entry::Already }))
            }
            Standing::Within(id, plies) => {
                self.give_out(id, one)?;
                // What is known of the match stands with all of it; what was said is added.
                let notes = self.new_notes(id, &new.record.notes)?;
                self.tell(id, one, &News { notes, recording: None }, now_ms)?;
                Ok(stored(id, Entry::Shorter { plies }))
            }
            Standing::After(id, from_ply) => {
                let now = load::standing(self.connection, id)?;
                if now.outcome.is_some() {
                    return Err(Error::AfterEnd { head: now.head });
                }
                self.refuse_withdrawn(&new.head, new.listed)?;
                let news = self.news(id, one)?;
                self.go_on(id, from_ply, one, now_ms)?;
                self.tell(id, one, &news, now_ms)?;
                Ok(stored(id, Entry::Continued { from_ply }))
            }
            Standing::New(stem) => {
                self.refuse_withdrawn(&new.head, new.listed)?;
                let stem = stem.map(|stem| (stem.id, stem.ply));
                let id = self.add(one, stem, now_ms)?;
                let parent = load::parent(self.connection, id, stem, &new.record.log)?;
                let entry = parent.map_or(Entry::New, |(parent, ply)| Entry::Fork { parent, ply });
                Ok(stored(id, entry))
            }
        }
    }

    fn stand(&self, one: &Prepared) -> Result<Standing> {
        let log = &one.new.record.log;
        let tags = one.tags.as_deref();
        let (links, edition) = (&one.links, one.edition);
        let stem = self.stem(&Probe { log, links, edition, tags, before: None })?;
        Ok(match stem {
            Some(stem) if stem.ply == log.actions.len() => {
                Standing::Within(stem.id, load::standing(self.connection, stem.id)?.plies)
            }
            Some(stem) if stem.ends => Standing::After(stem.id, stem.ply),
            stem => Standing::New(stem),
        })
    }

    /// An unlisted log is compared with the heads of unlisted ones only: nobody learns of one but
    /// who has all of it.
    fn stand_unlisted(&self, one: &Prepared) -> Result<Standing> {
        let log = &one.new.record.log;
        let last = log.actions.len();
        if let Some((id, plies)) = self.unlisted_head(&one.new.head, last)? {
            return Ok(Standing::Within(id, plies));
        }
        let links = link::links(log);
        for (ply, head) in links.iter().enumerate().take(last).skip(1).rev() {
            if let Some((id, plies)) = self.unlisted_head(head, ply)?
                && plies == ply
            {
                return Ok(Standing::After(id, ply));
            }
        }
        Ok(Standing::New(None))
    }

    /// Refuses a log that was withdrawn.
    pub(super) fn refuse_withdrawn(&self, head: &link::Link, listed: bool) -> Result<()> {
        let sql = "SELECT 1 FROM tombstone WHERE link = ?1 AND listed = ?2 AND last = 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        if statement.exists((head.as_bytes(), listed))? {
            return Err(Error::Withdrawn { link: *head });
        }
        Ok(())
    }

    /// What a stored match does not know yet.
    fn news<'n>(&self, id: MatchId, one: &'n Prepared) -> Result<News<'n>> {
        let notes = self.new_notes(id, &one.new.record.notes)?;
        let (known, count) = self.known_facts(id, one)?;
        Ok(News { notes, recording: (!known).then_some(count) })
    }

    /// Adds what a stored match does not know yet; tells whether there was anything.
    fn tell(&self, id: MatchId, one: &Prepared, news: &News<'_>, now_ms: i64) -> Result<bool> {
        if news.recording.is_none() && news.notes.is_empty() {
            return Ok(false);
        }
        if let Some(number) = news.recording {
            self.insert_recording(id, number, one, Some(now_ms))?;
        }
        self.insert_notes(id, &news.notes, now_ms)?;
        self.changed(id, ChangeKind::Told)?;
        Ok(true)
    }

    /// Whether a recording has these facts, the parent apart; and how many recordings there are.
    fn known_facts(&self, id: MatchId, one: &Prepared) -> Result<(bool, i64)> {
        let sql = "SELECT facts FROM recording WHERE log = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut found = statement.query([id.to_i64()])?;
        let (mut known, mut count) = (false, 0);
        while let Some(row) = found.next()? {
            let facts = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            known |= facts == one.facts || facts == one.compared || {
                let mut facts = pairs::read_facts(facts).unwrap_or_default();
                facts.remove(PARENT);
                pairs::write_facts(&facts)? == one.compared
            };
            count += 1;
        }
        Ok((known, count))
    }

    /// Makes the head of a log that is the beginning of a stored one a link.
    fn give_out(&self, id: MatchId, one: &Prepared) -> Result<()> {
        let ply = one.new.record.log.actions.len();
        let ends = "SELECT 1 FROM segment WHERE log = ?1 AND first_ply + action_count - 1 = ?2";
        let is_end = self.connection.prepare_cached(ends)?.exists([id.to_i64(), rows::ply(ply)])?;
        if !is_end {
            let sql = "INSERT OR IGNORE INTO moment (log, ply) VALUES (?1, ?2)";
            self.connection.prepare_cached(sql)?.execute([id.to_i64(), rows::ply(ply)])?;
        }
        self.insert_link(id, ply, &one.new.head, one.new.listed, true)
    }

    /// Appends what a log has more than the stored one that it goes on from.
    fn go_on(&self, id: MatchId, from_ply: usize, one: &Prepared, now_ms: i64) -> Result<()> {
        let log = &one.new.record.log;
        let table = match self.shared.shapes.known(one.edition) {
            Some(table) => table,
            None => super::shapes::read(self.connection, one.edition)?.into(),
        };
        let more: Vec<_> = log.actions.iter().skip(from_ply).collect();
        let growth = super::append::Growth {
            id,
            from_ply,
            plies: log.actions.len(),
            head: one.new.head,
            listed: one.new.listed,
            outcome: one.new.outcome,
            checkpoints: &one.checkpoints,
            body: &encode(more.into_iter(), &table).body,
        };
        self.grow(&growth, now_ms)
    }

    /// The notes that a match does not have yet.
    ///
    /// # Errors
    /// [`Error::Unfit`] if it would have more than a match may have.
    pub(super) fn new_notes<'n>(&self, id: MatchId, notes: &'n [Note]) -> Result<Vec<&'n Note>> {
        if notes.is_empty() {
            return Ok(Vec::new());
        }
        let known = load::notes(self.connection, id)?;
        let mut seen: HashSet<&Note> = known.iter().map(|known| &known.note).collect();
        let new: Vec<&Note> = notes.iter().filter(|note| seen.insert(note)).collect();
        check_sum(known.iter().map(|known| &known.note).chain(new.iter().copied()))?;
        Ok(new)
    }

    /// Adds notes.
    pub(super) fn insert_notes(&self, id: MatchId, notes: &[&Note], now_ms: i64) -> Result<()> {
        let sql = "INSERT INTO note (log, ply, author, text, line, rise, added_ms) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let mut statement = self.connection.prepare_cached(sql)?;
        for note in notes {
            let Note { ply, text, by, line, rise } = note;
            let (ply, line) = (rows::ply(*ply), line.join("\n"));
            statement.execute((id.to_i64(), ply, by, text, line, rise, now_ms))?;
        }
        Ok(())
    }

    /// Adds notes to a match that people write; returns how many it did not have yet.
    pub(super) fn annotate(&self, id: MatchId, notes: &[Note], now_ms: i64) -> Result<usize> {
        let last = load::standing(self.connection, id)?.plies;
        check_notes(notes, last)?;
        let new = self.new_notes(id, notes)?;
        if !new.is_empty() {
            self.insert_notes(id, &new, now_ms)?;
            self.changed(id, ChangeKind::Told)?;
        }
        Ok(new.len())
    }

    /// Notes that a match has changed, to be told once it is on disk.
    pub(super) fn changed(&self, id: MatchId, kind: ChangeKind) -> Result<()> {
        let load::Standing { head, plies, .. } = load::standing(self.connection, id)?;
        self.changes.borrow_mut().push(Change { id, head, plies, kind });
        Ok(())
    }
}
