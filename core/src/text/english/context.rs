//! English words that say something about the name beside them, and given names.
//!
//! Written for Namesake. Lower case.

/// What people and organisations do: a word at the start of a sentence that is followed by one of these is a subject. Sorted.
#[rustfmt::skip]
pub(super) static VERBS: &[&str] = &[
    "accepted", "accepts", "acquired", "acquires", "added", "adds", "agreed", "agrees", "announced", "announces",
    "answered", "answers", "apologised", "apologized", "approved", "approves", "arrived", "arrives", "asked", "asks",
    "ate", "became", "becomes", "began", "begins", "believed", "believes", "booked", "books", "born", "borrowed",
    "bought", "brings", "brought", "builds", "built", "buys", "called", "calls", "came", "can", "can't", "canceled",
    "cancelled", "caught", "chatted", "chooses", "chose", "comes", "complained", "complains", "confirmed", "confirms",
    "cooked", "cooks", "could", "couldn't", "created", "creates", "cried", "cries", "decided", "decides", "designed",
    "designs", "did", "didn't", "died", "disagreed", "divorced", "does", "doesn't", "drank", "drinks", "drives",
    "drove", "eats", "emailed", "explained", "explains", "feels", "fell", "felt", "finds", "fired", "flew", "flies",
    "forgets", "forgot", "fought", "found", "founded", "gave", "gets", "gives", "goes", "got", "grew", "grows", "had",
    "hadn't", "has", "hasn't", "hated", "hates", "heard", "hears", "helped", "helps", "hired", "hires", "hoped",
    "hopes", "hugged", "insisted", "insists", "introduced", "introduces", "invited", "invites", "is", "isn't",
    "joined", "joins", "keeps", "kept", "kissed", "knew", "knows", "laughed", "laughs", "launched", "launches", "lay",
    "leads", "learned", "learns", "leaves", "led", "left", "lent", "liked", "likes", "lived", "lives", "looked",
    "looks", "loses", "lost", "loved", "loves", "made", "mailed", "makes", "managed", "manages", "married", "may",
    "meant", "meets", "mentioned", "mentions", "messaged", "met", "might", "moved", "moves", "must", "needed", "needs",
    "noted", "notes", "offered", "offers", "ordered", "orders", "owed", "owes", "owned", "owns", "paid", "pays",
    "planned", "plans", "played", "plays", "postponed", "preferred", "prefers", "presented", "presents", "promised",
    "promises", "quit", "ran", "reads", "received", "receives", "recommended", "recommends", "refused", "refuses",
    "rejected", "rejects", "released", "releases", "remembered", "remembers", "replied", "replies", "reported",
    "reports", "resigned", "responded", "retired", "rode", "rose", "runs", "said", "sang", "sat", "saw", "say", "says",
    "scheduled", "seemed", "seems", "sees", "sells", "sends", "sent", "shared", "shares", "shipped", "ships", "shook",
    "should", "shouldn't", "shouted", "showed", "shows", "signed", "signs", "sings", "slept", "smiled", "smiles",
    "sold", "sounded", "sounds", "speaks", "spoke", "started", "starts", "stayed", "stays", "stole", "stood",
    "stopped", "struck", "studied", "studies", "suggested", "suggests", "swore", "takes", "talked", "talks", "taught",
    "teaches", "tells", "texted", "thanked", "thanks", "thinks", "thought", "threw", "told", "took", "traveled",
    "travelled", "tried", "tries", "turned", "turns", "understood", "used", "uses", "visited", "visits", "walked",
    "wanted", "wants", "was", "wasn't", "waved", "wears", "went", "whispered", "will", "wins", "withdrew", "won",
    "won't", "wore", "worked", "works", "would", "wouldn't", "writes", "wrote", "yelled",
];

/// Adjectives of nation, language and faith: capitalised, but names of nobody. Sorted.
#[rustfmt::skip]
pub(super) static NATIONS: &[&str] = &[
    "african", "american", "arab", "argentine", "argentinian", "asian", "australian", "austrian", "belgian",
    "brazilian", "british", "buddhist", "bulgarian", "canadian", "catalan", "catholic", "chilean", "chinese",
    "christian", "colombian", "croatian", "cuban", "czech", "danish", "dutch", "egyptian", "english", "estonian",
    "european", "filipino", "finnish", "french", "german", "greek", "hebrew", "hindi", "hindu", "hungarian",
    "icelandic", "indian", "indonesian", "iranian", "iraqi", "irish", "israeli", "italian", "japanese", "jewish",
    "kenyan", "korean", "latin", "latvian", "lebanese", "lithuanian", "malay", "mexican", "moroccan", "muslim",
    "nigerian", "norwegian", "pakistani", "persian", "peruvian", "polish", "portuguese", "protestant", "romanian",
    "russian", "scottish", "serbian", "slovak", "slovenian", "spanish", "swedish", "swiss", "syrian", "thai",
    "tunisian", "turkish", "ukrainian", "urdu", "vietnamese", "welsh",
];

