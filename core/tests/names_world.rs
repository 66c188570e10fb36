//! Names of the whole world, kind by kind: what the keys of two names have in common. All names are made up.
//!
//! The rows were written before the code was run on them. `names_cases.rs` has the project's own cases by id.

mod keys_of;

use keys_of::Keys::{Apart, Exact, Folded, Other};
use keys_of::check;
use namesake_core::names::NameKeys;

#[test]
fn numbers_and_letters_that_tell_apart() {
    check(
        "another number, version, generation or letter",
        Apart,
        &[
            ("Invoice 2031-0007", "Invoice 2031-0070"),
            ("Kiln 4", "Kiln 14"),
            ("Orchid 2.0.1", "Orchid 2.1.0"),
            ("Turbine T-100", "Turbine T-1000"),
            ("Form 12A", "Form 12B"),
            ("Drawing 7, Rev. C", "Drawing 7, Rev. D"),
            ("Phase II", "Phase III"),
            ("King Aldric IX", "King Aldric XI"),
            ("Owen Hale III", "Owen Hale IV"),
            ("Owen Hale, Jr.", "Owen Hale, Sr."),
            ("Level 3 North", "Level 4 North"),
            ("Section D", "Section E"),
            ("Bâtiment A", "Bâtiment B"),
            ("Gebäude C", "Gebäude D"),
            ("Edificio B", "Edificio C"),
            ("Bloco A Norte", "Bloco B Norte"),
            ("Корпус А", "Корпус Б"),
            ("Секция В", "Секция Г"),
            ("Τύπος Α", "Τύπος Β"),
            ("Όροφος Β", "Όροφος Γ"),
            ("כיתה א'", "כיתה ב'"),
            ("בניין א", "בניין ב"),
            ("المبنى أ", "المبنى ب"),
            ("الطابق ٣", "الطابق ٤"),
            ("ตึก ๓", "ตึก ๔"),
            ("भवन २", "भवन ३"),
            ("北海第一研究所", "北海第二研究所"),
            ("北海第十一研究所", "北海第十二研究所"),
            ("青葉台三号館別棟", "青葉台二号館別棟"),
            ("万达广场A座", "万达广场B座"),
            ("한빛타워 A동", "한빛타워 B동"),
            ("제1공장 한빛", "제2공장 한빛"),
            ("甲班互助小組", "乙班互助小組"),
            ("F#", "F++"),
            ("Anti-Fraud Desk", "Fraud Desk"),
            ("Ohne Grenzen", "Grenzen"),
            ("גלריה ללא גבולות", "גלריה גבולות"),
            ("بدون حدود", "حدود"),
            ("COVID-19", "COVID-20"),
            ("Area 51", "Area 52"),
            ("Top 1,000 Club", "Top 1,001 Club"),
            ("№ 5", "№ 6"),
            ("Corps Ⅳ", "Corps Ⅵ"),
            ("Stufe ①", "Stufe ②"),
        ],
    );
    check(
        "another spelling of the same number or letter",
        Other,
        &[
            ("Phase IV Trials", "Phase 4 Trials"),
            ("Kiln 04", "Kiln 4."),
            ("Owen Hale Junior", "Owen Hale Jr"),
            ("Hall No. 7", "Hall Nr 7"),
            ("Orchid v3", "Orchid 3"),
            ("Top 1,000 Club", "Top 1000 Club"),
            ("北海第一研究所", "北海第1研究所"),
            ("北海第十二研究所", "北海第12研究所"),
            ("青葉台三号館", "青葉台3号館"),
            ("الطابق ٣", "الطابق 3"),
            ("भवन २", "भवन 2"),
            ("Rev. C of Drawing 7", "Drawing 7, Rev C"),
        ],
    );
    check(
        "an initial, a word or a name is no identity",
        Other,
        &[
            ("Mark V. Dunn", "Mark Dunn"),
            ("A. B. Castor", "Anna Castor"),
            ("X. Moreau", "Xavier Moreau"),
            ("Li Wei", "Lee Wei"),
            ("Nora Dix", "Nora Mix"),
            ("一郎 田中", "二郎 田中"),
            ("千代田", "八千代"),
            ("三木 博", "二木 博"),
            ("Иванов И. И.", "Иванов П. П."),
            ("ג׳ורג׳ לוי", "משה לוי"),
        ],
    );
}

