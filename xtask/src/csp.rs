//! The content security policy, in its one place: the server sends it, and the lint holds `index.html` to it.

/// Where Trusted Types are enforced, and which policies may exist.
/// `default` throws on anything that could run (Leptos' renderer sets static fragments through innerHTML).
const TRUSTED_TYPES: &str = "require-trusted-types-for 'script'; trusted-types namesake default";

/// What the page may load, in the order of the specification.
const SOURCES: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
connect-src 'self'; img-src 'self' data: blob:; style-src 'self'; font-src 'self'; manifest-src 'self'; \
base-uri 'none'; form-action 'none'";

/// For a `<meta http-equiv>`, where `frame-ancestors` is not allowed.
pub fn meta() -> String {
    format!("{SOURCES}; {TRUSTED_TYPES}")
}

/// For the HTTP header.
pub fn header() -> String {
    format!("{SOURCES}; frame-ancestors 'none'; {TRUSTED_TYPES}")
}
