//! The colours, in one place: for the page's style sheet and for files that stand alone.
//!
//! `static/board.css` is what [`board_css`] writes; a test compares them.

use std::fmt::Write as _;

/// A colour: the name of its custom property, and its value in light and in dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The custom property, without `--`.
    pub name: &'static str,
    /// Its value in light and in print: `#rrggbb`.
    pub light: &'static str,
    /// Its value in the dark: `#rrggbb`.
    pub dark: &'static str,
}

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
    Colour { name, light, dark }
}

/// Every colour of pages' ground and of boards.
pub const COLOURS: [Colour; 24] = [
    colour("paper", "#fbfaf7", "#15171a"),
    colour("ink", "#1d1d1b", "#e8e6e1"),
    colour("ink-soft", "#5f5b53", "#a7a5a0"),
    colour("line", "#d9d5cc", "#33373d"),
    colour("accent", "#8a5a00", "#e0a63a"),
    colour("seat-first", "#0b5fa5", "#3d8fd6"),
    colour("seat-second", "#b8400f", "#dd6a35"),
    colour("seat-none", "#6a655a", "#8b8780"),
    colour("piece", "#ffffff", "#ffffff"),
    colour("square", "#f8f5ee", "#1a1d21"),
    colour("square-dark", "#efeadf", "#212529"),
    colour("grid", "#d9d5cc", "#33373d"),
    colour("frame", "#1d1d1b", "#8d8b86"),
    colour("stone", "#d3ccbd", "#4a4e54"),
    colour("mortar", "#6f695c", "#9a9b9c"),
    colour("water", "#dde8ec", "#15252d"),
    colour("water-ink", "#8aa9b6", "#3c6173"),
    colour("sand", "#f5ecd6", "#27241d"),
    colour("sand-ink", "#b79b62", "#7d6b45"),
    colour("ground-first", "#9dbad3", "#2d4a66"),
    colour("ground-second", "#dcb3a0", "#6b4030"),
    colour("portal", "#7d776a", "#8d8b86"),
    colour("happened", "#8a5a00", "#e0a63a"),
    colour("glow", "#e3a52c", "#e0a63a"),
];

/// A colour as red, green and blue.
pub(super) fn rgb(name: &str, dark: bool) -> [u8; 3] {
    let part = |at: usize| u8::from_str_radix(value(name, dark).get(at..at + 2)?, 16).ok();
    [1, 3, 5].map(|at| part(at).unwrap_or_default())
}

/// A colour's value: `#rrggbb`.
pub(super) fn value(name: &str, dark: bool) -> &'static str {
    let found = COLOURS.iter().find(|colour| colour.name == name);
    found.map_or("#ff00ff", |colour| if dark { colour.dark } else { colour.light })
}

/// The rules for everything in a board; `@name` stands for a colour.
const RULES: &str = "\
.board,.icon{font-family:Inter,system-ui,sans-serif}
.p0{color:@seat-first}
.p1{color:@seat-second}
.p2{color:@seat-none}
.d-f{fill:currentColor;stroke:@square;stroke-width:1}
.d-c{fill:currentColor;stroke:@square;stroke-width:.6}
.d-cl{fill:none;stroke:currentColor;stroke-linecap:round}
.d-w{fill:@piece}
.d-wl{fill:none;stroke:@piece;stroke-linecap:round;stroke-linejoin:round}
.d-k{fill:currentColor}
.d-kl{fill:none;stroke:currentColor}
.d-st{fill:@stone;stroke:@mortar;stroke-width:.7}
.d-mo{fill:none;stroke:@mortar;stroke-width:.7}
.d-in{fill:@ink}
.d-il{fill:none;stroke:@ink;stroke-linecap:round;stroke-linejoin:round}
.d-pl{fill:@paper;stroke:@ink;stroke-width:.6}
.d-pf{fill:@paper}
.d-pk{fill:none;stroke:@paper;stroke-linecap:round}
.d-mi{fill:@ink;stroke:@square;stroke-width:1.2}
.d-sl{fill:@square}
.d-sd{fill:@square-dark}
.d-gr{fill:none;stroke:@grid;stroke-width:.6}
.d-fr{fill:none;stroke:@frame;stroke-width:1}
.d-co{fill:@ink-soft;text-anchor:middle}
.d-n{fill:@piece;font-size:7px;font-weight:700;text-anchor:middle}
.p2 .d-n{fill:@ink}
.d-l{fill:@piece;font-size:13px;font-weight:700;text-anchor:middle}
.d-t{fill:@piece;font-size:4.8px;font-weight:700;text-anchor:middle}
.d-water{fill:@water}
.d-sand{fill:@sand}
.d-wa{fill:none;stroke:@water-ink;stroke-width:.9;stroke-linecap:round}
.d-sa{fill:none;stroke:@sand-ink;stroke-width:1.1;stroke-linecap:round}
.d-gf{fill:@ground-first}
.d-gs{fill:@ground-second}
.d-be{fill:none;stroke:@grid;stroke-width:.6}
.d-po{fill:none;stroke:@portal;stroke-width:1.1}
.d-zf{fill:none;stroke:@seat-first;stroke-width:.7;stroke-opacity:.5}
.d-zs{fill:none;stroke:@seat-second;stroke-width:.7;stroke-opacity:.5}
.d-zn{fill:none;stroke:@ink-soft;stroke-width:.5;stroke-opacity:.25}
.d-ze{fill:none;stroke:currentColor;stroke-width:1.3;stroke-linecap:square}
.d-g0{stop-color:@glow;stop-opacity:.5}
.d-g1{stop-color:@glow;stop-opacity:0}
.d-ml{fill:none;stroke:@happened}
.d-mn{fill:@happened;fill-opacity:.25}
.d-mv{fill:@happened;stroke:@square;stroke-width:.5;stroke-linejoin:round}
.d-ms{fill:none;stroke:@happened;stroke-width:1.8;stroke-dasharray:4 2.6}
.d-mb{fill:none;stroke:@happened;stroke-width:1.2;stroke-dasharray:1.4 1.8}
.d-mh{fill:none;stroke:@square;stroke-width:5;stroke-linecap:round}
.d-mx{fill:none;stroke:@ink;stroke-width:2.2;stroke-linecap:round}
.d-ar{fill:currentColor;stroke:@square;stroke-width:.4;stroke-linejoin:round}
.d-m{pointer-events:none}
";

