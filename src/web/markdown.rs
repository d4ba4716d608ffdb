//! Markdown as HTML, with nothing in it that acts: no script, no style, no foreign address scheme.

use std::collections::HashSet;
use std::sync::LazyLock;

use pulldown_cmark::{Options, Parser, html};

/// What may stand in a text.
static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .link_rel(Some("nofollow noopener"))
        .rm_tags(["img", "map", "area"]);
    cleaner
});

/// Markdown as clean HTML.
#[must_use]
pub(super) fn html(markdown: &str) -> String {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let mut out = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut out, parser);
    CLEANER.clean(&out).to_string()
}

#[cfg(test)]
mod tests {
    use super::html;

    /// XSS-O2.
    #[test]
    fn nothing_in_it_acts() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java&#x73;cript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "\tjavascript:x",
        ] {
            let out = html(&format!("[a]({address}) <a href=\"{address}\">b</a>"));
            assert!(!out.contains("href"), "{address}: {out}");
        }
        let out = html("<script>x</script><b onclick=\"x\">y</b><img src=x onerror=y>");
        assert_eq!(out.trim(), "<b>y</b>");
        assert!(html("[a](https://example.org)").contains("href=\"https://example.org\""));
    }
}
