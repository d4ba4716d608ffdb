//! The command line: exit codes, what a machine reads, tokens, stopping.

mod bulk;
mod codes;
mod hash;
mod lessons;
mod manual;
mod serve;
mod token;

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// A good record, and a bad one beside it.
const GOOD: &str = include_str!("../games/golden/game-of-knights/plain.gk");
const BAD: &str = "[Game \"game-of-knights\"]\n\n1 N nonsense\n";

/// A folder to work in, with an archive of its own.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    fn archive(&self) -> PathBuf {
        self.folder.path().join("archive.sqlite")
    }

    /// Writes a file and gives its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(arguments).env("GAMEKEEP_ARCHIVE", self.archive()).env_remove("NO_COLOR");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("it runs")
    }

    /// Runs a command that must end with a code; gives what it printed.
    fn check(&self, arguments: &[&str], code: i32) -> String {
        let output = self.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        String::from_utf8(output.stdout).expect("text")
    }
}

fn program() -> PathBuf {
    cargo_bin("gamekeep")
}

/// Lines of JSON.
fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
