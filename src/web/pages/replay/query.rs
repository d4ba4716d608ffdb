//! What may be added to a replay's address, and goes on along its links.

use serde::Deserialize;

use super::stretch::Stretch;
use crate::rules::any::View;
use crate::service::Wish;

/// What a reader may add to a replay's address.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Query {
    /// `yes`: the board from the second seat's side.
    pub(super) flip: Option<String>,
    /// `told`: hidden things as the record tells them, if the match is over.
    pub(super) view: Option<String>,
    /// `off`: neither result nor length nor later actions.
    pub(super) spoilers: Option<String>,
    /// `3-12`: the plies that are played; none of the others are hidden.
    pub(super) stretch: Option<String>,
}

impl Query {
    pub(super) fn flipped(&self) -> bool {
        self.flip.as_deref() == Some("yes")
    }

    /// Whose view is asked for.
    pub(super) fn view(&self) -> View {
        if self.view.as_deref() == Some("told") { View::Told } else { View::Public }
    }

    /// Whether the reader wants to know only what has happened so far.
    pub(super) fn spoilers_off(&self) -> bool {
        self.spoilers.as_deref() == Some("off")
    }

    /// The names and values that go on along links.
    pub(super) fn kept(&self) -> Vec<(&'static str, String)> {
        let flip = self.flipped().then(|| ("flip", "yes".to_owned()));
        let told = (self.view() == View::Told).then(|| ("view", "told".to_owned()));
        let spoilers = self.spoilers_off().then(|| ("spoilers", "off".to_owned()));
        let stretch = self.stretch().map(|stretch| ("stretch", stretch.to_string()));
        [flip, told, spoilers, stretch].into_iter().flatten().collect()
    }

    /// The plies that are to be played, if they can be read.
    pub(super) fn stretch(&self) -> Option<Stretch> {
        self.stretch.as_deref().and_then(Stretch::read)
    }

    /// The query as it goes on along links, `?` included; empty if there is none.
    pub(super) fn text(&self) -> String {
        let parts: Vec<String> =
            self.kept().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }

    /// The same with the board turned round.
    pub(super) fn turned(&self) -> Query {
        let flip = (!self.flipped()).then(|| "yes".to_owned());
        Query { flip, ..self.clone() }
    }

    /// The same with spoilers where there are none, and without where there are.
    pub(super) fn with_other_spoilers(&self) -> Query {
        let spoilers = (!self.spoilers_off()).then(|| "off".to_owned());
        Query { spoilers, ..self.clone() }
    }

    /// The same query with another value.
    pub(super) fn with(&self, change: impl FnOnce(&mut Query)) -> Query {
        let mut query = self.clone();
        change(&mut query);
        query
    }

    pub(super) fn wish<'a>(&self, link: &'a str, ply: Option<usize>) -> Wish<'a> {
        Wish { link, ply, view: self.view(), spoilers: !self.spoilers_off() }
    }
}
