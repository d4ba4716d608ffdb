//! `/games/{game}/legal` and `/check`: what may be done in a position, and what an action would do.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problem::{Details, Kind, Problem};
use super::receive::{Asked, Body, Named, TakesJson, whole};
use super::views::{self, EffectView, Ended};
use super::{ask, json};
use crate::rules::any::{Happened, View};
use crate::rules::illegal::Illegal;
use crate::service::table::{Position, Table};
use crate::web::{Site, rule_place};

/// The most bytes of a question about a position.
const MOST: usize = 64 << 10;
/// The most letters of a position in an address.
const QUERY_LETTERS: usize = 4_096;

/// A position.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Position)]
pub(super) struct PositionBody {
    /// The rules version; without one, the newest.
    #[serde(default, deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 65535)]
    rules: Option<u16>,
    /// The rule options that are not default.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The position text; without one, the game's own start.
    #[schema(max_length = 8192)]
    position: Option<String>,
}

impl PositionBody {
    fn at<'a>(&'a self, game: &'a str) -> Position<'a> {
        let options = self.options.iter();
        let options = options.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Position { game, rules: self.rules, options, text: self.position.as_deref() }
    }
}

/// A position, as parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PositionQuery {
    /// The rules version; without one, the newest.
    #[param(minimum = 1, maximum = 65535, nullable = false)]
    rules: Option<u16>,
    /// The rule options that are not default, as `name=value`, comma-separated.
    #[param(nullable = false, example = "hidden=yes")]
    options: Option<String>,
    /// The position text; without one, the game's own start. A longer one is posted.
    #[param(nullable = false, max_length = 4096)]
    position: Option<String>,
}

impl PositionQuery {
    fn body(self) -> Result<PositionBody, Problem> {
        let bad = |kind, name: &str, words: String| {
            let details = Details { path: Some(name.to_owned()), ..Details::default() };
            Err(Problem::with(kind, words, details))
        };
        let length = self.position.as_ref().map_or(0, |text| text.chars().count());
        if length > QUERY_LETTERS {
            let words = format!("at most {QUERY_LETTERS} letters; post a longer one");
            return bad(Kind::BadQuery, "position", words);
        }
        let mut options = BTreeMap::new();
        let given = self.options.unwrap_or_default();
        for pair in given.split(',').filter(|pair| !pair.is_empty()) {
            let pair_of = pair.split_once('=');
            let fresh = pair_of.is_some_and(|(name, value)| {
                options.insert(name.to_owned(), value.to_owned()).is_none()
            });
            if !fresh {
                let words = "options are name=value, comma-separated, not";
                return bad(Kind::BadOption, "options", format!("{words} “{pair}”"));
            }
        }
        Ok(PositionBody { rules: self.rules, options, position: self.position })
    }
}

/// What may be done in a position.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Legal)]
pub(super) struct LegalView {
    /// The game.
    game: &'static str,
    /// The rules version.
    rules: u16,
    /// The position text.
    position: String,
    /// The position's hash.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    position_hash: String,
    /// The letters of the seats that may act.
    acting: Vec<String>,
    /// How the match ended, if it did.
    result: Ended,
    /// Every legal action, those common to all games last. Actions of which there are endlessly
    /// many (commitments, and what reveals them) are left out.
    actions: Vec<LegalAction>,
}

/// A legal action.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegalAction {
    /// The seat's letter, or `*` for the arbiter.
    by: String,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    action: String,
}

