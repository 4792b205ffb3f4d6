/**
 * Moves blocks apart that would cover each other. Each starts at its time or after the block before it, and all stay
 * within the track. Starts and widths are shares of the track.
 */
export function spreadBlocks(starts: readonly number[], minWidth: number): readonly number[] {
  const spread: number[] = []
  for (const start of starts) spread.push(Math.max(start, (spread.at(-1) ?? Number.NEGATIVE_INFINITY) + minWidth))
  let limit = 1 - minWidth
  for (let index = spread.length - 1; index >= 0; index--) {
    spread[index] = Math.max(0, Math.min(spread[index] ?? 0, limit))
    limit = (spread[index] ?? 0) - minWidth
  }
  return spread
}
