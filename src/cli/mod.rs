//! Layer 7: the command line, a file a command.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::service::KeepError;

mod archive;
mod check;
mod export;
mod hash;
mod import;
mod rules;
mod serve;
mod show;
mod source;
mod vectors;
mod verify;

/// A keep for games: store matches as logs, replay them, share them by hash.
#[derive(Debug, Parser)]
#[command(name = "gamekeep", version, about, long_about = None, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Import(import::ImportArgs),
    Export(export::Export),
    Show(show::Show),
    Verify(verify::Verify),
    Check(check::Check),
    Hash(hash::Hash),
    Rules(rules::Rules),
    Vectors(vectors::Vectors),
}

/// How a command ended; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// All good.
    Good = 0,
    /// Some records are bad.
    SomeBad = 1,
    /// The command was used wrongly.
    WrongUse = 2,
    /// The archive is in trouble.
    ArchiveTrouble = 3,
}

impl From<Done> for ExitCode {
    fn from(done: Done) -> Self {
        ExitCode::from(done as u8)
    }
}

/// Runs the command line and gives its exit code: 0 all good, 1 some records bad, 2 wrong use, 3
/// archive trouble.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { Done::WrongUse } else { Done::Good }.into();
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match cli.command {
        Command::Serve(command) => command.run(&mut out),
        Command::Import(command) => command.run(&mut out),
        Command::Export(command) => command.run(&mut out),
        Command::Show(command) => command.run(&mut out),
        Command::Verify(command) => command.run(&mut out),
        Command::Check(command) => command.run(&mut out),
        Command::Hash(command) => command.run(&mut out),
        Command::Rules(command) => command.run(&mut out),
        Command::Vectors(command) => command.run(&mut out),
    };
    let done = done.and_then(|done| Ok(out.flush().map(|()| done)?));
    match done {
        Ok(done) => done.into(),
        Err(error) if is_closed_pipe(&error) => Done::Good.into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "gamekeep: {error:#}");
            done_of(&error).into()
        }
    }
}

/// Whether an error is only that nobody reads on: `gamekeep show … | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The exit code of an error: the one match from errors to exit codes.
fn done_of(error: &anyhow::Error) -> Done {
    if error.is::<crate::archive::Broken>() || error.is::<crate::archive::Error>() {
        return Done::ArchiveTrouble;
    }
    match error.downcast_ref::<KeepError>() {
        Some(KeepError::Archive(_) | KeepError::Broken(_)) => Done::ArchiveTrouble,
        Some(
            KeepError::NoLink(_)
            | KeepError::NotFound { .. }
            | KeepError::NoPly { .. }
            | KeepError::Ambiguous { .. }
            | KeepError::Withdrawn,
        )
        | None => Done::WrongUse,
    }
}
