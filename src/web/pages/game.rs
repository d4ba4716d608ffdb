//! `/games/<game>`: the rulebook with its live examples, and the notation.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::learn::{self, Way};
use super::{errors, page};
use crate::lesson::Course;
use crate::picture::{Look, symbol_defs};
use crate::rules::any::{AnyGame, Play, View};
use crate::rules::game::{Card, NotationLine};
use crate::rules::rulebook::{Block, Example, Rule, Rulebook, Step};
use crate::rules::scene::Symbol;
use crate::web::{Frame, Site, markdown};

/// The most steps of lessons that a rule names.
const LESSONS: usize = 4;

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    site: Frame<'a>,
    card: &'static Card,
    defs: String,
    board: String,
    introduction: String,
    chapters: Vec<ChapterView>,
    notation: &'static [NotationLine],
    options: Vec<OptionLine>,
    /// How many lessons and puzzles there are.
    lesson_count: usize,
    puzzle_count: usize,
}

struct OptionLine {
    name: &'static str,
    values: String,
    default: &'static str,
    words: &'static str,
}

struct ChapterView {
    id: String,
    title: String,
    body: Vec<Part>,
    rules: Vec<RuleView>,
}

struct RuleView {
    id: String,
    title: String,
    body: Vec<Part>,
    /// The steps of lessons that teach it.
    lessons: Vec<Way>,
}

/// A piece of text or a drawn example.
enum Part {
    Text(String),
    Example(ExampleView),
}

struct ExampleView {
    board: String,
    caption: String,
    lines: Vec<ExampleLine>,
}

struct ExampleLine {
    action: String,
    words: String,
    legal: bool,
}

/// Answers with a game's page.
pub async fn game(site: web::Data<Site>, path: web::Path<String>) -> HttpResponse {
    let Some(game) = site.keep.registry().newest(&path) else {
        return errors::not_found(&site, "There is no such game here.");
    };
    match render(&site, game) {
        Ok(response) => response,
        Err(words) => {
            tracing::error!(%words, game = game.card().id, "a rulebook does not hold");
            HttpResponse::InternalServerError().finish()
        }
    }
}

fn render(site: &Site, game: &dyn AnyGame) -> Result<HttpResponse, String> {
    let card = game.card();
    let book = Rulebook::read(card.rulebook).map_err(|error| error.to_string())?;
    let course = site.keep.course(card);
    let mut drawer = Drawer { game, course, symbols: Vec::new(), count: 0 };
    let mut chapters = Vec::with_capacity(book.chapters.len());
    for chapter in &book.chapters {
        chapters.push(ChapterView {
            id: chapter.id.clone(),
            title: chapter.title.clone(),
            body: drawer.parts(&chapter.body)?,
            rules: chapter.rules.iter().map(|r| drawer.rule(r)).collect::<Result<_, _>>()?,
        });
    }
    let start = drawer.draw(&*Example::default().begin(game).map_err(|e| e.to_string())?);
    let options = card.options.iter().map(|option| OptionLine {
        name: option.name,
        values: option.form.to_string(),
        default: option.default,
        words: option.words,
    });
    let page_of = GamePage {
        site: site.frame(),
        card,
        defs: symbol_defs(drawer.symbols),
        board: start,
        introduction: markdown::html(&book.introduction),
        chapters,
        notation: card.notation,
        options: options.collect(),
        lesson_count: course.lessons.len(),
        puzzle_count: course.puzzles.as_ref().map_or(0, |puzzles| puzzles.steps.len()),
    };
    Ok(page(StatusCode::OK, &page_of))
}

/// Draws the examples of one page.
struct Drawer<'a> {
    game: &'a dyn AnyGame,
    course: &'a Course,
    symbols: Vec<Symbol>,
    count: usize,
}

impl Drawer<'_> {
    fn rule(&mut self, rule: &Rule) -> Result<RuleView, String> {
        let body = self.parts(&rule.body)?;
        let (card, steps) = (self.game.card(), self.course.steps_about(&rule.id));
        let lessons = steps.take(LESSONS).map(|(lesson, index)| Way {
            href: format!("{}/{}", learn::href(card, lesson), index + 1),
            text: lesson.steps[index].title.clone(),
        });
        let lessons = lessons.collect();
        Ok(RuleView { id: rule.id.clone(), title: rule.title.clone(), body, lessons })
    }

    fn parts(&mut self, body: &[Block]) -> Result<Vec<Part>, String> {
        let part = |block: &Block| match block {
            Block::Text(text) => Ok(Part::Text(markdown::html(text))),
            Block::Example(example) => self.example(example).map(Part::Example),
        };
        body.iter().map(part).collect()
    }

    /// Draws the position in which an example's last claims are made.
    fn example(&mut self, example: &Example) -> Result<ExampleView, String> {
        let mut play = example.begin(self.game).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        let mut effects = Vec::new();
        for step in &example.steps {
            match step {
                Step::Do(line) => {
                    let by = play.card().actor(&line.by).ok_or("no such seat")?;
                    let told = play.tell(by, &line.action, line.at, View::Public);
                    let happened = told.map_err(|illegal| illegal.to_string())?;
                    effects = happened.effects;
                    let (action, words) = (line.to_string(), happened.words);
                    lines.push(ExampleLine { action, words, legal: true });
                }
                Step::Legal(line) => {
                    let words = "is legal here".to_owned();
                    lines.push(ExampleLine { action: line.to_string(), words, legal: true });
                }
                Step::Illegal(_, line) => {
                    let by = play.card().actor(&line.by).ok_or("no such seat")?;
                    let words = match play.fork().act(by, &line.action, line.at) {
                        Ok(()) => return Err(format!("{line} is legal")),
                        Err(illegal) => illegal.to_string(),
                    };
                    lines.push(ExampleLine { action: line.to_string(), words, legal: false });
                }
                Step::After(_) | Step::Over(_) => {}
            }
        }
        let scene = play.scene(View::Public);
        self.symbols.extend(scene.items.iter().map(|item| item.symbol));
        let board = self.svg(&scene, &effects);
        Ok(ExampleView { board, caption: example.caption.clone(), lines })
    }

    fn draw(&mut self, play: &dyn Play) -> String {
        let scene = play.scene(View::Public);
        self.symbols.extend(scene.items.iter().map(|item| item.symbol));
        self.svg(&scene, &[])
    }

    fn svg(
        &mut self,
        scene: &crate::rules::scene::Scene,
        effects: &[crate::rules::effect::Effect],
    ) -> String {
        self.count += 1;
        let id = format!("e{}", self.count);
        let look = Look { id: &id, title: "Position", ..Look::default() };
        crate::picture::svg(self.game.card(), scene, effects, &look)
    }
}
