//! A sentence of a source with its mentions marked, and where it comes from.

use leptos::prelude::*;
use namesake_protocol::{Sentence, Span};

use super::shown::{FileName, Name, visible};
use super::words;
use crate::route::Route;

/// A quoted sentence. Children come after its source, such as "provisional".
#[component]
pub fn Quote(
    /// The sentence.
    sentence: Sentence,
    /// Words beside the source.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let Sentence { text, marks, source, speaker, time, event } = sentence;
    let source = (!source.is_empty()).then_some(source);
    view! {
        <blockquote class="quote">
            <p><bdi dir="auto">"“"{marked(&text, &marks)}"”"</bdi></p>
            <footer class="quote-source">
                {source.map(|source| view! { <FileName name=source /> })}
                {speaker.map(|shown| view! { " · " <Name shown /> })}
                {time.map(|time| view! { " · " <time datetime=words::machine(time)>{words::date_time(time)}</time> })}
                {children.map(|children| children())}
                {(!event.is_empty()).then(|| view! { " · " <a class="inline" data-testid="to-event" href=Route::event(&event).href()>"in context"</a> })}
            </footer>
        </blockquote>
    }
}

/// Cuts a text at its marks. Spans count UTF-16 units; one that does not fit the text is left unmarked.
pub fn marked(text: &str, marks: &[Span]) -> AnyView {
    let mut marks: Vec<Span> = marks.to_vec();
    marks.sort_by_key(|span| (span.start, span.end));
    let mut views = Vec::new();
    // The last mark ended here, in bytes and in units: a long text is counted through once, however many marks it has.
    let (mut at, mut units) = (0, 0);
    for span in marks {
        let place = |unit: u32| byte(&text[at..], unit.checked_sub(units)?).map(|byte| at + byte);
        let (Some(start), Some(end)) = (place(span.start), place(span.end)) else { continue };
        if end <= start {
            continue;
        }
        views.push(visible(&text[at..start]));
        let inner = visible(&text[start..end]);
        views.push(view! { <mark>{inner}</mark> }.into_any());
        (at, units) = (end, span.end);
    }
    views.push(visible(&text[at..]));
    views.collect_view().into_any()
}

/// The byte at a UTF-16 offset, if a character begins or the text ends there.
pub(crate) fn byte(text: &str, utf16: u32) -> Option<usize> {
    let mut units = 0_usize;
    let wanted = utf16 as usize;
    for (at, c) in text.char_indices() {
        if units == wanted {
            return Some(at);
        }
        units += c.len_utf16();
    }
    (units == wanted).then_some(text.len())
}
