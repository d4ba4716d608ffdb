//! The doors of the web: who gets in, and who does not.

mod doors;
mod imports;
mod permissions;
mod replay;
mod sign_in;
mod uploads;

use std::sync::Arc;

use actix_web::body::to_bytes;
use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::test::TestRequest;
use actix_web::web::Data;
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::archive::{Role, Token};
use gamekeep::games::Registry;
use gamekeep::service::Keep;
use gamekeep::web::{Doors, Site};
use tempfile::TempDir;

use crate::answering::Answering;

const NOW: i64 = 1_900_000_000_000;
/// A record that any archive takes.
const RECORD: &str = include_str!("../games/golden/game-of-knights/plain.gk");

/// A site over an archive of its own.
struct House {
    site: Data<Site>,
    answering: Answering,
    _folder: TempDir,
}

/// An answer, read to its end.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl House {
    fn new(doors: Doors) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = Registry::standard();
        let archive = SqliteArchive::open(&folder.path().join("a.sqlite"), &registry);
        let keep = Keep::new(registry, Arc::new(archive.expect("an archive")));
        keep.add_samples(NOW).expect("samples");
        let site = Site::new(Arc::new(keep), doors).expect("a site");
        House { site: Data::new(site), answering: Answering::default(), _folder: folder }
    }

    fn closed() -> Self {
        House::new(Doors::default())
    }

    fn open() -> Self {
        House::new(Doors { open: true, ..Doors::default() })
    }

    fn token(&self, role: Role) -> (Token, String) {
        let (token, secret) = self.site.keep.add_token(role.word(), role, NOW).expect("a token");
        (token, secret.to_string())
    }

    fn revoke(&self, token: &Token) {
        self.site.keep.archive().revoke_token(token.id, NOW).expect("revoked");
    }

    fn match_count(&self) -> usize {
        self.site.keep.heads().expect("heads").len()
    }

    /// The status and the headers, without reading the body: it may have no end.
    async fn head(&self, request: TestRequest) -> (StatusCode, HeaderMap) {
        match self.answering.answer(&self.site, request).await {
            Ok(answer) => (answer.status(), answer.headers().clone()),
            Err(error) => (error.as_response_error().status_code(), HeaderMap::new()),
        }
    }

    async fn ask(&self, request: TestRequest) -> Answer {
        let answer = self.answering.answer(&self.site, request).await.expect("an answer");
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = to_bytes(answer.into_body()).await.expect("a body");
        Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
    }

    /// A form's mark, and the cookies that a browser has after it has loaded the page.
    async fn form(&self, path: &str, cookies: &[Cookie<'static>]) -> Form {
        let mut request = TestRequest::get().uri(path);
        for cookie in cookies {
            request = request.cookie(cookie.clone());
        }
        let answer = self.ask(request).await;
        let mut cookies = cookies.to_vec();
        cookies.extend(answer.cookies());
        let after = answer.body.split("name=\"csrf\" value=\"").nth(1).expect("a mark");
        Form { mark: after.split('"').next().expect("a mark").to_owned(), cookies }
    }

    /// Signs in with a token, as a browser does; gives the cookies that it has then.
    async fn signed_in(&self, token: &str) -> Vec<Cookie<'static>> {
        let form = self.form("/sign-in", &[]).await;
        let answer = self.ask(form.post("/sign-in", &[("token", token)])).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        let mut cookies = form.cookies;
        cookies.extend(answer.cookies());
        cookies
    }
}

/// What a browser has once it shows a form.
struct Form {
    mark: String,
    cookies: Vec<Cookie<'static>>,
}

impl Form {
    /// The form filled in and sent.
    fn post(&self, path: &str, fields: &[(&str, &str)]) -> TestRequest {
        let mut fields = fields.to_vec();
        fields.push(("csrf", &self.mark));
        self.with_cookies(TestRequest::post().uri(path).set_form(fields))
    }

    /// The import form filled in and sent.
    fn import(&self, text: &str) -> TestRequest {
        let (kind, body) = multipart(&[("csrf", None, &self.mark), ("text", None, text)]);
        let request =
            TestRequest::post().uri("/import").insert_header((header::CONTENT_TYPE, kind));
        self.with_cookies(request.set_payload(body))
    }

    fn with_cookies(&self, mut request: TestRequest) -> TestRequest {
        for cookie in &self.cookies {
            request = request.cookie(cookie.clone());
        }
        request
    }
}

impl Answer {
    fn cookies(&self) -> Vec<Cookie<'static>> {
        let told = self.headers.get_all(header::SET_COOKIE);
        let told = told.filter_map(|told| told.to_str().ok());
        told.filter_map(|told| Cookie::parse(told.to_owned()).ok()).collect()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// A request from this machine, as a browser on it sends it.
fn from_here(request: TestRequest) -> TestRequest {
    let peer = "127.0.0.1:50000".parse().expect("an address");
    request.peer_addr(peer).insert_header(("host", "localhost:8080"))
}

/// A form with files: name, file name, content.
fn multipart(parts: &[(&str, Option<&str>, &str)]) -> (&'static str, String) {
    let mut body = String::new();
    for (name, file, content) in parts {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        body.push_str(&format!(
            "--b0\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{content}\r\n"
        ));
    }
    body.push_str("--b0--\r\n");
    ("multipart/form-data; boundary=b0", body)
}
