//! Synapse's cases: declared identity fields. Their types are later; how their values compare is here.

use super::{Case, case, later, why};
use namesake_core::names::field_key;

pub(super) fn cases() -> Vec<Case> {
    vec![
        later(
            "57",
            "type with empty identity; or two identity fields, one differing; or same id re-captured",
            why::TYPES,
        ),
        case("58", "\"José\" vs \"jose\" vs \"JOSÉ\" as identity value; \"C++\" vs \"C#\"", identity_values),
        later("59", "identity names a field not in indexed", why::TYPES),
    ]
}

fn identity_values() {
    for value in ["jose", "JOSÉ", "Jose\u{301}", " josé "] {
        assert_eq!(field_key("José"), field_key(value), "{value}");
    }
    assert_ne!(field_key("C++"), field_key("C#"));
    assert_eq!((field_key(""), field_key("\u{200B} ")), (String::new(), String::new()), "nothing is no value");
}
