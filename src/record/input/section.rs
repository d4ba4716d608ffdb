//! The marks of an export as an input goes by.

use super::Refusal;
use crate::record::export::{Closing, Mark, Seal};

/// The part of an input that is an export, with its opening line and its closing line.
#[derive(Clone, Debug, Default)]
pub struct Section {
    seal: Option<Seal>,
}

impl Section {
    /// Takes a mark, which stands on this line.
    ///
    /// # Errors
    /// What the mark shows to be wrong.
    pub fn mark(&mut self, mark: Mark, line: &[u8]) -> Result<(), Refusal> {
        let open = self.seal.take();
        match mark {
            Mark::Opening => {
                let mut seal = Seal::default();
                seal.line(line);
                self.seal = Some(seal);
                if open.is_some() { Err(Refusal::CutExport) } else { Ok(()) }
            }
            Mark::Closing(said) => check_closing(&open.ok_or(Refusal::StrayClosing)?, said),
            Mark::Missing(_) => {
                self.seal = open;
                if let Some(seal) = &mut self.seal {
                    seal.line(line);
                    seal.missing();
                }
                Err(Refusal::Missing)
            }
            Mark::Broken => {
                self.seal = open;
                Err(Refusal::BrokenMark)
            }
        }
    }

    /// Takes any other line.
    pub fn line(&mut self, line: &[u8]) {
        if let Some(seal) = &mut self.seal {
            seal.line(line);
        }
    }

    /// Counts a record.
    pub fn record(&mut self) {
        if let Some(seal) = &mut self.seal {
            seal.record();
        }
    }

    /// The end of the input.
    ///
    /// # Errors
    /// The closing line has not come.
    pub fn end(&self) -> Result<(), Refusal> {
        if self.seal.is_some() { Err(Refusal::CutExport) } else { Ok(()) }
    }
}

fn check_closing(seal: &Seal, said: Closing) -> Result<(), Refusal> {
    let found = seal.closing();
    if said.count != found.count {
        return Err(Refusal::Count { said: said.count, found: found.count });
    }
    if said == found { Ok(()) } else { Err(Refusal::Changed) }
}
