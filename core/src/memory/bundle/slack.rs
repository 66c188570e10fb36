//! Slack exports in a bundle: a folder with `users.json`, and beside it a folder for each channel with a file for each day.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::listing::Part;
use crate::read::{ITEM_MAX, Workspace};

/// Files that say who and what the ids of an export are.
const PEOPLE: &str = "users.json";
const CHANNELS: [&str; 3] = ["channels.json", "groups.json", "mpims.json"];

/// Exports in one bundle at most.
const MOST: usize = 100;

/// What a file is in an export of Slack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The people of the export whose folder is this.
    People,
    /// Channels.
    Channels,
    /// A day of a channel.
    Day {
        /// As its folder is called.
        channel: String,
    },
}

/// The exports of a bundle, by folder.
#[derive(Debug, Default)]
pub(super) struct Exports {
    workspaces: BTreeMap<String, Arc<Workspace>>,
    /// How many there are beyond those.
    cut: u32,
}

impl Exports {
    /// The exports among these files, none of which was read yet.
    pub(super) fn find(parts: &[Part]) -> Self {
        let mut found = Self::default();
        // Others have a `users.json` as well; those of Slack have days.
        let with_days: HashSet<&str> = parts.iter().filter_map(|part| root_of_day(&part.path)).collect();
        let roots = parts.iter().filter_map(|part| part.path.strip_suffix(PEOPLE));
        for root in roots.filter(|root| with_days.contains(root)) {
            if found.workspaces.len() < MOST {
                found.workspaces.insert(root.to_owned(), Arc::default());
            } else if !found.workspaces.contains_key(root) {
                found.cut = found.cut.saturating_add(1);
            }
        }
        found
    }

    /// How many exports are read as if nobody said who their people are, as there are too many.
    pub(super) fn cut(&self) -> u32 {
        self.cut
    }

    /// What a file is, and the folder of its export.
    pub(super) fn role(&self, path: &str) -> Option<(&str, Role)> {
        // Of folders within each other the innermost.
        let roots = self.workspaces.keys().filter(|root| path.starts_with(root.as_str()));
        let root = roots.max_by_key(|root| root.len())?;
        let rest = path.strip_prefix(root.as_str())?;
        let role = match rest {
            PEOPLE => Role::People,
            rest if CHANNELS.contains(&rest) => Role::Channels,
            rest => Role::Day { channel: day(rest)?.to_owned() },
        };
        Some((root, role))
    }

    /// Reads the people or channels of an export. The error says why they cannot be read.
    pub(super) fn learn(&mut self, root: &str, role: &Role, json: &[u8]) -> Result<(), String> {
        let Some(workspace) = self.workspaces.get_mut(root).and_then(Arc::get_mut) else { return Ok(()) };
        let read = match role {
            Role::People => workspace.add_users(json),
            Role::Channels => workspace.add_channels(json),
            Role::Day { .. } => Ok(()),
        };
        read.map_err(|refused| refused.reason)
    }

    pub(super) fn workspace(&self, root: &str) -> Arc<Workspace> {
        self.workspaces.get(root).cloned().unwrap_or_default()
    }

    /// Whether a list of people or channels is small enough to be read whole.
    pub(super) fn fits(part: &Part) -> bool {
        part.size <= ITEM_MAX as u64
    }
}

/// The folder of the export that a day lies in, by its path.
fn root_of_day(path: &str) -> Option<&str> {
    let (folder, _) = path.rsplit_once('/')?;
    let root = folder.rfind('/').map_or(0, |at| at + 1);
    day(path.get(root..)?)?;
    path.get(..root)
}

/// The channel of a day, by its path within the export: `general/2026-02-14.json`.
fn day(rest: &str) -> Option<&str> {
    let (channel, file) = rest.split_once('/')?;
    let date = file.strip_suffix(".json")?.as_bytes();
    let is_date = date.len() == 10
        && date
            .iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() });
    is_date.then_some(channel)
}

#[cfg(test)]
mod tests {
    use super::{day, root_of_day};

    #[test]
    fn days() {
        for (rest, wanted) in [
            ("general/2026-02-14.json", Some("general")),
            ("general/2026-2-14.json", None),
            ("general/canvas.json", None),
            ("a/b/2026-02-14.json", None),
            ("2026-02-14.json", None),
        ] {
            assert_eq!(day(rest), wanted, "{rest}");
            for root in ["", "a/", "a/b/"] {
                let path = format!("{root}{rest}");
                if wanted.is_some() {
                    assert_eq!(root_of_day(&path), Some(root), "{path}");
                }
            }
        }
        assert_eq!(root_of_day("a/2026-02-14.txt"), None);
    }
}
