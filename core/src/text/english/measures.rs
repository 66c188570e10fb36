//! English numbers and units. Lower case; the names in one row are one unit.

/// Small numbers as words.
#[rustfmt::skip]
pub(crate) static NUMBERS: &[(&str, &str)] = &[
    ("one", "1"), ("two", "2"), ("three", "3"), ("four", "4"), ("five", "5"), ("six", "6"), ("seven", "7"),
    ("eight", "8"), ("nine", "9"), ("ten", "10"), ("eleven", "11"), ("twelve", "12"),
];

/// Words that multiply by a power of ten.
#[rustfmt::skip]
pub(crate) static SCALES: &[(&str, usize)] = &[
    ("hundred", 2), ("thousand", 3), ("million", 6), ("mio", 6), ("bn", 9), ("billion", 9), ("trillion", 12),
];

/// Words for the minus sign.
pub(crate) static MINUS: &[&str] = &["minus"];

/// Units.
#[rustfmt::skip]
pub(crate) static UNITS: &[&[&str]] = &[
    &["km", "kms", "kilometre", "kilometres", "kilometer", "kilometers"],
    &["m", "metre", "metres", "meter", "meters"],
    &["cm", "centimetre", "centimetres", "centimeter", "centimeters"],
    &["mm", "millimetre", "millimetres", "millimeter", "millimeters"],
    &["mi", "mile", "miles"],
    &["ft", "foot", "feet"],
    &["in", "inch", "inches", "\"", "″"],
    &["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"],
    &["g", "gram", "grams"],
    &["mg", "milligram", "milligrams"],
    &["lb", "lbs", "pound", "pounds"],
    &["oz", "ounce", "ounces"],
    &["l", "litre", "litres", "liter", "liters"],
    &["ml", "millilitre", "millilitres", "milliliter", "milliliters"],
    &["s", "sec", "secs", "second", "seconds"],
    &["ms", "millisecond", "milliseconds"],
    &["min", "mins", "minute", "minutes"],
    &["h", "hr", "hrs", "hour", "hours"],
    &["d", "day", "days"],
    &["week", "weeks", "wk", "wks"],
    &["month", "months"],
    &["year", "years", "yr", "yrs", "years old", "year old", "year-old"],
    &["%", "percent", "per cent", "pct"],
    &["°c", "° c", "celsius", "degrees celsius", "degree celsius"],
    &["°f", "° f", "fahrenheit", "degrees fahrenheit", "degree fahrenheit"],
    &["°", "degree", "degrees"],
    &["km/h", "kmh", "kph", "kilometres per hour", "kilometers per hour"],
    &["mph", "miles per hour"],
    &["kb", "kilobyte", "kilobytes"],
    &["mb", "megabyte", "megabytes"],
    &["gb", "gigabyte", "gigabytes"],
    &["tb", "terabyte", "terabytes"],
    &["$", "usd", "us$", "dollar", "dollars", "us dollar", "us dollars"],
    &["€", "eur", "euro", "euros"],
    &["£", "gbp", "pound", "pounds", "pound sterling", "pounds sterling", "quid"],
    &["¥", "jpy", "yen"],
    &["chf", "swiss franc", "swiss francs", "franc", "francs"],
    &["₹", "inr", "rupee", "rupees"],
];

/// Names of money that may stand before the number.
pub(crate) static MONEY: &[&str] = &["$", "us$", "usd", "€", "eur", "£", "gbp", "¥", "jpy", "chf", "₹", "inr"];
