//! The review app.
fn main() {}
