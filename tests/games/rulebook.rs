//! The rulebooks: every rule has an example, and every example holds.

use gamekeep::games::Registry;
use gamekeep::rules::rulebook::{Block, Rulebook};

#[test]
fn every_rule_has_an_example_and_every_example_holds() {
    let mut faults = Vec::new();
    for game in Registry::standard().versions() {
        let card = game.card();
        let book = Rulebook::read(card.rulebook).unwrap_or_else(|e| panic!("{}: {e}", card.id));
        assert!(book.rules().count() > 0, "{}: no rules", card.id);
        let chapters = book.chapters.iter().map(|chapter| (&chapter.id, &chapter.body));
        let rules = book.rules().map(|rule| (&rule.id, &rule.body));
        for (id, body) in chapters.chain(rules) {
            let examples = body.iter().filter_map(|block| match block {
                Block::Example(example) => Some(example),
                Block::Text(_) => None,
            });
            let mut count = 0;
            for example in examples {
                count += 1;
                if let Err(words) = example.run(game) {
                    faults.push(format!("{id}, example {count}: {words}"));
                }
            }
            if count == 0 && book.rule(id).is_some() {
                faults.push(format!("{id} has no example"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
