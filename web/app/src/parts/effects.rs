//! What a decision or an edit would change, as the engine computed it.

use leptos::prelude::*;
use namesake_protocol::{Bit, Preview, Shown};

use super::shown::{Bits, Name};
use super::words;

/// Implied pairs that are in sight at once; the others are folded.
const IN_SIGHT: usize = 6;

/// One line an effect, then what it implies.
#[component]
pub fn EffectLines(
    /// As the engine computed it.
    preview: Preview,
) -> impl IntoView {
    let mut implied = preview.implied;
    let folded = implied.split_off(implied.len().min(IN_SIGHT));
    let pairs = |pairs: Vec<(Shown, Shown)>| {
        let pair = |(one, other)| view! { <li><Name shown=one /> " = " <Name shown=other /></li> };
        view! { <ul>{pairs.into_iter().map(pair).collect_view()}</ul> }
    };
    let more = u32::try_from(folded.len()).unwrap_or(u32::MAX);
    view! {
        <div class="effect">
            {preview.lines.into_iter().map(|bits: Vec<Bit>| view! { <p><Bits bits /></p> }).collect_view()}
            {(!implied.is_empty())
                .then(|| {
                    view! {
                        <p>"It also says that these are the same:"</p>
                        {pairs(implied)}
                        {(more > 0)
                            .then(|| {
                                view! {
                                    <details>
                                        <summary>{words::count(more, "more pair", "more pairs")}</summary>
                                        {pairs(folded)}
                                    </details>
                                }
                            })}
                    }
                })}
        </div>
    }
}
