//! `GET /matches/{link}/events`: a match, told as it goes on.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::problem::Problem;
use super::receive::{Asked, MayRead, Named, accepted};
use crate::web::{Site, live};

/// From where on.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct From {
    /// The ply after which to begin: 0 tells all of it. Without it, from now on.
    #[param(nullable = false, maximum = 100_000)]
    after: Option<usize>,
}

/// An event as it is sent.
#[derive(ToSchema)]
#[schema(as = Event)]
#[expect(dead_code, reason = "only its schema is asked for")]
pub(super) struct EventView {
    /// `action`, `head`, `end` or `withdrawn`.
    event: String,
    /// A link: what a client that comes back has seen last.
    #[schema(nullable = false)]
    id: Option<String>,
    /// JSON, by the kind of the event.
    data: String,
}

/// Follow a match, as server-sent events.
///
/// * `action`: `{"ply":3,"by":"B","do":"…","link":"…","at":1200}` for each action;
/// * `head`: `{"head":"…","plies":3}` where the match stands: at the beginning, and after actions;
/// * `end`: the result, once there is one; the stream ends with it;
/// * `withdrawn`: the match is gone; the stream ends with it.
///
/// The id of an event is a link. A client that comes back sends the id that it saw last as
/// `Last-Event-ID` (browsers do that by themselves) and is told what came since. If the match is
/// over and nothing came, the answer is 204: do not come back.
#[utoipa::path(
    tag = "Reading",
    params(
        ("link" = String, Path, description = "A link of the match, or 10 or more of its digits.",
            min_length = 10, max_length = 64, pattern = "^[0-9a-f]+$"),
        From,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event seen.",
            nullable = false),
    ),
    responses(
        (status = 200, description = "The events.", body = EventView,
            content_type = "text/event-stream"),
        (status = 204, description = "The match is over, and all of it was seen."),
        (status = 404, description = "No match has this link, or no such ply.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[get("/matches/{link}/events")]
pub(super) async fn follow_match(
    site: web::Data<Site>,
    request: HttpRequest,
    _: MayRead,
    link: Named<String>,
    from: Asked<From>,
) -> Result<HttpResponse, Problem> {
    accepted(&request, &["text/event-stream"])?;
    Ok(live::follow(&site, &link.0, &request, from.0.after).await?)
}
