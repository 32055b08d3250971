// Backoff and polling intervals. Pure: randomness is passed in.

/** Full jitter below min(300 s, 2 s × 2ⁿ), in milliseconds; never under 100 ms. */
export function backoff(tries: number, random: () => number): number {
  const ceiling = Math.min(300_000, 2000 * 2 ** Math.min(tries, 20))
  return Math.max(100, Math.round(random() * ceiling))
}

/** Interval until the next status read: grows by half from the first to the longest, ± 10 %. */
export function pollInterval(
  tries: number,
  firstMs: number,
  longestMs: number,
  random: () => number,
): number {
  const even = Math.min(longestMs, firstMs * 1.5 ** Math.min(tries, 40))
  return Math.round(even * (0.9 + random() * 0.2))
}

/** The wait that the service asked for, or our own backoff if it asked for none. */
export function waitOf(retryAfterMs: number | null, later: number): number {
  return retryAfterMs === null || retryAfterMs === 0 ? later : retryAfterMs
}
