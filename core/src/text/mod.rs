//! Names in running text: where sentences end, where a name stands, and which words read as names.
//!
//! Pure functions of the text. Nothing here knows the memory, and nothing here creates anything.
