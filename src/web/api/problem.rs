//! What went wrong, for programs: RFC 9457, `application/problem+json`.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::game::Card;
use crate::web::rule_place;
use crate::web::words::sentence;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// Where the kinds of problems are explained: the beginning of every `type`.
pub const TYPES: &str = "/api/problems/";

/// What is said of a kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name, the end of its `type`. It never changes.
    pub name: &'static str,
    /// The status of answers with it.
    pub status: u16,
    /// What it is, in a few words: the `title`.
    pub title: &'static str,
    /// What it means and what to do, for the page that explains it.
    pub words: &'static str,
}

/// Makes the enum of kinds and what is said of each.
macro_rules! kinds {
    ($(
        $(#[$doc:meta])*
        $kind:ident = $status:literal $name:literal $title:literal $words:literal,
    )*) => {
        /// A kind of problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $(#[doc = $title] $kind,)* }

        impl Kind {
            /// All kinds, by status.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// What is said of it.
            #[must_use]
            pub const fn about(self) -> About {
                match self {
                    $(Kind::$kind => About {
                        name: $name, status: $status, title: $title, words: $words,
                    },)*
                }
            }
        }
    };
}

kinds! {
    Ambiguous = 300 "several-matches" "Several matches"
        "Several links begin with these digits. `links` has them whole; give more digits.",
    BadQuery = 400 "bad-query" "A query that cannot be read"
        "A parameter is not known, stands twice, or has a value that it cannot have. Parameters \
         that are not known are refused, so that a misspelt filter is not taken for none.",
    BadHeader = 400 "bad-header" "A header that cannot be read"
        "`If-Match` takes one link in quotes, `Idempotency-Key` 1 to 100 printable ASCII \
         characters.",
    BadJson = 400 "bad-json" "JSON that cannot be read"
        "The body is no JSON, or not of the form that is expected here. `line`, `column` and \
         `path` say where.",
    NoToken = 401 "no-token" "A token is needed"
        "Reading is open; writing needs a token, sent as `Authorization: Bearer …`. No token came, \
         or one that is not known here.",
    NotPermitted = 403 "not-permitted" "Not permitted"
        "The token is known, but its role does not allow this; or a page of another site has sent \
         it.",
    NoAddress = 404 "no-address" "Nothing here"
        "No resource of the API has this address.",
    NoLink = 404 "no-link" "Not a link"
        "A link is 64 lower-case hex digits, or the first 10 or more of them.",
    NoMatch = 404 "no-match" "No such match"
        "No match is kept under this link. `links` has some that begin alike, if there are any.",
    NoPly = 404 "no-ply" "No such ply"
        "The match has no such ply; `last` is its last one.",
    NoGame = 404 "no-game" "No such game"
        "The games that are known here are listed at `/api/v1/games`.",
    NoRules = 404 "no-rules" "No such rules version"
        "The game is known, but not in this rules version.",
    NoMethod = 405 "no-method" "Not with this method"
        "The address is right, the method is not. `Allow` has those that are.",
    NotAcceptable = 406 "not-acceptable" "Not to be had like this"
        "`Accept` leaves out every form in which this is to be had; `detail` names them.",
    TooSlow = 408 "too-slow" "Too slow"
        "The body came too slowly. Send it again.",
    MatchOver = 409 "match-over" "The match is over"
        "The head is right, but the match has a result: nothing may follow it. `head` is its head.",
    Withdrawn = 410 "withdrawn" "Withdrawn"
        "The match was here and was withdrawn by its keeper. Its links answer with this for ever.",
    StaleHead = 412 "stale-head" "The match has gone on"
        "`If-Match` does not name the present head: somebody else has appended. `head` is the \
         present one. Read what is new, and decide again.",
    TooLarge = 413 "too-large" "Too large"
        "The body, the record or a part of it is larger than it may be; `detail` names the limit.",
    MediaType = 415 "media-type" "A body of another kind is expected"
        "`Content-Type` names a form that is not taken here, or is missing; or `Content-Encoding` \
         or a charset other than UTF-8 is used.",
    WrongHost = 421 "wrong-host" "Another name"
        "The name in `Host` is not one of this keep.",
    BadRecord = 422 "bad-record" "A record that cannot be read"
        "The record is not well written. `line`, `column`, `path`, `ply` and `found` say where.",
    Differs = 422 "differs" "The record contradicts itself"
        "What the record says of itself (head, result, positions) is not what the rules give.",
    Illegal = 422 "illegal-action" "The rules do not allow it"
        "An action is not allowed. `ply` says which, `rule` is the rule that it breaks: an id of \
         the game's rulebook, `after-end` for an action after the result, or `notation` for a \
         text that is no action. `rule_href` is where it stands.",
    BadOption = 422 "bad-option" "An option that cannot stand"
        "The game has no such option, or not with this value. `path` names it.",
    BadPosition = 422 "bad-position" "A position that cannot be set up"
        "The position text cannot be read, or is one that no match may begin from. `column` says \
         where it went wrong.",
    KeyReused = 422 "key-reused" "The key came with another request"
        "This `Idempotency-Key` came with another request before. Every request has a key of its \
         own; only its repeats share it.",
    RulesGone = 422 "rules-not-here" "Rules not known here"
        "The match is of a game or a rules version that this program does not have. Its log can \
         still be had from a program that does.",
    Unfit = 422 "unfit" "It cannot be stored"
        "The archive does not take it; `detail` says why.",
    NoCondition = 428 "no-condition" "Which head have you seen?"
        "An append must say in `If-Match` which head it goes on from. The head is the `head` of \
         the last answer.",
    TooOften = 429 "too-often" "Too often"
        "Too many requests of this kind came from this address. Try again after the seconds in \
         `Retry-After`.",
    Broken = 500 "broken" "Something broke"
        "The fault is on this side; the log of the server has more, under the id in \
         `X-Request-Id`.",
    Damaged = 500 "damaged" "A match is damaged"
        "The stored bytes of this match cannot be read. Others are not affected.",
    Busy = 503 "busy" "Busy"
        "Too much is going on at once. Try again after the seconds in `Retry-After`.",
}

/// A problem as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The kind: an address on this server where it is explained. It never changes.
    #[serde(rename = "type")]
    #[schema(pattern = "^/api/problems/[a-z-]+$", example = "/api/problems/stale-head")]
    kind: String,
    /// The kind, in a few words.
    title: &'static str,
    /// The status of the answer.
    #[schema(minimum = 300, maximum = 599)]
    status: u16,
    /// What is wrong this time.
    detail: String,
    /// What more is to be said of it.
    #[serde(flatten)]
    place: Box<Details>,
    #[serde(skip)]
    allow: Option<String>,
}

