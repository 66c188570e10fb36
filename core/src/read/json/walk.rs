//! Walks through one JSON document of any size without building it: hands out the values that are asked for, one by one.
//!
//! It looks at brackets, strings and keys only; whether a value is well formed is for whoever takes it.

/// Containers within containers at most: what is deeper is no export of anything.
const DEPTH: usize = 64;
/// Longest key that leads to a value, as written, in bytes: paths are kept, and copied at every step.
const KEY_MAX: usize = 1 << 10;

/// Where a value stands: the key in each object and nothing for each list, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(Vec<Frame>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Frame {
    /// An object, and the key of the value that comes next in it.
    Object(Option<String>),
    List,
}

impl Path {
    /// Whether the keys from the outermost container on are these; `""` for a list.
    pub(super) fn is(&self, keys: &[&str]) -> bool {
        self.0.len() == keys.len()
            && self.0.iter().zip(keys).all(|(frame, key)| match frame {
                Frame::Object(Some(own)) => own == key,
                Frame::Object(None) => false,
                Frame::List => key.is_empty(),
            })
    }

    /// How many containers it leads through.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The key in the innermost container, if that is an object.
    pub(super) fn key(&self) -> Option<&str> {
        match self.0.last()? {
            Frame::Object(key) => key.as_deref(),
            Frame::List => None,
        }
    }
}

/// What a walk comes upon.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A value that was wanted whole, or that is neither object nor list: where it begins and ends.
    Value(std::ops::Range<usize>),
    /// The document is over.
    End,
    /// It breaks off here.
    Short,
    /// It is not JSON from here on.
    Bad,
}

/// A walk; it goes on from an offset that its owner keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    path: Path,
    begun: bool,
}

impl Walk {
    /// Where the value stands that was come upon last.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Goes on from `at` to the next value. Objects and lists for which `whole` is true come whole, others are entered.
    pub(super) fn step(&mut self, bytes: &[u8], mut at: usize, whole: impl Fn(&Path) -> bool) -> Step {
        loop {
            at = skip(bytes, at, |b| b.is_ascii_whitespace() || b == b',');
            let Some(byte) = bytes.get(at).copied() else {
                return if self.begun && self.path.0.is_empty() { Step::End } else { Step::Short };
            };
            if self.path.0.is_empty() && self.begun {
                return Step::Bad;
            }
            match (byte, self.path.0.last_mut()) {
                (b'}', Some(Frame::Object(_))) | (b']', Some(Frame::List)) => {
                    self.path.0.pop();
                    at += 1;
                    continue;
                }
                (_, Some(Frame::Object(key))) => {
                    if byte != b'"' {
                        return Step::Bad;
                    }
                    let most = bytes.len().min(at + KEY_MAX);
                    let Some(end) = bytes.get(..most).and_then(|bytes| string_end(bytes, at)) else {
                        return if most < bytes.len() { Step::Bad } else { Step::Short };
                    };
                    *key = bytes.get(at..end).and_then(|text| serde_json::from_slice(text).ok());
                    at = skip(bytes, end, |b| b.is_ascii_whitespace());
                    if key.is_none() || bytes.get(at).is_some_and(|byte| *byte != b':') {
                        return Step::Bad;
                    }
                    at = skip(bytes, at + 1, |b| b.is_ascii_whitespace());
                }
                _ => {}
            }
            self.begun = true;
            match bytes.get(at) {
                Some(b'{' | b'[') if !whole(&self.path) => {
                    if self.path.0.len() >= DEPTH {
                        return Step::Bad;
                    }
                    let is_object = bytes.get(at) == Some(&b'{');
                    self.path.0.push(if is_object { Frame::Object(None) } else { Frame::List });
                    at += 1;
                }
                Some(_) => return value(bytes, at),
                None => return Step::Short,
            }
        }
    }
}

fn skip(bytes: &[u8], at: usize, over: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| !over(*b)).unwrap_or(rest.len())
}

/// Where a string ends that begins here; `None` if it does not.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The value that begins here.
fn value(bytes: &[u8], start: usize) -> Step {
    let (mut at, mut depth) = (start, 0_u32);
    loop {
        let Some(byte) = bytes.get(at) else { return Step::Short };
        match byte {
            b'"' => match string_end(bytes, at) {
                Some(end) => at = end,
                None => return Step::Short,
            },
            b'{' | b'[' => {
                depth += 1;
                at += 1;
                continue;
            }
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            _ if depth > 0 => {
                at += 1;
                continue;
            }
            _ => {
                let end = skip(bytes, at, |b| !b.is_ascii_whitespace() && !matches!(b, b',' | b'}' | b']'));
                return if end > start { Step::Value(start..end) } else { Step::Bad };
            }
        }
        if depth == 0 {
            return Step::Value(start..at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEY_MAX, Step, Walk};

    fn check(json: &str, whole: &[&str], wanted: &[&str], end: Step) {
        let (mut walk, mut at, mut found) = (Walk::default(), 0, Vec::new());
        let last = loop {
            match walk.step(json.as_bytes(), at, |path| path.is(whole)) {
                Step::Value(range) => {
                    at = range.end;
                    found.push(&json[range]);
                }
                last => break last,
            }
        };
        assert_eq!(found, wanted, "{json}");
        assert_eq!(last, end, "{json}");
    }

    #[test]
    fn values_come_one_by_one() {
        let list = ["messages", ""];
        check(
            r#"{"id": 7, "messages": [{"a":[1,"]"]}, {"b":2}]}"#,
            &list,
            &["7", r#"{"a":[1,"]"]}"#, r#"{"b":2}"#],
            Step::End,
        );
        check(r#"[{"a":{"b":1}},2]"#, &[""], &[r#"{"a":{"b":1}}"#, "2"], Step::End);
        check(r#"[{"a":{"b":1}},2]"#, &["x"], &["1", "2"], Step::End);
        check(r#"{"a\"}": "\"}", "b": [] }"#, &["x"], &[r#""\"}""#], Step::End);
        check(r#"{"a": 1"#, &["x"], &["1"], Step::Short);
        check(r#"{"a" 1}"#, &["x"], &[], Step::Bad);
        check(r#"[{"a": "#, &["x"], &[], Step::Short);
        check(r#"[{"a": "b"#, &["x"], &[], Step::Short);
        check(r#"{"a"#, &["x"], &[], Step::Short);
        check("[1] [2]", &["x"], &["1"], Step::Bad);
        check("", &["x"], &[], Step::Short);
        check("]", &["x"], &[], Step::Bad);
        check(&"[".repeat(100), &["x"], &[], Step::Bad);
    }

    #[test]
    fn a_long_key_is_not_kept() {
        let json = |length: usize| format!(r#"{{"{}": 1}}"#, "k".repeat(length));
        check(&json(KEY_MAX - 2), &["x"], &["1"], Step::End);
        check(&json(KEY_MAX - 1), &["x"], &[], Step::Bad);
        check(&format!("{{\"{}", "k".repeat(KEY_MAX)), &["x"], &[], Step::Bad);
    }
}
