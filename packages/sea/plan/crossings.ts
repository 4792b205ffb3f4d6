import { distanceNm, GreatCircle, lengthNm, type Position } from '@fairway/geo'
import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { findPassage, passageIds } from '../passages/all-passages.ts'
import { getChannelLengthNm, readChannelNames } from '../passages/channels.ts'
import { crossesGate, type Gate, passageGates } from '../passages/gates.ts'
import type { PathSection, SeaPathFinder } from '../route/find-path.ts'
import { isChannel, type Sea } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { clearanceNm } from '../water/clearance.ts'
import { type SnappedPoint, snapToWater } from '../water/snap.ts'

/** Path through a passage from one side to the other, for voyages that must use it. */
export interface PassageCrossing {
  /** ID of the passage. */
  readonly passage: string
  readonly endpoints: readonly [SnappedPoint, SnappedPoint]
  /** Path from the first endpoint to the second. */
  readonly section: PathSection
  readonly nm: number
}

/** Number of samples along a gate, and number of the best samples to try. */
const GATE_SAMPLE_COUNT = 200
const MAX_TRIED_SAMPLES = 30
/** Distances of the endpoints from the gate on either side, in nautical miles. Narrow waters need smaller distances. */
const SIDE_DISTANCES_NM = [1, 0.5, 0.25, 0.12]
/** Maximum distance between the intended endpoint and water, in nautical miles. */
const MAX_SNAP_NM = 0.1
/** Clearance above which more clearance gives no further preference, in nautical miles. */
const MAX_USEFUL_CLEARANCE_NM = 7

const crossingsCache = new WeakMap<Sea, Map<string, PassageCrossing | undefined>>()

/**
 * Finds the path through a canal from end to end, or across the gate of a strait at the widest point. Returns undefined
 * if this sea map does not have the passage.
 */
export function findCrossing(finder: SeaPathFinder, id: string): PassageCrossing | undefined {
  const crossings = crossingsCache.get(finder.sea) ?? new Map<string, PassageCrossing | undefined>()
  crossingsCache.set(finder.sea, crossings)
  if (!crossings.has(id)) crossings.set(id, findChannelCrossing(finder.sea, id) ?? findGateCrossing(finder, id))
  return crossings.get(id)
}

/** Lists the crossings of all passages of this sea map that are not closed. */
export function listOpenCrossings(finder: SeaPathFinder, closures: Closures): PassageCrossing[] {
  return passageIds.flatMap((id) => {
    const crossing = closures.passages.has(id) ? undefined : findCrossing(finder, id)
    return crossing && isCrossingOpen(crossing, closures) ? crossing : []
  })
}

/**
 * Returns whether a crossing is open. A bridge or a shallow channel can block a ship in a passage that is otherwise
 * open.
 */
export function isCrossingOpen({ section: { points, channel } }: PassageCrossing, closures: Closures): boolean {
  if (channel !== undefined) return true
  return points.every((to, index) => index === 0 || !closures.isLineClosed(...points[index - 1], ...to))
}

function findChannelCrossing(sea: Sea, id: string): PassageCrossing | undefined {
  const [channel] = readChannelNames(sea)
    .flatMap(({ passage }, index) => (passage === id ? [index] : []))
    .sort((a, b) => getChannelLengthNm(sea, b) - getChannelLengthNm(sea, a))
  if (channel === undefined) return undefined
  const { nodeFirst } = sea.channels
  const nodes = Array.from(
    { length: nodeFirst[channel + 1] - nodeFirst[channel] },
    (_, index) => nodeFirst[channel] + index,
  )
  const points = nodes.map(
    (node): Position => [
      sea.nodes.latitude[node] * DEGREES_PER_MICRODEGREE,
      sea.nodes.longitude[node] * DEGREES_PER_MICRODEGREE,
    ],
  )
  const endpointAt = (index: number): SnappedPoint => ({
    node: nodes[index],
    latitude: points[index][0],
    longitude: points[index][1],
    snapDistanceNm: 0,
  })
  return {
    passage: id,
    endpoints: [endpointAt(0), endpointAt(nodes.length - 1)],
    section: { points, channel },
    nm: lengthNm(points),
  }
}

