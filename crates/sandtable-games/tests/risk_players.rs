//! The scripted players of Risk: legal steps under every option, games that end, and styles that do what they say.

use sandtable_core::{Agent, Args, Ask, Game, Guess, Notation, Rng, Stream, Turn};
use sandtable_games::risk::{self, Action, Risk};

const STYLES: [&str; 9] = [
    "weakest-neighbour",
    "even-spreader",
    "cluster-grower",
    "continent-holder",
    "card-hunter",
    "planner",
    "domination:hard",
    "domination:average",
    "domination:easy",
];

/// Every kind of every option occurs in one of these.
const RULES: [&str; 14] = [
    "duel",
    "duel,battle=dice,enter=choice",
    "mini6",
    "mini12",
    "mini12,neutral=yes,setup=place,trade=choice",
    "mini12,neutral=yes,setup=draft,cards=progressive,hands=hidden",
    "classic,players=2",
    "classic,players=3",
    "classic,players=6",
    "classic,players=4,setup=random,fortify=connected",
    "classic,players=5,setup=place,battle=blitz,fortify=unlimited,hands=open",
    "world82,players=3,cards=fixed,trade=auto,pictured=3,enter=all",
    "mini12,players=4,setup=draft,battle=dice,enter=choice,fortify=unlimited,cards=progressive",
    "mini12,players=3,cards=none,battle=dice,enter=choice,fortify=adjacent",
];

fn game(items: &str) -> Risk {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("map", item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

fn player(game: &Risk, name: &str) -> Box<dyn Agent<Risk>> {
    let def = risk::risk();
    let (agent, args) = def.kit(game).player(name).expect("a player of that name");
    agent.make(&def.kit(game), &args).expect("parameters that fit")
}

/// Plays a game; every step that is proposed must be legal. Returns how many players are left.
fn play(game: &Risk, names: &[&str], deal: u64) -> usize {
    let mut rng = Rng::new(5, deal, Stream::World);
    let mut agents: Vec<_> = names.iter().map(|name| player(game, name)).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.begin(game, seat, &mut rng);
    }
    let mut state = game.start();
    let mut plan = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over => return game.alive(&state).count(),
            Turn::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
            }
            Turn::Player(seat) => {
                plan.clear();
                let view = game.view(&state, seat);
                let mut guess = Guess;
                agents[seat].act(&mut Ask::new(game, seat, &view, &mut guess, &mut rng), &mut plan).unwrap();
                assert!(!plan.is_empty(), "{} proposes nothing", names[seat]);
                let turn = state.turns;
                for &step in &plan {
                    if game.turn(&state) != Turn::Player(seat) || state.turns != turn {
                        break;
                    }
                    let text = game.action_text(step);
                    assert_eq!(game.check(&state, step), Ok(()), "{}: {text}", names[seat]);
                    game.apply(&mut state, step);
                }
            }
        }
    }
}

#[test]
fn every_style_plays_by_the_rules_under_every_option() {
    for items in RULES {
        let game = game(items);
        let seats = game.info().seats.len();
        for (i, name) in STYLES.iter().enumerate() {
            for deal in 0..3 {
                // Against itself, then among the others.
                play(&game, &vec![*name; seats], deal);
                let table: Vec<&str> = (0..seats).map(|s| STYLES[(i + s) % STYLES.len()]).collect();
                play(&game, &table, deal);
            }
        }
    }
}

#[test]
fn duels_and_full_games_are_decided_within_the_bound() {
    for items in ["duel", "classic,players=3", "classic,players=6"] {
        let game = game(items);
        let seats = game.info().seats.len();
        for a in STYLES {
            for b in STYLES {
                let table: Vec<&str> = (0..seats).map(|s| if s % 2 == 0 { a } else { b }).collect();
                assert_eq!(play(&game, &table, 1), 1, "{items}: {a} and {b} do not finish");
            }
        }
    }
}

