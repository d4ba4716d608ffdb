//! Plausible positions of the five games, built by hand from their rules.

use gamekeep::rules::effect::{Effect, Thing, Why};
use gamekeep::rules::game::Card;
use gamekeep::rules::grid::{Direction, Size, Square, read_any_square};
use gamekeep::rules::scene::{
    Aim, Arrow, Badge, Counter, Ground, Item, Region, Scene, Stand, Symbol, Tray, TrayThing, Zone,
};
use gamekeep::rules::seat::{Seat, SeatCard};
use gamekeep::rules::text::Cursor;

/// A scene, what just happened in it, and the card of its game.
pub(super) struct Sample {
    pub(super) name: &'static str,
    pub(super) card: Card,
    pub(super) scene: Scene,
    pub(super) effects: Vec<Effect>,
}

pub(super) const fn card(id: &'static str, first: &'static str, second: &'static str) -> Card {
    Card {
        id,
        rules: 1,
        name: id,
        summary: "",
        seats: [
            SeatCard { id: "a", letter: 'A', name: first },
            SeatCard { id: "b", letter: 'B', name: second },
        ],
        options: &[],
        timed: false,
        rulebook: "",
        arbiter_words: &[],
        notation: &[],
        samples: &[],
        lessons: &[],
        puzzles: "",
        foreign: &gamekeep::rules::foreign::Foreign::NONE,
    }
}

pub(super) fn at(name: &str) -> Square {
    read_any_square(&mut Cursor::new(name)).expect("a square")
}

fn squares(names: &str) -> Vec<Square> {
    names.split(' ').map(at).collect()
}

const ONE: Option<Seat> = Some(Seat::First);
const TWO: Option<Seat> = Some(Seat::Second);

fn thing(symbol: Symbol, seat: Option<Seat>, name: &'static str) -> Thing {
    Thing { symbol, seat, name }
}

/// Items of one kind on squares.
fn put(
    scene: &mut Scene,
    symbol: Symbol,
    seat: Option<Seat>,
    name: &'static str,
    squares: &str,
    how: (Stand, Option<Badge>),
) {
    for square in squares.split(' ') {
        let mut item = Item::new(symbol, seat, name, at(square));
        (item.stand, item.badge) = how;
        scene.items.push(item);
    }
}

const PLAIN: (Stand, Option<Badge>) = (Stand::Ground, None);

pub(super) fn castle_danger() -> Sample {
    let mut scene = Scene::new(Size::new(7, 9));
    let rank = |rank: i8| (0..7).map(move |file| Square::new(file, rank));
    scene.terrain = vec![
        Region { ground: Ground::Water, name: "river", squares: rank(4).collect() },
        Region { ground: Ground::Sand, name: "sand", squares: rank(3).chain(rank(5)).collect() },
        Region { ground: Ground::Portal, name: "portal", squares: squares("d1 d9") },
    ];
    put(&mut scene, Symbol::King, ONE, "King", "b1", PLAIN);
    put(&mut scene, Symbol::Wizard, ONE, "Wizard", "e1 d2", PLAIN);
    put(&mut scene, Symbol::Builder, ONE, "Builder", "a2", PLAIN);
    put(&mut scene, Symbol::Cannon, ONE, "Cannon", "f3", (Stand::Ground, Some(Badge::Spent)));
    put(&mut scene, Symbol::Hidden, ONE, "hidden piece", "d1", PLAIN);
    put(&mut scene, Symbol::Wall, None, "wall", "a3 b2 c3 e2 e8 c8 b8", PLAIN);
    put(&mut scene, Symbol::King, TWO, "King", "e9", PLAIN);
    put(&mut scene, Symbol::Wizard, TWO, "Wizard", "c9", PLAIN);
    put(
        &mut scene,
        Symbol::Wizard,
        TWO,
        "hidden Wizard",
        "g7",
        (Stand::Ground, Some(Badge::Hidden)),
    );
    put(&mut scene, Symbol::Cannon, TWO, "Cannon", "d7", PLAIN);
    put(&mut scene, Symbol::Builder, TWO, "Builder", "g8", PLAIN);
    put(&mut scene, Symbol::Fire, TWO, "fire", "b3", PLAIN);
    put(&mut scene, Symbol::Fire, ONE, "fire", "f8", PLAIN);
    scene.counters = vec![
        Counter::new(ONE, "moves left", 4),
        Counter::new(ONE, "wizards", 2),
        Counter::new(TWO, "wizards", 1),
        Counter::new(None, "walls", 7),
    ];
    let cannon = thing(Symbol::Cannon, ONE, "Cannon");
    let effects = vec![
        Effect::Shot { thing: cannon, from: at("f3"), aim: at("f8"), hit: at("f8") },
        Effect::Vanish { thing: thing(Symbol::Wall, None, "wall"), at: at("f8"), why: Why::Shot },
        Effect::Appear { thing: thing(Symbol::Fire, ONE, "fire"), at: at("f8") },
        Effect::Gain { seat: Seat::First, what: "moves", by: -5 },
    ];
    Sample { name: "castle-danger", card: card("castle-danger", "Blue", "Red"), scene, effects }
}

