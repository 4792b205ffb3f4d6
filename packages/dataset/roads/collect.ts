import { NODE_MEMBER, type OsmBlock, type OsmTags, WAY_MEMBER } from '../osm/block.ts'
import { Float64Builder, Uint32Builder } from '../osm/growing.ts'
import { isAreaRelation } from './areas/area-kind.ts'
import { gather } from './build/columns.ts'

/** All roads of an extract with their tags. The nodes are those that the ways reference, sorted by ID. */
export interface RawRoads {
  readonly ways: RawWays
  readonly nodes: RawNodes
  readonly restrictions: readonly RawRelation[]
  readonly maneuvers: readonly RawRelation[]
  /**
   * Multipolygons that people may walk on. The member ways of multipolygons are in `ways`, some of them without tags.
   */
  readonly areas: readonly RawRelation[]
}

interface RawWays {
  readonly count: number
  readonly id: Float64Array
  readonly refFirst: Uint32Array
  /** Indices into `RawNodes`, or NO_NODE for nodes that are missing from the extract. */
  readonly node: Uint32Array
  readonly tags: readonly ReadonlyMap<string, string>[]
}

export interface RawNodes {
  readonly count: number
  readonly id: Float64Array
  /** Coordinates in microdegrees. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Tags of the nodes that have tags. */
  readonly tags: ReadonlyMap<number, ReadonlyMap<string, string>>
}

export interface RawRelation {
  readonly id: number
  readonly tags: ReadonlyMap<string, string>
  readonly members: readonly RawMember[]
}
export interface RawMember {
  readonly kind: 'node' | 'way'
  readonly role: string
  readonly id: number
}

export const NO_NODE = 0xffffffff

/** Keys of roads. A way without any of these keys is not a road. */
const ROAD_KEYS = [
  'highway',
  'route',
  'junction',
  'bridge',
  'railway',
  'man_made',
  'amenity',
  'public_transport',
] as const
/** Node keys that are read: obstacles, access and vehicle size limits. */
const NODE_KEYS = new Set(
  ['highway', 'barrier', 'traffic_signals', 'crossing', 'railway', 'kerb', 'ford']
    .concat(['access', 'vehicle', 'motor_vehicle', 'motorcar', 'bicycle', 'foot', 'wheelchair'])
    .concat(['maxheight', 'maxheight:physical', 'maxwidth', 'maxwidth:physical', 'maxlength'])
    .concat(['maxweight', 'maxweightrating', 'maxweightrating:hgv', 'maxaxleload']),
)
/** Prefixes of keys that take memory but are irrelevant to routing. */
const IGNORED_PREFIXES = [
  'source',
  'addr:',
  'tiger:',
  'note',
  'wiki',
  'created_by',
  'fixme',
  'building',
  'old_name',
  'alt_name',
  'name:',
  'gnis',
  'is_in',
  'mapillary',
  'check_date',
  'survey',
]

/**
 * Collects the roads in three passes over the extract: ways and relations, outlines of areas, and referenced nodes.
 * Extracts list nodes first, and most nodes belong to buildings and trees. Keeping all nodes would take several times
 * the memory.
 */
export async function collectRoads(blocks: (stage: string) => AsyncIterable<OsmBlock>): Promise<RawRoads> {
  const wayCollector = new WayCollector()
  for await (const block of blocks('reading the ways')) wayCollector.add(block)
  const outlines = wayCollector.listMissingOutlines()
  if (outlines.size > 0)
    for await (const block of blocks('reading the outlines')) wayCollector.addOutlines(block, outlines)
  const ways = wayCollector.finish()
  const nodeCollector = new NodeCollector(ways.refs)
  for await (const block of blocks('reading the nodes')) nodeCollector.add(block)
  const nodes = nodeCollector.finish()
  const node = toSortedIndices(ways.refs, nodes.id)
  return {
    ways: { count: ways.id.length, id: ways.id, refFirst: ways.refFirst, node, tags: ways.tags },
    nodes,
    restrictions: wayCollector.restrictions,
    maneuvers: wayCollector.maneuvers,
    areas: wayCollector.areas,
  }
}

const noTags: ReadonlyMap<string, string> = new Map()

