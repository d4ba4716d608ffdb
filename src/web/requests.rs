//! Every request: its id, its line in the log, and an answer even if its handler panics.

use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError, web};
use futures_util::FutureExt;
use tracing::Instrument;

use super::api::problem::{Kind, Problem};
use super::pages::errors;
use super::{Site, cors, security};

/// The header that tells a request's id.
const ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives a request its id, tells the log how it was answered, and answers if a handler panics.
///
/// # Errors
/// A panic, as an error that answers for itself; what the service says.
pub async fn answered(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = next_id();
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let site = request.app_data::<web::Data<Site>>().cloned();
    let span = tracing::info_span!("request", %id, %method, %path);
    let since = Instant::now();
    let answer = AssertUnwindSafe(next.call(request).instrument(span.clone())).catch_unwind().await;
    let _in_span = span.enter();
    match answer {
        Ok(response) => {
            let mut response = response?.map_into_boxed_body();
            tell(&method, response.status(), since);
            response.headers_mut().insert(ID, header(&id));
            Ok(response)
        }
        Err(_) => {
            tell(&method, StatusCode::INTERNAL_SERVER_ERROR, since);
            Err(Panicked { id, site, api: path.starts_with(cors::API) }.into())
        }
    }
}

/// An id that no other request has: the second at which the program began, and a number.
fn next_id() -> String {
    static BEGAN: LazyLock<i64> = LazyLock::new(|| chrono::Utc::now().timestamp());
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("{:x}-{:x}", *BEGAN, COUNT.fetch_add(1, Ordering::Relaxed))
}

fn header(id: &str) -> HeaderValue {
    HeaderValue::from_str(id).unwrap_or(HeaderValue::from_static("-"))
}

/// What was read well is told only to who wants to know everything.
fn tell(method: &Method, status: StatusCode, since: Instant) {
    let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
    let status = status.as_u16();
    if status >= 500 {
        tracing::error!(status, micros, "failed");
    } else if matches!(*method, Method::GET | Method::HEAD) {
        tracing::debug!(status, micros, "answered");
    } else {
        tracing::info!(status, micros, "answered");
    }
}

/// A handler panicked.
#[derive(thiserror::Error)]
#[error("the handler of request {id} panicked")]
struct Panicked {
    id: String,
    site: Option<web::Data<Site>>,
    api: bool,
}

impl std::fmt::Debug for Panicked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panicked").field("id", &self.id).finish_non_exhaustive()
    }
}

impl ResponseError for Panicked {
    fn error_response(&self) -> HttpResponse {
        let words = format!("something broke while request {} was answered", self.id);
        let mut response = match &self.site {
            Some(site) if !self.api => errors::broken(site, &format!("{words}.")),
            _ => Problem::new(Kind::Broken, words).error_response(),
        };
        let headers = response.headers_mut();
        headers.insert(ID, header(&self.id));
        for (name, value) in security::HEADERS {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        response
    }
}
