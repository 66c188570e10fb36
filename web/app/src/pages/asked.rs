//! What has to be said of a file before it is taken in: the order of its dates, the zone of its times, what its columns hold.
//!
//! It asks only what the engine found that the file does not tell. It must not read the file itself.

use js_sys::{Array, Intl, Object, Reflect};
use leptos::ev;
use leptos::prelude::*;
use namesake_protocol::{ColumnField, ColumnView, DateOrder, FileExamination, ImportOptions, UnclearDate};

use crate::parts::shown::Name;
use crate::parts::words;
use crate::store::app;

/// What a column can be said to hold, with the words for it.
const FIELDS: [(&str, &str); 19] = [
    ("name", "whole name"),
    ("given", "given name"),
    ("family", "family name"),
    ("additional", "middle name"),
    ("nickname", "nickname"),
    ("organization", "organization"),
    ("title", "job title"),
    ("email", "e-mail address"),
    ("phone", "phone number"),
    ("birthday", "birthday"),
    ("address", "whole address"),
    ("street", "street"),
    ("postal_code", "postal code"),
    ("city", "city"),
    ("country", "country"),
    ("url", "web address"),
    ("note", "note"),
    ("uid", "lasting id of the row"),
    ("ignore", "leave out"),
];

/// The zone of this browser's clock.
fn own_zone() -> String {
    let format = Intl::DateTimeFormat::new(&Array::new(), &Object::new());
    let zone = Reflect::get(&format.resolved_options(), &"timeZone".into()).ok();
    zone.and_then(|zone| zone.as_string()).unwrap_or_else(|| "UTC".to_owned())
}

/// The questions, and a button that takes the file in with the answers.
#[component]
pub fn Asked(
    /// The file's.
    key: u32,
    /// What was found.
    found: FileExamination,
) -> impl IntoView {
    let app = app();
    let FileExamination { format, unclear_date, wants_zone, wants_columns, columns, .. } = found;
    let order = RwSignal::new(unclear_date.is_some().then_some(DateOrder::Day));
    let zone = RwSignal::new(if wants_zone { own_zone() } else { String::new() });
    let fields: Vec<(String, RwSignal<String>)> = columns
        .iter()
        .filter(|_| wants_columns)
        .map(|column| (column.header.clone(), RwSignal::new(column.field.clone().unwrap_or_default())))
        .collect();
    let signals: Vec<RwSignal<String>> = fields.iter().map(|(_, field)| *field).collect();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let said = fields.iter().map(|(header, field)| (header, field.get_untracked()));
        let columns = said.filter(|(_, field)| !field.is_empty());
        let options = ImportOptions {
            date_order: order.get_untracked(),
            zone: Some(zone.get_untracked().trim().to_owned()).filter(|zone| !zone.is_empty()),
            columns: columns.map(|(header, field)| ColumnField { header: header.clone(), field }).collect(),
        };
        app.imports.answer(app, key, options);
    };
    view! {
        <form data-testid="import-asks" on:submit=submit>
            <p class="soft">{format}</p>
            {unclear_date.map(|date| view! { <Order key date order /> })}
            {wants_zone
                .then(|| {
                    view! {
                        <label class="field">
                            <span>"Time zone of its times, which name none"</span>
                            <input
                                data-testid="import-zone"
                                type="text"
                                autocomplete="off"
                                spellcheck="false"
                                prop:value=move || zone.get()
                                on:input=move |event| zone.set(event_target_value(&event))
                            />
                        </label>
                    }
                })}
            {wants_columns
                .then(|| {
                    let rows = columns.into_iter().zip(signals);
                    view! {
                        <p>"What do its columns hold? A name, an e-mail address or a number has to be among them."</p>
                        {rows.map(|(column, field)| view! { <ColumnRow column field /> }).collect_view()}
                    }
                })}
            <div class="start">
                <button class="btn p" type="submit" data-testid="import-answer">"Bring it in"</button>
                <button class="btn" type="button" data-testid="import-leave" on:click=move |_| app.imports.leave(key)>"Leave it out"</button>
            </div>
        </form>
    }
}

/// Which number of its dates stands first.
#[component]
fn Order(key: u32, date: UnclearDate, order: RwSignal<Option<DateOrder>>) -> impl IntoView {
    let day = |ms: f64| words::machine(ms).get(..10).unwrap_or_default().to_owned();
    let choices = [
        (DateOrder::Day, "date-order-day", "The day", day(date.day_first)),
        (DateOrder::Month, "date-order-month", "The month", day(date.month_first)),
    ];
    view! {
        <fieldset class="choices dates">
            <legend>"What stands first in “" <Name shown=date.written /> "”? Nothing in the file tells."</legend>
            {choices
                .map(|(one, testid, what, is)| {
                    view! {
                        <label>
                            <input
                                type="radio"
                                name=format!("date-order-{key}")
                                data-testid=testid
                                prop:checked=move || order.get() == Some(one)
                                on:change=move |_| order.set(Some(one))
                            />
                            {format!(" {what}: it is {is}")}
                        </label>
                    }
                })
                .collect_view()}
        </fieldset>
    }
}

/// A column with its first values, and what it holds.
#[component]
fn ColumnRow(column: ColumnView, field: RwSignal<String>) -> impl IntoView {
    let header = column.header.clone();
    let samples = column.samples.into_iter().map(|shown| view! { " " <Name shown /> ";" }).collect_view();
    view! {
        <label class="field">
            <span><b><bdi>{column.header}</bdi></b>{samples}</span>
            <select data-testid="import-column" data-header=header on:change=move |event| field.set(event_target_value(&event))>
                <option value="" selected=move || field.get().is_empty()>"not known: leave out"</option>
                {FIELDS
                    .map(|(name, words)| view! { <option value=name selected=move || field.get() == name>{words}</option> })
                    .collect_view()}
            </select>
        </label>
    }
}
