//! Headers that keep pages to themselves.

use actix_web::middleware::DefaultHeaders;

/// Nothing from elsewhere, no inline script, no style attributes, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The headers of every answer that sets none of its own.
#[must_use]
pub fn headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("content-security-policy", POLICY))
        .add(("x-content-type-options", "nosniff"))
        .add(("referrer-policy", "same-origin"))
        .add(("cross-origin-opener-policy", "same-origin"))
}
