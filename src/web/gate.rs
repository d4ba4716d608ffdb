//! The gate: what every request passes before its handler sees it.

use std::sync::Once;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};

use super::caller::brings_token;
use super::denied::Denied;
use super::limits::Cost;
use super::{Site, pace};

/// Lets a request through if it names this keep and does not come too often; from then on its body
/// has to come at a pace.
///
/// # Errors
/// What the handler's own are.
pub async fn gate(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if let Some(site) = request.app_data::<web::Data<Site>>().cloned()
        && let Err(denied) = admit(&site, &request)
    {
        let answer = denied.answer(&site, request.uri());
        return Ok(request.into_response(answer));
    }
    let body = request.take_payload();
    request.set_payload(pace::paced(body));
    Ok(next.call(request).await?.map_into_boxed_body())
}

fn admit(site: &Site, request: &ServiceRequest) -> Result<(), Denied> {
    static PROXY: Once = Once::new();
    let (doors, head) = (site.access.doors, request.head());
    if !doors.trust_proxy && request.headers().contains_key(header::X_FORWARDED_FOR) {
        let words = "requests come through a reverse proxy: start with --trust-proxy, \
            or all of its clients count as one";
        PROXY.call_once(|| tracing::warn!("{words}"));
    }
    if !doors.answers_to(head) {
        let host = doors.host(head).unwrap_or_default().chars().take(100).collect();
        return Err(Denied::WrongHost { host });
    }
    // The path as it is routed by: `%65xport` is `export`.
    let cost = Cost::of(request.method(), request.match_info().as_str());
    let cost = cost.filter(|cost| *cost != Cost::Send || !brings_token(head, site));
    match (cost, doors.address(head)) {
        (Some(cost), Some(address)) => site.access.rates.spend(cost, address),
        _ => Ok(()),
    }
}
