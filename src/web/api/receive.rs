//! What a request says: its query, its body, and what it takes for an answer.

use std::fmt;
use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::http::header::{self, Accept, Header};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use serde::Deserializer;
use serde::de::{self, DeserializeOwned, Unexpected, Visitor};

use super::problem::{Details, Kind, Problem};
use crate::web::caller::{Caller, Denied, Right};
use crate::web::{Site, pace};

/// The parameters of a request.
#[derive(Clone, Debug)]
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest for Asked<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = web::Query::<T>::from_query(request.query_string());
        ready(match read {
            Ok(query) => Ok(Asked(query.into_inner())),
            Err(actix_web::error::QueryPayloadError::Deserialize(error)) => {
                Err(Problem::new(Kind::BadQuery, error))
            }
            Err(error) => Err(Problem::new(Kind::BadQuery, error)),
        })
    }
}

/// The parts of an address.
#[derive(Clone, Debug)]
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + 'static> FromRequest for Named<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let path = web::Path::<T>::from_request(request, payload).into_inner();
        ready(path.map(|path| Named(path.into_inner())).map_err(|_| {
            Problem::new(Kind::NoAddress, "nothing has this address: a part of it cannot be read")
        }))
    }
}

/// The body of a request, at most so many bytes of it, and its media type.
#[derive(Clone, Debug)]
pub(super) struct Body<const MOST: usize> {
    /// The bytes.
    pub(super) bytes: Vec<u8>,
    /// The media type, without parameters, in lower case; empty if none is named.
    pub(super) media_type: String,
}

impl<const MOST: usize> FromRequest for Body<MOST> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let begun = media_type(request).and_then(|media_type| {
            let length = request.headers().get(header::CONTENT_LENGTH);
            let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
            let too_large = length.is_some_and(|length| length > MOST);
            if too_large { Err(too_many::<MOST>()) } else { Ok(media_type) }
        });
        let mut payload = payload.take();
        Box::pin(async move {
            let media_type = begun?;
            let mut bytes = Vec::new();
            while let Some(chunk) = payload.next().await {
                let chunk = chunk.map_err(|error| match pace::was_too_slow(&error) {
                    true => Denied::TooSlow.into(),
                    false => Problem::new(Kind::BadJson, format!("the body broke off: {error}")),
                })?;
                if bytes.len() + chunk.len() > MOST {
                    return Err(too_many::<MOST>());
                }
                bytes.extend_from_slice(&chunk);
            }
            Ok(Body { bytes, media_type })
        })
    }
}

fn too_many<const MOST: usize>() -> Problem {
    Problem::new(Kind::TooLarge, format!("a body here has at most {MOST} bytes"))
}

/// The media type of a request's body.
///
/// # Errors
/// A header that cannot be read, an encoding, or a charset that is not UTF-8.
pub(super) fn media_type(request: &HttpRequest) -> Result<String, Problem> {
    let encoding = request.headers().get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let words = "a body is sent as it is, without a Content-Encoding";
        return Err(Problem::new(Kind::MediaType, words));
    }
    let no_type = || Problem::new(Kind::MediaType, "the Content-Type cannot be read");
    let mime = request.mime_type().map_err(|_| no_type())?;
    let Some(mime) = mime else { return Ok(String::new()) };
    let charset = mime.get_param("charset").map(|charset| charset.as_str().to_ascii_lowercase());
    if charset.is_some_and(|charset| charset != "utf-8") {
        return Err(Problem::new(Kind::MediaType, "a body is written in UTF-8"));
    }
    Ok(mime.essence_str().to_ascii_lowercase())
}

/// The problem of a media type that is not taken.
#[must_use]
pub(super) fn not_taken(media_type: &str, taken: &[&str]) -> Problem {
    let found = if media_type.is_empty() { "none is named" } else { media_type };
    let words = format!("expected a Content-Type of {}, not {found}", taken.join(" or "));
    Problem::new(Kind::MediaType, words)
}

impl<const MOST: usize> Body<MOST> {
    /// The body as JSON.
    ///
    /// # Errors
    /// Another media type, or JSON of another form: where.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        const JSON: &str = "application/json";
        if self.media_type != JSON {
            return Err(not_taken(&self.media_type, &[JSON]));
        }
        let mut json = serde_json::Deserializer::from_slice(&self.bytes);
        let read = serde_path_to_error::deserialize(&mut json);
        let read = read.map_err(|error| {
            let path = error.path().to_string();
            bad_json(Some(path).filter(|path| path != "."), error.inner())
        })?;
        json.end().map_err(|error| bad_json(None, &error))?;
        Ok(read)
    }
}