pub(super) fn game_of_knights() -> Sample {
    let mut scene = Scene::new(Size::new(10, 10));
    put(&mut scene, Symbol::Wall, None, "wall", "c5 d5 g6 h6", PLAIN);
    put(&mut scene, Symbol::Knight, ONE, "knight", "a1 b2 c4 d1 e4 f1 g1 i3 j1", PLAIN);
    put(&mut scene, Symbol::Knight, TWO, "knight", "a10 b8 c9 d7 f10 g10 h7 i10 j8", PLAIN);
    let plan = |seat, from, aim, label: &'static str, current| Arrow {
        seat,
        from: at(from),
        aim,
        label: label.into(),
        current,
    };
    scene.arrows = vec![
        plan(ONE, "e4", Aim::Open, "1D", true),
        plan(TWO, "d7", Aim::Towards(Direction::S), "2S", false),
        plan(ONE, "c4", Aim::Open, "3L", false),
        plan(TWO, "h7", Aim::Open, "4P", false),
        plan(ONE, "e4", Aim::Towards(Direction::N), "5N", false),
        plan(TWO, "j8", Aim::Towards(Direction::W), "6W", false),
        plan(ONE, "e4", Aim::Open, "17P", false),
        plan(TWO, "b8", Aim::Open, "18D", false),
        plan(ONE, "a1", Aim::Towards(Direction::N), "9N", false),
        plan(TWO, "b8", Aim::Towards(Direction::E), "20E", false),
        plan(ONE, "e4", Aim::Open, "19L", false),
    ];
    let knight = thing(Symbol::Knight, ONE, "knight");
    let effects = vec![
        Effect::Move { thing: knight, from: at("i1"), to: at("i3") },
        Effect::Vanish {
            thing: thing(Symbol::Knight, TWO, "knight"),
            at: at("e10"),
            why: Why::Removed,
        },
        Effect::Stay { thing: knight, at: at("d1") },
    ];
    let card = card("game-of-knights", "South", "North");
    Sample { name: "game-of-knights", card, scene, effects }
}

pub(super) fn knights_walls_balls(files: i8, ranks: i8) -> Sample {
    let mut scene = Scene::new(Size::new(files, ranks));
    let middle = ranks / 2;
    let dmz = (-1..=1).flat_map(|d| (0..files).map(move |f| Square::new(f, middle + d)));
    scene.zones.push(Zone { seat: None, name: "DMZ", squares: dmz.collect() });
    let south = "c3 d3 e3 g4 h4 i4 k2 k3 k4 m5 n5 o5 b5 b6";
    put(&mut scene, Symbol::Wall, None, "wall", south, PLAIN);
    put(
        &mut scene,
        Symbol::Wall,
        None,
        "wall",
        "c13 d13 e13 g11 h11 i11 k12 k13 k14 m11 n11",
        PLAIN,
    );
    let top = (Stand::OnTop, None);
    put(&mut scene, Symbol::Archer, ONE, "archer", "c3 h4 k4 n5 b6", top);
    put(&mut scene, Symbol::King, ONE, "king", "h2", PLAIN);
    put(&mut scene, Symbol::Knight, ONE, "knight", "g5 i5 l3", PLAIN);
    put(&mut scene, Symbol::Cannon, ONE, "cannon", "f4 l6 e2", PLAIN);
    put(&mut scene, Symbol::Knight, ONE, "knight", "f4", (Stand::Within, None));
    put(&mut scene, Symbol::Archer, ONE, "archer", "e2", (Stand::Within, None));
    put(&mut scene, Symbol::Archer, TWO, "archer", "d13 g11 k12", top);
    put(&mut scene, Symbol::King, TWO, "king", "i13", PLAIN);
    put(&mut scene, Symbol::Knight, TWO, "knight", "g9 j10 l11", PLAIN);
    put(&mut scene, Symbol::Cannon, TWO, "cannon", "f12 j12", PLAIN);
    put(&mut scene, Symbol::Knight, TWO, "knight", "j12", (Stand::Within, None));
    put(&mut scene, Symbol::Missile, None, "missile", "h8", PLAIN);
    put(&mut scene, Symbol::Missile, TWO, "missile", "j12 j10", (Stand::Within, None));
    let cannon = thing(Symbol::Cannon, ONE, "cannon");
    let effects = vec![
        Effect::Shot { thing: cannon, from: at("f4"), aim: at("f9"), hit: at("f8") },
        Effect::Vanish { thing: thing(Symbol::Wall, None, "wall"), at: at("f8"), why: Why::Shot },
        Effect::Vanish {
            thing: thing(Symbol::Archer, TWO, "archer"),
            at: at("f8"),
            why: Why::Fell,
        },
    ];
    scene.counters = vec![Counter::new(ONE, "action points", 4), Counter::new(TWO, "musket", 0)];
    let card = card("knights-walls-balls", "South", "North");
    Sample { name: "knights-walls-balls", card, scene, effects }
}

