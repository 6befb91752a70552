//! Games that are played step by step: taken up from their record, taken back, taken over, begun anywhere, and discreet.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable_arena::episode::{Deal, Table};
use sandtable_arena::live::Live;
use sandtable_arena::luck::{Gauge, Method};
use sandtable_arena::spec::Spec;
use sandtable_arena::{AnyGame, Failure, registry};
use sandtable_core::{GameDef, Kit, Notation, Problem, Rng, Stream, Turn};
use sandtable_games::{operation, risk};

const DEAL: Deal = Deal { seed: 3, deal: 0, seating: 0 };

fn open(spec: &str) -> Arc<dyn AnyGame> {
    Arc::from(registry::open(spec).unwrap())
}

/// Every ready-made variant of every game, and Risk with all that can be hidden or chosen.
fn everything() -> Vec<String> {
    let mut all = Vec::new();
    for listed in registry::games() {
        all.extend(listed.variants().iter().map(|(variant, _)| format!("{}:{variant}", listed.name())));
    }
    all.push("risk:mini12,players=3,cards=progressive,trade=choice,hands=hidden,enter=choice".into());
    all.push("risk:mini12,neutral=yes,setup=place,battle=dice,fortify=unlimited".into());
    all
}

fn people(game: &dyn AnyGame) -> Vec<Option<&'static str>> {
    vec![None; game.info().seats.len()]
}

/// One event: dice, an agent's steps, or a step that a person picks at random. `false` when the game is over.
fn go_on(live: &mut dyn Live, rng: &mut Rng) -> bool {
    if live.advance().unwrap().is_some() {
        return true;
    }
    let choices = live.choices();
    if choices.is_empty() {
        assert_eq!(live.turn(), Turn::Over);
        return false;
    }
    live.play(&rng.pick(&choices).step).unwrap();
    true
}

/// Everything that can be seen of a game.
fn shown(live: &dyn Live, seats: usize) -> String {
    let mut text = format!(
        "{:?} {} {} {:?} {:?} {:?} {:?} {:?}\n",
        live.turn(),
        live.turns(),
        live.state_text(),
        live.legal(),
        live.choices(),
        live.specs(),
        live.course(),
        live.result(),
    );
    for who in (0..seats).map(Some).chain([None]) {
        text += &format!("{:?}\n{:?}\n", live.scene(who), live.log(who));
    }
    (0..seats).for_each(|seat| text += &live.board(seat));
    text
}

/// From the start and from a position in the middle, by people alone.
fn opened(game: &Arc<dyn AnyGame>) -> [Box<dyn Live>; 2] {
    let seats = people(&**game);
    let middle = game.example_state(2);
    [
        game.clone().live(&seats, DEAL).unwrap(),
        game.clone().live_from(&seats, DEAL, &middle).unwrap_or_else(|e| panic!("{middle}: {e}")),
    ]
}

#[test]
fn a_game_goes_on_from_its_record_after_every_event() {
    for spec in everything() {
        let game = open(&spec);
        let seats = game.info().seats.len();
        let layout = game.layout();
        for mut live in opened(&game) {
            let mut rng = Rng::new(1, 0, Stream::World);
            assert_eq!(live.layout(), layout);
            for event in 0..40 {
                let mut again = game.clone().resume(&live.record()).unwrap();
                assert_eq!(shown(&*again, seats), shown(&*live, seats), "{spec}, event {event}");
                assert_eq!(again.record(), live.record());
                let steps: Vec<String> = live.choices().into_iter().map(|choice| choice.step).collect();
                assert_eq!(steps, live.legal(), "{spec}");
                let mut same = rng.clone();
                let more = go_on(&mut *live, &mut rng);
                assert_eq!(go_on(&mut *again, &mut same), more);
                assert_eq!(again.state_text(), live.state_text(), "{spec}: the dice stay the same");
                if !more {
                    break;
                }
            }
            let record = live.record();
            assert_eq!(game.replay(&record, false, &mut |_| ()).unwrap().events, record.steps.len());
        }
    }
}

