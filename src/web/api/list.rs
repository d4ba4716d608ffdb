//! `GET /matches`: the archive, a page at a time.

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::cursor::Cursor;
use super::problem::{Details, Kind, Problem};
use super::receive::{Asked, TakesJson};
use super::views::Listed;
use super::{ask, json};
use crate::archive::{Filter, MatchId, Page, ResultKind, days};
use crate::record::link::Link;
use crate::rules::any::AnyGame;
use crate::rules::seat::Seat;
use crate::service::Keep;
use crate::web::Site;
use crate::web::address::escaped;

/// How many matches a page has when nothing is said.
const USUAL: usize = 50;
/// How many it has at most.
const MOST: usize = 500;
/// The largest limit that can be asked for.
const LIMIT: usize = 1_000_000;

/// Which matches.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Of this game.
    #[param(nullable = false)]
    game: Option<String>,
    /// With a player of exactly this name.
    #[param(nullable = false)]
    player: Option<String>,
    /// With this result.
    #[param(nullable = false, inline)]
    result: Option<ResultWord>,
    /// Played on this day or later: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    #[param(
        nullable = false,
        pattern = "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"
    )]
    from: Option<String>,
    /// Played on this day or earlier: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, all of it included.
    #[param(
        nullable = false,
        pattern = "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"
    )]
    to: Option<String>,
    /// At most so many. A list has 50 when nothing is said, and never more than 500 at once; an
    /// export has all.
    #[param(minimum = 1, maximum = 1_000_000, nullable = false)]
    pub(super) limit: Option<usize>,
    /// Where an earlier answer ended: the `next` of a page of a list, or any `head`.
    #[param(nullable = false, pattern = "^([0-9a-f]{16}|[0-9a-f]{64})$")]
    pub(super) after: Option<String>,
}

/// The results that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ResultWord {
    /// The first seat has won.
    First,
    /// The second seat has won.
    Second,
    /// Drawn.
    Draw,
    /// Given up without a result.
    None,
    /// Not over yet.
    Unfinished,
}

impl From<ResultWord> for ResultKind {
    fn from(word: ResultWord) -> Self {
        match word {
            ResultWord::First => ResultKind::Win(Seat::First),
            ResultWord::Second => ResultKind::Win(Seat::Second),
            ResultWord::Draw => ResultKind::Draw,
            ResultWord::None => ResultKind::Void,
            ResultWord::Unfinished => ResultKind::Unfinished,
        }
    }
}

impl Which {
    /// As the archive takes it.
    ///
    /// # Errors
    /// A date that is none.
    pub(super) fn filter(&self) -> Result<Filter, Problem> {
        if self.limit.is_some_and(|limit| !(1..=LIMIT).contains(&limit)) {
            return Err(bad("limit", &format!("a limit is 1 to {LIMIT}")));
        }
        let (from, to) = (self.from.as_deref(), self.to.as_deref());
        let days = days(from, to).map_err(|text| {
            let name = if from == Some(text) { "from" } else { "to" };
            let words = "is a date as YYYY, YYYY-MM or YYYY-MM-DD";
            bad(name, &format!("{name} {words}, not “{text}”"))
        })?;
        Ok(Filter {
            game: self.game.clone(),
            player: self.player.clone(),
            result: self.result.map(ResultKind::from),
            days,
        })
    }

    /// The names and values that are asked for.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let result = self.result.and_then(|result| serde_json::to_value(result).ok());
        let result = result.and_then(|result| result.as_str().map(str::to_owned));
        let all = [
            ("game", self.game.clone()),
            ("player", self.player.clone()),
            ("result", result),
            ("from", self.from.clone()),
            ("to", self.to.clone()),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchList)]
pub(super) struct ListPage {
    /// The matches, newest first.
    matches: Vec<Listed>,
    /// The `after` of the next page, if there is one.
    next: Option<String>,
}

/// List matches, newest first.
///
/// A page ends where the next begins, whatever comes in meanwhile: nothing stands on two pages and
/// nothing is left out. The `Link` header has the next page's whole address.
#[utoipa::path(
    tag = "Reading",
    params(Which),
    responses((status = 200, description = "A page of matches.", body = ListPage,
        headers(("Link", description = "The next page, as `rel=\"next\"`, if there is one.")))),
)]
#[get("/matches")]
pub(super) async fn list_matches(
    site: web::Data<Site>,
    _: TakesJson,
    which: Asked<Which>,
) -> Result<HttpResponse, Problem> {
    let (which, filter) = (&which.0, which.0.filter()?);
    let limit = which.limit.unwrap_or(USUAL).min(MOST);
    let after = which.after.clone();
    let listing = ask(&site, move |keep| {
        let before = after.map(|after| place(keep, &after)).transpose()?;
        keep.archive().list(&filter, &Page { before, limit }).map_err(Problem::from)
    });
    let listing = listing.await?;
    let registry = site.keep.registry();
    let matches = listing.matches.iter().map(|summary| {
        let game = registry.find(&summary.game, summary.rules).map(AnyGame::card);
        Listed::of(game, summary)
    });
    let next = listing.next.map(|id| Cursor(id).to_string());
    let mut response = HttpResponse::Ok();
    if let Some(next) = &next {
        let mut href = format!("{}/matches?limit={limit}&after={next}", super::ROOT);
        for (name, value) in which.pairs() {
            href.push_str(&format!("&{name}={}", escaped(&value)));
        }
        response.insert_header((header::LINK, format!("<{href}>; rel=\"next\"")));
    }
    Ok(json(&mut response, &ListPage { matches: matches.collect(), next }))
}

/// The match at which an earlier answer ended: a cursor, or a head.
///
/// # Errors
/// Text that is neither, or the head of no match.
pub(super) fn place(keep: &Keep, after: &str) -> Result<MatchId, Problem> {
    match after.parse() {
        Ok(Cursor(id)) => Ok(id),
        Err(_) if after.len() == Link::DIGITS => Ok(keep.find(after)?.0),
        Err(error) => Err(bad("after", &error.to_string())),
    }
}

/// The problem of a parameter.
fn bad(name: &str, words: &str) -> Problem {
    let details = Details { path: Some(name.to_owned()), ..Details::default() };
    Problem::with(Kind::BadQuery, words, details)
}
