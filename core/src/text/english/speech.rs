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
    "how's", "what's", "when's", "where's", "who's", "why's",
];

/// Words that a question may be about, after its verb. Beside names.
#[rustfmt::skip]
pub(crate) static ASKABLE: &[&str] = &[
    "a", "an", "any", "anybody", "anyone", "anything", "everybody", "everyone", "everything", "he", "her", "his", "it",
    "its", "my", "our", "she", "some", "somebody", "someone", "something", "that", "the", "their", "there", "these",
    "they", "this", "those", "u", "we", "you", "your",
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
    "can u", "can you", "could u", "could you", "i need you to", "i want you to", "i would like you to", "make sure",
    "please", "pls", "plz", "u should", "would u", "would you", "you must", "you should",
];

/// Words that make a sentence a supposition.
#[rustfmt::skip]
pub(crate) static SUPPOSING: &[&str] = &[
    "afaik", "assuming", "could", "couldn't", "dunno", "hopefully", "idk", "if", "iirc", "imagine", "imho", "imo",
    "likely", "may", "maybe", "might", "perhaps", "possibly", "presumably", "probably", "should", "shouldn't",
    "suppose", "supposedly", "supposing", "unless", "unsure", "whether", "would", "wouldn't",
];

/// Parts that do.
#[rustfmt::skip]
pub(crate) static SUPPOSED: &[&str] = &[
    "as far as i know", "fairly sure", "i am not certain", "in case", "must be", "must have", "my guess is", "not sure",
    "pretty sure",
];

/// What is wished with "would", and is no supposition.
pub(crate) static WISHES: &[&str] =
    &["would hate to", "would like to", "would love to", "would prefer to", "would rather"];

/// Verbs of opinion, behind "I".
#[rustfmt::skip]
pub(crate) static OPINING: &[&str] = &[
    "assume", "believe", "bet", "doubt", "guess", "hope", "hoped", "imagine", "reckon", "suppose", "suspect", "think",
    "thought", "wish",
];

/// Verbs of somebody's opinion, before a clause: hopes that she comes.
#[rustfmt::skip]
pub(crate) static OPINIONS: &[&str] = &[
    "assumed", "assumes", "doubts", "expected", "expects", "guessed", "guesses", "hoped", "hopes", "imagines",
    "suspected", "suspects", "wished", "wishes",
];

/// Words that make a sentence hearsay.
#[rustfmt::skip]
pub(crate) static HEARSAY: &[&str] = &[
    "alleged", "allegedly", "apparently", "quoted", "reportedly", "rumor", "rumored", "rumour", "rumoured",
];

/// Verbs that report what somebody says or thinks.
#[rustfmt::skip]
pub(crate) static REPORTING: &[&str] = &[
    "believes", "claimed", "heard", "insisted", "insists", "quoth", "said", "say", "says", "swears", "swore", "tells",
    "thinks", "thought", "told",
];

/// Verbs that do before a clause, or behind one, and otherwise tell what is done: "writes code", "reports to Omar".
#[rustfmt::skip]
pub(crate) static TELLING: &[&str] = &[
    "announced", "announces", "argued", "argues", "asked", "asks", "claims", "denied", "denies", "mentioned",
    "mentions", "promised", "replied", "replies", "reported", "reports", "shouted", "suggested", "suggests",
    "whispered", "writes", "wrote",
];

/// Parts that say nothing of what somebody says.
#[rustfmt::skip]
pub(crate) static SAID_BY_THE_WAY: &[&str] = &[
    "happy to say", "have to say", "must say", "needless to say", "sad to say", "sorry to say", "that is to say",
];

/// Words that open what says when or where, before a comma.
#[rustfmt::skip]
pub(crate) static SETTINGS: &[&str] = &[
    "after", "at", "before", "during", "for", "from", "in", "on", "since", "today", "tomorrow", "tonight", "until",
    "whenever",
];

/// What people write without its apostrophe, and with it. Not "id", "ill", "its", "were", "well" and "hell", which are words.
#[rustfmt::skip]
pub(crate) static SPELT: &[(&str, &str)] = &[
    ("aint", "ain't"), ("arent", "aren't"), ("cant", "can't"), ("couldnt", "couldn't"), ("didnt", "didn't"),
    ("doesnt", "doesn't"), ("dont", "don't"), ("hadnt", "hadn't"), ("hasnt", "hasn't"), ("havent", "haven't"),
    ("hes", "he's"), ("hows", "how's"), ("im", "i'm"), ("isnt", "isn't"), ("ive", "i've"), ("shes", "she's"),
    ("shouldnt", "shouldn't"), ("thats", "that's"), ("theres", "there's"), ("theyre", "they're"), ("wasnt", "wasn't"),
    ("werent", "weren't"), ("weve", "we've"), ("whats", "what's"), ("wheres", "where's"), ("whos", "who's"),
    ("wont", "won't"), ("wouldnt", "wouldn't"), ("youre", "you're"), ("youve", "you've"),
];

/// Words that deny what follows. Beside what ends in "n't".
#[rustfmt::skip]
pub(crate) static DENIALS: &[&str] = &[
    "cannot", "hardly", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "nowhere", "without",
];

/// What follows a denial that denies nothing: "not only", "can't wait to".
#[rustfmt::skip]
pub(crate) static UNDENIED: &[&str] = &[
    "doubt", "even", "forget", "help", "just", "least", "merely", "mind", "necessarily", "only", "simply", "wait",
];

/// Words behind a denial that say what holds instead.
pub(crate) static INSTEAD: &[&str] = &["but", "except", "instead", "rather", "until"];

/// Words in a predicate that deny.
#[rustfmt::skip]
pub(crate) static DENYING: &[&str] = &[
    "cannot", "ex", "longer", "neither", "never", "no", "non", "not", "without",
];

/// Beginnings of words in a predicate that do.
#[rustfmt::skip]
pub(crate) static DENYING_STARTS: &[&str] = &[
    "avoid", "cancel", "ceas", "declin", "den", "dis", "doubt", "end", "fail", "forg", "former", "hat", "lack", "left",
    "miss", "quit", "refus", "reject", "stop", "un",
];
