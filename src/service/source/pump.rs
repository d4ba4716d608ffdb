//! A stream that may keep its reader waiting for ever: it is read in a thread of its own, so that
//! who waits for it can be stopped.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How many bytes are read at once.
const CHUNK_BYTES: usize = 64 << 10;
/// How many chunks may wait.
const CHUNKS: usize = 4;
/// How often a reader that waits looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// The reading end.
pub(super) struct Pump {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// How much of the chunk is read.
    at: usize,
    stop: Arc<AtomicBool>,
}

impl Pump {
    /// Begins to read a stream. The thread ends with the stream, or once nobody reads on and the
    /// stream gives something.
    pub(super) fn new(mut stream: impl Read + Send + 'static, stop: &Arc<AtomicBool>) -> Self {
        let (sender, chunks) = sync_channel(CHUNKS);
        thread::spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = match stream.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(count) => {
                        chunk.truncate(count);
                        Ok(chunk)
                    }
                    Err(error) => Err(error),
                };
                let is_broken = read.is_err();
                if sender.send(read).is_err() || is_broken {
                    return;
                }
            }
        });
        Pump { chunks, chunk: Vec::new(), at: 0, stop: Arc::clone(stop) }
    }
}

impl Read for Pump {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.chunk.len() {
            match self.chunks.recv_timeout(LOOK) {
                Ok(chunk) => (self.chunk, self.at) = (chunk?, 0),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(io::Error::other("stopped"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let rest = &self.chunk[self.at..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}
