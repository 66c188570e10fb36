//! The page of all figures, `docs/BENCH.md`: the bars, the comparison with others, and each environment's rows, with one
//! column a size of memory and by how much a figure grew from one to the next.

use super::beside;
use super::row::{Row, number};

/// The page.
pub fn page(rows: &[Row]) -> String {
    let (mut dates, mut machines) = (Vec::new(), Vec::new());
    for row in rows {
        for (list, value) in [(&mut dates, &row.date), (&mut machines, &row.machine)] {
            if !list.contains(value) {
                list.push(value.clone());
            }
        }
    }
    let mut text = format!(
        "# Measured\n\nBy `cargo xtask bench --markdown docs/BENCH.md` on {}:\n{}; release builds.\n\n\
         Chromium's figures are taken inside the worker over real IndexedDB, beside raw IndexedDB reads and writes of the\n\
         same bytes in the same run. Native times of 0.1 s and more are processor time. Figures are one run; p99 is noisy.\n",
        dates.join(", "),
        machines.join("; "),
    );
    text.push_str(&bars(rows));
    let compared = beside::tables(rows, true);
    if !compared.is_empty() {
        text.push_str("\n## Beside others\n\nEvery setting that was tried. In the README stands the one with the best recall.\n\n");
        text.push_str(&compared);
    }
    for (env, title) in [("native", "Native"), ("chromium", "Chromium")] {
        let of_env: Vec<&Row> = rows.iter().filter(|row| row.env == env && row.peer.is_none()).collect();
        text.push_str(&section(title, &of_env));
    }
    text
}

/// What is promised.
fn bars(rows: &[Row]) -> String {
    let promised: Vec<&Row> = rows.iter().filter(|row| row.bar.is_some()).collect();
    if promised.is_empty() {
        return String::new();
    }
    let missed = promised.iter().filter(|row| row.met == Some(false)).count();
    let mut text = format!(
        "\n## Bars\n\nThose of the design; a figure over its bar stands here as it is. {} of {} are missed.\n\n\
         | what | where | value | bar | |\n|---|---|---|---|---|\n",
        missed,
        promised.len(),
    );
    for row in promised {
        let bar = row.bar.as_deref().unwrap_or_default();
        text.push_str(&format!("| {} | {} | {} | {bar} | {} |\n", row.name, row.env, value(row), row.verdict()));
    }
    text
}

fn section(title: &str, rows: &[&Row]) -> String {
    // Growth stands beside the figures themselves.
    let rows: Vec<&Row> = rows.iter().copied().filter(|row| !row.name.contains(", growth from ")).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("\n## {title}\n");
    let mut sizes: Vec<&str> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (name, size) in rows.iter().filter_map(|row| of_size(&row.name)) {
        for (list, item) in [(&mut sizes, size), (&mut names, name)] {
            if !list.contains(&item) {
                list.push(item);
            }
        }
    }
    if !names.is_empty() {
        text.push_str(&format!(
            "\n| by entities | unit | {} | grew |\n|---|---|{}---|\n",
            sizes.join(" | "),
            "---|".repeat(sizes.len())
        ));
    }
    for name in names {
        let found: Vec<Option<&Row>> = sizes
            .iter()
            .map(|size| rows.iter().copied().find(|row| of_size(&row.name) == Some((name, size))))
            .collect();
        let unit = found.iter().flatten().next().map_or("", |row| row.unit.as_str());
        let cells: Vec<String> = found.iter().map(|row| row.map_or(String::new(), value)).collect();
        text.push_str(&format!("| {name} | {unit} | {} | {} |\n", cells.join(" | "), growth(&found, unit)));
    }
    let others: Vec<&&Row> = rows.iter().filter(|row| of_size(&row.name).is_none()).collect();
    if !others.is_empty() {
        text.push_str("\n| what | value | unit |\n|---|---|---|\n");
    }
    for row in others {
        text.push_str(&format!("| {} | {} | {} |\n", row.name, value(row), row.unit));
    }
    text
}

/// What was measured, and for how many entities, of a name such as “import, 1,000 entities”.
fn of_size(name: &str) -> Option<(&str, &str)> {
    let (what, size) = name.strip_suffix(" entities")?.rsplit_once(", ")?;
    size.chars().all(|c| c.is_ascii_digit() || c == ',').then_some((what, size))
}

/// The factors from size to size, of what is a time or an amount.
fn growth(found: &[Option<&Row>], unit: &str) -> String {
    if !["s", "ms", "MB", "kB"].contains(&unit) {
        return String::new();
    }
    let factor = |pair: &[Option<&Row>]| {
        let (before, after) = (pair[0]?.value?, pair[1]?.value?);
        (before > 0.0).then(|| format!("× {:.1}", after / before))
    };
    found.windows(2).filter_map(factor).collect::<Vec<_>>().join(", ")
}

fn value(row: &Row) -> String {
    row.value.map_or("not measured".to_owned(), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: f64, bar: Option<&str>) -> Row {
        let met = bar.map(|_| false);
        Row {
            name: name.into(),
            env: "native".into(),
            value: Some(value),
            unit: "s".into(),
            bar: bar.map(str::to_owned),
            met,
            date: "2026-11-30".into(),
            machine: "a machine".into(),
            peer: None,
        }
    }

    #[test]
    fn sizes_are_columns_and_growth_stands_beside_them() {
        let text = page(&[
            row("import, 1,000 entities", 0.5, None),
            row("import, 10,000 entities", 6.0, Some("≤ 5")),
            row("import, growth from 1,000 to 10,000 entities", 12.0, None),
            row("homonyms, questions", 30.0, None),
        ]);
        assert!(text.contains("on 2026-11-30:\na machine; release"));
        assert!(text.contains("| by entities | unit | 1,000 | 10,000 | grew |\n"));
        assert!(text.contains("| import | s | 0.5 | 6 | × 12.0 |\n"));
        assert!(text.contains("1 of 1 are missed"));
        assert!(text.contains("| import, 10,000 entities | native | 6 | ≤ 5 | **missed** |"));
        assert!(text.contains("| homonyms, questions | 30 | s |"));
        assert!(!text.contains("growth from"));
    }
}