pub(super) fn stone_fortress() -> Sample {
    let mut scene = Scene::new(Size::new(8, 8));
    scene.apron = [1, 1];
    let beside = [-1, 8].into_iter().flat_map(|r| (0..8).map(move |f| Square::new(f, r)));
    let beside = beside.collect();
    scene.terrain = vec![Region { ground: Ground::Beside, name: "mines", squares: beside }];
    for (seat, walls) in [(ONE, "b3:2 c3:1 d3:1 e3:3 f2:4 g2:1"), (TWO, "b6:1 c6:2 e6:4 f6:1 g7:2")]
    {
        for wall in walls.split(' ') {
            let (square, height) = wall.split_once(':').expect("a height");
            let height = height.parse().expect("a number");
            put(
                &mut scene,
                Symbol::Wall,
                seat,
                "wall",
                square,
                (Stand::Ground, Some(Badge::Number(height))),
            );
        }
    }
    let top = (Stand::OnTop, None);
    let damaged = (Stand::Ground, Some(Badge::Damaged));
    put(&mut scene, Symbol::Lord, ONE, "Lord", "e1", PLAIN);
    put(&mut scene, Symbol::Infantry, ONE, "Infantry", "a2 d2 h3", PLAIN);
    put(&mut scene, Symbol::Infantry, ONE, "Infantry", "b3 f2", top);
    put(
        &mut scene,
        Symbol::Infantry,
        ONE,
        "Infantry",
        "c0 f0",
        (Stand::Ground, Some(Badge::Spent)),
    );
    put(&mut scene, Symbol::Knight, ONE, "Knight", "e3", (Stand::OnTop, Some(Badge::Spent)));
    put(&mut scene, Symbol::Rider, ONE, "Rider", "g4", damaged);
    put(&mut scene, Symbol::Tower, ONE, "Siege Tower", "e5", PLAIN);
    put(&mut scene, Symbol::Trebuchet, ONE, "Trebuchet", "c1", PLAIN);
    put(&mut scene, Symbol::Lord, TWO, "Lord", "d8", PLAIN);
    put(&mut scene, Symbol::Infantry, TWO, "Infantry", "a7 c7 h5", PLAIN);
    put(&mut scene, Symbol::Infantry, TWO, "Infantry", "c6 g7", top);
    put(&mut scene, Symbol::Infantry, TWO, "Infantry", "g9", PLAIN);
    put(&mut scene, Symbol::Knight, TWO, "Knight", "e6", (Stand::OnTop, Some(Badge::Damaged)));
    put(&mut scene, Symbol::Rider, TWO, "Rider", "b5", PLAIN);
    put(&mut scene, Symbol::Ram, TWO, "Ram", "e7", PLAIN);
    put(&mut scene, Symbol::Tower, TWO, "Siege Tower", "h8", PLAIN);
    scene.counters = vec![Counter::new(ONE, "store", 3), Counter::new(TWO, "store", 8)];
    let rider = thing(Symbol::Rider, ONE, "Rider");
    let taken = thing(Symbol::Infantry, TWO, "Infantry");
    let effects = vec![
        Effect::Move { thing: rider, from: at("d1"), to: at("g4") },
        Effect::Vanish { thing: taken, at: at("g4"), why: Why::Captured },
    ];
    let card = card("stone-fortress", "White", "Black");
    Sample { name: "stone-fortress", card, scene, effects }
}

/// The first file of the water on a row, from 0.
fn water(row: i8) -> i8 {
    const BEND: [i8; 14] = [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 1, 1, 0, 0];
    let bend = |row: i8| BEND[usize::from((row - 1).unsigned_abs())];
    20 + if row <= 14 { bend(row) } else { -bend(29 - row) }
}

