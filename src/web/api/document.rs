//! The OpenAPI document, made from the handlers.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{App, HttpResponse};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi as _, ToSchema};
use utoipa_actix_web::{AppExt, scope};

use super::problem::{MEDIA_TYPE, Problem};
use super::{ROOT, operations};

/// What the document says before it comes to the operations.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Gamekeep",
        description = "Matches as append-only logs: stored, replayed by exact rules, shared by \
         hash. Reading is open to everybody and to pages of any site; writing needs a token. Every \
            problem is told as RFC 9457 problem JSON; its kinds are explained at `/api/problems`.",
        license(name = "MIT", identifier = "MIT"),
    ),
    tags(
        (name = "Recording", description = "Storing matches, and appending to those that go on."),
        (name = "Reading", description = "Matches, their plies, and what happens in them."),
        (name = "Games", description = "The games, and what is legal in a position."),
        (name = "Bulk", description = "Many records at once, as streams."),
        (name = "Service", description = "What serves here."),
    ),
    components(schemas(Problem)),
)]
struct Base;

/// The document.
pub(in crate::web) static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(document);

/// Makes the document.
#[must_use]
fn document() -> OpenApi {
    let app = App::new().into_utoipa_app().openapi(Base::openapi());
    let (_, mut document) = app.service(scope::scope(ROOT).configure(operations)).split_for_parts();
    let bearer = HttpAuthScheme::Bearer;
    let token = SecurityScheme::Http(Http::new(bearer));
    document.components.get_or_insert_default().add_security_scheme("token", token);
    for item in document.paths.paths.values_mut() {
        let each = [&mut item.get, &mut item.post];
        for operation in each.into_iter().filter_map(Option::as_mut) {
            add_problems(operation);
        }
    }
    document
}

/// Whatever else an operation answers is a problem.
fn add_problems(operation: &mut Operation) {
    let problem = RefOr::Ref(Ref::from_schema_name(Problem::name()));
    let content = Content::new(Some(problem));
    let others = ResponseBuilder::new()
        .description("A problem: its kind is explained at the address that is its `type`.")
        .content(MEDIA_TYPE, content)
        .build();
    operation.responses.responses.insert("default".to_owned(), RefOr::T(others));
}

/// The methods that a path takes.
pub(super) fn methods(item: &PathItem) -> Vec<&'static str> {
    let get = item.get.is_some().then_some(["GET", "HEAD"]);
    let post = item.post.is_some().then_some("POST");
    get.into_iter().flatten().chain(post).chain(["OPTIONS"]).collect()
}

/// `/api/v1/openapi.json`.
pub(super) async fn openapi() -> HttpResponse {
    static JSON: LazyLock<String> = LazyLock::new(|| DOCUMENT.to_json().unwrap_or_default());
    HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(JSON.as_str())
}
