//! Extraction and plan policies: which plan policy belongs to which extraction, and what each checks.
//!
//! A plan names the policies that made it. What an extraction did not run, no plan of it claims: the first extraction
//! policy found a term by its literal word and checked nothing more, so its plans check no more either, whichever
//! policies came later. Source: PRME, "Entity identity and conservative merges".

/// The newest extraction policy.
pub const EXTRACTION: u16 = 2;
/// The newest plan policy.
pub const PLAN: u16 = 2;
/// The plan policy of a record that names none: the one that was in use before records named it.
pub const PLAN_UNNAMED: u16 = 1;

/// What a plan policy checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// “I” is also grounded by me, my, mine and myself.
    pub first_person_forms: bool,
    /// “I” may mean the owner, where the caller declares it.
    pub owner: bool,
    /// he, she, it and they may be tied to an earlier name.
    pub anchors: bool,
    /// The digits and the unit of a quantity have to stand in the cited sentence.
    pub quantities: bool,
    /// An attempt or intention has to stay one.
    pub intentions: bool,
    /// A positive claim must not be denied by its sentence.
    pub denials: bool,
    /// What is asked, wished or supposed is no assertion.
    pub speech_acts: bool,
}

/// The plan policies, the first one first.
const PLANS: [Checks; PLAN as usize] = [
    Checks {
        first_person_forms: false,
        owner: false,
        anchors: false,
        quantities: false,
        intentions: false,
        denials: false,
        speech_acts: false,
    },
    Checks {
        first_person_forms: true,
        owner: true,
        anchors: true,
        quantities: true,
        intentions: true,
        denials: true,
        speech_acts: true,
    },
];

/// The plan policies that an extraction policy's records may be planned under, the usual one last.
const OF_EXTRACTION: [&[u16]; EXTRACTION as usize] = [&[1], &[1, 2]];

/// What a plan policy checks; `None` if there is no such policy.
pub fn checks(plan: u16) -> Option<Checks> {
    usize::from(plan).checked_sub(1).and_then(|at| PLANS.get(at)).copied()
}

/// The plan policy of an extraction: the usual one, or the one that is asked for. `None` if there is no such extraction policy,
/// or if the plan policy would claim checks that it never ran.
pub fn plan_of(extraction: u16, asked: Option<u16>) -> Option<u16> {
    let plans = usize::from(extraction).checked_sub(1).and_then(|at| OF_EXTRACTION.get(at))?;
    match asked {
        None => plans.last().copied(),
        Some(plan) => plans.contains(&plan).then_some(plan),
    }
}
