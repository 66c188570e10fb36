//! A name's tokens as one text: a hundred thousand names have a quarter of a million, and none is worth an allocation.
//!
//! A token has no space in it, so a space stands between two.

/// Word tokens in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tokens {
    joined: Box<str>,
    count: u32,
}

impl Tokens {
    /// How many.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each in order.
    pub fn iter(&self) -> TokenStrs<'_> {
        TokenStrs { rest: &self.joined, left: self.len() }
    }

    /// The only one, if there is just one.
    pub fn only(&self) -> Option<&str> {
        (self.count == 1).then_some(&*self.joined)
    }

    /// All with a space between two.
    pub(crate) fn joined(&self) -> &str {
        &self.joined
    }

    /// Tokens with a space between two.
    pub(crate) fn of_joined(joined: Box<str>) -> Self {
        let spaces = joined.bytes().filter(|byte| *byte == b' ').count();
        Self { count: if joined.is_empty() { 0 } else { spaces as u32 + 1 }, joined }
    }
}

impl<'t> FromIterator<&'t str> for Tokens {
    fn from_iter<I: IntoIterator<Item = &'t str>>(tokens: I) -> Self {
        let (mut joined, mut count) = (String::new(), 0);
        for token in tokens {
            debug_assert!(!token.is_empty() && !token.contains(' '));
            if count > 0 {
                joined.push(' ');
            }
            joined.push_str(token);
            count += 1;
        }
        Self { joined: joined.into(), count }
    }
}

/// See [`Tokens::iter`].
#[derive(Clone, Debug)]
pub struct TokenStrs<'t> {
    rest: &'t str,
    left: usize,
}

impl<'t> Iterator for TokenStrs<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        self.left = self.left.checked_sub(1)?;
        let (token, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest;
        Some(token)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for TokenStrs<'_> {}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn tokens_come_back_as_they_were() {
        for tokens in [&[][..], &["jose"], &["jose", "obrien", "jr"]] {
            let held: Tokens = tokens.iter().copied().collect();
            assert!(held.iter().eq(tokens.iter().copied()));
            assert_eq!((held.len(), held.iter().len()), (tokens.len(), tokens.len()));
            assert_eq!(held.only(), tokens.first().copied().filter(|_| tokens.len() == 1));
            assert_eq!(Tokens::of_joined(held.joined().into()), held);
        }
    }
}
