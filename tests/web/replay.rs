//! The replay page over HTTP: animations, stretches, times, marks, and what is not told.

use actix_web::body::to_bytes;
use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use gamekeep::archive::StoredMatch;
use gamekeep::service::append::{Append, Step};

use super::{Answer, House, from_here};

/// A match with times and notes, in which things happen.
const TIMED: &str = r#"[Game "castle-danger"]
[Id "timed-1"]
[Blue "heron"]
[Red "moss"]

1 B +W @4000
2 B Kc1-b1 @9000
3 B end @12000
4 R +C @61000
5 R Cd9-d8 @65000
6 R Cd8*d5 @90500
# note 2 "heron" "?! too far"
# note 6 "moss" "the end of it"
"#;

/// A match of as many plies as asked for: both Kings go to and fro.
fn long_record(plies: usize) -> String {
    let mut lines = Vec::new();
    for turn in 0.. {
        let (seat, home, away) = if turn % 2 == 0 { ("B", "c1", "b1") } else { ("R", "e9", "f9") };
        for n in 0..if turn == 0 { 2 } else { 4 } {
            let (from, to) = if n % 2 == 0 { (home, away) } else { (away, home) };
            lines.push(format!("{seat} K{from}-{to}"));
        }
        lines.push(format!("{seat} end"));
        if lines.len() >= plies {
            break;
        }
    }
    let lines = lines.iter().take(plies).enumerate();
    let lines: String = lines.map(|(n, line)| format!("{} {line}\n", n + 1)).collect();
    format!("[Game \"castle-danger\"]\n[Id \"long-{plies}\"]\n\n{lines}")
}

impl House {
    async fn get(&self, path: &str) -> Answer {
        self.ask(TestRequest::get().uri(path)).await
    }

    async fn bytes(&self, path: &str) -> Vec<u8> {
        let request = TestRequest::get().uri(path);
        let answer = self.answering.answer(&self.site, request).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        to_bytes(answer.into_body()).await.expect("a body").to_vec()
    }

    /// Imports a record and gives its link.
    async fn import(&self, record: &str) -> String {
        let before = self.site.keep.heads().expect("heads");
        let form = self.form("/import", &[]).await;
        let answer = self.ask(from_here(form.import(record))).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let heads = self.site.keep.heads().expect("heads");
        heads.iter().find(|head| !before.contains(head)).expect("a new match").to_string()
    }

    /// The first sample match that is as asked for.
    fn sample(&self, is_wanted: impl Fn(&StoredMatch) -> bool) -> String {
        let heads = self.site.keep.heads().expect("heads").into_iter();
        let mut links = heads.map(|head| head.to_string());
        let found = |link: &String| is_wanted(&self.site.keep.load(link).expect("a match"));
        links.find(found).expect("a sample")
    }

    /// The link of a sample match that is on a clock.
    fn on_a_clock(&self) -> String {
        self.sample(|stored| stored.log.header.card().timed)
    }
}

/// How many frames an animation has, its first colours, and its pixels' size.
fn frames(bytes: &[u8]) -> (usize, Vec<u8>, (u16, u16)) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).expect("an animation");
    let palette = decoder.global_palette().expect("a palette").to_vec();
    let size = (decoder.width(), decoder.height());
    let mut count = 0;
    while decoder.next_frame_info().expect("a frame").is_some() {
        count += 1;
    }
    (count, palette, size)
}

#[actix_web::test]
async fn a_match_and_a_stretch_of_it_as_animations() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let whole = house.bytes(&format!("/m/{link}.gif")).await;
    assert_eq!(frames(&whole).0, 7);
    let part = house.bytes(&format!("/m/{link}/2-4.gif")).await;
    assert_eq!(frames(&part).0, 3);
    assert_eq!(frames(&house.bytes(&format!("/m/{link}/3-3.gif")).await).0, 1);
    let flipped = house.bytes(&format!("/m/{link}/2-4.gif?flip=yes")).await;
    assert_ne!(part, flipped);
    let dark = house.bytes(&format!("/m/{link}/2-4.gif?theme=dark")).await;
    assert_ne!(frames(&part).1, frames(&dark).1);
    assert_eq!(frames(&part).2, frames(&dark).2);
}

