//! The server: the table of routes, and starting and stopping.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_multipart::form::MultipartFormConfig;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, NormalizePath, from_fn};
use actix_web::{App, Error, HttpServer, rt, web};

use super::pages::{about, errors, game, home, import, matches, replay};
use super::{Site, api, caching, cors, live, pages, requests, security};

/// The most bytes that a form may send.
const FORM_BYTES: usize = 64 << 20;
/// Threads of a worker that may wait for the archive. Recorders that wait together share a sync.
const BLOCKING_THREADS: usize = 32;

/// How often old answers are forgotten.
const FORGETTING: Duration = Duration::from_secs(3_600);

/// What to serve, and where.
#[derive(Debug)]
pub struct Serve {
    /// The site.
    pub site: web::Data<Site>,
    /// The socket to listen on.
    pub listener: TcpListener,
}

/// Every route of the site. What stands here is all there is.
pub fn routes(config: &mut web::ServiceConfig) {
    let forms = MultipartFormConfig::default().total_limit(FORM_BYTES).memory_limit(FORM_BYTES);
    config
        .app_data(forms)
        .route("/", web::get().to(home::home))
        .route("/games/{game}", web::get().to(game::game))
        .route("/matches", web::get().to(matches::matches))
        .route("/about", web::get().to(about::about))
        .route("/import", web::get().to(import::form))
        .route("/import", web::post().to(import::submit))
        .route("/m/{link}", web::get().to(replay::at_link))
        .route("/m/{link}/states", web::get().to(replay::states))
        .route("/m/{link}/go", web::get().to(replay::go))
        .route("/m/{link}/events", web::get().to(live::events))
        .route("/m/{link}/{ply}", web::get().to(replay::at_ply))
        .route("/api", web::get().to(pages::api::api))
        .route("/api/problems", web::get().to(pages::api::problems))
        .route("/api/problems/{name}", web::get().to(pages::api::problem))
        .configure(api::routes)
        .default_service(web::route().to(errors::no_page));
}

/// The site with everything that a request goes through on its way in and out, the outermost last.
pub fn app(
    site: web::Data<Site>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<BoxBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(site)
        .wrap(from_fn(cors::readable))
        .wrap(NormalizePath::trim())
        .wrap(from_fn(caching::tagged))
        .wrap(Compress::default())
        .wrap(from_fn(caching::conditional))
        .wrap(security::headers())
        .wrap(from_fn(requests::answered))
        .configure(routes)
}

/// Serves until the process is asked to stop; requests that have begun are finished.
///
/// # Errors
/// The socket cannot be used.
pub fn serve(serve: Serve) -> io::Result<()> {
    let Serve { site, listener } = serve;
    actix_web::rt::System::new().block_on(async move {
        rt::spawn(forget_answers(site.clone()));
        HttpServer::new(move || app(site.clone()))
            .workers(2)
            .worker_max_blocking_threads(BLOCKING_THREADS)
            .tcp_nodelay(true)
            .shutdown_timeout(10)
            .listen(listener)?
            .run()
            .await
    })
}

/// Forgets old answers to requests with a key, now and then.
async fn forget_answers(site: web::Data<Site>) {
    loop {
        rt::time::sleep(FORGETTING).await;
        let site = site.clone();
        let now_ms = chrono::Utc::now().timestamp_millis();
        let forgotten = web::block(move || site.keep.archive().prune(now_ms)).await;
        if let Ok(Err(error)) = forgotten {
            tracing::error!(%error, "old answers cannot be forgotten");
        }
    }
}
