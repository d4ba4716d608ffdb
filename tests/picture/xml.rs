//! A small scanner: is this well-formed, and would a page with a strict policy take it?

/// An element's start: its name and its attributes, as written.
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
}

impl Element {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// Every element's start, if the text is well-formed.
pub(super) fn scan(text: &str) -> Result<Vec<Element>, String> {
    let bad = text.chars().find(|c| matches!(c, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}'));
    if let Some(c) = bad {
        return Err(format!("the character {c:?}"));
    }
    let (mut elements, mut open): (Vec<Element>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at])?;
        let end = rest[at..].find('>').ok_or("a tag without an end")? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let element = read_tag(tag)?;
        if !closed {
            open.push(element.name.clone());
        }
        elements.push(element);
    }
    check_text(rest)?;
    if open.is_empty() { Ok(elements) } else { Err(format!("{open:?} left open")) }
}

fn read_tag(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphabetic()) {
        return Err(format!("an element named {name:?}"));
    }
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (key, after) = rest.trim_start().split_once("=\"").ok_or(format!("in <{tag}>"))?;
        let (value, after) = after.split_once('"').ok_or(format!("in <{tag}>"))?;
        let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if !plain || attributes.iter().any(|(k, _)| k == key) {
            return Err(format!("the attribute {key:?} in <{tag}>"));
        }
        check_text(value)?;
        attributes.push((key.into(), value.into()));
        rest = after;
    }
    Ok(Element { name: name.into(), attributes })
}

fn check_text(text: &str) -> Result<(), String> {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        if !known.iter().any(|entity| text[at..].starts_with(entity)) {
            return Err(format!("a bare & in {text:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_scanner_sees_what_is_wrong() {
    for good in ["<a/>", "<a b=\"c\">d &amp; e</a>", "<a><b/><c>d</c></a>"] {
        assert!(scan(good).is_ok(), "{good}");
    }
    for bad in ["<a>", "<a></b>", "<a b=c/>", "<a b=\"c\" b=\"d\"/>", "<a>&</a>", "<a", "\u{1}"] {
        assert!(scan(bad).is_err(), "{bad}");
    }
}
