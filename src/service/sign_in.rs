//! Tokens, sessions, and the link that the first keeper signs in with.

use std::sync::{Mutex, PoisonError};

use super::Keep;
use super::secret::{NoRandomness, Secret, random, same};
use crate::archive::{self, NewSession, NewToken, Role, Session, Token};

/// How long a session lasts.
pub const SESSION_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// How long a sign-in link can be used.
pub const LINK_MS: i64 = 24 * 60 * 60 * 1_000;
/// The setting that forms are marked with.
const FORM_SECRET: &str = "form-secret";

/// Why nobody could be signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// There are no random numbers.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// A token's name is not one.
    #[error("a token's name has 1 to 100 bytes, and no control characters")]
    BadName,
    /// What the archive says.
    #[error(transparent)]
    Archive(#[from] archive::Error),
}

impl Keep {
    /// Makes a token. The secret is not kept: this is the only time that it can be shown.
    ///
    /// # Errors
    /// The name is not one; the archive is in trouble; there are no random numbers.
    pub fn add_token(
        &self,
        name: &str,
        role: Role,
        now_ms: i64,
    ) -> Result<(Token, Secret), SignInError> {
        let name = name.trim();
        if name.is_empty() || name.len() > 100 || name.chars().any(char::is_control) {
            return Err(SignInError::BadName);
        }
        let secret = Secret::new()?;
        let token = NewToken { name: name.to_owned(), role, hash: secret.hash() };
        Ok((self.archive().add_token(token, now_ms)?, secret))
    }

    /// The token of a secret, unless it is revoked.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn token(&self, secret: &Secret) -> archive::Result<Option<Token>> {
        self.archive().find_token(&secret.hash())
    }

    /// Whether nobody could sign in as a keeper.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn lacks_keeper(&self) -> archive::Result<bool> {
        let tokens = self.archive().tokens()?;
        Ok(!tokens.iter().any(|token| token.role == Role::Keeper && token.revoked_ms.is_none()))
    }

    /// Begins a session with a token, and gives what the browser is to hold.
    ///
    /// # Errors
    /// The token was revoked meanwhile; the archive is in trouble; there are no random numbers.
    pub fn open_session(&self, token: &Token, now_ms: i64) -> Result<Secret, SignInError> {
        let secret = Secret::new()?;
        let expires_ms = now_ms.saturating_add(SESSION_MS);
        let session = NewSession { hash: secret.hash(), token: token.id, expires_ms };
        self.archive().open_session(session, now_ms)?;
        Ok(secret)
    }

    /// The session of what a browser holds, unless it has ended.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn session(&self, secret: &Secret, now_ms: i64) -> archive::Result<Option<Session>> {
        self.archive().find_session(&secret.hash(), now_ms)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The archive is in trouble.
    pub fn close_session(&self, secret: &Secret) -> archive::Result<()> {
        self.archive().close_session(&secret.hash())
    }

    /// What the forms of this keep are marked with: made once, the same for all who serve it.
    ///
    /// # Errors
    /// The archive is in trouble; there are no random numbers.
    pub fn form_secret(&self) -> Result<[u8; 32], SignInError> {
        let stored = self.archive().setting_or(FORM_SECRET, &random()?)?;
        Ok(blake3::hash(&stored).into())
    }
}

/// The link that the first keeper signs in with: it works once, and for a day. Only this program
/// knows it, so that it is gone with it.
#[derive(Debug, Default)]
pub struct FirstLink(Mutex<Option<Issued>>);

#[derive(Clone, Copy, Debug)]
struct Issued {
    hash: [u8; 32],
    expires_ms: i64,
}

impl FirstLink {
    /// Makes the key of a new link; an older one does not work any more.
    ///
    /// # Errors
    /// There are no random numbers.
    pub fn issue(&self, now_ms: i64) -> Result<Secret, NoRandomness> {
        let key = Secret::new()?;
        let expires_ms = now_ms.saturating_add(LINK_MS);
        *self.issued() = Some(Issued { hash: key.hash(), expires_ms });
        Ok(key)
    }

    /// Whether a key could be used. Does not use it.
    #[must_use]
    pub fn knows(&self, key: &Secret, now_ms: i64) -> bool {
        self.issued().is_some_and(|issued| issued.fits(key, now_ms))
    }

    /// Uses a key: makes a keeper's token. `None` if the key was used already, or is none.
    ///
    /// # Errors
    /// As [`Keep::add_token`]; the key can then be used again.
    pub fn redeem(
        &self,
        keep: &Keep,
        key: &Secret,
        now_ms: i64,
    ) -> Result<Option<(Token, Secret)>, SignInError> {
        // Held all the while: of two that come at once, one is first.
        let mut issued = self.issued();
        if !issued.is_some_and(|issued| issued.fits(key, now_ms)) {
            return Ok(None);
        }
        let made = keep.add_token("keeper", Role::Keeper, now_ms)?;
        *issued = None;
        Ok(Some(made))
    }

    fn issued(&self) -> std::sync::MutexGuard<'_, Option<Issued>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Issued {
    fn fits(&self, key: &Secret, now_ms: i64) -> bool {
        now_ms < self.expires_ms && same(&key.hash(), &self.hash)
    }
}
