//! A match that goes on, told as it does: server-sent events, for the page and the API alike.
//!
//! `action` events tell each action, with the link of its ply as id; a `head` event tells where the
//! match stands after them, `end` how it ended, `withdrawn` that it is gone. Who comes back after a
//! cut connection with the id that was seen last is told what came since; so nothing is missed and
//! nothing told twice.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use actix_web_lab::sse;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use super::Site;
use super::pages::errors;
use crate::archive::{self, Change, ChangeKind, MatchId};
use crate::record::json::Ending;
use crate::record::link::Link;
use crate::service::KeepError;
use crate::service::follow::{Fresh, News, Since};

/// The time between signs of life on a stream. Then it also looks whether another program has
/// appended to the archive.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// After a cut connection a client waits for so long.
const RETRY: Duration = Duration::from_secs(2);

/// An action. As JSON: `{"ply":3,"by":"B","do":"end","link":"…","at":1200}`; the event's id is the
/// link.
#[derive(Serialize)]
struct Action<'a> {
    ply: usize,
    by: char,
    #[serde(rename = "do")]
    text: &'a str,
    link: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

/// Where a match stands. As JSON: `{"head":"<link>","plies":34}`; the event's id is the head.
#[derive(Serialize)]
struct Head {
    head: String,
    plies: usize,
}

/// `/m/{link}/events`: the page's stream.
pub async fn events(
    site: web::Data<Site>,
    path: web::Path<String>,
    request: HttpRequest,
) -> HttpResponse {
    match follow(&site, &path, &request, None).await {
        Ok(response) => response,
        Err(error) => errors::of(&site, &error),
    }
}

/// Answers with what happens in a match from now on; if a ply is given, from after it; if the
/// client says which event it saw last, from after that one.
///
/// # Errors
/// The match cannot be had.
pub async fn follow(
    site: &web::Data<Site>,
    link: &str,
    request: &HttpRequest,
    from: Option<usize>,
) -> Result<HttpResponse, KeepError> {
    // Watch before looking, so that nothing can come between.
    let changes = site.keep.archive().watch();
    let seen = last_seen(request.headers());
    let since = seen.map(Since::Link).or(from.map(Since::Ply)).unwrap_or(Since::Now);
    let link = link.to_owned();
    let keep = site.clone();
    let looked = web::block(move || keep.keep.follow(&link, since)).await;
    let stopped = |_| Err(archive::Error::from(archive::Broken::Stopped).into());
    let (id, news) = looked.unwrap_or_else(stopped)?;
    if news.outcome.is_some() && seen == Some(news.head) {
        // Nothing will ever come: this tells a client not to come back.
        return Ok(HttpResponse::NoContent().finish());
    }
    let mut told =
        Told { site: site.clone(), id, ply: 0, changes, queue: VecDeque::new(), over: false };
    told.tell(&news);
    let events = stream::unfold(told, async |mut told| {
        let event = told.next().await?;
        Some((Ok::<_, Infallible>(event), told))
    });
    let answer =
        sse::Sse::from_stream(events).with_keep_alive(KEEP_ALIVE).with_retry_duration(RETRY);
    Ok(answer.respond_to(request).map_into_boxed_body())
}

/// The link that a client saw last.
fn last_seen(headers: &HeaderMap) -> Option<Link> {
    headers.get("last-event-id")?.to_str().ok()?.parse().ok()
}

/// What a client was told of a match.
struct Told {
    site: web::Data<Site>,
    id: MatchId,
    /// The last ply that was told of.
    ply: usize,
    changes: Receiver<Change>,
    /// What is still to be told.
    queue: VecDeque<sse::Event>,
    /// Whether nothing more will come.
    over: bool,
}

impl Told {
    /// The next event; `None` once there will be no more.
    async fn next(&mut self) -> Option<sse::Event> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            if self.over {
                return None;
            }
            let change = tokio::select! {
                change = timeout(KEEP_ALIVE, self.changes.recv()) => change,
                () = self.site.stop.asked() => return None,
            };
            match change {
                Ok(Ok(change)) if change.id != self.id => {}
                Ok(Ok(Change { kind: ChangeKind::Withdrawn, .. })) => self.withdrawn(),
                Ok(Err(RecvError::Closed)) => return None,
                // It went on, or changes were missed, or another program may have written.
                Ok(Ok(_) | Err(RecvError::Lagged(_))) | Err(_) => self.look().await,
            }
        }
    }

    /// Looks for what is new.
    async fn look(&mut self) {
        let (site, id, since) = (self.site.clone(), self.id, Since::Ply(self.ply));
        match web::block(move || site.keep.news(id, since)).await {
            Ok(Ok(news)) if news.plies > self.ply => self.tell(&news),
            Ok(Ok(_)) => {}
            Ok(Err(_)) => self.withdrawn(),
            Err(_) => self.over = true,
        }
    }

    fn tell(&mut self, news: &News) {
        for Fresh { ply, link, by, text, at } in &news.actions {
            let link = link.to_string();
            let action = Action { ply: *ply, by: *by, text, link: link.clone(), at: *at };
            self.queue.push_back(event("action", &action, Some(link)));
        }
        let head = news.head.to_string();
        self.queue.push_back(event(
            "head",
            &Head { head: head.clone(), plies: news.plies },
            Some(head.clone()),
        ));
        if news.outcome.is_some() {
            let ending = Ending::of(news.card, news.outcome.as_ref());
            self.queue.push_back(event("end", &ending, Some(head)));
            self.over = true;
        }
        self.ply = news.plies;
    }

    fn withdrawn(&mut self) {
        self.queue.push_back(event("withdrawn", &serde_json::json!({}), None));
        self.over = true;
    }
}

fn event(name: &str, data: &impl Serialize, id: Option<String>) -> sse::Event {
    let data = serde_json::to_string(data).unwrap_or_default();
    let data = sse::Data::new(data).event(name);
    match id {
        Some(id) => data.id(id).into(),
        None => data.into(),
    }
}
