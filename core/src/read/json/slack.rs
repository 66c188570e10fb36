//! A day of a channel of a Slack export (`general/2026-01-02.json`), and the workspace that it belongs to.
//!
//! A message names its sender and whom it mentions by id; who that is stands in other files of the export
//! ([`Workspace`]). What programs say and who joins is left out and counted, and so is what somebody quotes.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::super::skipped::Skipped;
use super::super::{Message, Refused, is_visible, time};

/// Kinds of messages that people write; others say who joined and the like.
const SAID: [&str; 4] = ["me_message", "thread_broadcast", "file_share", "file_comment"];

/// Who and what the ids of a Slack export are: `users.json`, `channels.json` and the like, read once for all its days.
///
/// ```
/// use namesake_core::read::{Format, Item, Reader, Workspace};
/// let mut workspace = Workspace::default();
/// workspace.add_users(br#"[{"id": "U1", "profile": {"real_name": "Ana Ruiz", "email": "ana@team.example"}}]"#)?;
/// workspace.add_channels(br#"[{"id": "C1", "name": "general"}]"#)?;
/// let day = br#"[{"type": "message", "user": "U1", "text": "Ask <@U1>", "ts": "1771061465.000100"}]"#;
/// let mut reader = Reader::new(day.to_vec(), Format::Messages).in_channel(&workspace.into(), "general");
/// let items = reader.next_items(10);
/// let Ok(Item::Message(message)) = &items[0] else { panic!("it is a message") };
/// assert_eq!((message.speaker.as_deref(), message.text.as_str()), (Some("Ana Ruiz"), "Ask Ana Ruiz"));
/// assert_eq!(message.conversation.as_deref(), Some("slack:C1"));
/// # Ok::<(), namesake_core::read::Refused>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    users: HashMap<String, User>,
    /// Ids by name.
    channels: HashMap<String, String>,
}

impl Workspace {
    /// Adds the people of `users.json`.
    ///
    /// # Errors
    /// `bad_json` if it is no list of users; nothing was added.
    pub fn add_users(&mut self, json: &[u8]) -> Result<(), Refused> {
        let users: Vec<User> = read(json, "The file is not what Slack writes as users.json")?;
        self.users.extend(users.into_iter().map(|user| (user.id.clone(), user)));
        Ok(())
    }

    /// Adds the channels of `channels.json`, or those of `groups.json` or `mpims.json`, so that a channel stays the same
    /// when it is renamed.
    ///
    /// # Errors
    /// `bad_json` if it is no list of channels; nothing was added.
    pub fn add_channels(&mut self, json: &[u8]) -> Result<(), Refused> {
        let channels: Vec<Channel> = read(json, "The file is not what Slack writes as channels.json")?;
        self.channels.extend(channels.into_iter().filter_map(|channel| Some((channel.name?, channel.id))));
        Ok(())
    }

    fn name_of(&self, user: &str) -> Option<&str> {
        self.users.get(user).and_then(User::name)
    }
}

fn read<'de, T: Deserialize<'de>>(json: &'de [u8], what: &str) -> Result<T, Refused> {
    serde_json::from_slice(json).map_err(|error| Refused::new(1, "bad_json", format!("{what}: {error}."), json))
}

#[derive(Debug, Deserialize)]
struct Channel {
    id: String,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct User {
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    real_name: Option<String>,
    #[serde(default)]
    is_bot: bool,
    #[serde(default)]
    profile: Profile,
}

impl User {
    /// The name that the person goes by, else the one to log in with.
    fn name(&self) -> Option<&str> {
        let own = self.profile.name();
        own.or_else(|| shown(&self.real_name)).or_else(|| shown(&self.name))
    }
}

#[derive(Debug, Default, Deserialize)]
struct Profile {
    #[serde(default)]
    real_name: Option<String>,
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    email: Option<String>,
}

impl Profile {
    fn name(&self) -> Option<&str> {
        shown(&self.real_name).or_else(|| shown(&self.display_name)).or_else(|| shown(&self.name))
    }
}

fn shown(name: &Option<String>) -> Option<&str> {
    name.as_deref().map(str::trim).filter(|name| is_visible(name))
}

/// The channel that a day belongs to.
#[derive(Debug, Default, Clone)]
pub(in crate::read) struct Day {
    workspace: std::sync::Arc<Workspace>,
    /// As its folder is called.
    channel: Option<String>,
}

impl Day {
    pub(in crate::read) fn of(workspace: &std::sync::Arc<Workspace>, channel: &str) -> Self {
        Self { workspace: workspace.clone(), channel: Some(channel.to_owned()).filter(|name| !name.is_empty()) }
    }

