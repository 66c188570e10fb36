//! One measurement, its bar, and the table of all.

use serde_json::{Value, json};
use std::path::Path;

/// What is promised.
#[derive(Clone, Copy)]
pub(super) enum Bar {
    /// Nothing.
    None,
    AtMost(f64),
    AtLeast(f64),
    Above(f64),
}

/// A measurement.
pub(super) struct Row {
    pub name: String,
    /// None if it could not be measured.
    pub value: Option<f64>,
    pub unit: String,
    bar: Option<String>,
    met: Option<bool>,
}

impl Row {
    pub fn new(name: impl Into<String>, value: impl Into<Option<f64>>, unit: &str, bar: Bar) -> Self {
        let value = value.into();
        let (text, holds): (_, fn(f64, f64) -> bool) = match bar {
            Bar::None => (None, |_, _| true),
            Bar::AtMost(most) => (Some(("≤", most)), |value, bar| value <= bar),
            Bar::AtLeast(least) => (Some(("≥", least)), |value, bar| value >= bar),
            Bar::Above(limit) => (Some((">", limit)), |value, bar| value > bar),
        };
        Self {
            name: name.into(),
            value,
            unit: unit.to_owned(),
            bar: text.map(|(sign, bar)| format!("{sign} {bar}")),
            met: text.and_then(|(_, bar)| value.map(|value| holds(value, bar))),
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "env": "native",
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "met": self.met,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            name: value["name"].as_str()?.to_owned(),
            value: value["value"].as_f64(),
            unit: value["unit"].as_str()?.to_owned(),
            bar: value["bar"].as_str().map(str::to_owned),
            met: value["met"].as_bool(),
        })
    }
}

/// Writes rows to a file, or to the standard output.
pub(super) fn write(rows: &[Row], path: Option<&Path>) -> Result<(), String> {
    let list = Value::Array(rows.iter().map(Row::to_json).collect());
    match path {
        Some(path) => std::fs::write(path, format!("{list:#}\n")).map_err(|e| format!("{}: {e}", path.display())),
        None => {
            println!("{list}");
            Ok(())
        }
    }
}

/// Reads what [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let list: Vec<Value> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    list.iter().map(|value| Row::from_json(value).ok_or_else(|| format!("{value} is no measurement"))).collect()
}

/// The aligned table.
pub(super) fn table(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let met = row.met.map_or("", |met| if met { "✓" } else { "✗" });
        let value = row.value.map_or("skipped".to_owned(), number);
        [row.name.clone(), value, row.unit.clone(), row.bar.clone().unwrap_or_default(), met.to_owned()]
    };
    let lines: Vec<[String; 5]> = rows.iter().map(line).collect();
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    let mut out = String::new();
    for [name, value, unit, bar, met] in lines {
        let (a, b, c, d) = (widths[0], widths[1], widths[2], widths[3]);
        let text = format!("{name:<a$}  {value:>b$} {unit:<c$}  {bar:<d$}  {met}");
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// Three significant digits or so.
fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}
