//! Whom the server lets in, and what it needs to know them by.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::dev::RequestHead;
use actix_web::http::header;

use super::limits::Rates;
use crate::service::Keep;
use crate::service::sign_in::{FirstLink, SignInError};

/// How the server stands to those outside: what `serve` was told. Nothing of it is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doors {
    /// Whether those who come from this machine may import without a token.
    pub open: bool,
    /// Whether a reverse proxy's words are believed: `X-Forwarded-For`, `-Proto` and `-Host`.
    pub trust_proxy: bool,
    /// Whether only names of this machine are answered to: the server listens nowhere else.
    pub only_here: bool,
}

/// What the server knows people by.
#[derive(Debug)]
pub struct Access {
    /// How it stands to those outside.
    pub doors: Doors,
    /// Who has come how often.
    pub rates: Rates,
    /// The link that the first keeper signs in with.
    pub first_link: FirstLink,
    /// What forms are marked with.
    pub form_secret: [u8; 32],
}

impl Access {
    /// The access to a keep.
    ///
    /// # Errors
    /// The archive is in trouble; there are no random numbers.
    pub fn new(keep: &Keep, doors: Doors) -> Result<Self, SignInError> {
        let form_secret = keep.form_secret()?;
        Ok(Access { doors, rates: Rates::new(), first_link: FirstLink::default(), form_secret })
    }
}

impl Doors {
    /// The address that a request comes from. Behind a proxy that is believed, the one that the
    /// proxy saw.
    #[must_use]
    pub fn address(&self, request: &RequestHead) -> Option<IpAddr> {
        let peer = request.peer_addr.map(|peer| peer.ip().to_canonical());
        let told = self.told(request, "x-forwarded-for").and_then(|told| told.parse().ok());
        told.map(|told: IpAddr| told.to_canonical()).or(peer)
    }

    /// The host that a request names, with its port if it has one.
    #[must_use]
    pub fn host<'a>(&self, request: &'a RequestHead) -> Option<&'a str> {
        let told = self.told(request, "x-forwarded-host");
        told.or_else(|| text(request, header::HOST.as_str()))
            .or_else(|| request.uri.authority().map(actix_web::http::uri::Authority::as_str))
    }

    /// Whether the browser sees the site over TLS.
    #[must_use]
    pub fn secure(&self, request: &HttpRequest) -> bool {
        let told = self.told(request.head(), "x-forwarded-proto");
        told.map_or_else(|| request.app_config().secure(), |told| told == "https")
    }

    /// Whether a request may be answered: not if the server listens on this machine only and the
    /// request names another. That is how a page elsewhere reaches into somebody's machine, by a
    /// name that it has pointed here.
    #[must_use]
    pub fn answers_to(&self, request: &RequestHead) -> bool {
        !self.only_here || self.trust_proxy || self.names_here(request)
    }

    /// Whether a request comes from this machine to a name of this machine.
    #[must_use]
    pub fn from_here(&self, request: &RequestHead) -> bool {
        let peer = request.peer_addr.map(|peer| peer.ip().to_canonical());
        !self.trust_proxy && peer.is_some_and(|ip| ip.is_loopback()) && self.names_here(request)
    }

    fn names_here(&self, request: &RequestHead) -> bool {
        let Some(host) = self.host(request) else { return true };
        let name = host.rsplit_once(':').map_or(host, |(name, port)| {
            if port.bytes().all(|digit| digit.is_ascii_digit()) { name } else { host }
        });
        let name = name.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        match name.parse::<IpAddr>() {
            Ok(address) => address.to_canonical().is_loopback(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        }
    }

    /// What the nearest proxy says, if it is believed: the last entry is its own.
    fn told<'a>(&self, request: &'a RequestHead, name: &str) -> Option<&'a str> {
        let told = request.headers.get_all(name).last().filter(|_| self.trust_proxy)?;
        told.to_str().ok()?.rsplit(',').next().map(str::trim).filter(|told| !told.is_empty())
    }
}

/// A header as text.
fn text<'a>(request: &'a RequestHead, name: &str) -> Option<&'a str> {
    request.headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn check(doors: Doors, peer: &str, headers: &[(&str, &str)], expected: &str, here: bool) {
        let mut request = TestRequest::default().peer_addr(peer.parse().expect("an address"));
        for header in headers {
            request = request.append_header(*header);
        }
        let request = request.to_http_request();
        let address = doors.address(request.head()).expect("an address");
        assert_eq!(address.to_string(), expected, "{headers:?}");
        assert_eq!(doors.from_here(request.head()), here, "{headers:?}");
    }

    #[test]
    fn a_proxy_is_believed_only_if_that_was_said() {
        let (plain, behind) = (Doors::default(), Doors { trust_proxy: true, ..Doors::default() });
        let told = [("x-forwarded-for", "198.51.100.9, 203.0.113.5"), ("host", "localhost")];
        check(plain, "127.0.0.1:9", &told, "127.0.0.1", true);
        check(behind, "127.0.0.1:9", &told, "203.0.113.5", false);
        check(behind, "127.0.0.1:9", &[("host", "localhost")], "127.0.0.1", false);
        check(behind, "127.0.0.1:9", &[("x-forwarded-for", "bad")], "127.0.0.1", false);
        check(plain, "[::ffff:127.0.0.1]:9", &[("host", "[::1]:8080")], "127.0.0.1", true);
        check(plain, "192.0.2.1:9", &[("host", "localhost")], "192.0.2.1", false);
    }

    #[test]
    fn only_names_of_this_machine() {
        let doors = Doors { only_here: true, ..Doors::default() };
        let answers = |doors: Doors, host: &str| {
            let request = TestRequest::default().insert_header(("host", host)).to_http_request();
            doors.answers_to(request.head())
        };
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8080",
            "127.9.9.9",
            "[::1]",
            "[::1]:8",
            "keep.localhost:8080",
        ] {
            assert!(answers(doors, host), "{host}");
        }
        for host in [
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org",
            "192.0.2.1",
            "[2001:db8::1]",
            "",
            "evil-localhost",
        ] {
            assert!(!answers(doors, host), "{host}");
            assert!(answers(Doors { trust_proxy: true, ..doors }, host), "{host}");
            assert!(answers(Doors::default(), host), "{host}");
        }
    }
}
