//! Writes JSON with the properties of each object in the order of RFC 8785, that of their names' UTF-16 units.
//!
//! All text goes into one buffer as it comes; an object whose properties came in another order is put in order when it
//! ends. Writing records is a third of an import's work; a tree of buffers, one a property, made the whole import a fifth
//! slower in a browser. What must not be written at all is refused before (see [`super::numbers`]).

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::cmp::Ordering;
use std::io::{self, Write};

/// The text of a value whose numbers are finite, and whose integers a double can hold.
pub(super) fn text(value: &impl Serialize) -> Result<String, String> {
    let mut written = Written::default();
    let mut serializer = Serializer::with_formatter(io::sink(), Ordered(&mut written));
    value.serialize(&mut serializer).map_err(|error| error.to_string())?;
    String::from_utf8(written.text).map_err(|error| error.to_string())
}

/// What is written so far.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    /// The properties of all objects that have not ended, outer ones first.
    properties: Vec<Property>,
    /// Where the properties of each of them begin in that list.
    objects: Vec<usize>,
    /// Room to put an object in order.
    aside: Vec<u8>,
}

/// Where a property stands in the text; it ends a comma before the next one, or with the text.
#[derive(Clone, Copy, Default)]
struct Property {
    start: usize,
    /// Where its name ends, with quotes.
    name_end: usize,
}

impl Written {
    fn begin_property(&mut self, first: bool) {
        if !first {
            self.text.push(b',');
        }
        self.properties.push(Property { start: self.text.len(), name_end: 0 });
    }

    fn end_name(&mut self) {
        if let Some(property) = self.properties.last_mut() {
            property.name_end = self.text.len();
        }
    }

    fn end_object(&mut self) {
        let first = self.objects.pop().unwrap_or_default();
        let properties = self.properties.split_off(first);
        let in_order = |pair: &[Property]| order(self.name(&pair[0]), self.name(&pair[1])) == Ordering::Less;
        if !properties.windows(2).all(in_order) {
            self.put_in_order(&properties);
        }
        self.text.push(b'}');
    }

    fn put_in_order(&mut self, properties: &[Property]) {
        let ends = properties.iter().skip(1).map(|next| next.start - 1).chain([self.text.len()]);
        let mut parts: Vec<(Property, usize)> = properties.iter().copied().zip(ends).collect();
        parts.sort_by(|(a, _), (b, _)| order(self.name(a), self.name(b)));
        self.aside.clear();
        for (at, (property, end)) in parts.iter().enumerate() {
            if at > 0 {
                self.aside.push(b',');
            }
            self.aside.extend_from_slice(&self.text[property.start..*end]);
        }
        self.text.truncate(properties.first().map_or(self.text.len(), |property| property.start));
        self.text.extend_from_slice(&self.aside);
    }

    /// A property's name as it is written, without quotes.
    fn name(&self, property: &Property) -> &[u8] {
        &self.text[property.start + 1..property.name_end - 1]
    }
}

/// The order of two names as they are written: by what they say, in UTF-16 units.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    let is_plain = |name: &[u8]| name.is_ascii() && !name.contains(&b'\\');
    if is_plain(a) && is_plain(b) { a.cmp(b) } else { units(a).cmp(&units(b)) }
}

/// What a name says.
fn units(name: &[u8]) -> Vec<u16> {
    let quoted = [b"\"", name, b"\""].concat();
    let name: String = serde_json::from_slice(&quoted).unwrap_or_default();
    name.encode_utf16().collect()
}

/// Writes into [`Written`]; the writer that it is handed gets nothing.
struct Ordered<'a>(&'a mut Written);

macro_rules! as_they_come {
    ($($name:ident($($arg:ident: $type:ty)?);)*) => {$(
        fn $name<W: ?Sized + Write>(&mut self, _: &mut W $(, $arg: $type)?) -> io::Result<()> {
            CompactFormatter.$name(&mut self.0.text $(, $arg)?)
        }
    )*};
}

impl Formatter for Ordered<'_> {
    as_they_come! {
        write_null();
        write_bool(value: bool);
        write_i8(value: i8);
        write_i16(value: i16);
        write_i32(value: i32);
        write_i64(value: i64);
        write_i128(value: i128);
        write_u8(value: u8);
        write_u16(value: u16);
        write_u32(value: u32);
        write_u64(value: u64);
        write_u128(value: u128);
        write_number_str(value: &str);
        begin_string();
        end_string();
        write_string_fragment(fragment: &str);
        write_char_escape(escape: CharEscape);
        begin_array();
        end_array();
        begin_array_value(first: bool);
        begin_object_value();
        write_raw_fragment(fragment: &str);
    }

    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        self.write_f64(writer, f64::from(value))
    }

    /// As ECMAScript writes it.
    fn write_f64<W: ?Sized + Write>(&mut self, _: &mut W, value: f64) -> io::Result<()> {
        self.0.text.write_all(ryu_js::Buffer::new().format_finite(value).as_bytes())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.objects.push(self.0.properties.len());
        self.0.text.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_property(first);
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.end_name();
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.end_object();
        Ok(())
    }
}
