//! `/m/<link>/fork…`: side lines, each action with an address and a picture of its own; and keeping
//! what was tried.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::replay::panel;
use super::sandbox::{board, panel_of, see_other, symbols_of};
use super::{errors, next_action, page};
use crate::picture::{Look, Theme, describe, symbol_defs};
use crate::record::line;
use crate::record::tree::{Stem, Tree};
use crate::rules::any::View;
use crate::rules::game::Card;
use crate::service::KeepError;
use crate::service::side_lines::SideLines;
use crate::service::trial::{Attempt, Ground, GroundError, MOST_ACTIONS, Origin, Trial};
use crate::web::caller::{Caller, Right};
use crate::web::words::sentence;
use crate::web::{Frame, Site, address};

mod keeping;
mod rows;

pub use keeping::{keep, store};
pub(super) use rows::{Row, rows};

/// The most nodes of a tree that a page of a match or a side line shows.
pub(super) const SHOWN_NODES: usize = 200;

#[derive(Template)]
#[template(path = "side_line.html")]
struct LinePage<'a> {
    site: Frame<'a>,
    title: String,
    card: &'static Card,
    match_href: String,
    players: [String; 2],
    ply: usize,
    defs: String,
    board: String,
    picture_href: String,
    words: String,
    result: String,
    panel: String,
    steps: Vec<StepView>,
    remarks: Vec<(String, String)>,
    controls: Vec<Control>,
    next: Vec<NodeLink>,
    others: Vec<NodeLink>,
    try_href: String,
    rows: Vec<Row>,
    hidden_count: usize,
    form: Option<FormView>,
}

#[derive(Template)]
#[template(path = "side_lines.html")]
struct LinesPage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    match_href: String,
    players: [String; 2],
    rows: Vec<Row>,
    /// How many actions they have, in words.
    count: String,
}

struct StepView {
    number: usize,
    text: String,
    words: String,
    href: String,
    is_current: bool,
}

struct Control {
    key: &'static str,
    label: &'static str,
    href: String,
}

/// A way on.
struct NodeLink {
    href: String,
    text: String,
    words: String,
}

/// The forms of who may add to a side line.
struct FormView {
    csrf: String,
    href: String,
    line: String,
    trial: String,
    can_rise: bool,
}

/// The address of a side line beside a match.
pub(super) fn href(link: &str, ply: usize, words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    let word = line::encode(words.iter().map(String::as_str));
    format!("/m/{link}/fork/{ply}/{}", address::escaped(&word))
}

/// `/m/<link>/fork`: all side lines of a match.
pub async fn all(site: web::Data<Site>, path: web::Path<String>) -> HttpResponse {
    match site.keep.side_lines(&path) {
        Ok(SideLines { stored, tree }) => {
            let link = stored.address();
            let rows = rows(&tree, &link, None, usize::MAX);
            let players = stored.facts().players.clone();
            page(
                StatusCode::OK,
                &LinesPage {
                    site: site.frame(),
                    card: stored.log.header.card(),
                    match_href: format!("/m/{link}"),
                    players,
                    count: match tree.len() {
                        1 => "1 action".to_owned(),
                        count => format!("{count} actions"),
                    },
                    rows,
                },
            )
        }
        Err(error) => errors::of(&site, &error),
    }
}

/// `/m/<link>/fork/<ply>/<line>` and the same with `.svg`: one action of a side line.
pub async fn node(
    site: web::Data<Site>,
    path: web::Path<(String, usize, String)>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, ply, word) = path.into_inner();
    let picture = word.strip_suffix(".svg");
    let is_line = |words: &Vec<String>| (1..=MOST_ACTIONS).contains(&words.len());
    let Some(words) = line::decode(picture.unwrap_or(&word)).filter(is_line) else {
        return errors::not_found(&site, "The line in this address cannot be read.");
    };
    match Node::find(&site, &link, ply, &words) {
        Ok(node) if node.trial.refusal.is_some() => {
            errors::not_found(&site, "The rules do not allow this line.")
        }
        Ok(node) if picture.is_some() => node.picture(),
        // A line that nobody keeps can be tried all the same.
        Ok(node) if node.place.is_none() => see_other(&node.try_href()),
        Ok(node) => node.answer(&site, &request),
        Err(error) => errors::of(&site, &error),
    }
}

/// A side line and everything about it.
struct Node {
    lines: SideLines,
    ground: Ground,
    trial: Trial,
    /// Its node in the tree, if it is kept.
    place: Option<usize>,
}

impl Node {
    fn find(site: &Site, link: &str, ply: usize, words: &[String]) -> Result<Self, KeepError> {
        let lines = site.keep.side_lines(link)?;
        let ground = site.keep.ground(&Origin::Match { link, ply }).map_err(match_error)?;
        let attempt = Attempt { words, done: words.len(), ..Attempt::default() };
        let trial = ground.attempt(&attempt)?;
        let card = ground.card();
        let steps: Vec<String> = trial.steps().iter().map(|step| step.write(card)).collect();
        let place = lines.tree.find(ply, steps.iter().map(String::as_str));
        Ok(Node { lines, ground, trial, place })
    }

    fn ply(&self) -> usize {
        self.ground.log.actions.len()
    }

    fn link(&self) -> String {
        self.lines.stored.address()
    }

    /// The address of the line up to one of its actions.
    fn at(&self, depth: usize) -> String {
        match depth {
            0 => format!("/m/{}/{}", self.link(), self.ply()),
            _ => {
                let card = self.ground.card();
                let steps = self.trial.done.iter().take(depth).map(|tried| tried.step.write(card));
                href(&self.link(), self.ply(), steps)
            }
        }
    }

