//! Counting tests in the output of the runners, and the tables that tasks print.

use std::collections::VecDeque;
use std::time::Duration;

/// How many tests passed, failed and were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
    /// Left out: ignored, or of the slow tier.
    pub skipped: usize,
}

impl Counts {
    /// Adds what a line says, if it is a closing line of cargo test, wasm-bindgen-test, node's runner or our own.
    pub fn read_line(&mut self, line: &str) {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("test result: ") {
            self.read_list(rest, &[';', '.']);
        } else if let Some(rest) = line.strip_prefix("# ").or(line.strip_prefix("ℹ ")) {
            let mut words = rest.split(' ');
            if let (Some(word), Some(Ok(count)), None) = (words.next(), words.next().map(str::parse), words.next()) {
                self.add(word, count);
            }
        } else if line.contains(" passed, ") && line.starts_with(|c: char| c.is_ascii_digit()) {
            self.read_list(line, &[',']);
        }
    }

    /// Adds what another count holds.
    pub fn merge(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    fn read_list(&mut self, list: &str, separators: &[char]) {
        for item in list.split(separators) {
            if let Some((Ok(count), word)) = item.trim().split_once(' ').map(|(count, word)| (count.parse(), word)) {
                self.add(word, count);
            }
        }
    }

    fn add(&mut self, word: &str, count: usize) {
        match word {
            "passed" | "pass" => self.passed += count,
            "failed" | "fail" | "cancelled" => self.failed += count,
            "ignored" | "skipped" | "todo" => self.skipped += count,
            _ => {}
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(out, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// The last lines of a step's output, to show again at the end.
#[derive(Default)]
pub struct Tail(VecDeque<String>);

impl Tail {
    const LINES: usize = 60;

    /// Adds a line and forgets the oldest beyond the bound.
    pub fn push(&mut self, line: &str) {
        if self.0.len() == Self::LINES {
            self.0.pop_front();
        }
        self.0.push_back(line.to_owned());
    }

    /// The lines kept.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Seconds, for a person.
pub fn seconds(time: Duration) -> String {
    if time.as_secs() >= 60 {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// Rows in columns as wide as their content; columns named in `right` are aligned to the right.
pub fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (cell, &width))| {
                    if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                },
            )
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], passed: usize, failed: usize, skipped: usize) {
        let mut counts = Counts::default();
        for line in lines {
            counts.read_line(line);
        }
        assert_eq!(counts, Counts { passed, failed, skipped }, "{lines:?}");
    }

    #[test]
    fn counts_the_closing_lines_of_all_runners() {
        check(
            &["test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s"],
            3,
            0,
            1,
        );
        check(&["test result: FAILED. 1 passed; 2 failed; 0 ignored"], 1, 2, 0);
        check(&["# tests 4", "# pass 3", "# fail 1", "# skipped 0"], 3, 1, 0);
        check(&["ℹ pass 2", "ℹ fail 0", "ℹ skipped 1", "ℹ duration_ms 12.5"], 2, 0, 1);
        check(&["12 passed, 1 failed, 2 skipped"], 12, 1, 2);
    }

    #[test]
    fn other_lines_count_nothing() {
        check(&["# pass the salt", "3 passed the exam", "test a ... ok", "Compiling x"], 0, 0, 0);
    }

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".to_owned(), "10".to_owned()], vec!["long".to_owned(), "7".to_owned()]];
        assert_eq!(table(&rows, &[1]), "a     10\nlong   7\n");
    }
}
