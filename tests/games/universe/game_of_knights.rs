//! A Game of Knights: everything that could be an action in some state.

/// Every plan and every completion, by both seats and the arbiter.
pub(crate) fn universe(_position: &str, _options: &[(String, String)]) -> Vec<String> {
    let halves = ["D", "L", "P", "N", "E", "S", "W"];
    let squares = (1..=10).flat_map(|rank| ('a'..='j').map(move |file| format!("{file}{rank}:")));
    let beginnings = squares.chain([">".to_owned()]);
    let actions: Vec<String> =
        beginnings.flat_map(|begin| halves.map(|half| format!("{begin}{half}"))).collect();
    ["S", "N", "*"]
        .into_iter()
        .flat_map(|letter| actions.iter().map(move |action| format!("{letter} {action}")))
        .collect()
}