fn bad_json(path: Option<String>, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or(&words);
    let details = Details { line: Some(line), column: Some(column), path, ..Details::default() };
    Problem::with(Kind::BadJson, format!("line {line}, column {column}: {words}"), details)
}

/// The first of some media types that a request takes for an answer, by its own order.
///
/// # Errors
/// It takes none of them.
pub(super) fn accepted<'a>(request: &HttpRequest, offered: &[&'a str]) -> Result<&'a str, Problem> {
    let first = offered.first().copied().unwrap_or_default();
    if !request.headers().contains_key(header::ACCEPT) {
        return Ok(first);
    }
    let Ok(accept) = Accept::parse(request) else { return Ok(first) };
    // What is given a weight of 0 is refused, whatever else is taken.
    let refused: Vec<&str> = accept
        .iter()
        .filter(|item| item.quality == header::Quality::ZERO)
        .map(|item| item.item.essence_str())
        .collect();
    for wanted in accept.ranked() {
        let wanted = wanted.essence_str();
        let is_wanted = |offered: &str| match wanted.strip_suffix("/*") {
            Some("*") => true,
            Some(kind) => offered.split('/').next() == Some(kind),
            None => offered == wanted,
        };
        let not_refused =
            |offered: &&&str| !refused.contains(*offered) && !refused.contains(&wanted);
        let found = offered.iter().filter(not_refused).find(|offered| is_wanted(offered));
        if let Some(found) = found {
            return Ok(found);
        }
    }
    let words = format!("this is to be had as {}", offered.join(", "));
    Err(Problem::new(Kind::NotAcceptable, words))
}

/// A request by anybody, but not with a token that is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct MayRead;

impl FromRequest for MayRead {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request, Right::Read).map(|_| MayRead))
    }
}

/// A request by somebody who may record matches. Who may not is told before a body is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct MayRecord;

impl FromRequest for MayRecord {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request, Right::Record).map(|_| MayRecord))
    }
}

/// A request by somebody who may import records.
#[derive(Clone, Copy, Debug)]
pub(super) struct MayImport {
    /// Whether they have a token; who has none may send less.
    pub(super) has_token: bool,
}

impl FromRequest for MayImport {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let caller = caller(request, Right::Import);
        ready(caller.map(|caller| MayImport { has_token: caller.token().is_some() }))
    }
}

/// Who has sent a request, if they have a right.
fn caller(request: &HttpRequest, right: Right) -> Result<Caller, Problem> {
    let site = request.app_data::<web::Data<Site>>();
    let site = site.ok_or_else(|| Problem::new(Kind::Broken, "there is no site"))?;
    let caller = Caller::of(request, site);
    caller.must(right)?;
    Ok(caller)
}

/// A request that takes JSON for an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakesJson;

impl FromRequest for TakesJson {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let may = caller(request, Right::Read);
        ready(may.and_then(|_| accepted(request, &["application/json"])).map(|_| TakesJson))
    }
}

/// A request that takes lines of JSON for an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakesLines;

/// The media type of lines of JSON.
pub(super) const LINES: &str = "application/x-ndjson";

impl FromRequest for TakesLines {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let may = caller(request, Right::Read);
        ready(may.and_then(|_| accepted(request, &[LINES])).map(|_| TakesLines))
    }
}

/// Reads a whole number, or none. JSON does not tell `7.0` from `7`, and neither does this.
pub(super) fn whole<'de, D, N>(from: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<u64>,
{
    struct Whole<N>(PhantomData<N>);
    impl<N: TryFrom<u64>> Visitor<'_> for Whole<N> {
        type Value = Option<N>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number")
        }

        fn visit_unit<E>(self) -> Result<Option<N>, E> {
            Ok(None)
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<Option<N>, E> {
            let large = || E::custom(format!("{number} is larger than it may be"));
            N::try_from(number).map(Some).map_err(|_| large())
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<Option<N>, E> {
            // Larger ones are not exact.
            const EXACT: f64 = 9_007_199_254_740_992.0;
            if number.fract() != 0.0 || !(0.0..EXACT).contains(&number) {
                return Err(E::invalid_type(Unexpected::Float(number), &self));
            }
            self.visit_u64(number as u64)
        }
    }
    from.deserialize_any(Whole(PhantomData))
}
