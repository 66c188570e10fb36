//! Namesake through its public calls, over the store in memory: building is an import of cards.

use super::super::cards;
use super::super::session::Session;
use super::task::{Task, Who};
use namesake_core::store::InMemory;
use serde_json::Value;

pub(super) fn measure(task: &Task) -> Result<Value, String> {
    let file = cards::file(&task.names, "p");
    let build = |names: &[String]| {
        let mut session = Session::open(&InMemory::new())?;
        let (report, _) = session.import("cards.vcf", file)?;
        if report.added as usize == names.len() {
            Ok(session)
        } else {
            Err(format!("{} of {} cards were taken", report.added, names.len()))
        }
    };
    let who = Who { name: "Namesake".to_owned(), setting: "", sample: None };
    task.measure(who, build, |session, text| session.resolve(text).map(|(names, _)| names))
}