#[test]
fn a_record_that_was_changed_is_refused() {
    let game = open("lucid:3x3");
    let mut live = game.clone().live(&[None, None], DEAL).unwrap();
    let mut rng = Rng::new(1, 0, Stream::World);
    (0..12).for_each(|_| assert!(go_on(&mut *live, &mut rng)));
    let record = live.record();
    let refuse = |change: &dyn Fn(&mut sandtable_core::record::Record), expect: &str| {
        let mut changed = record.clone();
        change(&mut changed);
        let error = game.clone().resume(&changed).err().expect(expect).to_string();
        assert!(error.contains(expect), "{error}");
    };
    refuse(&|r| drop(r.steps.remove(0)), "event 1: ");
    refuse(&|r| r.seed += 2, "the seed gives");
    refuse(&|r| r.result = Some(sandtable_core::Payoff::zero(2)), "is recorded");
    refuse(&|r| r.seats[1] = "nobody".into(), "unknown agent");
    refuse(&|r| drop(r.seats.pop()), "2 seats, but 1 players");
    refuse(&|r| r.start = Some("nowhere".into()), "start: ");
}

#[test]
fn undo_leads_back_and_the_dice_stay_the_same() {
    let mut taken_back = 0;
    for spec in everything() {
        let game = open(&spec);
        let seats = game.info().seats.len();
        let all = |live: &dyn Live| format!("{}{:?}", shown(live, seats), live.thought());
        // People in all seats, then in the first one only.
        for humans in [seats, 1] {
            let players: Vec<Option<&str>> =
                (0..seats).map(|s| Some("random").filter(|_| s >= humans)).collect();
            let mut live = game.clone().live_from(&players, DEAL, &game.example_state(3)).unwrap();
            let mut rng = Rng::new(2, 0, Stream::World);
            let mut asked: Vec<(String, String)> = Vec::new();
            for _ in 0..60 {
                if live.advance().unwrap().is_some() {
                    continue;
                }
                let choices = live.choices();
                if choices.is_empty() {
                    break;
                }
                let step = rng.pick(&choices).step.clone();
                asked.push((all(&*live), step.clone()));
                live.play(&step).unwrap();
                if rng.below(4) == 0 {
                    while live.advance().unwrap().is_some() {}
                    let after = shown(&*live, seats);
                    let (before, step) = asked.pop().unwrap();
                    assert!(live.undo());
                    assert_eq!(all(&*live), before, "{spec}");
                    live.play(&step).unwrap();
                    while live.advance().unwrap().is_some() {}
                    assert_eq!(shown(&*live, seats), after, "{spec}");
                    asked.push((before, step));
                    taken_back += 1;
                }
            }
            while let Some((before, _)) = asked.pop() {
                assert!(live.undo());
                assert_eq!(all(&*live), before, "{spec}");
            }
            assert!(!live.undo(), "{spec}");
        }
    }
    assert!(taken_back > 100, "{taken_back} taken back");
}

#[test]
fn a_seat_is_taken_over_and_given_back() {
    for listed in registry::games() {
        let game = open(listed.name());
        let seats = game.info().seats.len();
        let mut live = game.clone().live(&vec![Some("random"); seats], DEAL).unwrap();
        let seat = loop {
            if let (Turn::Player(seat), true) = (live.turn(), live.record().steps.len() > 20) {
                break seat;
            }
            assert!(live.advance().unwrap().is_some());
        };
        let refused = live.play(&live.legal()[0]).unwrap_err().to_string();
        assert_eq!(refused, "random is to move, not a person");
        live.set_agent(seat, None).unwrap();
        assert_eq!(live.specs()[seat], "human");
        assert_eq!(live.advance(), Ok(None));
        let before = live.record().steps.len();
        live.play(&live.legal()[0]).unwrap();
        assert_eq!(live.record().steps.len(), before + 1);
        let resumed = game.clone().resume(&live.record()).unwrap();
        assert_eq!(resumed.specs(), live.specs());
        assert!(live.undo() && live.record().steps.len() == before);
        live.set_agent(seat, Some("random")).unwrap();
        assert!(live.advance().unwrap().is_some());
        assert_eq!(live.thought().unwrap().seat, seat);
        assert_eq!(live.specs()[seat], "random");
        for (seat, agent, expect) in
            [(seat, "nobody", "unknown agent"), (seats, "random", "expected one from 0 to")]
        {
            let error = live.set_agent(seat, Some(agent)).unwrap_err().to_string();
            assert!(error.contains(expect), "{error}");
        }
        // Nothing has changed, and it goes on to the end.
        let mut rng = Rng::new(1, 0, Stream::World);
        let events = (0..200).take_while(|_| go_on(&mut *live, &mut rng)).count();
        assert!(events > 0);
    }
}

