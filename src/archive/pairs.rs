//! Names and values as lines of text: how the store keeps tags and facts.

use std::borrow::Cow;

use super::{Error, Result};
use crate::record::facts::Facts;
use crate::record::log::Header;
use crate::rules::any::AnyGame;
use crate::rules::options::Options;

/// Writes a value with its line end. In a value `\` is written `\\` and a line feed `\n`.
fn write_value(value: &str, out: &mut String) {
    if value.contains(['\\', '\n']) {
        out.push_str(&value.replace('\\', "\\\\").replace('\n', "\\n"));
    } else {
        out.push_str(value);
    }
    out.push('\n');
}

fn read_value(line: &str) -> Cow<'_, str> {
    if !line.contains('\\') {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.clone().next() == Some('n') => {
                letters.next();
                out.push('\n');
            }
            '\\' => out.extend(letters.next()),
            _ => out.push(letter),
        }
    }
    Cow::Owned(out)
}

fn write_pair(name: &str, value: &str, out: &mut String) -> Result<()> {
    if name.is_empty() || name.contains(['=', '\n', '\\']) {
        return Err(Error::unfit(format!("“{}” cannot be a name", name.escape_debug())));
    }
    out.push_str(name);
    out.push('=');
    write_value(value, out);
    Ok(())
}

fn read_pairs(text: &str) -> impl Iterator<Item = Result<(&str, Cow<'_, str>), String>> {
    text.split_terminator('\n').map(|line| {
        let (name, value) = line.split_once('=').ok_or_else(|| format!("no name in “{line}”"))?;
        Ok((name, read_value(value)))
    })
}

/// The log tags after game and rules: `Id`, options, `Setup`; `None` if there are none.
pub(super) fn write_tags(header: &Header) -> Result<Option<String>> {
    let mut out = String::new();
    if let Some(id) = &header.id {
        write_pair("Id", id, &mut out)?;
    }
    for (name, value) in header.options.iter() {
        write_pair(name, value, &mut out)?;
    }
    if let Some(setup) = &header.setup {
        write_pair("Setup", setup, &mut out)?;
    }
    Ok((!out.is_empty()).then_some(out))
}

/// The header whose tags these are. An error is told in words.
pub(super) fn read_tags(game: &'static dyn AnyGame, tags: Option<&str>) -> Result<Header, String> {
    let mut header = Header::new(game);
    let mut options = Vec::new();
    for pair in read_pairs(tags.unwrap_or_default()) {
        let (name, value) = pair?;
        match name {
            "Id" => header.id = Some(value.into_owned()),
            "Setup" => header.setup = Some(value.into_owned()),
            _ => options.push((name, value)),
        }
    }
    let given = options.iter().map(|(name, value)| (*name, value.as_ref()));
    header.options = Options::read(game.card(), given).map_err(|error| error.to_string())?;
    Ok(header)
}

/// Facts: the two players, then the others as pairs.
pub(super) fn write_facts(facts: &Facts) -> Result<String> {
    let mut out = String::new();
    for player in &facts.players {
        write_value(player, &mut out);
    }
    for (name, value) in facts.iter() {
        write_pair(name, value, &mut out)?;
    }
    Ok(out)
}

/// The facts that were written. An error is told in words.
pub(super) fn read_facts(text: &str) -> Result<Facts, String> {
    let player = |text: &'_ str| -> Result<(String, usize), String> {
        let end = text.find('\n').ok_or("facts without players")?;
        Ok((read_value(&text[..end]).into_owned(), end + 1))
    };
    let (first, start) = player(text)?;
    let (second, length) = player(&text[start..])?;
    let mut facts = Facts::default();
    facts.players = [first, second];
    for pair in read_pairs(&text[start + length..]) {
        let (name, value) = pair?;
        facts.set(name, &value);
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Registry;

    #[test]
    fn facts_come_back() {
        let mut facts = Facts::default();
        facts.players = ["Ada".to_owned(), "a\\n\nb\\".to_owned()];
        facts.set("Event", "= \\ ] \" é 漢\n\n");
        facts.set("Empty", "");
        facts.set("Date", "2026-11-30");
        assert_eq!(read_facts(&write_facts(&facts).unwrap()), Ok(facts));
        assert_eq!(read_facts(&write_facts(&Facts::default()).unwrap()), Ok(Facts::default()));
        let mut bad = Facts::default();
        bad.set("a=b", "c");
        assert!(write_facts(&bad).is_err());
        for broken in ["", "a", "a\nb", "a\nb\nc\n"] {
            assert!(read_facts(broken).is_err(), "{broken:?}");
        }
    }

    #[test]
    fn tags_come_back() {
        let registry = Registry::standard();
        for game in registry.versions() {
            let mut header = Header::new(game);
            assert_eq!(write_tags(&header).unwrap(), None);
            header.id = Some("ladder-1".to_owned());
            header.setup = Some("a \\ position = text".to_owned());
            let tags = write_tags(&header).unwrap();
            assert_eq!(read_tags(game, tags.as_deref()), Ok(header));
            assert!(read_tags(game, Some("nosuchoption=1\n")).is_err());
        }
    }
}
