//! The sandbox and the editor: every state is a page.

use actix_web::http::StatusCode;
use gamekeep::games::Registry;
use gamekeep::rules::board_text::BoardText;

use super::{Ask, ask, get, links};
use super::{OPEN, keep};

/// The head of a game's match in the archive.
async fn some_match(kept: &super::Kept, game: &str) -> String {
    let list = get(kept, &format!("/matches?game={game}")).await;
    links(&list, "/m/").first().expect("a match")["/m/".len()..].to_owned()
}

#[actix_web::test]
async fn every_link_of_a_sandbox_leads_somewhere() {
    let kept = keep();
    kept.keep.add_samples(0).expect("stores");
    for game in Registry::standard().games() {
        let id = game.card().id;
        let mut starts = vec![String::new(), "?flip=yes".to_owned()];
        if !game.card().samples.is_empty() {
            let link = some_match(&kept, id).await;
            starts.extend([3, 30, 50].map(|ply| format!("?match={link}&ply={ply}")));
        }
        for start in starts {
            let path = format!("/games/{id}/board{start}");
            let page = get(&kept, &path).await;
            // A few actions name no square: directions of plans made before.
            let named = page.contains("class=\"squares\"") || page.contains("Without a square");
            assert!(named, "{path} has nothing to click");
            assert!(page.contains("What can be played here"));
            let all = links(&page, "?");
            assert!(all.len() > 3, "{path}");
            for link in all.iter().step_by(all.len() / 6 + 1) {
                let next = get(&kept, &format!("/games/{id}/board{link}")).await;
                assert!(!next.contains("role=\"alert\""), "{link}: {next}");
            }
        }
    }
}

#[actix_web::test]
async fn a_click_chooses_and_a_second_one_acts() {
    let kept = keep();
    let board = "/games/castle-danger/board";
    let page = get(&kept, &format!("{board}?line=%2BW")).await;
    let choose = links(&page, "?").into_iter().find(|link| link.ends_with("from=c1"));
    let page = get(&kept, &format!("{board}{}", choose.expect("the King can be chosen"))).await;
    assert!(page.contains("Blue King on c1"));
    let act = links(&page, "?").into_iter().find(|link| link.ends_with("line=%2BW.Kc1-b1"));
    let page = get(&kept, &format!("{board}{}", act.expect("it can go"))).await;
    assert!(page.contains("Blue&#39;s King goes from c1 to b1."), "{page}");
    assert!(links(&page, "?").contains(&"?line=%2BW.Kc1-b1&done=1".to_owned()), "undo");
    let undone = get(&kept, &format!("{board}?line=%2BW.Kc1-b1&done=1")).await;
    assert!(links(&undone, "?").contains(&"?line=%2BW.Kc1-b1".to_owned()), "redo");
    assert!(links(&undone, "?").contains(&"?line=%2BW.Kc1-b1&done=0".to_owned()), "to the start");
}

#[actix_web::test]
async fn what_is_typed_is_done_or_explained() {
    let kept = keep();
    let tried = |query: &str| format!("/games/castle-danger/board?{query}");
    let answer = ask(&kept, Ask::Get(&tried("line=%2BW&done=1&try=b+Kc1-b1&flip=yes"))).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.to, tried("line=%2BW.Kc1-b1&flip=yes"));
    let page = get(&kept, &tried("line=%2BW&try=Kc1-c9")).await;
    assert!(page.contains("<strong>Blue: Kc1-c9</strong> is not legal here"), "{page}");
    assert!(page.contains("href=\"/games/castle-danger#CD-3.1\""));
    let page = get(&kept, &tried("try=K9%3Cscript%3E")).await;
    assert!(page.contains("K9&#60;script&#62;") && !page.contains("K9<script>"), "{page}");
    assert!(page.contains("#notation"));
    let over = get(&kept, &tried("line=resign&try=%2BW")).await;
    assert!(over.contains("Red wins (resigned)") && over.contains("the match is over"), "{over}");
    // An address may hold an action that is not legal: it goes as far as it can.
    let page = get(&kept, &tried("line=%2BW.Kc1-c9.end")).await;
    assert!(page.contains("Kc1-c9</strong> is not legal here"));
}

