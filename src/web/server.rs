//! The server: the table of routes, and starting and stopping.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, NormalizePath, from_fn};
use actix_web::{App, Error, HttpServer, rt, web};
use tokio::signal::unix::{SignalKind, signal};

use super::gate::gate;
use super::limits::{CLOSE_TIME, HEAD_TIME, LINE_FORM_BYTES, SMALL_FORM_BYTES, STOP_SECONDS};
use super::pages::{
    self, about, compare, elsewhere, errors, game, home, import, learn, match_lesson, matches,
    replay, sandbox, side_line, sign_in,
};
use super::{Site, api, caching, cors, live, now_ms, requests, security};

/// Threads of a worker that may wait for the archive: recorders that wait together share a sync.
const BLOCKING_THREADS: usize = 32;
/// How often answers that were kept for repeats are forgotten.
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
    config
        .app_data(web::FormConfig::default().limit(SMALL_FORM_BYTES))
        .route("/", web::get().to(home::home))
        .route("/games/{game}", web::get().to(game::game))
        .route("/games/{game}/board", web::get().to(sandbox::sandbox))
        .route("/games/{game}/board/edit", web::get().to(sandbox::editor))
        .route("/games/{game}/learn", web::get().to(learn::course))
        .route("/games/{game}/learn/{lesson}", web::get().to(learn::lesson))
        .route("/games/{game}/learn/{lesson}/{step}", web::get().to(learn::step))
        .route("/matches", web::get().to(matches::matches))
        .route("/about", web::get().to(about::about))
        .route("/import", web::get().to(import::form))
        .route("/import", web::post().to(import::submit))
        .route("/import/elsewhere", web::get().to(elsewhere::elsewhere))
        .route("/import/report/{name}", web::get().to(import::report))
        .route("/sign-in", web::get().to(sign_in::form))
        .route("/sign-in", web::post().to(sign_in::submit))
        .route("/sign-out", web::post().to(sign_in::sign_out))
        .route("/m/{link}.gif", web::get().to(replay::gif_of_match))
        .route("/m/{link}", web::get().to(replay::at_link))
        .route("/m/{link}/states", web::get().to(replay::states))
        .route("/m/{link}/go", web::get().to(replay::go))
        .route("/m/{link}/events", web::get().to(live::events))
        .service(
            web::resource("/m/{link}/fork")
                .app_data(line_forms())
                .route(web::get().to(side_line::all))
                .route(web::post().to(side_line::keep)),
        )
        .route("/m/{link}/fork/{ply}/{line:.*}", web::get().to(side_line::node))
        .service(
            web::resource("/fork").app_data(line_forms()).route(web::post().to(side_line::store)),
        )
        .service(
            web::resource("/m/{link}/lesson")
                .app_data(line_forms())
                .route(web::get().to(match_lesson::whole))
                .route(web::post().to(match_lesson::write)),
        )
        .route("/m/{link}/lesson/{step}", web::get().to(match_lesson::step))
        .route("/compare", web::get().to(compare::form))
        .route("/compare/{a}/{b}", web::get().to(compare::compare))
        .route("/m/{link}/range", web::get().to(replay::range))
        .route("/m/{link}/at/{ms}", web::get().to(replay::at_time))
        .route("/m/{link}/{from:[0-9]+}-{to:[0-9]+}.gif", web::get().to(replay::gif_of_stretch))
        .route("/m/{link}/{from:[0-9]+}-{to:[0-9]+}", web::get().to(replay::stretch))
        .route("/m/{link}/{ply}", web::get().to(replay::at_ply))
        .route("/embed/{link}", web::get().to(replay::embed_at_link))
        .route("/embed/{link}/{ply}", web::get().to(replay::embed_at_ply))
        .route("/oembed", web::get().to(replay::oembed))
        .route("/api", web::get().to(pages::api::api))
        .route("/api/problems", web::get().to(pages::api::problems))
        .route("/api/problems/{name}", web::get().to(pages::api::problem))
        .configure(api::routes)
        .default_service(web::route().to(errors::no_page));
}

/// What a form about a line of actions may send.
fn line_forms() -> web::FormConfig {
    web::FormConfig::default().limit(LINE_FORM_BYTES)
}

/// The whole site: the routes, and what every request and answer passes, the innermost first.
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
        .wrap(from_fn(gate))
        .wrap(from_fn(cors::readable))
        .wrap(NormalizePath::trim())
        .wrap(from_fn(caching::tagged))
        .wrap(Compress::default())
        .wrap(from_fn(caching::conditional))
        .wrap(security::headers())
        .wrap(from_fn(requests::answered))
        .configure(routes)
}

/// Serves until the process is asked to stop (SIGINT, SIGTERM); requests that have begun are
/// finished.
///
/// # Errors
/// The socket cannot be used.
pub fn serve(serve: Serve) -> io::Result<()> {
    let Serve { site, listener } = serve;
    let app_of = site.clone();
    actix_web::rt::System::new().block_on(async move {
        rt::spawn(forget_answers(site.clone()));
        let asked = asked_to_stop(site)?;
        HttpServer::new(move || app(app_of.clone()))
            .workers(2)
            .worker_max_blocking_threads(BLOCKING_THREADS)
            .tcp_nodelay(true)
            .client_request_timeout(HEAD_TIME)
            .client_disconnect_timeout(CLOSE_TIME)
            .shutdown_signal(asked)
            .shutdown_timeout(STOP_SECONDS)
            .listen(listener)?
            .run()
            .await
    })
}

/// What is done once somebody asks the process to stop.
fn asked_to_stop(site: web::Data<Site>) -> io::Result<impl Future<Output = ()> + Send> {
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        site.stop.ask();
    })
}

/// Forgets old answers to requests with a key, now and then.
async fn forget_answers(site: web::Data<Site>) {
    loop {
        rt::time::sleep(FORGETTING).await;
        let site = site.clone();
        let forgotten = web::block(move || site.keep.archive().prune(now_ms())).await;
        if let Ok(Err(error)) = forgotten {
            tracing::error!(%error, "old answers cannot be forgotten");
        }
    }
}