function findGateCrossing(finder: SeaPathFinder, id: string): PassageCrossing | undefined {
  const isCape = findPassage(id)?.kind === 'cape'
  for (const gate of passageGates.filter(({ passage }) => passage === id)) {
    const crossing = findCrossingOfGate(finder, gate, isCape)
    if (crossing) return crossing
  }
  return undefined
}

/** Finds the path across a gate where the water is widest, or close to a cape. */
export function findCrossingOfGate(finder: SeaPathFinder, gate: Gate, isCape = false): PassageCrossing | undefined {
  for (const position of listGatePositions(finder.sea, gate, isCape)) {
    for (const nm of SIDE_DISTANCES_NM) {
      const crossing = tryCrossingAt(finder, gate, position, nm)
      if (crossing) return crossing
    }
  }
  return undefined
}

/**
 * Lists positions along a gate, best first. The best position is the middle of the widest water, or as close to a cape
 * as ships can pass.
 */
function listGatePositions(sea: Sea, { from, to }: Gate, isCape: boolean): Position[] {
  const circle = new GreatCircle().set(...from, ...to)
  return Array.from({ length: GATE_SAMPLE_COUNT + 1 }, (_, sample) => {
    const share = sample / GATE_SAMPLE_COUNT
    circle.moveTo(circle.lengthNm * share)
    const samplePosition: Position = [circle.latitude, circle.longitude]
    const usefulClearanceNm = Math.min(MAX_USEFUL_CLEARANCE_NM, clearanceNm(sea, samplePosition[0], samplePosition[1]))
    return { place: samplePosition, room: usefulClearanceNm, off: isCape ? share : Math.abs(share - 0.5) }
  })
    .sort((a, b) => b.room - a.room || a.off - b.off)
    .slice(0, MAX_TRIED_SAMPLES)
    .map(({ place }) => place)
}

function tryCrossingAt(
  finder: SeaPathFinder,
  gate: Gate,
  [lat, lon]: Position,
  nm: number,
): PassageCrossing | undefined {
  const { sea, lineOfSight } = finder
  const longitudeScale = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const north = gate.to[0] - gate.from[0]
  const east = (gate.to[1] - gate.from[1]) * longitudeScale
  const degrees = nm / 60 / Math.hypot(north, east)
  const snapSide = (sign: number) =>
    snapToWater(sea, lat + sign * east * degrees, lon - (sign * north * degrees) / longitudeScale, MAX_SNAP_NM)
  const [a, b] = [snapSide(-1), snapSide(1)]
  if (!a || !b || sea.nodes.body[a.node] !== sea.nodes.body[b.node]) return undefined
  const line = [a.latitude, a.longitude, b.latitude, b.longitude] as const
  if (!crossesGate(gate, ...line) || !lineOfSight.isClear(...line)) return undefined
  const points: Position[] = [
    [a.latitude, a.longitude],
    [b.latitude, b.longitude],
  ]
  const [first, second] = [a, b].map((endpoint) => snapToSideOfGate(finder, gate, endpoint))
  return { passage: gate.passage ?? '', endpoints: [first, second], section: { points }, nm: lengthNm(points) }
}

/**
 * Snaps an endpoint to a visible node on the same side of the gate. The nearest node may be on the other side, because
 * squares are large.
 */
function snapToSideOfGate({ sea, lineOfSight }: SeaPathFinder, gate: Gate, endpoint: SnappedPoint): SnappedPoint {
  const { latitude, longitude, linkFirst } = sea.nodes
  const { head } = sea.links
  let [nearestNode, bestNm] = [endpoint.node, Number.POSITIVE_INFINITY]
  for (const node of [endpoint.node, ...head.subarray(linkFirst[endpoint.node], linkFirst[endpoint.node + 1])]) {
    const line = [
      endpoint.latitude,
      endpoint.longitude,
      latitude[node] * DEGREES_PER_MICRODEGREE,
      longitude[node] * DEGREES_PER_MICRODEGREE,
    ] as const
    const nm = distanceNm(...line)
    if (nm >= bestNm || isChannel(sea, node) || crossesGate(gate, ...line) || !lineOfSight.isClear(...line)) continue
    nearestNode = node
    bestNm = nm
  }
  return { ...endpoint, node: nearestNode }
}
