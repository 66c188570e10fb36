//! Messages and views.