/// What more can be said of a problem. Each is there only where it applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Details {
    /// The rule that is broken: an id of the game's rulebook, `after-end` or `notation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<String>,
    /// Where that rule stands on this server: `/games/<game>#<rule>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule_href: Option<String>,
    /// The ply of the action that is at fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ply: Option<usize>,
    /// The line of the body, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<usize>,
    /// The character in the line, or in the text that `path` names, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub column: Option<usize>,
    /// The place in the JSON, or the parameter: `actions[3].do`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// The offending text, at most 120 characters of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub found: Option<String>,
    /// The present head of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub head: Option<String>,
    /// The last ply of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last: Option<usize>,
    /// Links that may be meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

impl Problem {
    /// A problem of a kind; `detail` is made a sentence.
    pub fn new(kind: Kind, detail: impl std::fmt::Display) -> Self {
        Problem::with(kind, detail, Details::default())
    }

    /// A problem of which more is known.
    pub fn with(kind: Kind, detail: impl std::fmt::Display, mut place: Details) -> Self {
        let about = kind.about();
        let href = place.rule.as_deref().and_then(rule_place::href);
        place.rule_href = place.rule_href.or(href);
        Problem {
            kind: format!("{TYPES}{}", about.name),
            title: about.title,
            status: about.status,
            detail: whole_sentence(&detail.to_string()),
            place: Box::new(place),
            allow: None,
        }
    }

    /// The same of a game: what is common to all has its place there.
    #[must_use]
    pub fn in_game(mut self, card: &Card) -> Self {
        let rule = self.place.rule.as_deref();
        self.place.rule_href = rule.map(|rule| rule_place::href_in(card, rule));
        self
    }

    /// The problem of a wrong method.
    #[must_use]
    pub fn method(allow: String) -> Self {
        let mut problem = Problem::new(Kind::NoMethod, format!("this address takes {allow}"));
        problem.allow = Some(allow);
        problem
    }

    /// As one line of JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A text as a whole sentence.
fn whole_sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '…']) { "" } else { "." };
    sentence(text) + stop
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.title, self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((header::CONTENT_TYPE, MEDIA_TYPE));
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if let Some(allow) = &self.allow {
            response.insert_header((header::ALLOW, allow.as_str()));
        }
        match self.status {
            401 => response.insert_header((header::WWW_AUTHENTICATE, "Bearer realm=\"gamekeep\"")),
            415 => response.insert_header((header::ACCEPT_ENCODING, "identity")),
            503 => response.insert_header((header::RETRY_AFTER, "2")),
            _ => &mut response,
        };
        response.body(self.json())
    }
}
