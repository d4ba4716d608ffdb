//! `GET /matches/{link}/verify`: a replay, compared with what is stored.

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;
use super::receive::{Named, TakesJson};
use super::views::Proved;
use super::{ask, json};
use crate::record::replay::Verdict;
use crate::web::Site;

/// What a replay says about a match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Proof)]
pub(super) struct ProofView {
    /// The match's head.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    head: String,
    /// Its last ply.
    plies: usize,
    /// Whether the replay gives what is stored: the head, every stored position, the result.
    good: bool,
    /// The first difference, in words; none if it is good.
    difference: Option<String>,
    /// How many stored positions were compared.
    positions: usize,
    /// What the positions that were recorded with the match prove.
    proved: Proved,
    /// Where they differ, if they do.
    diverged: Option<Diverged>,
}

/// Where the positions that came with a match differ from the replay.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Diverged {
    /// The first ply at which they do.
    ply: usize,
    /// The hash that came with the record.
    recorded: String,
    /// The hash that the replay gives.
    replayed: String,
}

/// Verify a match.
///
/// Replays the log now and compares with what is stored: head, positions, result.
#[utoipa::path(
    tag = "Reading",
    params(("link" = String, Path, description = "A link of the match, or its first 10 digits or \
        more.", min_length = 10, max_length = 64, pattern = "^[0-9a-f]+$")),
    responses(
        (status = 200, description = "What the replay says.", body = ProofView),
        (status = 404, description = "No match has this link.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[get("/matches/{link}/verify")]
pub(super) async fn verify_match(
    site: web::Data<Site>,
    _: TakesJson,
    link: Named<String>,
) -> Result<HttpResponse, Problem> {
    let proof = ask(&site, move |keep| keep.prove(&link.0)).await?;
    let diverged = match proof.verdict {
        Verdict::Diverged { ply, recorded, replayed } => {
            let (recorded, replayed) = (recorded.to_string(), replayed.to_string());
            Some(Diverged { ply, recorded, replayed })
        }
        Verdict::Exact | Verdict::Replays => None,
    };
    let view = ProofView {
        head: proof.head.to_string(),
        plies: proof.plies,
        good: proof.difference.is_none(),
        difference: proof.difference.as_ref().map(ToString::to_string),
        positions: proof.position_count,
        proved: proof.verdict.into(),
        diverged,
    };
    Ok(json(&mut HttpResponse::Ok(), &view))
}
