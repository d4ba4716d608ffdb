//! What is done to a match before the writer sees it: everything that takes time.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::Connection;

use super::{SqliteArchive, rows, shapes};
use crate::archive::chain::Links;
use crate::archive::segment::{Encoded, ShapeTable, encode};
use crate::archive::{Error, NewMatch, Result, pairs};
use crate::record::facts::PARENT;
use crate::record::limits;
use crate::record::link::{self, Link};
use crate::record::log::Action;
use crate::record::note::Note;
use crate::rules::game::Card;
use crate::rules::seat::Actor;

/// The most bytes that are kept of where a match came from.
const SOURCE_BYTES: usize = 200;

/// A match that is ready to be stored.
pub(super) struct Prepared {
    pub(super) new: NewMatch,
    pub(super) edition: i64,
    pub(super) tags: Option<String>,
    pub(super) facts: String,
    /// The facts without the one that other archives derive.
    pub(super) compared: String,
    pub(super) links: Links,
    pub(super) body: Vec<u8>,
    pub(super) checkpoints: Vec<u8>,
    /// The parent that the record names itself.
    pub(super) claim: Option<Link>,
}

impl Prepared {
    fn new(mut new: NewMatch) -> Result<Self> {
        let log = &new.record.log;
        check_notes(&new.record.notes, log.actions.len())?;
        debug_assert_eq!(link::head(log), new.head, "a head that is none");
        if let Some(source) = &mut new.source {
            source.truncate(source.floor_char_boundary(SOURCE_BYTES));
        }
        let checkpoints = rows::write_checkpoints(&new.checkpoints, None, log.actions.len())
            .ok_or_else(|| {
                Error::unfit("checkpoints that are not of every 32nd ply and the last")
            })?;
        let facts = pairs::write_facts(&new.record.facts)?;
        let parent = new.record.facts.get(PARENT);
        let claim = parent.and_then(|parent| parent.parse().ok());
        let compared = match parent {
            None => facts.clone(),
            Some(_) => {
                let mut others = new.record.facts.clone();
                others.remove(PARENT);
                pairs::write_facts(&others)?
            }
        };
        Ok(Prepared {
            edition: 0,
            tags: pairs::write_tags(&log.header)?,
            facts,
            compared,
            links: Links::new(log, new.head),
            body: Vec::new(),
            checkpoints,
            claim,
            new,
        })
    }

    fn card(&self) -> &'static Card {
        self.new.record.log.header.card()
    }
}

/// Checks the plies, sizes and number of notes.
pub(super) fn check_notes(notes: &[Note], last: usize) -> Result<()> {
    if let Some(note) = notes.iter().find(|note| note.ply > last) {
        let words = format!("a note at ply {}, and the match has {last}", note.ply);
        return Err(Error::unfit(words));
    }
    let large =
        |note: &Note| note.text.len() > limits::NOTE_BYTES || note.by.len() > limits::VALUE_BYTES;
    if notes.iter().any(large) {
        let (most, name) = (limits::NOTE_BYTES, limits::VALUE_BYTES);
        let words = format!("a note has at most {most} bytes, and its writer's name {name}");
        return Err(Error::unfit(words));
    }
    check_sum(notes)
}

/// Checks what all notes of a match come to.
pub(super) fn check_sum<'n>(notes: impl IntoIterator<Item = &'n Note>) -> Result<()> {
    let (mut count, mut bytes) = (0, 0);
    for note in notes {
        (count, bytes) = (count + 1, bytes + note.bytes());
    }
    let (most, most_bytes) = (limits::NOTES, limits::NOTES_BYTES);
    if count > most || bytes > most_bytes {
        let words = format!("a match has at most {most} notes, and {most_bytes} bytes of them");
        return Err(Error::unfit(words));
    }
    Ok(())
}

/// The shapes that are missing in a table.
type Unknown = Vec<(Actor, String)>;

