//! The house as it is meant to be: layers, absences, sizes. A breach names its file and line.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers in order: each may name itself and those before it. The two pictures of layer 3 do
/// not name each other.
const LAYERS: [&[&str]; 7] = [
    &["rules"],
    &["games"],
    &["record", "picture", "lesson"],
    &["archive"],
    &["service"],
    &["web"],
    &["cli"],
];
/// How many of them are pure.
const PURE: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A source file's code lines with their numbers; comments are blanked.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("readable");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let line = |(n, line): (usize, &str)| (n + 1, line.split("//").next().unwrap_or("").to_owned());
    text.lines().enumerate().map(line).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("below the root").display().to_string()
}

/// The layer of a source file by its first folder (or file) below `src`, from 0.
fn layer_of(path: &Path) -> Option<(usize, String)> {
    let below = path.strip_prefix(root().join("src")).ok()?;
    let first = below.components().next()?.as_os_str().to_str()?;
    let first = first.trim_end_matches(".rs").to_owned();
    let layer = LAYERS.iter().position(|names| names.contains(&first.as_str()))?;
    Some((layer, first))
}

#[test]
fn a_layer_names_only_those_before_it() {
    let mut breaches = Vec::new();
    for path in files_below(&root().join("src"), "rs") {
        let Some((layer, own)) = layer_of(&path) else {
            let top = ["src/lib.rs", "src/main.rs"].contains(&name(&path).as_str());
            assert!(top, "{} is in no layer", name(&path));
            continue;
        };
        for (n, line) in code(&path) {
            for part in line.split("crate::").skip(1) {
                let end = part.find(|c: char| !c.is_alphanumeric() && c != '_');
                let named = &part[..end.unwrap_or(part.len())];
                let other = LAYERS.iter().position(|names| names.contains(&named));
                if other.is_none_or(|other| other > layer || (other == layer && named != own)) {
                    breaches.push(format!("{}:{n} names {named}", name(&path)));
                }
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn the_pure_layers_turn_on_their_bans() {
    for folder in LAYERS.iter().take(PURE).copied().flatten() {
        let path = root().join("src").join(folder).join("mod.rs");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for ban in ["clippy::disallowed_types", "clippy::disallowed_methods"] {
            assert!(text.contains(ban), "{} does not turn on {ban}", name(&path));
        }
    }
}

#[test]
fn nothing_pure_touches_the_world() {
    let banned = [
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::thread",
        "Instant::",
        "SystemTime",
        "Utc::now",
        "Local::now",
        "HashMap",
        "HashSet",
        "RandomState",
        "rand::",
        "println!",
        "static mut",
        "unsafe ",
    ];
    let mut breaches = Vec::new();
    for path in files_below(&root().join("src"), "rs") {
        if layer_of(&path).is_none_or(|(layer, _)| layer >= PURE) {
            continue;
        }
        for (n, line) in code(&path) {
            for word in banned.iter().filter(|word| line.contains(**word)) {
                breaches.push(format!("{}:{n} has {word}", name(&path)));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn no_game_state_holds_a_float() {
    for layer in ["rules", "games"] {
        for path in files_below(&root().join("src").join(layer), "rs") {
            for (n, line) in code(&path) {
                let float = line.contains("f32") || line.contains("f64");
                assert!(!float, "{}:{n} has a float", name(&path));
            }
        }
    }
}

/// The folders and ids of the games.
fn games() -> Vec<(String, &'static str)> {
    let registry = gamekeep::games::Registry::standard();
    registry.games().map(|game| (game.card().id.replace('-', "_"), game.card().id)).collect()
}

#[test]
fn no_game_names_another_and_nothing_outside_names_a_game() {
    let mut breaches = Vec::new();
    let folders = ["src", "templates", "static"].map(|folder| root().join(folder));
    let endings = ["rs", "html", "js", "css", "sql"];
    let files = folders.iter().flat_map(|f| endings.iter().flat_map(|e| files_below(f, e)));
    for path in files {
        let file = name(&path);
        for (folder, id) in games() {
            if file.starts_with(&format!("src/games/{folder}/")) {
                continue;
            }
            if file == "src/games/mod.rs" || file.ends_with("/tests.rs") {
                continue;
            }
            let named = [format!("{folder}::"), format!("\"{id}\""), format!("mod {folder};")];
            let lines = code(&path)
                .into_iter()
                .filter(|(_, line)| named.iter().any(|name| line.contains(name)));
            breaches.extend(lines.map(|(n, line)| format!("{file}:{n} names {id}: {line}")));
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn every_game_has_the_same_files() {
    let expected = ["action", "legal", "mod", "narrate", "position", "reduce", "scene", "state"]
        .map(|f| format!("{f}.rs"));
    for (folder, id) in games() {
        let folder = root().join("src/games").join(&folder);
        for file in expected.iter().map(String::as_str).chain(["rules.md"]) {
            assert!(folder.join(file).is_file(), "{id} has no {file}");
        }
    }
}

#[test]
fn files_are_short_and_lines_fit() {
    let mut breaches = Vec::new();
    for path in files_below(&root().join("src"), "rs") {
        let text = fs::read_to_string(&path).expect("readable");
        let count = text.lines().count();
        if count > 700 {
            breaches.push(format!("{} has {count} lines", name(&path)));
        }
        if path.ends_with("tests.rs") {
            continue;
        }
        let long = text.lines().position(|line| line.chars().count() > 100);
        breaches.extend(long.map(|n| format!("{}:{} is longer than 100", name(&path), n + 1)));
    }
    for path in files_below(&root().join("src"), "rs") {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if ["util", "utils", "common_utils", "helpers", "helper", "manager"].contains(&stem) {
            breaches.push(format!("{} says nothing by its name", name(&path)));
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn nothing_is_left_to_do_in_words() {
    let mut breaches = Vec::new();
    let word = ["TO", "DO"].concat();
    let others = [["FIX", "ME"].concat(), ["X", "XX"].concat(), ["unimpl", "emented!"].concat()];
    for path in files_below(&root().join("src"), "rs") {
        let text = fs::read_to_string(&path).expect("readable");
        for (n, line) in text.lines().enumerate() {
            if line.contains(&word) || others.iter().any(|other| line.contains(other)) {
                breaches.push(format!("{}:{}", name(&path), n + 1));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}
