import type { Position } from '@fairway/geo'

/** A port position that is more accurate than the tables. */
export interface PositionNote {
  readonly position: Position
  readonly why: string
}

/** Parses a tab-separated table of `USHOU`, `29.68,-94.99`, and the reason. Lines that begin with # are comments. */
export function parsePositions(table: string): Map<string, PositionNote> {
  const found = new Map<string, PositionNote>()
  for (const line of table.split('\n')) {
    const [code = '', position = '', why = ''] = line.split('\t')
    if (why === '' || code.startsWith('#')) continue
    const [latitude, longitude] = position.split(',').map(Number)
    if (latitude === undefined || longitude === undefined) continue
    found.set(code, { position: [latitude, longitude], why })
  }
  return found
}