/// Roles and relations that stand before a name and are not part of it. Sorted.
#[rustfmt::skip]
pub(super) static ROLES: &[&str] = &[
    "admiral", "ambassador", "archbishop", "aunt", "auntie", "boss", "brother", "captain", "cardinal", "ceo", "cfo",
    "chairman", "chairwoman", "chancellor", "coach", "colleague", "colonel", "commander", "commissioner", "comrade",
    "congressman", "congresswoman", "coo", "corporal", "councillor", "councilman", "councilwoman", "counsellor",
    "cousin", "cto", "detective", "director", "doctor", "emperor", "empress", "engineer", "father", "governor",
    "grandfather", "grandma", "grandmother", "grandpa", "granny", "imam", "inspector", "judge", "justice", "king",
    "lieutenant", "marshal", "mayor", "minister", "neighbor", "neighbour", "nurse", "officer", "pope", "president",
    "prince", "princess", "professor", "queen", "rabbi", "representative", "secretary", "senator", "sergeant",
    "sheikh", "sister", "uncle",
];

/// Titles that are written with a full stop, or before a name, and are not part of it. Sorted.
#[rustfmt::skip]
pub(super) static TITLES: &[&str] = &[
    "capt", "cmdr", "col", "dame", "dipl", "dr", "fr", "frau", "gen", "gov", "herr", "hon", "ing", "lt", "madam",
    "madame", "maj", "messrs", "miss", "mister", "mlle", "mme", "monsieur", "mr", "mrs", "ms", "mx", "pres", "prof",
    "rep", "rev", "sen", "señor", "señora", "sgt", "sir", "sr", "sra", "srta", "st", "supt",
];

/// Abbreviations after which a full stop is no end by itself. Sorted.
#[rustfmt::skip]
pub(super) static ABBREVIATIONS: &[&str] = &[
    "a.m", "al", "approx", "appt", "apr", "apt", "assn", "aug", "ave", "avg", "b.a", "blvd", "bros", "ca", "cf", "co",
    "corp", "dec", "dept", "e.g", "e.u", "ed", "eds", "eg", "est", "etc", "excl", "ext", "feb", "fig", "figs", "fri",
    "ft", "gmbh", "hr", "hrs", "i.e", "ie", "inc", "incl", "inst", "jan", "jr", "jul", "jun", "lb", "lbs", "llc",
    "ltd", "m.a", "m.d", "mar", "max", "min", "mins", "misc", "mon", "mt", "no", "nos", "nov", "oct", "oz", "p.m",
    "ph.d", "pp", "rd", "sat", "sec", "secs", "sep", "sept", "sr", "st", "sun", "tel", "temp", "thu", "thur", "thurs",
    "tue", "tues", "u.k", "u.n", "u.s", "univ", "vol", "vs", "wed",
];

/// Nouns that go on with "of" inside a name: Bank of …, University of …. Sorted.
#[rustfmt::skip]
pub(super) static HEADS: &[&str] = &[
    "academy", "association", "bank", "battle", "bay", "bishop", "board", "bureau", "cape", "center", "centre",
    "church", "city", "club", "college", "council", "count", "court", "daughters", "department", "duchess", "duke",
    "earl", "faculty", "federation", "friends", "game", "gulf", "head", "house", "institute", "isle", "journal",
    "king", "kingdom", "knights", "lady", "league", "lord", "ministry", "mount", "museum", "office", "order", "port",
    "prince", "princess", "queen", "republic", "school", "society", "sons", "state", "states", "tower", "treaty",
    "union", "university",
];

/// What a number counts: a number before one of these is not part of the name before it. Sorted.
#[rustfmt::skip]
pub(super) static UNITS: &[&str] = &[
    "a.m", "am", "cats", "children", "day", "days", "days'", "dogs", "dollar", "dollars", "eur", "euro", "euros", "g",
    "hour", "hours", "hr", "hrs", "items", "kg", "kids", "kilometers", "km", "lb", "lbs", "m", "meters", "metres",
    "mile", "miles", "min", "mins", "minute", "minutes", "month", "months", "more", "new", "o'clock", "other",
    "others", "p.m", "pages", "people", "percent", "pm", "pounds", "questions", "sec", "second", "seconds", "secs",
    "things", "time", "times", "usd", "week", "weeks", "weeks'", "year", "years", "years'",
];

/// Function words of German, in which every noun is capitalised. Sorted.
#[rustfmt::skip]
pub(super) static GERMAN: &[&str] = &[
    "aber", "auch", "auf", "aus", "bei", "das", "dem", "der", "ein", "eine", "einem", "einen", "einer", "für", "habe",
    "haben", "ich", "im", "ist", "mit", "nach", "nicht", "noch", "nur", "oder", "sie", "und", "wenn", "wie", "wir",
    "wird", "zu",
];

