//! What the command line says of itself.

use super::Desk;

/// The commands, as the help lists them.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.check(&["--help"], 0);
    let list = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = list.expect("a list").lines().filter(|line| line.starts_with("  "));
    let words = lines.filter_map(|line| line[2..].split(' ').next());
    words.filter(|word| !word.is_empty() && *word != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_help_with_examples_and_a_page() {
    let desk = Desk::new();
    let commands = commands(&desk);
    assert!(commands.len() >= 12, "{commands:?}");
    for command in &commands {
        let help = desk.check(&[command, "--help"], 0);
        assert!(help.contains("Examples:") && help.contains("gamekeep "), "{command}: {help}");
        let page = desk.check(&["man", command], 0);
        assert!(page.contains(&format!(".TH gamekeep-{command}")), "{command}: {page}");
    }
    let page = desk.check(&["man", "token", "add"], 0);
    assert!(page.contains(".TH gamekeep-token-add") && page.contains("role"), "{page}");
    assert!(desk.check(&["man"], 0).contains("Exit codes"));
}

/// What stands in an example has to be understood: each is given to the program, up to its first
/// pipe, with `--help` in place of what it would do.
#[test]
fn examples_are_understood() {
    let desk = Desk::new();
    let mut count = 0;
    for command in [vec![String::new()], commands(&desk)].concat() {
        let command = [command.as_str(), "--help"];
        let help = desk.check(command.strip_prefix(&[""]).unwrap_or(&command), 0);
        let examples = help.split("Examples:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        for line in examples
            .expect("examples")
            .lines()
            .filter_map(|line| line.trim().split("gamekeep ").nth(1))
        {
            let line = line.split(['|', '<', '>']).next().unwrap_or(line);
            let line = line.split("   ").next().unwrap_or(line);
            let mut words: Vec<&str> = line.split_whitespace().collect();
            words.push("--no-such-option");
            let output = desk.run(&words);
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.contains("'--no-such-option'"), "gamekeep {line}: {told}");
            count += 1;
        }
    }
    assert!(count > 25, "{count} examples");
}

#[test]
fn completions_for_every_shell_know_the_commands() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = desk.check(&["completions", shell], 0);
        for word in ["token", "verify", "trust-proxy"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