fn ring(x: i8, y: i8) -> Vec<Square> {
    let side = |n: i8| n == -3 || n == 4;
    let cells = (-3..=4).flat_map(|dx| (-3..=4).map(move |dy| (dx, dy)));
    let border = cells.filter(|(dx, dy)| side(*dx) || side(*dy));
    border.map(|(dx, dy)| Square::new(x + dx, y + dy)).collect()
}

fn inside(x: i8, y: i8) -> Vec<Square> {
    let cells = (-2..=3).flat_map(|dx| (-2..=3).map(move |dy| (dx, dy)));
    let bare = cells.filter(|(dx, dy)| !((0..2).contains(dx) && (0..2).contains(dy)));
    bare.map(|(dx, dy)| Square::new(x + dx, y + dy)).collect()
}

pub(super) fn siege() -> Sample {
    let mut scene = Scene::new(Size::new(44, 28));
    let all: Vec<Square> = scene.size.squares().collect();
    let side = |square: &Square| {
        let left = water(square.rank + 1);
        (square.file >= left) as u8 + (square.file >= left + 4) as u8
    };
    let of = |n: u8| all.iter().copied().filter(|s| side(s) == n).collect::<Vec<_>>();
    scene.terrain = vec![
        Region { ground: Ground::First, name: "West's ground", squares: of(0) },
        Region { ground: Ground::Water, name: "river", squares: of(1) },
        Region { ground: Ground::Second, name: "East's ground", squares: of(2) },
    ];
    scene.zones = vec![
        Zone { seat: ONE, name: "territory", squares: inside(5, 5) },
        Zone { seat: TWO, name: "territory", squares: inside(36, 6) },
    ];
    let gap = [at("j6"), at("b4"), at("ah8")];
    let mut walls = ring(5, 5);
    walls.extend(ring(36, 6));
    for square in walls.into_iter().filter(|s| !gap.contains(s)) {
        scene.items.push(Item::new(Symbol::Wall, None, "wall", square));
    }
    let wide = |symbol, seat, name, square, badge| Item {
        span: 2,
        badge,
        ..Item::new(symbol, seat, name, square)
    };
    for (x, y, badge) in
        [(5, 5, Some(Badge::ChosenSealed)), (16, 8, None), (6, 20, None), (15, 19, None)]
    {
        scene.items.push(wide(Symbol::Castle, ONE, "castle", Square::new(x, y), badge));
        let badge = if y == 20 { Some(Badge::Chosen) } else { badge.and(Some(Badge::Sealed)) };
        scene.items.push(wide(Symbol::Castle, TWO, "castle", Square::new(42 - x, 26 - y), badge));
    }
    for (name, badge) in [("d4", None), ("h8", Some(Badge::Silenced)), ("h4", Some(Badge::Damaged))]
    {
        scene.items.push(wide(Symbol::Gun, ONE, "gun", at(name), badge));
    }
    for (name, badge) in [("ai5", None), ("am9", Some(Badge::CutOff))] {
        scene.items.push(wide(Symbol::Gun, TWO, "gun", at(name), badge));
    }
    put(&mut scene, Symbol::Rubble, None, "rubble", "l12 m12 l13 m13", PLAIN);
    put(&mut scene, Symbol::Shell, ONE, "shell", "s7", PLAIN);
    put(&mut scene, Symbol::Shell, TWO, "shell", "z9", PLAIN);
    put(&mut scene, Symbol::Target, ONE, "target", "ah8", PLAIN);
    put(&mut scene, Symbol::Target, TWO, "target", "j7", PLAIN);
    let flight = |seat, from, to| Arrow {
        seat,
        from: at(from),
        aim: Aim::At(at(to)),
        label: "31.534".into(),
        current: seat == ONE,
    };
    scene.arrows = vec![flight(ONE, "e5", "ah8"), flight(TWO, "ai6", "j7")];
    scene.trays = vec![Tray {
        seat: ONE,
        name: "in hand",
        things: vec![TrayThing::Shape { name: "T", cells: vec![(0, 0), (1, 0), (2, 0), (1, 1)] }],
    }];
    scene.counters = vec![Counter::new(ONE, "score", 232), Counter::new(TWO, "score", 187)];
    let effects = vec![
        Effect::Vanish { thing: thing(Symbol::Wall, None, "wall"), at: at("j6"), why: Why::Shot },
        Effect::Hurt { thing: thing(Symbol::Gun, ONE, "gun"), at: at("h4"), total: 1 },
    ];
    Sample { name: "siege", card: card("siege", "West", "East"), scene, effects }
}

pub(super) fn all() -> Vec<Sample> {
    vec![castle_danger(), game_of_knights(), knights_walls_balls(15, 15), stone_fortress(), siege()]
}
