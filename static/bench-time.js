// Clocks for benches. Those of a page count in steps of 0.1 ms.

/** Seconds that something takes, and what it answers. */
export async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - start) / 1000 };
}

/** The value below which the given part of all lie; nothing of none. */
export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}