/// What may be done in a position.
#[utoipa::path(
    tag = "Games",
    params(("game" = String, Path, description = "The game's id."), PositionQuery),
    responses(
        (status = 200, description = "Every legal action.", body = LegalView),
        (status = 422, description = "An option or the position cannot stand.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[get("/games/{game}/legal")]
pub(super) async fn list_legal(
    site: web::Data<Site>,
    _: TakesJson,
    game: Named<String>,
    position: Asked<PositionQuery>,
) -> Result<HttpResponse, Problem> {
    let position = position.0.body()?;
    answer_legal(&site, game.0, position).await
}

/// What may be done in a position that is long to write, or has an option with a comma in it.
#[utoipa::path(
    tag = "Games",
    params(("game" = String, Path, description = "The game's id.")),
    request_body(content = PositionBody),
    responses(
        (status = 200, description = "Every legal action.", body = LegalView),
        (status = 422, description = "An option or the position cannot stand.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[post("/games/{game}/legal")]
pub(super) async fn list_legal_of(
    site: web::Data<Site>,
    _: TakesJson,
    game: Named<String>,
    body: Body<MOST>,
) -> Result<HttpResponse, Problem> {
    answer_legal(&site, game.0, body.json()?).await
}

async fn answer_legal(
    site: &web::Data<Site>,
    game: String,
    position: PositionBody,
) -> Result<HttpResponse, Problem> {
    let view =
        ask(site, move |keep| keep.set_up(&position.at(&game)).map(|table| legal_view(&table)));
    Ok(json(&mut HttpResponse::Ok(), &view.await?))
}

fn legal_view(table: &Table) -> LegalView {
    let (card, play) = (table.header.card(), &table.play);
    let action = |(by, action)| LegalAction { by: card.letter(by).to_string(), action };
    LegalView {
        game: card.id,
        rules: card.rules,
        position: play.position(View::Told),
        position_hash: table.hash().to_string(),
        acting: views::acting(card, play.acting()),
        result: Ended::of(card, play.outcome().as_ref()),
        actions: play.legal().into_iter().map(action).collect(),
    }
}

/// An action to be tried.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ActionToCheck)]
pub(super) struct CheckBody {
    /// The rules version; without one, the newest.
    #[serde(default, deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 65535)]
    rules: Option<u16>,
    /// The rule options that are not default.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The position text; without one, the game's own start.
    #[schema(max_length = 8192)]
    position: Option<String>,
    /// The seat's letter, or `*` for the arbiter.
    by: String,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    action: String,
    /// Its time in milliseconds since the match began.
    #[serde(default, deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 9007199254740991_i64)]
    at: Option<u64>,
}

/// What an action would do, or why it is not allowed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Verdict)]
pub(super) struct CheckView {
    /// Whether it is allowed.
    legal: bool,
    /// What it does; or why it is not allowed.
    words: String,
    /// The rule that it breaks, if it is not allowed.
    rule: Option<&'static str>,
    /// Where that rule stands on this server: `/games/<game>#<rule>`.
    rule_href: Option<String>,
    /// The character of its text at which it went wrong, from 1, if it is no action.
    column: Option<usize>,
    /// What it does, step by step.
    effects: Vec<EffectView>,
    /// The position after it; the same as before, if it is not allowed.
    position: String,
    /// The position's hash.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    position_hash: String,
    /// The letters of the seats that may act then.
    acting: Vec<String>,
    /// How the match ended with it.
    result: Ended,
}

/// Try an action: is it legal, and what would it do? Nothing is stored.
#[utoipa::path(
    tag = "Games",
    params(("game" = String, Path, description = "The game's id.")),
    request_body(content = CheckBody),
    responses(
        (status = 200, description = "The verdict, legal or not.", body = CheckView),
        (status = 422, description = "An option or the position cannot stand.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[post("/games/{game}/check")]
pub(super) async fn check_action(
    site: web::Data<Site>,
    _: TakesJson,
    game: Named<String>,
    body: Body<MOST>,
) -> Result<HttpResponse, Problem> {
    let CheckBody { rules, options, position, by, action, at } = body.json()?;
    let position = PositionBody { rules, options, position };
    let view = ask(&site, move |keep| {
        keep.set_up(&position.at(&game.0)).map(|mut table| {
            let tried = table.act(&by, &action, at);
            check_view(&table, tried)
        })
    });
    Ok(json(&mut HttpResponse::Ok(), &view.await?))
}

fn check_view(table: &Table, tried: Result<Happened, Illegal>) -> CheckView {
    let (card, play) = (table.header.card(), &table.play);
    let (rule, column, words, effects) = match &tried {
        Ok(happened) => (None, None, happened.words.clone(), happened.effects.as_slice()),
        Err(illegal) => {
            let column = illegal.column.map(|column| column + 1);
            (Some(illegal.rule), column, illegal.words.to_string(), [].as_slice())
        }
    };
    CheckView {
        legal: tried.is_ok(),
        words,
        rule,
        rule_href: rule.map(|rule| rule_place::href_in(card, rule)),
        column,
        effects: views::effects(card, effects),
        position: play.position(View::Told),
        position_hash: table.hash().to_string(),
        acting: views::acting(card, play.acting()),
        result: Ended::of(card, play.outcome().as_ref()),
    }
}