impl SqliteArchive {
    /// Makes matches ready.
    pub(super) fn prepare(&self, batch: Vec<NewMatch>) -> Result<Vec<Result<Prepared>>> {
        let mut prepared: Vec<Result<Prepared>> = batch.into_iter().map(Prepared::new).collect();
        let mut unknown: BTreeMap<(&'static str, u16), Unknown> = BTreeMap::new();
        for one in prepared.iter_mut().flatten() {
            let (edition, table) = self.table(one.card())?;
            let card = one.card();
            if let Some(edition) = edition {
                one.edition = edition;
                let actions = &one.new.record.log.actions;
                let encoded = encode(actions.iter(), &table);
                if !can_learn(&table, &encoded) {
                    one.body = encoded.body;
                    continue;
                }
                unknown.entry((card.id, card.rules)).or_default().extend(encoded.unknown);
            } else {
                let encoded = encode(one.new.record.log.actions.iter(), &table);
                unknown.entry((card.id, card.rules)).or_default().extend(encoded.unknown);
            }
        }
        if unknown.is_empty() {
            return Ok(prepared);
        }
        self.learn(unknown)?;
        for one in prepared.iter_mut().flatten().filter(|one| one.body.is_empty()) {
            let (edition, table) = self.table(one.card())?;
            one.edition = edition.ok_or_else(|| Error::unfit("a game that was not stored"))?;
            one.body = encode(one.new.record.log.actions.iter(), &table).body;
        }
        Ok(prepared)
    }

    /// Packs actions that are to be appended to a match of a known game.
    pub(super) fn pack<'a, I>(
        &self,
        card: &'static Card,
        actions: impl Fn() -> I,
    ) -> Result<Vec<u8>>
    where
        I: ExactSizeIterator<Item = Action<'a>>,
    {
        let (_, table) = self.table(card)?;
        let encoded = encode(actions(), &table);
        if !can_learn(&table, &encoded) {
            return Ok(encoded.body);
        }
        self.learn(BTreeMap::from([((card.id, card.rules), encoded.unknown)]))?;
        let (_, table) = self.table(card)?;
        Ok(encode(actions(), &table).body)
    }

    /// A game's number and its table of shapes, as they are on disk.
    fn table(&self, card: &'static Card) -> Result<(Option<i64>, Arc<ShapeTable>)> {
        let edition = self.shared.shapes.edition(card.id, card.rules);
        if let Some(edition) = edition
            && let Some(table) = self.shared.shapes.known(edition)
        {
            return Ok((Some(edition), table));
        }
        self.read(|connection| self.read_table(connection, card))
    }

    fn read_table(
        &self,
        connection: &Connection,
        card: &'static Card,
    ) -> Result<(Option<i64>, Arc<ShapeTable>)> {
        let Some(edition) = shapes::edition(connection, card.id, card.rules)? else {
            return Ok((None, Arc::default()));
        };
        let table = shapes::read(connection, edition)?;
        self.shared.shapes.name(card.id, card.rules, edition);
        Ok((Some(edition), self.shared.shapes.remember(edition, table)))
    }

    /// Teaches tables what they are missing, and waits until it is on disk: what a segment refers
    /// to
    /// is there before the segment.
    fn learn(&self, unknown: BTreeMap<(&'static str, u16), Unknown>) -> Result<()> {
        let editions = self.writer.write(move |desk| {
            let mut editions = Vec::new();
            for ((game, rules), unknown) in &unknown {
                let edition = shapes::edition_or_new(desk.connection, game, *rules)?;
                shapes::learn(desk.connection, edition, unknown)?;
                editions.push((*game, *rules, edition));
            }
            Ok(editions)
        })?;
        for (game, rules, edition) in editions {
            self.read(|connection| {
                let table = shapes::read(connection, edition)?;
                self.shared.shapes.name(game, rules, edition);
                self.shared.shapes.remember(edition, table);
                Ok(())
            })?;
        }
        Ok(())
    }
}

fn can_learn(table: &ShapeTable, encoded: &Encoded) -> bool {
    !encoded.unknown.is_empty() && table.len() < ShapeTable::MOST
}
