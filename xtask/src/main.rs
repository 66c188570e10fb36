//! Set-up and tasks.
fn main() {}
