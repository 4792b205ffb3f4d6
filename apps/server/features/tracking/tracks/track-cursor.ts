import type { PositionRow } from '../../../platform/storage/tables/assets.ts'

/** End of a track page: the time and number of its last position. */
export interface TrackCursor {
  readonly timeMs: number
  readonly fix: number
}

/**
 * Formats a cursor, which is opaque to callers. Multiple positions may have the same time, and each position is
 * returned once.
 */
export function formatCursor({ time, fix }: Pick<PositionRow, 'time' | 'fix'>): string {
  return `p${time.toString(36)}-${fix.toString(36)}`
}

export function parseCursor(text: string): TrackCursor | undefined {
  const [, time, fix] = /^p([0-9a-z]{1,9})-([0-9a-z]{1,9})$/.exec(text) ?? []
  if (time === undefined || fix === undefined) return undefined
  return { timeMs: Number.parseInt(time, 36), fix: Number.parseInt(fix, 36) }
}
