//! Records in forms that others define: [Abstract Play](abstract_play) game records,
//! [boardgame.io](boardgame_io) logs, [SuperDuperGames](super_duper_games)-style text.
//!
//! Each is read into a [`Draft`], so that the one fold with the rules decides
//! what is legal and every fault has its place. Moves are in the game's own notation or stand in
//! its
//! table of [foreign](crate::rules::foreign) moves; names of games and variants are the game's own
//! or
//! stand there too. What is in neither is an error with its place, never a guess. The first two are
//! also written, with all that the form can hold; what it cannot hold is refused in words.

pub mod abstract_play;
pub mod boardgame_io;
mod node;
pub mod super_duper_games;

use super::draft::{Draft, DraftNote, Line, Tag};
use super::fault::{Fault, Place};
use super::input::Form;
use super::note::Note;
use super::{limits, outline};
use crate::games::Registry;
use crate::rules::any::AnyGame;
use crate::rules::game::Card;
use crate::rules::options::Options;
use crate::rules::seat::{Actor, Seat};
use node::Node;

/// “Bringing games in from elsewhere”, as Markdown: a page for readers. Its examples are run.
pub const GUIDE: &str = include_str!("guide.md");

/// A record that another form cannot hold: why, in words without a final stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Unwritable {
    words: String,
}

impl Unwritable {
    fn new(words: impl Into<String>) -> Self {
        Unwritable { words: words.into() }
    }
}

/// The form of a JSON object, told by the first of its keys that only one form has. What is none of
/// the others is taken for this project's own.
#[must_use]
pub fn form_of_object(bytes: &[u8]) -> Form {
    let form = |key: &[u8]| match key {
        b"gamekeep" | b"game" | b"actions" | b"seats" | b"facts" => Some(Form::Json),
        b"header" | b"moves" => Some(Form::AbstractPlay),
        b"log" | b"gameName" | b"matchID" | b"metadata" | b"players" | b"setupData" | b"state"
        | b"initialState" | b"createdAt" => Some(Form::BoardgameIo),
        _ => None,
    };
    outline::keys(bytes).find_map(form).unwrap_or(Form::Json)
}

/// The form of one entry of a JSON list: an object of which a list may have many, or an entry of a
/// bare log, which is one match with its list.
#[must_use]
pub(super) fn is_log_entry(bytes: &[u8]) -> bool {
    outline::keys(bytes).any(|key| matches!(key, b"action" | b"_stateID"))
}

/// Whether two names are the same, upper and lower case apart.
fn same(a: &str, b: &str) -> bool {
    a.trim().eq_ignore_ascii_case(b)
}

/// The tags of a record that is read from another form.
struct Heading<'a> {
    registry: &'a Registry,
    card: Option<&'static Card>,
    tags: Vec<Tag>,
}

impl<'a> Heading<'a> {
    const fn new(registry: &'a Registry) -> Self {
        Heading { registry, card: None, tags: Vec::new() }
    }

    fn push(&mut self, name: impl Into<String>, value: impl Into<String>, place: &Place) {
        let (name, value) = (name.into(), value.into());
        self.tags.push(Tag { name, value, place: place.clone(), value_place: place.clone() });
    }

    /// Puts a tag in the place of one of the same name.
    fn replace(&mut self, name: &str, value: Option<&str>, place: &Place) {
        self.tags.retain(|tag| tag.name != name);
        if let Some(value) = value {
            self.push(name, value, place);
        }
    }

    fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name)
    }

    /// Names the game: by its id, its name, or a name that its table gives.
    fn game(&mut self, name: &str, place: &Place) {
        let registry = self.registry;
        let cards = registry.games().map(AnyGame::card);
        let mut known = cards.filter_map(|card| {
            if card.id == name.trim() || same(name, card.name) {
                return Some((card, [].as_slice()));
            }
            let mut names = card.foreign.names.iter();
            names.find(|known| same(name, known.name)).map(|known| (card, known.options))
        });
        let Some((card, options)) = known.next() else { return self.push("Game", name, place) };
        self.card = Some(card);
        self.push("Game", card.id, place);
        self.options(options, place);
    }

    /// Sets options, those apart that are set to the same already.
    fn options(&mut self, options: &[(&str, &str)], place: &Place) {
        for (name, value) in options {
            if !self.tags.iter().any(|tag| tag.name == *name && tag.value == *value) {
                self.push(*name, *value, place);
            }
        }
    }

    /// Sets the options that a variant stands for.
    ///
    /// # Errors
    /// A variant that the game's table does not have, and that is no `<option>=<value>`.
    fn variant(&mut self, name: &str, place: &Place) -> Result<(), Fault> {
        let Some(card) = self.card else { return Ok(()) };
        if let Some(known) = card.foreign.variants.iter().find(|known| same(name, known.name)) {
            self.options(known.options, place);
            return Ok(());
        }
        if let Some((option, value)) = name.split_once('=')
            && card.option(option.trim()).is_some()
        {
            self.options(&[(option.trim(), value.trim())], place);
            return Ok(());
        }
        let known = card.foreign.variants.iter().map(|known| known.name.to_owned());
        let options = card.options.iter().map(|option| format!("{}=…", option.name));
        let known: Vec<String> = known.chain(options).collect();
        let words = format!("{} has no such variant; known are {}", card.name, known.join(", "));
        Err(Fault::unreadable(place.clone(), name, words))
    }

    /// The letter of a seat in action lines; a stand-in while the game is not known.
    fn letter(&self, seat: Seat) -> String {
        self.card.map_or('?', |card| card.letter(Actor::Seat(seat))).to_string()
    }

    /// The tag of a seat's player.
    fn player(&mut self, seat: Seat, name: &str, place: &Place) {
        if let Some(card) = self.card {
            self.push(card.seat(seat).name, name, place);
        }
    }
}

