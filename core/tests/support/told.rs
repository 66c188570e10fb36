//! Events with claims, for tests.

use super::{SPACE, Session, event};
use namesake_core::protocol::*;

/// A claim about an entity or a pronoun, citing the whole text of its event.
pub fn says(text: &str, subject: &str, predicate: &str, object: &str) -> HostClaim {
    HostClaim {
        subject: subject.into(),
        predicate: predicate.into(),
        object: Some(object.into()),
        evidence: vec![Span { start: 0, end: text.encode_utf16().count() as u32 }],
        ..HostClaim::default()
    }
}

/// A claim of a value.
pub fn has(text: &str, subject: &str, predicate: &str, kind: &str, value: &str, unit: Option<&str>) -> HostClaim {
    let value = ClaimValue { kind: kind.into(), value: value.into(), unit: unit.map(str::to_owned), display: None };
    HostClaim { object: None, value: Some(value), ..says(text, subject, predicate, "") }
}

/// An event of somebody, at a time in seconds, with claims of (subject, predicate, object).
pub fn told(id: &str, speaker: Option<&str>, at: Option<u32>, text: &str, claims: &[(&str, &str, &str)]) -> HostEvent {
    HostEvent {
        speaker: speaker.map(str::to_owned),
        time: at.map(|at| f64::from(at) * 1000.0),
        claims: claims.iter().map(|(subject, predicate, object)| says(text, subject, predicate, object)).collect(),
        ..event(id, text)
    }
}

impl Session {
    pub fn take(&mut self, event: HostEvent) -> Result<IngestReport, ApiError> {
        self.call(Call::Ingest { space: SPACE.into(), event }).map(|reply| match reply {
            Reply::Ingested(report) => report,
            other => panic!("{other:?}"),
        })
    }

    /// Takes an event all of whose claims must be stored.
    pub fn tell(&mut self, event: HostEvent) -> IngestReport {
        let text = event.text.clone();
        let report = self.take(event).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(report.claims.iter().all(|claim| claim.stored), "{text}: {:?}", report.claims);
        report
    }

    pub fn claims(&mut self, filter: ClaimFilter) -> Vec<ClaimRow> {
        match self.call(Call::Claims { space: SPACE.into(), filter, cursor: None, limit: 200 }) {
            Ok(Reply::Claims(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }

    pub fn declare(&mut self, predicates: &[&str], single_valued: bool) -> PredicatesSaid {
        let predicates = predicates.iter().map(|text| (*text).to_owned()).collect();
        match self.call(Call::DeclarePredicates { space: SPACE.into(), predicates, single_valued }) {
            Ok(Reply::PredicatesSaid(said)) => said,
            other => panic!("{other:?}"),
        }
    }

    /// Every claim, told without ids: who, what, whom, and where it stands if it does not hold.
    pub fn all_claims(&mut self) -> Vec<String> {
        self.claims(ClaimFilter::default()).iter().map(claim_text).collect()
    }
}

pub fn claim_text(claim: &ClaimRow) -> String {
    let end = |end: &ClaimEnd| match (&end.entity, &end.reference) {
        (Some(entity), _) if entity.name.text.is_empty() => "the owner".to_owned(),
        (Some(entity), _) => entity.name.text.clone(),
        (None, Some(_)) => format!("({})", end.word.text),
        (None, None) => format!("{}?", end.word.text),
    };
    let object = match &claim.object {
        ClaimObject::Entity(entity) => end(entity),
        ClaimObject::Value(value) => {
            [Some(value.value.clone()), value.unit.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    };
    let state = match claim.standing {
        ClaimStanding::InForce => "",
        ClaimStanding::Kept => ", kept",
        ClaimStanding::Superseded => ", superseded",
    };
    format!("{} {} {object}{state}", end(&claim.subject), claim.predicate)
}
