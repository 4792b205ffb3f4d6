import type { RoadMap, RoadNetwork } from '@fairway/road'
import type { TypedArray } from '../format/typed-array.ts'

/** Maps tables to file sections: `edges.from`, `topology.rank`. A number is a section of length one. */

const tables = ['nodes', 'edges', 'arcs', 'turns', 'roads', 'limits', 'conditions', 'overrides', 'texts'] as const

export function* sectionsOf(map: RoadMap): Generator<[string, TypedArray]> {
  for (const table of tables) yield* sectionsOfTable(table, map.network[table])
  const { grid, ...cells } = map.snapIndex
  yield* sectionsOfTable('snap', cells)
  yield* sectionsOfTable('grid', grid)
  yield* sectionsOfTable('topology', map.topology)
  yield* sectionsOfTable('guidance', map.guidance)
}

export function mapOf(sections: ReadonlyMap<string, TypedArray>): RoadMap {
  const byTable = new Map<string, Record<string, TypedArray | number>>()
  for (const [name, values] of sections) {
    const [table, column] = splitAt(name, name.indexOf('.'))
    const known = byTable.get(table) ?? {}
    byTable.set(table, known)
    if (column.endsWith('#')) known[column.slice(0, -1)] = Number(values[0])
    else known[column] = values
  }
  const table = (name: string) => byTable.get(name) ?? {}
  const network = Object.fromEntries(tables.map((name) => [name, table(name)])) as unknown as RoadNetwork
  const snapIndex = { ...table('snap'), grid: table('grid') } as unknown as RoadMap['snapIndex']
  const topology = table('topology') as unknown as RoadMap['topology']
  const guidance = table('guidance') as unknown as RoadMap['guidance']
  return { network, snapIndex, topology, guidance }
}

function* sectionsOfTable(name: string, table: object): Generator<[string, TypedArray]> {
  for (const [column, value] of Object.entries(table) as [string, TypedArray | number][]) {
    if (typeof value === 'number') yield [`${name}.${column}#`, numberSection(value)]
    else yield [`${name}.${column}`, value]
  }
}

/**
 * Stores integers as such. A value read from an array of doubles would make the engine's kernels compute in doubles.
 */
function numberSection(value: number): TypedArray {
  return Number.isInteger(value) ? Int32Array.of(value) : Float64Array.of(value)
}

function splitAt(text: string, position: number): [string, string] {
  return [text.slice(0, position), text.slice(position + 1)]
}
