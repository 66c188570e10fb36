//! Whether a chat export writes the day or the month first.
//!
//! A date like 3/4 does not say. The file does, nearly always: another of its dates has a number above twelve, or only one
//! reading keeps its messages in order. Where nothing tells, the more usual one for how the time is written is taken, and
//! that is said. It must not look at anything but the stamps.

use super::stamp::Stamp;

/// Which number of a date is the month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::read) struct Order {
    /// The month stands before the day.
    pub(super) month_first: bool,
    /// Nothing in the file tells, and it has dates that read both ways.
    pub(super) assumed: bool,
}

/// What the stamps of a file tell, one after the other.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// Dates that read one way only: day first, month first.
    only: [u32; 2],
    /// Steps back in time if the day, if the month stands first.
    back: [u32; 2],
    last: [Option<i64>; 2],
    unclear: bool,
    american: u32,
    others: u32,
}

impl Evidence {
    pub(super) fn add(&mut self, stamp: &Stamp) {
        for (at, month_first) in [false, true].into_iter().enumerate() {
            let ms = stamp.ms(month_first);
            if stamp.date(!month_first).is_none() {
                self.only[at] += 1;
            }
            if let (Some(before), Some(now)) = (self.last[at], ms) {
                self.back[at] += u32::from(now < before);
            }
            self.last[at] = ms.or(self.last[at]);
        }
        self.unclear |= stamp.is_unclear();
        if stamp.looks_american {
            self.american += 1;
        } else {
            self.others += 1;
        }
    }

    pub(super) fn order(&self) -> Order {
        let by_value = self.only[1].cmp(&self.only[0]);
        // Fewer steps back speak for a reading.
        let by_time = self.back[0].cmp(&self.back[1]);
        let told = by_value.then(by_time);
        let month_first = told.then(self.american.cmp(&self.others)).is_gt();
        Order { month_first, assumed: told.is_eq() && self.unclear }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stamp::stamp;
    use super::{Evidence, Order};

    fn check(dates: &[&str], month_first: bool, assumed: bool) {
        let mut evidence = Evidence::default();
        for date in dates {
            let line = format!("{date} - Ana: Hi");
            evidence.add(&stamp(&line).expect("a stamp").0);
        }
        assert_eq!(evidence.order(), Order { month_first, assumed }, "{dates:?}");
    }

    #[test]
    fn the_file_tells() {
        check(&["3/4/26, 9:31", "13/4/26, 9:31"], false, false);
        check(&["3/4/26, 9:31", "4/13/26, 9:31"], true, false);
        // March to May, one after the other.
        check(&["3/1/26, 9:31", "4/1/26, 9:31", "4/2/26, 9:31", "5/1/26, 9:31"], true, false);
        check(&["1/3/26, 9:31", "1/4/26, 9:31", "2/4/26, 9:31", "1/5/26, 9:31"], false, false);
        check(&["3/4/26, 9:31 PM"], true, true);
        check(&["3/4/26, 9:31"], false, true);
        check(&["3.4.26, 9:31"], false, true);
        check(&["4/4/26, 9:31"], false, false);
        check(&["2026-03-04 9:31"], false, false);
    }
}
