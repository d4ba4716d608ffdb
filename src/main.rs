//! The program: the command line and its exit code; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    gamekeep::cli::run(std::env::args_os())
}
