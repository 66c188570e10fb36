//! Daitch–Mokotoff codes: names that sound alike in Slavic, Germanic and Yiddish spelling.
//!
//! Works on folded tokens of the letters a–z. Anything else (other scripts, digits, single letters) has no code,
//! so it can never be found by sound; rphonetic alone would give every such token the code `000000`.

use std::sync::LazyLock;

use rphonetic::DaitchMokotoffSoundex;
use smallvec::SmallVec;

/// Only this many letters are read; six digits are decided long before, and a hostile token cannot branch for ever.
const LONGEST: usize = 48;

static ENCODER: LazyLock<DaitchMokotoffSoundex> = LazyLock::new(DaitchMokotoffSoundex::default);

/// The six-digit codes of a token, all branches, as numbers, sorted and without repeats. Empty for a token with
/// anything but a–z, or of one letter.
///
/// ```
/// use namesake_core::names::sound::codes;
/// assert_eq!(codes("peters").as_slice(), [734000, 739400]);
/// assert_eq!(codes("moskowitz"), codes("moskovitz"));
/// assert!(codes("петров").is_empty());
/// ```
pub fn codes(token: &str) -> SmallVec<[u32; 2]> {
    if token.len() < 2 || !token.bytes().all(|b| b.is_ascii_lowercase()) {
        return SmallVec::new();
    }
    let token = token.get(..LONGEST).unwrap_or(token);
    let mut out: SmallVec<[u32; 2]> =
        ENCODER.inner_soundex(token, true).iter().filter_map(|code| code.parse().ok()).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether two tokens share a code.
pub fn alike(a: &str, b: &str) -> bool {
    let b = codes(b);
    codes(a).iter().any(|code| b.binary_search(code).is_ok())
}
