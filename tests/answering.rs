//! A site that answers requests. It is made once and kept: making one takes longer than most answers.

use std::rc::Rc;

use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::test::{TestRequest, init_service};
use actix_web::web::Data;
use futures_util::future::LocalBoxFuture;
use gamekeep::web::{Site, app};
use tokio::sync::OnceCell;

type Answered = Result<ServiceResponse<BoxBody>, Error>;

/// What answers, once it was asked.
#[derive(Default)]
pub(crate) struct Answering(
    OnceCell<Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Answered>>>,
);

impl Answering {
    /// What the site answers, always the same one.
    pub(crate) async fn answer(&self, site: &Data<Site>, request: TestRequest) -> Answered {
        let make = async || {
            let app = Rc::new(init_service(app(site.clone())).await);
            Box::new(move |request: TestRequest| -> LocalBoxFuture<'static, Answered> {
                let app = Rc::clone(&app);
                Box::pin(async move { app.call(request.to_request()).await })
            }) as Box<dyn Fn(TestRequest) -> _>
        };
        self.0.get_or_init(make).await(request).await
    }
}