    /// What a sandbox at this place has in its address.
    fn trial_query(&self) -> String {
        let mut query = address::Query::default();
        query.add("match", &self.link());
        query.add("ply", &self.ply().to_string());
        query.add("line", &line::encode(self.trial.done.iter().map(|tried| tried.word.as_str())));
        query.text().to_owned()
    }

    fn try_href(&self) -> String {
        format!("/games/{}/board?{}", self.ground.card().id, self.trial_query())
    }

    /// The board as a drawing that stands alone.
    fn picture(&self) -> HttpResponse {
        let scene = self.trial.play.scene(View::Public);
        let desc = describe(self.ground.card(), &scene);
        let title = format!("Ply {} of a side line", self.ply() + self.trial.done.len());
        let look = Look { theme: Theme::Auto, title: &title, desc: &desc, ..Look::default() };
        let svg = crate::picture::svg(self.ground.card(), &scene, &self.trial.effects, &look);
        let policy = "default-src 'none'; style-src 'unsafe-inline'";
        HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
            .insert_header((header::CONTENT_SECURITY_POLICY, policy))
            .body(svg)
    }

    fn answer(&self, site: &Site, request: &HttpRequest) -> HttpResponse {
        let caller = Caller::of(request, site);
        let mark = match caller.may(Right::Record).then(|| caller.mark_form(request, site)) {
            Some(Ok(mark)) => Some(mark),
            Some(Err(denied)) => return denied.answer(site, request.uri()),
            None => None,
        };
        let answer = page(StatusCode::OK, &self.page(site, mark.as_ref().map(|m| m.mark.clone())));
        match mark {
            Some(mark) => mark.seal(answer),
            None => answer,
        }
    }

    fn page<'a>(&self, site: &'a Site, csrf: Option<String>) -> LinePage<'a> {
        let (card, trial, depth) = (self.ground.card(), &self.trial, self.trial.done.len());
        let tree = &self.lines.tree;
        let place = self.place.unwrap_or_default();
        let scene = trial.play.scene(View::Public);
        let outcome = trial.play.outcome();
        let words = trial.done.iter().map(|tried| tried.word.as_str());
        let form = csrf.map(|csrf| FormView {
            csrf,
            href: format!("/m/{}/fork", self.link()),
            line: line::encode(words),
            trial: self.trial_query(),
            can_rise: tree.promotion(place).is_some(),
        });
        LinePage {
            site: site.frame(),
            title: format!("{}: side line at ply {}", card.name, self.ply()),
            card,
            match_href: format!("/m/{}", self.link()),
            players: self.lines.stored.facts().players.clone(),
            ply: self.ply(),
            defs: symbol_defs(symbols_of(&scene, trial)),
            board: board(card, &scene, trial, false),
            picture_href: format!("{}.svg", self.at(depth)),
            words: trial.words.clone(),
            result: outcome.map_or(String::new(), |outcome| {
                sentence(&crate::record::replay::result_words(card, Some(&outcome)))
            }),
            steps: self.steps(card),
            remarks: tree.node(place).map(|node| node.remarks.clone()).unwrap_or_default(),
            controls: self.controls(tree, place),
            next: self.links(tree, tree.children(Stem::Node(place))),
            others: self.others(tree, place),
            try_href: self.try_href(),
            rows: rows(tree, &self.link(), Some(place), SHOWN_NODES),
            hidden_count: tree.len().saturating_sub(SHOWN_NODES),
            form,
            panel: panel::html(card, &panel_of(scene, trial)),
        }
    }

    fn steps(&self, card: &Card) -> Vec<StepView> {
        let step = |(n, tried): (usize, &crate::service::trial::Tried)| StepView {
            number: self.ply() + n + 1,
            text: format!("{} {}", card.letter(tried.step.by), tried.shown),
            words: tried.words.clone(),
            href: self.at(n + 1),
            is_current: n + 1 == self.trial.done.len(),
        };
        self.trial.done.iter().enumerate().map(step).collect()
    }

    fn controls(&self, tree: &Tree, place: usize) -> Vec<Control> {
        let depth = self.trial.done.len();
        let next = tree.children(Stem::Node(place)).first();
        let next = next.map_or(String::new(), |node| rows::node_href(tree, &self.link(), *node));
        vec![
            Control { key: "start", label: "To the match", href: self.at(0) },
            Control { key: "undo", label: "Back", href: self.at(depth - 1) },
            Control { key: "redo", label: "Forward", href: next },
        ]
    }

    fn links(&self, tree: &Tree, nodes: &[usize]) -> Vec<NodeLink> {
        let link = |node: &usize| {
            let found = tree.node(*node)?;
            let words = found.remarks.first().map_or(String::new(), |(_, text)| text.clone());
            let href = rows::node_href(tree, &self.link(), *node);
            Some(NodeLink { href, text: rows::shown(&found.step), words })
        };
        nodes.iter().filter_map(link).collect()
    }

    /// What else was played or tried in the place of the line's last action.
    fn others(&self, tree: &Tree, place: usize) -> Vec<NodeLink> {
        let log = &self.lines.stored.log;
        let is_beside = self.trial.done.len() == 1;
        // One that does not replay has been refused before.
        let played = is_beside.then(|| next_action(log, self.ply()).ok().flatten()).flatten();
        let played = played.map(|text| NodeLink {
            href: format!("/m/{}/{}", self.link(), self.ply() + 1),
            text,
            words: "the match itself".to_owned(),
        });
        let siblings = tree.siblings(place).iter().copied();
        let siblings: Vec<usize> = siblings.filter(|node| *node != place).collect();
        played.into_iter().chain(self.links(tree, &siblings)).collect()
    }
}

fn match_error(error: GroundError) -> KeepError {
    match error {
        GroundError::Keep(error) => error,
        GroundError::Begin(error) => KeepError::Broken(error.into()),
    }
}
