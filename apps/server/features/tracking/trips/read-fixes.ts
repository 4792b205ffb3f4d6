import { setImmediate } from 'node:timers/promises'
import type { Fix } from '@fairway/tracking'
import type { PositionRow } from '../../../platform/storage/tables/assets.ts'
import type { TrackCursor } from '../tracks/track-cursor.ts'
import type { TrackStore } from '../tracks/track-store.ts'

/**
 * Maximum number of positions in a report, which is more than a day at one position per second. Reading this many
 * positions takes half a second.
 */
export const MAX_REPORT_POSITIONS = 100_000
const PAGE_ROWS = 10_000

/**
 * Reads all positions of a period, including jumps. Returns undefined if there are too many. Other requests can run
 * between pages.
 */
export async function readFixes(
  tracks: Pick<TrackStore, 'read'>,
  asset: number,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  maxPositions = MAX_REPORT_POSITIONS,
): Promise<Fix[] | undefined> {
  const fixes: Fix[] = []
  let cursor: TrackCursor | undefined
  for (;;) {
    const rows = await tracks.read({ asset, fromMs, untilMs: untilMs - 1, after: cursor, limit: PAGE_ROWS })
    for (const row of rows) fixes.push(toFix(row))
    if (fixes.length > maxPositions) return undefined
    const last = rows.at(-1)
    if (rows.length < PAGE_ROWS || !last) return fixes
    cursor = { timeMs: last.time, fix: last.fix }
    await setImmediate()
  }
}

function toFix({ latitude, longitude, time, speed, accuracy }: PositionRow): Fix {
  return {
    latitude,
    longitude,
    timeMs: time,
    ...(speed !== null && { speedMs: speed }),
    ...(accuracy !== null && { accuracyM: accuracy }),
  }
}
