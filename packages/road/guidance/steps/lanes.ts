import { Drive, turnFrom } from '../../network/metric-snapshot.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { Direction, deflectionBetween, reverseBearing, STRAIGHT_DEGREES } from '../angles.ts'
import { directionOf, isOfCircle, kindOf, TurnKind } from '../maneuver-code.ts'
import type { Lane } from '../step.ts'
import { BACK_DEFLECTION, type MarkedLane, THROUGH, wordsOf } from './lane-marks.ts'
import { RoadNote } from './road-notes.ts'
import type { GuidanceSource, Stretch } from './stretch.ts'

const NO_LANES: readonly Lane[] = []

/** A marking that deviates this much from a turn does not mean it. */
const OFF_DEGREES = 75
/** Up to this length, edges after the end of the markings still have the same lanes. */
const SHORT_PIECE_METERS = 30

/** The lanes before a maneuver and which of them lead into it. Empty when markings and roads cannot be matched. */
export function lanesInto(source: GuidanceSource, leg: RouteLeg, stretch: Stretch): readonly Lane[] {
  const { lanesArc, kind, direction } = stretch
  // In a roundabout the markings describe exits, not the entry.
  if (lanesArc < 0 || lanesArc + 1 >= leg.arcs.length || isOfCircle(kind)) return NO_LANES
  const marked = findMarkedArc(source, leg, lanesArc)
  const text = textOf(source, leg.arcs[marked])
  const lanes = text === 0 ? [] : source.lanes.lanesOf(text)
  if (lanes.length === 0) return NO_LANES
  const valid = direction === Direction.uturn ? lanesBack(lanes) : lanesOn(source, leg, lanesArc, marked, lanes)
  if (!valid.includes(true)) return NO_LANES
  return lanes.map((lane, i) => ({ valid: valid[i], indications: wordsOf(lane) }))
}

/** A U-turn uses the lane marked for it, or else the lane nearest to the opposite carriageway. */
function lanesBack(lanes: readonly MarkedLane[]): boolean[] {
  const turnsLeft = (lane: MarkedLane, limit: number) => lane.some(({ deflection }) => deflection <= limit)
  const back = lanes.map((lane) => turnsLeft(lane, BACK_DEFLECTION))
  return back.includes(true) ? back : lanes.map((lane, i) => i === 0 && turnsLeft(lane, -90))
}

function lanesOn(
  source: GuidanceSource,
  leg: RouteLeg,
  at: number,
  marked: number,
  lanes: readonly MarkedLane[],
): boolean[] {
  // Markings farther back also cover the turns in between, so they cannot be matched by order.
  const open = marked === at ? listDeflections(source, leg.arcs[at]) : []
  const taken = deflectionInto(source, leg, at)
  const wanted = findMark(lanes, open, taken)
  const valid = lanes.map((lane) => lane.some(({ deflection }) => deflection === wanted))
  const isBare = (lane: MarkedLane) => lane.length === 0
  if (!valid.includes(true)) {
    // When no marking leads there, the turn uses the outermost unmarked lane.
    const outermost = taken > 0 ? lanes.findLastIndex(isBare) : lanes.findIndex(isBare)
    return lanes.map((_, i) => i === outermost)
  }
  return wanted === THROUGH.deflection ? valid.map((is, i) => is || isBare(lanes[i])) : valid
}

function textOf({ network: { arcs, edges, roads }, notes }: GuidanceSource, arc: number): number {
  const side = arcs.drive[arc * Drive.SIZE + Drive.EDGE_SIDE]
  const road = edges.road[side >> 1]
  return (notes[road] & RoadNote.turnLanes) === 0 ? 0 : roads.turnLanes[2 * road + (side & 1)]
}

/** Markings often end slightly before the junction. Goes back over short unmarked edges while the road continues. */
function findMarkedArc(source: GuidanceSource, leg: RouteLeg, lanesArc: number): number {
  const { network } = source
  const { drive } = network.arcs
  let at = lanesArc
  let meters = 0
  while (at > 0 && textOf(source, leg.arcs[at]) === 0) {
    meters += drive[leg.arcs[at] * Drive.SIZE + Drive.LENGTH_CM] / 100
    const turn = leg.turns[at - 1]
    if (meters > SHORT_PIECE_METERS || turn >= network.turns.count) break
    if (kindOf(turnFrom(network, leg.arcs[at - 1] * Drive.SIZE, turn) >>> 16) > TurnKind.newName) break
    at--
  }
  return at
}

/** Deflections of the turns out of an arc, from left to right. U-turns count as left turns. */
function listDeflections(source: GuidanceSource, arc: number): number[] {
  const { turns, arcs } = source.network
  const deflections: number[] = []
  for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
    const side = arcs.edgeSide[turns.to[turn]]
    deflections.push(
      directionOf(turns.maneuver[turn]) === Direction.uturn ? BACK_DEFLECTION : between(source, arc, side),
    )
  }
  return deflections.sort((a, b) => a - b)
}

function deflectionInto(source: GuidanceSource, leg: RouteLeg, at: number): number {
  return between(source, leg.arcs[at], source.network.arcs.edgeSide[leg.arcs[at + 1]])
}

function between({ network, index }: GuidanceSource, arc: number, side: number): number {
  const arriving = reverseBearing(index.bearing[network.arcs.edgeSide[arc] ^ 1] / 100)
  return deflectionBetween(arriving, index.bearing[side] / 100)
}

/**
 * Finds the marking for the turn. With as many markings as branches, they match in order from left to right, because
 * mappers record the painted arrows, not angles. Otherwise picks the marking with the closest direction.
 */
function findMark(lanes: readonly MarkedLane[], open: readonly number[], taken: number): number | undefined {
  const marked = new Set<number>()
  let unmarked = false
  for (const lane of lanes) {
    unmarked ||= lane.length === 0
    for (const { deflection } of lane) marked.add(deflection)
  }
  if (unmarked && open.some((deflection) => Math.abs(deflection) <= STRAIGHT_DEGREES)) marked.add(THROUGH.deflection)
  const sorted = [...marked].sort((a, b) => a - b)
  const turnsBack = sorted[0] === BACK_DEFLECTION
  const ways = turnsBack ? open : open.filter((deflection) => deflection !== BACK_DEFLECTION)
  const place = ways.indexOf(taken)
  if (sorted.length === ways.length && place !== -1) {
    const fits = ways.every((deflection, i) => Math.abs(deflection - sorted[i]) <= OFF_DEGREES)
    if (fits) return sorted[place]
  }
  let best: number | undefined
  for (const deflection of sorted) {
    const off = Math.abs(deflection - taken)
    if (off <= OFF_DEGREES && (best === undefined || off < Math.abs(best - taken))) best = deflection
  }
  return best
}
