//! Text in addresses: what may stand there as it is stays readable.

/// Writes a text as a value in a query or as a part of a path.
pub(super) fn write(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'(' | b')' | b'*' => {
                out.push(char::from(byte));
            }
            b',' | b';' | b':' | b'@' | b'=' => out.push(char::from(byte)),
            _ => {
                out.push('%');
                out.push(char::from(HEX[usize::from(byte >> 4)]));
                out.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}

/// A text as [`write`] writes it.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    write(text, &mut out);
    out
}

/// A query in the making: names and values in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    text: String,
}

impl Query {
    /// Adds a name and its value.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        if !self.text.is_empty() {
            self.text.push('&');
        }
        write(name, &mut self.text);
        self.text.push('=');
        write(value, &mut self.text);
    }

    /// The query without a `?`.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// The names and values of a query, in order.
pub(super) fn pairs(query: &str) -> Vec<(String, String)> {
    actix_web::web::Query::<Vec<(String, String)>>::from_query(query)
        .map(actix_web::web::Query::into_inner)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut query = Query::default();
        let pairs_of = [
            ("line", "+W.Kc1-b1.>N.Ib1+Tc1.R_end"),
            ("o.walls", "d4,e4"),
            ("position", "7/#k^ B 6 + - é \"<&>%"),
            ("flip", ""),
        ];
        for (name, value) in pairs_of {
            query.add(name, value);
        }
        assert!(query.text().starts_with("line=%2BW.Kc1-b1.%3EN.Ib1%2BTc1.R_end&o.walls=d4,e4&"));
        let read = pairs(query.text());
        assert!(read.iter().map(|(a, b)| (a.as_str(), b.as_str())).eq(pairs_of), "{read:?}");
        assert_eq!(pairs("a=1&a=2&b").len(), 3);
    }
}
