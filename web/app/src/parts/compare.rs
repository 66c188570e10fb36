//! Both sides field by field. Differences are marked by a sign and a word, not by colour alone.

use leptos::prelude::*;
use namesake_protocol::{ComparedField, Comparison, Member, Shown};

use super::shown::Name;
use super::words;

/// The table.
#[component]
pub fn Compare(
    /// The sides, one column each.
    members: Vec<Member>,
    /// The rows.
    compared: Vec<ComparedField>,
) -> impl IntoView {
    let heads = members
        .iter()
        .map(|member| {
            let in_text = member.entity.is_none();
            let hint = member.entity.as_ref().and_then(words::hint);
            view! {
                <th scope="col">
                    <Name shown=member.name.clone() />
                    {in_text.then(|| view! { <span class="th-note">"a name in text"</span> })}
                    {hint.map(|shown| view! { <span class="th-note"><Name shown /></span> })}
                </th>
            }
        })
        .collect_view();
    let mentions = members
        .iter()
        .map(|member| {
            let text = if member.mentions == 0 {
                "none".to_owned()
            } else {
                format!("{} in {}", words::grouped(member.mentions), words::count(member.sources, "source", "sources"))
            };
            view! { <td class:soft=member.mentions == 0>{text}</td> }
        })
        .collect_view();
    view! {
        {(members.len() > 2)
            .then(|| view! { <p class="scroll-hint">{format!("Move sideways to see all {} ›", members.len())}</p> })}
        <div class="scroll-x" tabindex="0" role="region" aria-label="Side by side">
            <table class="compare" data-testid="compare">
                <thead><tr><th><span class="sr">"Field"</span></th>{heads}</tr></thead>
                <tbody>
                    {compared.into_iter().map(row).collect_view()}
                    <tr><th scope="row">"Mentions"</th>{mentions}</tr>
                </tbody>
            </table>
        </div>
    }
}

fn row(field: ComparedField) -> impl IntoView {
    let ComparedField { field, cells, comparison } = field;
    let label = words::field(&field);
    let alike = comparison == Comparison::Same && !identical(&cells);
    let cells = cells.into_iter().map(|values| cell(values, comparison, alike)).collect_view();
    view! { <tr><th scope="row">{label}</th>{cells}</tr> }
}

/// True if all sides that have something have the same texts, letter by letter.
fn identical(cells: &[Vec<Shown>]) -> bool {
    let mut filled = cells.iter().filter(|values| !values.is_empty());
    let Some(first) = filled.next() else { return true };
    filled.all(|values| {
        values.len() == first.len() && values.iter().all(|value| first.iter().any(|one| one.text == value.text))
    })
}

fn cell(values: Vec<Shown>, comparison: Comparison, alike: bool) -> AnyView {
    if values.is_empty() {
        return view! { <td class="soft">"none"</td> }.into_any();
    }
    let (class, sign, word) = match comparison {
        Comparison::Same if alike => ("same", "≈", "the same but for writing: "),
        Comparison::Same => ("same", "=", "same: "),
        Comparison::Different => ("diff", "≠", "differs: "),
        Comparison::OneSided => ("", "", ""),
    };
    let values = values
        .into_iter()
        .map(|shown| {
            let script = mixed(&shown.text);
            view! {
                <span class="value">
                    <Name shown whole=true />
                    {script.map(|script| view! { " " <span class="inv">"with " {script}</span> })}
                </span>
            }
        })
        .collect_view();
    view! {
        <td class=class>
            {(!sign.is_empty()).then(|| view! { <span class="sign" aria-hidden="true">{sign}</span><span class="sr">{word}</span> })}
            <span class="values">{values}</span>
        </td>
    }
    .into_any()
}

/// What cannot be seen is named: letters of another script that look like Latin ones, accents set apart from their letters.
fn mixed(text: &str) -> Option<&'static str> {
    let has = |range: std::ops::RangeInclusive<char>| text.chars().any(|c| range.contains(&c));
    if has('\u{300}'..='\u{36f}') {
        Some("combining accents")
    } else if !text.chars().any(|c| c.is_ascii_alphabetic()) {
        None
    } else if has('\u{400}'..='\u{52f}') {
        Some("Cyrillic")
    } else if has('\u{370}'..='\u{3ff}') {
        Some("Greek")
    } else if has('\u{530}'..='\u{58f}') {
        Some("Armenian")
    } else {
        None
    }
}
