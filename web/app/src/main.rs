//! Starts the review app; everything it is made of is in the library.

fn main() {
    namesake_review::start();
}
