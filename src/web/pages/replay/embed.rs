//! The board in other sites: `/embed/<link>[/<ply>]` for frames, and `/oembed` for those who ask
//! what to put there.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::{Deserialize, Serialize};

use super::{Control, Query, ReplayPage, errors, icons, page, still_words, trouble};
use crate::rules::seat::Seat;
use crate::web::address::escaped;
use crate::web::words::shown_name;
use crate::web::{Frame, Site};

/// Anybody may frame an embed; otherwise it keeps to itself like every page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors *";

/// The sizes of a frame, in pixels of its width.
const WIDTH: u32 = 480;
/// The least width that is offered.
const NARROWEST: u32 = 200;
/// What is below the board, in pixels.
const BELOW: u32 = 130;

/// How an embed looks.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct EmbedQuery {
    /// `light` or `dark`; otherwise as the reader's system asks.
    theme: Option<String>,
    /// `no`: the board alone.
    controls: Option<String>,
}

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage<'a> {
    site: Frame<'a>,
    title: String,
    theme: &'static str,
    defs: String,
    board: String,
    base: String,
    states: String,
    whole: String,
    players: [&'a str; 2],
    words: &'a str,
    ply: usize,
    last: Option<usize>,
    timed: bool,
    play_icon: &'static str,
    controls: Vec<Control>,
}

/// `/embed/<link>`
pub async fn embed_at_link(
    site: web::Data<Site>,
    path: web::Path<String>,
    query: web::Query<Query>,
    looks: web::Query<EmbedQuery>,
    request: HttpRequest,
) -> HttpResponse {
    embed(&site, &path, None, &query, &looks, &request)
}

/// `/embed/<link>/<ply>`
pub async fn embed_at_ply(
    site: web::Data<Site>,
    path: web::Path<(String, usize)>,
    query: web::Query<Query>,
    looks: web::Query<EmbedQuery>,
    request: HttpRequest,
) -> HttpResponse {
    let (link, ply) = path.into_inner();
    embed(&site, &link, Some(ply), &query, &looks, &request)
}

fn embed(
    site: &Site,
    link: &str,
    ply: Option<usize>,
    query: &Query,
    looks: &EmbedQuery,
    request: &HttpRequest,
) -> HttpResponse {
    let shown = match site.keep.show(&query.wish(link, ply)) {
        Ok(shown) => shown,
        Err(error) => return trouble(site, &error, query),
    };
    let whole = ReplayPage::new(site, &shown, None, query, &site.origin(request));
    let controls =
        if looks.controls.as_deref() == Some("no") { Vec::new() } else { whole.controls };
    let text = query.text();
    let steps =
        |control: Control| Control { href: control.href.replacen("/m/", "/embed/", 1), ..control };
    let wanted = |control: &Control| matches!(control.id, "first" | "back" | "forward" | "last");
    let page_of = EmbedPage {
        site: site.frame(),
        title: whole.title,
        theme: match looks.theme.as_deref() {
            Some("light") => "light",
            Some("dark") => "dark",
            _ => "",
        },
        defs: whole.defs,
        board: whole.board,
        states: whole.states,
        whole: format!("{}/{}{text}", whole.base, shown.ply),
        base: whole.base.replacen("/m/", "/embed/", 1),
        players: Seat::BOTH.map(|seat| shown_name(shown.facts().player(seat))),
        words: still_words(&shown.reel.stills[shown.ply]),
        ply: shown.ply,
        last: shown.last,
        timed: whole.timed,
        play_icon: icons::PLAY,
        controls: controls.into_iter().filter(wanted).map(steps).collect(),
    };
    let mut response = page(StatusCode::OK, &page_of);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(POLICY));
    let anybody = header::HeaderValue::from_static("unsafe-none");
    headers.insert(header::CROSS_ORIGIN_OPENER_POLICY, anybody);
    response
}

/// The markup that another site puts into its page.
pub(super) fn code(origin: &str, base: &str, ply: usize, query: &Query) -> String {
    frame(origin, base, ply, &query.text(), WIDTH)
}

fn frame(origin: &str, base: &str, ply: usize, query: &str, width: u32) -> String {
    let source = format!("{origin}{}/{ply}{query}", base.replacen("/m/", "/embed/", 1));
    let source = source.replace('&', "&amp;");
    let height = width + BELOW;
    format!(
        "<iframe src=\"{source}\" width=\"{width}\" height=\"{height}\" \
         title=\"Gamekeep\" loading=\"lazy\"></iframe>"
    )
}

/// Where the oEmbed answer about a ply is.
pub(super) fn discovery(origin: &str, base: &str, ply: usize, query: &Query) -> String {
    let address = format!("{origin}{base}/{ply}{}", query.text());
    format!("{origin}/oembed?format=json&url={}", escaped(&address))
}

/// What a site asks about an address of ours.
#[derive(Debug, Deserialize)]
pub struct Asked {
    url: String,
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    maxwidth: Option<u32>,
    #[serde(default)]
    maxheight: Option<u32>,
}

/// The oEmbed answer (version 1.0, type rich).
#[derive(Debug, Serialize)]
struct Answer {
    version: &'static str,
    r#type: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    html: String,
    width: u32,
    height: u32,
    thumbnail_url: String,
    thumbnail_width: u32,
    thumbnail_height: u32,
}

/// `/oembed?url=…`: how to show the match at an address of ours. JSON only.
pub async fn oembed(
    site: web::Data<Site>,
    asked: web::Query<Asked>,
    request: HttpRequest,
) -> HttpResponse {
    if asked.format.as_deref().is_some_and(|format| format != "json") {
        return HttpResponse::NotImplemented().body("format: json only");
    }
    let origin = site.origin(&request);
    let Some((link, ply, query)) = of_address(&asked.url) else {
        return errors::not_found(&site, "This address is of no match here.");
    };
    let shown = match site.keep.show(&query.wish(link, ply)) {
        Ok(shown) => shown,
        Err(error) => return trouble(&site, &error, &query),
    };
    let most = asked.maxwidth.unwrap_or(WIDTH);
    let most = most.min(asked.maxheight.map_or(WIDTH, |height| height.saturating_sub(BELOW)));
    let width = most.clamp(NARROWEST, 2 * WIDTH);
    let whole = ReplayPage::new(&site, &shown, None, &query, &origin);
    HttpResponse::Ok().json(Answer {
        version: "1.0",
        r#type: "rich",
        provider_name: "Gamekeep",
        provider_url: origin.clone(),
        html: frame(&origin, &whole.base, shown.ply, &whole.query, width),
        width,
        height: width + BELOW,
        thumbnail_url: whole.card,
        thumbnail_width: 1200,
        thumbnail_height: 630,
        title: whole.title,
    })
}

/// The link, ply and query of an address of a replay, from whatever host it was copied.
fn of_address(address: &str) -> Option<(&str, Option<usize>, Query)> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let query = web::Query::<Query>::from_query(query).ok()?.into_inner();
    let at = path.find("/m/")?;
    let mut parts = path[at + 3..].trim_end_matches('/').split('/');
    let link = parts.next()?;
    let ply = parts.next().map(str::parse).transpose().ok()?;
    parts.next().is_none().then_some((link, ply, query))
}
