//! The side lines of a match as a tree: what the notes with a line come to.
//!
//! No function here calls itself: lines may be as long as a match.

use std::collections::BTreeMap;

use super::note::Note;

/// Side lines, each leaving the match at a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: BTreeMap<usize, Vec<usize>>,
}

/// An action of a side line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The action as the log writes it, without a number: `B Kc1-b1`.
    pub step: String,
    /// The ply at which its line leaves the match.
    pub ply: usize,
    /// How many actions of the line lead to it, itself included: 1 for the first.
    pub depth: usize,
    /// The node before it in its line, if it is not the first.
    pub parent: Option<usize>,
    /// The nodes after it, the first one first.
    pub children: Vec<usize>,
    /// How high it stands among its siblings.
    pub rise: u32,
    /// What was said about it: who, and what.
    pub remarks: Vec<(String, String)>,
}

/// Where a node hangs: on a ply of the match or on another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stem {
    /// On the match at this ply.
    Match(usize),
    /// On a node.
    Node(usize),
}

impl Tree {
    /// The tree of a match's notes; those without a line are not in it.
    pub fn of<'a>(notes: impl IntoIterator<Item = &'a Note>) -> Self {
        let mut tree = Tree::default();
        let mut notes: Vec<&Note> = notes.into_iter().collect();
        notes.sort_by_key(|note| note.ply);
        for note in notes {
            tree.add(note);
        }
        tree.sort();
        tree
    }

    fn add(&mut self, note: &Note) {
        let mut stem = Stem::Match(note.ply);
        for step in &note.line {
            let found = self.children(stem).iter().find(|node| self.nodes[**node].step == *step);
            let node = found.copied().unwrap_or_else(|| self.grow(stem, step));
            stem = Stem::Node(node);
        }
        if let Stem::Node(node) = stem {
            let node = &mut self.nodes[node];
            node.rise = node.rise.max(note.rise);
            let remark = (note.by.clone(), note.text.clone());
            if !note.text.is_empty() && !node.remarks.contains(&remark) {
                node.remarks.push(remark);
            }
        }
    }

    fn grow(&mut self, stem: Stem, step: &str) -> usize {
        let (ply, depth, parent) = match stem {
            Stem::Match(ply) => (ply, 1, None),
            Stem::Node(node) => (self.nodes[node].ply, self.nodes[node].depth + 1, Some(node)),
        };
        let (step, children, remarks) = (step.to_owned(), Vec::new(), Vec::new());
        let place = self.nodes.len();
        self.nodes.push(Node { step, ply, depth, parent, children, rise: 0, remarks });
        match stem {
            Stem::Match(ply) => self.roots.entry(ply).or_default().push(place),
            Stem::Node(node) => self.nodes[node].children.push(place),
        }
        place
    }

    /// Puts siblings in order: the highest first, equal ones as they came.
    fn sort(&mut self) {
        let rises: Vec<u32> = self.nodes.iter().map(|node| node.rise).collect();
        let highest = |node: &usize| std::cmp::Reverse(rises[*node]);
        for siblings in self.roots.values_mut() {
            siblings.sort_by_key(highest);
        }
        for node in &mut self.nodes {
            node.children.sort_by_key(highest);
        }
    }

    /// Whether there is no side line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node by its number, which [`Tree::children`] and [`Tree::find`] give.
    #[must_use]
    pub fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The plies at which side lines leave the match, in order.
    pub fn plies(&self) -> impl Iterator<Item = usize> {
        self.roots.keys().copied()
    }

    /// The nodes that hang on a ply or a node, the first one first.
    #[must_use]
    pub fn children(&self, stem: Stem) -> &[usize] {
        match stem {
            Stem::Match(ply) => self.roots.get(&ply).map_or(&[], Vec::as_slice),
            Stem::Node(node) => self.nodes.get(node).map_or(&[], |node| node.children.as_slice()),
        }
    }

    /// The node at which a line ends.
    pub fn find<'a>(&self, ply: usize, line: impl IntoIterator<Item = &'a str>) -> Option<usize> {
        let mut stem = Stem::Match(ply);
        for step in line {
            let next = self.children(stem).iter().find(|node| self.nodes[**node].step == step);
            stem = Stem::Node(*next?);
        }
        match stem {
            Stem::Match(_) => None,
            Stem::Node(node) => Some(node),
        }
    }

    /// The nodes from the match to a node, itself included.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<usize> {
        let step = |node: &usize| self.nodes.get(*node).and_then(|node| node.parent);
        let mut path: Vec<usize> = std::iter::successors(Some(node), step).collect();
        path.reverse();
        path
    }

    /// The actions from the match to a node, its own included.
    #[must_use]
    pub fn line(&self, node: usize) -> Vec<String> {
        let path = self.path(node);
        path.iter().filter_map(|node| self.nodes.get(*node)).map(|node| node.step.clone()).collect()
    }

    /// The siblings of a node, itself included, the first one first.
    #[must_use]
    pub fn siblings(&self, node: usize) -> &[usize] {
        let Some(node) = self.nodes.get(node) else { return &[] };
        self.children(node.parent.map_or(Stem::Match(node.ply), Stem::Node))
    }

    /// The nodes below a ply as they are read: a node, what follows it first, then its siblings.
    #[must_use]
    pub fn walk(&self, ply: usize) -> Vec<usize> {
        let mut waiting: Vec<usize> = self.children(Stem::Match(ply)).to_vec();
        waiting.reverse();
        let mut walk = Vec::new();
        while let Some(node) = waiting.pop() {
            walk.push(node);
            waiting.extend(self.children(Stem::Node(node)).iter().rev());
        }
        walk
    }

    /// What raises a node above its siblings: the note's `rise`; `None` if it is the first already.
    #[must_use]
    pub fn promotion(&self, node: usize) -> Option<u32> {
        let siblings = self.siblings(node);
        if siblings.first() == Some(&node) {
            return None;
        }
        let highest = siblings.iter().map(|node| self.nodes[*node].rise).max().unwrap_or(0);
        highest.checked_add(1)
    }
}
