//! What whoever brings a file says of it where the file itself does not tell. It must not change anything that the file tells.

use super::Charset;

/// What is said of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the month or the day stands first in dates of chats that read both ways. If absent, the file tells, or what is
    /// usual where it does not.
    pub month_first: Option<bool>,
    /// The zone of times that name none; UTC if absent.
    pub zone: Option<Zone>,
    /// The character set of a text, a table or a page that does not tell it itself; found out if absent.
    pub charset: Option<Charset>,
    /// What columns of a table hold: headers, each with a name of [`super::column_fields`]. The others are guessed.
    pub columns: Vec<(String, String)>,
}

/// A time zone, as far as it is needed: how many minutes its clocks are ahead of UTC, from when on.
///
/// A local time that its clocks show twice, in autumn, is the earlier one. One that they pass over, in spring, is read as if
/// they had been put forward before.
///
/// ```
/// use namesake_core::read::Zone;
/// // Berlin in 2026: summer time from 29 March to 25 October, 01:00 UTC.
/// let berlin = Zone::new(vec![(0, 60), (1_774_746_000_000, 120), (1_792_890_000_000, 60)]);
/// assert_eq!(berlin.utc(1_767_225_600_000), 1_767_222_000_000, "in winter");
/// assert_eq!(berlin.utc(1_780_272_000_000), 1_780_264_800_000, "in summer");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// From when on, in milliseconds since 1970-01-01T00:00Z, and how many milliseconds ahead; in order.
    offsets: Vec<(i64, i64)>,
}

/// Offsets that may hold around a local time: those before and after the nearest changes.
const NEAR: usize = 2;

impl Zone {
    /// A zone from what holds from when on: milliseconds since 1970-01-01T00:00Z, and minutes ahead of UTC. The first holds
    /// before as well.
    pub fn new(mut offsets: Vec<(i64, i64)>) -> Self {
        offsets.sort_unstable();
        Self { offsets: offsets.into_iter().map(|(from, minutes)| (from, minutes * 60_000)).collect() }
    }

    /// The instant at which the clocks of this zone show a local time, which is given as if it were UTC.
    pub fn utc(&self, local: i64) -> i64 {
        let at = self.offsets.partition_point(|(from, _)| *from <= local);
        let near = at.saturating_sub(NEAR)..(at + NEAR).min(self.offsets.len());
        let begins = |at: usize| if at == 0 { i64::MIN } else { self.offsets[at].0 };
        let ends = |at: usize| self.offsets.get(at + 1).map_or(i64::MAX, |(from, _)| *from);
        let instant = |at: usize| local.saturating_sub(self.offsets[at].1);
        let holds = near.clone().filter(|at| (begins(*at)..ends(*at)).contains(&instant(*at))).map(instant).min();
        let passed = || near.filter(|at| *at > 0 && instant(*at) < begins(*at) && instant(*at - 1) >= begins(*at));
        holds.or_else(|| passed().map(instant).next()).unwrap_or(local)
    }
}

#[cfg(test)]
mod tests {
    use super::Zone;
    use jiff::{Timestamp, civil, tz::TimeZone};

    /// What jiff's tables say of a zone from 1990 to 2040.
    fn table(zone: &TimeZone) -> Zone {
        let first: Timestamp = "1990-01-01T00:00Z".parse().expect("a time");
        let last: Timestamp = "2040-01-01T00:00Z".parse().expect("a time");
        let minutes = |at: Timestamp| i64::from(zone.to_offset(at).seconds()) / 60;
        let changes = zone.following(first).map(|change| change.timestamp()).take_while(|at| *at < last);
        let times = std::iter::once(first).chain(changes);
        Zone::new(times.map(|at| (at.as_millisecond(), minutes(at))).collect())
    }

    fn local(text: &str) -> (civil::DateTime, i64) {
        let local: civil::DateTime = text.parse().expect("a local time");
        (local, TimeZone::UTC.to_timestamp(local).expect("in range").as_millisecond())
    }

    #[test]
    fn local_times_agree_with_jiff() {
        for name in ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"] {
            let Ok(zone) = TimeZone::get(name) else { continue };
            let ours = table(&zone);
            let (mut at, _) = local("1999-12-30T00:30");
            for _ in 0..40_000 {
                let ms = TimeZone::UTC.to_timestamp(at).expect("in range").as_millisecond();
                // Of two, the earlier; of what is passed over, as if clocks had been put forward.
                let wanted = zone.to_ambiguous_timestamp(at).earlier().expect("in range");
                assert_eq!(ours.utc(ms), wanted.as_millisecond(), "{name} {at}");
                at = at.saturating_add(jiff::Span::new().minutes(317));
            }
        }
    }

    #[test]
    fn what_clocks_show_twice_and_never() {
        let berlin = Zone::new(vec![(0, 60), (1_774_746_000_000, 120), (1_792_890_000_000, 60)]);
        let check = |text: &str, wanted: &str| {
            let wanted: Timestamp = wanted.parse().expect("a time");
            assert_eq!(berlin.utc(local(text).1), wanted.as_millisecond(), "{text}");
        };
        check("2026-03-29T01:59", "2026-03-29T00:59Z");
        check("2026-03-29T02:30", "2026-03-29T00:30Z");
        check("2026-03-29T03:00", "2026-03-29T01:00Z");
        check("2026-10-25T01:59", "2026-10-24T23:59Z");
        check("2026-10-25T02:30", "2026-10-25T00:30Z");
        check("2026-10-25T03:00", "2026-10-25T02:00Z");
        assert_eq!(Zone::default().utc(7), 7);
    }
}
