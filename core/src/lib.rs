//! The identity core.
