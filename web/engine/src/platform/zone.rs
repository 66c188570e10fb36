//! What clocks of a time zone show: from the browser's own tables, as the core has none.

use js_sys::{Array, Date, Function, Object, Reflect};
use namesake_core::read::Zone;
use namesake_protocol::ApiError;
use wasm_bindgen::{JsCast, JsValue};

use crate::message::bad_argument;

/// The years whose changes are looked up. Before and after, what holds at their ends does.
const YEARS: (f64, f64) = (315_532_800_000.0, 2_524_608_000_000.0);
/// No two changes are nearer to each other than this, in milliseconds.
const STEP: f64 = 14.0 * 86_400_000.0;
/// Changes come on a full minute.
const MINUTE: f64 = 60_000.0;

/// A zone by its name, such as `Europe/Berlin`, or by what its clocks are ahead, such as `+02:00`.
pub(crate) fn zone(name: &str) -> Result<Zone, ApiError> {
    if let Some(minutes) = fixed(name) {
        return Ok(Zone::new(vec![(0, minutes)]));
    }
    let clock = Clock::of(name).ok_or_else(|| {
        bad_argument(&format!("zone must be the name of a time zone, such as Europe/Berlin, or +02:00; not {name}."))
    })?;
    let (mut from, last) = YEARS;
    let mut minutes = clock.minutes(from);
    let mut offsets = vec![(from as i64, minutes)];
    while from < last {
        let next = from + STEP;
        let then = clock.minutes(next);
        if then != minutes {
            let (mut before, mut after) = (from, next);
            while after - before > MINUTE {
                let middle = ((before + after) / 2.0 / MINUTE).floor() * MINUTE;
                if clock.minutes(middle) == minutes { before = middle } else { after = middle }
            }
            offsets.push((after as i64, then));
        }
        (from, minutes) = (next, then);
    }
    Ok(Zone::new(offsets))
}

/// Minutes of `+02:00`, `-0530`, `+2` or `UTC`.
fn fixed(name: &str) -> Option<i64> {
    if matches!(name, "UTC" | "Z" | "GMT") {
        return Some(0);
    }
    let (sign, rest) = match name.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-" | "−", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some(both) => both,
        None if rest.len() == 4 => rest.split_at_checked(2)?,
        None => (rest, "0"),
    };
    let number = |text: &str, most: i64| text.parse::<i64>().ok().filter(|number| (0..=most).contains(number));
    Some(sign * (number(hours, 23)? * 60 + number(minutes, 59)?))
}

/// The browser's clock of a zone.
struct Clock(Function);

impl Clock {
    /// None if the browser does not know the zone.
    fn of(name: &str) -> Option<Self> {
        let of = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).ok();
        let options = Object::new();
        Reflect::set(&options, &"timeZone".into(), &name.into()).ok()?;
        Reflect::set(&options, &"timeZoneName".into(), &"longOffset".into()).ok()?;
        let maker: Function = of(&of(&js_sys::global(), "Intl")?, "DateTimeFormat")?.dyn_into().ok()?;
        let format = Reflect::construct(&maker, &Array::of2(&"en-US".into(), &options)).ok()?;
        of(&format, "format")?.dyn_into().ok().map(Self)
    }

    /// Minutes ahead of UTC at an instant. The browser writes `1/1/2026, GMT+02:00`, and `GMT` alone for none.
    fn minutes(&self, at: f64) -> i64 {
        let written = self.0.call1(&JsValue::UNDEFINED, &Date::new(&at.into())).ok().and_then(|text| text.as_string());
        let offset = written.as_deref().and_then(|text| text.rsplit_once("GMT")).map_or("", |(_, offset)| offset);
        fixed(offset).unwrap_or_default()
    }
}