#[test]
fn hangul() {
    check(
        "spacing",
        Folded,
        &[
            ("서울전자상가", "서울 전자 상가"),
            ("다온 의원", "다온의원"),
            ("새봄출판사", "새봄 출판사"),
            ("김 하늘", "김하늘"),
            ("남궁 민수", "남궁민수"),
            ("푸른\u{3000}숲", "푸른숲"),
            ("해오름-카페", "해오름 카페"),
            ("누리·마루", "누리마루"),
            ("하나 2호점", "하나2호점"),
            ("바다 Cafe", "바다cafe"),
            ("주식회사 다온", "다온"),
            ("다온(주)", "다온"),
            ("㈜다온", "다온"),
            ("유한책임회사 누리", "누리"),
            ("사단법인 푸른숲", "푸른숲"),
        ],
    );
    check(
        "syllables",
        Other,
        &[
            ("김하늘", "김하솔"),
            ("박지민", "박시민"),
            ("이준", "이준호"),
            ("정민우", "전민우"),
            ("최은지", "최은주"),
            ("다온", "다옴"),
            ("새봄", "새벽"),
            ("한결", "한별"),
            ("오세훈", "오새훈"),
            ("강나루", "강나라"),
        ],
    );
    check(
        "jamo and syllables are the same text",
        Exact,
        &[
            ("김", "\u{1100}\u{1175}\u{11B7}"),
            ("다온", "\u{1103}\u{1161}\u{110B}\u{1169}\u{11AB}"),
            ("가", "\u{3131}\u{314F}"),
            ("한", "\u{1112}\u{1161}\u{11AB}"),
            ("각", "가\u{11A8}"),
            ("뷁", "\u{1107}\u{1170}\u{11B0}"),
            ("가 나", "\u{FFA1}\u{FFC2} \u{FFA4}\u{FFC2}"),
            ("서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"),
            ("（주）다온", "㈜다온"),
            ("하늘１", "하늘1"),
        ],
    );
    for (name, allowed) in [
        ("김하늘", false),
        ("남궁민수", false),
        ("독고 영재", false),
        ("선우은숙아", true),
        ("새봄출판사", true),
        ("\u{1100}\u{1175}\u{11B7}", false),
        ("佐藤", false),
        ("さくらい", true),
        ("陈 Li", false),
        ("陈 Chenlin", true),
        ("Åsa", true),
    ] {
        assert_eq!(NameKeys::new(name).edits_allowed(), allowed, "{name}");
    }
}

#[test]
fn every_script_has_keys_of_its_own() {
    let names = [
        "青葉台",
        "青葉臺",
        "张伟",
        "張偉",
        "さくら",
        "サクラ",
        "사쿠라",
        "Сакура",
        "ساكورا",
        "סאקורה",
        "ซากุระ",
        "साकुरा",
        "সাকুরা",
        "சகுரா",
        "సాకురా",
        "ಸಕುರ",
        "സകുറ",
        "සකුරා",
        "ဆာကူရာ",
        "សាគូរ៉ា",
        "ຊາກຸລະ",
        "საკურა",
        "Սակուրա",
        "Σάκουρα",
        "ሳኩራ",
        "ᓴᑯᕋ",
        "ꆈꌠ",
        "ᠰᠠᠺᠦᠷᠠ",
        "ས་ཀུ་ར",
        "ߛߊߞߎߙߊ",
        "𞤅𞤢𞤳𞤵𞤪𞤢",
        "ⵙⴰⴽⵓⵔⴰ",
        "ਸਾਕੁਰਾ",
        "સાકુરા",
        "ସାକୁରା",
        "ސަކުރާ",
        "ܣܐܩܘܪܐ",
        "Sakura",
        "C#",
        "F#",
        "+",
        "@",
        "∞",
        "№",
        "₿",
        "ー",
    ];
    for (i, a) in names.iter().enumerate() {
        let keys = NameKeys::new(a);
        assert!(!keys.exact.is_empty() && !keys.folded.is_empty(), "{a}");
        for b in names.iter().skip(i + 1) {
            let other = NameKeys::new(b);
            assert!(!keys.same_exact(&other) && !keys.same_folded(&other), "{a} / {b}: {}", keys.folded);
        }
    }
    check(
        "letters, vowels and sounding marks of other scripts tell apart",
        Other,
        &[
            ("राम", "रामा"),
            ("सीता", "सिता"),
            ("บาง", "ปาง"),
            ("ใหม่", "ไหม"),
            ("มา", "ม้า"),
            ("かき", "かぎ"),
            ("ハハ", "パパ"),
            ("ハナ", "はな"),
            ("コーヒ", "コヒー"),
            ("கமலா", "கமலி"),
            ("ސަނާ", "ސިނާ"),
            ("ᠠᠨᠠ", "ᠡᠨᠡ"),
            ("陈明", "陳明"),
            ("万里", "萬里"),
            ("渡辺", "渡邊"),
            ("高橋", "髙橋"),
            ("佐々木", "佐佐木"),
            ("Аня", "Anya"),
            ("Δήμος", "Demos"),
            ("שרה", "שירה"),
            ("حسن", "حسين"),
            ("Ілля", "Илля"),
        ],
    );
}

