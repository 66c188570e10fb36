//! What figures were taken on, in words that name no particular machine; and the day.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::shell;

/// “a virtual machine with two shared cores (AMD EPYC), 24 GB, Debian 12”, and the browser where one took part.
pub fn words(browser: Option<&Path>) -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut words = cores(&cpu, std::thread::available_parallelism().map_or(1, usize::from));
    let memory = fs::read_to_string("/proc/meminfo").ok().and_then(|text| gigabytes(&text));
    words.extend(memory.map(|memory| format!(", {memory} GB")));
    let system = fs::read_to_string("/etc/os-release").ok().and_then(|text| system(&text));
    words.extend(system.map(|system| format!(", {system}")));
    let browser = browser.and_then(|path| shell::capture(shell::command(path).arg("--version")));
    words.extend(browser.and_then(|printed| version(&printed)).map(|version| format!(", {version}")));
    words
}

/// Today.
pub fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    date(now.as_secs() / 86_400)
}

fn cores(cpu: &str, count: usize) -> String {
    let field = |name: &str| {
        let line = cpu.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let is_virtual = field("flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor"));
    let named = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    let count = named.get(count).map_or(format!("{count} cores"), |word| match count {
        1 => "one core".to_owned(),
        _ => format!("{word} cores"),
    });
    // Makers name their processors at length; two words tell the kind.
    let model = field("model name").unwrap_or(std::env::consts::ARCH.to_owned()).replace("(R)", "").replace("(TM)", "");
    let kind = model.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    match is_virtual {
        true => format!("a virtual machine with {} ({kind})", count.replace(' ', " shared ")),
        false => format!("a machine with {count} ({kind})"),
    }
}

/// What the system has, which is a little less than what is built in.
fn gigabytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some((kilobytes / (1024.0 * 1024.0)).ceil() as u64)
}

/// `Debian 12` of `ID=debian` and `VERSION_ID="12"`.
fn system(release: &str) -> Option<String> {
    let field =
        |name: &str| release.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim_matches('"'));
    let name = field("NAME=")?.split(' ').next()?;
    Some(field("VERSION_ID=").map_or(name.to_owned(), |version| format!("{name} {version}")))
}

/// `Chromium 148` of what it prints.
fn version(printed: &str) -> Option<String> {
    let mut words = printed.split_whitespace();
    let version = words.clone().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(format!("{} {}", words.next()?, version.split('.').next()?))
}

/// The commit, short.
pub fn commit() -> String {
    let commit = shell::capture(shell::command("git").args(["rev-parse", "--short", "HEAD"]));
    commit.unwrap_or("unknown".to_owned())
}

/// The date of a day counted from 1970-01-01 (Hinnant's algorithm for the Gregorian calendar).
fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        for (days, expected) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (19_782, "2024-02-29"), (20_454, "2026-01-01")]
        {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn a_machine_is_told_in_words() {
        let cpu = "model name\t: AMD EPYC 7B13 64-Core\nflags\t\t: fpu hypervisor lm\n";
        assert_eq!(cores(cpu, 2), "a virtual machine with two shared cores (AMD EPYC)");
        assert_eq!(cores("model name : Some(R) Chip(TM) 7 at 2 GHz\n", 12), "a machine with 12 cores (Some Chip)");
        assert_eq!(gigabytes("MemTotal:       24620100 kB\n"), Some(24));
        assert_eq!(system("NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n").as_deref(), Some("Debian 12"));
        assert_eq!(version("Chromium 148.0.7 built on x").as_deref(), Some("Chromium 148"));
        assert_eq!(version("Google Chrome").as_deref(), None);
    }
}
