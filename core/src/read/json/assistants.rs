//! A conversation of the exports of ChatGPT and Claude (`conversations.json`).
//!
//! Who asks is `user`, who answers `assistant`: roles, nobody's names. What is hidden, tools say, or an abandoned answer
//! said is left out and counted.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::super::skipped::Skipped;
use super::super::{Message, time};

#[derive(Deserialize)]
struct Tree {
    // Exports have both, or either.
    #[serde(default)]
    conversation_id: Option<String>,
    #[serde(default)]
    id: Option<String>,
    mapping: HashMap<String, Node>,
    #[serde(default)]
    current_node: Option<String>,
}

#[derive(Deserialize)]
struct Node {
    #[serde(default)]
    message: Option<Turn>,
    #[serde(default)]
    parent: Option<String>,
}

#[derive(Deserialize)]
struct Turn {
    author: Author,
    #[serde(default)]
    create_time: Option<f64>,
    content: Content,
    #[serde(default)]
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Author {
    role: String,
}

#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    parts: Vec<Part>,
}

/// A piece of text, or a picture and the like.
#[derive(Deserialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Other(IgnoredAny),
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    is_visually_hidden_from_conversation: bool,
}

/// The messages of one of ChatGPT's conversations: the branch that ends where the owner left it.
pub(super) fn chat_gpt(json: &[u8], skipped: &mut Skipped) -> Result<Vec<Message>, serde_json::Error> {
    let Tree { conversation_id, id, mut mapping, current_node } = serde_json::from_slice(json)?;
    let conversation_id = conversation_id.or(id);
    let all = mapping.values().filter(|node| node.message.is_some()).count();
    // A branch has each node once, so nodes are taken out on the way.
    let mut branch = Vec::new();
    let mut next = current_node;
    while let Some(node) = next.and_then(|id| mapping.remove(&id)) {
        branch.extend(node.message);
        next = node.parent;
    }
    branch.reverse();
    skipped.add_many("messages of other branches", u32::try_from(all - branch.len()).unwrap_or(u32::MAX));
    let mut out = Vec::new();
    for turn in branch {
        let hidden = turn.metadata.is_some_and(|metadata| metadata.is_visually_hidden_from_conversation);
        if hidden || !matches!(turn.author.role.as_str(), "user" | "assistant") {
            skipped.add("hidden messages and tools");
            continue;
        }
        let texts = turn.content.parts.into_iter().filter_map(|part| match part {
            Part::Text(text) => Some(text),
            Part::Other(_) => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        if text.is_empty() {
            skipped.add("attachments");
            continue;
        }
        let time = turn.create_time.and_then(time::from_number).map(|time| time.ms);
        let (speaker, conversation) = (Some(turn.author.role), conversation_id.clone());
        out.push(Message { speaker, text, time, conversation, ..Message::default() });
    }
    Ok(out)
}

#[derive(Deserialize)]
struct Talk {
    #[serde(default)]
    uuid: Option<String>,
    chat_messages: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    sender: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    created_at: Option<String>,
}

/// The messages of one of Claude's conversations.
pub(super) fn claude(json: &[u8], skipped: &mut Skipped) -> Result<Vec<Message>, serde_json::Error> {
    let Talk { uuid, chat_messages } = serde_json::from_slice(json)?;
    let mut out = Vec::new();
    for said in chat_messages {
        if said.text.is_empty() {
            skipped.add("attachments");
            continue;
        }
        let speaker = if said.sender == "human" { "user".to_owned() } else { said.sender };
        let time = said.created_at.as_deref().and_then(time::from_text).map(|time| time.ms);
        out.push(Message {
            speaker: Some(speaker),
            text: said.text,
            time,
            conversation: uuid.clone(),
            ..Message::default()
        });
    }
    Ok(out)
}
