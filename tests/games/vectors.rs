//! Vectors from an independent implementation: positions, refusals and legal lists, as facts.

use std::path::Path;

use gamekeep::games::Registry;
use gamekeep::record::vectors;

#[test]
fn every_vector_of_every_game_holds() {
    let registry = Registry::standard();
    for game in registry.versions() {
        let card = game.card();
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/games/vectors/{}.ndjson", card.id));
        let text = std::fs::read_to_string(&path).expect("each game has a file of vectors");
        let report = vectors::run(&registry, &text);
        let shown: Vec<String> =
            report.differences.iter().take(20).map(ToString::to_string).collect();
        assert!(
            shown.is_empty(),
            "{}: {} differences in {} vectors\n{}",
            card.id,
            report.differences.len(),
            report.vector_count,
            shown.join("\n")
        );
        assert!(report.vector_count > 0, "{}: no vectors", card.id);
    }
}
