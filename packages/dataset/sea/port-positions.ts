import type { Position } from '@fairway/geo'

/** A port position that is more accurate than the positions in the tables. */
export interface PositionNote {
  readonly position: Position
  readonly reason: string
}

/**
 * Parses a tab-separated table of code, position and reason, such as `USHOU` and `29.68,-94.99`. Lines that start with
 * # are comments.
 */
export function parsePositions(table: string): Map<string, PositionNote> {
  const notes = new Map<string, PositionNote>()
  for (const line of table.split('\n')) {
    const [code = '', position = '', reason = ''] = line.split('\t')
    if (reason === '' || code.startsWith('#')) continue
    const [latitude, longitude] = position.split(',').map(Number)
    if (latitude === undefined || longitude === undefined) continue
    notes.set(code, { position: [latitude, longitude], reason })
  }
  return notes
}
