//! The drawings themselves, as SVG text. Everything here was drawn for this project.

use crate::rules::scene::Symbol;

/// What every board uses: shapes, plates, badges, marks, patterns.
pub(super) const SHARED: &str = concat!(
    // The seats' shapes, and nobody's.
    r#"<g id="f0"><circle class="d-f" cx="12" cy="12" r="10.5"/></g>"#,
    r#"<g id="f1"><rect class="d-f" x="1.9" y="1.9" width="20.2" height="20.2" rx="4.4"/></g>"#,
    r#"<g id="f2"><path class="d-f" d="M7.8 1.8h8.4l6 6v8.4l-6 6H7.8l-6-6V7.8z"/></g>"#,
    // Plates: the same, small, in the corner. Hearts: within a flame, a missile, a target.
    r#"<g id="q0"><circle class="d-f" cx="19.2" cy="19.2" r="4.4"/></g>"#,
    r#"<g id="q1"><rect class="d-f" x="15" y="15" width="8.4" height="8.4" rx="1.6"/></g>"#,
    r#"<g id="q2"><rect class="d-pl" x="15.2" y="15.2" width="8" height="8" rx="4"/></g>"#,
    r#"<g id="h0"><circle class="d-w" cx="12" cy="16" r="2.9"/></g>"#,
    r#"<g id="h1"><rect class="d-w" x="9.4" y="13.4" width="5.2" height="5.2" rx=".8"/></g>"#,
    r#"<g id="h2"><rect class="d-pf" x="9.3" y="7.1" width="5.4" height="5.4" rx=".8"/></g>"#,
    r#"<g id="c0"><circle class="d-k" cx="12" cy="12" r="3"/></g>"#,
    r#"<g id="c1"><rect class="d-k" x="9.3" y="9.3" width="5.4" height="5.4" rx=".8"/></g>"#,
    // Badges: ink on paper, in the upper corner.
    r#"<g id="b-spent"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-il" d="M18 2.8v3.6M20.8 2.8v3.6" stroke-width="1.4"/></g>"#,
    r#"<g id="b-damaged"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-il" d="M20.3 1.5l-2.3 2.7 2.9.8-2.3 2.8" stroke-width="1.3"/></g>"#,
    r#"<g id="b-silenced"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-il" d="M17.5 2.7l3.8 3.8M21.3 2.7l-3.8 3.8" stroke-width="1.4"/></g>"#,
    r#"<g id="b-cut-off"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-il" d="M16.6 4.6h1.7M20.5 4.6h1.7M20.5 2.2l-2.2 4.8" stroke-width="1.2"/>"#,
    r#"</g>"#,
    r#"<g id="b-hidden"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-in" d="M16.3 4.6q3.1-3.8 6.2 0-3.1 3.8-6.2 0z"/>"#,
    r#"<circle class="d-pf" cx="19.4" cy="4.6" r="1"/></g>"#,
    r#"<g id="b-chosen"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-in" d="M19.4 1.5l.9 2.1 2.2.2-1.7 1.5.5 2.2-1.9-1.2-1.9 1.2.5-2.2-1.7-1.5 "#,
    r#"2.2-.2z"/></g>"#,
    r#"<g id="b-sealed"><circle class="d-pl" cx="19.4" cy="4.6" r="4.3"/>"#,
    r#"<path class="d-in" d="M17.2 4.2h4.4v3h-4.4z"/><path class="d-il" d="M18.1 4.2V3.3a1.3 "#,
    r#"1.3 0 0 1 2.6 0v.9" stroke-width=".9"/></g>"#,
    r##"<g id="b-chosen-sealed"><use href="#b-sealed"/><use href="#b-chosen" x="-8.4"/></g>"##,
    // What just happened.
    r#"<radialGradient id="g-glow"><stop class="d-g0" offset="0"/>"#,
    r#"<stop class="d-g0" offset=".6"/><stop class="d-g1" offset="1"/></radialGradient>"#,
    r#"<g id="m-glow"><circle fill="url(#g-glow)" cx="12" cy="12" r="16"/></g>"#,
    r#"<g id="m-from"><circle class="d-ml" cx="12" cy="12" r="7" stroke-width="1.6"/></g>"#,
    r#"<g id="m-noted"><rect class="d-mn" width="24" height="24"/></g>"#,
    r#"<g id="m-gone"><path class="d-mh" d="M6 6l12 12M18 6L6 18"/>"#,
    r#"<path class="d-mx" d="M6 6l12 12M18 6L6 18"/></g>"#,
    r#"<g id="m-taken"><circle class="d-pl" cx="4.8" cy="4.8" r="4.3"/>"#,
    r#"<path class="d-mx" d="M2.8 2.8l4 4M6.8 2.8l-4 4" stroke-width="1.6"/></g>"#,
    r#"<g id="m-stay"><circle class="d-ml" cx="12" cy="12" r="11.4" stroke-width="1.2" "#,
    r#"stroke-dasharray="2.4 2"/></g>"#,
    r#"<g id="m-hit"><circle class="d-ml" cx="12" cy="12" r="11.2" stroke-width="1.6"/></g>"#,
    r#"<g id="m-aim"><circle class="d-ml" cx="12" cy="12" r="3.5" stroke-width="1.2"/></g>"#,
    // A place where something comes in.
    r#"<g id="g-portal"><path class="d-po" d="M2.5 7V2.5H7M17 2.5h4.5V7M21.5 17v4.5H17M7 "#,
    r#"21.5H2.5V17"/><path class="d-po" d="M7.5 18v-6.5a4.5 4.5 0 0 1 9 0V18z"/></g>"#,
    // Squares, ground and tints.
    r#"<pattern id="p-even" width="48" height="48" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-sd" d="M0 0h24v24H0zM24 24h24v24H24z"/></pattern>"#,
    r#"<pattern id="p-odd" width="48" height="48" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-sd" d="M24 0h24v24H24zM0 24h24v24H0z"/></pattern>"#,
    r#"<pattern id="p-water" width="24" height="12" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-wa" d="M0 4q3-2.4 6 0t6 0M12 10q3-2.4 6 0t6 0"/></pattern>"#,
    r#"<pattern id="p-sand" width="12" height="12" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-sa" d="M2 2h.01M8 3.5h.01M5 7h.01M11 8h.01M2.5 10.5h.01"/></pattern>"#,
    r#"<pattern id="p-first" width="24" height="24" patternUnits="userSpaceOnUse">"#,
    r#"<circle class="d-gf" cx="12" cy="12" r="1.3"/></pattern>"#,
    r#"<pattern id="p-second" width="24" height="24" patternUnits="userSpaceOnUse">"#,
    r#"<rect class="d-gs" x="10.8" y="10.8" width="2.4" height="2.4"/></pattern>"#,
    r#"<pattern id="p-beside" width="6" height="6" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-be" d="M0 6L6 0"/></pattern>"#,
    r#"<pattern id="p-zone0" width="6" height="6" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-zf" d="M-1 7L7-1M-1 1L1-1M5 7l2-2"/></pattern>"#,
    r#"<pattern id="p-zone1" width="6" height="6" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-zs" d="M-1-1L7 7M5-1l2 2M-1 5l2 2"/></pattern>"#,
    r#"<pattern id="p-zone2" width="6" height="6" patternUnits="userSpaceOnUse">"#,
    r#"<path class="d-zn" d="M0 3h6M3 0v6"/></pattern>"#,
);

