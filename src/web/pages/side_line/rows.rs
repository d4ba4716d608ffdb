//! A tree of side lines as rows of links: a row goes on as long as nothing branches off.

use super::href;
use crate::record::tree::{Stem, Tree};

/// Rows deeper than this are drawn no further in.
const DEEPEST: usize = 6;

/// A stretch of a side line without branches.
pub(in crate::web::pages) struct Row {
    /// Where it leaves the match, for the first row at a ply.
    pub(in crate::web::pages) leaves: Option<(usize, String)>,
    /// How many branches it is away from the match.
    pub(in crate::web::pages) level: usize,
    /// The number of its first action.
    pub(in crate::web::pages) number: usize,
    pub(in crate::web::pages) items: Vec<Item>,
}

/// An action of a side line.
pub(in crate::web::pages) struct Item {
    pub(in crate::web::pages) href: String,
    pub(in crate::web::pages) text: String,
    pub(in crate::web::pages) is_current: bool,
    pub(in crate::web::pages) remarks: Vec<(String, String)>,
}

/// The rows of a tree, up to so many nodes.
pub(in crate::web::pages) fn rows(
    tree: &Tree,
    link: &str,
    current: Option<usize>,
    most: usize,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut left = most;
    for ply in tree.plies() {
        let mut leaves = Some((ply, format!("/m/{link}/{ply}")));
        let mut waiting: Vec<(usize, usize)> =
            tree.children(Stem::Match(ply)).iter().rev().map(|node| (*node, 0)).collect();
        while let Some((first, level)) = waiting.pop() {
            let (mut node, mut items) = (first, Vec::new());
            loop {
                if left == 0 {
                    break;
                }
                left -= 1;
                items.extend(item(tree, link, node, current));
                match tree.children(Stem::Node(node)) {
                    [only] => node = *only,
                    branches => {
                        let next = branches.iter().enumerate().rev();
                        waiting.extend(next.map(|(n, node)| (*node, level + usize::from(n > 0))));
                        break;
                    }
                }
            }
            if items.is_empty() {
                return rows;
            }
            let number = tree.node(first).map_or(0, |node| node.ply + node.depth);
            let level = level.min(DEEPEST);
            rows.push(Row { leaves: leaves.take(), level, number, items });
        }
    }
    rows
}

fn item(tree: &Tree, link: &str, node: usize, current: Option<usize>) -> Option<Item> {
    let found = tree.node(node)?;
    Some(Item {
        href: node_href(tree, link, node),
        text: shown(&found.step),
        is_current: current == Some(node),
        remarks: found.remarks.clone(),
    })
}

/// The address of a node.
pub(super) fn node_href(tree: &Tree, link: &str, node: usize) -> String {
    let ply = tree.node(node).map_or(0, |node| node.ply);
    href(link, ply, tree.line(node))
}

/// An action without its time.
pub(super) fn shown(step: &str) -> String {
    step.split(" @").next().unwrap_or(step).to_owned()
}
