//! Records: one operation each, checksummed and chained.

use super::{Hash, Head, sha256};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// One operation as the journal holds it.
///
/// The payload is the RFC 8785 text of the operation. Its checksum is SHA-256 of exactly that text, which is never
/// serialised again. The chain covers the checksum, not the text, so that a text can be forgotten later while the
/// chain still verifies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)] // A key that is damaged must not read as a text that was forgotten.
pub struct Record {
    /// Position in the journal, from 1 without gaps.
    pub sequence: u64,
    /// The operation's name, such as `review`.
    pub operation: String,
    /// The operation's id.
    pub id: Uuid,
    /// The account whose memory it changes.
    pub owner: String,
    /// The space.
    pub space: String,
    /// What it is about: an event, a proposal, a review.
    pub target: Option<Uuid>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// Who wrote it.
    pub actor: String,
    /// The canonical JSON text; absent once forgotten.
    pub payload: Option<String>,
    /// SHA-256 of the payload.
    pub checksum: Hash,
    /// Hash of the record before.
    pub previous: Hash,
    /// Hash of this one.
    pub hash: Hash,
}

impl Record {
    /// Hash over everything but the payload's text and itself: every field with its length in front, in the order of
    /// declaration, behind a domain label.
    pub fn compute_hash(&self) -> Hash {
        let mut digest = Sha256::new();
        let mut put = |bytes: &[u8]| {
            digest.update((bytes.len() as u64).to_be_bytes());
            digest.update(bytes);
        };
        put(b"namesake:record:v1");
        put(&self.sequence.to_be_bytes());
        put(self.operation.as_bytes());
        put(self.id.as_bytes());
        put(self.owner.as_bytes());
        put(self.space.as_bytes());
        put(self.target.map_or(&[][..], |_| &[1]));
        put(self.target.unwrap_or_default().as_bytes());
        put(&self.time.to_be_bytes());
        put(self.actor.as_bytes());
        put(&self.checksum.0);
        put(&self.previous.0);
        Hash(digest.finalize().into())
    }

    /// Sets sequence and hashes so that the record follows `head`.
    pub fn chain(&mut self, head: &Head) {
        self.sequence = head.sequence + 1;
        self.previous = head.hash;
        self.hash = self.compute_hash();
    }

    /// The journal's head after this record.
    pub fn head(&self) -> Head {
        Head { sequence: self.sequence, hash: self.hash }
    }

    /// What is wrong with the record in itself: its payload against its checksum, its fields against its hash.
    pub fn fault(&self) -> Option<String> {
        if self.payload.as_ref().is_some_and(|text| sha256(text.as_bytes()) != self.checksum) {
            return Some("the payload does not fit its checksum".into());
        }
        (self.compute_hash() != self.hash).then(|| "the record does not fit its hash".into())
    }

    pub(super) fn decode(bytes: &[u8], sequence: u64) -> Result<Self, String> {
        let (record, rest): (Self, _) =
            postcard::take_from_bytes(bytes).map_err(|error| format!("the record cannot be read: {error}"))?;
        if !rest.is_empty() {
            return Err(format!("{} bytes follow the record", rest.len()));
        }
        if record.sequence != sequence {
            return Err(format!("the record says {} where {sequence} is due", record.sequence));
        }
        match record.fault() {
            Some(fault) => Err(fault),
            None => Ok(record),
        }
    }
}
