//! The engine worker.
