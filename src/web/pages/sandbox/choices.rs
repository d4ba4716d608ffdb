//! What can be played, in groups: by the piece that acts, or by the kind of action.

use std::collections::BTreeMap;

use super::query::{Way, Ways, kind_of};
use crate::rules::game::Card;
use crate::rules::grid::{Square, squares_named};
use crate::rules::scene::{Item, Scene};
use crate::rules::seat::Actor;
use crate::service::seen::Seen;
use crate::service::trial::Choice;

/// With more actions than these, a page lists the groups and the actions of a chosen one only.
const LISTED: usize = 240;
/// The most actions of one group that a page lists.
const LISTED_OF_GROUP: usize = 400;
/// How many of the actions that the archive saw most are listed first.
const MOST_SEEN: usize = 8;

/// An action that can be played.
pub(super) struct Act<'a> {
    choice: &'a Choice,
    pub(super) squares: Vec<Square>,
    pub(super) href: String,
    seen: u32,
}

impl Act<'_> {
    /// The action's text with its seat where that is not clear.
    pub(super) fn text(&self) -> &str {
        self.choice.word.split(" @").next().unwrap_or_default()
    }

    /// What stands before its first square.
    fn kind(&self) -> &str {
        kind_of(&self.choice.text, &self.squares)
    }

    fn link(&self) -> ActLink {
        ActLink { text: self.text().to_owned(), href: self.href.clone(), seen: self.seen }
    }
}

/// A link that plays an action.
pub(in crate::web::pages) struct ActLink {
    pub(in crate::web::pages) text: String,
    pub(in crate::web::pages) href: String,
    pub(in crate::web::pages) seen: u32,
}

/// Actions that belong together.
pub(in crate::web::pages) struct Group {
    pub(in crate::web::pages) title: String,
    /// Whether the title is notation.
    pub(in crate::web::pages) is_code: bool,
    pub(in crate::web::pages) count: usize,
    /// Where the group is opened, if it is not listed here.
    pub(in crate::web::pages) href: String,
    pub(in crate::web::pages) acts: Vec<ActLink>,
    /// How many are not listed even so.
    pub(in crate::web::pages) hidden_count: usize,
}

/// All that can be played, with what the archive saw.
pub(super) fn acts<'a>(choices: &'a [Choice], ways: &Ways, seen: &Seen) -> Vec<Act<'a>> {
    let act = |choice: &'a Choice| Act {
        squares: squares_named(&choice.text),
        href: ways.after(&choice.word),
        seen: seen.of(choice.by, &choice.text),
        choice,
    };
    choices.iter().map(act).collect()
}

/// The actions that the archive saw most, the most frequent first; also those that the game does
/// not list, because there are endlessly many of them.
pub(super) fn most_seen(acts: &[Act<'_>], card: &Card, ways: &Ways, seen: &Seen) -> Vec<ActLink> {
    let mut links: Vec<ActLink> = acts.iter().filter(|a| a.seen > 0).map(Act::link).collect();
    let listed = |by: Actor, text: &str| {
        acts.iter().any(|act| act.choice.by == by && act.choice.text == text)
    };
    // On a clock, an action that is not listed may have been played at another time.
    for ((by, text), count) in seen.counts.iter().filter(|_| !card.timed) {
        if !listed(*by, text) {
            let text = format!("{} {text}", card.letter(*by));
            links.push(ActLink { href: ways.after(&text), text, seen: *count });
        }
    }
    links.sort_by_key(|link| std::cmp::Reverse(link.seen));
    links.truncate(MOST_SEEN);
    links
}

/// What is chosen on the page so far.
pub(super) struct Chosen<'a> {
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    pub(super) kind: Option<&'a str>,
}

impl Chosen<'_> {
    /// Whether an action is still among the chosen ones.
    fn has(&self, act: &Act<'_>) -> bool {
        let from = self.from.is_none_or(|from| act.squares.first() == Some(&from));
        let to = self.to.is_none_or(|to| act.targets().contains(&to));
        from && to && self.has_kind(act)
    }

    /// Whether an action is of the chosen kind.
    pub(super) fn has_kind(&self, act: &Act<'_>) -> bool {
        self.kind.is_none_or(|kind| act.kind() == kind)
    }

    fn is_any(&self) -> bool {
        self.from.is_some() || self.kind.is_some()
    }
}

