//! How long the texts of a call may be. What the core bounds itself (ids, texts, reasons) is not here.

use namesake_protocol::{Call, HostEvent, OpenOptions};

/// A label: what something or somebody is called.
const LABEL: usize = 1_000;
/// The path of a file.
const PATH: usize = 4_096;
/// A name to look for.
const SOUGHT: usize = 10_000;
/// A space.
const SPACE: usize = 200;

/// The sentence for the first text of a call that is over its bound.
pub(super) fn exceeded(call: &Call) -> Option<String> {
    bounds(call).into_iter().find_map(|(name, text, least, most)| {
        let text = text?;
        let fits = (least..=most).contains(&text.len());
        let bytes = text.len();
        (!fits).then(|| match least {
            0 => format!("{name} has {bytes} bytes; {most} are the most."),
            _ => format!("{name} must have {least} to {most} bytes, not {bytes}."),
        })
    })
}

/// The table: an argument, its text, the fewest and the most bytes.
type Row<'a> = (&'static str, Option<&'a str>, usize, usize);

fn bounds(call: &Call) -> Vec<Row<'_>> {
    let mut rows = vec![("space", space(call), 1, SPACE)];
    match call {
        Call::Open(OpenOptions { name, owner, actor, space, .. }) => {
            rows.push(("space", space.as_deref(), 1, SPACE));
            rows.push(("name", Some(name), 1, LABEL));
            rows.push(("owner", Some(owner), 0, LABEL));
            rows.push(("actor", Some(actor), 0, LABEL));
        }
        Call::ImportFile { file_name, options, .. } => {
            rows.push(("fileName", Some(file_name), 0, LABEL));
            rows.push(("zone", options.zone.as_deref(), 1, LABEL));
        }
        Call::ImportFiles { name, paths, options, .. } => {
            rows.push(("name", Some(name), 0, LABEL));
            rows.push(("zone", options.zone.as_deref(), 1, LABEL));
            rows.extend(paths.iter().map(|path| ("paths", Some(path.as_str()), 0, PATH)));
        }
        Call::ExamineFiles { name, paths } => {
            rows.push(("name", Some(name), 0, LABEL));
            rows.extend(paths.iter().map(|path| ("paths", Some(path.as_str()), 0, PATH)));
        }
        Call::ExamineFile { file_name } => rows.push(("fileName", Some(file_name), 0, LABEL)),
        Call::Ingest { event: HostEvent { source, role, speaker, session, .. }, .. } => {
            rows.push(("event.source", Some(source), 0, LABEL));
            rows.push(("event.role", role.as_deref(), 0, LABEL));
            rows.push(("event.speaker", speaker.as_deref(), 0, LABEL));
            rows.push(("event.session", session.as_deref(), 0, LABEL));
        }
        Call::ResolveEntity { name, .. } => rows.push(("name", Some(name), 0, SOUGHT)),
        Call::Entities { search, .. } => rows.push(("search", search.as_deref(), 0, SOUGHT)),
        Call::SearchText { text, .. } => rows.push(("text", Some(text), 0, SOUGHT)),
        Call::Claims { filter, .. } => rows.push(("filter.predicate", filter.predicate.as_deref(), 0, LABEL)),
        Call::InboxList { filter, .. } => rows.push(("filter.search", filter.search.as_deref(), 0, SOUGHT)),
        _ => {}
    }
    rows
}

fn space(call: &Call) -> Option<&str> {
    match call {
        Call::ImportFile { space, .. }
        | Call::ImportFiles { space, .. }
        | Call::Ingest { space, .. }
        | Call::ResolveEntity { space, .. }
        | Call::WhyNot { space, .. }
        | Call::Entities { space, .. }
        | Call::Entity { space, .. }
        | Call::Sources { space, .. }
        | Call::InboxCounts { space }
        | Call::InboxList { space, .. }
        | Call::InboxGet { space, .. }
        | Call::Preview { space, .. }
        | Call::Decide { space, .. }
        | Call::DecideMany { space, .. }
        | Call::PreviewEdit { space, .. }
        | Call::Edit { space, .. }
        | Call::Refresh { space, .. }
        | Call::Undo { space, .. }
        | Call::ShortForms { space, .. }
        | Call::AddShortForms { space, .. }
        | Call::RemoveShortForms { space, .. }
        | Call::Claims { space, .. }
        | Call::Event { space, .. }
        | Call::Neighborhood { space, .. }
        | Call::ShortestPath { space, .. }
        | Call::SearchText { space, .. }
        | Call::DeclarePredicates { space, .. }
        | Call::Predicates { space, .. }
        | Call::History { space, .. }
        | Call::ExportContacts { space, .. }
        | Call::Organize { space, .. } => Some(space),
        Call::Open(_)
        | Call::Cancel { .. }
        | Call::ExamineFile { .. }
        | Call::ExamineFiles { .. }
        | Call::Spaces
        | Call::Verify
        | Call::Rebuild
        | Call::Export
        | Call::Import { .. }
        | Call::Persist
        | Call::Close
        | Call::Crash => None,
    }
}
