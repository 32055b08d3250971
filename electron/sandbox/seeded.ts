// Repeatable randomness: the same seed and parts always give the same fraction, so that a practice run or a failing
// test can be reproduced. Not for secrets.

/** A fraction in [0, 1) that depends only on the seed and the parts (FNV-1a, then mixed). */
export function fraction(seed: number, ...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed
  const text = parts.join('\u0000')
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
}