#[test]
fn accents() {
    check(
        "accents, points and letters with a stroke, hook or dot",
        Folded,
        &[
            ("Zoë Brontë", "Zoe Bronte"),
            ("Renée Lefèvre", "Renee Lefevre"),
            ("Ángel Peñarol", "Angel Penarol"),
            ("João Conceição", "Joao Conceicao"),
            ("Dvořáček", "Dvoracek"),
            ("Żółkiewska", "Zolkiewska"),
            ("Wałęcki", "Walecki"),
            ("Őszi Tünde", "Oszi Tunde"),
            ("Şükrü Çağlar", "Sukru Caglar"),
            ("Işık Yıldız", "isik yildiz"),
            ("İNCİ", "inci"),
            ("DİLARA", "Dılara"),
            ("Đặng Thị Ngọc", "Dang Thi Ngoc"),
            ("Nguyễn", "Nguyen"),
            ("Þóra Ægisdóttir", "Thora Aegisdottir"),
            ("Guðrún", "Gudrun"),
            ("Bjørnø Åsen", "Bjorno Asen"),
            ("Ħal Għaxaq", "Hal Ghaxaq"),
            ("Ŋuruŋa", "Nuruna"),
            ("Ɗanladi Ƙofa", "Danladi Kofa"),
            ("Ɛkua Kɔmla", "Ekua Komla"),
            ("Əliyev", "Eliyev"),
            ("Œuvre", "Oeuvre"),
            ("Ānanda Kṛṣṇa", "Ananda Krsna"),
            ("Ţepeş", "Țepeș"),
            ("Šarūnas", "Sarunas"),
            ("Ñuñoa", "nunoa"),
            ("Ἀριστείδης", "Αριστειδης"),
            ("Άννα Γαϊτάνη", "Αννα Γαιτανη"),
            ("Алёна", "Алена"),
            ("Сергей", "Сергеи"),
            ("Ґалаґан", "Галаган"),
            ("Їжакевич", "Іжакевич"),
            ("Ўладзімір", "Уладзімір"),
            ("Қайрат Ғалымов", "Кайрат Галымов"),
            ("Нұрсұлтан", "Нурсултан"),
            ("Өмір", "Омір"),
            ("Ѓорѓи", "Горги"),
            ("И́ван", "Иван"),
            ("أحمد", "احمد"),
            ("إِبْرَاهِيم", "ابراهيم"),
            ("آمنة", "امنة"),
            ("مُحَـمَّد", "محمد"),
            ("مـحـمـد", "محمد"),
            ("عائشة", "عايشة"),
            ("فاطمة", "فاطمه"),
            ("ليلى", "ليلي"),
            ("علی", "علي"),
            ("کریم", "كريم"),
            ("ٱلرحمن", "الرحمن"),
            ("יִצְחָק", "יצחק"),
            ("שָׂרָה", "שרה"),
            ("ܐܰܒܪܳܗܳܡ", "ܐܒܪܗܡ"),
            ("ज़ाकिर", "जाकिर"),
            ("फ़ैज़", "फैज"),
            ("ড়িয়া", "ডিযা"),
        ],
    );
    check(
        "another spelling, not another mark",
        Other,
        &[
            ("Müller", "Mueller"),
            ("Ågård", "Aagaard"),
            ("Jörgen", "Joergen"),
            ("Þór", "Por"),
            ("Иван", "Иво"),
            ("Ганна", "Ханна"),
            ("Łoś", "Woś"),
            ("عمر", "عمرو"),
            ("דוד", "דויד"),
            ("राज", "राजा"),
        ],
    );
}