/// The rules for what is drawn beside a board, on pages only.
const PAGE_RULES: &str = "\
.chart,.events,.qr{font-family:Inter,system-ui,sans-serif}
.d-b0{fill:@seat-first;stroke:@seat-first;stroke-width:1}
.d-b1{fill:@paper;stroke:@seat-second;stroke-width:1.2}
.d-bx{fill:none;stroke:@line;stroke-width:1}
.d-bm{fill:none;stroke:@ink-soft;stroke-width:1}
.d-bt{fill:@ink-soft;font-size:11px}
.d-br{text-anchor:end}
.d-bn{fill:@accent;stroke:none}
.d-ec{fill:none;stroke:@ink;stroke-width:2}
.d-es{fill:none;stroke:@happened;stroke-width:5;stroke-linecap:round}
.d-ew{fill:none;stroke:@mortar;stroke-width:4;stroke-linecap:square}
.d-el{fill:none;stroke:@ink-soft;stroke-width:2}
.d-qb{fill:#ffffff}
.d-qf{fill:#000000}
";

/// The style sheet of pages with boards: custom properties in light and dark, then the rules.
///
/// `data-theme="light"` or `"dark"` on the root overrides what the reader's system asks for.
#[must_use]
pub fn board_css() -> String {
    let mut out = String::from(
        "/* Written by gamekeep::picture::palette::board_css; a test compares. Do not edit. */\n",
    );
    write_themes(&mut out);
    out.push_str(".defs{position:absolute;width:0;height:0}\n");
    let variable = |name: &str, out: &mut String| {
        let _ = write!(out, "var(--{name})");
    };
    write_rules(RULES, &mut out, variable);
    write_rules(PAGE_RULES, &mut out, variable);
    out
}

fn write_themes(out: &mut String) {
    let _ = write!(out, ":root,:root[data-theme=light]{{");
    for c in &COLOURS {
        let _ = write!(out, "--{}:{};", c.name, c.light);
    }
    out.push_str("color-scheme:light}\n");
    let dark = |out: &mut String| {
        for c in &COLOURS {
            let _ = write!(out, "--{}:{};", c.name, c.dark);
        }
        out.push_str("color-scheme:dark}");
    };
    out.push_str("@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){");
    dark(out);
    out.push_str("}\n@media screen{:root[data-theme=dark]{");
    dark(out);
    out.push_str("}\n");
}

/// The style of a file that stands alone in the light or in the dark: colours written in.
pub(super) fn write_fixed(dark: bool, out: &mut String) {
    write_rules(RULES, out, |name, out| {
        out.push_str(value(name, dark));
    });
}

/// The style of a file that stands alone and follows the reader's system.
pub(super) fn write_following(out: &mut String) {
    write_themes(out);
    write_rules(RULES, out, |name, out| {
        let _ = write!(out, "var(--{name})");
    });
}

fn write_rules(rules: &str, out: &mut String, colour: impl Fn(&str, &mut String)) {
    let mut rest = rules;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.find([';', '}']).unwrap_or(rest.len());
        colour(&rest[..end], out);
        rest = &rest[end..];
    }
    out.push_str(rest);
}
