import type { PositionRow } from '../../../platform/storage/tables.ts'

/** Where a part of a track ended: the time of its last position, and which one of the asset that was. */
export interface TrackCursor {
  readonly timeMs: number
  readonly fix: number
}

/** Opaque to callers: any number of positions may be of one instant, and each is told once. */
export function writeCursor({ time, fix }: Pick<PositionRow, 'time' | 'fix'>): string {
  return `p${time.toString(36)}-${fix.toString(36)}`
}

export function parseCursor(text: string): TrackCursor | undefined {
  const [, time, fix] = /^p([0-9a-z]{1,9})-([0-9a-z]{1,9})$/.exec(text) ?? []
  if (time === undefined || fix === undefined) return undefined
  return { timeMs: Number.parseInt(time, 36), fix: Number.parseInt(fix, 36) }
}
