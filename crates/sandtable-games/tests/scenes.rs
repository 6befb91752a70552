//! Pictures, choices and told words of all games and variants: what a page relies on, checked along random
//! games.

use std::collections::HashSet;
use std::fmt::Debug;

use sandtable_core::{Args, Game, GameDef, Happened, Layout, Notation, Problem, Rng, Seat, Stream, Turn};
use sandtable_games::{axis, grid, operation, risk};

fn build<G: Notation, P: Problem>(def: &GameDef<G, P>, items: &str) -> G {
    let mut args = Args::defaults(def.params);
    let main = def.params.iter().find(|p| p.main).unwrap().name;
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or((main, item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

/// The rings of an outline of M, L and Z.
fn rings(path: &str) -> Vec<Vec<(f64, f64)>> {
    let rings = path.strip_suffix('Z').expect("an outline is closed").split('Z');
    let point = |text: &str| {
        let (x, y) = text.split_once(' ').unwrap_or_else(|| panic!("'{text}' is no point"));
        (x.parse().unwrap(), y.parse().unwrap())
    };
    rings
        .map(|ring| ring.strip_prefix('M').expect("a ring begins with M").split('L').map(point).collect())
        .collect()
}

fn inside(rings: &[Vec<(f64, f64)>], (x, y): (f64, f64)) -> bool {
    let mut crossings = 0;
    for ring in rings {
        for (i, b) in ring.iter().enumerate() {
            let a = ring[(i + ring.len() - 1) % ring.len()];
            let crosses = (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0);
            crossings += u32::from(crosses);
        }
    }
    crossings % 2 == 1
}

fn sound_layout(layout: &Layout) {
    let within = |(x, y): (f64, f64)| (0.0..=layout.width).contains(&x) && (0.0..=layout.height).contains(&y);
    let mut names = HashSet::new();
    for (i, space) in layout.spaces.iter().enumerate() {
        assert!(names.insert(&space.name) && !space.ground.is_empty());
        assert!(within((space.x, space.y)) && space.room > 0.0, "{space:?}");
        assert!(space.region.is_none_or(|r| r < layout.regions.len()));
        for other in &layout.spaces[..i] {
            let far = (space.x - other.x).hypot(space.y - other.y);
            assert!(far + 1.0 > space.room + other.room, "{} lies on {}", space.name, other.name);
        }
        if let Some(shape) = &space.shape {
            let rings = rings(shape);
            assert!(rings.iter().all(|ring| ring.len() > 2 && ring.iter().all(|p| within(*p))), "{space:?}");
            assert!(inside(&rings, (space.x, space.y)), "the middle of {} is outside", space.name);
        }
    }
    let mut links = HashSet::new();
    for link in &layout.links {
        assert!(link.from < link.to && link.to < layout.spaces.len(), "{link:?}");
        assert!(links.insert((link.from, link.to)) && !link.kind.is_empty(), "{link:?}");
    }
}

/// What `seat` is told must not depend on what it does not see: events after which its view is the same, and
/// hidden things that it cannot tell apart, give the same words.
fn discreet<G: Notation>(game: &G, state: &G::State, events: &[Happened<G::Action, G::Chance>], seat: Seat)
where
    G::State: Debug,
{
    let after = |state: &G::State, event: Happened<G::Action, G::Chance>| {
        let mut next = state.clone();
        match event {
            Happened::Step(action) => game.apply(&mut next, action),
            Happened::Draw(chance) => game.resolve(&mut next, chance),
        }
        (game.view(&next, seat), game.tell(state, event, Some(seat)))
    };
    let other = game.imagine(&game.view(state, seat));
    let mut seen: Vec<(G::View, String)> = Vec::new();
    for &event in events {
        let (view, words) = after(state, event);
        if let Some((_, same)) = seen.iter().find(|(v, _)| *v == view) {
            assert_eq!(&words, same, "seat {seat} is told apart what it does not see");
        }
        let possible = match event {
            Happened::Step(action) => {
                game.turn(&other) == game.turn(state) && game.check(&other, action).is_ok()
            }
            Happened::Draw(chance) => {
                let mut outcomes = Vec::new();
                game.turn(&other) == Turn::Chance && {
                    game.outcomes(&other, &mut outcomes);
                    outcomes.iter().any(|(c, p)| *c == chance && *p > 0.0)
                }
            }
        };
        if possible {
            let (same_view, same) = after(&other, event);
            assert!(
                view != same_view || words == same,
                "seat {seat} is told what it does not see: {words} / {same}"
            );
        }
        seen.push((view, words));
    }
}

fn sound<G: Notation>(game: &G, games: u64, nodes: usize) {
    let layout = game.layout();
    sound_layout(&layout);
    assert_eq!(layout, game.layout());
    let (seats, hidden) = (game.info().seats.len(), game.info().hidden);
    for deal in 0..games {
        let mut rng = Rng::new(7, deal, Stream::World);
        let mut state = game.start();
        for _ in 0..nodes {
            let all = game.scene_all(&state);
            assert_eq!(all.places.len(), layout.spaces.len());
            assert!(!all.phase.is_empty());
            for seat in 0..seats {
                let view = game.view(&state, seat);
                let scene = game.scene(&view);
                assert_eq!(scene.places.len(), layout.spaces.len());
                assert!(hidden || scene == all);
                let other = game.view(&game.imagine(&view), seat);
                assert!(other != view || game.scene(&other) == scene, "equal views, other scenes");
            }
            let events: Vec<Happened<G::Action, G::Chance>> = match game.turn(&state) {
                Turn::Over => break,
                Turn::Player(_) => {
                    let mut actions = Vec::new();
                    game.actions(&state, &mut actions);
                    let mut keys = HashSet::new();
                    for &action in &actions {
                        let choice = game.choice(&state, action);
                        assert_eq!(game.parse_action(&choice.step).unwrap(), action);
                        assert!(!choice.words.is_empty() && !choice.verb.is_empty());
                        for space in choice.from.iter().chain(&choice.to) {
                            assert!(*space < layout.spaces.len(), "{choice:?}");
                        }
                        let words = format!("{choice:?}");
                        let key = (choice.verb, choice.from, choice.to, choice.what, choice.count);
                        assert!(keys.insert(key), "another step looks like {words}");
                    }
                    let first = *rng.pick(&actions);
                    let some = (0..8).map(|_| *rng.pick(&actions));
                    std::iter::once(first).chain(some).map(Happened::Step).collect()
                }
                Turn::Chance => (0..8).map(|_| Happened::Draw(game.sample(&state, &mut rng))).collect(),
            };
            for &event in &events {
                let told = game.tell(&state, event, None);
                assert!(!told.is_empty());
                assert!(hidden || (0..seats).all(|seat| game.tell(&state, event, Some(seat)) == told));
            }
            if hidden {
                (0..seats).for_each(|seat| discreet(game, &state, &events, seat));
            }
            match events[0] {
                Happened::Step(action) => game.apply(&mut state, action),
                Happened::Draw(chance) => game.resolve(&mut state, chance),
            }
        }
    }
}

#[test]
fn operation_is_shown_and_told() {
    for def in [operation::lucid(), operation::opaque()] {
        for (variant, _) in def.variants {
            sound(&build(&def, variant), 3, 400);
        }
    }
}

#[test]
fn grid_risk_is_shown_and_told() {
    let def = grid::grid();
    for (variant, _) in def.variants {
        sound(&build(&def, variant), 2, 300);
    }
}

#[test]
fn risk_is_shown_and_told() {
    let def = risk::risk();
    for (variant, _) in def.variants {
        sound(&build(&def, variant), 2, 600);
    }
    for items in [
        "mini12,neutral=yes,setup=place",
        "mini12,players=4,setup=draft,battle=dice,enter=choice,fortify=unlimited,cards=progressive",
        "mini12,players=3,cards=fixed,trade=choice,pictured=2,hands=hidden,enter=choice",
        "mini12,players=2,cards=progressive,trade=auto,pictured=3,hands=hidden",
    ] {
        sound(&build(&def, items), 3, 2000);
    }
}

#[test]
fn axis_and_allies_is_shown_and_told() {
    let def = axis::axis();
    for (variant, _) in def.variants {
        sound(&build(&def, variant), 2, 600);
    }
}

/// The sides of an outline, without their direction.
fn sides(path: &str) -> HashSet<[(i32, i32); 2]> {
    let mut sides = HashSet::new();
    for ring in rings(path) {
        let points: Vec<(i32, i32)> = ring.iter().map(|p| (p.0 as i32, p.1 as i32)).collect();
        for (i, b) in points.iter().enumerate() {
            let mut side = [points[(i + points.len() - 1) % points.len()], *b];
            side.sort_unstable();
            sides.insert(side);
        }
    }
    sides
}

/// On the classic world neighbours touch or are joined by a line, and nobody else does.
#[test]
fn the_picture_of_the_world_agrees_with_its_map() {
    for variant in ["classic", "duel", "world82"] {
        let game = build(&risk::risk(), variant);
        let layout = game.layout();
        let outlines: Vec<_> = layout.spaces.iter().map(|s| sides(s.shape.as_ref().unwrap())).collect();
        for to in 0..outlines.len() {
            for from in 0..to {
                let (a, b) = (&layout.spaces[from].name, &layout.spaces[to].name);
                let linked = layout.links.iter().any(|l| (l.from, l.to) == (from, to));
                let touch = !outlines[from].is_disjoint(&outlines[to]);
                let joined = game.map.adjacent[from] >> to & 1 == 1;
                assert!(!(linked && touch), "{a} and {b} touch and are linked");
                assert_eq!(linked || touch, joined, "{variant}: {a}, {b}");
            }
        }
        let wraps = layout.links.iter().filter(|l| l.kind == "wrap").count();
        assert_eq!((wraps, layout.regions.len()), (1, 6));
        assert_eq!(layout.regions[4].notes, ["7 troops a turn for all of it"]);
    }
}

#[test]
fn maps_and_scenarios_may_say_where_things_are() {
    let text = "map m\ncontinent x 1\na@0,0: b\nb@10,0: a c\nc@10,20: b\n";
    let options = risk::Options { armies: 5, ..risk::Options::official(3) };
    let layout = risk::Risk::new("m", risk::Map::parse("m", text).unwrap(), options).unwrap().layout();
    let at: Vec<(f64, f64)> =
        layout.spaces.iter().map(|s| (s.x - layout.spaces[0].x, s.y - layout.spaces[0].y)).collect();
    assert!(at[1].0 > 0.0 && at[1].1 == 0.0 && at[2].0 == at[1].0 && at[2].1 == 2.0 * at[1].0, "{at:?}");
    let minimap = build(&axis::axis(), "minimap").layout();
    let space = |name: &str| minimap.spaces.iter().find(|s| s.name == name).unwrap();
    assert!(
        space("red-capital").x < space("red-north-1").x && space("red-north-2").x < space("blue-north-2").x
    );
    assert_eq!(space("red-capital").y, space("blue-capital").y);
}

#[test]
fn what_is_told_reads_well() {
    let game = build(&risk::risk(), "classic");
    let text = "red to attack; red: alaska=4 alberta=1; blue: kamchatka=1 ";
    let map = &game.map;
    let rest = map.territories.iter().filter(|t| !["alaska", "alberta", "kamchatka"].contains(&&t.name[..]));
    let rest: String = rest.map(|t| format!("{}=1 ", t.name)).collect();
    let mut state = game.parse_state(&format!("{text}; green: {rest}; cards blue: 2; cards red: 1")).unwrap();
    let step = game.parse_action("alaska>kamchatka").unwrap();
    let told = game.tell(&state, Happened::Step(step), None);
    assert_eq!(told, "Red attacks Kamchatka from Alaska, 3 against 1");
    game.apply(&mut state, step);
    let roll = game.parse_chance(&state, "lost 0 1").unwrap();
    assert_eq!(
        game.tell(&state, Happened::Draw(roll), Some(2)),
        "Red rolls 3 dice against 1 in Kamchatka: blue loses one; red takes Kamchatka; blue is out, red takes 2 cards"
    );

    let opaque = build(&operation::opaque(), "5x5");
    let state = opaque.parse_state("turns 9; goal 0; blue C3=2; red C5=2; move blue").unwrap();
    let step = Happened::Step(opaque.parse_action("C3-C4x2").unwrap());
    assert_eq!(opaque.tell(&state, step, Some(0)), "Blue orders 2 pieces from C3 to C4");
    assert_eq!(opaque.tell(&state, step, Some(1)), "");
    let mut after = state.clone();
    opaque.apply(&mut after, opaque.parse_action("C3-C4x2").unwrap());
    let end = Happened::Step(opaque.parse_action("end").unwrap());
    assert_eq!(opaque.tell(&after, end, Some(1)), "Blue has moved; in sight: 2 at C4");
    assert_eq!(opaque.tell(&state, end, Some(1)), "Blue has moved; nothing is in sight");

    let minimap = build(&axis::axis(), "minimap");
    let state = minimap.parse_state(
        "round 3: russians to fire blue-north-2; money: russians=1 italians=2; \
         red-capital russians: infantry=1 factory=1; blue-capital italians: infantry=1 factory=1; \
         blue-north-2 italians: infantry=1 | russians infantry=2; moved: blue-north-2 infantry 2 0 0; \
         came: blue-north-2 red-north-2",
    );
    let state = state.unwrap_or_else(|e| panic!("{e}"));
    let dice = minimap.parse_chance(&state, "hits 1 1").unwrap();
    assert_eq!(
        minimap.tell(&state, Happened::Draw(dice), None),
        "The Russians scored 1 hit and took 1 at Blue North 2: the Russians lost 1 infantry and the Italians lost 1 \
         infantry; Blue North 2 fell to the Russians"
    );
}