/// Common given names of many countries, beside the table of short forms. Sorted.
#[rustfmt::skip]
pub(super) static GIVEN: &[&str] = &[
    "aaliyah", "aaron", "abdul", "abdullah", "adam", "adriana", "aiden", "aiko", "aisha", "akira", "alberto",
    "alejandra", "alejandro", "alex", "alexander", "ali", "alice", "alicia", "amal", "amanda", "amara", "amelia",
    "amina", "amir", "amit", "amy", "ana", "anders", "andrea", "andreas", "andrei", "andrej", "andres", "andrew",
    "angela", "anil", "anita", "anja", "anna", "anne", "annika", "anthony", "anton", "antonio", "anya", "arjun",
    "arturo", "asha", "ashley", "astrid", "ava", "ayesha", "barbara", "beatriz", "benjamin", "betty", "bianca",
    "bjorn", "björn", "boris", "brandon", "brenda", "brian", "bruno", "camila", "carla", "carlos", "carmen", "carol",
    "carolyn", "catarina", "catherine", "cecilia", "charles", "charlotte", "chen", "cheryl", "chiara", "chloe",
    "chris", "christina", "christine", "christopher", "claudia", "cristina", "cynthia", "dana", "daniel", "daniela",
    "dario", "david", "deborah", "debra", "deepak", "dennis", "diane", "diego", "dimitri", "dmitri", "dmitry", "donna",
    "edward", "elena", "eleni", "elif", "elijah", "elisa", "elizabeth", "ella", "emil", "emilia", "emily", "emma",
    "emre", "enrique", "eric", "erik", "esra", "ethan", "eva", "evelyn", "fatima", "fatma", "fernanda", "fernando",
    "filip", "frances", "francesca", "francesco", "francisco", "franz", "freya", "friedrich", "gabriela", "gary",
    "george", "giovanni", "giulia", "giuseppe", "gonzalo", "gregory", "greta", "guillermo", "gunnar", "hamza", "hanna",
    "hannah", "hans", "harper", "haruto", "hassan", "hassane", "heather", "heike", "heinz", "helen", "helena", "helga",
    "henrik", "henry", "hiro", "hiroshi", "hugo", "hussein", "ibrahim", "ida", "igor", "ilse", "ines", "inga",
    "ingrid", "irina", "isabel", "isabella", "ivan", "jack", "jacob", "james", "jan", "jana", "janet", "jason",
    "jasper", "javier", "jean", "jeffrey", "jennifer", "jens", "jessica", "joan", "joana", "joao", "johan", "johanna",
    "johannes", "john", "jonathan", "jorge", "jose", "joseph", "joshua", "josé", "joyce", "joão", "juan", "juana",
    "judith", "juliana", "julie", "jurgen", "justin", "jürgen", "kaito", "kamal", "karen", "karim", "karin", "karl",
    "kasper", "katarina", "katarzyna", "katherine", "kathleen", "katja", "kazuo", "keiko", "kelly", "kenji", "kenneth",
    "kevin", "khalid", "kimberly", "klaus", "kofi", "krishna", "kwame", "kyle", "lakshmi", "larry", "lars", "laura",
    "lauren", "layla", "leila", "leo", "leon", "leonardo", "li", "liam", "lily", "lin", "linda", "ling", "linnea",
    "lisa", "logan", "lorenzo", "luca", "lucas", "lucia", "luis", "luisa", "lukas", "magdalena", "magnus", "malik",
    "manuel", "marco", "marcos", "maren", "margaret", "margot", "maria", "mariam", "mariana", "marie", "marina",
    "mario", "marta", "martha", "martin", "mary", "mason", "mateo", "mateus", "matteo", "matthew", "max", "megan",
    "mehmet", "mei", "melissa", "mia", "michael", "michelle", "miguel", "mika", "mikael", "milan", "milena", "min",
    "mohamed", "mohammad", "mohammed", "muhammad", "mustafa", "nadia", "nancy", "naoki", "natalia", "natasha",
    "nathan", "nicholas", "nicole", "nikolai", "nikos", "nils", "nina", "noah", "noor", "nuno", "olga", "oliver",
    "olivia", "omar", "oskar", "pablo", "pamela", "paolo", "patricia", "patrick", "paul", "pawel", "paweł", "pedro",
    "peter", "petr", "petra", "pierre", "piotr", "priya", "rachel", "rafael", "rahul", "raj", "rajesh", "ramon",
    "rania", "ravi", "rebecca", "renata", "ricardo", "richard", "rina", "robert", "rohan", "ronald", "rosa", "ruth",
    "ryan", "sakura", "salma", "sam", "samantha", "samir", "samuel", "sandra", "sanjay", "santiago", "sara", "sarah",
    "scott", "sergei", "sharon", "shirley", "shreya", "sofia", "sofie", "sophia", "sophie", "soren", "stefan",
    "stephanie", "stephen", "steven", "sunil", "susan", "sven", "svetlana", "søren", "takashi", "tanja", "tariq",
    "tatiana", "theo", "thomas", "timothy", "tobias", "tomas", "tomasz", "tuan", "tyler", "umar", "uwe", "valentina",
    "vera", "victoria", "vijay", "vikram", "vladimir", "wei", "william", "wolfgang", "xiao", "yan", "yara", "yasmin",
    "yasuko", "yuki", "yuri", "yusuf", "zachary", "zara", "zeynep", "zoe", "łukasz",
];
