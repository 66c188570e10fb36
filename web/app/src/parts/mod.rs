//! Pieces that several pages are made of. A part shows what it is given; it must not ask the engine.

pub mod claim;
pub mod compare;
pub mod dialog;
pub mod effects;
pub mod field;
pub mod focus;
pub mod keys;
pub mod list;
pub mod live;
pub mod options;
pub mod palette;
pub mod picker;
pub mod problem;
pub mod reasons;
pub mod sentence;
pub mod shown;
pub mod words;