#[test]
fn a_game_begins_in_any_position() {
    for spec in everything() {
        let game = open(&spec);
        for seed in 1..4 {
            let example = game.example_state(seed);
            let live = game.clone().live_from(&people(&*game), DEAL, &example).unwrap();
            let (layout, scene, choices, turn) = game.scene_of(&example).unwrap();
            assert_eq!((layout, turn), (live.layout(), live.turn()), "{spec}");
            assert_eq!((scene, choices.len()), (live.scene(None), live.choices().len()));
            assert!(!live.choices().is_empty() && live.log(None).is_empty());
            assert_eq!(live.record().start.as_ref(), Some(&live.state_text()));
            let again = game.clone().live_from(&people(&*game), DEAL, &live.state_text()).unwrap();
            assert_eq!(again.state_text(), live.state_text());
        }
        let error = game.clone().live_from(&people(&*game), DEAL, "no such state").err();
        assert!(matches!(error, Some(Failure::BadInput(_))), "{spec}");
        assert!(matches!(game.scene_of("no such state"), Err(Failure::BadInput(_))), "{spec}");
    }
}

#[test]
fn nobody_plays_on_for_the_others() {
    let game = open("lucid:3x3");
    let mut live = game.clone().live(&[None, None], DEAL).unwrap();
    assert_eq!(live.play("end").unwrap_err().to_string(), "nobody is to move now");
    while live.advance().unwrap().is_some() {}
    let before = live.state_text();
    let error = live.play("end end").unwrap_err().to_string();
    assert_eq!(error, "'end' comes too early: somebody else or the dice are next");
    assert_eq!(live.play(" ").unwrap_err().to_string(), "expected at least one step");
    assert_eq!(live.state_text(), before, "all or none");
    live.play("end").unwrap();
}

/// Positions that differ in what a seat may not know look alike to it, and so does what it may do.
fn looks_alike<G: Notation, P: Problem>(def: &GameDef<G, P>, spec: &str) {
    let game = open(spec);
    let rules = (def.build)(&Spec::parse(spec).unwrap().args(def.params).unwrap()).unwrap();
    let mut rng = Rng::new(5, 0, Stream::World);
    let (mut differing, mut live) = (0, game.clone().live(&people(&*game), DEAL).unwrap());
    for _ in 0..300 {
        let state = rules.parse_state(&live.state_text()).unwrap();
        for seat in 0..game.info().seats.len() {
            let view = rules.view(&state, seat);
            let other = rules.guess(&view, &mut rng);
            // A guess may be a position that nobody could write down; then there is nothing to open.
            let text = rules.state_text(&other);
            if other == state || rules.parse_state(&text).is_err() {
                continue;
            }
            differing += 1;
            let twins = [live.state_text(), text]
                .map(|state| game.clone().live_from(&people(&*game), DEAL, &state).unwrap());
            let seen = twins.map(|mut twin| {
                let mut seen = (twin.scene(Some(seat)), twin.board(seat), Vec::new(), Vec::new());
                if twin.turn() == Turn::Player(seat) {
                    seen.2 = twin.choices();
                    // A step that reveals nothing is told alike.
                    twin.play(&seen.2[0].step.clone()).unwrap();
                    let after = rules.parse_state(&twin.state_text()).unwrap();
                    seen.3.push((rules.view(&after, seat), twin.log(Some(seat)).to_vec()));
                }
                seen
            });
            let [a, b] = seen;
            assert_eq!((a.0, a.1, a.2), (b.0, b.1, b.2), "{spec}: seat {seat} sees what it may not");
            if let ([(view, told)], [(other_view, other_told)]) = (&a.3[..], &b.3[..]) {
                assert!(view != other_view || told == other_told, "{spec}: {told:?} / {other_told:?}");
            }
        }
        if !go_on(&mut *live, &mut rng) {
            break;
        }
    }
    assert!(differing > 20, "{spec}: {differing} positions had anything to hide");
}

