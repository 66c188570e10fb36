//! The screens. A page asks the engine through the store or the client and lays parts out; it holds no rule of its own.

pub mod answer;
mod asked;
pub mod bulk;
pub mod edit;
pub mod edit_bar;
pub mod entities;
pub mod entity;
pub mod event;
pub mod history;
pub mod import;
pub mod inbox;
pub mod keeping;
mod narrow;
pub mod predicates;
pub mod question;
pub mod relate;
mod rivals;
mod said;
pub mod short_forms;
pub mod sources;
pub mod split;
pub mod trouble;
pub mod welcome;
pub mod why_not;
