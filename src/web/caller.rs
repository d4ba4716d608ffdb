//! Who asks, and what they may do.

use actix_web::HttpRequest;
use actix_web::http::header;

use super::Site;
use crate::archive::Role;

/// What a request may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// To store and append.
    Record,
}

impl Right {
    /// The least role that has it.
    const fn role(self) -> Role {
        match self {
            Right::Record => Role::Recorder,
        }
    }
}

/// Why somebody may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// No token came with the request.
    #[error("this needs a token, sent as “Authorization: Bearer …”")]
    NoToken,
    /// The token is none of this archive's, or was revoked.
    #[error("this token is not known here, or was revoked")]
    UnknownToken,
    /// The token is good, but not for this.
    #[error("this needs the role {needed}, and the token has the role {role}")]
    Role {
        /// The role that it has.
        role: Role,
        /// The role that it would need.
        needed: Role,
    },
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    role: Result<Role, Denied>,
}

impl Caller {
    /// Who sent a request.
    #[must_use]
    pub fn of(request: &HttpRequest, site: &Site) -> Self {
        let Some(token) = bearer(request) else {
            let open = site.open && is_at_home(request);
            return Caller { role: if open { Ok(Role::Recorder) } else { Err(Denied::NoToken) } };
        };
        let hash = blake3::hash(token.as_bytes());
        let found = site.keep.archive().find_token(hash.as_bytes());
        let token = found.unwrap_or_else(|error| {
            tracing::error!(%error, "a token cannot be looked up");
            None
        });
        Caller { role: token.map(|token| token.role).ok_or(Denied::UnknownToken) }
    }

    /// Whether they have a right.
    ///
    /// # Errors
    /// They have it not: why.
    pub fn must(self, right: Right) -> Result<(), Denied> {
        let (role, needed) = (self.role?, right.role());
        if role >= needed { Ok(()) } else { Err(Denied::Role { role, needed }) }
    }
}

/// The token that came with a request.
fn bearer(request: &HttpRequest) -> Option<&str> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether a request comes from this machine, and from no page of another site.
fn is_at_home(request: &HttpRequest) -> bool {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let local = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, of)| of == host);
    request.peer_addr().is_some_and(|peer| peer.ip().is_loopback())
        && matches!(local, "127.0.0.1" | "localhost" | "[::1]")
        && text(header::ORIGIN).is_none_or(same)
}
