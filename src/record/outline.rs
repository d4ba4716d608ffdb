//! The outline of JSON: where values begin and end, without reading them.
//!
//! It takes any bytes and never looks back, so that inputs of any size can be cut into records and
//! a record's form be told before anything is read.

/// Follows JSON byte by byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Outline {
    /// Takes the next byte.
    pub fn take(&mut self, byte: u8) {
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// How many brackets are open.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the last byte was inside a text in quotes, or began one.
    #[must_use]
    pub const fn in_text(&self) -> bool {
        self.in_text
    }
}

/// The bytes of an object or list that `bytes` begins with; `None` if it does not end in them.
#[must_use]
pub fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut outline = Outline::default();
    let end = bytes.iter().position(|byte| {
        outline.take(*byte);
        outline.depth() == 0 && !outline.in_text()
    });
    end.map(|end| end + 1)
}

/// The keys of the object that `bytes` begins with, as they are written, in order; those of objects
/// inside it are not told. The bytes may end anywhere.
pub fn keys(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut outline = Outline::default();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            outline.take(bytes[at]);
            at += 1;
            if !outline.in_text() || outline.depth() != 1 {
                continue;
            }
            while outline.in_text() && at < bytes.len() {
                outline.take(bytes[at]);
                at += 1;
            }
            let after = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
            if !outline.in_text() && after == Some(&b':') {
                return Some(&bytes[start + 1..at - 1]);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_its_bracket_closes() {
        let check = |text: &str, expected: Option<usize>| {
            assert_eq!(value_length(text.as_bytes()), expected, "{text}");
        };
        check("{}", Some(2));
        check("{\"a\":\"}\\\"}\"} x", Some(12));
        check("[{},[1,\"]\"]]]", Some(12));
        check("{\"a\":{}", None);
        check("{\"a", None);
        check("", None);
    }

    #[test]
    fn keys_of_the_outer_object_only() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&[u8]> = keys(text.as_bytes()).collect();
            let expected: Vec<&[u8]> = expected.iter().map(|key| key.as_bytes()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(r#"{"a":1,"b" : {"c":2},"d":"e","f":["g"]}"#, &["a", "b", "d", "f"]);
        check(r#"{"a\"b":1,"c"#, &["a\\\"b"]);
        check(r#"{"a":"b:"#, &["a"]);
        check("{}", &[]);
        check("[1]", &[]);
    }
}
