//! Stored texts on the page: always text, never markup; isolated, with invisible characters as small labelled chips.

use leptos::prelude::*;
use namesake_protocol::{Bit, Piece, Shown};

/// The most of a name that a line or a title shows; the side-by-side table shows all.
const SHORT: usize = 160;

/// What the page calls the owner, who has no name of their own.
pub const OWNER: &str = "You (the owner)";

/// A name or a value.
#[component]
pub fn Name(
    /// The text as the core cut it.
    shown: Shown,
    /// Show all of it, however long.
    #[prop(optional)]
    whole: bool,
) -> impl IntoView {
    let limit = if whole { usize::MAX } else { SHORT };
    view! { <bdi dir="auto" class="name">{pieces(&shown, limit)}</bdi> }
}

/// A chip for a character that would not be seen.
fn mark(label: String) -> AnyView {
    view! { <span class="inv" title="invisible character"><span class="sr">" invisible character "</span>{label}</span> }.into_any()
}

fn pieces(shown: &Shown, limit: usize) -> AnyView {
    let Some(pieces) = &shown.pieces else {
        if shown.text.is_empty() {
            return view! { <span class="soft">"no name"</span> }.into_any();
        }
        return cut(&shown.text, limit).into_any();
    };
    let mut left = limit;
    let mut views = Vec::new();
    for piece in pieces {
        if left == 0 {
            views.push("…".into_any());
            break;
        }
        match piece {
            Piece::Text(text) => {
                views.push(cut(text, left).into_any());
                left = left.saturating_sub(text.chars().count());
            }
            Piece::Mark(label) => {
                left = left.saturating_sub(1);
                views.push(mark(label.clone()));
            }
            Piece::Owner => views.push(OWNER.into_any()),
        }
    }
    views.collect_view().into_any()
}

fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A sentence of the core's own words and names.
#[component]
pub fn Bits(
    /// Words and names in order.
    bits: Vec<Bit>,
) -> impl IntoView {
    bits.into_iter()
        .map(|bit| match bit {
            Bit::Text(text) => text.into_any(),
            Bit::Name(shown) => view! { <b><Name shown /></b> }.into_any(),
        })
        .collect_view()
}

/// Names in a row, with dots between.
#[component]
pub fn Names(
    /// The names.
    names: Vec<Shown>,
    /// Show at most so many, then how many more there are.
    most: usize,
) -> impl IntoView {
    let more = names.len().saturating_sub(most);
    let shown = names
        .into_iter()
        .take(most)
        .enumerate()
        .map(|(index, shown)| view! { {(index > 0).then_some(" · ")} <Name shown /> })
        .collect_view();
    view! { {shown} {(more > 0).then(|| format!(", {more} more"))} }
}

/// Text of a source, with what would not be seen made visible. Names come cut by the core; sentences do not.
pub fn visible(text: &str) -> AnyView {
    marked(text, |c| label(c).map(str::to_owned))
}

/// The name of a file. No honest one has joiners or control characters in it.
#[component]
pub fn FileName(
    /// As the file system or the core has it.
    name: String,
) -> impl IntoView {
    let label = |c: char| match c {
        '\u{200c}' => Some("ZWNJ".to_owned()),
        '\u{200d}' => Some("ZWJ".to_owned()),
        c if c.is_control() => Some(format!("U+{:04X}", u32::from(c))),
        c => label(c).map(str::to_owned),
    };
    view! { <bdi dir="auto" class="name">{marked(&name, label)}</bdi> }
}

fn marked(text: &str, label: impl Fn(char) -> Option<String>) -> AnyView {
    if !text.chars().any(|c| label(c).is_some()) {
        return text.to_owned().into_any();
    }
    let mut views = Vec::new();
    let mut run = String::new();
    for c in text.chars() {
        match label(c) {
            Some(label) => {
                if !run.is_empty() {
                    views.push(std::mem::take(&mut run).into_any());
                }
                views.push(mark(label));
            }
            None => run.push(c),
        }
    }
    views.push(run.into_any());
    views.collect_view().into_any()
}

/// Characters that hide or reorder text. Joiners inside scripts and emoji that need them are left alone.
const fn label(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{ad}' => "SHY",
        '\u{61c}' => "ALM",
        '\u{180e}' => "MVS",
        '\u{200b}' => "ZWSP",
        '\u{200e}' => "LRM",
        '\u{200f}' => "RLM",
        '\u{202a}' => "LRE",
        '\u{202b}' => "RLE",
        '\u{202c}' => "PDF",
        '\u{202d}' => "LRO",
        '\u{202e}' => "RLO",
        '\u{2060}' => "WJ",
        '\u{2066}' => "LRI",
        '\u{2067}' => "RLI",
        '\u{2068}' => "FSI",
        '\u{2069}' => "PDI",
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => "filler",
        '\u{feff}' => "BOM",
        '\u{e0000}'..='\u{e007f}' => "TAG",
        _ => return None,
    })
}
