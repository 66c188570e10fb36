//! What a decision or an edit would change, as the engine computed it.

use leptos::prelude::*;
use namesake_protocol::{Bit, Preview};

use super::shown::{Bits, Name};

/// One line an effect, then what it implies.
#[component]
pub fn EffectLines(
    /// As the engine computed it.
    preview: Preview,
) -> impl IntoView {
    let implied = preview.implied;
    view! {
        <div class="effect">
            {preview.lines.into_iter().map(|bits: Vec<Bit>| view! { <p><Bits bits /></p> }).collect_view()}
            {(!implied.is_empty())
                .then(|| {
                    view! {
                        <p>"It also says that these are the same:"</p>
                        <ul>
                            {implied
                                .into_iter()
                                .map(|(one, other)| view! { <li><Name shown=one /> " = " <Name shown=other /></li> })
                                .collect_view()}
                        </ul>
                    }
                })}
        </div>
    }
}
