//! `sandtable play`: a game in the terminal.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;

use sandtable_arena::episode::Deal;
use sandtable_arena::live::{HUMAN, Live, News};
use sandtable_arena::replay::record_line;
use sandtable_arena::{AnyGame, Failure, registry};
use sandtable_core::Turn;

use crate::output::say;

/// Plays a game in the terminal: people and agents in any seats.
#[derive(clap::Args)]
#[command(after_help = "\
At the prompt type steps with spaces between them, in any order; the whole turn or part of it. Also:
  ?      the steps you may take      board   the board again
  undo   take your last steps back   quit    leave the game

Example:
  sandtable play lucid:3x3 --seats human simple-red")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// The players, one for each seat: `human`, or an agent. [default: those whom the game's files name]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    seats: Vec<String>,
    /// Fixes all dice. [default: another one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Write the record of the game to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game: Arc<dyn AnyGame> = Arc::from(registry::open(&registry::watched(&args.game)?)?);
    let seats = super::seated(&*game, &args.seats)?;
    let seats: Vec<Option<&str>> = seats.iter().map(|s| Some(s.as_str()).filter(|s| *s != HUMAN)).collect();
    let seed = args.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |d| d.subsec_nanos().into())
    });
    let mut live = game.clone().live(&seats, Deal { seed, deal: 0, seating: 0 })?;
    let ended = converse(&*game, &mut *live, &seats);
    if let Some(path) = &args.record {
        let written = std::fs::write(path, record_line(&live.record()));
        written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))?;
    }
    ended?;
    let payoff = live.result().expect("the game is over");
    for (seat, value) in game.info().seats.iter().zip(payoff.values()) {
        say(&format!("{}: {value}", seat.name));
    }
    Ok(())
}

/// Goes on until the game is over or the person leaves.
fn converse(game: &dyn AnyGame, live: &mut dyn Live, seats: &[Option<&str>]) -> Result<(), Failure> {
    let people = seats.iter().filter(|s| s.is_none()).count();
    let hidden = game.info().hidden && people > 0;
    let watcher = seats.iter().position(|s| s.is_none()).unwrap_or(0);
    loop {
        match live.turn() {
            Turn::Over => {
                say(&live.board(watcher));
                return Ok(());
            }
            Turn::Player(seat) if seats[seat].is_none() => ask(game, live, seat)?,
            _ => match live.advance()? {
                Some(News::Steps(seat, steps)) => {
                    // In a hidden game a person is not told what the others did; the board shows what can be seen.
                    let told = if hidden { "has moved" } else { &steps };
                    say(&format!("{}: {told}", game.info().seats[seat].name));
                    if people == 0 {
                        say(&live.board(seat));
                    }
                }
                Some(News::Dice(dice)) if !hidden => say(&format!("dice: {dice}")),
                _ => {}
            },
        }
    }
}

/// Takes back the person's last steps: where something is hidden, only what nothing has followed.
fn take_back(game: &dyn AnyGame, live: &mut dyn Live, seat: usize) -> bool {
    if game.info().hidden { live.retract(seat) } else { live.undo() }
}

fn ask(game: &dyn AnyGame, live: &mut dyn Live, seat: usize) -> Result<(), Failure> {
    let left = || Failure::Interrupted("you left the game before its end".into());
    let name = &game.info().seats[seat].name;
    say(&live.board(seat));
    loop {
        print!("{name}> ");
        let _ = std::io::stdout().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if !read.is_ok_and(|n| n > 0) {
            say("");
            return Err(left());
        }
        match line.trim() {
            "" => {}
            "quit" => return Err(left()),
            "board" => say(&live.board(seat)),
            "?" => say(&live.legal().join(" ")),
            "undo" if take_back(game, live, seat) => return Ok(()),
            "undo" => say("nothing that may be taken back"),
            orders => {
                let orders: Vec<String> = orders.split_whitespace().map(String::from).collect();
                match live.play_turn(&orders, false) {
                    Ok(done) if done.refused.is_empty() => return Ok(()),
                    Ok(done) => {
                        for refused in &done.refused {
                            say(&format!("'{}' is not possible: {}", refused.text, refused.why));
                        }
                        say("(nothing was done; ? lists the steps you may take)");
                    }
                    Err(why) => say(&format!("{why} (? lists the steps you may take)")),
                }
            }
        }
    }
}
