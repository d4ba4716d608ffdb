//! Stopping: streams that never end by themselves hear of it.

use tokio::sync::watch;

/// Whether the server is asked to stop.
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Asks everybody to stop.
    pub fn ask(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server is asked to stop.
    pub async fn asked(&self) {
        // The sender is here: it cannot be gone.
        let _ = self.0.subscribe().wait_for(|asked| *asked).await;
    }
}

impl Default for Stop {
    fn default() -> Self {
        Stop(watch::Sender::new(false))
    }
}
