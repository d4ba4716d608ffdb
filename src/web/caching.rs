//! What clients may keep: tags of content, answers without a body, and how long for.
//!
//! Two steps, one on either side of compression. [`tagged`] sits inside and tags what is in memory
//! with its hash. [`conditional`] sits outside: it answers 304 to a client that has the tag, before
//! anything is compressed, and gives each encoding a tag of its own, for their bytes differ.

use actix_web::body::{BodySize, BodyStream, BoxBody, MessageBody, SizedStream};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, AcceptEncoding, Encoding, HeaderMap, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, HttpResponseBuilder};
use futures_util::stream;

/// Who keeps an answer may keep it for ever: for what cannot change.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Who keeps an answer asks before each use whether it is still good.
const ASK_FIRST: &str = "no-cache";
/// The ends of tags of encoded bodies.
const ENCODINGS: [&str; 3] = ["-br", "-gzip", "-deflate"];

/// Sets a strong tag.
pub fn tag(response: &mut HttpResponseBuilder, tag: impl std::fmt::Display) {
    response.insert_header((header::ETAG, format!("\"{tag}\"")));
}

/// Tags answers to GET that are in memory and have no tag yet with the hash of their bytes.
///
/// # Errors
/// What the service says.
pub async fn tagged(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let get = request.method() == Method::GET;
    let response = next.call(request).await?;
    Ok(response.map_body(|head, body| match body.try_into_bytes() {
        Ok(bytes) => {
            let headers = &mut head.headers;
            if get && head.status == StatusCode::OK && wants_tag(headers) {
                let hash = blake3::hash(&bytes).to_hex();
                if let Ok(tag) = HeaderValue::try_from(format!("\"{}\"", &hash[..32])) {
                    headers.insert(header::ETAG, tag);
                }
            }
            BoxBody::new(bytes)
        }
        Err(body) => BoxBody::new(body),
    }))
}

/// Whether an answer has no tag and is not one to be kept without asking.
fn wants_tag(headers: &HeaderMap) -> bool {
    let kept = headers.get(header::CACHE_CONTROL).map(HeaderValue::as_bytes);
    let for_ever = kept.is_some_and(|value| value == FOR_EVER.as_bytes());
    !headers.contains_key(header::ETAG) && !for_ever
}

/// Answers HEAD as GET without the body, and 304 to who has the answer already; says how long what
/// may be kept.
///
/// # Errors
/// What the service says.
pub async fn conditional(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let only_head = request.method() == Method::HEAD;
    if only_head {
        request.head_mut().method = Method::GET;
    }
    if takes_no_encoding(&request) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    let read = request.method() == Method::GET;
    let response = next.call(request).await?.map_into_boxed_body();
    let mut response = response.map_body(|head, body| {
        encoded_tag(&mut head.headers);
        body
    });
    let headers = response.headers_mut();
    if !headers.contains_key(header::CACHE_CONTROL) {
        let value = if read { ASK_FIRST } else { "no-store" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    vary(headers);
    if read && response.status() == StatusCode::OK && is_known(&response) {
        return Ok(not_modified(response));
    }
    Ok(if only_head { response.map_body(|_, body| empty(body.size())) } else { response })
}

/// Whether a request refuses every encoding that there is, even none: it gets none.
fn takes_no_encoding(request: &ServiceRequest) -> bool {
    let offered = [Encoding::identity(), Encoding::brotli(), Encoding::gzip(), Encoding::deflate()];
    let asked = request.get_header::<AcceptEncoding>();
    asked.is_some_and(|asked| asked.negotiate(offered.iter()).is_none())
}

/// A body of a size, of which nothing is sent.
fn empty(size: BodySize) -> BoxBody {
    let nothing = stream::empty::<Result<Bytes, Error>>();
    match size {
        BodySize::None => BoxBody::new(()),
        BodySize::Sized(size) => BoxBody::new(SizedStream::new(size, nothing)),
        BodySize::Stream => BoxBody::new(BodyStream::new(nothing)),
    }
}

/// The tag of an encoded body names its encoding. That there is none, which keeps compression away
/// from what streams, is not said.
fn encoded_tag(headers: &mut HeaderMap) {
    if headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding == "identity") {
        headers.remove(header::CONTENT_ENCODING);
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let (Some(tag), Some(encoding)) = (text(header::ETAG), text(header::CONTENT_ENCODING)) else {
        return;
    };
    let tag = format!("{}-{encoding}\"", tag.trim_end_matches('"'));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
}

/// A tag without what names its encoding, its weakness and its quotes.
#[must_use]
pub fn bare(tag: &str) -> &str {
    let tag = tag.trim().trim_start_matches("W/").trim_matches('"');
    ENCODINGS.iter().find_map(|end| tag.strip_suffix(end)).unwrap_or(tag)
}

/// Whether the client has the answer already.
fn is_known(response: &ServiceResponse) -> bool {
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
    tag.is_some_and(|tag| knows(response.request().headers(), tag))
}

/// Whether a request says that its client has the answer of this tag.
#[must_use]
pub fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let asked = headers.get_all(header::IF_NONE_MATCH);
    let mut known = asked.filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
    known.any(|known| known.trim() == "*" || bare(known) == bare(tag))
}

fn not_modified(response: ServiceResponse) -> ServiceResponse {
    let mut response = response.map_body(|_, _| BoxBody::new(()));
    response.response_mut().head_mut().status = StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    for name in [header::CONTENT_TYPE, header::CONTENT_ENCODING, header::CONTENT_DISPOSITION] {
        headers.remove(name);
    }
    response
}

/// What an answer depends on, in one line: the encoding always.
fn vary(headers: &mut HeaderMap) {
    let mut names: Vec<String> = Vec::new();
    for value in headers.get_all(header::VARY).filter_map(|value| value.to_str().ok()) {
        names.extend(value.split(',').map(|name| name.trim().to_ascii_lowercase()));
    }
    names.push(header::ACCEPT_ENCODING.to_string());
    names.sort_unstable();
    names.dedup();
    if let Ok(value) = HeaderValue::try_from(names.join(", ")) {
        headers.insert(header::VARY, value);
    }
}
