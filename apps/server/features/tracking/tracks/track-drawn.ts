import { type AssetKind, type Fix, isJump } from '@fairway/tracking'
import type { PositionRow } from '../../../platform/storage/tables.ts'

const LIVE_FLAG = 0
const JUMP_FLAG = 2

/**
 * The positions that a track line passes through. Late positions were not checked on arrival because they did not move
 * the asset. They are included if this kind of asset can travel to them from their neighbors in time and back.
 * Duplicates are included once.
 */
export function listDrawnRows(rows: readonly PositionRow[], kind: AssetKind): PositionRow[] {
  const nextLive = findNextLiveRows(rows)
  const drawn: PositionRow[] = []
  let live: PositionRow | undefined
  rows.forEach((row, at) => {
    if (row.flag === JUMP_FLAG) return
    if (isAlreadyDrawn(drawn, row)) return
    const neighbors = [live, drawn.at(-1), nextLive[at]]
    if (row.flag === LIVE_FLAG) live = row
    else if (neighbors.some((neighbor) => neighbor && isJump(toFix(neighbor), toFix(row), kind))) return
    drawn.push(row)
  })
  return drawn
}

/** For each row, the first later row that moved the live position. */
function findNextLiveRows(rows: readonly PositionRow[]): (PositionRow | undefined)[] {
  const after: (PositionRow | undefined)[] = []
  let next: PositionRow | undefined
  for (let at = rows.length - 1; at >= 0; at--) {
    after[at] = next
    const row = rows[at]
    if (row?.flag === LIVE_FLAG) next = row
  }
  return after
}

/** Rows with the same time are adjacent. */
function isAlreadyDrawn(drawn: readonly PositionRow[], { time, latitude, longitude }: PositionRow): boolean {
  for (let at = drawn.length - 1; at >= 0 && drawn[at]?.time === time; at--) {
    if (drawn[at]?.latitude === latitude && drawn[at]?.longitude === longitude) return true
  }
  return false
}

function toFix({ latitude, longitude, time, accuracy }: PositionRow): Fix {
  return { latitude, longitude, timeMs: time, ...(accuracy !== null && { accuracyM: accuracy }) }
}
