/**
 * Returns a seeded generator of numbers in [0, 1), using mulberry32. The sequence for a seed must never change, because
 * optimizer solutions and generated test maps are compared across machines and versions.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
}