class WayCollector {
  private readonly id = new Float64Builder()
  private readonly refFirst = new Uint32Builder()
  private readonly refs = new Float64Builder()
  private readonly tags: ReadonlyMap<string, string>[] = []
  readonly restrictions: RawRelation[] = []
  readonly maneuvers: RawRelation[] = []
  readonly areas: RawRelation[] = []

  add(block: OsmBlock): void {
    this.addWays(block)
    this.addRelations(block)
  }

  private addWays({ strings, ways }: OsmBlock): void {
    const roadKeys = new Set(ROAD_KEYS.map((key) => strings.indexOf(key)).filter((index) => index >= 0))
    for (let way = 0; way < ways.id.length; way++) {
      if (!hasKey(ways.tags, way, roadKeys) || ways.refFirst[way + 1] - ways.refFirst[way] < 2) continue
      const tags = toTags(strings, ways.tags, way)
      if (mayBeRoad(tags)) this.addWay(ways, way, tags)
    }
  }

  /** Returns the IDs of ways that belong to areas but are not roads. */
  listMissingOutlines(): Set<number> {
    const ids = new Set<number>()
    for (const { members } of this.areas) for (const { kind, id } of members) if (kind === 'way') ids.add(id)
    if (ids.size > 0) for (const id of this.id.finish()) ids.delete(id)
    return ids
  }

  /** Adds outlines without their tags, because these ways are only borders. */
  addOutlines({ ways }: OsmBlock, ids: ReadonlySet<number>): void {
    for (let way = 0; way < ways.id.length; way++) if (ids.has(ways.id[way])) this.addWay(ways, way, noTags)
  }

  private addWay(ways: OsmBlock['ways'], way: number, tags: ReadonlyMap<string, string>): void {
    this.id.push(ways.id[way])
    this.tags.push(tags)
    this.refFirst.push(this.refs.length)
    this.addRefs(ways.ref.subarray(ways.refFirst[way], ways.refFirst[way + 1]))
  }

  /**
   * Adds node references. Consecutive duplicates are skipped, because they would form a road from a node to itself and
   * allow U-turns there.
   */
  private addRefs(refs: Float64Array): void {
    for (let i = 0; i < refs.length; i++) if (i === 0 || refs[i] !== refs[i - 1]) this.refs.push(refs[i])
  }

  private addRelations(block: OsmBlock): void {
    const { strings, relations } = block
    for (let i = 0; i < relations.id.length; i++) {
      const tags = toTags(strings, relations.tags, i)
      const kind = tags.get('type')
      if (kind === 'restriction' || kind?.startsWith('restriction:')) this.restrictions.push(toRelation(block, i, tags))
      else if (kind === 'maneuver' || kind === 'manoeuvre') this.maneuvers.push(toRelation(block, i, tags))
      else if (isAreaRelation(tags)) this.areas.push(toRelation(block, i, tags))
    }
  }

  finish() {
    const refFirst = new Uint32Array(this.id.length + 1)
    refFirst.set(this.refFirst.finish())
    refFirst[this.id.length] = this.refs.length
    return { id: this.id.finish(), refFirst, refs: this.refs.finish(), tags: this.tags }
  }
}

function mayBeRoad(tags: ReadonlyMap<string, string>): boolean {
  if (tags.has('highway') || tags.has('route')) return true
  if (tags.has('motorcar') || tags.has('motor_vehicle') || tags.get('bridge') === 'movable' || tags.has('junction'))
    return true
  const [railway, amenity] = [tags.get('railway'), tags.get('amenity')]
  const isPlatform = railway === 'platform' || tags.get('public_transport') === 'platform'
  const isWalkedOn = isPlatform || tags.get('man_made') === 'pier' || amenity?.startsWith('parking') === true
  return isWalkedOn || (railway !== undefined && (tags.has('bicycle') || tags.has('access')))
}

class NodeCollector {
  private readonly requestedIds: Float64Array
  private readonly isFound: Uint8Array
  private readonly latitude: Int32Array
  private readonly longitude: Int32Array
  private readonly tags = new Map<number, ReadonlyMap<string, string>>()

  constructor(refs: Float64Array) {
    this.requestedIds = sortedUnique(refs)
    this.isFound = new Uint8Array(this.requestedIds.length)
    this.latitude = new Int32Array(this.requestedIds.length)
    this.longitude = new Int32Array(this.requestedIds.length)
  }