/// Whatever the others do or the dice bring: as long as it looks the same to a seat, it is told the same.
fn tells_alike<G: Notation, P: Problem>(def: &GameDef<G, P>, spec: &str) {
    let game = open(spec);
    let rules = (def.build)(&Spec::parse(spec).unwrap().args(def.params).unwrap()).unwrap();
    let mut rng = Rng::new(6, 0, Stream::World);
    let (mut alike, mut live) = (0, game.clone().live(&people(&*game), DEAL).unwrap());
    for _ in 0..200 {
        let turn = live.turn();
        for seat in (0..game.info().seats.len()).filter(|&seat| turn != Turn::Player(seat)) {
            let mut told: Vec<(Vec<G::View>, Vec<_>, String)> = Vec::new();
            for seed in 0..6 {
                let deal = Deal { seed, ..DEAL };
                let mut branch = game.clone().live_from(&people(&*game), deal, &live.state_text()).unwrap();
                let mut views: Vec<G::View> = Vec::new();
                for _ in 0..30 {
                    if branch.turn() != turn || !go_on(&mut *branch, &mut rng) {
                        break;
                    }
                    let view = rules.view(&rules.parse_state(&branch.state_text()).unwrap(), seat);
                    if views.last() != Some(&view) {
                        views.push(view);
                    }
                }
                let log = branch.log(Some(seat));
                for (_, same, state) in told.iter().filter(|(v, ..)| *v == views) {
                    alike += u32::from(*state != branch.state_text());
                    assert_eq!(*same, log, "{spec}: seat {seat} is told what it may not know");
                }
                told.push((views, log.to_vec(), branch.state_text()));
            }
        }
        if !go_on(&mut *live, &mut rng) {
            break;
        }
    }
    assert!(alike > 20, "{spec}: only {alike} pairs had anything to hide");
}

#[test]
fn what_is_hidden_stays_hidden() {
    for (variant, _) in operation::opaque().variants.iter().filter(|(v, _)| *v != "2x3") {
        looks_alike(&operation::opaque(), &format!("opaque:{variant}"));
    }
    tells_alike(&operation::opaque(), "opaque:5x5");
    let hands = "risk:mini12,players=3,cards=progressive,trade=choice,hands=hidden,battle=blitz,setup=random";
    looks_alike(&risk::risk(), hands);
    tells_alike(&risk::risk(), hands);
}

#[test]
fn the_course_of_a_game_is_that_of_its_evaluation() {
    // The same game at a table, with luck by value.
    let def = operation::lucid();
    let rules = (def.build)(&Spec::parse("lucid:4x4").unwrap().args(def.params).unwrap()).unwrap();
    let mut gauge = Gauge::new(&def.kit(&rules), Method::Value).unwrap();
    let agents = ["one-axis-blue", "dist-exp-red"].map(|name| {
        let found = (def.knowledge.players)().into_iter().find(|p| p.name == name).unwrap();
        found.make(&Kit::bare(&rules), &Spec::parse(name).unwrap().args(found.params).unwrap()).unwrap()
    });
    let finish = Table::new(&rules, agents.into()).play(DEAL, &mut gauge);
    let mut luck = Vec::new();
    gauge.read(&mut luck);
    // The game's six terms come first, then the evaluation for Blue.
    let luck = [luck[6], -luck[6]];

    let game = open("lucid:4x4");
    let mut live = game.clone().live(&[Some("one-axis-blue"), Some("dist-exp-red")], DEAL).unwrap();
    while live.advance().unwrap().is_some() {
        let course = live.course();
        let last = course.last().unwrap();
        assert_eq!((last.turn, last.event), (live.turns(), live.record().steps.len()));
        assert!(course.len() <= live.turns() as usize + 2, "one a turn, and the present");
    }
    let course = live.course();
    let last = course.last().unwrap();
    assert_eq!(last.value, finish.payoff.values());
    assert!(last.exact && course.windows(2).all(|w| w[0].event < w[1].event));
    last.luck.iter().zip(&luck).for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{a}, {b}"));
    assert!(luck[0] != 0.0 && course[0].luck == [0.0, 0.0]);
    assert_eq!(game.resume(&live.record()).unwrap().course(), course);
}

