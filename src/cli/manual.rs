//! `gamekeep man` and `gamekeep completions`: the command line about itself.

use std::io::Write;

use anyhow::{Result, bail};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Done};

const MAN_EXAMPLES: &str = "\
Examples:
  gamekeep man | man -l -                  read the manual
  gamekeep man import | man -l -           the page of a command
  gamekeep man > gamekeep.1                keep it where your system looks for it";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  gamekeep completions bash > ~/.local/share/bash-completion/completions/gamekeep
  gamekeep completions fish > ~/.config/fish/completions/gamekeep.fish
  gamekeep completions zsh > ~/.zfunc/_gamekeep";

/// Print the manual as a man page.
#[derive(Debug, Args)]
#[command(after_long_help = MAN_EXAMPLES)]
pub(super) struct Man {
    /// A command, as in `token add`; without it, the page of the whole program.
    command: Vec<String>,
}

/// Print what lets a shell complete commands and options.
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_EXAMPLES)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Man {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let mut whole = Cli::command();
        whole.build();
        let mut command = &whole;
        let mut name = command.get_name().to_owned();
        for word in &self.command {
            let Some(found) = command.find_subcommand(word) else {
                let known = command.get_subcommands().map(Command::get_name);
                bail!("{name} has no command “{word}”: {}", known.collect::<Vec<_>>().join(", "));
            };
            name = format!("{name}-{}", found.get_name());
            command = found;
        }
        let page = clap_mangen::Man::new(command.clone().version(env!("CARGO_PKG_VERSION")));
        page.title(name).render(out)?;
        Ok(Done::Good)
    }
}

impl Completions {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        // Made first and written then: who makes it gives up the program if it cannot be written.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "gamekeep", &mut script);
        out.write_all(&script)?;
        Ok(Done::Good)
    }
}
