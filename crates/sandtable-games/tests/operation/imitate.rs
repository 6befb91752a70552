//! Imitation: what is learned from games of players whose moves are known.

use std::path::PathBuf;

use sandtable_core::agent::Ask;
use sandtable_core::train::{
    Begin, Contest, Decision, Duel, Learned, Look, Maker, Mean, Plot, Recorded, Score, Seen, Training,
};
use sandtable_core::{Failure, Game, Guess, Policy, Rng, Seats, Spec, Stream, Turn, laws};
use sandtable_games::operation::{self, Operation, Sight};

use super::{BOARDS, game};

/// Has games of two players at hand, instead of files of them.
struct Shelf<'a> {
    game: &'a Operation,
    seats: [&'a str; 2],
    games: u64,
}

impl Contest<Operation> for Shelf<'_> {
    fn play(&self, _: &[Maker<Operation>], _: u64, _: u64, _: u32) -> Result<Score, Failure> {
        unreachable!("an imitator plays nobody")
    }

    fn watch(
        &self,
        _: &[Maker<Operation>],
        _: u64,
        _: u64,
        _: Begin<Operation>,
        _: Look<Operation>,
    ) -> Result<Vec<Seen>, Failure> {
        unreachable!("an imitator watches nobody")
    }

    fn corrected(&self, _: &[Maker<Operation>], _: u64, _: u64, _: u32) -> Result<Vec<Mean>, Failure> {
        unreachable!("an imitator plays nobody")
    }

    fn spread(&self, _: u64, _: &(dyn Fn(u64) -> Result<(), Failure> + Sync)) -> Result<(), Failure> {
        unreachable!("an imitator has no work of its own")
    }

    fn go_on(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn played(&self, _: u64) {}

    fn duel(
        &self,
        _: Maker<Operation>,
        _: Maker<Operation>,
        _: u64,
        _: u64,
        _: Option<(f64, f64)>,
    ) -> Result<Duel, Failure> {
        unreachable!("an imitator plays nobody")
    }

    fn plot(&self, _: &[Plot]) {}

    fn recorded(&self, _: &[PathBuf]) -> Result<Vec<Recorded<Operation>>, Failure> {
        let def = operation::lucid();
        let kit = def.kit(self.game);
        let mut players = self.seats.map(|name| {
            let (player, args) = kit.player(name).unwrap();
            player.make(&kit, &args).unwrap()
        });
        let one = |deal| {
            let mut rng = Rng::new(5, deal, Stream::World);
            let (mut state, mut decisions) = (self.game.start(), Vec::new());
            loop {
                match self.game.turn(&state) {
                    Turn::Over => return Recorded { seats: self.seats.map(String::from).into(), decisions },
                    Turn::Chance => {
                        let chance = self.game.sample(&state, &mut rng);
                        self.game.resolve(&mut state, chance);
                    }
                    Turn::Player(seat) => {
                        let (view, mut belief) = (self.game.view(&state, seat), Guess);
                        let mut ask = Ask::new(self.game, seat, &view, &mut belief, &mut rng);
                        let mut plan = Vec::new();
                        players[seat].act(&mut ask, &mut plan).unwrap();
                        decisions.push(Decision { seat, state: state.clone(), plan: plan.clone() });
                        plan.into_iter().for_each(|step| self.game.apply(&mut state, step));
                    }
                }
            }
        };
        Ok((0..self.games).map(one).collect())
    }
}

fn train(shelf: &Shelf, agent: &str, out: PathBuf) -> Result<Learned, Failure> {
    let training = Training {
        game: Spec::parse("lucid").unwrap(),
        agent: Spec::parse(agent).unwrap(),
        method: "likelihood".into(),
        opponents: Vec::new(),
        from: Vec::new(),
        rounds: 15,
        games: 20,
        seed: 1,
        out,
        fresh: false,
    };
    let def = operation::lucid();
    let trainer = def.knowledge.trainers.iter().find(|t| t.lessons.agent == "imitator").unwrap();
    (trainer.run)(&def.kit(shelf.game), &training, shelf)
}

fn imitator(game: &Operation, text: &str) -> Result<Box<dyn Policy<Operation>>, String> {
    operation::lucid().kit(game).policy(text).map(|(_, policy)| policy).map_err(|e| e.0)
}

#[test]
fn an_imitator_does_what_it_has_seen() {
    let game = game("4x4", Sight::Lucid);
    let folder = std::env::temp_dir().join(format!("sandtable-imitator-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let out = folder.join("my.imitator");
    let shelf = Shelf { game: &game, seats: ["simple-blue", "simple-red"], games: 150 };
    let learned = train(&shelf, "imitator", out.clone()).unwrap();
    let file: serde_json::Value = serde_json::from_str(&learned.player).unwrap();
    for side in ["blue", "red"] {
        let exam = &file[side]["exam"];
        let [decisions, same] = ["decisions", "same"].map(|key| exam[key].as_u64().unwrap());
        assert!(decisions >= 40 && 10 * same > 9 * decisions, "{side}: {exam}");
    }
    // Whoever stands still is known by the kind of its moves alone.
    assert!(file["red"]["within"].as_str().unwrap().contains("east <= 0, south <= 0, west <= 0"), "{file}");
    let spec = format!("imitator:{}", out.display());
    laws::policy(&game, Seats::Any, &mut *imitator(&game, &spec).unwrap(), 20, 3);
    laws::policy(&game, Seats::Any, &mut *imitator(&game, &format!("{spec};choose=drawn")).unwrap(), 20, 3);
    // The same games again give the same file, and only where it may be written.
    let refusal = |result: Result<Learned, Failure>| result.unwrap_err().to_string();
    assert!(refusal(train(&shelf, "imitator", out)).contains("--fresh overwrites it"));
    assert_eq!(train(&shelf, "imitator", folder.join("other.imitator")).unwrap(), learned);
    // One player alone: the other side is not learned.
    let alone = train(&shelf, "imitator:of=simple-red", folder.join("red.imitator")).unwrap();
    assert!(alone.player.starts_with("{\"blue\":null,\"red\":{\"exam\""), "{}", &alone.player[..60]);
    assert!(refusal(train(&shelf, "imitator:of=human", folder.join("no.imitator"))).contains("of human"));
    // What was learned on one board is refused on another.
    let error = imitator(&super::game("3x3", Sight::Lucid), &spec).err().unwrap();
    assert!(error.contains("my.imitator: expected a net for the numbers of this board"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_shipped_imitator_answers_from_any_position() {
    for board in BOARDS {
        for sight in [Sight::Lucid, Sight::Opaque] {
            let game = game(board, sight);
            laws::policy(&game, Seats::Any, &mut *imitator(&game, "imitator").unwrap(), 8, 7);
        }
    }
}