#[actix_web::test]
async fn rules_that_refuse_have_their_place_in_the_rulebook() {
    let kept = keep();
    for (game, action) in [
        ("game-of-knights", "c1:Q"),
        ("game-of-knights", "a10:D"),
        ("stone-fortress", "L@e5"),
        ("knights-walls-balls", "wall c3-c9"),
        ("siege", "fire ab12"),
    ] {
        let action = gamekeep::record::line::encode([action]).replace('_', "+");
        let page = get(&kept, &format!("/games/{game}/board?try={action}")).await;
        let href = links(&page, &format!("/games/{game}#"));
        let place = href.first().expect("a rule").split('#').nth(1).expect("a place").to_owned();
        let book = get(&kept, &format!("/games/{game}")).await;
        assert!(book.contains(&format!("id=\"{place}\"")), "{game} {action}: {place}");
    }
}

#[actix_web::test]
async fn a_clock_is_gone_on_by_links() {
    let kept = keep();
    let page = get(&kept, "/games/siege/board?time=500").await;
    assert!(page.contains("It is 0.5 s on the clock"));
    assert!(links(&page, "?").contains(&"?time=1500".to_owned()), "a second later");
    assert!(links(&page, "?").contains(&"?time=10000".to_owned()), "to the next change");
    let act = links(&page, "?").into_iter().find(|link| link.contains("line=nominate_q9_@500"));
    let page = get(&kept, &format!("/games/siege/board{}", act.expect("nominates"))).await;
    assert!(page.contains("It is 0.5 s on the clock"), "the action is the clock's time");
    let page = get(&kept, "/games/siege/board?line=nominate_q9_@500&time=400").await;
    assert!(page.contains("It is 0.5 s on the clock"), "a clock does not go back");
}

#[actix_web::test]
async fn a_kind_is_chosen_and_then_a_square() {
    let kept = keep();
    let page = get(&kept, "/games/knights-walls-balls/board").await;
    let kind = links(&page, "?").into_iter().find(|link| link == "?kind=wall");
    let page =
        get(&kept, &format!("/games/knights-walls-balls/board{}", kind.expect("walls"))).await;
    assert!(links(&page, "?").contains(&"?line=wall_c3-e3".to_owned()));
    let siege = "?line=nominate_q9_@1000.nominate_ab8_@2000&time=11000&kind=gun@";
    let page = get(&kept, &format!("/games/siege/board{siege}")).await;
    assert!(page.contains("class=\"sq-open\"") && !page.contains("class=\"sq-from\""));
    let put = links(&page, "?").into_iter().find(|link| link.contains(".gun@"));
    let page = get(&kept, &format!("/games/siege/board{}", put.expect("one gun"))).await;
    assert!(page.contains("It is 11 s on the clock") && !page.contains("role=\"alert\""));
}

