//! What has to be said of a file before it is taken in: the order of its dates, the zone of its times, what its columns hold.
//!
//! It asks only what the engine found that the file does not tell. It must not read the file itself.

use js_sys::{Array, Intl, Object, Reflect};
use leptos::ev;
use leptos::prelude::*;
use namesake_protocol::{ColumnField, ColumnView, DateOrder, FileExamination, ImportOptions, UnclearDate};

use crate::parts::focus;
use crate::parts::problem::Problem;
use crate::parts::shown::Name;
use crate::parts::words;
use crate::store::app;
use crate::store::imports::Asking;

/// What a column can be said to hold, all that the core knows, with the words for it.
const FIELDS: [(&str, &str); 43] = [
    ("name", "whole name"),
    ("given", "given name"),
    ("family", "family name"),
    ("additional", "middle name"),
    ("prefix", "title before the name"),
    ("suffix", "what stands after the name"),
    ("nickname", "nickname"),
    ("phonetic_given", "given name as it is spoken"),
    ("phonetic_additional", "middle name as it is spoken"),
    ("phonetic_family", "family name as it is spoken"),
    ("kind", "person, organization or group"),
    ("organization", "organization"),
    ("unit", "department"),
    ("title", "job title"),
    ("role", "role or profession"),
    ("email", "e-mail address"),
    ("phone", "phone number"),
    ("im", "address for messages"),
    ("social", "social profile"),
    ("url", "web address"),
    ("address", "whole address"),
    ("street", "street"),
    ("po_box", "post office box"),
    ("postal_code", "postal code"),
    ("city", "city"),
    ("region", "state or region"),
    ("country", "country"),
    ("birthday", "birthday"),
    ("birthplace", "place of birth"),
    ("deathdate", "day of death"),
    ("deathplace", "place of death"),
    ("anniversary", "anniversary"),
    ("gender", "gender"),
    ("language", "language"),
    ("timezone", "time zone"),
    ("geo", "place on the map"),
    ("id_number", "number of an identity card"),
    ("related", "somebody related"),
    ("member", "member of the group"),
    ("category", "label"),
    ("note", "note"),
    ("uid", "lasting id of the row"),
    (LEFT_OUT, "leave out"),
];

/// What a column holds that is left out.
const LEFT_OUT: &str = "ignore";

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
    /// What was found, and what was said before.
    asking: Asking,
    /// The title of the file, which has the focus when the questions are gone.
    title: String,
) -> impl IntoView {
    let app = app();
    let Asking { found, refused } = asking;
    let (said, error) = refused.unzip();
    let said = said.unwrap_or_default();
    let FileExamination {
        format,
        charset: found_charset,
        unclear_date,
        wants_zone,
        wants_columns,
        columns,
        columns_total,
        ..
    } = *found;
    let order = RwSignal::new(said.date_order.or(unclear_date.is_some().then_some(DateOrder::Day)));
    let zone = RwSignal::new(said.zone.unwrap_or_else(|| if wants_zone { own_zone() } else { String::new() }));
    let charset = RwSignal::new(said.charset.or_else(|| found_charset.clone()).unwrap_or_default());
    let fields: Vec<(ColumnView, RwSignal<String>)> = columns
        .into_iter()
        .filter(|_| wants_columns)
        .map(|column| {
            let before = said.columns.iter().find(|one| one.header == column.header).map(|one| one.field.clone());
            let field = before.or_else(|| column.field.clone()).unwrap_or_else(|| LEFT_OUT.to_owned());
            (column, RwSignal::new(field))
        })
        .collect();
    let more = (columns_total as usize).saturating_sub(fields.len());
    let (rows, guessed) = (fields.clone(), found_charset.clone());
    let to_title = format!("#{title}");
    let leave_to = to_title.clone();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        // What is left as it was guessed is guessed again, with what its header says besides.
        let said = fields.iter().map(|(column, field)| (column, field.get_untracked()));
        let columns = said.filter(|(column, field)| column.field.as_ref() != Some(field));
        let options = ImportOptions {
            date_order: order.get_untracked(),
            // What was found is found again, in each file of several by itself.
            charset: Some(charset.get_untracked().trim().to_owned())
                .filter(|set| !set.is_empty() && Some(set) != guessed.as_ref()),
            zone: Some(zone.get_untracked().trim().to_owned()).filter(|zone| !zone.is_empty()),
            columns: columns.map(|(column, field)| ColumnField { header: column.header.clone(), field }).collect(),
        };
        app.imports.answer(app, key, options);
        focus::if_lost(to_title.clone());
    };
    let leave = move |_| {
        app.imports.leave(app, key);
        focus::if_lost(leave_to.clone());
    };
    view! {
        <form data-testid="import-asks" on:submit=submit>
            {error.map(|error| view! { <Problem error testid="import-error" /> })}
            <p class="soft">{format}</p>
            {found_charset
                .is_some()
                .then(|| {
                    view! {
                        <label class="field">
                            <span>"Character set of its text, as its bytes tell"</span>
                            <input
                                data-testid="import-charset"
                                type="text"
                                autocomplete="off"
                                spellcheck="false"
                                prop:value=move || charset.get()
                                on:input=move |event| charset.set(event_target_value(&event))
                            />
                        </label>
                    }
                })}
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
                    view! {
                        <p>"What do its columns hold? A name, an e-mail address or a number has to be among them."</p>
                        {rows.into_iter().map(|(column, field)| view! { <ColumnRow column field /> }).collect_view()}
                        {(more > 0)
                            .then(|| view! { <p class="soft">{format!("And {more} more columns, which are read as their headers say.")}</p> })}
                    }
                })}
            <div class="start">
                <button class="btn p" type="submit" data-testid="import-answer">"Bring it in"</button>
                <button class="btn" type="button" data-testid="import-leave" on:click=leave>"Leave it out"</button>
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
                {FIELDS
                    .map(|(name, words)| view! { <option value=name selected=move || field.get() == name>{words}</option> })
                    .collect_view()}
            </select>
        </label>
    }
}
