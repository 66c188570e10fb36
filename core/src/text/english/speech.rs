//! English words that ask, request, suppose, report and deny. Lower case, sorted.

/// Verbs that a question turns before its subject.
#[rustfmt::skip]
pub(crate) static ASKING_VERBS: &[&str] = &[
    "am", "are", "aren't", "can", "can't", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "don't",
    "had", "has", "hasn't", "have", "haven't", "is", "isn't", "may", "might", "shall", "should", "shouldn't", "was",
    "wasn't", "were", "weren't", "will", "won't", "would", "wouldn't",
];

/// Words that ask, before such a verb.
#[rustfmt::skip]
pub(crate) static ASKING_WORDS: &[&str] = &[
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
];

/// Words that ask by themselves.
#[rustfmt::skip]
pub(crate) static ASKING_WHOLE: &[&str] = &[
    "how's", "what's", "when's", "where's", "who's", "why",
];

/// Words that a question may be about, after its verb. Beside names.
#[rustfmt::skip]
pub(crate) static ASKABLE: &[&str] = &[
    "a", "an", "any", "anybody", "anyone", "anything", "everybody", "everyone", "everything", "he", "her", "his", "it",
    "its", "my", "our", "she", "some", "somebody", "someone", "something", "that", "the", "their", "there", "these",
    "they", "this", "those", "we", "you", "your",
];

/// Words before which something still begins.
#[rustfmt::skip]
pub(crate) static LEAD_INS: &[&str] = &[
    "actually", "again", "ah", "also", "and", "anyway", "but", "hello", "hey", "hi", "just", "kindly", "next", "no",
    "now", "oh", "ok", "okay", "or", "please", "pls", "plz", "so", "then", "well", "yeah", "yes",
];

/// Words before what an order is about.
#[rustfmt::skip]
pub(crate) static ORDERED_THINGS: &[&str] = &[
    "a", "all", "an", "any", "both", "each", "every", "everything", "her", "him", "his", "it", "me", "my", "no",
    "only", "our", "that", "the", "their", "them", "these", "this", "those", "us", "your",
];

/// Whole openings of a question without its mark.
pub(crate) static ASKED: &[&str] = &["any idea", "anybody know", "anyone know", "do you", "i wonder", "wondering"];

/// Openings of a request, after "please" and a name.
#[rustfmt::skip]
pub(crate) static REQUESTS: &[&str] = &[
    "add", "always", "ask", "assume", "avoid", "be", "book", "bring", "buy", "call", "cancel", "change", "check",
    "choose", "come", "compare", "consider", "continue", "convert", "copy", "correct", "create", "delete", "describe",
    "do", "don't", "draft", "email", "ensure", "explain", "find", "finish", "fix", "follow", "forget", "generate",
    "get", "give", "go", "help", "hold", "ignore", "imagine", "include", "join", "keep", "leave", "let", "let's",
    "lets", "list", "listen", "look", "make", "meet", "merge", "move", "name", "never", "note", "open", "pay", "pick",
    "please", "pretend", "print", "put", "read", "recall", "recommend", "remember", "remind", "remove", "rename",
    "reply", "respond", "return", "review", "rewrite", "run", "save", "say", "schedule", "search", "see", "send",
    "set", "share", "show", "sign", "speak", "start", "stay", "stop", "store", "suggest", "summarise", "summarize",
    "suppose", "switch", "take", "talk", "tell", "test", "text", "think", "translate", "treat", "try", "turn",
    "update", "use", "visit", "wait", "wake", "walk", "watch", "work", "write",
];

/// Parts of a request anywhere in a sentence.
#[rustfmt::skip]
pub(crate) static REQUESTED: &[&str] = &[
    "can you", "could you", "i need you to", "i want you to", "i would like you to", "make sure",
    "please", "pls", "plz", "would you", "you must", "you should",
];

/// Words that make a sentence a supposition.
#[rustfmt::skip]
pub(crate) static SUPPOSING: &[&str] = &[
    "assuming", "could", "couldn't", "if", "imagine", "likely", "may", "maybe", "might", "perhaps", "possibly",
    "presumably", "probably", "should", "shouldn't", "suppose", "supposedly", "supposing", "unless", "whether",
    "would", "wouldn't",
];

/// Parts that do.
#[rustfmt::skip]
pub(crate) static SUPPOSED: &[&str] = &[
    "i assume", "i believe", "i bet", "i doubt", "i guess", "i hope", "i imagine", "i suppose", "i think", "i wish",
    "i am not certain", "in case", "it seems", "looks like", "not sure", "seems to",
];

/// Words that report what somebody else says.
#[rustfmt::skip]
pub(crate) static REPORTING: &[&str] = &[
    "according", "alleged", "allegedly", "announced", "announces", "apparently", "argued", "argues", "asked", "asks",
    "believes", "claimed", "claims", "denied", "denies", "heard", "insisted", "insists", "mentioned", "mentions",
    "promised", "quoted", "replied", "replies", "reported", "reportedly", "reports", "rumor", "rumour", "said", "say",
    "says", "shouted", "suggested", "suggests", "swears", "swore", "tells", "thinks", "thought", "told", "whispered",
    "writes", "wrote",
];

/// Words of denial.
#[rustfmt::skip]
pub(crate) static DENIALS: &[&str] = &[
    "ain't", "cannot", "cant", "didnt", "doesnt", "dont", "hardly", "isnt", "neither", "never", "no", "nobody", "none",
    "nor", "not", "nothing", "nowhere", "wasnt", "without", "wont",
];
