//! Names of the whole world, kind by kind: which pairs are near, worth a question, or neither. All names are made up.
//!
//! The rows were written before the code was run on them. `resolve_cases.rs` has the project's own cases by id.

use namesake_core::names::NameKeys;
use namesake_core::resolve::{ASK, compare, why_not};

/// Where a pair should land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// Worth a question.
    Asked,
    /// Listed when somebody looks the name up, not worth a question.
    Listed,
    /// Not worth a question; whether it is listed is of no account.
    NotAsked,
    /// Not near.
    Far,
}
use Want::{Asked, Far, Listed, NotAsked};

#[track_caller]
fn check(kind: &str, want: Want, rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (a, b) in rows {
        let (x, y) = (NameKeys::new(a), NameKeys::new(b));
        let found = compare(&x, &y);
        let back = compare(&y, &x);
        assert_eq!(
            found.as_ref().map(|m| (m.tier, m.score)),
            back.map(|m| (m.tier, m.score)),
            "{kind}: {a} / {b} is not symmetric"
        );
        assert_eq!(why_not(&x, &y).is_none(), found.is_some(), "{kind}: {a} / {b}");
        let score = found.as_ref().map_or(0, |m| m.score);
        let right = match want {
            Asked => score >= ASK,
            Listed => score > 0 && score < ASK,
            NotAsked => score < ASK,
            Far => score == 0,
        };
        if !right {
            wrong.push(format!("{a} / {b}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{kind}, not {want:?}:\n{}", wrong.join("\n"));
}

#[test]
fn parts_of_names() {
    check(
        "a lone part, a middle name more or less, a title, a particle, another order",
        Asked,
        &[
            ("Zoe", "Zoe Hale"),
            ("Hale", "Zoe Hale"),
            ("Ilse", "Ilse Marie Brandt"),
            ("Зоя", "Зоя Петрина"),
            ("Αυγή", "Αυγή Νικολή"),
            ("שרה", "שרה לוי"),
            ("فجر", "فجر الندى"),
            ("राधा", "राधा मेहता"),
            ("อรุณ", "อรุณ สุขใจ"),
            ("Nguyễn Thị Hoa", "Nguyễn Hoa"),
            ("Zoe Marie Hale", "Zoe Hale"),
            ("Зоя Ильинична Петрина", "Зоя Петрина"),
            ("Petrina Zoya", "Zoya Petrina"),
            ("Hale, Zoe Marie", "Zoe Marie Hale"),
            ("Dr. Zoe Hale", "Zoe Hale"),
            ("Zoe Hale, PhD", "Zoe Hale"),
            ("Frau Zoe Hale", "Zoe Hale"),
            ("Zoe van der Vliet", "Zoe Vliet"),
            ("Zoe de la Fuente", "Zoe Fuente"),
            ("Yusuf bin Karim", "Yusuf Karim"),
            ("Yusuf al-Karim", "Yusuf Karim"),
            ("Zoe Hale-Brandt", "Zoe Hale"),
            ("Lucía Fuente Prado", "Lucía Fuente"),
            ("Zoe O'Hara", "Zoe OHara"),
            ("Ng'ang'a Wanjiru", "Nganga Wanjiru"),
        ],
    );
    check(
        "initials",
        Asked,
        &[
            ("Z. Hale", "Zoe Hale"),
            ("Zoe H.", "Zoe Hale"),
            ("Z. M. Hale", "Zoe Marie Hale"),
            ("Zoe M. Hale", "Zoe Marie Hale"),
            ("Zoe M Hale", "Zoe Hale"),
            ("Hale Z.", "Zoe Hale"),
            ("З. И. Петрина", "Зоя Ильинична Петрина"),
            ("Петрина З.И.", "Зоя Петрина"),
            ("Α. Νικολή", "Αυγή Νικολή"),
            ("É. Lefèvre", "Élodie Lefèvre"),
            ("J.-P. Moreau", "Jean-Paul Moreau"),
            ("ש. לוי", "שרה לוי"),
        ],
    );
    check(
        "other people",
        NotAsked,
        &[
            ("Zoe Hale", "Zoe Brandt"),
            ("Zoe Hale", "Ilse Hale"),
            ("Z. Hale", "Ilse Hale"),
            ("Z. Hale", "Zoe Brandt"),
            ("Зоя Петрина", "Зоя Ильина"),
            ("שרה לוי", "שרה כהן"),
            ("فجر الندى", "فجر الصباح"),
            ("김하늘", "김하솔"),
            ("王小芳", "王小芬"),
            ("山田花子", "山田太郎"),
            ("Zoe Hale Jr.", "Zoe Hale Sr."),
            ("Zoe Hale", "Zoe Hale Jr."),
            ("Nguyễn Văn An", "Nguyễn Văn Bình"),
            ("van der Vliet", "van der Berg"),
            ("de la Fuente", "de la Prado"),
            ("Aurelia Group", "Borealis Group"),
        ],
    );
}

#[test]
fn short_forms() {
    check(
        "a short form and its full name, two short forms, a made one",
        Asked,
        &[
            ("Bob Hale", "Robert Hale"),
            ("Peggy Brandt", "Margaret Brandt"),
            ("Bill Moreau", "William Moreau"),
            ("Bill Moreau", "Will Moreau"),
            ("Dick Tolliver", "Richard Tolliver"),
            ("Beth Tolliver", "Elizabeth Tolliver"),
            ("Liz Tolliver", "Elizabeth Tolliver"),
            ("Kate Fuente", "Katherine Fuente"),
            ("Ted Brandt", "Edward Brandt"),
            ("Jack Hale", "John Hale"),
            ("Molly Hale", "Mary Hale"),
            ("Sasha", "Alexander Petrin"),
            ("Misha Petrin", "Mikhail Petrin"),
            ("Саша Петрин", "Александр Петрин"),
            ("Катя Ильина", "Екатерина Ильина"),
            ("Pepe Fuente", "José Fuente"),
            ("Paco Fuente", "Francisco Fuente"),
            ("Zé Gouveia", "José Gouveia"),
            ("Gigi Rossi", "Luigi Rossi"),
            ("Małgosia Walecka", "Małgorzata Walecka"),
            ("Honza Dvořáček", "Jan Dvořáček"),
            ("Hans Brandt", "Johannes Brandt"),
            ("Kees Vliet", "Cornelis Vliet"),
            ("Lasse Åkersen", "Lars Åkersen"),
            ("Γιάννης Νικολής", "Ιωάννης Νικολής"),
            ("יוסי לוי", "יוסף לוי"),
            ("Nell Castor", "Eleanor Castor"),
            ("Bobby Hale", "Robert Hale"),
            ("Herbie Hale", "Herbert Hale"),
            ("Peggy", "Margaret Brandt"),
        ],
    );
    check(
        "two given names",
        NotAsked,
        &[
            ("Robert Hale", "Roberta Hale"),
            ("Albert Hale", "Alan Hale"),
            ("Bob Hale", "Bill Hale"),
            ("Peggy Hale", "Betty Hale"),
            ("Dick Hale", "Rick Brandt"),
            ("Ted Hale", "Ned Brandt"),
            ("Paul Hale", "Paula Hale"),
            ("Simon Hale", "Simone Brandt"),
            ("Sana Hale", "Lana Hale"),
            ("Саша Петрин", "Сергей Петрин"),
            ("Paco Fuente", "Pepe Fuente"),
            ("Hans Brandt", "Fritz Brandt"),
            ("Kate Hale", "Pete Hale"),
        ],
    );
}

#[test]
fn accents_and_scripts() {
    check(
        "the same but for marks, spacing, letters drawn alike, legal forms",
        Asked,
        &[
            ("Zoë Brontë", "Zoe Bronte"),
            ("Lê Hoà", "Le Hoa"),
            ("Işıl Çağlar", "Isil Caglar"),
            ("Łucja Wałęcka", "Lucja Walecka"),
            ("Þóra Ægisdóttir", "Thora Aegisdottir"),
            ("Алёна Петрина", "Алена Петрина"),
            ("Ґалина Їжак", "Галина Іжак"),
            ("فاطمة", "فاطمه"),
            ("کریم علی", "كريم علي"),
            ("שָׂרָה לוי", "שרה לוי"),
            ("ज़ाकिर", "जाकिर"),
            ("새봄출판사", "새봄 출판사"),
            ("青葉 電機", "青葉電機"),
            ("ラ・ポール", "ラポール"),
            ("Zo\u{200B}e Hale", "Zoe Hale"),
            ("Z\u{43E}e Hale", "Zoe Hale"),
            ("Zoe 🌊 Hale", "Zoe Hale"),
            ("Aurelia GmbH", "Aurelia"),
            ("株式会社青葉", "青葉"),
            ("ООО Заря", "Заря"),
        ],
    );
    check(
        "a slip in a long enough name",
        Asked,
        &[
            ("Zoe Halewood", "Zoe Halwood"),
            ("Зоя Петрина", "Зоя Птерина"),
            ("Αυγή Νικολάου", "Αυγή Νικαλάου"),
            ("Нурсултан", "Нурсулатн"),
            ("새봄미래출판사", "새봄미레출판사"),
            ("青葉台中央研究所", "青葉台中央研究書"),
            ("فردوسی", "فردوصی"),
            ("שלומית ברנדט", "שלומית ברנדת"),
            ("Aurelia Systems", "Aurelia Sistems"),
            ("Wanjiru Kamau", "Wanjiru Kamua"),
        ],
    );
    check(
        "other identity",
        NotAsked,
        &[
            ("Bâtiment A Nord", "Bâtiment B Nord"),
            ("北海第一研究所", "北海第二研究所"),
            ("青葉台三号館別棟", "青葉台二号館別棟"),
            ("万达广场A座", "万达广场B座"),
            ("한빛미래타워 A동", "한빛미래타워 B동"),
            ("Kiln 4", "Kiln 5"),
            ("Pedro Gouveia Filho", "Pedro Gouveia Neto"),
            ("Orchid 2.0.1", "Orchid 2.1.0"),
            ("Корпус А Северный", "Корпус Б Северный"),
            ("الطابق ٣", "الطابق ٤"),
        ],
    );
    check(
        "other names, and other scripts of one name",
        Far,
        &[
            ("张伟", "張偉"),
            ("さくら", "サクラ"),
            ("Зоя", "Zoya"),
            ("青葉電機", "黎明電機"),
            ("Aurelia", "Borealis"),
            ("🌊", "🌋"),
            ("C++", "C#"),
        ],
    );
    check("one generation alone", Listed, &[("Zoe Hale", "Zoe Hale III"), ("Pedro Gouveia", "Pedro Gouveia Neto")]);
}
