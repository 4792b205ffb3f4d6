import { fileURLToPath } from 'node:url'
import type { OsmBlock, OsmTags } from '@fairway/dataset/osm/block.ts'
import { decodeBlob, readBlobs } from '@fairway/dataset/osm/pbf.ts'
import type { TurnGraph } from '@fairway/road/graph/turn-graph.ts'

export interface Roads {
  readonly graph: TurnGraph
  /** Hundredths of a second for every turn: the arc left behind and the turn itself. */
  readonly turnWeight: Int32Array
}

const speeds: Readonly<Record<string, number>> = {
  motorway: 90,
  motorway_link: 45,
  trunk: 85,
  trunk_link: 40,
  primary: 65,
  primary_link: 30,
  secondary: 55,
  secondary_link: 25,
  tertiary: 40,
  tertiary_link: 20,
  unclassified: 25,
  residential: 25,
  living_street: 10,
  service: 15,
  road: 25,
}

export const portoFile = fileURLToPath(new URL('../../shared/data/roads/porto-r5.osm.pbf', import.meta.url))

/** A stand-in for the dataset's own builder: car roads, one-ways, turn costs, u-turns only at dead ends. */
export async function readSimpleRoads(file: string): Promise<Roads> {
  const blocks: OsmBlock[] = []
  for await (const blob of readBlobs(file)) {
    const block = decodeBlob(file, blob)
    if (block) blocks.push(block)
  }
  return buildTurns(cutIntoStreets(readWays(blocks), readCoordinates(blocks)))
}

interface Way {
  readonly nodes: readonly number[]
  readonly speed: number
  readonly forwards: boolean
  readonly backwards: boolean
}

function readWays(blocks: readonly OsmBlock[]): Way[] {
  const ways: Way[] = []
  for (const { ways: table, strings } of blocks) {
    for (let index = 0; index < table.id.length; index++) {
      const tags = tagsOf(table.tags, strings, index)
      const speed = speeds[tags.get('highway') ?? '']
      if (speed === undefined || tags.get('area') === 'yes') continue
      const access =
        tags.get('motorcar') ?? tags.get('motor_vehicle') ?? tags.get('vehicle') ?? tags.get('access') ?? 'yes'
      if (access === 'no' || access === 'private') continue
      const oneway = tags.get('oneway') ?? (impliesOneway(tags) ? 'yes' : 'no')
      const limit = Number.parseInt(tags.get('maxspeed') ?? '', 10)
      ways.push({
        nodes: [...table.ref.subarray(table.refFirst[index], table.refFirst[index + 1])],
        speed: limit > 0 ? Math.max(5, limit * 0.8) : speed,
        forwards: oneway !== '-1',
        backwards: oneway === 'no' || oneway === '-1',
      })
    }
  }
  return ways
}

function impliesOneway(tags: ReadonlyMap<string, string>): boolean {
  return tags.get('junction') === 'roundabout' || tags.get('highway')?.startsWith('motorway') === true
}

function tagsOf({ first, key, value }: OsmTags, strings: readonly string[], index: number): Map<string, string> {
  const tags = new Map<string, string>()
  for (let i = first[index] ?? 0; i < (first[index + 1] ?? 0); i++) {
    tags.set(strings[key[i] ?? 0] ?? '', strings[value[i] ?? 0] ?? '')
  }
  return tags
}

function readCoordinates(blocks: readonly OsmBlock[]): Map<number, readonly [x: number, y: number]> {
  const coordinates = new Map<number, readonly [number, number]>()
  for (const { nodes } of blocks) {
    for (let index = 0; index < nodes.id.length; index++) {
      const latitude = (nodes.latitude[index] ?? 0) * 1e-7
      const longitude = (nodes.longitude[index] ?? 0) * 1e-7
      const metersPerDegree = 111_195
      coordinates.set(nodes.id[index] ?? 0, [longitude * metersPerDegree * Math.cos(0.72), latitude * metersPerDegree])
    }
  }
  return coordinates
}

interface Arc {
  readonly tail: number
  readonly head: number
  readonly weight: number
  /** Compass of its first and of its last piece, in radians. */
  readonly leaves: number
  readonly arrives: number
  readonly street: number
}

interface Streets {
  readonly x: number[]
  readonly y: number[]
  readonly arcs: Arc[]
  /** How many streets meet at each junction. */
  readonly degree: number[]
}

