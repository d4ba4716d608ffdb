//! Side lines, forks and two matches side by side.

use actix_web::http::StatusCode;

use super::{Ask, ask, get, links};
use super::{Kept, OPEN, keep};

/// Keeps a line beside a match; where it is kept.
async fn kept_at(kept: &Kept, link: &str, ply: &str, line: &str, text: &str) -> String {
    let form = [("ply", ply), ("line", line), ("text", text)];
    let answer = ask(kept, Ask::Post(&format!("/m/{link}/fork"), &form)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    answer.to
}

#[actix_web::test]
async fn a_side_line_is_kept_where_it_leaves() {
    let kept = keep();
    let head = kept.import(OPEN);
    let to = kept_at(&kept, &head, "1", "Wd1-d2.Kc1-d1", "first <b>\nthen").await;
    assert_eq!(to, format!("/m/{}/fork/1/B_Wd1-d2.B_Kc1-d1", &head[..20]));
    let page = get(&kept, &to).await;
    assert!(page.contains("first &#60;b&#62;"), "{page}");
    assert!(page.contains("Blue&#39;s King goes from c1 to d1."));
    let later = kept_at(&kept, &head, "1", "Kc1-b1.Wd1-d2", "").await;
    assert!(later.ends_with("/fork/2/B_Wd1-d2"), "{later}");

    // Every node has an address and a picture of its own.
    let first = format!("/m/{}/fork/1/B_Wd1-d2", &head[..20]);
    let page = get(&kept, &first).await;
    assert!(links(&page, "/m/").contains(&to), "what follows");
    assert!(page.contains("the match itself"), "what was played instead");
    let picture = get(&kept, &format!("{first}.svg")).await;
    assert!(picture.starts_with("<svg") && picture.contains("Blue Wizard on d2"), "{picture}");
    assert_ne!(picture, get(&kept, &format!("{to}.svg")).await);
    // So it has with short words; and one that nobody keeps can be tried.
    assert!(get(&kept, &format!("/m/{head}/fork/1/Wd1-d2")).await.contains("Side line"));
    let tried = ask(&kept, Ask::Get(&format!("/m/{head}/fork/1/Wd1-d2.end"))).await;
    assert_eq!(tried.status, StatusCode::SEE_OTHER);
    assert!(tried.to.ends_with("&ply=1&line=Wd1-d2.end"), "{}", tried.to);
    for bad in ["Kc1-c9", "..", "$", "x.svg"] {
        let answer = ask(&kept, Ask::Get(&format!("/m/{head}/fork/1/{bad}"))).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{bad}");
    }
    assert_eq!(ask(&kept, Ask::Get(&format!("/m/{head}/fork/9/end"))).await.status, 404);

    let replay = get(&kept, &format!("/m/{head}/3")).await;
    assert!(links(&replay, "/m/").contains(&to), "the tree is beside the match");
    assert!(
        replay.contains(&format!("/games/castle-danger/board?match={}&#38;ply=3", &head[..20]))
    );
    assert!(get(&kept, &format!("/m/{head}/fork")).await.contains("3 actions beside the match"));
}

#[actix_web::test]
async fn a_side_line_is_promoted_and_commented() {
    let kept = keep();
    let head = kept.import(OPEN);
    kept_at(&kept, &head, "1", "Wd1-d2", "").await;
    let second = kept_at(&kept, &head, "1", "We1-f1", "").await;
    assert!(!get(&kept, &second).await.contains("Promote"), "nobody may");
    let page = ask(&kept, Ask::GetOfRecorder(&second)).await.body;
    assert!(page.contains("Promote: show it first"));
    let form = [("ply", "1"), ("line", "We1-f1"), ("what", "promote")];
    let answer = ask(&kept, Ask::Post(&format!("/m/{head}/fork"), &form)).await;
    assert_eq!(answer.to, second);
    let page = ask(&kept, Ask::GetOfRecorder(&second)).await.body;
    assert!(!page.contains("Promote: show it first"), "it is the first");
    kept_at(&kept, &head, "1", "We1-f1", "a way round").await;
    assert!(get(&kept, &second).await.contains("a way round"));
    let tree = get(&kept, &format!("/m/{head}/fork")).await;
    assert!(tree.find("We1-f1") < tree.find("Wd1-d2"));
}

#[actix_web::test]
async fn a_line_is_stored_as_a_fork() {
    let kept = keep();
    let head = kept.import(OPEN);
    let trial = format!("match={head}&ply=3&line=%2BB.Bd9-d8");
    let form = [("game", "castle-danger"), ("trial", trial.as_str())];
    let answer = ask(&kept, Ask::Post("/fork", &form)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let record = get(&kept, &format!("{}.gk", answer.to)).await;
    let parent = kept.keep.load(&head).expect("there").log;
    let parent = gamekeep::record::link::link_at(&parent, 3);
    assert!(record.contains(&format!("[Parent \"{parent}\"]")), "{record}");
    let fork = &answer.to["/m/".len()..];
    let replay = get(&kept, &format!("/m/{head}")).await;
    assert!(links(&replay, "/compare/").contains(&format!(
        "/compare/{}/{}",
        &head[..20],
        &fork[..20]
    )));
    let compared = get(&kept, &format!("/compare/{head}/{fork}")).await;
    assert!(
        compared.contains("The first 3 actions are the same. At ply 4 they part."),
        "{compared}"
    );
    assert!(compared.contains("In the first: Red adds a Cannon on d9."));
    assert!(links(&compared, "?").contains(&"?a=5&b=5".to_owned()), "both forward");
    assert!(links(&compared, "?").contains(&"?a=5&b=4".to_owned()), "one forward");
    let equal = get(&kept, &format!("/compare/{head}/{fork}?a=2&b=2")).await;
    assert!(equal.contains("The positions on the boards are equal."));
    // From the start, and from a position.
    let form = [("game", "castle-danger"), ("trial", "o.box=yes&line=%2BB")];
    let answer = ask(&kept, Ask::Post("/fork", &form)).await;
    assert!(get(&kept, &format!("{}.gk", answer.to)).await.contains("[box \"yes\"]"));
}

#[actix_web::test]
async fn what_cannot_be_kept_says_why() {
    let kept = keep();
    let head = kept.import(OPEN);
    let fork = format!("/m/{head}/fork");
    for (ply, line, words) in [
        ("1", "Kc1-b1", "The match itself went on like this."),
        ("1", "Kc1-c9", "is not beside"),
        ("1", "", "No action was tried"),
        ("1", "..", "No action was tried"),
    ] {
        let answer = ask(&kept, Ask::Post(&fork, &[("ply", ply), ("line", line)])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{line}");
        assert!(answer.body.contains(words), "{line}: {}", answer.body);
    }
    let form = [("ply", "1"), ("line", "Wd1-d2")];
    assert_eq!(ask(&kept, Ask::PostOfNobody(&fork, &form)).await.status, 401);
    assert_eq!(ask(&kept, Ask::PostOfOther(&fork, &form)).await.status, 401);
    let store = [("game", "castle-danger"), ("trial", "line=%2BW")];
    assert_eq!(ask(&kept, Ask::PostOfNobody("/fork", &store)).await.status, 401);
    assert_eq!(ask(&kept, Ask::PostOfOther("/fork", &store)).await.status, 401);
    for trial in ["line=$", "line=", "line=Kc1-c9", "o.what=no", "position=x"] {
        let answer =
            ask(&kept, Ask::Post("/fork", &[("game", "castle-danger"), ("trial", trial)])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{trial}");
    }
    assert!(kept.keep.side_lines(&head).expect("there").tree.is_empty());
    assert_eq!(kept.keep.heads().expect("lists").len(), 1, "a refused line leaves nothing");
}

#[actix_web::test]
async fn two_links_are_found_in_what_is_pasted() {
    let kept = keep();
    let head = kept.import(OPEN);
    let pasted =
        format!("/compare?a=https://keep.example.org/m/{head}/4?flip%3Dyes&b={}", &head[..12]);
    let answer = ask(&kept, Ask::Get(&pasted)).await;
    assert_eq!(answer.to, format!("/compare/{head}/{}", &head[..12]));
    let same = get(&kept, &answer.to).await;
    assert!(same.contains("Both matches have the same actions."));
    assert!(get(&kept, "/compare?a=&b=").await.contains("First match"));
    assert!(get(&kept, &format!("/compare?a={head}&b=zz")).await.contains("role=\"alert\""));
    for bad in [format!("/compare/{head}/ffffffffff"), format!("/compare/{head}/x")] {
        assert_eq!(ask(&kept, Ask::Get(&bad)).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(ask(&kept, Ask::Get(&format!("/compare/{head}/{head}?a=7"))).await.status, 404);
}

#[actix_web::test]
async fn a_text_that_is_too_long_is_refused_in_words() {
    let kept = keep();
    let head = kept.import(OPEN);
    let long = "x".repeat(8_193);
    let form = [("ply", "1"), ("line", "Wd1-d2"), ("text", long.as_str())];
    let answer = ask(&kept, Ask::Post(&format!("/m/{head}/fork"), &form)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.body);
    assert!(answer.body.contains("Not kept") && answer.body.contains("bytes"), "{}", answer.body);
}

#[actix_web::test]
async fn a_hidden_kind_is_not_told_beside_the_match() {
    let kept = keep();
    let head = kept.import(super::HIDDEN);
    let log = kept.keep.load(&head).expect("there").log;
    let ply = log.actions.iter().position(|action| action.text == "+?=C").expect("hidden");
    let by = log.header.card().letter(log.actions.get(ply + 1).expect("an action").by);
    let side = kept_at(&kept, &head, &ply.to_string(), "+?", "").await;
    let replay = get(&kept, &format!("/m/{head}/{ply}")).await;
    let sandbox = format!("/games/castle-danger/board?match={head}&ply={ply}");
    let lesson = format!("/m/{head}/lesson?ply={ply}");
    for page in
        [get(&kept, &side).await, replay, ask(&kept, Ask::GetOfRecorder(&lesson)).await.body]
    {
        assert!(page.contains(&format!("{by} +?")) || page.contains(">+?<"), "{page}");
        assert!(!page.contains("+?=C"), "{page}");
    }
    // The sandbox offers every kind, and counts none of them.
    let sandbox = get(&kept, &sandbox).await;
    let seen = |text: &str| sandbox.contains(&format!("{text}</a> <span class=\"seen\">"));
    assert!(seen(">+?") && !seen("+?=C"), "{sandbox}");
}
