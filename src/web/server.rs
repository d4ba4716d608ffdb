//! The server: the table of routes, and starting and stopping.

use std::io;
use std::net::TcpListener;

use actix_multipart::form::MultipartFormConfig;
use actix_web::middleware::{Compress, NormalizePath};
use actix_web::{App, HttpServer, web};
use actix_web_lab::middleware::CatchPanic;

use super::pages::{
    about, compare, errors, game, home, import, matches, replay, sandbox, side_line,
};
use super::{Site, live, security};

/// The most bytes that a form may send.
const FORM_BYTES: usize = 64 << 20;

/// The most bytes that a form about a line of actions may send.
const LINE_FORM_BYTES: usize = 64 << 10;

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
        .route("/games/{game}/board", web::get().to(sandbox::sandbox))
        .route("/games/{game}/board/edit", web::get().to(sandbox::editor))
        .route("/matches", web::get().to(matches::matches))
        .route("/about", web::get().to(about::about))
        .route("/import", web::get().to(import::form))
        .route("/import", web::post().to(import::submit))
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
        .route("/compare", web::get().to(compare::form))
        .route("/compare/{a}/{b}", web::get().to(compare::compare))
        .route("/m/{link}/{ply}", web::get().to(replay::at_ply))
        .default_service(web::route().to(errors::no_page));
}

/// What a form about a line of actions may send.
fn line_forms() -> web::FormConfig {
    web::FormConfig::default().limit(LINE_FORM_BYTES)
}

/// Serves until the process is asked to stop; requests that have begun are finished.
///
/// # Errors
/// The socket cannot be used.
pub fn serve(serve: Serve) -> io::Result<()> {
    let Serve { site, listener } = serve;
    let app = move || {
        App::new()
            .app_data(site.clone())
            .wrap(security::headers())
            .wrap(Compress::default())
            .wrap(NormalizePath::trim())
            .wrap(CatchPanic::default())
            .configure(routes)
    };
    actix_web::rt::System::new().block_on(async move {
        HttpServer::new(app)
            .workers(2)
            .worker_max_blocking_threads(4)
            .tcp_nodelay(true)
            .shutdown_timeout(10)
            .listen(listener)?
            .run()
            .await
    })
}