#[actix_web::test]
async fn who_has_an_animation_is_told_so_before_it_is_drawn() {
    let house = House::open();
    let link = house.sample(|stored| stored.outcome.is_some());
    let going_on = house.import(TIMED).await;
    for (path, kept) in [
        (format!("/m/{going_on}/2-4.gif"), "no-cache"),
        (format!("/m/{link}/2-4.gif"), "public, max-age=31536000, immutable"),
        (format!("/m/{}/2-4.gif", &link[..20]), "no-cache"),
    ] {
        let answer = house.get(&path).await;
        assert_eq!(answer.header("content-type"), "image/gif");
        assert_eq!(answer.header("cache-control"), kept, "{path}");
        let tag = answer.header("etag").to_owned();
        assert!(tag.len() > 20, "{tag}");
        let again = TestRequest::get().uri(&path).insert_header(("if-none-match", tag.clone()));
        let again = house.ask(again).await;
        assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
        let other = TestRequest::get().uri(&format!("{path}?flip=yes"));
        let other = house.ask(other.insert_header(("if-none-match", tag))).await;
        assert_eq!(other.status, StatusCode::OK);
    }
}

#[actix_web::test]
async fn what_cannot_be_animated_is_said_in_words() {
    let house = House::open();
    let link = house.import(&long_record(700)).await;
    for (path, status, words) in [
        (".gif", 422, "1 to 600 plies; 701 were asked for: ask for a range of plies"),
        ("/0-700.gif", 422, "1 to 600 plies"),
        ("/690-701.gif", 404, "the plies 0 to 700"),
        ("/9-3.gif", 404, "goes from a ply to the same or a later one"),
        ("/03-9.gif", 404, "goes from a ply to the same or a later one"),
        ("/9-3", 404, "goes from a ply to the same or a later one"),
        ("/690-701", 404, "the plies 0 to 700"),
        ("/3.bmp", 404, ".qr.svg"),
    ] {
        let answer = house.get(&format!("/m/{link}{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert!(answer.body.contains(words), "{path}: {}", answer.body);
    }
    // The page links what there is.
    let page = house.get(&format!("/m/{link}/650")).await.body;
    assert!(page.contains(&format!("/m/{}/51-650.gif\"", &link[..20])), "{page}");
    assert_eq!(frames(&house.bytes(&format!("/m/{link}/640-650.gif")).await).0, 11);
}

#[actix_web::test]
async fn without_spoilers_nothing_tells_what_comes() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let answer = house.get(&format!("/m/{link}.gif?spoilers=off")).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("/0-12.gif?spoilers=off"), "{}", answer.body);
    let known = house.bytes(&format!("/m/{link}/0-3.gif?spoilers=off")).await;
    assert_eq!(frames(&known).0, 4);
    for path in ["7", "0-7", "0-7.gif", "9.svg", "9.png", "states?from=9"] {
        let mark = if path.contains('?') { '&' } else { '?' };
        let answer = house.get(&format!("/m/{link}/{path}{mark}spoilers=off")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!answer.body.contains("0 to 6") && !answer.body.contains("/6\""), "{path}");
    }
    let page = house.get(&format!("/m/{link}/2?spoilers=off")).await.body;
    for told in
        ["class=\"events\"", "On the bar", "the end of it", "1 min", "id=\"scrub\"", "90500"]
    {
        assert!(!page.contains(told), "{told}");
    }
    assert!(page.contains("/0-2.gif?spoilers=off"), "the animation ends here");
    assert!(page.contains("class=\"mark\">?!</b>"), "notes up to here are there");
    // The chart has the one turn that is known, and no other.
    let whole = house.get(&format!("/m/{link}/2")).await.body;
    assert_eq!(whole.matches("<g data-x=").count(), 2);
    assert!(page.matches("<g data-x=").count() <= 1);
}

#[actix_web::test]
async fn the_bar_has_marks_and_the_chart_has_turns() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let page = house.get(&format!("/m/{link}/5")).await.body;
    assert!(page.contains("<svg class=\"events\" viewBox=\"0 0 1000 12\""), "{page}");
    assert!(page.contains("M1000 "), "an event at the last ply");
    assert!(page.contains("Time per turn: Blue 12 s, Red 1 min 18 s"), "{page}");
    assert!(page.contains("<title>this turn</title>"));
    // Without times there is no chart; games on a clock have no turns of one side.
    for link in [house.import(&long_record(9)).await, house.on_a_clock()] {
        assert!(!house.get(&format!("/m/{link}/5")).await.body.contains("Time per turn"));
    }
}

