/**
 * Moves overlapping blocks apart. Each block starts at its time or after the previous block, and all blocks stay within
 * the track. Starts and widths are fractions of the track width.
 */
export function spreadBlocks(starts: readonly number[], minWidth: number): readonly number[] {
  const spread: number[] = []
  for (const start of starts) spread.push(Math.max(start, (spread.at(-1) ?? Number.NEGATIVE_INFINITY) + minWidth))
  let maxStart = 1 - minWidth
  for (let index = spread.length - 1; index >= 0; index--) {
    spread[index] = Math.max(0, Math.min(spread[index] ?? 0, maxStart))
    maxStart = (spread[index] ?? 0) - minWidth
  }
  return spread
}