/// The drawing of a symbol: its `<g>` with the id that `<use>` names. Empty for letters.
pub(super) const fn drawing(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::King => KING,
        Symbol::Wizard => WIZARD,
        Symbol::Builder => BUILDER,
        Symbol::Cannon => CANNON,
        Symbol::Archer => ARCHER,
        Symbol::Knight => KNIGHT,
        Symbol::Lord => LORD,
        Symbol::Infantry => INFANTRY,
        Symbol::Rider => RIDER,
        Symbol::Tower => TOWER,
        Symbol::Trebuchet => TREBUCHET,
        Symbol::Ram => RAM,
        Symbol::Hidden => HIDDEN,
        Symbol::Wall => WALL,
        Symbol::Fire => FIRE,
        Symbol::Rubble => RUBBLE,
        Symbol::Castle => CASTLE,
        Symbol::Gun => GUN,
        Symbol::Missile => MISSILE,
        Symbol::Shell => SHELL,
        Symbol::Target => TARGET,
        Symbol::Letter(_) => "",
    }
}

const KING: &str = concat!(
    r#"<g id="s-king"><path class="d-w" d="M6.2 15.8L4.9 8.3l4 2.7L12 5.6l3.1 5.4 4-2.7-1.3 "#,
    r#"7.5zM6.2 17h11.6v2H6.2z"/><circle class="d-w" cx="4.9" cy="7.6" r="1.2"/>"#,
    r#"<circle class="d-w" cx="12" cy="4.9" r="1.4"/><circle class="d-w" cx="19.1" cy="7.6" "#,
    r#"r="1.2"/></g>"#,
);