/// The variants that a record's options are called elsewhere.
fn variants_of(card: &Card, options: &Options) -> Vec<String> {
    let variant = |(name, value): (&str, &str)| match card.foreign.variant_of(name, value) {
        Some(variant) => variant.to_owned(),
        None => format!("{name}={value}"),
    };
    options.iter().map(variant).collect()
}

/// Takes the action lines of a text inside another form. `by` is whose they are unless they say so
/// themselves.
///
/// # Errors
/// Text that is no action lines; a line of the other seat's.
fn take_actions(
    draft: &mut Draft,
    registry: &Registry,
    text: &str,
    place: &Place,
    by: Option<&str>,
) -> Result<(), Fault> {
    let read = super::text::read_actions(text, place, registry)?;
    let before = draft.lines.len();
    for mut line in read.lines {
        match (&line.by, by) {
            (Some(said), Some(by)) if said != "*" && !same(said, by) => {
                let words = format!("an action of {said} among those of {by}");
                return Err(Fault::unreadable(line.place, said.clone(), words));
            }
            (None, Some(by)) => line.by = Some(by.to_owned()),
            _ => {}
        }
        draft.lines.push(line);
    }
    let about = |about| match about {
        super::draft::About::Lines(lines) => super::draft::About::Lines(before + lines),
        ply @ super::draft::About::Ply(_) => ply,
    };
    let notes = read.notes.into_iter();
    draft.notes.extend(notes.map(|note| DraftNote { about: about(note.about), ..note }));
    if let Some(marker) = read.marker {
        if draft.marker.is_some() {
            let words = "a result marker among the moves";
            return Err(Fault::unreadable(marker.place, marker.text, words));
        }
        draft.marker = Some(marker);
    }
    Ok(())
}

/// Whether a draft has more than a record may have: what follows need not be read.
fn is_too_long(draft: &Draft) -> bool {
    draft.lines.len() > limits::ACTIONS || draft.notes.len() > limits::NOTES
}

/// Notes something about the last action so far.
fn note_here(draft: &mut Draft, text: &str, place: &Place) {
    if !text.is_empty() {
        let about = super::draft::About::Lines(draft.lines.len());
        let (text, by, place) = (text.to_owned(), "?".to_owned(), place.clone());
        draft.notes.push(DraftNote { about, text, by, line: Vec::new(), rise: 0, place });
    }
}

/// One action of a text that is known to be one.
fn action(text: impl Into<String>, by: Option<String>, at: Option<u64>, place: &Place) -> Line {
    let (place, text_place) = (place.clone(), place.clone());
    Line { number: None, by, text: text.into(), at, place, text_place }
}

/// Reads a list of notes as this project writes them into other forms.
fn read_notes(list: &Node<'_>) -> Result<Vec<(Option<usize>, DraftNote)>, Fault> {
    let mut notes = Vec::new();
    for note in list.items()?.take(limits::NOTES + 1) {
        note.only(&["ply", "text", "by"])?;
        let ply = note.get("ply")?.map(|ply| ply.whole()).transpose()?;
        let ply = ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX));
        let by = note.get("by")?.map_or(Ok("?"), |by| by.text())?.to_owned();
        let text = note.need("text")?.text()?.to_owned();
        let about = super::draft::About::Ply(ply.unwrap_or(0));
        notes.push((
            ply,
            DraftNote { about, text, by, line: Vec::new(), rise: 0, place: note.place() },
        ));
    }
    Ok(notes)
}

/// A note as this project writes it into other forms.
#[derive(serde::Serialize)]
struct WrittenNote<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    text: &'a str,
    by: &'a str,
}

impl<'a> WrittenNote<'a> {
    fn of(note: &'a Note) -> Self {
        WrittenNote { ply: Some(note.ply), text: &note.text, by: &note.by }
    }
}
