//! Looking at a file before it is imported: what it is, and what has to be said of it. It must not store anything.

use super::import::{kind_of, unknown_file};
use crate::policy::ITEMS;
use crate::protocol::{ApiError, ColumnView, FileExamination, UnclearDate};
use crate::query::shown;
use crate::read::{Format, Survey, detect, examine_in};

/// An examination at work.
#[derive(Debug)]
pub struct Examiner {
    file: String,
    format: Format,
    survey: Survey,
    start: Vec<u8>,
    size: u64,
    fed: u64,
}

impl Examiner {
    /// Begins. `start` is the beginning of the file, of 64 kB at least if it has so many, and `size` its length in bytes.
    ///
    /// # Errors
    /// `unknown_file` if it is none that Namesake reads.
    pub fn new(file: &str, start: Vec<u8>, size: u64) -> Result<Self, ApiError> {
        let format = detect(&start, file).ok_or_else(|| unknown_file(file))?;
        Ok(Self { file: file.to_owned(), format, survey: Survey::new(format).starting(&start), start, size, fed: 0 })
    }

    /// Where the next part of the file begins that is to be fed; `None` if enough was seen.
    pub fn wanted(&self) -> Option<u64> {
        (self.survey.is_needed() && self.fed < self.size).then_some(self.fed)
    }

    /// Takes the part of the file that begins where [`Self::wanted`] said.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.fed += bytes.len() as u64;
        self.survey.feed(bytes);
    }

    /// Bytes seen, and all of them.
    pub fn progress(&self) -> (u64, u64) {
        (self.fed, self.size)
    }

    /// Whether the text is in a character set that nothing tells.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.survey.is_in_doubt()
    }

    /// What was found.
    pub fn report(&mut self) -> FileExamination {
        self.survey.end();
        let mut reader = self.survey.reader();
        reader.feed(&self.start);
        let is_whole = self.start.len() as u64 >= self.size;
        if is_whole {
            reader.end();
        }
        let found = reader.next_items(ITEMS);
        let dates = self.survey.unclear_date().map(|(written, day_first, month_first)| UnclearDate {
            written: shown(&written),
            day_first: day_first as f64,
            month_first: month_first as f64,
        });
        let charset = self.survey.charset();
        let table =
            Some(&self.start).filter(|_| self.format == Format::Csv).and_then(|start| examine_in(start, charset));
        let columns: Vec<ColumnView> = table
            .into_iter()
            .flat_map(|table| table.columns)
            .map(|column| ColumnView {
                header: column.header,
                samples: column.samples.iter().map(|sample| shown(sample)).collect(),
                field: column.field.map(str::to_owned),
            })
            .collect();
        FileExamination {
            file: self.file.clone(),
            kind: kind_of(self.format),
            format: self.format.name().to_owned(),
            size: self.size as f64,
            items: found.iter().flatten().count() as u32,
            refused: found.iter().filter(|item| item.is_err()).count() as u32,
            is_whole: is_whole && reader.finished(),
            charset: self.survey.found().map(|found| found.name().to_owned()),
            unclear_date: dates,
            wants_zone: reader.skipped().contains_key("time without zone"),
            wants_columns: found
                .iter()
                .any(|item| item.as_ref().is_err_and(|refused| refused.code == "unknown_columns")),
            columns_total: u32::try_from(columns.len()).unwrap_or(u32::MAX),
            columns,
        }
    }
}
