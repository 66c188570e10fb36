//! A command at work: the state as it becomes, and the records that will be appended.
//!
//! Effects are applied at once, so that later parts of a command see earlier ones. If the append then fails, the
//! state is ahead of the journal and must be thrown away; the façade reloads it.

use super::{Effect, Operation, Payload, Space, State};
use crate::journal::{Hash, Record, canonical_json, hex, sha256};
use uuid::Uuid;

/// What a command is given from outside: the time, and randomness for ids and salts.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Now, in milliseconds since 1970.
    pub now: i64,
    /// 256 fresh random bits a command. Running it again with the same ones makes the same ids.
    pub seed: [u8; 32],
}

/// A command at work in one space.
#[derive(Debug)]
pub struct Draft<'a> {
    state: &'a mut State,
    space: String,
    actor: String,
    context: Context,
    drawn: u64,
    effects: Vec<Effect>,
    records: Vec<Record>,
}

impl<'a> Draft<'a> {
    /// Begins a command.
    pub fn new(state: &'a mut State, space: &str, actor: &str, context: Context) -> Self {
        state.space_mut(space);
        Self {
            state,
            space: space.to_owned(),
            actor: actor.to_owned(),
            context,
            drawn: 0,
            effects: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Now, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.context.now
    }

    /// Who writes.
    pub fn actor(&self) -> &str {
        &self.actor
    }

    /// The owner.
    pub fn owner(&self) -> &str {
        &self.state.owner
    }

    /// The name of the space.
    pub fn space_name(&self) -> &str {
        &self.space
    }

    /// The space as it stands now.
    pub fn space(&self) -> &Space {
        // Made by `new`.
        &self.state.spaces[&self.space]
    }

    pub(crate) fn space_mut(&mut self) -> &mut Space {
        self.state.space_mut(&self.space)
    }

    /// A new opaque id (UUID version 4, from the context's seed).
    pub fn new_id(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.draw().0[..16]);
        bytes[6] = (bytes[6] & 0x0f) | 0x40;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        Uuid::from_bytes(bytes)
    }

    fn draw(&mut self) -> Hash {
        self.drawn += 1;
        let mut input = [0; 40];
        input[..32].copy_from_slice(&self.context.seed);
        input[32..].copy_from_slice(&self.drawn.to_be_bytes());
        sha256(&input)
    }

    /// Applies an effect and keeps it for the next record.
    pub fn effect(&mut self, effect: Effect) {
        self.space_mut().effect(&effect);
        self.effects.push(effect);
    }

    /// The effects since the last record.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// True if effects wait for a record.
    pub fn has_effects(&self) -> bool {
        !self.effects.is_empty()
    }

    /// True if the state was changed.
    pub fn is_dirty(&self) -> bool {
        self.has_effects() || !self.records.is_empty()
    }

    /// Writes the record of an operation whose effects are applied already.
    ///
    /// # Errors
    /// If the operation cannot be expressed in JSON, which is a fault of ours.
    pub fn write(&mut self, operation: Operation, id: Uuid, target: Option<Uuid>) -> Result<(), String> {
        let salt = hex(&self.draw().0[..16]);
        let name = operation.name();
        let payload = Payload { format: crate::policy::PAYLOAD_FORMAT, operation, salt };
        let text = canonical_json(&payload)?;
        let mut record = Record {
            sequence: 0,
            operation: name.to_owned(),
            id,
            owner: self.state.owner.clone(),
            space: self.space.clone(),
            target,
            time: self.context.now,
            actor: self.actor.clone(),
            checksum: sha256(text.as_bytes()),
            payload: Some(text),
            previous: Hash::default(),
            hash: Hash::default(),
        };
        record.chain(&self.state.head);
        self.state.head = record.head();
        self.space_mut().keep(payload.operation, record.sequence, record.checksum);
        self.records.push(record);
        Ok(())
    }

    /// The records, to be appended together.
    pub fn finish(self) -> Vec<Record> {
        self.records
    }
}
