//! Questions about names in text that do not link: ambiguity, alias, new name.

use super::{Settled, Wanted, Work, ask};
use crate::model::*;
use crate::names::titles;
use crate::policy::CANDIDATES;
use crate::resolve::ASK;
use crate::state::{Draft, Handle, NodeId, Space};
use smallvec::SmallVec;

/// Score of a question whose candidates hold the name to the letter.
const EXACT: u16 = 650;
/// Score of a new name with one mention; more mentions make it more useful.
const NEW: i32 = 150;

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    for node in &work.texts {
        let key = draft.space().nodes.keys(*node).exact.to_string();
        let unit = Unit::Text(key);
        let wanted = wanted(draft.space(), *node, &unit);
        ask::reconcile(draft, &unit, wanted.into_iter().collect(), settled);
    }
}

/// Candidates of a name for a question, best first, with the nearest match of each.
pub(crate) fn candidates(space: &Space, node: NodeId) -> Vec<(Handle, Tier, u16, SmallVec<[Reason; 4]>)> {
    let keys = space.nodes.keys(node);
    let near = space.nodes.held().near_to_ask(keys, &|id| space.nodes.keys(id), usize::MAX);
    let mut out: Vec<(Handle, Tier, u16, SmallVec<[Reason; 4]>)> = Vec::new();
    let mut groups: Vec<Handle> = Vec::new();
    for hit in near.hits {
        if hit.m.score < ASK {
            break;
        }
        if titles::tell_apart(&keys.exact, &space.nodes.keys(hit.node).exact) {
            continue;
        }
        for holder in space.holders(hit.node) {
            let group = space.group_key(holder);
            if groups.contains(&group) || space.is_spelling_forbidden(keys, holder) {
                continue;
            }
            groups.push(group);
            out.push((holder, hit.m.tier, hit.m.score, hit.m.reasons.clone()));
        }
    }
    out
}

fn wanted(space: &Space, node: NodeId, unit: &Unit) -> Option<Wanted> {
    let at = space.nodes.at(node);
    let open: Vec<Handle> = at
        .mentions
        .iter()
        .copied()
        .filter(|mention| space.mentions.at(*mention).strength.raises() && ask::is_open(space, *mention))
        .collect();
    if open.is_empty() {
        return None;
    }
    let mut holders = space.holders(node);
    holders.retain(|holder| !space.is_name_forbidden(&at.keys.exact, *holder));
    let base = Wanted {
        kind: Kind::NewName,
        unit: unit.clone(),
        name: Some(at.text.to_string()),
        members: Vec::new(),
        reasons: Vec::new(),
        score: 0,
        rejected_before: false,
        held: false,
    };
    if !holders.is_empty() {
        if joins_group(space, &holders) {
            return None;
        }
        holders.sort_by_key(|holder| space.entities.at(*holder).id);
        let mut reasons = vec![Reason::for_(ReasonCode::SameExactKey, 0, [at.text.to_string()])];
        if holders.len() > 1 {
            reasons.push(Reason::against(ReasonCode::SeveralHolders, 0, [holders.len().to_string()]));
        }
        let kind = if holders.len() > 1 { Kind::Ambiguity } else { Kind::Alias };
        holders.truncate(CANDIDATES);
        return Some(Wanted { kind, members: holders, reasons, score: EXACT, ..base });
    }
    // "Not a name" was said of a name that nothing held; what holds it now is another matter.
    if space.ignored.contains(&*at.keys.exact) {
        return None;
    }
    let found = candidates(space, node);
    let total = found.len();
    match found.as_slice() {
        [] => {
            let sources = sources(space, &open);
            let mentioned = [open.len().to_string(), sources.to_string()];
            let reasons =
                vec![Reason::for_(ReasonCode::NoHolder, 0, []), Reason::for_(ReasonCode::MentionedTimes, 0, mentioned)];
            let score = ask::score(NEW, 40 * open.len().min(10) as i32);
            Some(Wanted { reasons, score, ..base })
        }
        [(holder, _, score, reasons)] => Some(Wanted {
            kind: Kind::Alias,
            members: vec![*holder],
            reasons: reasons.iter().cloned().collect(),
            score: *score,
            ..base
        }),
        [(_, _, score, _), ..] => {
            let mut reasons = vec![Reason::against(ReasonCode::SeveralHolders, 0, [total.to_string()])];
            for (_, _, _, more) in found.iter().take(CANDIDATES) {
                for reason in more {
                    if !reasons.contains(reason) {
                        reasons.push(reason.clone());
                    }
                }
            }
            let members = found.iter().take(CANDIDATES).map(|(holder, ..)| *holder).collect();
            Some(Wanted { kind: Kind::Ambiguity, members, reasons, score: *score, ..base })
        }
    }
}

/// An ambiguity whose candidates all stand in one open collision or group joins it: deciding that decides this. A collision
/// that is held back cannot be decided, so it takes nothing in.
fn joins_group(space: &Space, holders: &[Handle]) -> bool {
    let [first, _, ..] = holders else { return false };
    space.questions_of_entity(*first).iter().any(|question| {
        let proposal = space.proposals.at(*question);
        let members: Vec<Handle> = proposal.members().filter_map(|id| space.root_of(&id)).collect();
        matches!(proposal.unit, Unit::Folded(_) | Unit::Group(_) | Unit::Across(_))
            && proposal.status.is_open()
            && holders.iter().all(|holder| members.contains(holder))
    })
}

fn sources(space: &Space, mentions: &[Handle]) -> usize {
    let source = |mention: &Handle| space.events.get(&space.mentions.at(*mention).event).map(|event| event.source);
    mentions.iter().filter_map(source).collect::<std::collections::BTreeSet<_>>().len()
}