#[test]
fn one_text_in_other_characters() {
    check(
        "canonical and compatible forms, case",
        Exact,
        &[
            ("Zoë", "Zoe\u{308}"),
            ("Núria", "Nu\u{301}ria"),
            ("Đặng", "Đa\u{323}\u{306}ng"),
            ("Đặng", "Đa\u{306}\u{323}ng"),
            ("Ǻsa", "A\u{30A}\u{301}sa"),
            ("Ά", "Α\u{301}"),
            ("Ἀ", "Α\u{313}"),
            ("й", "и\u{306}"),
            ("أ", "ا\u{654}"),
            ("ज़", "ज\u{93C}"),
            ("ড়", "ড\u{9BC}"),
            ("ੴ", "ੴ"),
            ("パン", "ハ\u{309A}ン"),
            ("ﾊﾟﾝ", "パン"),
            ("ｶﾞｰﾙ", "ガール"),
            ("シティー", "ｼﾃｨｰ"),
            ("𝐙𝐨𝐞", "Zoe"),
            ("Ｚｏｅ　Ｈａｌｅ", "Zoe Hale"),
            ("ＦＣ東京", "FC東京"),
            ("㍿青葉", "株式会社青葉"),
            ("ﬂora", "flora"),
            ("ﬆella", "stella"),
            ("Ĳsbrand", "IJsbrand"),
            ("ǆemo", "džemo"),
            ("ﷲ", "الله"),
            ("ﻣﺤﻤﺪ", "محمد"),
            ("ﻻﻣﻴﺎ", "لاميا"),
            ("Քև", "Քեւ"),
            ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"),
            ("Νίκος", "ΝΊΚΟΣ"),
            ("Großmann", "GROSSMANN"),
            ("Groẞmann", "großmann"),
            ("ΌΣΟΣ", "όσος"),
            ("ЁЛКА", "ёлка"),
            ("ᲐᲜᲐ", "ანა"),
            ("ՍԱՐԱ", "սարա"),
            ("Ⅻ", "xii"),
            ("１２３", "123"),
            ("x²", "X2"),
            ("Zoe\u{2003}Hale", "Zoe Hale"),
            ("Zoe\u{85}Hale ", "\tzoe hale"),
            ("神", "\u{FA19}"),
            ("ศรีคำ", "ศรีค\u{E4D}\u{E32}"),
        ],
    );
}

