//! The page about bringing games in: every example on it is run.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::input::{self, Form};
use gamekeep::record::{foreign, text};

/// An example of the page: the words behind its fence, and its text.
struct Example {
    words: String,
    text: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut open: Option<Example> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(words)) => {
                open = Some(Example { words: words.to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => examples.extend(open.take()),
            (Some(example), None) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    examples
}

fn check(text: &str) -> Result<Checked, String> {
    let registry = Registry::standard();
    let inputs = input::records(text, &registry);
    assert_eq!(inputs.len(), 1, "{text}");
    let checked = inputs[0].check(&registry).and_then(Checked::whole);
    checked.map_err(|fault| fault.to_string())
}

fn form_of(text: &str) -> Form {
    input::records(text, &Registry::standard())[0].form
}

#[test]
fn every_example_does_what_it_says() {
    let examples = examples(foreign::GUIDE);
    assert!(examples.len() >= 11);
    let mut before: Option<&Example> = None;
    for example in &examples {
        let text = example.text.as_str();
        match example.words.as_str() {
            "gk becomes" => {
                let from = before.expect("something that becomes it");
                let checked = check(&from.text).unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(text::write(&checked.record), text);
            }
            "text reason" => {
                let from = before.expect("something that is refused");
                assert_eq!(check(&from.text).expect_err("refused") + "\n", text);
            }
            "gk refused" => {}
            words => {
                let expected = match words {
                    "gk" => Form::Text,
                    "json" => Form::Json,
                    "abstract-play" => Form::AbstractPlay,
                    "boardgame-io" => Form::BoardgameIo,
                    "sdg" => Form::SuperDuperGames,
                    other => panic!("an example of {other}"),
                };
                assert_eq!(form_of(text), expected, "{text}");
                check(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            }
        }
        before = Some(example);
    }
}

#[test]
fn the_neat_and_the_careless_record_are_one() {
    let examples = examples(foreign::GUIDE);
    let heads: Vec<String> = examples
        .iter()
        .filter(|example| ["gk", "json"].contains(&example.words.as_str()))
        .map(|example| check(&example.text).expect("good").head.to_string())
        .collect();
    assert_eq!(heads.len(), 3);
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
}

/// Every game's page names what its table has, and nothing else.
#[test]
fn every_game_tells_its_tables() {
    for game in Registry::standard().versions() {
        let card = game.card();
        let guide = card.foreign.guide;
        assert!(guide.contains(card.name) && guide.contains(&format!("`{}`", card.id)));
        for name in card.foreign.names {
            assert!(guide.contains(&format!("`{}`", name.name)), "{}: {}", card.id, name.name);
        }
        let mut rows = Vec::new();
        for variant in card.foreign.variants {
            let options: Vec<String> = variant
                .options
                .iter()
                .map(|(name, value)| format!("`{name}` = `{value}`"))
                .collect();
            rows.push(format!("| `{}` | {} |", variant.name, options.join(", ")));
        }
        for form in card.foreign.moves {
            let by = if form.by_arbiter { ", by the arbiter" } else { "" };
            rows.push(format!("| `{}{by} |", form.text));
            assert!(guide.contains(&format!("| `{}` |", form.name)), "{}: {}", card.id, form.name);
        }
        for event in card.foreign.events {
            let text = event.text.map_or("none:".to_owned(), |text| format!("`{text}` |"));
            rows.push(format!("| `{}` | {text}", event.name));
        }
        for row in &mut rows {
            let found = guide.contains(row.as_str())
                || guide.contains(row.trim_start_matches("| ").replace(", by", "`, by").as_str())
                || guide.contains(row.trim_end_matches(" |").replace("| `", "`").as_str());
            assert!(found, "{} does not tell {row}", card.id);
        }
        let told = guide.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(told, rows.len(), "{}", card.id);
    }
}
