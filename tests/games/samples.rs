//! The sample matches that a new archive begins with.

use std::collections::BTreeSet;

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::facts::UNKNOWN;
use gamekeep::rules::game::Card;

use super::files;

/// How many samples a game has at least.
fn least(card: &Card) -> usize {
    if card.id == "castle-danger" { 6 } else { 5 }
}

fn check_sample(card: &Card, sample: &str) -> Result<Checked, String> {
    let checked = files::canonical(sample)?;
    let header = &checked.record.log.header;
    if (header.card().id, header.card().rules) != (card.id, card.rules) {
        return Err("of another game or other rules".to_owned());
    }
    let facts = &checked.record.facts;
    let [first, second] = &facts.players;
    if first == UNKNOWN || second == UNKNOWN || first == second {
        return Err(format!("not two players: {first}, {second}"));
    }
    for name in ["Event", "Date"] {
        facts.get(name).ok_or_else(|| format!("no {name}"))?;
    }
    if checked.record.log.actions.len() < 20 {
        return Err("fewer than 20 actions".to_owned());
    }
    Ok(checked)
}

#[test]
fn every_sample_is_a_match_worth_showing() {
    let mut faults = Vec::new();
    for game in Registry::standard().versions() {
        let card = game.card();
        let mut heads = BTreeSet::new();
        let mut reasons = BTreeSet::new();
        for (n, sample) in card.samples.iter().enumerate() {
            match check_sample(card, sample) {
                Err(words) => faults.push(format!("{}, sample {}: {words}", card.id, n + 1)),
                Ok(checked) => {
                    heads.insert(checked.head);
                    reasons.extend(checked.outcome.map(|outcome| outcome.reason));
                }
            }
        }
        if heads.len() < least(card) {
            let (has, least) = (heads.len(), least(card));
            faults.push(format!("{}: {has} different samples, not {least}", card.id));
        }
        if reasons.len() < 2 {
            faults.push(format!("{}: samples end in one way or none: {reasons:?}", card.id));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
