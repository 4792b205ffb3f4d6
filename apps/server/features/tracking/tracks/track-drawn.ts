import { type Fix, isJump, type Kind } from '@fairway/tracking'
import type { PositionRow } from '../../../platform/storage/tables.ts'

const LIVE = 0
const JUMP = 2

/**
 * The positions that a track line passes through. Late positions were not checked on arrival because they did not move
 * the asset. They are included if this kind of asset can travel to them from their neighbors in time and back.
 * Duplicates are included once.
 */
export function drawnOf(rows: readonly PositionRow[], kind: Kind): PositionRow[] {
  const nextLive = liveAfter(rows)
  const drawn: PositionRow[] = []
  let live: PositionRow | undefined
  rows.forEach((row, at) => {
    if (row.flag === JUMP) return
    if (isDrawn(drawn, row)) return
    const neighbours = [live, drawn.at(-1), nextLive[at]]
    if (row.flag === LIVE) live = row
    else if (neighbours.some((other) => other && isJump(toFix(other), toFix(row), kind))) return
    drawn.push(row)
  })
  return drawn
}

/** For each row, the first later row that moved the live position. */
function liveAfter(rows: readonly PositionRow[]): (PositionRow | undefined)[] {
  const after: (PositionRow | undefined)[] = []
  let next: PositionRow | undefined
  for (let at = rows.length - 1; at >= 0; at--) {
    after[at] = next
    const row = rows[at]
    if (row?.flag === LIVE) next = row
  }
  return after
}

/** Rows of the same time are adjacent. */
function isDrawn(drawn: readonly PositionRow[], { time, latitude, longitude }: PositionRow): boolean {
  for (let at = drawn.length - 1; at >= 0 && drawn[at]?.time === time; at--) {
    if (drawn[at]?.latitude === latitude && drawn[at]?.longitude === longitude) return true
  }
  return false
}

function toFix({ latitude, longitude, time, accuracy }: PositionRow): Fix {
  return { latitude, longitude, timeMs: time, ...(accuracy !== null && { accuracyM: accuracy }) }
}
