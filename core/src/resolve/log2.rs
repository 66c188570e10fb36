//! Binary logarithms in hundredths, by integers only, so that every machine gets the same.

/// log2 in hundredths of 1 + n/8.
const EIGHTHS: [i32; 9] = [0, 17, 32, 46, 58, 70, 81, 91, 100];

/// log2 of a number in hundredths, right to within three; 0 for 0.
pub(super) const fn log2(n: u32) -> i32 {
    let n = if n == 0 { 1 } else { n };
    let octave = n.ilog2();
    // What stands behind the leading bit, in 256 parts: an eighth, and how far to the next.
    let part = (((n as u64) << 8 >> octave) & 255) as usize;
    let (low, high) = (EIGHTHS[part / 32], EIGHTHS[part / 32 + 1]);
    100 * octave as i32 + low + (high - low) * (part % 32) as i32 / 32
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn logarithms_are_right_to_three_hundredths() {
        assert_eq!(log2(0), 0);
        for n in (1..100_000_u32).chain([u32::MAX]) {
            let right = f64::from(n).log2() * 100.0;
            assert!((f64::from(log2(n)) - right).abs() < 3.0, "{n}: {} {right}", log2(n));
        }
    }
}
