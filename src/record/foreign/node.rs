//! JSON of forms that others define: read whole into a tree, then walked by path.
//!
//! A key that stands twice in an object is refused. What must not or need not be read is dropped by
//! its key while the text goes by: it is in no tree and so in no fault.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::record::fault::{Fault, FaultKind, Place};
use crate::record::limits;

/// The most values in one record.
const VALUES: usize = 2_000_000;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// What it is, in words.
    const fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "true or false",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        }
    }

    /// As JSON on one line.
    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Number(value) => out.push_str(&value.to_string()),
            Json::Text(value) => out.push_str(&serde_json::to_string(value).unwrap_or_default()),
            Json::List(values) => {
                out.push('[');
                for (n, value) in values.iter().enumerate() {
                    out.push_str(if n > 0 { "," } else { "" });
                    value.write(out);
                }
                out.push(']');
            }
            Json::Object(values) => {
                out.push('{');
                for (n, (key, value)) in values.iter().enumerate() {
                    out.push_str(if n > 0 { "," } else { "" });
                    out.push_str(&serde_json::to_string(key).unwrap_or_default());
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Makes a tree, and drops the values of some keys unread.
#[derive(Clone, Copy)]
struct Tree<'a> {
    dropped: &'a [&'a str],
    count: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Json, D::Error> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > VALUES {
            return Err(D::Error::custom(format!("more than {VALUES} values in one record")));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut values: Vec<(String, Json)> = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if self.dropped.contains(&key.as_str()) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if !names.insert(key.clone()) {
                return Err(A::Error::custom(format!("duplicate key `{key}`")));
            }
            let value = map.next_value_seed(self)?;
            values.push((key, value));
        }
        Ok(Json::Object(values))
    }
}

/// Reads a record's JSON; the values of `dropped` keys, wherever they stand, are not looked at.
///
/// # Errors
/// Text that is no JSON: the line, and the path as far as it was read.
pub(super) fn parse(text: &str, line: usize, dropped: &[&str]) -> Result<Json, Fault> {
    if text.len() > 2 * limits::RECORD_BYTES {
        let words = format!("a record has at most {} bytes", limits::RECORD_BYTES);
        let fault = Fault::unreadable(Place::at(line, 1), "", words);
        return Err(fault.of_kind(FaultKind::TooLarge));
    }
    let of_error = |path: Option<String>, error: &serde_json::Error| {
        let line = line + error.line().max(1) - 1;
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or(&words).to_owned();
        // With credentials about, a fault points by path, so that no line is shown.
        let path = if dropped.is_empty() { path } else { path.or(Some("the match".to_owned())) };
        Fault::unreadable(Place { line, column: error.column().max(1), path }, "", words)
    };
    let count = Cell::new(0);
    let mut json = serde_json::Deserializer::from_str(text.trim_start_matches('\u{feff}'));
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let read = Tree { dropped, count: &count }.deserialize(tracked);
    let read = read.map_err(|error| {
        let path = track.path().to_string();
        of_error((path != ".").then_some(path), &error)
    })?;
    json.end().map_err(|error| of_error(None, &error))?;
    Ok(read)
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// The value.
    pub(super) value: &'a Json,
    path: String,
    line: usize,
}

impl<'a> Node<'a> {
    /// The outermost value of a record that begins at a line.
    pub(super) const fn root(value: &'a Json, line: usize) -> Self {
        Node { value, path: String::new(), line }
    }

    /// Where it stands.
    pub(super) fn place(&self) -> Place {
        let path = if self.path.is_empty() { "the record" } else { &self.path };
        Place { line: self.line, column: 1, path: Some(path.to_owned()) }
    }

    /// A fault here.
    pub(super) fn fault(&self, found: impl Into<String>, words: impl Into<String>) -> Fault {
        Fault::unreadable(self.place(), found, words)
    }

    /// Something else was expected here.
    fn unexpected(&self, expected: &str) -> Fault {
        let words = format!("expected {expected}, not {}", self.value.kind());
        self.fault("", words)
    }

    pub(super) fn is_null(&self) -> bool {
        *self.value == Json::Null
    }

    /// An object's keys, with what they hold.
    pub(super) fn entries(&self) -> Result<impl Iterator<Item = (&'a str, Node<'a>)>, Fault> {
        let Json::Object(entries) = self.value else { return Err(self.unexpected("an object")) };
        let (path, line) = (self.path.clone(), self.line);
        Ok(entries.iter().map(move |(key, value)| {
            let dot = if path.is_empty() { "" } else { "." };
            (key.as_str(), Node { value, path: format!("{path}{dot}{key}"), line })
        }))
    }

    /// What a key of an object holds; nothing if it is not there or `null`.
    pub(super) fn get(&self, key: &str) -> Result<Option<Node<'a>>, Fault> {
        let mut entries = self.entries()?;
        let found = entries.find(|(name, _)| *name == key).map(|(_, node)| node);
        Ok(found.filter(|node| !node.is_null()))
    }

    /// What a key of an object holds.
    pub(super) fn need(&self, key: &str) -> Result<Node<'a>, Fault> {
        self.get(key)?.ok_or_else(|| self.fault("", format!("expected “{key}” in it")))
    }

    /// Checks that an object has no other keys.
    pub(super) fn only(&self, keys: &[&str]) -> Result<(), Fault> {
        match self.entries()?.find(|(key, _)| !keys.contains(key)) {
            None => Ok(()),
            Some((key, node)) => {
                let words = format!("there is no “{key}” here; known are {}", keys.join(", "));
                Err(node.fault("", words))
            }
        }
    }

    /// A list's values, one after the other.
    pub(super) fn items(&self) -> Result<impl Iterator<Item = Node<'a>> + use<'a>, Fault> {
        let Json::List(values) = self.value else { return Err(self.unexpected("a list")) };
        let (path, line) = (self.path.clone(), self.line);
        let place = move |(n, value)| Node { value, path: format!("{path}[{n}]"), line };
        Ok(values.iter().enumerate().map(place))
    }

    /// A list's values.
    pub(super) fn list(&self) -> Result<Vec<Node<'a>>, Fault> {
        Ok(self.items()?.collect())
    }

    /// A text.
    pub(super) fn text(&self) -> Result<&'a str, Fault> {
        match self.value {
            Json::Text(text) => Ok(text),
            _ => Err(self.unexpected("a text")),
        }
    }

    /// A text or a whole number as text.
    pub(super) fn word(&self) -> Result<String, Fault> {
        match self.value {
            Json::Text(text) => Ok(text.clone()),
            Json::Number(number) if !number.is_f64() => Ok(number.to_string()),
            _ => Err(self.unexpected("a text or a whole number")),
        }
    }

    /// A whole number.
    pub(super) fn whole(&self) -> Result<u64, Fault> {
        match self.value {
            Json::Number(number) => number.as_u64(),
            _ => None,
        }
        .ok_or_else(|| self.unexpected("a whole number"))
    }

    /// `true` or `false`.
    pub(super) fn truth(&self) -> Result<bool, Fault> {
        match self.value {
            Json::Bool(value) => Ok(*value),
            _ => Err(self.unexpected("true or false")),
        }
    }

    /// A number.
    pub(super) fn number(&self) -> Result<&'a serde_json::Number, Fault> {
        match self.value {
            Json::Number(number) => Ok(number),
            _ => Err(self.unexpected("a number")),
        }
    }

    /// Any value as text: a text as it is, anything else as JSON.
    pub(super) fn shown(&self) -> String {
        let mut out = String::new();
        match self.value {
            Json::Text(text) => out.clone_from(text),
            value => value.write(&mut out),
        }
        out
    }
}
