import { INFINITE_WEIGHT } from '../sentinels.ts'

/**
 * Draws a random turn weight. Most weights are small, many are equal, and some are zero. `infinite` is the share of
 * closed turns.
 */
export function randomWeight(random: () => number, infinite: number): number {
  if (random() < infinite) return INFINITE_WEIGHT
  return random() < 0.3 ? Math.floor(random() * 4) * 100 : Math.floor(random() ** 3 * 100_000)
}

export function randomWeights(random: () => number, count: number): Int32Array {
  const infinite = random() * 0.1
  return Int32Array.from({ length: count }, () => randomWeight(random, infinite))
}