impl Act<'_> {
    /// The squares that a second click may be on: those after the first, or the only one.
    pub(super) fn targets(&self) -> &[Square] {
        match self.squares.as_slice() {
            [_, rest @ ..] if !rest.is_empty() => rest,
            only => only,
        }
    }
}

/// The groups, in the order in which the game tells their actions; the common actions last.
pub(super) fn groups(
    card: &Card,
    (now_ms, done): (Option<u64>, usize),
    scene: &Scene,
    acts: &[Act<'_>],
    chosen: &Chosen<'_>,
    ways: &Ways,
) -> Vec<Group> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut groups: Vec<(Group, Vec<&Act<'_>>)> = Vec::new();
    for act in acts.iter().filter(|act| chosen.has(act)) {
        let (title, way, is_code) = heading(card, scene, act);
        let name = format!("{title}{is_code}");
        let place = *places.entry(name).or_insert_with(|| {
            let way = way.map(|way| Way { time: now_ms, ..way });
            let href = way.map_or(String::new(), |way| ways.looked_at(done, &way));
            let (count, hidden_count, acts) = (0, 0, Vec::new());
            groups.push((Group { title, is_code, count, href, acts, hidden_count }, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(act);
    }
    let all = acts.len() <= LISTED || chosen.is_any();
    let finish = |(mut group, acts): (Group, Vec<&Act<'_>>)| {
        group.count = acts.len();
        if all || acts.len() <= 3 || group.href.is_empty() {
            group.acts = acts.iter().take(LISTED_OF_GROUP).map(|act| act.link()).collect();
            group.hidden_count = acts.len().saturating_sub(LISTED_OF_GROUP);
            group.href = String::new();
        }
        group
    };
    groups.into_iter().map(finish).collect()
}

/// A group's title, the way to its actions alone, and whether the title is notation.
fn heading<'a>(card: &Card, scene: &Scene, act: &'a Act<'_>) -> (String, Option<Way<'a>>, bool) {
    if act.choice.is_common {
        return ("Resign, draw and the like".to_owned(), None, false);
    }
    let Some(from) = act.squares.first() else {
        return ("Without a square".to_owned(), None, false);
    };
    let way = Way { from: Some(*from), ..Way::default() };
    match (acting_piece(scene, act), act.kind()) {
        (Some(piece), _) => (format!("{} on {from}", named(card, piece)), Some(way), false),
        (None, "") => (format!("On {from}"), Some(way), false),
        (None, kind) => {
            (format!("{kind}…"), Some(Way { kind: Some(kind), ..Way::default() }), true)
        }
    }
}

/// The piece that acts from where it stands: `Kc1-b1` and `c1:D` are a piece's own; what has more
/// than its letter before its square puts something there, or works from afar.
pub(super) fn acting_piece<'s>(scene: &'s Scene, act: &Act<'_>) -> Option<&'s Item> {
    let from = act.squares.first().filter(|_| act.kind().chars().count() <= 1)?;
    let seat = act.choice.by.seat()?;
    things_on(scene, *from).filter(|item| item.seat == Some(seat)).last()
}

/// The things on a square, lowest first; wide ones stand on several.
pub(super) fn things_on(scene: &Scene, square: Square) -> impl Iterator<Item = &Item> {
    let on = move |item: &&Item| {
        let side = i16::from(item.span.max(1));
        let within = |own: i8, at: i8| (0..side).contains(&(i16::from(at) - i16::from(own)));
        within(item.at.file, square.file) && within(item.at.rank, square.rank)
    };
    scene.items.iter().filter(on)
}

/// A thing's name with its owner's: `Blue King`.
pub(super) fn named(card: &Card, item: &Item) -> String {
    match item.seat {
        Some(seat) => format!("{} {}", card.seat(seat).name, item.name),
        None => item.name.to_owned(),
    }
}