#[actix_web::test]
async fn notes_stand_at_their_plies_with_their_marks() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let page = house.get(&format!("/m/{link}/2")).await.body;
    assert!(page.contains("data-ply=\"2\" data-noted"), "{page}");
    assert!(page.contains("<sup>?!</sup>"));
    assert!(page.contains("<li data-note=\"2\" class=\"here\">"));
    assert!(page.contains("<b class=\"mark\">?!</b> <bdi>too far</bdi>"));
    assert!(page.contains("<bdi>the end of it</bdi>"));
    // A note is an event to go to.
    let start = house.get(&format!("/m/{link}/0")).await.body;
    let next = format!("href=\"/m/{}/2\" data-go=\"next-event\"", &link[..20]);
    assert!(start.contains(&next), "{start}");
}

#[actix_web::test]
async fn a_stretch_is_a_page_of_its_own() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let base = format!("/m/{}", &link[..20]);
    let page = house.get(&format!("/m/{link}/2-5")).await.body;
    assert!(page.contains("data-from=\"2\" data-to=\"5\""), "{page}");
    assert!(page.contains("data-ply=\"2\" data-query=\"?stretch=2-5\""));
    assert!(page.contains("Plies 2 to 5 of the match"));
    assert!(page.contains(&format!("href=\"{base}/3?stretch=2-5\" data-go=\"forward\"")));
    assert!(page.contains(&format!("{base}/2-5.gif\"")));
    assert!(page.contains(&format!("{base}/2.svg\"")), "a picture has no stretch");
    assert!(page.contains("class=\"stretch\""));
    for (asked, to) in [
        ("from=5&to=2", "/2-5"),
        ("from=2&to=5&as=gif&flip=yes", "/2-5.gif?flip=yes"),
        ("from=x&to=&as=page", "/0-0"),
    ] {
        let answer = house.get(&format!("{base}/range?{asked}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        assert_eq!(answer.header("location"), format!("{base}{to}"));
    }
    let ignored = house.get(&format!("/m/{link}/2?stretch=2-99")).await.body;
    assert!(!ignored.contains("Plies 2 to"), "there are not so many");
}

#[actix_web::test]
async fn an_address_as_a_qr_code() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let answer = house.get(&format!("/m/{link}/3.qr.svg")).await;
    assert_eq!(answer.header("content-type"), "image/svg+xml");
    assert!(answer.body.contains("xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(answer.body.contains(&format!("/m/{}/3</title>", &link[..20])), "{}", answer.body);
    assert!(answer.body.contains("fill=\"#000\"") && !answer.body.contains("class="));
    assert!(answer.body.len() < 20_000);
    let page = house.get(&format!("/m/{link}/3")).await.body;
    assert!(page.contains(&format!("src=\"/m/{}/3.qr.svg\"", &link[..20])), "{page}");
}

#[actix_web::test]
async fn a_match_on_a_clock_has_every_moment() {
    let house = House::open();
    let link = house.on_a_clock();
    let stored = house.site.keep.load(&link).expect("a match");
    let times: Vec<u64> = stored.log.actions.iter().filter_map(|action| action.at).collect();
    let end = *times.last().expect("times");
    let base = format!("/m/{}", &link[..20]);
    // At the time of an action the board is that of its ply.
    let ply = times.iter().take_while(|at| **at <= times[9]).count();
    let at_time = house.get(&format!("/m/{link}/at/{}", times[9])).await.body;
    assert!(at_time.contains(&format!("data-ply=\"{ply}\"")), "{at_time}");
    assert!(at_time.contains(&format!("data-ms=\"{}\"", times[9])));
    assert!(
        at_time.contains(&format!("href=\"{base}/at/{}\" data-step=\"1000\"", times[9] + 1_000))
    );
    assert!(at_time.contains("data-by=\"time\"") && at_time.contains("name=\"time\""));
    // Between a shot and where it lands a ball is in the air; not before, not after.
    let fired = stored.log.actions.iter().find(|action| action.text.starts_with("fire"));
    let fired = fired.and_then(|action| action.at).expect("a shot");
    let ball = |body: &str| body.matches("class=\"ball\"").count();
    let flying = house.get(&format!("/m/{link}/at/{}", fired + 300)).await.body;
    assert!(ball(&flying) >= 1, "{flying}");
    assert_eq!(ball(&house.get(&format!("/m/{link}/at/{}", fired - 1)).await.body), 0);
    assert_eq!(ball(&house.get(&format!("/m/{link}/at/{end}")).await.body), 0);
    for (path, status, words) in [
        (format!("at/{}", end + 1), 404, format!("its last action was at {end} ms")),
        ("at/x".to_owned(), 404, "number of milliseconds".to_owned()),
        ("at/007".to_owned(), 404, "number of milliseconds".to_owned()),
    ] {
        let answer = house.get(&format!("/m/{link}/{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert!(answer.body.contains(&words), "{path}: {}", answer.body);
    }
    let quiet = house.get(&format!("/m/{link}/at/{}?spoilers=off", end + 1)).await;
    assert_eq!(quiet.status, StatusCode::NOT_FOUND);
    assert!(!quiet.body.contains(&end.to_string()), "{}", quiet.body);
    let quiet = house.get(&format!("/m/{link}/at/{}?spoilers=off", fired + 300)).await;
    assert!(quiet.status.is_success() && ball(&quiet.body) == ball(&flying));
    assert!(!quiet.body.contains(&end.to_string()) && !quiet.body.contains("id=\"scrub\""));
    let go = house.get(&format!("{base}/go?ply=&time=0:31.5&flip=yes")).await;
    assert_eq!(go.header("location"), format!("{base}/at/31500?flip=yes"));
    let other = house.import(TIMED).await;
    let answer = house.get(&format!("/m/{other}/at/1000")).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.body.contains("does not run on a clock"), "{}", answer.body);
}

#[actix_web::test]
async fn an_old_head_says_that_the_match_has_gone_on() {
    let house = House::open();
    let cut = TIMED.find("5 R").expect("ply 5");
    let old = house.import(&TIMED[..cut]).await;
    let step = |text: &str, at| Step { by: "R".into(), action: text.into(), at: Some(at) };
    let grown = house.site.keep.append(Append {
        link: &old,
        expected: old.parse().expect("a link"),
        actions: vec![step("Cd9-d8", 65_000), step("Cd8*d5", 90_500)],
        key: None,
        now_ms: super::NOW,
    });
    let whole = grown.expect("appended").head.to_string();
    let page = house.get(&format!("/m/{old}")).await.body;
    assert!(page.contains("This link is of ply 4. The match has gone on since, by 2 plies"));
    assert!(!house.get(&format!("/m/{whole}")).await.body.contains("has gone on"));
    let quiet = house.get(&format!("/m/{old}?spoilers=off")).await.body;
    assert!(!quiet.contains("has gone on"), "that would tell");
}

#[actix_web::test]
async fn hidden_things_stay_hidden_in_animations() {
    let house = House::open();
    let heads = house.site.keep.heads().expect("heads").into_iter().map(|head| head.to_string());
    let mut compared = 0;
    for link in heads {
        let page = house.get(&format!("/m/{link}/0")).await.body;
        if !page.contains("view=told") {
            continue;
        }
        for ply in 0..=house.site.keep.load(&link).expect("a match").log.actions.len() {
            let drawing = format!("/m/{link}/{ply}.svg");
            let told = format!("{drawing}?view=told");
            if house.bytes(&drawing).await != house.bytes(&told).await {
                let path = format!("/m/{link}/{ply}-{ply}.gif");
                let told = format!("{path}?view=told");
                assert_ne!(house.bytes(&path).await, house.bytes(&told).await, "{link} {ply}");
                compared += 1;
                break;
            }
        }
    }
    assert!(compared > 0, "a sample that tells what was hidden");
}

/// Keeps a record that is not listed; gives its whole link.
fn unlisted(house: &House, record: &str) -> String {
    let inputs = gamekeep::record::input::records(record, house.site.keep.registry());
    let made = house.site.keep.create(&inputs[0], false, super::NOW).expect("stored");
    made.stored.link.to_string()
}

/// The addresses on a page that name a match.
fn addresses(page: &str) -> Vec<String> {
    let page = page.replace("&#38;", "&").replace("&amp;", "&");
    let parts = page.split(['"', '<', '>', ' ', '\n']).map(|part| part.to_owned());
    let inner = |part: &String| ["/m/", "/embed/", "match="].iter().any(|at| part.contains(at));
    parts.filter(inner).collect()
}

#[actix_web::test]
async fn every_link_of_a_match_that_is_not_listed_leads_somewhere() {
    let house = House::open();
    let link = unlisted(&house, TIMED);
    for path in ["", "/3", "/2-5", "/3?spoilers=off"] {
        let page = house.get(&format!("/m/{link}{path}")).await;
        assert_eq!(page.status, StatusCode::OK);
        let found = addresses(&page.body);
        assert!(found.len() > 20, "{found:?}");
        for address in found {
            assert!(address.contains(&link), "{path}: {address}");
            let own = address.split("/m/").next().unwrap_or_default();
            if own.is_empty() && !address.contains("/events") {
                let asked = address.replace("/range", "/range?from=1&to=2");
                let status = house.get(&asked).await.status;
                assert!(status.is_success() || status.is_redirection(), "{address}: {status}");
            }
        }
    }
    let answer = house.get(&format!("/m/{link}/3.qr.svg")).await;
    assert!(answer.body.contains(&format!("/m/{link}/3</title>")), "{}", answer.body);
    let listed = house.import(&long_record(9)).await;
    for path in [
        format!("/embed/{link}/3"),
        format!("/oembed?url=http://localhost/m/{link}/3"),
        format!("/compare/{link}/{listed}"),
        format!("/m/{link}/lesson"),
        format!("/m/{link}/fork"),
    ] {
        let page = house.get(&path).await.body;
        assert!(page.contains(&format!("/{link}")), "{path}: {page}");
        assert!(!page.contains(&format!("/{}/", &link[..20])), "{path}: {page}");
    }
    // The report of an import of the same leads to it too.
    let form = house.form("/import", &[]).await;
    let report = house.ask(from_here(form.import(TIMED))).await.body;
    assert!(report.contains(&format!("href=\"/m/{link}\"")), "{report}");
}

#[actix_web::test]
async fn without_spoilers_neither_parent_nor_end_is_told() {
    let house = House::open();
    let link = house.import(TIMED).await;
    let cut = TIMED.find("5 R").expect("ply 5");
    let fork = house.import(&format!("{}5 R Cd9-d8 @66000\n", &TIMED[..cut])).await;
    let told = |body: &str| body.contains("another match</a> at ply 4");
    assert!(told(&house.get(&format!("/m/{fork}/0")).await.body));
    assert!(!told(&house.get(&format!("/m/{fork}/0?spoilers=off")).await.body));
    assert!(told(&house.get(&format!("/m/{fork}/4?spoilers=off")).await.body));

    // Whether it goes on, and how far, is not told.
    let live = |body: &str| body.contains("data-live") || body.contains("/events");
    assert!(live(&house.get(&format!("/m/{link}/0")).await.body));
    let quiet = house.get(&format!("/m/{link}/0?spoilers=off")).await.body;
    assert!(!live(&quiet) && !quiet.contains("id=\"newer\""), "{quiet}");

    // Nor by how long a picture may be kept.
    let over = house.sample(|stored| stored.outcome.is_some() && stored.log.actions.len() > 5);
    for link in [&link, &over] {
        for path in ["0-5.gif", "5.svg", "5.png", "5.qr.svg", "states", "5", "0-5"] {
            let path = format!("/m/{link}/{path}?spoilers=off");
            assert_eq!(house.get(&path).await.header("cache-control"), "no-cache", "{path}");
        }
    }
}

#[actix_web::test]
async fn what_is_no_link_leads_nowhere() {
    let house = House::closed();
    for link in ["%0d%0aX", "%00", "x", "%2F%2Fevil.example"] {
        for path in ["go?ply=1", "go?time=1", "range?from=1&to=2", "range?from=1&to=2&as=gif"] {
            let answer = house.get(&format!("/m/{link}/{path}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{link} {path}");
            assert_eq!(answer.header("location"), "");
        }
    }
}
