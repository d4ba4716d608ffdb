//! `/m/<link>/states`: every ply of a match in one compact answer, for the page's script.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};

use super::{Panel, Query, Reel, Sheet, Shown, trouble};
use crate::picture::{Changes, Frame};
use crate::rules::game::Card;
use crate::service::KeepError;
use crate::web::Site;

/// How many plies come in one answer.
const PAGE: usize = 512;

/// Some plies of a match. As JSON: `{"from":ply,"last":ply or null,"sheet":…,"first":frame,
/// "plies":[[changes or null for the first, words, panel or null where it is that before, ms or
/// null, 1 if there was an event, [[ms, changes, words, panel or null], …]], …]}`; the list at the
/// end of a ply is what the clock alone changed after it.
#[derive(Serialize)]
struct States<'a> {
    from: usize,
    last: Option<usize>,
    sheet: &'a Sheet,
    first: &'a Frame,
    plies: Vec<PlyState<'a>>,
    /// What the clock alone changed before the first of them, where that was not told with the ply
    /// before since it would have told too much.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<ClockState<'a>>,
}

type PlyState<'a> =
    (Option<Changes>, &'a str, Option<String>, Option<u64>, u8, Vec<ClockState<'a>>);
type ClockState<'a> = (u64, Changes, &'a str, Option<String>);

/// From which ply on.
#[derive(Debug, Deserialize)]
pub struct From {
    #[serde(default)]
    from: usize,
}

/// Answers with the states of a page of plies.
pub async fn states(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
    from: web::Query<From>,
) -> HttpResponse {
    let link = path.into_inner();
    let ply = query.spoilers_off().then_some(from.from);
    match site.keep.show(&query.wish(&link, ply)) {
        Ok(shown) if from.from > shown.reel.last() => {
            let error = KeepError::NoPly { last: shown.reel.last(), link: shown.stored.head };
            trouble(&site, &error, &query)
        }
        Ok(shown) => match serde_json::to_string(&States::of(&shown, from.from)) {
            Ok(json) => HttpResponse::Ok()
                .insert_header((header::CONTENT_TYPE, "application/json"))
                .body(json),
            Err(_) => HttpResponse::InternalServerError().finish(),
        },
        Err(error) => trouble(&site, &error, &query),
    }
}

impl<'a> States<'a> {
    fn of(shown: &'a Shown, from: usize) -> Self {
        let reel = &*shown.reel;
        let to = (from + PAGE).min(reel.stills.len());
        let mut teller = Teller { card: shown.stored.log.header.card(), frame: None, panel: None };
        let plies = (from..to).map(|ply| teller.ply(reel, ply)).collect();
        let last = shown.last.or((!shown.goes_on).then_some(shown.ply));
        let before = from.checked_sub(1).filter(|_| shown.last.is_none());
        let before = before.map_or_else(Vec::new, |ply| {
            let frame = Some(&reel.stills[ply].frame);
            Teller { frame, panel: None, ..teller }.clock(reel, ply)
        });
        States { from, last, sheet: &reel.sheet, first: &reel.stills[from].frame, plies, before }
    }
}

/// Tells plies one after the other, each as what changed since the one before.
struct Teller<'a> {
    card: &'static Card,
    frame: Option<&'a Frame>,
    panel: Option<&'a Arc<Panel>>,
}

impl<'a> Teller<'a> {
    fn ply(&mut self, reel: &'a Reel, ply: usize) -> PlyState<'a> {
        let still = &reel.stills[ply];
        let changes = self.changes(&still.frame);
        let panel = self.panel(&still.panel);
        let beat = still.beat.as_ref();
        let event = u8::from(beat.is_some_and(|beat| !beat.events.is_empty()));
        let after = self.clock(reel, ply);
        let words = super::still_words(still);
        (changes, words, panel, beat.and_then(|beat| beat.at), event, after)
    }

    /// What the clock alone changed after a ply.
    fn clock(&mut self, reel: &'a Reel, ply: usize) -> Vec<ClockState<'a>> {
        let after = reel.between.partition_point(|between| between.ply < ply);
        let after = reel.between[after..].iter().take_while(|between| between.ply == ply);
        let after = after.map(|between| {
            let changes = self
                .changes(&between.frame)
                .unwrap_or_else(|| between.frame.changes_to(&between.frame));
            (between.at, changes, between.words.as_str(), self.panel(&between.panel))
        });
        after.collect()
    }

    fn changes(&mut self, frame: &'a Frame) -> Option<Changes> {
        self.frame.replace(frame).map(|before| before.changes_to(frame))
    }

    fn panel(&mut self, panel: &'a Arc<Panel>) -> Option<String> {
        let shared = self.panel.is_some_and(|before| Arc::ptr_eq(before, panel));
        self.panel = Some(panel);
        (!shared).then(|| super::panel::html(self.card, panel))
    }
}
