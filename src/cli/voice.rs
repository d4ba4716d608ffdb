//! How much a command says.

use clap::Args;

/// How much.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Voice {
    /// Say only what is wrong.
    #[arg(long, short, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print a line for what is good too.
    #[arg(long, short)]
    pub(super) verbose: bool,
}
