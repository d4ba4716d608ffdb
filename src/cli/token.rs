//! `gamekeep token`: who may write.

use std::io::{self, Write};

use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::Done;
use super::archive::{ArchiveArgs, now_ms};
use crate::archive::{Error, Role, Token, TokenId};

const EXAMPLES: &str = "\
Examples:
  gamekeep token add ladder-bot --role recorder    make a token and print it, this once
  gamekeep token list                              who has one
  gamekeep token revoke 2                          the second one is none any more

All of this works while the archive is being served: a revoked token, and whoever signed in with it,
is refused from the next request on.";

/// Make, list and revoke tokens: who may write.
///
/// A reader may read (as anybody may), a recorder may import and record matches, a keeper may do
/// everything. Programs send a token in the header Authorization: Bearer; people paste it at
/// /sign-in. Only its hash is stored.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct TokenArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Add(Add),
    List(List),
    Revoke(Revoke),
}

/// Make a token and print it. It cannot be shown again.
#[derive(Debug, Args)]
struct Add {
    /// Whose it is or what it is for, 1 to 100 bytes.
    name: String,
    /// What it allows.
    #[arg(long, value_parser = role())]
    role: Role,
    /// Print a JSON object: id, name, role, token.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    archive: ArchiveArgs,
}

/// List the tokens, without the tokens themselves.
#[derive(Debug, Args)]
struct List {
    /// Print a JSON object a token.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    archive: ArchiveArgs,
}

/// Revoke a token for good, and end the sessions that began with it.
#[derive(Debug, Args)]
struct Revoke {
    /// The token's number, as the list shows it.
    id: i64,
    #[command(flatten)]
    archive: ArchiveArgs,
}

fn role() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::word)).try_map(|word| word.parse::<Role>())
}

impl TokenArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        match self.what {
            What::Add(add) => add.run(out),
            What::List(list) => list.run(out),
            What::Revoke(revoke) => revoke.run(out),
        }
    }
}

impl Add {
    fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open()?;
        let (token, secret) = keep.add_token(&self.name, self.role, now_ms())?;
        let Token { id, name, role, .. } = token;
        if self.json {
            let secret = secret.to_string();
            let line = serde_json::json!({
                "id": id.to_i64(), "name": name, "role": role.word(), "token": secret,
            });
            writeln!(out, "{line}")?;
        } else {
            // The token alone goes to standard output, so that a script can take it from there.
            writeln!(out, "{secret}")?;
            out.flush()?;
            writeln!(io::stderr(), "Token {id}, {role}, for {name}. It is not shown again.")?;
        }
        Ok(Done::Good)
    }
}

impl List {
    fn run(self, out: &mut dyn Write) -> Result<Done> {
        let tokens = self.archive.open_old()?.archive().tokens()?;
        for token in &tokens {
            let Token { id, name, role, created_ms, revoked_ms } = token;
            if self.json {
                let line = serde_json::json!({
                    "id": id.to_i64(), "name": name, "role": role.word(),
                    "created": time(*created_ms), "revoked": revoked_ms.map(time),
                });
                writeln!(out, "{line}")?;
            } else {
                let made = &time(*created_ms)[..10];
                let revoked = revoked_ms.map(|ms| format!(" (revoked {})", &time(ms)[..10]));
                let revoked = revoked.unwrap_or_default();
                writeln!(out, "{id:>4}  {:8}  {made}  {name}{revoked}", role.word())?;
            }
        }
        if tokens.is_empty() && !self.json {
            writeln!(out, "no tokens")?;
        }
        Ok(Done::Good)
    }
}

impl Revoke {
    fn run(self, out: &mut dyn Write) -> Result<Done> {
        let keep = self.archive.open_old()?;
        match keep.archive().revoke_token(TokenId::from_i64(self.id), now_ms()) {
            Ok(()) => writeln!(out, "token {} is revoked", self.id)?,
            Err(Error::NotFound) => bail!("there is no token {}", self.id),
            Err(error) => return Err(error.into()),
        }
        Ok(Done::Good)
    }
}

/// A time in UTC, as in ISO 8601.
fn time(ms: i64) -> String {
    let time = chrono::DateTime::from_timestamp_millis(ms).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
