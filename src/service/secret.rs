//! Secrets: 256 random bits that are shown once and stored as a hash.

use std::fmt;

use blake3::Hash;
use subtle::ConstantTimeEq;

/// What every secret begins with, so that people and scanners know one when they see it.
const MARK: &str = "gk_";

/// A token, what a browser holds of a session, the key of a sign-in link. Written as `gk_` and 64
/// hex digits. It is too long to be guessed, so its plain hash can be stored.
#[derive(Clone)]
pub struct Secret(Hash);

/// The system has no random numbers to give.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

impl Secret {
    /// A new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new() -> Result<Self, NoRandomness> {
        Ok(Secret(Hash::from_bytes(random()?)))
    }

    /// Reads one as it is written; `None` if it cannot be one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Hash::from_hex(text.trim().strip_prefix(MARK)?).ok().map(Secret)
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        blake3::hash(self.0.as_bytes()).into()
    }
}

/// 256 random bits.
///
/// # Errors
/// The system gives none.
pub fn random() -> Result<[u8; 32], NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Whether two are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{}", self.0.to_hex())
    }
}

/// Not told: this ends up in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_no_two_are_alike() {
        let (one, other) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert_ne!(one.to_string(), other.to_string());
        let read = Secret::read(&format!(" {one}\n")).unwrap();
        assert!(same(&read.hash(), &one.hash()));
        assert!(!same(&other.hash(), &one.hash()));
        let text = one.to_string();
        for bad in
            ["", "gk_", &text[3..], &text[..66], &format!("{text}0"), &text.replace('k', "x")]
        {
            assert!(Secret::read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn it_is_not_told_in_logs() {
        let secret = Secret::new().unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
