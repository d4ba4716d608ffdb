//! How a game is written elsewhere: its names, its variants, its moves. A game gives this as data;
//! the readers of other formats do the rest, and whatever is not in the table is an error there.

use super::text::Cursor;

/// What other sites and engines call a game and its parts.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// Names by which the game goes elsewhere, beside its own name and id.
    pub names: &'static [ForeignName],
    /// Variants and the options that they stand for. `<option>=<value>` needs no row here.
    pub variants: &'static [ForeignName],
    /// Moves of a log of types and arguments (boardgame.io), in the order in which they are tried.
    pub moves: &'static [MoveForm],
    /// Events of such a log.
    pub events: &'static [EventForm],
    /// All that in words, as Markdown: the mapping table that pages show.
    pub guide: &'static str,
}

impl Foreign {
    /// Of a game that is written nowhere else.
    pub const NONE: Foreign =
        Foreign { names: &[], variants: &[], moves: &[], events: &[], guide: "" };

    /// The variant that stands for exactly this option.
    #[must_use]
    pub fn variant_of(&self, option: &str, value: &str) -> Option<&'static str> {
        let variants = self.variants.iter();
        let mut exact = variants.filter(|variant| variant.options == [(option, value)]);
        exact.next().map(|variant| variant.name)
    }

    /// The move of a log that an action's text is, with its arguments.
    #[must_use]
    pub fn move_of(&self, text: &str) -> Option<(&'static MoveForm, Vec<String>)> {
        self.moves.iter().find_map(|form| Some((form, form.arguments_of(text)?)))
    }
}

/// A name elsewhere, and what it stands for.
#[derive(Clone, Copy, Debug)]
pub struct ForeignName {
    /// The name; upper and lower case are the same.
    pub name: &'static str,
    /// The options that it sets, with their values.
    pub options: &'static [(&'static str, &'static str)],
}

/// A move of a log of types and arguments.
#[derive(Clone, Copy, Debug)]
pub struct MoveForm {
    /// Its type: `move`.
    pub name: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// The action's text, arguments in braces: `{piece}{from}-{to}`.
    pub text: &'static str,
    /// Whether the action is the arbiter's, whoever is named.
    pub by_arbiter: bool,
}

/// An argument of a move.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name, in the text's braces and where arguments are given by name.
    pub name: &'static str,
    /// What it looks like.
    pub form: ArgumentForm,
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug)]
pub enum ArgumentForm {
    /// One of these characters.
    OneOf(&'static str),
    /// A square: file letters and a rank.
    Square,
    /// So many letters and digits, both ends included.
    Word(usize, usize),
}

/// An event of a log of types and arguments.
#[derive(Clone, Copy, Debug)]
pub struct EventForm {
    /// Its type: `endTurn`.
    pub name: &'static str,
    /// The action that it is; `None` where it follows from the rules and says nothing.
    pub text: Option<&'static str>,
}

impl ForeignName {
    /// A variant, or a name that implies options.
    #[must_use]
    pub const fn new(
        name: &'static str,
        options: &'static [(&'static str, &'static str)],
    ) -> ForeignName {
        ForeignName { name, options }
    }
}

impl Argument {
    /// One of these characters.
    #[must_use]
    pub const fn letter(name: &'static str, letters: &'static str) -> Argument {
        Argument { name, form: ArgumentForm::OneOf(letters) }
    }

    /// A square.
    #[must_use]
    pub const fn square(name: &'static str) -> Argument {
        Argument { name, form: ArgumentForm::Square }
    }

    /// Letters and digits, at least and at most so many.
    #[must_use]
    pub const fn word(name: &'static str, least: usize, most: usize) -> Argument {
        Argument { name, form: ArgumentForm::Word(least, most) }
    }
}

impl MoveForm {
    /// A move of a seat.
    #[must_use]
    pub const fn new(
        name: &'static str,
        arguments: &'static [Argument],
        text: &'static str,
    ) -> MoveForm {
        MoveForm { name, arguments, text, by_arbiter: false }
    }

