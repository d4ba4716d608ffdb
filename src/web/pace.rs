//! Bodies that come too slowly. Waiting for a client is paid from a purse, which its bytes fill
//! again; an empty purse ends the request. Time that the server itself takes costs nothing.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;
use tokio::time::{Sleep, sleep};

use super::limits::{BODY_BYTES_A_SECOND, BODY_PATIENCE};

/// A body that fails with [`io::ErrorKind::TimedOut`] if it comes too slowly.
#[must_use]
pub(super) fn paced(body: Payload) -> Payload {
    match body {
        Payload::None => Payload::None,
        body => {
            let paced = Paced { body, purse: BODY_PATIENCE, waiting: None };
            Payload::Stream { payload: Box::pin(paced) }
        }
    }
}

/// Whether a body has failed because it came too slowly.
#[must_use]
pub(super) fn was_too_slow(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

struct Paced {
    body: Payload,
    /// For how long the client may be waited for.
    purse: Duration,
    /// Since when it is waited for, and what ends that.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Stream for Paced {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Poll::Ready(part) = Pin::new(&mut this.body).poll_next(context) {
            let waited = this.waiting.take().map(|(since, _)| since.elapsed()).unwrap_or_default();
            let bytes = part.as_ref().and_then(|part| part.as_ref().ok()).map_or(0, Bytes::len);
            let earned = Duration::from_micros(bytes as u64 * 1_000_000 / BODY_BYTES_A_SECOND);
            this.purse = (this.purse.saturating_sub(waited) + earned).min(BODY_PATIENCE);
            return Poll::Ready(part);
        }
        let purse = this.purse;
        let begin = || (Instant::now(), Box::pin(sleep(purse)));
        let (_, end) = this.waiting.get_or_insert_with(begin);
        end.as_mut().poll(context).map(|()| {
            let error = io::Error::new(io::ErrorKind::TimedOut, "the body came too slowly");
            Some(Err(PayloadError::Io(error)))
        })
    }
}
