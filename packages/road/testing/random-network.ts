import { flatDistanceMeters } from '@fairway/geo'
import { ArcFlag } from '../network/attributes.ts'
import { withDriveColumn } from '../network/drive-column.ts'
import type { EdgeTable, RoadNetwork, TurnTable } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { markMainComponent, numberComponents } from './main-flags.ts'

export interface RandomNetworkOptions {
  readonly columns: number
  readonly rows: number
  /** Southwest corner in degrees. Streets continue past 180° east. */
  readonly south?: number
  readonly west?: number
  /**
   * Share of directions that are open only to residents, and share of streets on which no trip begins (such as
   * ferries).
   */
  readonly restrictedShare?: number
  readonly unsnappableShare?: number
}

type Point = readonly [latitude: number, longitude: number]

interface Street {
  readonly from: number
  readonly to: number
  /** Shape in microdegrees. */
  readonly shape: readonly Point[]
  readonly openDirections: readonly [boolean, boolean]
}

const BLOCK_MICRODEGREES = 1200
/** Smallest ID of a bend. This ID is beyond 32 bits, like most OpenStreetMap IDs. IDs of junctions are small. */
const FIRST_BEND_ID = 2 ** 33
const MAX_BENDS = 100

/**
 * Draws a town of winding streets with one-ways, loops, parallel streets, dead ends, islands, roads for residents, and
 * restrictions that span multiple streets (arcs with copies). The town covers all cases of the planner in a small
 * network.
 */
export function randomNetwork(random: () => number, options: RandomNetworkOptions): RoadNetwork {
  const nodes = randomNodes(random, options)
  const streets = randomStreets(random, options, nodes)
  const edges = buildEdgeTable(streets)
  const base = randomArcs(random, streets, edges, options)
  const turns = randomTurns(random, streets, base)
  forbidTurnSequences(random, base, turns)
  return assembleNetwork(nodes, edges, base, turns)
}

function randomNodes(random: () => number, { columns, rows, south = 41, west = -8 }: RandomNetworkOptions): Point[] {
  return Array.from({ length: columns * rows }, (_, node): Point => {
    const column = node % columns
    const row = Math.floor(node / columns)
    const toMicrodegrees = (cell: number) => Math.round((cell + 0.5 * random()) * BLOCK_MICRODEGREES)
    return [south * 1e6 + toMicrodegrees(row), wrapMicrodegrees(west * 1e6 + toMicrodegrees(column))]
  })
}

function randomStreets(
  random: () => number,
  { columns, rows }: RandomNetworkOptions,
  nodes: readonly Point[],
): Street[] {
  const streets: Street[] = []
  const draw = (from: number, to: number, chance: number): void => {
    if (random() >= chance) return
    const kind = random()
    const open = [kind < 0.85, kind < 0.7 || kind >= 0.85] as const
    streets.push({ from, to, shape: randomShape(random, nodes[from], nodes[to], from === to), openDirections: open })
  }
  for (let node = 0; node < nodes.length; node++) {
    const isLastColumn = node % columns === columns - 1
    const isLastRow = node >= columns * (rows - 1)
    if (!isLastColumn) draw(node, node + 1, 0.85)
    if (!isLastRow) draw(node + columns, node, 0.85)
    if (!isLastColumn && !isLastRow) draw(node, node + columns + 1, 0.08)
    draw(node, node, 0.03)
    if (!isLastColumn) draw(node + 1, node, 0.05)
  }
  return streets
}

/** Draws up to four bends, sometimes with a repeated point, as on real maps. */
function randomShape(random: () => number, from: Point, to: Point, isLoop: boolean): Point[] {
  const bends = Math.floor(random() * 5) + (isLoop ? 2 : 0)
  const shape: Point[] = [from]
  for (let i = 1; i <= bends; i++) {
    const share = i / (bends + 1)
    const randomOffset = () => Math.round((random() - 0.5) * (isLoop ? 1 : 0.3) * BLOCK_MICRODEGREES)
    shape.push([
      Math.round(from[0] + share * (to[0] - from[0])) + randomOffset(),
      wrapMicrodegrees(Math.round(from[1] + share * wrapLongitudeDifference(to[1] - from[1])) + randomOffset()),
    ])
    if (random() < 0.05) shape.push(shape[shape.length - 1])
  }
  return [...shape, to]
}

