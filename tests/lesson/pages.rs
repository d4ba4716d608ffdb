//! The pages of every course, taken with what stands on them.

use actix_web::http::StatusCode;
use gamekeep::lesson::{Claim, Lesson, Task};
use gamekeep::record::line;
use gamekeep::rules::game::Card;
use gamekeep::rules::rulebook::Rulebook;

use super::courses::courses;
use crate::sandbox::{Ask, Kept, ask, get, keep, links};

fn base(card: &Card, lesson: &Lesson, index: usize) -> String {
    format!("/games/{}/learn/{}/{}", card.id, lesson.slug, index + 1)
}

/// The actions that a link's `line` has.
fn line_of(link: &str) -> Option<Vec<String>> {
    let query = actix_web::web::Query::<Vec<(String, String)>>::from_query(&link[1..]).ok()?;
    let word = query.into_inner().into_iter().find(|(name, _)| name == "line")?.1;
    line::decode(&word)
}

/// The link of that key.
fn keyed(page: &str, key: &str) -> Option<String> {
    let part = page.split("<a ").find(|part| {
        let tag = part.split('>').next().unwrap_or_default();
        tag.contains(&format!("data-key=\"{key}\"")) && tag.contains("href=\"")
    })?;
    let link = part.split("href=\"").nth(1)?.split('"').next()?;
    Some(link.replace("&amp;", "&").replace("&#38;", "&"))
}

fn is_done(page: &str) -> bool {
    page.contains(" data-done>")
}

/// Goes on from a page by a link that plays an action: one on it, or one on a page of a group.
async fn play(kept: &Kept, base: &str, page: &str, line: &[String]) -> String {
    let plays = |page: &str| {
        links(page, "?").into_iter().find(|link| line_of(link).as_deref() == Some(line))
    };
    let mut found = plays(page);
    let groups = links(page, "?");
    let groups = groups.iter().filter(|link| link.contains("from=") || link.contains("kind="));
    for group in groups {
        if found.is_none() {
            found = plays(&get(kept, &format!("{base}{group}")).await);
        }
    }
    let found = found.unwrap_or_else(|| panic!("{base}: {line:?} cannot be clicked"));
    get(kept, &format!("{base}{found}")).await
}

#[actix_web::test]
async fn every_step_is_done_by_its_own_links() {
    let kept = keep();
    for (game, course) in courses() {
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                let base = base(game.card(), lesson, index);
                let first = get(&kept, &base).await;
                assert!(first.contains("rel=\"next\""), "{base} leads nowhere");
                match &step.task {
                    Task::Watch(watch) => {
                        let mut page = first;
                        for _ in &watch.lines {
                            assert!(!is_done(&page), "{base}");
                            let on = keyed(&page, "redo").expect("a way forward");
                            page = get(&kept, &format!("{base}{on}")).await;
                        }
                        assert!(is_done(&page) && keyed(&page, "redo").is_none(), "{base}");
                    }
                    Task::Do(exercise) => {
                        assert!(!is_done(&first), "{base} is done before it begins");
                        for answer in &exercise.answers {
                            let mut page = first.clone();
                            for n in 1..=answer.len() {
                                page = play(&kept, &base, &page, &answer[..n]).await;
                            }
                            assert!(is_done(&page), "{base}: {answer:?}");
                            assert!(page.contains("verdict right"), "{base}: {answer:?}");
                        }
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn a_try_that_the_rules_refuse_names_the_rule() {
    let kept = keep();
    let mut named = 0;
    for (game, course) in courses() {
        let card = game.card();
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                if step.exercise().is_none() {
                    continue;
                }
                let base = base(card, lesson, index);
                let page = get(&kept, &format!("{base}?try=qq")).await;
                assert!(page.contains("role=\"alert\"") && page.contains("#notation"), "{base}");
                for claim in &step.claims {
                    let Claim::Illegal(rule, shown) = claim else { continue };
                    let text = format!("{} {}", shown.line.by, shown.line.action);
                    let typed: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
                    let answer = ask(&kept, Ask::Get(&format!("{base}?try={typed}"))).await;
                    if card.timed || answer.status == StatusCode::SEE_OTHER {
                        continue;
                    }
                    let href = format!("href=\"/games/{}#{rule}\"", card.id);
                    assert!(answer.body.contains(&href), "{base}: {text} should break {rule}");
                    if rule != "notation" {
                        assert!(answer.body.contains("class=\"rule-text\""), "{base}: {rule}");
                        named += 1;
                    }
                }
            }
        }
    }
    assert!(named > 10, "only {named} tries were refused");
}

#[actix_web::test]
async fn a_wrong_try_is_played_out_and_taken_back() {
    let kept = keep();
    let (mut wrong, mut played_out) = (0, 0);
    for (game, course) in courses() {
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                let Some(exercise) = step.exercise() else { continue };
                let has_then = exercise.wrong.iter().any(|wrong| !wrong.then.is_empty());
                let base = base(game.card(), lesson, index);
                let first = get(&kept, &base).await;
                let tries = links(&first, "?")
                    .into_iter()
                    .filter(|link| line_of(link).is_some_and(|line| line.len() == 1));
                for link in tries.take(if has_then { 60 } else { 3 }) {
                    let mut page = get(&kept, &format!("{base}{link}")).await;
                    if !page.contains("verdict wrong") {
                        continue;
                    }
                    wrong += 1;
                    let back = keyed(&page, "back").expect("a way back");
                    assert!(!page.contains("id=\"legal\""), "{base}{link}: more can be tried");
                    while let Some(on) = keyed(&page, "redo") {
                        page = get(&kept, &format!("{base}{on}")).await;
                        assert!(page.contains("class=\"out\""), "{base}{on}");
                        assert_eq!(keyed(&page, "back").as_deref(), Some(&*back), "{base}{on}");
                        played_out += 1;
                    }
                    let again = get(&kept, &format!("{base}{back}")).await;
                    assert!(again.contains("id=\"legal\"") && !again.contains("class=\"verdict"));
                }
            }
        }
    }
    assert!(wrong > 20 && played_out > 0, "{wrong} wrong tries, {played_out} played out");
}