#[actix_web::test]
async fn options_and_positions_are_set_up_by_a_form() {
    let kept = keep();
    let page = get(&kept, "/games/castle-danger/board?o.first=red&o.box=no&position=").await;
    assert!(page.contains("Red acts."), "{page}");
    let position = "2w1k2/2%23%232/7/7/7/7/7/2%232/2K1W2+B+2+-+-+-+0+1";
    let answer =
        ask(&kept, Ask::Get(&format!("/games/castle-danger/board?position={position}"))).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("This cannot be set up"), "{}", answer.body);
    let good = position.replace("2%23%232", "2%231%232").replace("2%232", "2%231%232");
    let good = good.replace("2%231%231%232", "2%231%232");
    let page = get(&kept, &format!("/games/castle-danger/board?position={good}")).await;
    assert!(page.contains("Blue acts."));
    let bad = ask(&kept, Ask::Get("/games/castle-danger/board?o.what=no")).await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ask(&kept, Ask::Get("/games/none/board")).await.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn addresses_have_limits() {
    let kept = keep();
    let bad = |query: String| format!("/games/castle-danger/board?{query}");
    for query in [
        format!("line={}", "resign.".repeat(1_000)),
        "line=a..b".to_owned(),
        "line=$zz".to_owned(),
        "ply=x".to_owned(),
        "done=-1".to_owned(),
        "time=soon".to_owned(),
        format!("line={}draw", "a.".repeat(400)),
    ] {
        let answer = ask(&kept, Ask::Get(&bad(query.clone()))).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let head = kept.import(OPEN);
    let past = ask(&kept, Ask::Get(&bad(format!("match={head}&ply=7")))).await;
    assert_eq!(past.status, StatusCode::NOT_FOUND);
    // A line that leaves no room ends in words, not in links that cannot be followed.
    let mut line = String::from("%2BW");
    for n in 0..395 {
        line.push_str([".", "."][n % 2]);
        line.push_str(["Kc1-d1", "Kd1-c1"][n % 2]);
    }
    let page = get(&kept, &bad(format!("line={line}"))).await;
    assert!(page.contains("is not legal here"), "the King has not so many moves");
    let other = ask(&kept, Ask::Get(&format!("/games/siege/board?match={head}&ply=1"))).await;
    assert_eq!(other.to, format!("/games/castle-danger/board?match={head}&ply=1"));
}

#[actix_web::test]
async fn a_square_takes_the_brush() {
    let kept = keep();
    for game in Registry::standard().games() {
        let id = game.card().id;
        let page = get(&kept, &format!("/games/{id}/board/edit")).await;
        assert!(page.contains("Try actions from here"), "{id}");
        let squares = links(&page, "?").into_iter().filter(|link| link.contains("&put="));
        let squares: Vec<String> = squares.collect();
        let size = game.begin(&Default::default(), None).expect("begins");
        let size = size.scene(gamekeep::rules::any::View::Told).size;
        assert_eq!(squares.len(), size.square_count(), "{id}");
        let palette = game.palette().expect("a palette");
        let sign = palette.signs.iter().find(|sign| sign.offered).expect("a brush").text;
        let brush = gamekeep::record::line::encode([sign]).replace('%', "%25").replace('#', "%23");
        let put = format!("/games/{id}/board/edit{}&brush={brush}", squares[0]);
        let answer = ask(&kept, Ask::Get(&put)).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        assert!(!answer.to.contains("put="), "{}", answer.to);
        let edited = get(&kept, &answer.to).await;
        let text = edited.split("name=\"position\"").nth(1).expect("a form");
        assert!(text.contains(sign) || edited.contains("&#35;"), "{id}");
    }
    let kings = "/games/castle-danger/board/edit?brush=K&put=d3";
    let answer = ask(&kept, Ask::Get(kings)).await;
    let page = get(&kept, &answer.to).await;
    assert!(page.contains("This cannot be set up yet"), "two Kings");
    assert!(page.contains("Blue King on d3"), "it is drawn all the same");
    let cleared =
        ask(&kept, Ask::Get(&format!("{}&brush=&put=c1", answer.to.replace("&brush=K", "")))).await;
    let page = get(&kept, &cleared.to).await;
    assert!(page.contains("Try actions from here"), "one King again");
    let palette = Registry::standard()
        .newest("castle-danger")
        .and_then(gamekeep::rules::any::AnyGame::palette);
    let size = gamekeep::rules::grid::Size::new(7, 9);
    assert!(BoardText::read(palette.expect("one"), size, "7/7").is_err());
}

#[actix_web::test]
async fn what_the_archive_saw_is_told_with_its_bound() {
    let kept = keep();
    let page = get(&kept, "/games/castle-danger/board").await;
    assert!(page.contains("No match of this game is kept here yet."));
    kept.import(OPEN);
    let page = get(&kept, "/games/castle-danger/board").await;
    assert!(page.contains("Counted in the one match of this game here."), "{page}");
    assert!(page.contains("The archive saw one action in this position."));
    assert!(page.contains("+W</a> <span class=\"seen\">1×</span>"), "{page}");
    kept.import(&OPEN.replace("open-1", "open-2").replace("1 B +W", "1 B +C"));
    let page = get(&kept, "/games/castle-danger/board").await;
    assert!(page.contains("Counted in all 2 matches of this game here."));
}
