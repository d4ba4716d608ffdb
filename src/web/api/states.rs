//! `GET /matches/{link}/states`: what a match was like at each ply.

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problem::{Kind, Problem};
use super::receive::{Asked, Named, TakesJson};
use super::views::{self, EffectView, Ended};
use super::{ask, json};
use crate::record::link::Link;
use crate::rules::any::View;
use crate::rules::game::Card;
use crate::service::states::{State, States, StatesOf};
use crate::web::{Site, caching};

/// How many plies come when nothing is said.
const USUAL: usize = 100;
/// How many come at most.
const MOST: usize = 1_000;

/// As whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Seen {
    /// As everybody at the table saw it: what was hidden stays hidden.
    #[default]
    Public,
    /// With all that the record tells, once the match is over.
    Told,
}

impl From<Seen> for View {
    fn from(seen: Seen) -> Self {
        match seen {
            Seen::Public => View::Public,
            Seen::Told => View::Told,
        }
    }
}

/// Which plies, as whom.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Plies {
    /// The first ply.
    #[serde(default)]
    #[param(default = 0, maximum = 100_000)]
    from: usize,
    /// At most so many.
    #[param(minimum = 1, maximum = 1_000, default = 100, nullable = false)]
    limit: Option<usize>,
    /// As whom.
    #[serde(default)]
    #[param(inline)]
    view: Seen,
}

/// As whom.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AsWhom {
    /// As whom.
    #[serde(default)]
    #[param(inline)]
    view: Seen,
}

/// Some plies of a match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = States)]
pub(super) struct StatesPage {
    /// The match's head.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    head: String,
    /// Its last ply.
    last: usize,
    /// The plies, in order.
    states: Vec<StateView>,
    /// The `from` of the next page, if there is one.
    next: Option<usize>,
}

/// A match at one ply.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = State)]
pub(super) struct StateView {
    /// The ply, from 0.
    ply: usize,
    /// Its link.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    link: String,
    /// The position text.
    position: String,
    /// The position's hash: equal hashes are the same position, also across matches.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    position_hash: String,
    /// What led here; none at ply 0.
    action: Option<ActionView>,
    /// The letters of the seats that may act.
    acting: Vec<String>,
    /// How the match ended with it.
    result: Ended,
}

/// An action and what it did.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ActionTold)]
pub(super) struct ActionView {
    /// The seat's letter, or `*` for the arbiter.
    by: String,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    action: String,
    /// Its time in milliseconds since the match began, if it was recorded.
    at: Option<u64>,
    /// What it did, in words.
    words: String,
    /// What it did, step by step.
    effects: Vec<EffectView>,
}

/// The plies of a match.
///
/// A page of them; `next` is where the next page begins. Nothing about a ply of a match that is
/// over ever changes, so with a whole link the answer may be kept for ever.
#[utoipa::path(
    tag = "Reading",
    params(
        ("link" = String, Path, description = "A link of the match, or 10 or more of its digits.",
            min_length = 10, max_length = 64, pattern = "^[0-9a-f]+$"),
        Plies,
    ),
    responses(
        (status = 200, description = "Some plies.", body = StatesPage),
        (status = 404, description = "No match has this link, or it has no such ply.",
            body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/matches/{link}/states")]
pub(super) async fn list_states(
    site: web::Data<Site>,
    _: TakesJson,
    link: Named<String>,
    plies: Asked<Plies>,
) -> Result<HttpResponse, Problem> {
    let Plies { from, limit, view } = plies.0;
    let count = limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&count) {
        return Err(Problem::new(Kind::BadQuery, format!("a limit is 1 to {MOST}")));
    }
    let whole = link.0.len() == Link::DIGITS;
    let found = ask(&site, move |keep| {
        keep.states(&StatesOf { link: &link.0, from, count, view: view.into() })
    });
    let States { card, head, last, over, states } = found.await?;
    let next = states.last().map(|state| state.ply + 1).filter(|next| *next <= last);
    let states = states.iter().map(|state| StateView::of(card, state)).collect();
    let mut response = answer(over && whole);
    Ok(json(&mut response, &StatesPage { head: head.to_string(), last, states, next }))
}

/// One ply of a match.
#[utoipa::path(
    tag = "Reading",
    params(
        ("link" = String, Path, description = "A link of the match, or 10 or more of its digits.",
            min_length = 10, max_length = 64, pattern = "^[0-9a-f]+$"),
        ("ply" = usize, Path, description = "The ply, from 0.", maximum = 100_000),
        AsWhom,
    ),
    responses(
        (status = 200, description = "The ply.", body = StateView),
        (status = 404, description = "No match has this link, or it has no such ply.",
            body = Problem, content_type = "application/problem+json"),
    ),
)]
#[get("/matches/{link}/states/{ply}")]
pub(super) async fn read_state(
    site: web::Data<Site>,
    _: TakesJson,
    names: Named<(String, String)>,
    as_whom: Asked<AsWhom>,
) -> Result<HttpResponse, Problem> {
    let (link, ply) = names.0;
    let ply = ply.parse::<usize>().ok().filter(|number| number.to_string() == ply);
    let from =
        ply.ok_or_else(|| Problem::new(Kind::NoAddress, "a ply is a number, from 0 at the start"))?;
    let whole = link.len() == Link::DIGITS;
    let view = as_whom.0.view.into();
    let found =
        ask(&site, move |keep| keep.states(&StatesOf { link: &link, from, count: 1, view }));
    let States { card, over, states, .. } = found.await?;
    let state = states.first().map(|state| StateView::of(card, state));
    let state = state.ok_or_else(|| Problem::new(Kind::Broken, "the ply was not told"))?;
    Ok(json(&mut answer(over && whole), &state))
}

fn answer(for_ever: bool) -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    if for_ever {
        response.insert_header((header::CACHE_CONTROL, caching::FOR_EVER));
    }
    response
}

impl StateView {
    fn of(card: &Card, state: &State) -> Self {
        let action = state.beat.as_ref().map(|beat| ActionView {
            by: card.letter(beat.by).to_string(),
            action: beat.shown.clone(),
            at: beat.at,
            words: beat.words.clone(),
            effects: views::effects(card, &beat.effects),
        });
        StateView {
            ply: state.ply,
            link: state.link.to_string(),
            position: state.position.clone(),
            position_hash: state.hash.to_string(),
            action,
            acting: views::acting(card, state.acting),
            result: Ended::of(card, state.outcome.as_ref()),
        }
    }
}
