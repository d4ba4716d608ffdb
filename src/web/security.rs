//! Headers that keep pages to themselves.

use actix_web::middleware::DefaultHeaders;

/// Nothing from elsewhere, no inline script, no style attributes, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The headers of every answer that sets none of its own.
pub const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Sets them.
#[must_use]
pub fn headers() -> DefaultHeaders {
    HEADERS.into_iter().fold(DefaultHeaders::new(), DefaultHeaders::add)
}
