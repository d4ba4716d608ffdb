//! Vectors from an independent implementation: positions, refusals and legal lists, as facts.

use gamekeep::games::Registry;
use gamekeep::record::vectors;

use super::files;

#[test]
fn every_vector_of_every_game_holds() {
    let registry = Registry::standard();
    for game in registry.versions() {
        let path = files::folder("vectors").join(format!("{}.ndjson", game.card().id));
        let text = std::fs::read_to_string(path).expect("each game has a file of vectors");
        holds(&registry, &text);
    }
}

/// Vectors of the same form, for places that those from elsewhere do not reach.
#[test]
fn every_corner_case_holds() {
    let registry = Registry::standard();
    for entry in std::fs::read_dir(files::folder("corner-cases")).expect("a folder") {
        let path = entry.expect("an entry").path();
        holds(&registry, &std::fs::read_to_string(path).expect("readable"));
    }
}

#[track_caller]
fn holds(registry: &Registry, text: &str) {
    let report = vectors::run(registry, text);
    let shown: Vec<String> = report.differences.iter().take(20).map(ToString::to_string).collect();
    let (differing, all) = (report.differences.len(), report.vector_count);
    assert!(shown.is_empty(), "{differing} differences in {all}\n{}", shown.join("\n"));
    assert!(all > 0, "no vectors");
}

/// A file whose game this program does not have is left alone; every other is of one game.
#[test]
fn every_file_of_vectors_is_of_the_game_that_it_is_named_after() {
    for entry in std::fs::read_dir(files::folder("vectors")).expect("vectors") {
        let path = entry.expect("an entry").path();
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if Registry::standard().newest(&id).is_none() {
            continue;
        }
        for (n, vector) in files::vectors(&id).iter().enumerate() {
            assert_eq!(vector["game"], *id, "{} line {}", path.display(), n + 1);
        }
    }
}

#[test]
fn a_vector_that_does_not_hold_is_told() {
    let text = include_str!("vectors/castle-danger.ndjson");
    let first = text.lines().next().expect("a vector");
    let report =
        vectors::run(&Registry::standard(), &first.replace(" R 6 - - - 0 2\"", " R 5 - - - 0 2\""));
    assert_eq!(report.differences.len(), 1);
    assert_eq!(report.differences[0].ply, Some(2));
    assert_eq!(report.vector_count, 1);
}
