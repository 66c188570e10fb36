//! English words for persons and groups, whether only a he or a she can be meant by one, and what "it" can stand for.
//!
//! Titles, relations and roles; no given names: a name alone never tells. Lower case, sorted.

/// Only he.
#[rustfmt::skip]
pub(crate) static HE: &[&str] = &[
    "actor", "bachelor", "boy", "boyfriend", "brother", "businessman", "chairman", "congressman", "councilman", "dad",
    "daddy", "duke", "earl", "emperor", "ex-boyfriend", "ex-husband", "father", "father-in-law", "fellow", "fiance",
    "fiancé", "gentleman", "godfather", "grandad", "grandfather", "grandpa", "grandson", "groom", "guy",
    "half-brother", "herr", "husband", "king", "landlord", "lord", "man", "mister", "monk", "monsieur", "mr", "nephew",
    "papa", "pope", "priest", "prince", "salesman", "señor", "sir", "son", "son-in-law", "spokesman", "sr",
    "stepbrother", "stepfather", "stepson", "uncle", "waiter", "widower",
];

/// Only she.
#[rustfmt::skip]
pub(crate) static SHE: &[&str] = &[
    "actress", "aunt", "auntie", "ballerina", "bride", "businesswoman", "chairwoman", "congresswoman", "councilwoman",
    "countess", "dame", "daughter", "daughter-in-law", "duchess", "empress", "ex-girlfriend", "ex-wife", "fiancee",
    "fiancée", "frau", "girl", "girlfriend", "goddess", "godmother", "granddaughter", "grandma", "grandmother",
    "granny", "half-sister", "heroine", "hostess", "lady", "landlady", "madam", "madame", "mama", "miss", "mlle",
    "mme", "mom", "mommy", "mother", "mother-in-law", "mrs", "ms", "mum", "mummy", "niece", "nun", "princess", "queen",
    "saleswoman", "señora", "sister", "sister-in-law", "spokeswoman", "sra", "srta", "stepdaughter", "stepmother",
    "stepsister", "waitress", "widow", "wife", "woman",
];

/// Somebody.
#[rustfmt::skip]
pub(crate) static SOMEBODY: &[&str] = &[
    "accountant", "agent", "architect", "artist", "assistant", "author", "baby", "boss", "buddy", "candidate",
    "captain", "chef", "chief", "child", "classmate", "cleaner", "client", "coach", "colleague", "commander",
    "competitor", "composer", "consultant", "cook", "cousin", "coworker", "critic", "customer", "dancer", "dentist",
    "designer", "detective", "developer", "director", "doctor", "dr", "driver", "editor", "employee", "employer",
    "engineer", "ex", "expert", "farmer", "fighter", "flatmate", "founder", "friend", "general", "governor", "guard",
    "guest", "hero", "host", "housemate", "infant", "journalist", "judge", "kid", "lawyer", "leader", "lieutenant",
    "lover", "major", "manager", "mate", "mayor", "member", "mentor", "minister", "musician", "neighbor", "neighbour",
    "nobody", "nurse", "officer", "opponent", "owner", "painter", "parent", "partner", "patient", "person", "pilot",
    "player", "plumber", "poet", "policeman", "politician", "president", "prisoner", "producer", "professor", "pupil",
    "relative", "reporter", "rival", "roommate", "saint", "scientist", "senator", "sibling", "singer", "soldier",
    "somebody", "someone", "spouse", "stranger", "student", "successor", "surgeon", "teacher", "teammate", "tenant",
    "thief", "toddler", "trainer", "victim", "visitor", "waiter", "winner", "writer",
];

/// Several, said as one word or with a name.
#[rustfmt::skip]
pub(crate) static GROUPS: &[&str] = &[
    "agency", "association", "band", "board", "choir", "club", "committee", "company", "corporation", "council",
    "crew", "department", "duo", "family", "firm", "group", "guild", "orchestra", "organisation", "organization",
    "partners", "squad", "startup", "studio", "team", "trio", "union",
];

/// Words that end a name of no person: High School, Main Street. Beside those that go on with "of".
#[rustfmt::skip]
pub(crate) static NO_PERSON: &[&str] = &[
    "academy", "airport", "album", "army", "award", "awards", "bridge", "building", "center", "centre", "championship",
    "church", "city", "co", "college", "conference", "corp", "county", "cup", "district", "festival", "film", "forest",
    "gmbh", "guild", "hall", "high", "hill", "hospital", "hotel", "inc", "institute", "island", "islands", "lake",
    "league", "llc", "ltd", "magazine", "mountains", "museum", "news", "open", "park", "party", "prize", "province",
    "records", "republic", "river", "road", "school", "series", "society", "square", "station", "street", "studios",
    "theater", "theatre", "times", "tour", "tournament", "university", "valley", "village", "war",
];

/// Words before a place: in Denver. Sorted.
pub(crate) static BEFORE_PLACES: &[&str] = &["at", "in", "inside", "near", "outside", "throughout", "within"];

/// Words after which "it" is the subject of a clause. Sorted.
#[rustfmt::skip]
pub(crate) static STARTS_CLAUSE: &[&str] = &[
    "after", "although", "and", "as", "because", "before", "but", "if", "once", "since", "so", "that", "though",
    "until", "when", "where", "which", "while",
];

/// Verbs of which "it" can be the empty subject: it rains, it takes time. Sorted.
#[rustfmt::skip]
pub(crate) static EMPTY_VERBS: &[&str] = &[
    "appears", "depends", "feels", "happens", "helps", "hurts", "looks", "matters", "rained", "raining", "rains",
    "seem", "seemed", "seems", "snowed", "snows", "sounds", "take", "takes", "took", "turned", "turns",
];

/// What can follow "it is" where it stands for nothing: late, time, clear that. Sorted.
#[rustfmt::skip]
pub(crate) static EMPTY_AFTER_BE: &[&str] = &[
    "a", "about", "all", "already", "an", "bad", "better", "clear", "cold", "dark", "early", "easy", "evening", "fine",
    "fun", "good", "great", "hard", "hot", "important", "impossible", "late", "lunchtime", "midnight", "monday",
    "morning", "my", "necessary", "nice", "night", "noon", "obvious", "ok", "okay", "possible", "raining", "right",
    "snowing", "sunny", "the", "time", "too", "true", "warm", "weird", "well", "windy", "worth", "wrong", "your",
];

/// Adverbs between "it" and its verb. Sorted.
pub(crate) static HEDGES: &[&str] =
    &["also", "always", "just", "never", "not", "now", "often", "probably", "really", "still", "usually"];

/// Verbs of going, before "to" and a place. Sorted.
pub(crate) static MOVED: &[&str] =
    &["drove", "flew", "flies", "moved", "moves", "moving", "relocated", "traveled", "travelled", "travelling"];