/** Cuts ways where they meet or end; pieces between are the arcs, in one or both directions. */
function cutIntoStreets(ways: readonly Way[], coordinates: ReadonlyMap<number, readonly [number, number]>): Streets {
  const uses = new Map<number, number>()
  const known = ways.map((way) => ({ ...way, nodes: way.nodes.filter((node) => coordinates.has(node)) }))
  for (const { nodes } of known) {
    for (const [index, node] of nodes.entries()) {
      uses.set(node, (uses.get(node) ?? 0) + (index === 0 || index === nodes.length - 1 ? 1 : 2))
    }
  }
  const streets: Streets = { x: [], y: [], arcs: [], degree: [] }
  const junctions = new Map<number, number>()
  const at = (node: number): readonly [number, number] => coordinates.get(node) ?? [0, 0]
  const junction = (node: number): number => {
    let id = junctions.get(node)
    if (id === undefined) {
      id = junctions.size
      junctions.set(node, id)
      streets.x.push(at(node)[0])
      streets.y.push(at(node)[1])
      streets.degree.push(0)
    }
    return id
  }
  for (const { nodes, speed, forwards, backwards } of known) {
    for (let begin = 0, index = 1; index < nodes.length; index++) {
      const isEnd = index === nodes.length - 1
      if (!isEnd && uses.get(nodes[index] ?? 0) === 2) continue
      const piece = nodes.slice(begin, index + 1).map(at)
      addStreet(streets, junction(nodes[begin] ?? 0), junction(nodes[index] ?? 0), piece, speed, forwards, backwards)
      begin = index
    }
  }
  return streets
}

function addStreet(
  { arcs, degree }: Streets,
  from: number,
  to: number,
  piece: readonly (readonly [number, number])[],
  speed: number,
  forwards: boolean,
  backwards: boolean,
): void {
  let meters = 0
  const headings: number[] = []
  piece.forEach(([x, y], index) => {
    const before = piece[index - 1]
    if (!before) return
    meters += Math.hypot(x - before[0], y - before[1])
    headings.push(Math.atan2(x - before[0], y - before[1]))
  })
  const weight = Math.max(1, Math.round((meters / (speed / 3.6)) * 100))
  const first = headings[0] ?? 0
  const last = headings.at(-1) ?? 0
  const street = arcs.length
  if (forwards) arcs.push({ tail: from, head: to, weight, leaves: first, arrives: last, street })
  if (backwards) {
    arcs.push({ tail: to, head: from, weight, leaves: last + Math.PI, arrives: first + Math.PI, street })
  }
  degree[from] = (degree[from] ?? 0) + 1
  degree[to] = (degree[to] ?? 0) + 1
}

function buildTurns({ x, y, arcs, degree }: Streets): Roads {
  const outgoing = x.map(() => [] as number[])
  arcs.forEach(({ tail }, arc) => void outgoing[tail]?.push(arc))
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  arcs.forEach((arc, index) => {
    const streets = degree[arc.head] ?? 0
    for (const next of outgoing[arc.head] ?? []) {
      const other = arcs[next]
      if (!other) continue
      const isUturn = other.street === arc.street && next !== index
      if (isUturn && streets > 1) continue
      from.push(index)
      to.push(next)
      weight.push(arc.weight + (isUturn ? 2000 : streets > 2 ? turnCost(other.leaves - arc.arrives) : 0))
    }
  })
  const graph: TurnGraph = {
    nodeCount: x.length,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    arcCount: arcs.length,
    arcTail: Uint32Array.from(arcs, ({ tail }) => tail),
    arcHead: Uint32Array.from(arcs, ({ head }) => head),
    turnCount: from.length,
    turnFrom: Uint32Array.from(from),
    turnTo: Uint32Array.from(to),
  }
  return { graph, turnWeight: Int32Array.from(weight) }
}

/** Up to 7.5 s, more to the left than to the right, as OSRM's car profile has it. */
function turnCost(radians: number): number {
  const turn = ((((radians * 180) / Math.PI) % 360) + 540) % 360
  const angle = turn - 180
  const bias = 1.075
  const steep = angle >= 0 ? 13 / bias : 13 * bias
  const late = angle >= 0 ? 6.5 * bias : 6.5 / bias
  return Math.round(750 / (1 + Math.exp(-((steep * Math.abs(angle)) / 180 - late))))
}
