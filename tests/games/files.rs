//! The data of the games' tests: vectors and records in folders of their own.

use std::fs;
use std::path::{Path, PathBuf};

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::{input, text};
use serde_json::Value;

/// The folder of a kind of data: `tests/games/<kind>`.
pub(super) fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(kind)
}

/// A record of the tests.
pub(super) struct File {
    pub(super) path: PathBuf,
    /// The file's name without its ending.
    pub(super) stem: String,
    pub(super) text: String,
}

impl File {
    /// The record, which must be whole, alone in its file, and canonical text.
    pub(super) fn check(&self) -> Result<Checked, String> {
        canonical(&self.text).map_err(|words| format!("{}: {words}", self.path.display()))
    }
}

/// The `.gk` files in `tests/games/<kind>/<id>`, in order of name; none if there is no such folder.
pub(super) fn records(kind: &str, id: &str) -> Vec<File> {
    let Ok(entries) = fs::read_dir(folder(kind).join(id)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "gk"));
    paths.sort();
    let file = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable");
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        File { path, stem, text }
    };
    paths.into_iter().map(file).collect()
}

/// A record text that must be canonical, checked by the rules.
pub(super) fn canonical(record: &str) -> Result<Checked, String> {
    let registry = Registry::standard();
    let inputs = input::records(record, &registry);
    let [input] = inputs[..] else { return Err(format!("{} records", inputs.len())) };
    let checked = input.check(&registry).and_then(Checked::whole);
    let checked = checked.map_err(|fault| fault.to_string())?;
    let written = text::write(&checked.record);
    if written == record {
        return Ok(checked);
    }
    let line = written.lines().zip(record.lines()).position(|(a, b)| a != b);
    let line = line.map_or("its end".to_owned(), |n| format!("line {}", n + 1));
    Err(format!("not canonical text, from {line} on"))
}

/// The vectors of a game, a JSON object each.
pub(super) fn vectors(id: &str) -> Vec<Value> {
    let path = folder("vectors").join(format!("{id}.ndjson"));
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}
