//! `GET /matches/{link}`: a match as JSON, text or log.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};

use super::ask;
use super::problem::{Kind, Problem};
use super::receive::{MayRead, Named, accepted};
use crate::record::link::Link;
use crate::service::written::Written;
use crate::web::{Site, caching};

/// The forms in which a match is to be had: media type, ending, form. The first is the default.
const FORMS: [(&str, &str, Written); 3] = [
    ("application/json", "json", Written::Json),
    ("text/plain", "gk", Written::Text),
    ("text/vnd.gamekeep.log", "log", Written::Log),
];

/// Read a match.
///
/// As JSON, as text, or as log text, by `Accept` or by an ending after the link: `.json`, `.gk`,
/// `.log`. The log text is that of the ply that the link stands for: its BLAKE3 hash is the link
/// (`b3sum`). The others are of the match as it stands now.
///
/// The tag (`ETag`) of JSON and text begins with the head and can be sent back as the `If-Match` of
/// an append; that of a log is its link.
#[utoipa::path(
    tag = "Reading",
    params(("link" = String, Path, description = "A link of the match, or its first 10 digits or \
        more; with an ending, in that form.", min_length = 10, max_length = 69,
        pattern = "^[0-9a-f]{10,64}(\\.json|\\.gk|\\.log)?$")),
    responses(
        (status = 200, description = "The match.", content(
            (super::record::Record = "application/json"),
            (String = "text/plain"),
            (String = "text/vnd.gamekeep.log"),
        ), headers(("ETag", description = "What changes when this does."))),
        (status = 300, description = "Several links begin like this.", body = Problem,
            content_type = "application/problem+json"),
        (status = 404, description = "No match has this link.", body = Problem,
            content_type = "application/problem+json"),
        (status = 410, description = "It was withdrawn.", body = Problem,
            content_type = "application/problem+json"),
    ),
)]
#[get("/matches/{link}")]
pub(super) async fn read_match(
    site: web::Data<Site>,
    request: HttpRequest,
    _: MayRead,
    name: Named<String>,
) -> Result<HttpResponse, Problem> {
    let types = FORMS.map(|(media_type, ..)| media_type);
    let (link, wanted) = match name.0.rsplit_once('.') {
        None => (name.0.clone(), accepted(&request, &types)?),
        Some((link, ending)) => {
            let form = FORMS.iter().find(|(_, known, _)| *known == ending);
            let (media_type, ..) = form.ok_or_else(|| {
                Problem::new(Kind::NoAddress, "a match is to be had as .json, .gk and .log")
            })?;
            (link.to_owned(), accepted(&request, &[media_type])?)
        }
    };
    let form = FORMS.iter().find(|(media_type, ..)| *media_type == wanted);
    let (media_type, _, written) = form.copied().unwrap_or(FORMS[0]);
    let whole = link.len() == Link::DIGITS;
    let found = ask(&site, move |keep| keep.written(&link, written)).await?;
    let mut response = HttpResponse::Ok();
    let charset = if media_type.starts_with("text/") { "; charset=utf-8" } else { "" };
    response.insert_header((header::CONTENT_TYPE, format!("{media_type}{charset}")));
    if name.0.rsplit_once('.').is_none() {
        response.insert_header((header::VARY, "accept"));
    }
    if written == Written::Log {
        caching::tag(&mut response, found.link);
        if found.over && whole {
            response.insert_header((header::CACHE_CONTROL, caching::FOR_EVER));
        }
    } else {
        let hash = blake3::hash(found.text.as_bytes()).to_hex();
        caching::tag(&mut response, format!("{}.{}", found.link, &hash[..16]));
    }
    Ok(response.body(found.text))
}
