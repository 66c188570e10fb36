//! What canonical JSON must not be asked to hold: non-finite numbers, and integers that a double rounds.
//!
//! RFC 8785 writes every number as a double. The canonicaliser would turn a nested NaN into `null` and 2^53 + 1 into
//! its neighbour without a word, and the checksum would then cover something that was never said. So values are
//! walked before they are written (DESIGN section 7). Writes nothing.

use serde::ser::{self, Serialize};
use std::fmt::Display;

/// The largest integer up to which every integer is a double of its own: 2^53 − 1.
pub(super) const SAFE: u64 = (1 << 53) - 1;

/// Checks every number in a value. Keys of maps are strings in JSON and are not looked at.
pub(super) fn check(value: &impl Serialize) -> Result<(), Refused> {
    value.serialize(Check)
}

/// Why a value was refused.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refused(String);

impl ser::Error for Refused {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn integer(magnitude: Option<u64>, text: impl Display) -> Result<(), Refused> {
    match magnitude {
        Some(magnitude) if magnitude <= SAFE => Ok(()),
        _ => Err(Refused(format!("the integer {text} is beyond ±(2^53−1) and must be a string"))),
    }
}

#[derive(Clone, Copy)]
struct Check;

macro_rules! pass {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {$(
        fn $name(self, $($arg: $type),*) -> Result<(), Refused> {
            Ok(())
        }
    )*};
}

macro_rules! compound {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {$(
        fn $name(self, $($arg: $type),*) -> Result<Self, Refused> {
            Ok(self)
        }
    )*};
}

impl ser::Serializer for Check {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    pass! {
        serialize_bool(_v: bool);
        serialize_i8(_v: i8);
        serialize_i16(_v: i16);
        serialize_i32(_v: i32);
        serialize_u8(_v: u8);
        serialize_u16(_v: u16);
        serialize_u32(_v: u32);
        serialize_char(_v: char);
        serialize_str(_v: &str);
        serialize_bytes(_v: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(_name: &'static str);
        serialize_unit_variant(_name: &'static str, _index: u32, _variant: &'static str);
    }

    compound! {
        serialize_seq(_len: Option<usize>);
        serialize_tuple(_len: usize);
        serialize_tuple_struct(_name: &'static str, _len: usize);
        serialize_tuple_variant(_name: &'static str, _index: u32, _variant: &'static str, _len: usize);
        serialize_map(_len: Option<usize>);
        serialize_struct(_name: &'static str, _len: usize);
        serialize_struct_variant(_name: &'static str, _index: u32, _variant: &'static str, _len: usize);
    }

    fn serialize_i64(self, v: i64) -> Result<(), Refused> {
        integer(Some(v.unsigned_abs()), v)
    }

    fn serialize_u64(self, v: u64) -> Result<(), Refused> {
        integer(Some(v), v)
    }

    fn serialize_i128(self, v: i128) -> Result<(), Refused> {
        integer(u64::try_from(v.unsigned_abs()).ok(), v)
    }

    fn serialize_u128(self, v: u128) -> Result<(), Refused> {
        integer(u64::try_from(v).ok(), v)
    }

    fn serialize_f32(self, v: f32) -> Result<(), Refused> {
        self.serialize_f64(f64::from(v))
    }

    fn serialize_f64(self, v: f64) -> Result<(), Refused> {
        if v.is_finite() { Ok(()) } else { Err(Refused(format!("{v} is no number of JSON"))) }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _name: &'static str, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, _value: &T) -> Result<(), Refused> {
        Ok(())
    }
}

macro_rules! parts {
    ($($kind:ident $method:ident($($arg:ident: $type:ty),*);)*) => {$(
        impl ser::$kind for Check {
            type Ok = ();
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, $($arg: $type,)* value: &T) -> Result<(), Refused> {
                value.serialize(*self)
            }

            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq serialize_element();
    SerializeTuple serialize_element();
    SerializeTupleStruct serialize_field();
    SerializeTupleVariant serialize_field();
    SerializeStruct serialize_field(_key: &'static str);
    SerializeStructVariant serialize_field(_key: &'static str);
}

impl ser::SerializeMap for Check {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _key: &T) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(*self)
    }

    fn end(self) -> Result<(), Refused> {
        Ok(())
    }
}
