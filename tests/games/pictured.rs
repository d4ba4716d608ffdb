//! What must hold for every drawing and every list of effects.

use gamekeep::rules::any::{Play, View};
use gamekeep::rules::effect::{Effect, Thing};
use gamekeep::rules::grid::Square;
use gamekeep::rules::scene::{Aim, Item, Scene, Stand, TrayThing};

fn is_drawn(scene: &Scene, square: Square) -> bool {
    let [south, north] = scene.apron.map(|rows| i8::try_from(rows).expect("0 or 1"));
    (0..scene.size.files).contains(&square.file)
        && (-south..scene.size.ranks + north).contains(&square.rank)
}

fn check_square(scene: &Scene, square: Square, what: &str) {
    assert!(is_drawn(scene, square), "{what} at {square}, beside the board");
}

/// A drawing shows only what is on the board or in the apron, and names all of it.
pub(super) fn check_scene(scene: &Scene) {
    assert!(scene.size.files > 0 && scene.size.ranks > 0, "no board");
    assert!(scene.apron.iter().all(|rows| *rows <= 1), "an apron of more than one row");
    for region in &scene.terrain {
        check_name(region.name);
        region.squares.iter().for_each(|square| check_square(scene, *square, region.name));
    }
    for zone in &scene.zones {
        check_name(zone.name);
        zone.squares.iter().for_each(|square| check_square(scene, *square, zone.name));
    }
    for (n, item) in scene.items.iter().enumerate() {
        check_item(scene, n, item);
    }
    for arrow in &scene.arrows {
        check_square(scene, arrow.from, "an arrow");
        if let Aim::At(square) = arrow.aim {
            check_square(scene, square, "an arrow's end");
        }
        assert!(arrow.label.chars().count() <= 16, "a long label: {}", arrow.label);
    }
    for (n, counter) in scene.counters.iter().enumerate() {
        check_name(counter.name);
        let lower = !counter.name.starts_with(char::is_uppercase);
        assert!(lower, "a counter's name is lower case: {}", counter.name);
        assert!(!counter.value.is_empty(), "no value: {}", counter.name);
        let same = |other: &gamekeep::rules::scene::Counter| {
            (other.seat, other.name) == (counter.seat, counter.name)
        };
        assert!(!scene.counters[..n].iter().any(same), "counted twice: {}", counter.name);
    }
    for tray in &scene.trays {
        check_name(tray.name);
        for thing in &tray.things {
            match thing {
                TrayThing::Pieces { name, count, .. } => {
                    check_name(name);
                    assert!(*count > 0, "none in the tray: {name}");
                }
                TrayThing::Shape { name, cells } => {
                    check_name(name);
                    assert!(cells.iter().all(|(x, y)| *x >= 0 && *y >= 0), "cells of {name}");
                }
            }
        }
    }
}

fn check_item(scene: &Scene, n: usize, item: &Item) {
    check_name(item.name);
    assert!([1, 2].contains(&item.span), "{} spans {}", item.name, item.span);
    let span = i8::try_from(item.span).expect("small");
    for (file, rank) in (0..span).flat_map(|file| (0..span).map(move |rank| (file, rank))) {
        let square = Square::new(item.at.file + file, item.at.rank + rank);
        check_square(scene, square, item.name);
    }
    if item.stand != Stand::Ground {
        let below = scene.items[..n].iter().any(|other| other.at == item.at);
        assert!(below, "{} on {} stands on nothing", item.name, item.at);
    }
}

#[track_caller]
fn check_name(name: &str) {
    assert!(!name.is_empty() && name.trim() == name, "no name: {name:?}");
}

/// Effects happen where the drawing of the state before them can show them.
pub(super) fn check_effects(before: &dyn Play, effects: &[Effect]) {
    let scene = before.scene(View::Told);
    let check = |thing: &Thing, squares: &[Square]| {
        check_name(thing.name);
        squares.iter().for_each(|square| check_square(&scene, *square, thing.name));
    };
    for effect in effects {
        match effect {
            Effect::Appear { thing, at }
            | Effect::Vanish { thing, at, .. }
            | Effect::Hurt { thing, at, .. }
            | Effect::Stay { thing, at } => check(thing, &[*at]),
            Effect::Move { thing, from, to } => check(thing, &[*from, *to]),
            Effect::Become { from, to, at } => {
                check(from, &[*at]);
                check(to, &[*at]);
            }
            Effect::Wall { thing, at, from, to } => {
                check(thing, &[*at]);
                assert_ne!(from, to, "a wall that neither grew nor shrank");
            }
            Effect::Shot { thing, from, aim, hit } => check(thing, &[*from, *aim, *hit]),
            Effect::Reach { thing, from, at } => check(thing, &[*from, *at]),
            Effect::Gain { what, .. } | Effect::Begin { what, .. } => check_name(what),
        }
    }
}