const WIZARD: &str = concat!(
    r#"<g id="s-wizard"><path class="d-w" d="M14.9 3.5L9.6 8.1 7.7 14.6q4.3 1.5 8.6 0l-1-4.7 "#,
    r#"2.1-2z"/><path class="d-w" d="M4.4 17.1q.9-1.5 2.5-1.9 5.1 2 10.2 0 1.6.4 2.5 1.9-7.6 "#,
    r#"4.6-15.2 0z"/></g>"#,
);

const BUILDER: &str = concat!(
    r#"<g id="s-builder"><g transform="rotate(38 12 12)">"#,
    r#"<path class="d-w" d="M5.8 5.2h8.7q3.2 0 4.4 3.9-1.9-1-4-1v2.7H5.8zM10.4 11.8h3.3l.4 "#,
    r#"8.2h-4.1z"/></g></g>"#,
);

const CANNON: &str = concat!(
    r#"<g id="s-cannon"><path class="d-w" d="M4 11.6L15.6 5.3l-.4-.9 1.7-.9 2.7 "#,
    r#"5-1.7.9-.5-.8-10 5.9q-2.4.5-3.7-1.2-.9-1 .3-1.7z"/>"#,
    r#"<circle class="d-w" cx="9.7" cy="15.4" r="4.3"/><circle class="d-kl" cx="9.7" cy="15.4" "#,
    r#"r="4.6" stroke-width=".9"/><path class="d-kl" d="M9.7 12.4v6M6.7 15.4h6" "#,
    r#"stroke-width="1.1"/></g>"#,
);

const ARCHER: &str = concat!(
    r#"<g id="s-archer"><path class="d-wl" d="M8.6 4.6q8.6 2 8.6 7.4t-8.6 7.4" "#,
    r#"stroke-width="2.3"/><path class="d-wl" d="M8.6 4.8v14.4" stroke-width="1.1"/>"#,
    r#"<path class="d-wl" d="M4.2 12h13" stroke-width="1.8"/>"#,
    r#"<path class="d-w" d="M21.3 12l-4.6-2.8v5.6z"/></g>"#,
);

const KNIGHT: &str = concat!(
    r#"<g id="s-knight"><path class="d-w" d="M8 19.2h10.2q.9-5.4-.8-9.1-1.4-3-4.6-4.2L11.9 "#,
    r#"4l-1.3 2q-2.5 1.2-3.5 3.9l-2.5 3.4q-.3 1.5 1.2 2.3 1.5.3 2.4-.9l3-.9q.2 2.4-1.9 "#,
    r#"3.4-1.1.7-1.3 2z"/><circle class="d-k" cx="10.6" cy="9.4" r="1"/></g>"#,
);

const LORD: &str = concat!(
    r#"<g id="s-lord"><path class="d-w" d="M11.2 3.2h1.6v1.6h6v1.7H5.2V4.8h6z"/>"#,
    r#"<path class="d-w" d="M6.8 7.3h10.4v12L12 16.2l-5.2 3.1z"/>"#,
    r#"<path class="d-k" d="M9 9.2h1.4v1.2h.9V9.2h1.4v1.2h.9V9.2H15v2.7h-.8v2.3H9.8v-2.3H9z"/>"#,
    r#"</g>"#,
);

const INFANTRY: &str = concat!(
    r#"<g id="s-infantry"><path class="d-w" d="M5.6 13.8q-.2-8.6 5.4-8.6t5.4 "#,
    r#"8.6v4.5h-3.3v-5H8.9v5H5.6z"/><path class="d-kl" d="M5.4 11.3h11.2" stroke-width="1.3"/>"#,
    r#"<path class="d-wl" d="M18.6 18.2V9" stroke-width="1.6"/>"#,
    r#"<path class="d-w" d="M18.6 4.7l1.5 3.5-1.5 2-1.5-2z"/></g>"#,
);

const RIDER: &str = concat!(
    r#"<g id="s-rider"><g transform="translate(.9 1.2)scale(.92)">"#,
    r#"<path class="d-w" d="M8.8 13.2Q7.9 10.9 7.3 8.8L5 10.2 3.1 9.4 3 8.3 6 4.8 7.7 3.8 7.9 "#,
    r#"2.6 8.9 3.9Q11.9 5.1 13.1 9 15 9.6 17.2 8.9 19.5 8.8 19.9 11 20 12.3 18.9 13.6 16 12.7 "#,
    r#"13.8 13.8 11 14.7 8.8 13.2z"/><path class="d-wl" d="M9.8 13L6 13.9 3.9 16.2M11 13.5L8.9 "#,
    r#"16.3 10.5 18.5M16.8 12.3L16.6 15.7 14.3 18.4M18.6 12.3L19.6 15 18.8 17.7" "#,
    r#"stroke-width="1.8"/><path class="d-wl" d="M19.2 10Q21.2 9.7 21.2 12.4" "#,
    r#"stroke-width="1.7"/></g></g>"#,
);

