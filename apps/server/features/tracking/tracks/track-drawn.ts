import { type AssetKind, type Fix, isJump } from '@fairway/tracking'
import type { PositionRow } from '../../../platform/storage/tables/assets.ts'

const LIVE_FLAG = 0
const JUMP_FLAG = 2

/**
 * Lists the positions that a track line passes through. Late positions did not move the asset, so they were not checked
 * on arrival. A late position is included if this kind of asset can travel between it and the adjacent positions.
 * Duplicates are included once.
 */
export function listDrawnRows(rows: readonly PositionRow[], kind: AssetKind): PositionRow[] {
  const nextLiveRows = findNextLiveRows(rows)
  const drawnRows: PositionRow[] = []
  let lastLiveRow: PositionRow | undefined
  rows.forEach((row, index) => {
    if (row.flag === JUMP_FLAG) return
    if (isAlreadyDrawn(drawnRows, row)) return
    const neighbors = [lastLiveRow, drawnRows.at(-1), nextLiveRows[index]]
    if (row.flag === LIVE_FLAG) lastLiveRow = row
    else if (neighbors.some((neighbor) => neighbor && isJump(toFix(neighbor), toFix(row), kind))) return
    drawnRows.push(row)
  })
  return drawnRows
}

/** Returns, for each row, the first later row that moved the live position. */
function findNextLiveRows(rows: readonly PositionRow[]): (PositionRow | undefined)[] {
  const nextLiveRows: (PositionRow | undefined)[] = []
  let next: PositionRow | undefined
  for (let index = rows.length - 1; index >= 0; index--) {
    nextLiveRows[index] = next
    const row = rows[index]
    if (row?.flag === LIVE_FLAG) next = row
  }
  return nextLiveRows
}

/** Returns whether a position is already drawn. Rows with the same time are adjacent. */
function isAlreadyDrawn(drawnRows: readonly PositionRow[], { time, latitude, longitude }: PositionRow): boolean {
  for (let index = drawnRows.length - 1; index >= 0 && drawnRows[index]?.time === time; index--) {
    if (drawnRows[index]?.latitude === latitude && drawnRows[index]?.longitude === longitude) return true
  }
  return false
}

function toFix({ latitude, longitude, time, accuracy }: PositionRow): Fix {
  return { latitude, longitude, timeMs: time, ...(accuracy !== null && { accuracyM: accuracy }) }
}
