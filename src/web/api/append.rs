//! `POST /matches/{link}/actions`: a match goes on.

use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::problem::{Kind, Problem};
use super::receive::{Body, MayRecord, Named, TakesJson, whole};
use super::views::{self, Ended};
use super::{ask, json};
use crate::archive::Continuation;
use crate::record::limits;
use crate::record::link::Link;
use crate::service::append::{Append, Step};
use crate::web::{Site, caching, now_ms};

/// The most bytes of an append.
const MOST: usize = limits::RECORD_BYTES;
/// What makes a repeat known as one.
const KEY: &str = "idempotency-key";

/// What is appended.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Append)]
pub(super) struct Appending {
    /// The actions, in order; all of them are appended, or none.
    #[schema(min_items = 1, max_items = 100_000)]
    actions: Vec<NewAction>,
}

/// An action to be appended.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAction {
    /// The seat's letter, or `*` for the arbiter.
    #[schema(example = "B", pattern = "^([A-Z]|\\*)$")]
    by: String,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    #[schema(min_length = 1, max_length = 200)]
    action: String,
    /// Its time in milliseconds since the match began, never smaller than the one before.
    #[serde(default, deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 9007199254740991_i64)]
    at: Option<u64>,
}

/// Where a match stands after an append.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Standing {
    /// The new head: what the next append says in `If-Match`. It is a link for ever.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    head: String,
    /// The match.
    url: String,
    /// Its page.
    page: String,
    /// Its last ply.
    plies: usize,
    /// How it ended.
    result: Ended,
}

/// Append actions.
///
/// `If-Match` says which head the actions go on from. If somebody else was first, the answer is 412
/// with the present head, and nothing is appended: read what is new and decide again. So of two
/// recorders at once, none loses, doubles or reorders an action.
///
/// After a cut connection, send the same request again with the same `Idempotency-Key`: if the
/// first one was carried out, the repeat is answered as it was (with `Idempotent-Replayed: true`),
/// and nothing happens twice. Keys are remembered for 24 hours, for each match apart.
///
/// An append to a match that is over is answered with 409 `match-over`; an action behind one that
/// ends the match, in one request, with 422 `illegal-action`.
#[utoipa::path(
    tag = "Recording",
    params(
        ("link" = String, Path, description = "A link of the match, or 10 or more of its digits.",
            min_length = 10, max_length = 64, pattern = "^[0-9a-f]+$"),
        ("If-Match" = String, Header, description = "The head that they go on from, in quotes.",
            pattern = "^\"[0-9a-f]{64}\"$"),
        ("Idempotency-Key" = Option<String>, Header, description = "What makes a repeat known.",
            min_length = 1, max_length = 100, pattern = "^[!-~]+$", nullable = false),
    ),
    request_body(content = Appending),
    responses(
        (status = 200, description = "Appended, now or by the first request with this key.",
            body = Standing, headers(("ETag", description = "The new head."))),
        (status = 409, description = "The match is over.", body = Problem,
            content_type = "application/problem+json"),
        (status = 412, description = "The match has gone on: `head` is the present head.",
            body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "An action is not allowed: `rule` and `ply` say which.",
            body = Problem, content_type = "application/problem+json"),
        (status = 428, description = "`If-Match` is missing.", body = Problem,
            content_type = "application/problem+json"),
    ),
    security(("token" = [])),
)]
#[post("/matches/{link}/actions")]
pub(super) async fn append_actions(
    site: web::Data<Site>,
    request: HttpRequest,
    _: MayRecord,
    _: TakesJson,
    link: Named<String>,
    body: Body<MOST>,
) -> Result<HttpResponse, Problem> {
    let (expected, key) = (seen_head(request.headers())?, key(request.headers())?);
    let Appending { actions } = body.json()?;
    let step = |new: NewAction| Step { by: new.by, action: new.action, at: new.at };
    let actions: Vec<Step> = actions.into_iter().map(step).collect();
    let grown = ask(&site, move |keep| {
        keep.append(Append { link: &link.0, expected, actions, key, now_ms: now_ms() })
    });
    let grown = grown.await?;
    let standing = Standing {
        url: format!("{}/matches/{}", super::ROOT, grown.head),
        page: views::page(&grown.head),
        plies: grown.plies,
        result: Ended::of(grown.card, grown.outcome.as_ref()),
        head: grown.head.to_string(),
    };
    let mut response = HttpResponse::Ok();
    caching::tag(&mut response, &standing.head);
    if grown.repeated {
        response.insert_header(("idempotent-replayed", "true"));
    }
    Ok(json(&mut response, &standing))
}

/// The head that the recorder has seen: a tag as this API gives it, which begins with the head.
fn seen_head(headers: &HeaderMap) -> Result<Link, Problem> {
    let Some(value) = headers.get(header::IF_MATCH) else {
        let words = "say in If-Match, in quotes, which head the actions go on from";
        return Err(Problem::new(Kind::NoCondition, words));
    };
    let bad =
        || Problem::new(Kind::BadHeader, "If-Match takes one head in quotes: \"<64 hex digits>\"");
    let text = value.to_str().map_err(|_| bad())?.trim();
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let tag = caching::bare(text);
    let head = tag.split_once('.').map_or(tag, |(head, _)| head);
    let link = head.parse().map_err(|_| bad())?;
    if quoted && headers.get_all(header::IF_MATCH).count() == 1 { Ok(link) } else { Err(bad()) }
}

/// The key of a request, if it has one.
fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(KEY) else { return Ok(None) };
    let most = Continuation::KEY_BYTES;
    let good = |text: &&str| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let text = value.to_str().ok().filter(good);
    let one = headers.get_all(KEY).count() == 1;
    text.filter(|_| one).map(|text| Some(text.to_owned())).ok_or_else(|| {
        let words = format!("an Idempotency-Key has 1 to {most} printable ASCII characters");
        Problem::new(Kind::BadHeader, words)
    })
}
