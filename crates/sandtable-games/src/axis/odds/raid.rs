//! Raids on factories.

use crate::axis::battle::raid::Raid;
use crate::axis::scenario::Unit;
use sandtable_core::{Args, BadInput};
use serde_json::json;

use super::GAME;
use super::forces::{counts_json, label};
use sandtable_core::odds::{Distribution, Group, Odds, Table, percent};

/// Calculates a raid of all attackers.
pub fn run(units: &[Unit], attackers: &[u16], defenders: &[u16], args: &Args) -> Result<Odds, BadInput> {
    let present = |counts: &[u16], kind: usize| counts[kind] > 0;
    for (kind, unit) in units.iter().enumerate() {
        if present(attackers, kind) && !unit.bombs {
            return Err(BadInput::new(format!("raid: {} cannot bomb factories", unit.name)));
        }
        if present(defenders, kind) && unit.fights() {
            let line = format!("raid: {} takes no part: only guns and factories do", unit.name);
            return Err(BadInput::new(line));
        }
    }
    let text = args.get("raid");
    let limit = match text {
        "unlimited" => None,
        number => Some(number.parse::<u16>().map_err(|_| {
            BadInput::new(format!("raid={text}: expected a whole number up to 65535, or unlimited"))
        })?),
    };
    let bombers: u16 = attackers.iter().sum();
    let guns = units.iter().zip(defenders).any(|(unit, &n)| unit.flak && n > 0);
    let raid = Raid::new(bombers, guns, limit);
    // What the bombers shot down have cost, if they are all of a kind or not: each is as likely to fall.
    let price: f64 = units.iter().zip(attackers).map(|(u, &n)| f64::from(u.cost) * f64::from(n)).sum();
    let loss = price * raid.mean_shot_down() / f64::from(bombers.max(1));
    let most = limit.map_or(String::new(), |limit| format!(", at most {limit}"));
    let against = if guns { "against guns" } else { "without guns" };
    let numbers = [
        ("expected cost to the owner", format!("{:.3}", raid.mean())),
        ("expected bombers shot down", format!("{:.3}", raid.mean_shot_down())),
        ("expected loss of the attacker, in cost", format!("{loss:.3}")),
        ("swing, the difference", format!("{:+.3}", raid.mean() - loss)),
    ];
    let ends = |chances: &[f64]| chances.iter().enumerate().map(|(n, p)| (n.to_string(), *p)).collect();
    Ok(Odds {
        title: format!("Axis & Allies: a raid of {} {against}{most}", label(units, attackers, |_| true)),
        numbers: numbers.map(|(label, value)| (label.to_string(), value)).into(),
        distribution: Distribution {
            axis: "money lost",
            groups: vec![Group { name: "the owner pays", ends: ends(&raid.money) }],
        },
        tables: vec![Table {
            title: "Bombers shot down".into(),
            header: vec!["bombers", "chance"],
            rows: raid
                .shot_down
                .iter()
                .enumerate()
                .filter(|(_, p)| **p >= 5e-5)
                .map(|(n, p)| vec![n.to_string(), percent(*p)])
                .collect(),
        }],
        json: json!({
            "game": GAME,
            "map": args.get("map"),
            "attackers": counts_json(units, attackers),
            "defenders": counts_json(units, defenders),
            "raid": {
                "guns": guns,
                "limit": limit,
                "cost": raid.mean(),
                "shot_down": raid.mean_shot_down(),
                "loss": loss,
                "swing": raid.mean() - loss,
                "money_chances": raid.money,
                "shot_down_chances": raid.shot_down,
            },
        }),
    })
}
