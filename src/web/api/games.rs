//! `/games`: the games, their seats, options, notation and rules.

use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::json;
use super::problem::Problem;
use super::receive::{Asked, Named, TakesJson};
use crate::rules::any::View;
use crate::rules::game::Card;
use crate::rules::options::OptionForm;
use crate::rules::rulebook::{Block, Rulebook};
use crate::service::Keep;
use crate::service::table::{Position, Table};
use crate::web::Site;

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameSummary)]
pub(super) struct GameLine {
    /// Its id, as records have it.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// What it is, in a sentence or two.
    summary: &'static str,
    /// Its rules versions that are known here, oldest first.
    rules: Vec<u16>,
    /// Its rulebook, as a page.
    page: String,
}

/// All games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GameList {
    /// The games.
    games: Vec<GameLine>,
}

/// A seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub(super) struct SeatView {
    /// Its id, as JSON has it.
    id: &'static str,
    /// Its letter, as action lines have it.
    letter: String,
    /// Its name, as tags have it.
    name: &'static str,
}

/// A rule option.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Option)]
pub(super) struct OptionView {
    /// Its name.
    name: &'static str,
    /// Its value when a record names none.
    default: &'static str,
    /// What values it takes, in words.
    values: String,
    /// Those values, if they are a few words.
    words: Option<Vec<&'static str>>,
    /// The least, if it is a number.
    minimum: Option<u64>,
    /// The most, if it is a number.
    maximum: Option<u64>,
    /// What it does.
    meaning: &'static str,
}

/// A line of the notation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notation)]
pub(super) struct NotationView {
    /// The kind of action.
    action: &'static str,
    /// How it is written.
    form: &'static str,
    /// An example.
    example: &'static str,
}

/// A numbered rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rule)]
pub(super) struct RuleView {
    /// Its id, by which refusals name it.
    id: String,
    /// Its title.
    title: String,
    /// Its text, in Markdown, examples left out.
    text: String,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameView {
    /// Its id, as records have it.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// What it is, in a sentence or two.
    summary: &'static str,
    /// The rules version that this is about.
    rules: u16,
    /// All that are known here, oldest first.
    versions: Vec<u16>,
    /// Its seats, in seat order.
    seats: Vec<SeatView>,
    /// Whether every action must carry its time.
    timed: bool,
    /// Its options.
    options: Vec<OptionView>,
    /// How its actions are written.
    notation: Vec<NotationView>,
    /// Its start, with default options.
    position: String,
    /// Its numbered rules.
    rulebook: Vec<RuleView>,
}

/// Which rules version.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Version {
    /// The rules version; without one, the newest.
    #[param(minimum = 1, maximum = 65535, nullable = false)]
    rules: Option<u16>,
}

/// The games.
#[utoipa::path(
    tag = "Games",
    responses((status = 200, description = "All games.", body = GameList)),
)]
#[get("/games")]
pub(super) async fn list_games(
    site: web::Data<Site>,
    _: TakesJson,
) -> Result<HttpResponse, Problem> {
    let line = |card: &'static Card| GameLine {
        id: card.id,
        name: card.name,
        summary: card.summary,
        rules: site.keep.versions(card.id),
        page: format!("/games/{}", card.id),
    };
    let games = site.keep.registry().games().map(|game| line(game.card()));
    Ok(json(&mut HttpResponse::Ok(), &GameList { games: games.collect() }))
}

/// A game: its seats, options, notation and rules.
#[utoipa::path(
    tag = "Games",
    params(("game" = String, Path, description = "The game's id."), Version),
    responses(
        (status = 200, description = "The game.", body = GameView),
        (status = 404, description = "No such game or rules version.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[get("/games/{game}")]
pub(super) async fn read_game(
    site: web::Data<Site>,
    _: TakesJson,
    game: Named<String>,
    version: Asked<Version>,
) -> Result<HttpResponse, Problem> {
    let position = Position { game: &game.0, rules: version.0.rules, ..Position::default() };
    let table = site.keep.set_up(&position)?;
    Ok(json(&mut HttpResponse::Ok(), &GameView::of(&site.keep, &table)))
}

impl GameView {
    fn of(keep: &Keep, table: &Table) -> Self {
        let card = table.header.card();
        let seats = card.seats.iter().map(|seat| SeatView {
            id: seat.id,
            letter: seat.letter.to_string(),
            name: seat.name,
        });
        let notation = card.notation.iter().map(|line| NotationView {
            action: line.action,
            form: line.form,
            example: line.example,
        });
        let options = card.options.iter().map(|option| {
            let (words, minimum, maximum) = match option.form {
                OptionForm::OneOf(words) => (Some(words.to_vec()), None, None),
                OptionForm::Number { min, max } => (None, Some(min), Some(max)),
                OptionForm::Text { .. } => (None, None, None),
            };
            let (name, default, meaning) = (option.name, option.default, option.words);
            let values = option.form.to_string();
            OptionView { name, default, values, words, minimum, maximum, meaning }
        });
        GameView {
            id: card.id,
            name: card.name,
            summary: card.summary,
            rules: card.rules,
            versions: keep.versions(card.id),
            seats: seats.collect(),
            timed: card.timed,
            options: options.collect(),
            notation: notation.collect(),
            position: table.play.position(View::Public),
            rulebook: rules(card),
        }
    }
}

fn rules(card: &Card) -> Vec<RuleView> {
    let Ok(book) = Rulebook::read(card.rulebook) else { return Vec::new() };
    let text = |body: &[Block]| {
        let texts = body.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.trim()),
            Block::Example(_) => None,
        });
        texts.collect::<Vec<_>>().join("\n\n")
    };
    let rule = |rule: &crate::rules::rulebook::Rule| RuleView {
        id: rule.id.clone(),
        title: rule.title.clone(),
        text: text(&rule.body),
    };
    book.rules().map(rule).collect()
}
