//! The API may be read by pages of any site; never with credentials, and never written to.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;

/// Where the API is.
pub const API: &str = "/api/";
/// The headers of an answer that a page may look at.
const SHOWN: &str = "ETag, Link, Location, X-Request-Id";

/// Lets pages of other sites read answers to GET below [`API`].
///
/// # Errors
/// What the service says.
pub async fn readable<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let read = request.path().starts_with(API)
        && matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let mut response = next.call(request).await?;
    if read {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(SHOWN));
    }
    Ok(response)
}
