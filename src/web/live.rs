//! `/m/<link>/events`: a match that goes on, told as it does by server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::{HttpResponse, Responder, web};
use actix_web_lab::sse;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::Site;
use super::pages::errors;
use crate::archive::{Change, ChangeKind, MatchId};
use crate::record::link::Link;

/// The time between signs of life on a stream.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// Where a match stands. As JSON: `{"head":"<link>","plies":34}`; the event's id is the head.
#[derive(Serialize)]
struct Head {
    head: String,
    plies: usize,
}

/// Answers with a stream of `head` events: where the match stands now, and each time it goes on.
///
/// A client that comes back after a cut connection is told at once where the match stands, so
/// nothing can be missed: what is new is fetched from the states.
pub async fn events(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: actix_web::HttpRequest,
) -> HttpResponse {
    // Watch before looking, so that nothing can come between.
    let changes = site.keep.archive().watch();
    let found = site.keep.find(&path).and_then(|(id, _)| Ok(site.keep.archive().summary(id)?));
    let summary = match found {
        Ok(summary) => summary,
        Err(error) => return errors::of(&site, &error),
    };
    let first = event(&summary.head, summary.plies);
    let id = summary.id;
    let start = (Some(first), changes);
    let told =
        stream::unfold(start, move |(first, changes)| next(site.clone(), id, first, changes));
    sse::Sse::from_stream(told)
        .with_keep_alive(KEEP_ALIVE)
        .respond_to(&request)
        .map_into_boxed_body()
}

type Told = (Result<sse::Event, Infallible>, (Option<sse::Event>, Receiver<Change>));

/// The next event of one match; `None` once it is withdrawn or the program stops.
async fn next(
    site: web::Data<Site>,
    id: MatchId,
    first: Option<sse::Event>,
    mut changes: Receiver<Change>,
) -> Option<Told> {
    if let Some(first) = first {
        return Some((Ok(first), (None, changes)));
    }
    loop {
        let change = tokio::select! {
            change = changes.recv() => change,
            () = site.stop.asked() => return None,
        };
        match change {
            Ok(change) if change.id != id || change.kind == ChangeKind::Told => {}
            Ok(Change { kind: ChangeKind::Withdrawn, .. }) | Err(RecvError::Closed) => return None,
            Ok(change) => return Some((Ok(event(&change.head, change.plies)), (None, changes))),
            Err(RecvError::Lagged(_)) => {
                let summary = site.keep.archive().summary(id).ok()?;
                return Some((Ok(event(&summary.head, summary.plies)), (None, changes)));
            }
        }
    }
}

fn event(head: &Link, plies: usize) -> sse::Event {
    let told = Head { head: head.to_string(), plies };
    let data = serde_json::to_string(&told).unwrap_or_default();
    sse::Data::new(data).event("head").id(told.head).into()
}
