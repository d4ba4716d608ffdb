//! A move of a log: one of the game's table, or this project's notation.

use super::seat_of;
use crate::record::draft::Draft;
use crate::record::fault::Fault;
use crate::record::foreign::node::{Json, Node};
use crate::record::foreign::{Heading, action, take_actions};
use crate::rules::foreign::MoveForm;
use crate::rules::game::Card;

/// Types whose one argument is an action in this project's notation.
const NOTATION: [&str; 5] = ["action", "act", "do", "play", "move"];

/// Reads a move into the draft.
pub(super) fn read(
    entry: &Node<'_>,
    payload: &Node<'_>,
    card: &'static Card,
    heading: &Heading<'_>,
    draft: &mut Draft,
) -> Result<(), Fault> {
    payload.only(&["type", "args", "playerID"])?;
    let kind = payload.need("type")?;
    let name = kind.text()?;
    let by = match payload.get("playerID")? {
        Some(player) => Some(heading.letter(seat_of(&player)?)),
        None => None,
    };
    let args = match payload.get("args")? {
        None => Vec::new(),
        Some(args) if matches!(args.value, Json::List(_)) => args.list()?,
        Some(one) => vec![one],
    };
    if let Some((form, text)) = mapped(card, name, &args) {
        let by = if form.by_arbiter { Some("*".to_owned()) } else { by };
        draft.lines.push(action(text, by, None, &kind.place()));
        return Ok(());
    }
    let arbiter = || Some("*".to_owned());
    match args.as_slice() {
        [] if matches!(name, "draw" | "abort") => {
            draft.lines.push(action(name, arbiter(), None, &kind.place()));
            Ok(())
        }
        [player] if name == "forfeit" => {
            let loser = heading.letter(seat_of(player)?);
            draft.lines.push(action(format!("forfeit {loser}"), arbiter(), None, &kind.place()));
            Ok(())
        }
        [] if !card.foreign.moves.iter().any(|form| form.name == name) => {
            take_one(draft, heading, name, &kind, by.as_deref())
        }
        [text] if NOTATION.contains(&name) && matches!(text.value, Json::Text(_)) => {
            take_one(draft, heading, text.text()?, text, by.as_deref())
        }
        _ => {
            let shown: Vec<String> = args.iter().map(Node::shown).collect();
            let redacted = entry.get("redact")?.is_some();
            let words = if redacted {
                "the arguments of this move were taken out; export the log as its players see it"
                    .to_owned()
            } else {
                no_such_move(card, name)
            };
            Err(kind.fault(format!("{name}({})", shown.join(", ")), words))
        }
    }
}

/// Takes the one action that a text is.
fn take_one(
    draft: &mut Draft,
    heading: &Heading<'_>,
    text: &str,
    node: &Node<'_>,
    by: Option<&str>,
) -> Result<(), Fault> {
    let before = draft.lines.len();
    take_actions(draft, heading.registry, text, &node.place(), by)?;
    match draft.lines.len() - before {
        1 => Ok(()),
        0 => Err(node.fault(text, "expected an action")),
        _ => Err(node.fault(text, "expected one action")),
    }
}

/// The action's text by the game's table.
fn mapped(
    card: &'static Card,
    name: &str,
    args: &[Node<'_>],
) -> Option<(&'static MoveForm, String)> {
    let mut forms = card.foreign.moves.iter().filter(|form| form.name == name);
    forms.find_map(|form| {
        let values = match args {
            [one] if matches!(one.value, Json::Object(_)) => {
                one.only(&form.arguments.iter().map(|a| a.name).collect::<Vec<_>>()).ok()?;
                let value = |name| one.get(name).ok().flatten()?.word().ok();
                form.arguments.iter().map(|a| value(a.name)).collect::<Option<Vec<_>>>()?
            }
            _ => args.iter().map(|arg| arg.word().ok()).collect::<Option<Vec<_>>>()?,
        };
        Some((form, form.text_of(&values)?))
    })
}

fn no_such_move(card: &Card, name: &str) -> String {
    let arguments = |form: &MoveForm| {
        let names: Vec<&str> = form.arguments.iter().map(|argument| argument.name).collect();
        format!("{}({})", form.name, names.join(", "))
    };
    let of_name = |form: &&MoveForm| form.name == name;
    let mut known: Vec<String> = card.foreign.moves.iter().filter(of_name).map(arguments).collect();
    if known.is_empty() {
        known = card.foreign.moves.iter().map(arguments).collect();
    }
    format!("{} has no such move; known are {}, action(text)", card.name, known.join(", "))
}