function buildEdgeTable(streets: readonly Street[]): EdgeTable {
  const shape = streets.flatMap((street) => street.shape)
  const shapeFirst = new Uint32Array(streets.length + 1)
  const arc = new Uint32Array(2 * streets.length).fill(NO_ID)
  let arcs = 0
  streets.forEach(({ shape, openDirections }, edge) => {
    shapeFirst[edge + 1] = shapeFirst[edge] + shape.length
    if (openDirections[0]) arc[2 * edge] = arcs++
    if (openDirections[1]) arc[2 * edge + 1] = arcs++
  })
  const shapeLatitude = Int32Array.from(shape, ([latitude]) => latitude)
  const shapeLongitude = Int32Array.from(shape, ([, longitude]) => longitude)
  return {
    count: streets.length,
    from: Uint32Array.from(streets, ({ from }) => from),
    to: Uint32Array.from(streets, ({ to }) => to),
    road: new Uint32Array(streets.length),
    lengthCm: Uint32Array.from(streets, ({ shape }) => Math.max(1, Math.round(shapeLengthMeters(shape) * 100))),
    arc,
    shapeFirst,
    shapeLatitude,
    shapeLongitude,
    shapeId: Float64Array.from(streets.flatMap(toShapeIds)),
    way: Float64Array.from(streets.keys()),
  }
}

function toShapeIds({ from, to, shape }: Street, street: number): number[] {
  const bends = shape.slice(1, -1).map((_, bend) => FIRST_BEND_ID + MAX_BENDS * street + bend)
  return [from + 1, ...bends, to + 1]
}

function shapeLengthMeters(shape: readonly Point[]): number {
  let meters = 0
  for (let i = 1; i < shape.length; i++) {
    const [[latitudeA, longitudeA], [latitudeB, longitudeB]] = [shape[i - 1], shape[i]]
    meters += flatDistanceMeters(latitudeA / 1e6, longitudeA / 1e6, latitudeB / 1e6, longitudeB / 1e6)
  }
  return meters
}

/** An arc before copies are added. */
interface BaseArc {
  readonly edgeSide: number
  readonly duration: number
  readonly weight: number
  readonly flags: number
}

function randomArcs(
  random: () => number,
  streets: readonly Street[],
  { lengthCm }: EdgeTable,
  { restrictedShare = 0.08, unsnappableShare = 0.03 }: RandomNetworkOptions,
): BaseArc[] {
  return streets.flatMap(({ openDirections }, edge) => {
    const noSnap = random() < unsnappableShare ? ArcFlag.noSnap : 0
    return [0, 1].flatMap((side): BaseArc[] => {
      if (!openDirections[side]) return []
      const duration = 1 + Math.round((100 * lengthCm[edge]) / (300 + 1200 * random()))
      const flags = noSnap | (random() < restrictedShare ? ArcFlag.restricted : 0)
      return [{ edgeSide: 2 * edge + side, duration, weight: duration, flags }]
    })
  })
}

interface Turn {
  readonly from: number
  to: number
  readonly duration: number
}

/** Returns all turns except a few forbidden ones. U-turns exist only at dead ends. */
function randomTurns(random: () => number, streets: readonly Street[], arcs: readonly BaseArc[]): Turn[] {
  const leaving = new Map<number, number[]>()
  const tailOf = (side: number) => (side & 1 ? streets[side >>> 1].to : streets[side >>> 1].from)
  arcs.forEach(({ edgeSide }, arc) => {
    const list = leaving.get(tailOf(edgeSide)) ?? []
    leaving.set(tailOf(edgeSide), [...list, arc])
  })
  return arcs.flatMap(({ edgeSide }, from) => {
    const next = leaving.get(tailOf(edgeSide ^ 1)) ?? []
    const isBack = (to: number) => arcs[to].edgeSide === (edgeSide ^ 1)
    const forward = next.filter((to) => !isBack(to) && random() < 0.95)
    const targets = forward.length > 0 ? forward : next.filter(isBack)
    return targets.map((to) => ({ from, to, duration: Math.floor(random() * 750) }))
  })
}

