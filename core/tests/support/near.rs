//! Cards of people whose names are near, for tests of groups.

use super::Session;
use namesake_core::store::InMemory;

/// One name in ten spellings.
pub const VARIANTS: [&str; 10] = [
    "Zbigniew Kowalczyk",
    "Zbigniew Kowalczik",
    "Zbigniew Kowalcyk",
    "Zbigniev Kowalczyk",
    "Zbignew Kowalczyk",
    "Zbigniew Kowalszyk",
    "Zbigniew Kovalczyk",
    "Zbigniew Kowalczyck",
    "Zbigneiw Kowalczyk",
    "Zbigniew Kowlaczyk",
];

/// What the cards of one person have in common.
pub const BORN: &str = "BDAY:1971-08-23\r\nBIRTHPLACE:Wrocław\r\n";

pub fn card(uid: usize, name: &str, more: &str) -> Vec<u8> {
    format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:{name}\r\n{more}END:VCARD\r\n").into_bytes()
}

/// A memory of these cards, imported one by one in an order and organized.
pub fn memory(cards: &[Vec<u8>], order: &[usize]) -> Session {
    let mut session = Session::open(&InMemory::new());
    for at in order {
        session.import_bytes("cards.vcf", cards[*at].clone());
    }
    session.organize();
    session
}