    /// Reads one message. `None` if it was left out and counted.
    pub(super) fn message(&self, json: &[u8], skipped: &mut Skipped) -> Result<Option<Message>, serde_json::Error> {
        let post: Post = serde_json::from_slice(json)?;
        let known = post.user.as_ref().and_then(|id| self.workspace.users.get(id));
        let is_program = post.bot_id.is_some()
            || post.subtype.as_deref() == Some("bot_message")
            || post.user.as_deref() == Some("USLACKBOT")
            || known.is_some_and(|user| user.is_bot);
        let is_said = post.kind == "message" && post.subtype.as_deref().is_none_or(|kind| SAID.contains(&kind));
        if is_program || !is_said {
            skipped.add(if is_program { "messages of programs" } else { "notices of the program" });
            return Ok(None);
        }
        let files = post.files.len() + post.attachments.len();
        skipped.add_many("attachments", u32::try_from(files).unwrap_or(u32::MAX));
        let (text, quoted) = self.words(&post.text);
        skipped.add_many("quoted text", quoted.into());
        if text.is_empty() && (files > 0 || quoted) {
            return Ok(None);
        }
        let own = post.user_profile.as_ref().and_then(Profile::name);
        let speaker = known.and_then(User::name).or(own).map(str::to_owned);
        let id = |name: &String| self.workspace.channels.get(name).unwrap_or(name).clone();
        Ok(Some(Message {
            speaker,
            account: post.user.as_ref().map(|id| format!("slack:{id}")),
            email: known.and_then(|user| shown(&user.profile.email)).map(str::to_owned),
            said: Some(post.text).filter(|said| *said != text),
            text,
            time: time_of(&post.ts),
            conversation: self.channel.as_ref().map(|name| format!("slack:{}", id(name))),
            title: self.channel.as_ref().map(|name| format!("#{name}")),
            ..Message::default()
        }))
    }

    /// A text as it is read, without what is quoted, and whether something was.
    fn words(&self, text: &str) -> (String, bool) {
        let (mut lines, mut quoted) = (Vec::new(), false);
        for line in text.lines() {
            if line.starts_with("&gt;") {
                quoted = true;
                if line.starts_with("&gt;&gt;&gt;") {
                    break;
                }
                continue;
            }
            lines.push(self.plain(line));
        }
        let text = lines.join("\n");
        (if quoted { text.trim().to_owned() } else { text }, quoted)
    }

    /// A line without markup: `<@U1>` is a name, `<https://…|label>` its label.
    fn plain(&self, line: &str) -> String {
        let (mut out, mut rest) = (String::with_capacity(line.len()), line);
        while let Some((before, markup)) = rest.split_once('<') {
            out.push_str(before);
            let Some((inside, after)) = markup.split_once('>') else {
                out.push('<');
                rest = markup;
                break;
            };
            let (target, label) = inside.split_once('|').unwrap_or((inside, ""));
            match (target.split_at_checked(1).unwrap_or_default(), label) {
                (("@", user), label) => {
                    match self.workspace.name_of(user).or(Some(label).filter(|label| !label.is_empty())) {
                        Some(name) => out.push_str(name),
                        None => out.push_str(target),
                    }
                }
                (("#", _), label) if !label.is_empty() => out.extend(["#", label]),
                (("!", what), "") => out.extend(["@", what]),
                (_, "") => out.push_str(target),
                (_, label) => out.push_str(label),
            }
            rest = after;
        }
        out.push_str(rest);
        out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    }
}

/// Seconds since 1970 with a fraction that tells messages of one second apart, as milliseconds.
fn time_of(ts: &str) -> Option<i64> {
    let (seconds, fraction) = ts.split_once('.')?;
    let millis = fraction.get(..3)?.parse::<u16>().ok()?;
    time::from_seconds(seconds.parse().ok()?).map(|ms| ms + i64::from(millis))
}

#[derive(Deserialize)]
#[serde(expecting = "a message")]
struct Post {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: Option<String>,
    #[serde(default)]
    user: Option<String>,
    #[serde(default)]
    bot_id: Option<String>,
    #[serde(default)]
    user_profile: Option<Profile>,
    #[serde(default)]
    text: String,
    ts: String,
    #[serde(default)]
    files: Vec<IgnoredAny>,
    #[serde(default)]
    attachments: Vec<IgnoredAny>,
}
