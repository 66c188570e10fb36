//! What is true of a text, as its annotators wrote it: the names that stand in it, and whose they are.
//!
//! Reads LitBank's files (CC BY 4.0; Bamman, Lewke and Mansoor 2020). It must not look at what the recogniser finds.

use namesake_core::names::exact_key;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// An annotated text.
pub(super) struct Gold {
    /// Its sentences, written as people write them.
    pub sentences: Vec<String>,
    /// By exact key of a proper name in it: whom or what it names, by the annotators' words for it. One name may name
    /// several.
    pub named: HashMap<String, BTreeSet<String>>,
    /// Proper names of each person, as exact keys.
    pub persons: Vec<Vec<String>>,
}

impl Gold {
    /// Reads one text and its persons. None without the files.
    pub fn read(data: &Path, text: &str) -> Option<Self> {
        let read = |name: String| std::fs::read_to_string(data.join("conv").join(name)).ok();
        let sentences = read(format!("litbank_{text}.txt"))?.lines().map(written).collect();
        let annotations = read(format!("litbank_{text}.ann"))?;
        let clusters: HashMap<&str, &str> = annotations.lines().filter_map(cluster).collect();
        let mut named: HashMap<String, BTreeSet<String>> = HashMap::new();
        for (id, key) in annotations.lines().filter_map(proper) {
            named.entry(key).or_default().extend(clusters.get(id).map(|cluster| (*cluster).to_owned()));
        }
        let persons =
            read("litbank_person_aliases.tsv".into())?.lines().filter_map(|line| aliases(line, text)).collect();
        Some(Self { sentences, named, persons })
    }

    /// Whom or what a name names, if it is a proper name of the text.
    pub fn of(&self, key: &str) -> BTreeSet<String> {
        self.named.get(key).cloned().unwrap_or_default()
    }
}

/// The id and the key of a line's mention, if it is a proper name.
fn proper(line: &str) -> Option<(&str, String)> {
    let cells: Vec<&str> = line.split('\t').collect();
    let ["MENTION", id, .., text, _, "PROP"] = cells.as_slice() else { return None };
    Some((id, exact_key(&written(text))))
}

/// Which mention belongs to whom, if the line says so.
fn cluster(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("COREF\t")?;
    rest.split_once('\t')
}

/// The keys of a person's names, if the line is about one of this text.
fn aliases(line: &str, text: &str) -> Option<Vec<String>> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [of, .., names] = cells.as_slice() else { return None };
    (*of == text).then(|| names.split(" | ").map(|name| exact_key(&written(name))).collect())
}

/// A line of tokens as it was printed: no space before a full stop, none after an opening quotation mark.
fn written(tokens: &str) -> String {
    let mut out = String::with_capacity(tokens.len());
    let mut glued = true;
    let mut quoted = false;
    for token in tokens.split_whitespace() {
        let closes = matches!(token, "," | "." | ";" | ":" | "!" | "?" | ")" | "”" | "’" | "n't")
            || token.starts_with(['\'', '’'])
            || (token == "\"" && quoted);
        if !glued && !closes {
            out.push(' ');
        }
        out.push_str(token);
        quoted ^= token == "\"";
        glued = matches!(token, "(" | "“" | "‘") || (token == "\"" && quoted);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_as_they_were_printed() {
        let check = |tokens: &str, due: &str| assert_eq!(written(tokens), due);
        check("“ My dear Mr. Bennet , ” said she ; \" no .", "“My dear Mr. Bennet,” said she; \"no.");
        check("\" It 's so dreadful ! \" sighed Meg", "\"It's so dreadful!\" sighed Meg");
        check("wo n't ( ever )", "won't (ever)");
    }

    #[test]
    fn annotations_are_read() {
        let due = Some(("T10", "mr. bennet".to_owned()));
        assert_eq!(proper("MENTION\tT10\t3\t0\t3\t1\tMr. Bennet\tPER\tPROP"), due);
        assert_eq!(proper("MENTION\tT0\t0\t25\t0\t26\ta wife\tPER\tNOM"), None);
        assert_eq!(cluster("COREF\tT1\ta_wife-1"), Some(("T1", "a_wife-1")));
        let due = vec!["jane".to_owned(), "miss bennet".to_owned()];
        assert_eq!(aliases("a\tJane-2\t4\t1\tJane | Miss Bennet", "a"), Some(due));
        assert_eq!(aliases("b\tJane-2\t4\t1\tJane", "a"), None);
    }
}
