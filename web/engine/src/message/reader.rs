//! Reads plain objects into calls, strictly: what nobody asked for is refused, as is what is missing or of another type.
//!
//! `serde-wasm-bindgen` neither sees fields that a type lacks nor says where a fault is. A misspelt `knownEntityId`
//! must not silently become no hint at all.

use super::fault::{Fault, Wrong};
use js_sys::{Array, Number, Object, Reflect};
use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsValue};

/// A value of a message.
pub(super) struct Reader(pub(super) JsValue);

impl Reader {
    fn string<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_string(self.0.as_string().ok_or_else(|| Fault::must_be("a string"))?)
    }

    fn list<'de, V: Visitor<'de>>(&self, visitor: V, wanted: &str) -> Result<V::Value, Fault> {
        let array = self.0.dyn_ref::<Array>().ok_or_else(|| Fault::must_be(wanted))?;
        visitor.visit_seq(Items { array: array.clone(), at: 0 })
    }

    fn object<'de, V: Visitor<'de>>(&self, visitor: V, fields: &[&str]) -> Result<V::Value, Fault> {
        if !self.0.is_object() || self.0.is_array() {
            return Err(Fault::must_be("an object"));
        }
        visitor.visit_map(Fields::new(&self.0, fields))
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Fault;

    /// The arguments of a call, whose names only the visitor knows, and what is in an edit, whose kind is told among its
    /// properties: it is read before anybody knows what it is.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if let Some(flag) = self.0.as_bool() {
            visitor.visit_bool(flag)
        } else if let Some(number) = self.0.as_f64() {
            visitor.visit_f64(number)
        } else if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_unit()
        } else if self.0.is_array() {
            self.list(visitor, "a list")
        } else {
            self.object(visitor, &[])
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Fault> {
        Err(Fault::new(Wrong::Unknown))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(self.0.as_bool().ok_or_else(|| Fault::must_be("true or false"))?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_f64(self.0.as_f64().ok_or_else(|| Fault::must_be("a number"))?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let number = self.0.as_f64().filter(|number| Number::is_safe_integer(&self.0) && *number >= 0.0);
        visitor.visit_u64(number.ok_or_else(|| Fault::must_be("a whole number, not negative"))? as u64)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() || self.0.is_undefined() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() || self.0.is_undefined() { visitor.visit_unit() } else { Err(Fault::must_be("absent")) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.list(visitor, "a list")
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        // The one tuple that a page sends.
        const PAIR: &str = "[question id, decision]";
        let fits = self.0.dyn_ref::<Array>().is_some_and(|array| array.length() as usize == length);
        if fits { self.list(visitor, PAIR) } else { Err(Fault::must_be(PAIR)) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.object(visitor, fields)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let name = self.0.as_string().ok_or_else(|| Fault::must_be("a string"))?;
        let variant: StringDeserializer<Fault> = name.into_deserializer();
        visitor.visit_enum(variant)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u64 u128 f32 char bytes byte_buf unit_struct tuple_struct map
    }
}

struct Items {
    array: Array,
    at: u32,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        if self.at >= self.array.length() {
            return Ok(None);
        }
        let at = self.at;
        self.at += 1;
        seed.deserialize(Reader(self.array.get(at))).map(Some).map_err(|fault| fault.at_index(at))
    }
}

/// The properties that an object has, those first which are expected: a call's method comes before its arguments.
struct Fields<'a> {
    object: &'a JsValue,
    keys: std::vec::IntoIter<String>,
    value: Option<(String, JsValue)>,
}

impl<'a> Fields<'a> {
    fn new(object: &'a JsValue, expected: &[&str]) -> Self {
        let own = Object::keys(object.unchecked_ref::<Object>());
        let mut keys: Vec<String> = own.iter().filter_map(|key| key.as_string()).collect();
        keys.sort_by_key(|key| expected.iter().position(|field| field == key).unwrap_or(usize::MAX));
        Self { object, keys: keys.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        for key in self.keys.by_ref() {
            let value = Reflect::get(self.object, &key.as_str().into()).unwrap_or_default();
            // As if it were not there: so JavaScript says that there is none.
            if value.is_undefined() {
                continue;
            }
            let name: StrDeserializer<'_, Fault> = key.as_str().into_deserializer();
            let read = seed.deserialize(name)?;
            self.value = Some((key, value));
            return Ok(Some(read));
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Reader(value)).map_err(|fault| fault.at_field(&key))
    }
}
