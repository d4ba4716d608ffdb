//! The entries of a log, in order.

use super::{moves, seat_of};
use crate::record::draft::{About, Draft, DraftNote, Line};
use crate::record::fault::Fault;
use crate::record::foreign::node::{Json, Node};
use crate::record::foreign::{Heading, action, is_too_long, note_here, read_notes};
use crate::rules::game::Card;
use crate::rules::seat::Seat;

/// What has been read of a log so far.
#[derive(Default)]
struct Progress {
    /// The last state number, and whether a move had it.
    state: Option<(u64, bool)>,
    /// The moves that stand, each with its player and turn and how many lines were before it.
    moves: Vec<Move>,
    /// Moves that were undone and can be redone, the last one last.
    undone: Vec<(Move, Vec<Line>)>,
}

/// A move of the log.
struct Move {
    player: Option<String>,
    turn: Option<u64>,
    before: usize,
}

pub(super) fn read(log: &Node<'_>, heading: &Heading<'_>, draft: &mut Draft) -> Result<(), Fault> {
    let Some(card) = heading.card else { return Ok(()) };
    let mut progress = Progress::default();
    for entry in log.items()? {
        if is_too_long(draft) {
            break;
        }
        entry.only(&["action", "_stateID", "turn", "phase", "automatic", "metadata", "redact"])?;
        let act = entry.need("action")?;
        let kind = act.need("type")?;
        check_state(&entry, kind.text()? == "MAKE_MOVE", &mut progress)?;
        if is_automatic(&entry)? || is_automatic(&act)? {
            continue;
        }
        let payload = act.need("payload")?;
        let player = payload.get("playerID")?.map(|player| player.word()).transpose()?;
        let turn = entry.get("turn")?.map(|turn| turn.whole()).transpose()?;
        let before = draft.lines.len();
        match kind.text()? {
            "MAKE_MOVE" => {
                progress.undone.clear();
                progress.moves.push(Move { player, turn, before });
                moves::read(&entry, &payload, card, heading, draft)?;
            }
            "GAME_EVENT" => {
                progress.undone.clear();
                read_event(&payload, player.is_some(), turn, card, &progress, draft)?;
                progress.moves.clear();
            }
            "UNDO" => undo(&kind, player.as_deref(), turn, &mut progress, draft)?,
            "REDO" => redo(&kind, player.as_deref(), &mut progress, draft)?,
            other => {
                let words =
                    "no such action can be read; known are MAKE_MOVE, GAME_EVENT, UNDO, REDO";
                return Err(kind.fault(other, words));
            }
        }
        read_metadata(&entry, before, draft)?;
    }
    Ok(())
}

fn is_automatic(node: &Node<'_>) -> Result<bool, Fault> {
    node.get("automatic")?.map_or(Ok(false), |automatic| automatic.truth())
}

/// State numbers, where they are given, never go back, and no two moves have the same.
fn check_state(entry: &Node<'_>, is_move: bool, progress: &mut Progress) -> Result<(), Fault> {
    let Some(number) = entry.get("_stateID")? else { return Ok(()) };
    let state = number.whole()?;
    let (last, was_move) = progress.state.unwrap_or((0, false));
    if state < last {
        let words = format!("a state number that goes back; the one before it is {last}");
        return Err(number.fault(state.to_string(), words));
    }
    let repeats = state == last && was_move;
    if repeats && is_move {
        return Err(number.fault(state.to_string(), "two moves of the same state number"));
    }
    progress.state = Some((state, is_move || repeats));
    Ok(())
}

fn read_event(
    payload: &Node<'_>,
    has_player: bool,
    turn: Option<u64>,
    card: &'static Card,
    progress: &Progress,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let kind = payload.need("type")?;
    let name = kind.text()?;
    if name == "endGame" {
        // What it was ended by, if not by the rules, the engine does not write down.
        note_here(draft, "Ended at the table (endGame).", &kind.place());
        return Ok(());
    }
    let Some(form) = card.foreign.events.iter().find(|form| form.name == name) else {
        let known: Vec<&str> = card.foreign.events.iter().map(|form| form.name).collect();
        let words = format!("{} has no such event; known are {}", card.name, known.join(", "));
        return Err(kind.fault(name, words));
    };
    let Some(text) = form.text else { return Ok(()) };
    // The engine does not write down whose event it was: the turn's, whose moves tell.
    let by = if has_player {
        Some(seat_of(&payload.need("playerID")?)?)
    } else {
        let mover = progress.moves.last().filter(|last| turn.is_some() && last.turn == turn);
        match mover.and_then(|last| last.player.as_deref()) {
            Some("0") => Some(Seat::First),
            Some("1") => Some(Seat::Second),
            _ => None,
        }
    };
    let by = by.map(|seat| card.letter(seat.into()).to_string());
    draft.lines.push(action(text, by, None, &kind.place()));
    Ok(())
}

/// Takes back the last move that stands, which must be of the same player and turn.
fn undo(
    kind: &Node<'_>,
    player: Option<&str>,
    turn: Option<u64>,
    progress: &mut Progress,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let fits = |last: &Move| {
        (player.is_none() || last.player.as_deref() == player)
            && (turn.is_none() || last.turn.is_none() || last.turn == turn)
    };
    let Some(last) = progress.moves.pop_if(|last| fits(last)) else {
        return Err(kind.fault("UNDO", "there is no move of this player and turn to undo"));
    };
    let lines = draft.lines.split_off(last.before);
    let undone: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let text = format!("Undone at the table: {}", undone.join(", "));
    for note in &mut draft.notes {
        if let About::Lines(about) = &mut note.about {
            *about = (*about).min(last.before);
        }
    }
    note_here(draft, &text, &kind.place());
    progress.undone.push((last, lines));
    Ok(())
}

fn redo(
    kind: &Node<'_>,
    player: Option<&str>,
    progress: &mut Progress,
    draft: &mut Draft,
) -> Result<(), Fault> {
    let fits =
        |(last, _): &mut (Move, Vec<Line>)| player.is_none() || last.player.as_deref() == player;
    let Some((last, lines)) = progress.undone.pop_if(fits) else {
        return Err(kind.fault("REDO", "there is no undone move of this player to redo"));
    };
    let redone: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let text = format!("Redone at the table: {}", redone.join(", "));
    draft.lines.extend(lines);
    note_here(draft, &text, &kind.place());
    progress.moves.push(last);
    Ok(())
}

/// The time and the notes that this project writes beside an entry.
fn read_metadata(entry: &Node<'_>, before: usize, draft: &mut Draft) -> Result<(), Fault> {
    let metadata = entry.get("metadata")?;
    let Some(metadata) = metadata.filter(|data| matches!(data.value, Json::Object(_))) else {
        return Ok(());
    };
    let here = draft.lines.len();
    if let Some(at) = metadata.get("at")?
        && let Some(line) = draft.lines.last_mut().filter(|_| here > before)
    {
        line.at = Some(at.whole()?);
    }
    if let Some(notes) = metadata.get("notes")? {
        for (ply, note) in read_notes(&notes)? {
            let about = if ply.is_some() { note.about } else { About::Lines(here) };
            draft.notes.push(DraftNote { about, ..note });
        }
    }
    Ok(())
}