    /// A move of the arbiter.
    #[must_use]
    pub const fn arbiter(
        name: &'static str,
        arguments: &'static [Argument],
        text: &'static str,
    ) -> MoveForm {
        MoveForm { name, arguments, text, by_arbiter: true }
    }
}

impl ArgumentForm {
    /// Takes an argument of this form from the front of a text.
    fn take<'a>(self, cursor: &mut Cursor<'a>) -> Option<&'a str> {
        let rest = cursor.rest();
        match self {
            ArgumentForm::OneOf(letters) => {
                cursor.one_of(letters).ok()?;
            }
            ArgumentForm::Square => {
                let file = cursor.eat_while(|c| c.is_ascii_lowercase());
                let rank = cursor.eat_while(|c| c.is_ascii_digit());
                let sized = (1..=2).contains(&file.len()) && (1..=2).contains(&rank.len());
                sized.then_some(())?;
            }
            ArgumentForm::Word(least, most) => {
                let word = cursor.eat_while(|c| c.is_ascii_alphanumeric());
                (least..=most).contains(&word.len()).then_some(())?;
            }
        }
        Some(&rest[..rest.len() - cursor.rest().len()])
    }

    /// Whether a value is of this form.
    #[must_use]
    pub fn holds(self, value: &str) -> bool {
        let mut cursor = Cursor::new(value);
        self.take(&mut cursor).is_some() && cursor.is_done()
    }
}

/// A piece of a template.
enum Part {
    /// These characters.
    Text(&'static str),
    /// The argument of that place.
    Argument(usize),
}

impl MoveForm {
    /// The parts of the text, in order.
    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = self.text;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            if !before.is_empty() {
                parts.push(Part::Text(before));
            }
            let place = self.arguments.iter().position(|argument| argument.name == name);
            parts.extend(place.map(Part::Argument));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest));
        }
        parts
    }

    /// The action's text with these arguments; `None` if one is missing or not of its form.
    #[must_use]
    pub fn text_of(&self, values: &[String]) -> Option<String> {
        let fits = values.len() == self.arguments.len()
            && self.arguments.iter().zip(values).all(|(form, value)| form.form.holds(value));
        let text = |part: &Part| match part {
            Part::Text(text) => *text,
            Part::Argument(place) => values[*place].as_str(),
        };
        fits.then(|| self.parts().iter().map(text).collect())
    }

    /// The arguments with which the move is this action's text.
    #[must_use]
    pub fn arguments_of(&self, text: &str) -> Option<Vec<String>> {
        let mut cursor = Cursor::new(text);
        let mut values = vec![String::new(); self.arguments.len()];
        for part in self.parts() {
            match part {
                Part::Text(text) => cursor.eat(text).then_some(())?,
                Part::Argument(place) => {
                    let value = self.arguments[place].form.take(&mut cursor)?;
                    value.clone_into(&mut values[place]);
                }
            }
        }
        (cursor.is_done() && self.text_of(&values).as_deref() == Some(text)).then_some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: MoveForm = MoveForm {
        name: "step",
        arguments: &[
            Argument { name: "piece", form: ArgumentForm::OneOf("KN") },
            Argument { name: "from", form: ArgumentForm::Square },
            Argument { name: "to", form: ArgumentForm::Square },
        ],
        text: "{piece}{from}-{to}",
        by_arbiter: false,
    };

    fn values(values: &[&str]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_move_goes_both_ways() {
        let given = values(&["N", "ab12", "c4"]);
        assert_eq!(STEP.text_of(&given).as_deref(), Some("Nab12-c4"));
        assert_eq!(STEP.arguments_of("Nab12-c4"), Some(given));
    }

    #[test]
    fn what_does_not_fit_is_none() {
        for bad in ["", "Nab12", "Xa1-b2", "Na1-b2-c3", "Na1xb2", "Na123-b2", "Naaa1-b2"] {
            assert_eq!(STEP.arguments_of(bad), None, "{bad}");
        }
        for bad in [&["N", "a1"][..], &["N", "a1", "b2-c3"], &["KN", "a1", "b2"], &["", "", ""]] {
            assert_eq!(STEP.text_of(&values(bad)), None, "{bad:?}");
        }
    }

    #[test]
    fn a_variant_is_found_by_its_option() {
        let variants = &[
            ForeignName { name: "Two", options: &[("a", "1"), ("b", "2")] },
            ForeignName { name: "One", options: &[("a", "1")] },
        ];
        let foreign = Foreign { variants, ..Foreign::NONE };
        assert_eq!(foreign.variant_of("a", "1"), Some("One"));
        assert_eq!(foreign.variant_of("b", "2"), None);
    }
}
