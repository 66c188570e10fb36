//! English attempts and intentions. Lower case.

/// What says that something is tried or meant, after "I" and its adverbs.
#[rustfmt::skip]
pub(crate) static MARKERS: &[&str] = &[
    "aim to", "aiming to", "am about to", "am going to", "am gonna", "aspire to", "attempt to", "attempted to",
    "attempting to", "consider", "considered", "considering", "decided to", "dream of", "dreaming of", "going to",
    "gonna", "have been meaning to", "hope", "hoped", "hoping", "intend", "intended to", "intending to", "keep meaning to",
    "look forward to", "looking forward to", "looking to", "mean to", "meant to", "plan", "planned to", "planning",
    "prepare to", "preparing to", "struggle to", "struggling to", "think about", "think of", "thinking about",
    "thinking of", "tried", "try", "trying", "wanna", "want", "wanted", "wanting", "was going to", "will try", "wish",
    "wished", "would like", "would love", "would prefer", "would rather",
];

/// Nouns that do: my plan is to move.
pub(crate) static NOUNS: &[&str] = &["aim", "ambition", "dream", "goal", "hope", "idea", "intention", "plan", "wish"];

/// Adverbs between "I" and the verb.
#[rustfmt::skip]
pub(crate) static ADVERBS: &[&str] = &[
    "actually", "already", "also", "always", "am", "been", "currently", "definitely", "do", "finally", "have",
    "honestly", "just", "kinda", "never", "now", "often", "only", "probably", "really", "recently", "seriously",
    "soon", "still", "therefore", "was", "will",
];

/// Beginnings of words in a predicate that keep it.
#[rustfmt::skip]
pub(crate) static KEEPERS: &[&str] = &[
    "aim", "aspir", "attempt", "consider", "decid", "dream", "goal", "going", "gonna", "hope", "hoping", "intend",
    "intent", "interest", "look", "mean", "plan", "prepar", "seek", "struggl", "think", "tried", "tries", "try", "wanna",
    "want", "will", "wish", "would",
];

/// Words that begin another clause when a subject follows.
#[rustfmt::skip]
pub(crate) static JOINTS: &[&str] = &[
    "although", "and", "because", "but", "if", "or", "since", "so", "that", "though", "when", "where", "while", "yet",
];

/// Words that can be the subject of a clause, beside names.
#[rustfmt::skip]
pub(crate) static SUBJECTS: &[&str] = &[
    "he", "i", "it", "my", "she", "that", "the", "they", "this", "we", "you",
];
