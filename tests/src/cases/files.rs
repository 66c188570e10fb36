//! Reading the files of `cases/`: JSON Lines by id, Markdown tables by their first column.

use std::io;
use std::path::{Path, PathBuf};

/// A row of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// Its id, number or object.
    pub id: String,
    /// What stands beside it: the `input` of a JSON line, the second cell of a numbered table, else all other cells.
    pub input: String,
}

/// The folder beside the repository where the cases usually lie.
pub(super) fn default_folder() -> PathBuf {
    std::env::var_os("NAMESAKE_CASES")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases").into(), PathBuf::from)
}

/// All files of the folder with their rows, by name.
///
/// # Errors
/// A file cannot be read or understood; names it.
pub(super) fn read(folder: &Path) -> io::Result<Vec<(String, Vec<Row>)>> {
    let mut names: Vec<String> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.sort_unstable();
    names
        .into_iter()
        .map(|name| {
            let text = std::fs::read_to_string(folder.join(&name))?;
            let rows = match name.rsplit_once('.') {
                Some((_, "jsonl")) => json_lines(&text),
                Some((_, "md")) => Ok(tables(&text)),
                _ => Err("it is neither JSON Lines nor Markdown".to_owned()),
            };
            let rows = rows.map_err(|why| io::Error::other(format!("{name}: {why}")))?;
            Ok((name, rows))
        })
        .collect()
}

fn json_lines(text: &str) -> Result<Vec<Row>, String> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            let id = value["id"].as_str().ok_or("a line has no id")?.to_owned();
            Ok(Row { id, input: normal(&value["input"].to_string()) })
        })
        .collect()
}

/// JSON text in one form, so that two texts of one value are equal; any other text as it is.
pub(super) fn normal(text: &str) -> String {
    namesake_core::journal::canonical_text(text).unwrap_or_else(|_| text.to_owned())
}

fn tables(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut numbered = None;
    for line in text.lines() {
        let Some(inner) = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            numbered = None;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        let rule = cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
        match (numbered, cells.as_slice()) {
            (None, cells) => numbered = Some(cells.first() == Some(&"#")),
            _ if rule => {}
            (Some(true), [id, input, ..]) => rows.push(Row { id: (*id).into(), input: (*input).into() }),
            (_, [id, others @ ..]) => rows.push(Row { id: (*id).into(), input: others.join(" ") }),
            _ => {}
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: Vec<Row>, due: &[(&str, &str)]) {
        let rows: Vec<(&str, &str)> = rows.iter().map(|row| (row.id.as_str(), row.input.as_str())).collect();
        assert_eq!(rows, due);
    }

    #[test]
    fn tables_are_read_by_their_first_column() {
        let text = "Words.\n\n| # | input | outcome |\n|---|---|---|\n| 7 | a / b | same |\n\nMore.\n\n\
                    | object | namespace | name |\n|---|---|---|\n| edge | id | `x` |\n";
        check(tables(text), &[("7", "a / b"), ("edge", "id `x`")]);
    }

    #[test]
    fn lines_are_read_by_id() {
        let lines = json_lines("{\"id\":\"A\",\"input\":{\"b\":1,\"a\":\"\\u00e9\"}}\n\n").expect("is read");
        check(lines, &[("A", "{\"a\":\"é\",\"b\":1}")]);
        assert!(json_lines("{\"input\":1}").is_err());
    }
}
