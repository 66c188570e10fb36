//! The comparison with others in Markdown: a table a task, and the README's section.

use super::peers::OURS;
use super::row::{Peer, Row, number};
use crate::error::{Error, Result};

/// The section that the README keeps for it.
const HEADING: &str = "## Beside others";

/// A table for each task, browsers first. Of a peer's settings the best, or all.
pub fn tables(rows: &[Row], all: bool) -> String {
    let mut figures: Vec<(&Row, &Peer)> = rows.iter().filter_map(|row| Some((row, row.peer.as_ref()?))).collect();
    figures.retain(|(_, peer)| all || peer.best);
    figures.sort_by_key(|(row, _)| row.env != "chromium");
    distinct(figures.iter().map(|(_, peer)| peer.task.as_str()))
        .map(|task| {
            let of_task: Vec<_> = figures.iter().copied().filter(|(_, peer)| peer.task == task).collect();
            table(task, &of_task)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn table(task: &str, figures: &[(&Row, &Peer)]) -> String {
    let column = |(row, peer): &(&Row, &Peer)| format!("{} {}", peer.what, row.unit).trim().to_owned();
    let columns: Vec<String> = distinct(figures.iter().map(column)).collect();
    let who = |(row, peer): &(&Row, &Peer)| {
        let name = if peer.who == OURS { format!("**{}**", peer.who) } else { peer.who.clone() };
        let notes =
            [peer.setting.clone(), peer.sample.map(|sample| format!("{sample} of the queries")).unwrap_or_default()];
        let notes = notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; ");
        let name = if notes.is_empty() { name } else { format!("{name} ({notes})") };
        format!("| {name} | {} |", if row.env == "chromium" { "Chromium" } else { "native" })
    };
    let mut text = format!("| {task} | where | {} |\n|---|---|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
    for line in distinct(figures.iter().map(who)) {
        text.push_str(&line);
        for wanted in &columns {
            let found = figures.iter().find(|figure| who(figure) == line && column(figure) == *wanted);
            let value = found.and_then(|(row, _)| row.value);
            text.push_str(&format!(" {} |", value.map_or("–".to_owned(), number)));
        }
        text.push('\n');
    }
    text
}

/// The README's section, with its heading.
///
/// # Errors
/// Nothing was compared.
pub fn section(rows: &[Row]) -> Result<String> {
    let Some(first) = rows.iter().find(|row| row.peer.is_some()) else {
        return Err(Error::Check(
            "no figure of a peer is there; a comparison needs --data and no --only bars".to_owned(),
        ));
    };
    Ok(format!(
        "{HEADING}\n\nMeasured by `cargo xtask bench` on {}: {}.\n\
         Ours and theirs in one run over the same names, in the same browser (each in a worker of its own) or natively.\n\
         Of the settings tried for a peer the one with the best recall is shown; [docs/BENCH.md](docs/BENCH.md) has all.\n\
         To build is for Namesake to import contact cards up to what is stored, for others to make an index in memory.\n\
         Precision is a lower bound: some of these names are alike by themselves.\n\n{}",
        first.date,
        first.machine,
        tables(rows, false),
    ))
}

/// A document with its section replaced by another.
///
/// # Errors
/// It has no such section.
pub fn replaced(document: &str, section: &str) -> Result<String> {
    let missing = || Error::Check(format!("there is no heading “{HEADING}” whose section could be written"));
    let begin = document.find(&format!("\n{HEADING}\n")).ok_or_else(missing)? + 1;
    let after = begin + HEADING.len();
    let end = document[after..].find("\n## ").map_or(document.len(), |at| after + at + 1);
    let gap = if end < document.len() { "\n" } else { "" };
    Ok(format!("{}{}\n{gap}{}", &document[..begin], section.trim_end(), &document[end..]))
}

/// Each once, in the order of its first.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(env: &str, who: &str, what: &str, value: f64, best: bool) -> Row {
        let setting = if best { "" } else { "worse" };
        let peer = Peer {
            task: "t".into(),
            who: who.into(),
            setting: setting.into(),
            what: what.into(),
            best,
            ..Peer::default()
        };
        Row { env: env.into(), value: Some(value), unit: "ms".into(), peer: Some(peer), ..Row::default() }
    }

    #[test]
    fn a_peer_is_a_line_and_a_figure_a_column() {
        let rows = [
            row("native", OURS, "p50", 0.1, true),
            row("chromium", OURS, "p50", 0.4, true),
            row("chromium", "peer 1", "p50", 6.0, false),
            row("chromium", "peer 1", "p99", 9.0, false),
        ];
        let best = "| t | where | p50 ms |\n|---|---|---|\n| **Namesake** | Chromium | 0.4 |\n| **Namesake** | native | 0.1 |\n";
        assert_eq!(tables(&rows, false), best);
        assert!(tables(&rows, true).contains("| peer 1 (worse) | Chromium | 6 | 9 |"));
        assert!(tables(&rows, true).contains("| **Namesake** | native | 0.1 | – |"));
    }

    #[test]
    fn only_the_section_is_replaced() -> Result<()> {
        let document = "# A\n\nx\n\n## Beside others\n\nold\n\n## C\n\ny\n";
        assert_eq!(
            replaced(document, "## Beside others\n\nnew\n\n")?,
            "# A\n\nx\n\n## Beside others\n\nnew\n\n## C\n\ny\n"
        );
        assert_eq!(replaced("a\n\n## Beside others\n", "## Beside others\n\nb\n")?, "a\n\n## Beside others\n\nb\n");
        assert!(replaced("# A\n", "b").is_err());
        Ok(())
    }
}