/// What a player does in a position: its whole plan, in words.
fn answer(game: &Risk, name: &str, position: &str) -> Vec<Action> {
    let state = game.parse_state(position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let Turn::Player(seat) = game.turn(&state) else { panic!("nobody is to decide") };
    let mut rng = Rng::new(1, 0, Stream::World);
    let mut agent = player(game, name);
    agent.begin(game, seat, &mut rng);
    let mut plan = Vec::new();
    let view = game.view(&state, seat);
    agent.act(&mut Ask::new(game, seat, &view, &mut Guess, &mut rng), &mut plan).unwrap();
    plan
}

fn words(game: &Risk, plan: &[Action]) -> String {
    plan.iter().map(|a| game.action_text(*a)).collect::<Vec<_>>().join(" ")
}

/// A position of the classic world: `red` and `blue` as given, neutral troops of `neutral` everywhere else.
fn world(game: &Risk, to_do: &str, red: &str, blue: &str, neutral: u16) -> String {
    let taken = |name: &str| {
        let both = format!("{red} {blue}");
        both.split_whitespace().any(|word| word.split('=').next() == Some(name))
    };
    let rest = game.map.territories.iter().filter(|t| !taken(&t.name));
    let rest: String = rest.map(|t| format!(" {}={neutral}", t.name)).collect();
    format!("{to_do}; red: {red}; blue: {blue}; neutral:{rest}; turns: 4")
}

#[test]
fn the_weakest_neighbour_is_attacked_wherever_it_is() {
    let game = game("duel");
    let red = "brazil=9 siam=6 alaska=4";
    let position = world(&game, "red to attack", red, "venezuela=4 china=1 kamchatka=2 peru=3", 8);
    assert_eq!(words(&game, &answer(&game, "weakest-neighbour", &position)), "siam>china");
    let position = world(&game, "red to attack", "brazil=2 siam=3", "venezuela=4 china=5 japan=9", 8);
    assert_eq!(words(&game, &answer(&game, "weakest-neighbour", &position)), "halt");
}

#[test]
fn the_spreader_levels_its_border_and_waits_for_superiority() {
    let game = game("duel");
    let red = "brazil=1 siam=3 alaska=2 argentina=1";
    let position = world(&game, "red to place 9", red, "peru=4 china=4 kamchatka=4", 8);
    // Every territory next to the other player comes to four.
    let plan = words(&game, &answer(&game, "even-spreader", &position));
    assert_eq!(plan, "alaska+2 brazil+3 argentina+3 siam+1");
    let position = world(&game, "red to attack", "brazil=7 siam=7", "peru=5 china=5 japan=9", 8);
    assert_eq!(words(&game, &answer(&game, "even-spreader", &position)), "halt");
    let position = world(&game, "red to attack", "brazil=7 siam=12", "peru=5 china=2 japan=9", 8);
    assert_eq!(words(&game, &answer(&game, "even-spreader", &position)), "siam>china");
}

#[test]
fn the_cluster_grows_and_stray_land_is_left_alone() {
    let game = game("duel");
    let red = "peru=2 argentina=2 venezuela=2 japan=9";
    let position = world(&game, "red to place 5", red, "brazil=2 mongolia=1 kamchatka=1", 8);
    let plan = answer(&game, "cluster-grower", &position);
    assert!(
        matches!(plan[0], Action::Place { to, .. } if game.map.territories[usize::from(to)].continent == 1)
    );
    let red = "peru=7 argentina=2 venezuela=2 japan=9";
    let position = world(&game, "red to attack", red, "brazil=2 mongolia=1 kamchatka=1", 8);
    assert_eq!(words(&game, &answer(&game, "cluster-grower", &position)), "peru>brazil");
}

#[test]
fn the_continent_is_taken_before_cheaper_land_and_its_border_is_kept() {
    let game = game("duel");
    let red = "indonesia=7 new-guinea=2 western-australia=7";
    let position = world(&game, "red to attack", red, "eastern-australia=2 siam=1", 4);
    let plan = words(&game, &answer(&game, "continent-holder", &position));
    assert_eq!(plan, "western-australia>eastern-australia");
    let red = "indonesia=3 new-guinea=1 western-australia=6 eastern-australia=1 brazil=5";
    let position = world(&game, "red to place 4", red, "siam=9 venezuela=2", 4);
    assert_eq!(words(&game, &answer(&game, "continent-holder", &position)), "indonesia+4");
}

#[test]
fn the_hunter_takes_one_territory_for_the_card_and_then_stays() {
    let game = game("duel");
    let (red, blue) = ("brazil=9 siam=3", "venezuela=5 peru=3 china=9 india=9 mongolia=9");
    let position = world(&game, "red to attack", red, blue, 6);
    assert_eq!(words(&game, &answer(&game, "card-hunter", &position)), "brazil>peru");
    let conquered = format!("{position}; conquered");
    assert_eq!(words(&game, &answer(&game, "card-hunter", &conquered)), "halt");
}

#[test]
fn the_planner_finishes_breaks_and_completes() {
    let game = game("duel");
    // Two battles end the game, past what is weaker next to them.
    let position = world(&game, "red to attack", "brazil=12 siam=2", "north-africa=2 egypt=2", 1);
    assert_eq!(words(&game, &answer(&game, "planner", &position)), "brazil>north-africa");
    // The other player's continent is broken from its door.
    let blue = "indonesia=3 new-guinea=2 western-australia=2 eastern-australia=2 india=9";
    let position = world(&game, "red to place 5", "siam=4 brazil=4 japan=4", blue, 3);
    assert_eq!(words(&game, &answer(&game, "planner", &position)), "siam+5");
    // One's own is completed.
    let red = "venezuela=2 peru=2 argentina=4 ukraine=5 japan=3";
    let position = world(&game, "red to place 4", red, "brazil=3 ural=4 kamchatka=4 north-africa=2", 3);
    let plan = words(&game, &answer(&game, "planner", &position));
    assert!(["venezuela+4", "peru+4", "argentina+4"].contains(&plan.as_str()), "{plan}");
}

#[test]
fn the_planner_harms_the_stronger_of_two_rivals() {
    let game = game("classic,players=3");
    // Brazil may take Peru from Blue or Argentina from Green; all other land is theirs in turn. One of them has a great army far away.
    let position = |strong: usize| {
        let near = ["brazil", "peru", "argentina", "venezuela", "north-africa"];
        let mut lands = [String::from("peru=1 north-africa=4"), String::from("argentina=1")];
        let rest: Vec<_> = game.map.territories.iter().filter(|t| !near.contains(&t.name.as_str())).collect();
        for (i, t) in rest.iter().enumerate() {
            let far = i + 2 >= rest.len();
            let troops = if far && i % 2 == strong { 60 } else { 2 };
            lands[i % 2] += &format!(" {}={troops}", t.name);
        }
        let [blue, green] = lands;
        format!("red to attack; red: brazil=4 venezuela=1; blue: {blue}; green: {green}; turns: 6")
    };
    let first = |strong: usize| words(&game, &answer(&game, "planner", &position(strong)));
    assert_eq!(first(0), "brazil>peru");
    assert_eq!(first(1), "brazil>argentina");
}