#[test]
fn every_agent_says_what_it_was_thinking() {
    let mut figures: HashMap<String, usize> = HashMap::new();
    for listed in registry::games() {
        let game = open(listed.name());
        let spaces = game.layout().spaces.len();
        for card in game.agents() {
            let has = |name: &str| card.params.iter().any(|p| p.name == name);
            let budgets = [("sims", "sims=30"), ("nodes", "nodes=1"), ("depth", "depth=2")];
            let agent = match budgets.iter().find(|(name, _)| has(name)) {
                Some((_, budget)) => format!("{}:{budget}", card.name),
                None => card.name.to_string(),
            };
            let players: Vec<Option<&str>> = (0..game.info().seats.len())
                .map(|s| Some(if card.seats.contains(s) { agent.as_str() } else { "random" }))
                .collect();
            for start in [None, Some(game.example_state(1))] {
                let mut live = match &start {
                    None => game.clone().live(&players, DEAL).unwrap(),
                    Some(state) => game.clone().live_from(&players, DEAL, state).unwrap(),
                };
                let events = if has("sims") { 4 } else { 60 };
                for _ in 0..events {
                    let (turn, known) = (live.turn(), live.legal());
                    if live.advance().unwrap().is_none() {
                        break;
                    }
                    let Turn::Player(seat) = turn else { continue };
                    let thought = live.thought().unwrap();
                    assert_eq!((thought.seat, thought.agent.as_str()), (seat, players[seat].unwrap()));
                    for heat in &thought.account.heat {
                        assert_eq!(heat.values.len(), spaces, "{agent}: {}", heat.name);
                        assert!(heat.values.iter().all(|v| v.is_finite() && *v >= 0.0), "{agent}: {heat:?}");
                        *figures.entry(format!("{} {}", listed.name(), heat.name)).or_default() += 1;
                    }
                    for figure in &thought.account.figures {
                        assert!(figure.value.is_finite(), "{agent}: {figure:?}");
                        *figures.entry(format!("{} {}", listed.name(), figure.name)).or_default() += 1;
                    }
                    for step in &thought.account.considered {
                        assert!(!step.words.is_empty() && step.value.is_finite(), "{agent}: {step:?}");
                        assert!(step.step.contains(' ') || known.contains(&step.step), "{agent}: {step:?}");
                    }
                }
            }
        }
    }
    for expect in [
        "lucid threat",
        "opaque pieces it wants there",
        "risk troops that threaten it",
        "risk chance to take it",
        "risk gain from a campaign that begins there",
        "risk share of the search",
        "grid simulations",
        "axis positions",
    ] {
        assert!(figures.contains_key(expect), "{expect}: {figures:?}");
    }
}

#[test]
fn a_limit_shortens_long_thoughts_and_leaves_short_ones_as_they_are() {
    let game = open("risk:duel");
    let state = game.example_state(1);
    let opened = |agent: &str, limit: Option<Duration>| {
        let mut live = game.clone().live_from(&[Some(agent), Some(agent)], DEAL, &state).unwrap();
        limit.into_iter().for_each(|limit| live.hurry(limit));
        live
    };
    for agent in ["mcts:sims=100000000", "mcts:ms=3600000", "mcts:sims=100000000,workers=7"] {
        let mut live = opened(agent, Some(Duration::from_millis(50)));
        let begin = Instant::now();
        live.advance().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(5), "{agent}: {:?}", begin.elapsed());
        assert!(live.thought().unwrap().account.figures[0].value > 0.0);
        // Also for those who come later.
        live.set_agent(0, Some(agent)).unwrap();
        live.set_agent(1, Some(agent)).unwrap();
        live.advance().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(10), "{agent}: {:?}", begin.elapsed());
    }
    let axis = open("axis");
    let mut live = axis.clone().live(&[Some("dls:depth=8"), Some("random")], DEAL).unwrap();
    live.hurry(Duration::from_millis(50));
    while live.turns() == 0 {
        live.advance().unwrap();
        assert!(live.thought().is_none_or(|t| t.seconds < 5.0), "{:?}", live.thought());
    }
    let mut twins = [None, Some(Duration::from_secs(600))].map(|limit| opened("mcts:sims=200", limit));
    for _ in 0..6 {
        let [a, b] = twins.each_mut().map(|live| live.advance().unwrap());
        assert_eq!(a, b);
    }
    let considered = twins.map(|live| format!("{:?}", live.thought().unwrap().account.considered));
    assert_eq!(considered[0], considered[1]);
}
