//! `GET /version`: what serves here.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::json;
use super::problem::Problem;
use super::receive::TakesJson;
use crate::web::Site;

/// What serves here.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Versions)]
pub(super) struct VersionView {
    /// The program's version.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The version of this API: the `v1` of its addresses.
    api: u32,
    /// The version of the record format that it reads and writes.
    gamekeep: u32,
    /// The rules versions that it has of each game.
    games: BTreeMap<&'static str, Vec<u16>>,
}

/// The version of the program, and of everything in it.
#[utoipa::path(
    tag = "Service",
    responses((status = 200, description = "The versions.", body = VersionView)),
)]
#[get("/version")]
pub(super) async fn read_version(
    site: web::Data<Site>,
    _: TakesJson,
) -> Result<HttpResponse, Problem> {
    let ids = site.keep.registry().games().map(|game| game.card().id);
    let games = ids.map(|id| (id, site.keep.versions(id))).collect();
    let version = env!("CARGO_PKG_VERSION");
    Ok(json(&mut HttpResponse::Ok(), &VersionView { version, api: 1, gamekeep: 1, games }))
}
