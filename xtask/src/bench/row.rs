//! A measurement, as `--json` lists it: `{name, env, value, unit, bar, met}`, when and on what it was taken, and of a
//! comparison with others `peer`.

use serde_json::{Value, json};

/// One measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// `native` or `chromium`.
    pub env: String,
    /// None if it could not be measured.
    pub value: Option<f64>,
    /// `s`, `ms`, `MB`, …, or nothing for a part or a number.
    pub unit: String,
    /// What is promised, as text.
    pub bar: Option<String>,
    /// Whether it holds; none where nothing is promised.
    pub met: Option<bool>,
    /// The day.
    pub date: String,
    /// The machine in words.
    pub machine: String,
    /// Whose figure it is, in a comparison.
    pub peer: Option<Peer>,
}

/// One figure of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peer {
    /// The task as a sentence's subject: “1,000 one-edit queries among 100,000 names”.
    pub task: String,
    /// Who was measured, with its version.
    pub who: String,
    /// How it was set up.
    pub setting: String,
    /// The column: `p50 ms`.
    pub what: String,
    /// How many queries were asked, where it was a sample.
    pub sample: Option<u64>,
    /// Whether this setting is the best of those tried.
    pub best: bool,
}

impl Row {
    /// As it stands in the list.
    pub fn to_json(&self) -> Value {
        let mut row = json!({
            "name": self.name,
            "env": self.env,
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "met": self.met,
            "date": self.date,
            "machine": self.machine,
        });
        if let Some(peer) = &self.peer {
            row["peer"] = json!({
                "task": peer.task,
                "who": peer.who,
                "setting": peer.setting,
                "what": peer.what,
                "sample": peer.sample,
                "best": peer.best,
            });
        }
        row
    }

    /// Reads what a bench or [`Row::to_json`] wrote; none if it has no name.
    pub fn from_json(value: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let peer = value.get("peer").map(|peer| Peer {
            task: text(&peer["task"]),
            who: text(&peer["who"]),
            setting: text(&peer["setting"]),
            what: text(&peer["what"]),
            sample: peer["sample"].as_u64(),
            best: peer["best"] == true,
        });
        Some(Self {
            name: value["name"].as_str()?.to_owned(),
            env: text(&value["env"]),
            value: value["value"].as_f64(),
            unit: text(&value["unit"]),
            bar: value["bar"].as_str().map(str::to_owned),
            met: value["met"].as_bool(),
            date: text(&value["date"]),
            machine: text(&value["machine"]),
            peer,
        })
    }

    /// Whether the bar is met, in Markdown.
    pub fn verdict(&self) -> &'static str {
        match self.met {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "",
        }
    }
}

/// Four significant digits, thousands apart, without an exponent or zeros that say nothing.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        return thousands(value.round() as i64);
    }
    let decimals = if size == 0.0 { 0 } else { (3 - size.log10().floor() as i32).clamp(0, 6) as usize };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A whole number with its thousands apart.
pub fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = if value < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_its_list() {
        let peer = Peer { task: "t".into(), who: "w 1".into(), what: "p50 ms".into(), best: true, ..Peer::default() };
        for peer in [None, Some(Peer { sample: Some(50), ..peer.clone() }), Some(peer)] {
            let row = Row {
                name: "a".into(),
                value: Some(0.5),
                bar: Some("≤ 1".into()),
                met: Some(true),
                peer,
                ..Row::default()
            };
            assert_eq!(Row::from_json(&row.to_json()), Some(row));
        }
    }

    #[test]
    fn numbers_are_short_and_have_no_exponent() {
        for (value, text) in [
            (0.0, "0"),
            (0.000_012_3, "0.000012"),
            (0.4045, "0.4045"),
            (0.98, "0.98"),
            (1.0, "1"),
            (37.824, "37.82"),
            (999.96, "1000"),
            (10_347_685.0, "10,347,685"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
