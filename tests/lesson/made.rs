//! Matches that are made lessons: written by forms, read step by step, exported and imported.

use actix_web::http::StatusCode;

use crate::sandbox::{Ask, Kept, OPEN, ask, get, keep, links};

async fn write(kept: &Kept, path: &str, form: &[(&str, &str)]) -> StatusCode {
    ask(kept, Ask::Post(path, form)).await.status
}

/// A match with a lesson: read at the start, a question at ply 1, something at ply 3.
async fn taught(kept: &Kept) -> String {
    let head = kept.import(OPEN);
    let path = format!("/m/{head}/lesson");
    for form in [
        &[("what", "step"), ("ply", "0"), ("text", "Blue **begins**.")][..],
        &[("what", "find"), ("ply", "1"), ("text", "Where does the King go?")],
        &[("what", "step"), ("ply", "3"), ("text", "Now Red.\r\nTwo lines.")],
        &[("what", "title"), ("title", "Making room"), ("text", "A short one.")],
    ] {
        assert_eq!(write(kept, &path, form).await, StatusCode::SEE_OTHER, "{form:?}");
    }
    head
}

#[actix_web::test]
async fn a_match_is_made_a_lesson_and_taken() {
    let kept = keep();
    let head = taught(&kept).await;
    let course = get(&kept, "/games/castle-danger/learn").await;
    let begin = links(&course, "/m/").into_iter().next().expect("the lesson is listed");
    assert!(course.contains(&format!("href=\"{begin}\">Making room</a>")), "{course}");
    let base = begin.strip_suffix("/1").expect("its first step");
    assert!(head.starts_with(base.split('/').nth(2).expect("a link")), "{base}");
    let first = get(&kept, &format!("{base}/1")).await;
    assert!(first.contains("A short one.") && first.contains("1 of 5"), "{first}");
    let second = get(&kept, &format!("{base}/2")).await;
    assert!(second.contains("Blue <strong>begins</strong>.") && !second.contains(" data-done>"));
    let watched = get(&kept, &format!("{base}/2?at=1")).await;
    assert!(watched.contains("Blue adds a Wizard on d1.") && watched.contains(" data-done>"));
    let asked = get(&kept, &format!("{base}/3")).await;
    assert!(asked.contains("Where does the King go?") && !asked.contains("Kc1-b1</code>"));
    let wrong = get(&kept, &format!("{base}/3?line=Wd1-d2")).await;
    assert!(wrong.contains("something else was played"), "{wrong}");
    let refused = get(&kept, &format!("{base}/3?try=Kc1-c9")).await;
    assert!(refused.contains("href=\"/games/castle-danger#CD-3.1\""), "{refused}");
    let right = get(&kept, &format!("{base}/3?line=Kc1-b1")).await;
    assert!(right.contains("That is what was played.") && right.contains(" data-done>"));
    let between = get(&kept, &format!("{base}/4?at=1")).await;
    assert!(between.contains("After ply 2") && between.contains("B end"), "{between}");
    let last = get(&kept, &format!("{base}/5")).await;
    assert!(last.contains("Two lines.") && last.contains(" data-done>"));
    let past = ask(&kept, Ask::Get(&format!("{base}/6"))).await;
    assert_eq!(past.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn a_lesson_goes_out_and_comes_in_without_loss() {
    let kept = keep();
    let head = taught(&kept).await;
    let (_, text) = kept.keep.text(&head).expect("text");
    for line in [
        "# note 0 \"otter\" \"step: Blue **begins**.\"\n",
        "# note 0 \"otter\" \"lesson: Making room\\nA short one.\"\n",
        "# note 1 \"otter\" \"find: Where does the King go?\"\n",
        "# note 3 \"otter\" \"step: Now Red.\\nTwo lines.\"\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let (_, json) = kept.keep.json(&head).expect("JSON");
    for out in [text, json] {
        let other = keep();
        assert_eq!(other.import(&out), head);
        let (here, there) = (kept.keep.match_lesson(&head), other.keep.match_lesson(&head));
        let (here, there) = (here.expect("a lesson"), there.expect("a lesson"));
        assert_eq!((&here.title, &here.introduction), (&there.title, &there.introduction));
        assert_eq!((&here.said, here.lesson()), (&there.said, there.lesson()));
        let page = get(&other, "/games/castle-danger/learn").await;
        assert!(page.contains("Making room"), "{page}");
    }
}

#[actix_web::test]
async fn what_was_written_is_changed_and_taken_away() {
    let kept = keep();
    let head = taught(&kept).await;
    let path = format!("/m/{head}/lesson");
    let said = |kept: &Kept| kept.keep.match_lesson(&head).expect("a lesson");
    let step = |ply, text| [("what", "step"), ("ply", ply), ("text", text)];
    // The same again changes nothing; another text takes its place; none takes it away.
    assert_eq!(write(&kept, &path, &step("3", "Now Red.\nTwo lines.")).await, 303);
    assert_eq!(write(&kept, &path, &step("3", "Red's turn.")).await, 303);
    assert_eq!(said(&kept).said[&3].text, "Red's turn.");
    assert_eq!(write(&kept, &path, &step("3", "Now Red.\nTwo lines.")).await, 422);
    assert_eq!(write(&kept, &path, &step("3", "")).await, 303);
    assert!(!said(&kept).said.contains_key(&3));
    let find = [("what", "find"), ("ply", "1"), ("text", "")];
    assert_eq!(write(&kept, &path, &find).await, 303);
    assert_eq!(said(&kept).said.keys().copied().collect::<Vec<_>>(), [0]);
    assert_eq!(write(&kept, &path, &[("what", "title"), ("title", "")]).await, 303);
    let first = ask(&kept, Ask::Get(&format!("{path}/1"))).await;
    assert_eq!(first.status, StatusCode::NOT_FOUND);
    let course = get(&kept, "/games/castle-danger/learn").await;
    assert!(!course.contains("Making room"));
}

#[actix_web::test]
async fn what_cannot_be_written_is_refused_in_words() {
    let kept = keep();
    let head = kept.import(OPEN);
    let path = format!("/m/{head}/lesson");
    let long = "x".repeat(8_300);
    for (form, words) in [
        ([("what", "step"), ("ply", "7"), ("text", "x")], "the plies 0 to 6"),
        ([("what", "find"), ("ply", "6"), ("text", "x")], "After ply 6 comes no action"),
        ([("what", "step"), ("ply", "0"), ("text", &long)], "at most 8176 bytes"),
    ] {
        let answer = ask(&kept, Ask::Post(&path, &form)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
    let form = [("what", "title"), ("title", "x")];
    for refused in [Ask::PostOfNobody(&path, &form), Ask::PostOfOther(&path, &form)] {
        let answer = ask(&kept, refused).await;
        assert!(answer.status.is_client_error(), "{}", answer.status);
    }
    assert!(kept.keep.match_lesson(&head).expect("a match").title.is_empty());
    // Who may write it is shown the forms, who may not is told where to sign in.
    let of_recorder = ask(&kept, Ask::GetOfRecorder(&format!("{path}?ply=1"))).await;
    assert!(of_recorder.body.contains("name=\"csrf\"") && of_recorder.body.contains("B Kc1-b1"));
    let of_nobody = get(&kept, &path).await;
    assert!(!of_nobody.contains("<form") && of_nobody.contains("Sign in"), "{of_nobody}");
    assert_eq!(ask(&kept, Ask::Get(&format!("{path}?ply=9"))).await.status, 404);
    assert_eq!(ask(&kept, Ask::Get(&format!("{path}?ply=x"))).await.status, 400);
    assert_eq!(ask(&kept, Ask::Get("/m/0123456789/lesson")).await.status, 404);
}