const TOWER: &str = concat!(
    r#"<g id="s-tower"><path class="d-w" d="M6.7 "#,
    r#"4.6h2.5v1.7h1.5V4.6h2.6v1.7h1.5V4.6h2.5v4.8h-.9l1.3 7.8H6.3l1.3-7.8h-.9z"/>"#,
    r#"<circle class="d-w" cx="8.4" cy="18.4" r="2"/><circle class="d-w" cx="15.6" cy="18.4" "#,
    r#"r="2"/><path class="d-kl" d="M7.2 9.6h9.6M6.7 13.2h10.6" stroke-width="1"/>"#,
    r#"<path class="d-k" d="M11 10.2h2v2.3h-2z"/></g>"#,
);

const TREBUCHET: &str = concat!(
    r#"<g id="s-trebuchet"><path class="d-wl" d="M12 9.3L7.4 18.5M12 9.3l4.6 9.2M9.4 15h5.2" "#,
    r#"stroke-width="1.7"/><path class="d-wl" d="M5 18.6h14" stroke-width="1.9"/>"#,
    r#"<path class="d-wl" d="M6.1 12.3L18 5.3" stroke-width="2.1"/>"#,
    r#"<path class="d-w" d="M3.7 11.2l3.6-2 2.3 4.1-3.6 2z"/>"#,
    r#"<path class="d-wl" d="M18 5.3l1.3 5.2" stroke-width="1"/>"#,
    r#"<circle class="d-w" cx="19.3" cy="11.5" r="1.7"/></g>"#,
);

const RAM: &str = concat!(
    r#"<g id="s-ram"><path class="d-w" d="M5.4 9.2L12.6 4.4l7 4.8v1.5H5.4z"/>"#,
    r#"<path class="d-wl" d="M8.5 10.5v6.5M16.9 10.5v6.5" stroke-width="1.5"/>"#,
    r#"<path class="d-w" d="M6 12.3h14.3v2.9H6l-.4.9H3.7l-1.1-1.4v-1.9l1.1-1.4h1.9z"/>"#,
    r#"<path class="d-kl" d="M6.2 11v5.3" stroke-width=".9"/>"#,
    r#"<circle class="d-w" cx="8.5" cy="18" r="2"/><circle class="d-w" cx="16.9" cy="18" r="2"/>"#,
    r#"</g>"#,
);

const HIDDEN: &str = concat!(
    r#"<g id="s-hidden"><path class="d-w" d="M12 3.7q-4.9 1.2-5.2 7.2 0 1.5.6 2.7-2.4 1.5-2.7 "#,
    r#"5.3q7.3 2 14.6 0-.3-3.8-2.7-5.3.6-1.2.6-2.7-.3-6-5.2-7.2z"/>"#,
    r#"<path class="d-k" d="M12 6.8q-2.7.8-2.7 4 .2 2.6 2.7 3.8 2.5-1.2 2.7-3.8 0-3.2-2.7-4z"/>"#,
    r#"</g>"#,
);

const WALL: &str = concat!(
    r#"<g id="s-wall"><rect class="d-st" x=".5" y=".5" width="23" height="23" rx=".8"/>"#,
    r#"<path class="d-mo" d="M.5 8.2h23M.5 15.8h23M9 .5v7.7M17.5.5v7.7M5 8.2v7.6M13.5 "#,
    r#"8.2v7.6M20 8.2v7.6M8.5 15.8v7.7M16 15.8v7.7"/></g>"#,
    r#"<g id="s-wall1"><path class="d-st" d="M.5 17.8h23v5.7H.5z"/>"#,
    r#"<path class="d-mo" d="M8.5 17.8v5.7M16 17.8v5.7"/></g>"#,
    r#"<g id="s-wall2"><path class="d-st" d="M.5 12h23v11.5H.5z"/>"#,
    r#"<path class="d-mo" d="M.5 17.8h23M8.5 17.8v5.7M16 17.8v5.7M5 12v5.8M13 12v5.8M20 "#,
    r#"12v5.8"/></g>"#,
    r#"<g id="s-wall3"><path class="d-st" d="M.5 6.2h23v17.3H.5z"/>"#,
    r#"<path class="d-mo" d="M.5 12h23M.5 17.8h23M8.5 17.8v5.7M16 17.8v5.7M5 12v5.8M13 "#,
    r#"12v5.8M20 12v5.8M9 6.2V12M17 6.2V12"/></g>"#,
    r#"<g id="s-wall4"><path class="d-st" d="M.5.5h23v23H.5z"/>"#,
    r#"<path class="d-mo" d="M.5 6.2h23M.5 12h23M.5 17.8h23M8.5 17.8v5.7M16 17.8v5.7M5 "#,
    r#"12v5.8M13 12v5.8M20 12v5.8M9 6.2V12M17 6.2V12M5.5.5v5.7M12.5.5v5.7M19.5.5v5.7"/></g>"#,
);