#[actix_web::test]
async fn hints_come_one_after_the_other_and_then_an_answer() {
    let kept = keep();
    for (game, course) in courses() {
        for lesson in course.all() {
            let step = lesson.steps.iter().position(|step| step.exercise().is_some());
            let Some(index) = step else { continue };
            let exercise = lesson.steps[index].exercise().expect("an exercise");
            let base = base(game.card(), lesson, index);
            let mut page = get(&kept, &base).await;
            for _ in 0..=exercise.hints.len() {
                assert!(!page.contains("An answer:"), "{base}");
                let more = keyed(&page, "hint").expect("a hint");
                page = get(&kept, &format!("{base}{more}")).await;
            }
            assert!(page.contains("An answer:") && keyed(&page, "hint").is_none(), "{base}");
        }
    }
}

#[actix_web::test]
async fn course_rules_and_steps_lead_to_each_other() {
    let kept = keep();
    for (game, course) in courses() {
        let card = game.card();
        let rules = get(&kept, &format!("/games/{}", card.id)).await;
        let learn = format!("/games/{}/learn", card.id);
        assert!(links(&rules, &learn).contains(&learn), "{}", card.id);
        let overview = get(&kept, &learn).await;
        for lesson in course.all() {
            for (index, step) in lesson.steps.iter().enumerate() {
                let base = base(card, lesson, index);
                assert!(links(&overview, &base).contains(&base), "{base}");
                let page = get(&kept, &base).await;
                for rule in step.rules().filter(|rule| rule.contains('-') && *rule != "after-end") {
                    let href = format!("/games/{}#{rule}", card.id);
                    assert!(links(&page, &href).contains(&href), "{base}: {rule}");
                }
            }
        }
        let book = Rulebook::read(card.rulebook).expect("a rulebook");
        let taught = book.rules().filter(|rule| course.steps_about(&rule.id).next().is_some());
        let named = rules.matches("Taught in:").count();
        assert_eq!(named, taught.count(), "{}", card.id);
    }
}

#[actix_web::test]
async fn addresses_that_lead_nowhere_say_so() {
    let kept = keep();
    let learn = "/games/castle-danger/learn";
    for (path, status) in [
        ("/games/none/learn".to_owned(), 404),
        ("/games/none/learn/board/1".to_owned(), 404),
        (format!("{learn}/none"), 404),
        (format!("{learn}/none/1"), 404),
        (format!("{learn}/board/0"), 404),
        (format!("{learn}/board/99"), 404),
        (format!("{learn}/board/one"), 404),
        (format!("{learn}/board/18446744073709551616"), 404),
        (format!("{learn}/board/1?at=x"), 400),
        (format!("{learn}/cannons/2?line=a..b"), 400),
        (format!("{learn}/cannons/2?hints=-1"), 400),
        (format!("{learn}/cannons/2?hints=18446744073709551615&then=99&at=99"), 200),
        (format!("{learn}/cannons/2?line=Cc3*c8&then=18446744073709551615"), 200),
        (format!("{learn}/cannons/2?line=zz.Cf4*f8.zz"), 200),
        (format!("{learn}/cannons/1?at=18446744073709551615"), 200),
        (format!("{learn}/cannons"), 303),
        (format!("{learn}/puzzles"), 303),
    ] {
        let answer = ask(&kept, Ask::Get(&path)).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
    }
    let page = get(&kept, &format!("{learn}/cannons/2?try=R+Cd9-d8")).await;
    assert!(page.contains("role=\"alert\"") || page.contains("verdict"), "the other side's action");
    let typed = ask(&kept, Ask::Get(&format!("{learn}/cannons/2?hints=1&try=b+Cf4*f8"))).await;
    assert_eq!(typed.to, format!("{learn}/cannons/2?hints=1&line=Cf4*f8"));
}