#[test]
fn hidden_characters() {
    for (hidden, plain) in [
        ("Zo\u{200C}e", "Zoe"),
        ("\u{200E}Zoe\u{200F}", "Zoe"),
        ("Zo\u{2063}e", "Zoe"),
        ("\u{2067}שרה\u{2069}", "שרה"),
        ("سا\u{200D}ره", "ساره"),
        ("Zoe\u{180E}", "Zoe"),
        ("Z\u{115F}oe", "Zoe"),
        ("Zoe\u{FFA0}", "Zoe"),
        ("Zoe\u{E0100}", "Zoe"),
        ("葛\u{E0101}城", "葛城"),
        ("क्\u{200D}ष", "क्ष"),
        ("Zo\u{FEFF}e Ha\u{AD}le", "Zoe Hale"),
        ("Zoe\u{7F}", "Zoe"),
        ("Zoe\u{9D}", "Zoe"),
        ("\u{202B}Zoe\u{202C}", "Zoe"),
        ("Zoe\u{2800}Hale", "ZoeHale"),
        ("Z\u{17B5}oe", "Zoe"),
        ("Zoe\u{1D173}", "Zoe"),
        ("Zoe\u{206A}", "Zoe"),
        ("Zoe\u{FFF9}", "Zoe"),
        ("Z\u{61C}oe", "Zoe"),
        ("Zoe\u{E0067}\u{E007F}", "Zoe"),
    ] {
        check("hidden", Folded, &[(hidden, plain)]);
        let (x, y) = (NameKeys::new(hidden), NameKeys::new(plain));
        assert!(x.flags.has_invisible && !y.flags.has_invisible, "{hidden:?}");
    }
    for (spoof, _plain) in [
        ("Zo\u{435}", "Zoe"),
        ("H\u{430}le", "Hale"),
        ("\u{41D}ale", "Hale"),
        ("Paypa\u{4CF}", "Paypal"),
        ("G\u{3BF}ldberg", "Goldberg"),
        ("\u{391}lice", "Alice"),
        ("Mi\u{441}hael", "Michael"),
        ("Ni\u{3BF}", "Nio"),
        ("\u{405}amuel", "Samuel"),
        ("\u{408}ane", "Jane"),
        ("S\u{456}mon", "Simon"),
    ] {
        assert!(NameKeys::new(spoof).flags.mixed_script, "{spoof}");
    }
    for honest in ["Зоя", "Zoë", "Ζωή", "Zoe Иванова", "ΔV Labs", "東京Tower", "Nº 5", "α-Team", "Zoé·Hale"]
    {
        assert!(!NameKeys::new(honest).flags.mixed_script, "{honest}");
    }
    for plain in ["Zoe Hale", "שרה לוי", "👩\u{200D}🚀 Zoe", "Zoe ❤\u{FE0F}", "김하늘", "Zoe\u{3000}Hale"]
    {
        assert!(!NameKeys::new(plain).flags.has_invisible, "{plain}");
    }
}

#[test]
fn spacing_hyphens_apostrophes_emoji() {
    check(
        "what stands between letters",
        Folded,
        &[
            ("Mary-Ann Tolliver", "Mary Ann Tolliver"),
            ("Maryann Tolliver", "Mary Ann Tolliver"),
            ("McTavish", "Mc Tavish"),
            ("MacTavish", "Mac-Tavish"),
            ("D'Amboise", "D’Amboise"),
            ("D'Amboise", "DAmboise"),
            ("L`Estrange", "L'Estrange"),
            ("O´Hara", "O'Hara"),
            ("Okeāno ʻIolani", "Okeano Iolani"),
            ("ʿAlī al-Ḥakīm", "Ali al Hakim"),
            ("Al-Nadā", "Alnada"),
            ("van der Vliet", "Vandervliet"),
            ("De la Fuente", "Delafuente"),
            ("Мар'яна", "Марʼяна"),
            ("Мар’яна", "Маряна"),
            ("Сен-Мартен", "Сен Мартен"),
            ("בן־דוד", "בן דוד"),
            ("צ׳רלי", "צ'רלי"),
            ("ラ・ポール", "ラポール"),
            ("阿布·买买提", "阿布‧买买提"),
            ("阿布·买买提", "阿布买买提"),
            ("نیک\u{200C}پور", "نیک پور"),
            ("Zoe 🌊", "Zoe"),
            ("🏳\u{FE0F}\u{200D}🌈 Zoe", "Zoe"),
            ("Zoe👋🏽", "Zoe"),
            ("Zoe © Hale®", "Zoe Hale"),
            ("1\u{FE0F}\u{20E3} Pizza", "1 Pizza"),
            ("Հով՚սեփ", "Հովսեփ"),
            ("‹Zoe› Hale", "Zoe Hale"),
            ("„Zoe“ Hale", "Zoe Hale"),
        ],
    );
    check(
        "what is part of a name",
        Other,
        &[
            ("A/B Works", "AB Works"),
            ("Zoe!", "Zoe"),
            ("Zoe & Hale", "Zoe Hale"),
            ("zoe@hale", "zoe hale"),
            ("zoe_hale", "zoe hale"),
            ("Node.kt", "Nodekt"),
            ("Zoe (Hale)", "Zoe Hale"),
            ("50% Club", "50 Club"),
        ],
    );
}
