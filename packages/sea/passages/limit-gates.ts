import { bridgeTable } from './bridges.ts'
import { type Gate, toGate } from './gates.ts'
import { parseGate, type SizeLimits } from './passage.ts'
import { shallowTable } from './shallows.ts'

/** A line across the water that only ships up to a certain size can cross, at a shallow channel or a bridge. */
export interface LimitGate {
  readonly id: string
  readonly name: string
  readonly limits: SizeLimits
  /** Authority that publishes the limit. */
  readonly source: string
  readonly gate: Gate
}

export const limitGates: readonly LimitGate[] = [
  ...parseTable(shallowTable, 'depth:', (draftM) => ({ draftM })),
  ...parseTable(bridgeTable, 'bridge:', (airDraftM) => ({ airDraftM })),
]

/**
 * Parses a table. IDs have a prefix, because these gates are not passages, and `via` and `avoid` do not accept them.
 */
function parseTable(table: string, prefix: string, toLimits: (limitM: number) => SizeLimits): LimitGate[] {
  return table
    .trim()
    .split('\n')
    .map((row): LimitGate => {
      const [key, name, line, limit, source] = row.split('|')
      const id = prefix + key
      return { id, name, limits: toLimits(Number(limit)), source, gate: toGate(id, parseGate(line)) }
    })
}