/** Forbids a sequence of three streets. A copy of the second street encodes that the vehicle came from the first. */
function forbidTurnSequences(random: () => number, arcs: BaseArc[], turns: Turn[]): void {
  const base = arcs.length
  for (let via = 0; via < base; via++) {
    const into = turns.filter(({ to }) => to === via)
    const out = turns.filter(({ from }) => from === via)
    if (into.length === 0 || out.length < 2 || random() >= 0.1) continue
    const copy = arcs.push({ ...arcs[via], flags: arcs[via].flags | ArcFlag.copy }) - 1
    const forbidden = Math.floor(random() * out.length)
    into[Math.floor(random() * into.length)].to = copy
    out.forEach((turn, index) => {
      if (index !== forbidden) turns.push({ ...turn, from: copy })
    })
  }
}

function assembleNetwork(
  nodes: readonly Point[],
  edges: EdgeTable,
  list: readonly BaseArc[],
  unsorted: readonly Turn[],
): RoadNetwork {
  const turns = buildTurnTable(
    list.length,
    [...unsorted].sort((a, b) => a.from - b.from),
  )
  const edgeSide = Uint32Array.from(list, (arc) => arc.edgeSide)
  const flags = Uint8Array.from(list, (arc) => arc.flags)
  markMainComponent(turns, edgeSide, flags)
  const arcs = withDriveColumn(
    edges,
    {
      count: list.length,
      edgeSide,
      duration: Uint32Array.from(list, ({ duration }) => duration),
      weight: Uint32Array.from(list, ({ weight }) => weight),
      delay: new Uint16Array(list.length),
      speedLimit: new Uint8Array(list.length),
      flags,
      limit: new Uint32Array(list.length),
      part: numberComponents(edges, edgeSide),
    },
    turns,
  )
  return {
    nodes: {
      count: nodes.length,
      latitude: Int32Array.from(nodes, ([latitude]) => latitude),
      longitude: Int32Array.from(nodes, ([, longitude]) => longitude),
      exit: new Uint32Array(nodes.length),
      flags: new Uint8Array(nodes.length),
    },
    edges,
    arcs,
    turns,
    ...emptyTables(),
  }
}

function buildTurnTable(arcCount: number, turns: readonly Turn[]): TurnTable {
  const first = new Uint32Array(arcCount + 1)
  for (const { from } of turns) first[from + 1]++
  for (let arc = 0; arc < arcCount; arc++) first[arc + 1] += first[arc]
  return {
    count: turns.length,
    first,
    to: Uint32Array.from(turns, ({ to }) => to),
    duration: Uint16Array.from(turns, ({ duration }) => duration),
    flags: new Uint8Array(turns.length),
    maneuver: new Uint16Array(turns.length),
  }
}

/** Returns tables with one unnamed road without limits or time-dependent conditions. */
function emptyTables(): Pick<RoadNetwork, 'roads' | 'limits' | 'conditions' | 'overrides' | 'texts'> {
  const none = () => new Uint32Array(0)
  const singleEntry = () => new Uint32Array(1)
  return {
    roads: {
      count: 1,
      roadClass: new Uint8Array(1),
      mode: new Uint8Array(2),
      flags: new Uint32Array(1),
      surface: new Uint8Array(1),
      lanes: new Uint8Array(1),
      name: singleEntry(),
      ref: singleEntry(),
      rotaryName: singleEntry(),
      pronunciation: singleEntry(),
      destinations: new Uint32Array(2),
      turnLanes: new Uint32Array(2),
      exits: singleEntry(),
      country: singleEntry(),
    },
    limits: {
      count: 1,
      heightCm: new Uint16Array(1),
      widthCm: new Uint16Array(1),
      lengthCm: new Uint16Array(1),
      weightKg: singleEntry(),
      axleLoadKg: singleEntry(),
    },
    conditions: { count: 0, text: none(), opens: new Uint8Array(0), subjectKind: new Uint8Array(0), subject: none() },
    overrides: { count: 0, arcFirst: singleEntry(), arc: none(), node: none(), type: none(), modifier: none() },
    texts: { count: 1, first: new Uint32Array(2), bytes: new Uint8Array(0) },
  }
}

function wrapLongitudeDifference(difference: number): number {
  if (difference > 180e6) return difference - 360e6
  return difference < -180e6 ? difference + 360e6 : difference
}
function wrapMicrodegrees(longitude: number): number {
  return longitude > 180e6 ? longitude - 360e6 : longitude
}