  add({ strings, nodes }: OsmBlock): void {
    const { requestedIds } = this
    const keys = new Set<number>()
    strings.forEach((string, index) => {
      if (NODE_KEYS.has(string)) keys.add(index)
    })
    let requestedIndex = 0
    for (let i = 0; i < nodes.id.length; i++) {
      const id = nodes.id[i]
      // Blocks are nearly always sorted, so the search continues from the last match.
      if (requestedIndex >= requestedIds.length || requestedIds[requestedIndex] > id) requestedIndex = 0
      requestedIndex = lowerBound(requestedIds, id, requestedIndex)
      if (requestedIds[requestedIndex] !== id) continue
      this.isFound[requestedIndex] = 1
      this.latitude[requestedIndex] = Math.round(nodes.latitude[i] / 10)
      this.longitude[requestedIndex] = Math.round(nodes.longitude[i] / 10)
      if (hasKey(nodes.tags, i, keys)) this.tags.set(requestedIndex, toTags(strings, nodes.tags, i))
    }
  }

  /** Returns the nodes, without those that are referenced but missing from the extract. */
  finish(): RawNodes {
    const { requestedIds, isFound } = this
    const foundIndices = listMarked(isFound)
    const count = foundIndices.length
    const tags = new Map<number, ReadonlyMap<string, string>>()
    foundIndices.forEach((oldIndex, index) => {
      const nodeTags = this.tags.get(oldIndex)
      if (nodeTags) tags.set(index, nodeTags)
    })
    return {
      count,
      id: gather(new Float64Array(count), foundIndices, requestedIds),
      latitude: gather(new Int32Array(count), foundIndices, this.latitude),
      longitude: gather(new Int32Array(count), foundIndices, this.longitude),
      tags,
    }
  }
}

function listMarked(marks: Uint8Array): Uint32Array {
  const indices = new Uint32Array(marks.length)
  let length = 0
  for (let index = 0; index < marks.length; index++) if (marks[index] === 1) indices[length++] = index
  return indices.slice(0, length)
}

function sortedUnique(values: Float64Array): Float64Array {
  const sorted = values.slice().sort()
  let length = 0
  for (let i = 0; i < sorted.length; i++) {
    if (length === 0 || sorted[length - 1] !== sorted[i]) sorted[length++] = sorted[i]
  }
  return sorted.slice(0, length)
}

/**
 * Returns the first index at or after `start` whose element is not less than `value`. The galloping search finds close
 * matches quickly.
 */
function lowerBound(sorted: Float64Array, value: number, start: number): number {
  let step = 1
  let low = start
  while (low + step < sorted.length && sorted[low + step] < value) {
    low += step
    step *= 2
  }
  let high = Math.min(sorted.length, low + step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

function toSortedIndices(refs: Float64Array, sorted: Float64Array): Uint32Array {
  const numbers = new Uint32Array(refs.length)
  for (let i = 0; i < refs.length; i++) {
    const index = lowerBound(sorted, refs[i], 0)
    numbers[i] = sorted[index] === refs[i] ? index : NO_NODE
  }
  return numbers
}

function hasKey({ first, key }: OsmTags, element: number, keys: ReadonlySet<number>): boolean {
  for (let i = first[element]; i < first[element + 1]; i++) if (keys.has(key[i])) return true
  return false
}

function toTags(strings: readonly string[], { first, key, value }: OsmTags, element: number): Map<string, string> {
  const tags = new Map<string, string>()
  for (let i = first[element]; i < first[element + 1]; i++) {
    const name = strings[key[i]]
    if (
      !IGNORED_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
      name === 'source:maxspeed' ||
      name === 'building' ||
      name === 'name:pronunciation'
    )
      tags.set(name, strings[value[i]])
  }
  return tags
}

function toRelation({ strings, relations }: OsmBlock, index: number, tags: ReadonlyMap<string, string>): RawRelation {
  const members: RawMember[] = []
  for (let m = relations.memberFirst[index]; m < relations.memberFirst[index + 1]; m++) {
    const type = relations.memberType[m]
    if (type !== WAY_MEMBER && type !== NODE_MEMBER) continue
    const kind = type === WAY_MEMBER ? 'way' : 'node'
    members.push({ kind, role: strings[relations.memberRole[m]], id: relations.member[m] })
  }
  return { id: relations.id[index], tags, members }
}
