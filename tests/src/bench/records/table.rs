//! Tables of text with a head: fields between separators, quoted as RFC 4180 has it.

use std::collections::HashMap;
use std::path::Path;

/// A table in memory.
pub(super) struct Table {
    columns: HashMap<String, usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a file. None if it is not there: outside data may be missing.
    pub fn read(path: &Path, separator: char) -> Option<Self> {
        let text = std::fs::read_to_string(path).ok()?;
        let mut rows = rows(&text, separator).into_iter();
        let columns = rows.next()?.into_iter().enumerate().map(|(at, name)| (name, at)).collect();
        Some(Self { columns, rows: rows.collect() })
    }

    /// Its rows in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|values| Row { columns: &self.columns, values })
    }
}

/// One row.
pub(super) struct Row<'a> {
    columns: &'a HashMap<String, usize>,
    values: &'a [String],
}

impl Row<'_> {
    /// The value in a column without white space around it; empty if there is none.
    pub fn get(&self, column: &str) -> &str {
        let value = self.columns.get(column).and_then(|at| self.values.get(*at));
        value.map_or("", |value| value.trim())
    }

    /// All values that are there, for a person to read.
    pub fn shown(&self) -> String {
        self.values.iter().filter(|value| !value.trim().is_empty()).cloned().collect::<Vec<_>>().join(" | ")
    }
}

fn rows(text: &str, separator: char) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            _ if c == separator && !quoted => row.push(std::mem::take(&mut field)),
            _ => field.push(c),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows
}
