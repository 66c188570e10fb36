//! `resolveEntity`: a name to candidates, ranked, never picked (DESIGN section 5).

use super::entity::entity_row;
use super::page::{Cursor, cursor_of, place_of};
use super::words::{reason, shown};
use crate::model::{Reason, ReasonCode, Tier};
use crate::names::NameKeys;
use crate::policy::CANDIDATES;
use crate::protocol::{Candidate, Negative, Page, Resolution};
use crate::resolve::as_written;
use crate::state::{Handle, Space};

/// An entity found for a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The root; of an identity group the member that holds the exact key, else the oldest.
    pub entity: Handle,
    /// The tier that found it.
    pub tier: Tier,
    /// In thousandths.
    pub score: u16,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// At most `limit` entities for a name, best first, ties by id; and how many answer in all. Where more names are near than
/// `limit`, each of those beyond counts, though it may be one more of an entity that is there.
///
/// T0 to T2, scored as [`look_up`](crate::resolve::look_up()) defines; an identity group comes once. Cost: one look-up by
/// exact key and one search of the name index.
pub fn hits(space: &Space, name: &str, limit: usize) -> (Vec<Hit>, usize) {
    let keys = NameKeys::new(name);
    let mut out: Vec<Hit> = Vec::new();
    let mut groups: Vec<Handle> = Vec::new();
    let mut put = |out: &mut Vec<Hit>, hit: Hit| {
        let group = space.group_key(hit.entity);
        if !groups.contains(&group) {
            groups.push(group);
            out.push(hit);
        }
    };
    let exact = space.nodes.exact(&keys.exact);
    if let Some(node) = exact {
        for entity in space.holders(node) {
            let reasons = vec![Reason::for_(ReasonCode::SameExactKey, 1000, [space.nodes.at(node).text.to_string()])];
            put(&mut out, Hit { entity, tier: Tier::Exact, score: 1000, reasons });
        }
    }
    let mut total = out.len();
    if !keys.exact.is_empty() {
        let near = space.nodes.held().look_up(&keys, &|id| space.nodes.keys(id), limit);
        let complete = near.hits.len() == near.total;
        let others = near.total - usize::from(near.hits.iter().any(|hit| Some(hit.node) == exact));
        for hit in near.hits {
            if Some(hit.node) == exact {
                continue;
            }
            for entity in space.holders(hit.node) {
                let (tier, score, reasons) = (hit.m.tier, hit.m.score, hit.m.reasons.to_vec());
                put(&mut out, Hit { entity, tier, score, reasons });
            }
        }
        total = if complete { out.len() } else { (total + others).max(out.len()) };
    }
    out.sort_by(|a, b| {
        b.score
            .cmp(&a.score)
            .then(a.tier.cmp(&b.tier))
            .then_with(|| space.entities.at(a.entity).id.cmp(&space.entities.at(b.entity).id))
    });
    (out, total)
}

/// One page of candidates.
///
/// # Errors
/// If the cursor is none of this list.
pub fn find(space: Option<&Space>, name: &str, cursor: Cursor<'_>, limit: usize) -> Result<Page<Candidate>, String> {
    let after: usize = place_of(cursor)?.unwrap_or(0);
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let (hits, total) = hits(space, name, after + limit + 1);
    let candidate = |hit: &Hit| Candidate {
        entity: entity_row(space, hit.entity),
        tier: hit.tier.into(),
        score: f64::from(hit.score) / 1000.0,
        reasons: {
            let mut reasons = hit.reasons.clone();
            let names = space.entities.at(hit.entity).content.names.iter().map(|name| name.text.as_str());
            as_written(&mut reasons, std::iter::once(name).chain(names));
            reasons.iter().map(reason).collect()
        },
    };
    let items: Vec<Candidate> = hits.iter().skip(after).take(limit).map(candidate).collect();
    let seen = after + items.len();
    let next = (hits.len() > seen).then(|| cursor_of(&seen));
    Ok(Page { items, total: total as u32, next })
}

/// The answer of `resolveEntity`.
///
/// # Errors
/// If the cursor is none of this list.
pub fn resolve(space: Option<&Space>, name: &str, cursor: Cursor<'_>) -> Result<Resolution, String> {
    let candidates = find(space, name, cursor, CANDIDATES)?;
    let negative = (candidates.total == 0).then(|| Negative {
        kind: "unknown_entity".into(),
        explanation: if NameKeys::new(name).is_empty() {
            "The name has nothing that could be seen, so it names nothing.".into()
        } else {
            format!("Nothing here is called “{}”, is spelled nearly so, or sounds like it.", shown(name).text)
        },
    });
    Ok(Resolution { candidates, negative })
}
