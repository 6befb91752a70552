//! A genetic algorithm over all heuristics at once, as section 2.2.2 of the report describes it.

use sandtable_core::train::Learned;
use sandtable_core::{Failure, Rng, Stream};

use crate::evolution::{Evolution, POPULATION};

/// Those who win less than this have no children.
const UNFIT: f64 = 0.1;
/// The chance that a child's gene is changed.
const MUTATION: f64 = 0.1;

/// The fitter players pair, children take half of each parent's genes, some genes mutate.
pub fn genetic<const GENES: usize>(
    mut evolution: Evolution,
    start: [f64; GENES],
) -> Result<Learned, Failure> {
    let training = evolution.training;
    let mut rng = Rng::new(training.seed, 0, Stream::Thought { seating: 0, seat: 0 });
    let random = |rng: &mut Rng| -> [f64; GENES] { std::array::from_fn(|_| rng.unit()) };
    let mut players: Vec<[f64; GENES]> = (1..POPULATION).map(|_| random(&mut rng)).collect();
    players.push(start);
    for generation in 0..training.rounds {
        let mut ranked = Vec::with_capacity(players.len());
        for genes in &players {
            ranked.push((evolution.fitness(genes, generation)?, *genes));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        evolution.settle(&ranked[0].1)?;
        let fit = ranked.iter().filter(|(share, _)| *share >= UNFIT).count().max(2);
        // The best player lives on; better players are in more pairs: the lower of two draws picks the parent.
        let parent = |rng: &mut Rng| {
            let pick = rng.below(fit as u32).min(rng.below(fit as u32));
            ranked[pick as usize].1
        };
        let mut next = vec![ranked[0].1];
        while next.len() < POPULATION {
            let (mother, father) = (parent(&mut rng), parent(&mut rng));
            let cut = GENES / 2;
            let mut children = [mother, father];
            children[0][cut..].copy_from_slice(&father[cut..]);
            children[1][cut..].copy_from_slice(&mother[cut..]);
            for mut child in children {
                for gene in &mut child {
                    if rng.unit() < MUTATION {
                        *gene = rng.unit();
                    }
                }
                next.push(child);
            }
        }
        next.truncate(POPULATION);
        players = next;
    }
    Ok(evolution.learned())
}
