import { type OsmBlock, type OsmTags, readExtract } from '@fairway/dataset'
import type { HouseRecord, PlaceRecord } from '@fairway/places'

/** Contents of an extract: streets with house numbers, and points of interest. */
export interface ExtractPlaces {
  readonly streets: readonly StreetRecord[]
  readonly pois: readonly PlaceRecord[]
}

export interface StreetRecord extends PlaceRecord {
  readonly houses: readonly HouseRecord[]
  readonly shape: readonly (readonly [number, number])[]
}

/** Size of a grid cell in degrees. Streets with the same name in different cells count as different streets. */
const CELL_DEGREES = 0.05

interface Tagged {
  readonly tags: ReadonlyMap<string, string>
  readonly at: readonly [number, number]
  readonly shape: readonly (readonly [number, number])[]
}

/** Address from the raw data. The benchmark reads it without the compiler and uses it as the reference. */
export interface Address {
  readonly street: string
  /** House number as tagged. The tag `12;14` means two numbers. */
  readonly number: string
  readonly city: string | undefined
  readonly postcode: string | undefined
  readonly at: readonly [number, number]
}

/** Reads every node and way with a house number and a street. */
export async function readAddresses(file: string): Promise<Address[]> {
  const found: Address[] = []
  for await (const { tags, at, shape } of readTagged(file)) {
    const number = tags.get('addr:housenumber')
    const street = tags.get('addr:street')
    if (number === undefined || street === undefined || tags.has('addr:interpolation')) continue
    const middle = shape.length === 0 ? at : ([middleOf(shape, 0), middleOf(shape, 1)] as const)
    found.push({ street, number, city: tags.get('addr:city'), postcode: tags.get('addr:postcode'), at: middle })
  }
  return found
}

function middleOf(shape: readonly (readonly [number, number])[], axis: 0 | 1): number {
  const values = shape.map((point) => point[axis])
  return (Math.min(...values) + Math.max(...values)) / 2
}

/**
 * Reads the places of an extract. The function only roughly replaces the compiler, but it is sufficient for
 * measurements. Streets are distinguished by name and grid cell.
 */
export async function readPlaces(file: string): Promise<ExtractPlaces> {
  const streets = new Map<string, { names: Set<string>; houses: HouseRecord[]; shape: [number, number][] }>()
  const pois: PlaceRecord[] = []
  const streetAt = (name: string, [latitude, longitude]: readonly [number, number]) => {
    const key = `${name}|${Math.round(latitude / CELL_DEGREES)}|${Math.round(longitude / CELL_DEGREES)}`
    const known = streets.get(key)
    if (known) return known
    const street = { names: new Set([name]), houses: [], shape: [] }
    streets.set(key, street)
    return street
  }
  for await (const { tags, at, shape } of readTagged(file)) {
    const [latitude, longitude] = at
    const name = tags.get('name')
    const number = tags.get('addr:housenumber')
    const road = tags.get('addr:street') ?? tags.get('addr:place')
    if (number !== undefined && road !== undefined) streetAt(road, at).houses.push({ number, latitude, longitude })
    if (name === undefined) continue
    const names = [...tags]
      .filter(([key]) => /^(name:|alt_name|old_name|short_name|brand$)/.test(key))
      .map(([, one]) => one)
    if (tags.has('highway') && shape.length > 0) {
      const street = streetAt(name, at)
      for (const one of names) street.names.add(one)
      street.shape.push(...shape.map(([lat, lon]): [number, number] => [lat, lon]))
    } else if (['amenity', 'shop', 'tourism', 'leisure', 'office'].some((key) => tags.has(key))) {
      pois.push({ kind: 'poi', names: [name, ...names], latitude, longitude, importance: 0.1, category: 1 })
    }
  }
  const list = [...streets.values()].map(({ names, houses, shape }): StreetRecord => {
    const points = [...shape, ...houses.map(({ latitude, longitude }) => [latitude, longitude] as const)]
    const [latitude, longitude] = points[Math.floor(shape.length / 2)] ?? [0, 0]
    return { kind: 'street', names: [...names], latitude, longitude, importance: 0.15, houses, shape }
  })
  return { streets: list, pois }
}

/** Reads tagged nodes and ways with their points. Nodes come before ways in the measured extracts. */
async function* readTagged(file: string): AsyncGenerator<Tagged> {
  const places = new Map<number, readonly [number, number]>()
  const waiting: { tags: ReadonlyMap<string, string>; refs: Float64Array }[] = []
  for await (const block of readExtract(file, { threads: 1 })) {
    const { nodes, ways } = block
    for (let node = 0; node < nodes.id.length; node++) {
      const at = [(nodes.latitude[node] ?? 0) / 1e7, (nodes.longitude[node] ?? 0) / 1e7] as const
      places.set(nodes.id[node] ?? 0, at)
      const tags = tagsOf(block, nodes.tags, node)
      if (tags.size > 0) yield { tags, at, shape: [] }
    }
    for (let way = 0; way < ways.id.length; way++) {
      const tags = tagsOf(block, ways.tags, way)
      if (tags.size > 0) waiting.push({ tags, refs: ways.ref.slice(ways.refFirst[way], ways.refFirst[way + 1]) })
    }
  }
  for (const { tags, refs } of waiting) {
    const shape = [...refs].map((ref) => places.get(ref)).filter((at) => at !== undefined)
    const at = shape[Math.floor(shape.length / 2)]
    if (at) yield { tags, at, shape }
  }
}

function tagsOf({ strings }: OsmBlock, { first, key, value }: OsmTags, element: number): Map<string, string> {
  const tags = new Map<string, string>()
  for (let at = first[element] ?? 0; at < (first[element + 1] ?? 0); at++) {
    tags.set(strings[key[at] ?? 0] ?? '', strings[value[at] ?? 0] ?? '')
  }
  return tags
}
