//! When the owner is reminded to export.

use wasm_bindgen_test::wasm_bindgen_test;

use crate::store::settings::{Exported, unexported};

const DAY: f64 = 86_400_000.0;

#[wasm_bindgen_test]
fn a_reminder_comes_after_many_decisions_or_a_long_time() {
    let last = |decided| Some(Exported { at: 0.0, decided: [("work".to_owned(), decided)].into() });
    for (last, decided, days, wanted) in [
        (None, 0, 0.0, None),
        (None, 49, 400.0, None),
        (None, 50, 0.0, Some(50)),
        (last(100), 100, 400.0, None),
        (last(100), 149, 29.0, None),
        (last(100), 101, 30.0, Some(1)),
        (last(100), 150, 0.0, Some(50)),
        // Some were taken back.
        (last(100), 90, 30.0, None),
    ] {
        assert_eq!(unexported(last.as_ref(), "work", decided, days * DAY), wanted, "{last:?} {decided} {days}");
    }
    assert_eq!(unexported(last(100).as_ref(), "home", 50, 0.0), Some(50), "another space");
}

#[wasm_bindgen_test]
fn the_last_export_is_read_as_it_was_written() {
    let decided = [("home".to_owned(), 0), ("two words".to_owned(), 31)].into();
    let last = Exported { at: 1_790_000_000_000.0, decided };
    assert_eq!(Exported::read(&last.write()), Some(last));
    for text in ["", "x", "5 6", "5\nsix home"] {
        assert_eq!(Exported::read(text), None, "{text}");
    }
}
