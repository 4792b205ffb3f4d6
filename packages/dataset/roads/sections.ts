import {
  completeTopology,
  type NetworkName,
  networkNames,
  type RoadMap,
  type RoadNetwork,
  type StoredTopology,
} from '@fairway/road'
import type { TypedArray } from '../format/typed-array.ts'

/**
 * Mapping between tables and file sections such as `edges.from` and `topology.rank`. A number is stored as a section of
 * length one.
 */

const networkTables = [
  'nodes',
  'edges',
  'arcs',
  'turns',
  'roads',
  'limits',
  'conditions',
  'overrides',
  'texts',
] as const

/** Tables that only some datasets have. */
const optionalTables = ['terrain', 'tolls'] as const

/**
 * Returns the section prefix of a network. Sections of the car network have no prefix, and sections of other networks
 * start with the network name.
 */
function prefixOf(network: NetworkName): string {
  return network === 'car' ? '' : `${network}/`
}

/**
 * Returns the only network that reads a section. Returns undefined for sections of the car network and of the whole
 * map.
 */
export function findNetworkOfSection(section: string): NetworkName | undefined {
  return networkNames.find((network) => network !== 'car' && section.startsWith(prefixOf(network)))
}

export function* toRoadSections(map: RoadMap, network: NetworkName = 'car'): Generator<[string, TypedArray]> {
  for (const [name, values] of listMapSections(map)) yield [`${prefixOf(network)}${name}`, values]
}

function* listMapSections(map: RoadMap): Generator<[string, TypedArray]> {
  for (const table of networkTables) yield* toTableSections(table, map.network[table])
  if (map.network.terrain) yield* toTableSections('terrain', map.network.terrain)
  if (map.network.tolls) yield* toTableSections('tolls', map.network.tolls)
  const { grid, ...cells } = map.snapIndex
  yield* toTableSections('snap', cells)
  yield* toTableSections('grid', grid)
  yield* toTableSections('topology', pickStored(map.topology))
  yield* toTableSections('guidance', map.guidance)
}

/** Omits the columns that can be computed from the others. */
function pickStored(topology: StoredTopology): StoredTopology {
  const { vertexCount, arcCount, rank, roadArc, parent, depth, height } = topology
  const { upFirst, downFirst, upper, slotOfTurn, selfTurn } = topology
  const tree = { vertexCount, arcCount, rank, roadArc, parent, depth, height }
  return { ...tree, upFirst, downFirst, upper, slotOfTurn, selfTurn }
}

export function fromRoadSections(sections: ReadonlyMap<string, TypedArray>, network: NetworkName = 'car'): RoadMap {
  const prefix = prefixOf(network)
  const columnsByTable = new Map<string, Record<string, TypedArray | number>>()
  for (const [section, values] of sections) {
    if (!section.startsWith(prefix)) continue
    const name = section.slice(prefix.length)
    const [table, column] = splitAt(name, name.indexOf('.'))
    const columns = columnsByTable.get(table) ?? {}
    columnsByTable.set(table, columns)
    if (column.endsWith('#')) columns[column.slice(0, -1)] = Number(values[0])
    else columns[column] = values
  }
  const table = (name: string) => columnsByTable.get(name) ?? {}
  const tables = [...networkTables, ...optionalTables.filter((name) => columnsByTable.has(name))]
  const roadNetwork = Object.fromEntries(tables.map((name) => [name, table(name)])) as unknown as RoadNetwork
  const snapIndex = { ...table('snap'), grid: table('grid') } as unknown as RoadMap['snapIndex']
  // Datasets of format 6 also contain the computed columns.
  const storedTopology = pickStored(table('topology') as unknown as StoredTopology)
  const topology = completeTopology(storedTopology, roadNetwork.turns.to)
  const guidance = table('guidance') as unknown as RoadMap['guidance']
  return { network: roadNetwork, snapIndex, topology, guidance }
}

function* toTableSections(name: string, table: object): Generator<[string, TypedArray]> {
  for (const [column, value] of Object.entries(table) as [string, TypedArray | number][]) {
    if (typeof value === 'number') yield [`${name}.${column}#`, toNumberSection(value)]
    else yield [`${name}.${column}`, value]
  }
}

/** Stores integers as Int32. Values read from a Float64Array would make the JavaScript engine compute in doubles. */
function toNumberSection(value: number): TypedArray {
  return Number.isInteger(value) ? Int32Array.of(value) : Float64Array.of(value)
}

function splitAt(string: string, position: number): [string, string] {
  return [string.slice(0, position), string.slice(position + 1)]
}
