//! `gamekeep check`: are these records good?

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Done, source};
use crate::games::Registry;
use crate::record::draft::Checked;
use crate::record::fault::Fault;
use crate::record::{input, replay};

const EXAMPLES: &str = "\
Examples:
  gamekeep check match.gk
  gamekeep check --quiet *.gk            silent if all are good
  gamekeep check --json - < games.gk     a JSON object a record";

/// Check records without storing them.
///
/// Prints a line for each good record, and for each bad one where it is wrong, why, and by which
/// rule. Exit code 1 if any is bad.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Check {
    /// Files of records as text or JSON; - is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON object a record instead of words.
    #[arg(long)]
    json: bool,
    /// Say only what is wrong.
    #[arg(long, short)]
    quiet: bool,
}

impl Check {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Done> {
        let registry = Registry::standard();
        let mut done = Done::Good;
        for path in &self.files {
            let bytes = source::read(path)?;
            let name = path.display().to_string();
            let text = match input::utf8(&bytes) {
                Ok(text) => text,
                Err(fault) => {
                    self.bad(out, &name, 1, None, &fault)?;
                    done = Done::SomeBad;
                    continue;
                }
            };
            let records = input::records(text, &registry);
            if records.is_empty() {
                writeln!(out, "{name}: no record in it")?;
                done = Done::SomeBad;
            }
            for record in records {
                match record.check(&registry).and_then(Checked::whole) {
                    Ok(checked) => self.good(out, &name, record.number, &checked)?,
                    Err(fault) => {
                        done = Done::SomeBad;
                        self.bad(out, &name, record.number, record.pointed(&fault), &fault)?;
                    }
                }
            }
        }
        Ok(done)
    }

    fn good(
        &self,
        out: &mut dyn Write,
        file: &str,
        number: usize,
        checked: &Checked,
    ) -> Result<()> {
        if self.quiet {
            return Ok(());
        }
        let log = &checked.record.log;
        let card = log.header.card();
        let plies = log.actions.len();
        let result = replay::result_words(card, checked.outcome.as_ref());
        if self.json {
            let line = serde_json::json!({
                "file": file, "record": number, "good": true, "game": card.id,
                "plies": plies, "result": result, "head": checked.head.to_string(),
            });
            writeln!(out, "{line}")?;
        } else {
            let head = checked.head;
            writeln!(out, "{file}, record {number}: good; {}, {plies} plies, {result}", card.name)?;
            writeln!(out, "  {head}")?;
        }
        Ok(())
    }

    fn bad(
        &self,
        out: &mut dyn Write,
        file: &str,
        number: usize,
        pointed: Option<String>,
        fault: &Fault,
    ) -> Result<()> {
        if self.json {
            writeln!(out, "{}", bad_line(file, number, fault))?;
        } else {
            writeln!(out, "{file}, record {number}: {fault}")?;
            if let Some(shown) = pointed {
                writeln!(out, "{shown}")?;
            }
        }
        Ok(())
    }
}

/// A bad record as a line of JSON: where it is, and all that its fault tells.
pub(super) fn bad_line(file: &str, number: usize, fault: &Fault) -> serde_json::Value {
    let mut line = serde_json::json!({ "file": file, "record": number, "good": false });
    if let (Some(line), Ok(serde_json::Value::Object(fields))) =
        (line.as_object_mut(), serde_json::to_value(fault))
    {
        line.extend(fields);
    }
    line
}
