//! Layer 7: the command line, a file a command.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::archive::{Broken, Error};
use crate::service::KeepError;
use crate::service::bulk::BulkError;
use crate::service::sign_in::SignInError;

mod archive;
mod bar;
mod bench;
mod check;
mod convert;
mod export;
mod hash;
mod import;
mod interrupt;
mod lessons;
mod manual;
mod rules;
mod serve;
mod show;
mod source;
mod token;
mod vectors;
mod verify;
mod voice;

const EXAMPLES: &str = "\
Examples:
  gamekeep serve --open          try it: then open http://127.0.0.1:8080
  gamekeep import games.gk       bring matches in; each is replayed by the rules first
  gamekeep export > all.gk       take all matches out
  gamekeep verify                replay all that is stored and compare
  gamekeep help import           what a command does, with examples

Exit codes: 0 all good, 1 some records are bad, 2 wrong use, 3 the archive is in trouble.";

/// A keep for games: store matches as logs, replay them, share them by hash.
#[derive(Debug, Parser)]
#[command(name = "gamekeep", version, about, max_term_width = 100, after_long_help = EXAMPLES)]
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
    Convert(convert::Convert),
    Hash(hash::Hash),
    Rules(rules::Rules),
    Lessons(lessons::Lessons),
    Vectors(vectors::Vectors),
    Token(token::TokenArgs),
    Bench(bench::Bench),
    Completions(manual::Completions),
    Man(manual::Man),
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
        Command::Convert(command) => command.run(&mut out),
        Command::Hash(command) => command.run(&mut out),
        Command::Rules(command) => command.run(&mut out),
        Command::Lessons(command) => command.run(&mut out),
        Command::Vectors(command) => command.run(&mut out),
        Command::Token(command) => command.run(&mut out),
        Command::Bench(command) => command.run(&mut out),
        Command::Completions(command) => command.run(&mut out),
        Command::Man(command) => command.run(&mut out),
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
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether to print in colours to a terminal: not if `NO_COLOR` is set to anything.
fn colours(is_terminal: bool) -> bool {
    is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The exit code of an error: the one match from errors to exit codes.
fn done_of(error: &anyhow::Error) -> Done {
    let archive = error.downcast_ref::<Error>();
    let archive = archive.or_else(|| match error.downcast_ref::<KeepError>() {
        Some(KeepError::Archive(error)) => Some(error),
        _ => None,
    });
    let archive = archive.or_else(|| match error.downcast_ref::<BulkError>() {
        Some(BulkError::Keep(KeepError::Archive(error))) => Some(error),
        _ => None,
    });
    let archive = archive.or_else(|| match error.downcast_ref::<SignInError>() {
        Some(SignInError::Archive(error)) => Some(error),
        _ => None,
    });
    match archive {
        Some(Error::Broken(_) | Error::Damaged { .. } | Error::UnknownRules { .. }) => {
            Done::ArchiveTrouble
        }
        Some(
            Error::StaleHead { .. }
            | Error::AfterEnd { .. }
            | Error::NotFound
            | Error::Withdrawn { .. }
            | Error::KeyReused
            | Error::Unfit { .. },
        ) => Done::WrongUse,
        None if error.is::<Broken>() => Done::ArchiveTrouble,
        None => match error.downcast_ref::<KeepError>() {
            Some(KeepError::Broken(_)) => Done::ArchiveTrouble,
            _ => Done::WrongUse,
        },
    }
}
