//! How much, how often, how slowly: every limit of the server stands here.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::Method;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::denied::Denied;

/// The most bytes of a form with files, from somebody with a token.
pub const FORM_BYTES: u64 = 64 << 20;
/// The most bytes of a form with files, from somebody without one (`serve --open`).
pub const OPEN_FORM_BYTES: u64 = 8 << 20;
/// The most parts of a form with files.
pub const FORM_PARTS: usize = 1_000;
/// The most bytes of a field that is not a text to be imported.
pub const FIELD_BYTES: u64 = 1 << 10;
/// Bytes of an uploaded file that are kept in memory; what is longer goes to a temporary file.
pub const FILE_BYTES_IN_MEMORY: usize = 256 << 10;
/// The most bytes of an import that streams in, unpacked, from somebody without a token.
pub const OPEN_IMPORT_BYTES: u64 = 8 << 20;
/// The most bytes of a form's files together, unpacked, from somebody with a token.
pub const FORM_IMPORT_BYTES: u64 = 1 << 30;
/// The most bytes of the whole report of an import by a form.
pub const REPORT_BYTES: u64 = 64 << 20;
/// How many of them are kept.
pub const REPORTS: usize = 16;
/// For how long, in milliseconds.
pub const REPORT_MS: i64 = 3_600_000;
/// How many imports may stream in at once.
pub const IMPORTS: usize = 4;
/// The most bytes of a form about a line of actions.
pub const LINE_FORM_BYTES: usize = 64 << 10;
/// The most bytes of a form without files.
pub const SMALL_FORM_BYTES: usize = 8 << 10;

/// How long the head of a request may take.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long the server may wait for a body in sum, beyond what its bytes have earned.
pub const BODY_PATIENCE: Duration = Duration::from_secs(20);
/// How many bytes of a body earn a second of waiting.
pub const BODY_BYTES_A_SECOND: u64 = 2 << 10;
/// How long a connection that is closing may take.
pub const CLOSE_TIME: Duration = Duration::from_secs(3);
/// How long requests that have begun may take once the server is asked to stop.
pub const STOP_SECONDS: u64 = 10;

/// What is limited by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Trying to sign in.
    SignIn,
    /// Sending something in; a token in the header that is known here lifts it.
    Send,
    /// A picture that has to be drawn.
    Picture,
    /// An export of many matches.
    Export,
}

/// How often an address may do each: at once, and a minute in the long run.
const RATES: [(Cost, u32, u32); 4] = [
    (Cost::SignIn, 10, 20),
    (Cost::Send, 60, 120),
    (Cost::Picture, 120, 600),
    (Cost::Export, 20, 60),
];

/// From how many addresses on those that have not come for a while are forgotten.
const ADDRESSES: usize = 10_000;

impl Cost {
    /// What a request costs; `None` if it may be made as often as one likes.
    #[must_use]
    pub fn of(method: &Method, path: &str) -> Option<Self> {
        const PICTURES: [&str; 3] = [".png", ".gif", ".webp"];
        const EXPORTS: [&str; 2] = ["/export", "/api/v1/export"];
        if method.is_safe() {
            let drawn =
                !path.starts_with("/static/") && PICTURES.iter().any(|end| path.ends_with(end));
            let exported = EXPORTS.iter().any(|export| path.starts_with(export));
            return match (drawn, exported) {
                (true, _) => Some(Cost::Picture),
                (_, true) => Some(Cost::Export),
                _ => None,
            };
        }
        match path {
            "/sign-in" => Some(Cost::SignIn),
            _ => Some(Cost::Send),
        }
    }
}

/// Who has come how often.
pub struct Rates {
    limiters: [DefaultKeyedRateLimiter<IpAddr>; RATES.len()],
}

impl Rates {
    /// Nobody has come yet.
    #[must_use]
    pub fn new() -> Self {
        let limiter = |(_, at_once, a_minute): (Cost, u32, u32)| {
            let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
            let quota = Quota::per_minute(number(a_minute)).allow_burst(number(at_once));
            RateLimiter::hashmap(quota)
        };
        Rates { limiters: RATES.map(limiter) }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// [`Denied::TooOften`] if the address has made too many.
    pub fn spend(&self, cost: Cost, address: IpAddr) -> Result<(), Denied> {
        let known = RATES.iter().position(|(known, ..)| *known == cost);
        let Some(limiter) = known.and_then(|place| self.limiters.get(place)) else { return Ok(()) };
        if limiter.len() > ADDRESSES {
            limiter.retain_recent();
        }
        limiter.check_key(&network(address)).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            Denied::TooOften { seconds: wait.as_secs() + 1 }
        })
    }
}

impl Default for Rates {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Rates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rates").finish_non_exhaustive()
    }
}

/// What counts as one address: of IPv6 the first 64 bits, since who has one has all of these.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_count() {
        let rates = Rates::new();
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        for (cost, at_once, _) in RATES {
            for n in 0..at_once {
                assert!(rates.spend(cost, one).is_ok(), "{cost:?} {n}");
            }
            let Err(Denied::TooOften { seconds }) = rates.spend(cost, one) else {
                panic!("{cost:?} is not limited");
            };
            assert!((1..=60).contains(&seconds), "{seconds}");
            assert!(rates.spend(cost, other).is_ok());
        }
    }

    #[test]
    fn who_has_an_ipv6_address_has_all_beside_it() {
        let network = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }

    #[test]
    fn what_is_limited() {
        let cost = |method, path| Cost::of(&method, path);
        for path in ["/", "/m/0123456789/3", "/matches", "/sign-in", "/static/a/icon.png"] {
            assert_eq!(cost(Method::GET, path), None, "{path}");
        }
        assert_eq!(cost(Method::GET, "/m/0123456789/3.png"), Some(Cost::Picture));
        assert_eq!(cost(Method::GET, "/export.ndjson"), Some(Cost::Export));
        assert_eq!(cost(Method::POST, "/sign-in"), Some(Cost::SignIn));
        assert_eq!(cost(Method::POST, "/import"), Some(Cost::Send));
    }
}