const FIRE: &str = concat!(
    r#"<g id="s-fire"><path class="d-c" d="M12.9 1q.2 3.5 3.4 6.6 3.7 3.5 3.7 8 0 3.6-2.4 "#,
    r#"5.7-2.2 1.9-5.6 1.9t-5.6-1.9Q4 19.2 4 15.5q0-4.2 3.3-7.7.1 2.6 1.9 3.7Q9.3 4.9 12.9 1z"/>"#,
    r#"</g>"#,
);

const RUBBLE: &str = concat!(
    r#"<g id="s-rubble"><path class="d-st" d="M1.8 21.6l1.4-6 5.2-.9 2.9 4-1 3.4z"/>"#,
    r#"<path class="d-st" d="M12.3 22.2l.7-5.4 4.6-2.3 5.1 3.1-.5 4.7z"/>"#,
    r#"<path class="d-st" d="M8 13.4l1.9-5.2 5.6-.6 2.1 4.4-4.4 2.9z"/>"#,
    r#"<path class="d-st" d="M2.2 11.5l1.2-3.7 3.1.2.5 3.4-2.9 1.3z"/>"#,
    r#"<path class="d-st" d="M17.8 10.7l.8-3.4 3.4.9-.4 3.5z"/></g>"#,
);

const CASTLE: &str = concat!(
    r#"<g id="s-castle"><path class="d-st" d="M1.5 "#,
    r#"22.7V10.5h2.3v1.9h1.8v-1.9h2.3V6.8h2.2v1.8h1.1V6.8h1.6v1.8h1.1V6.8h2.2v3.7h2.3v1.9h1.8"#,
    r#"v-1.9h2.3v12.2z"/><path class="d-mo" d="M7.9 10.5v12.2M16.1 10.5v12.2M1.5 17.2h6.4M16.1 "#,
    r#"17.2h6.4M7.9 12.6h8.2"/><path class="d-il" d="M12 6.8V1.2" stroke-width=".7"/>"#,
    r#"<path class="d-c" d="M12.3 1.2h5.7l-1.4 1.9 1.4 1.9h-5.7z"/></g>"#,
);

const GUN: &str = concat!(
    r#"<g id="s-gun"><path class="d-w" d="M10 3.5h4v2h-.5l1 11.5q0 2.2-2.5 2.2T9.5 "#,
    r#"17l1-11.5H10z"/><path class="d-w" d="M5.5 8.8h2.3v7.4H5.5zM16.2 8.8h2.3v7.4h-2.3z"/>"#,
    r#"<path class="d-w" d="M7 11.7h10v1.6H7z"/><path class="d-kl" d="M10.2 8h3.6M9.9 14.8h4.2" "#,
    r#"stroke-width=".7"/></g>"#,
);

const MISSILE: &str = concat!(
    r#"<g id="s-missile"><path class="d-mi" d="M12 .8q4.9 4 4.9 10.2v4l4 4.4v3.8l-6-2.4H9.1l-6 "#,
    r#"2.4v-3.8l4-4.4v-4Q7.1 4.8 12 .8z"/><circle class="d-pf" cx="12" cy="9.8" r="2.3"/>"#,
    r#"<path class="d-pk" d="M8.6 16.2h6.8" stroke-width="1.4"/></g>"#,
);

const SHELL: &str = concat!(
    r#"<g id="s-shell"><circle class="d-w" cx="11" cy="13.5" r="5.5"/>"#,
    r#"<path class="d-wl" d="M15 9.5q1.5-3.5 4-3" stroke-width="1.8"/></g>"#,
);

const TARGET: &str = concat!(
    r#"<g id="s-target"><circle class="d-cl" cx="12" cy="12" r="7.5" stroke-width="1.7"/>"#,
    r#"<path class="d-cl" d="M12 1.5v6.5M12 16v6.5M1.5 12H8M16 12h6.5" stroke-width="1.7"/></g>"#,
);
