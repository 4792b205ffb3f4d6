import { DriveRecord, readTurn } from '../../network/drive-column.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { Direction, deflectionBetween, reverseBearing, STRAIGHT_DEGREES } from '../angles.ts'
import { decodeDirection, decodeTurnKind, isRoundaboutKind, TurnKind } from '../maneuver-code.ts'
import type { Lane } from '../step.ts'
import type { DraftStep, GuidanceSource } from './draft-step.ts'
import { type MarkedLane, THROUGH_MARKING, toIndications, UTURN_DEFLECTION } from './lane-marks.ts'
import { RoadAttribute } from './road-notes.ts'

const NO_LANES: readonly Lane[] = []

/** Maximum angle between a marking and a turn to which the marking applies. */
const MAX_MARKING_DEVIATION_DEGREES = 75
/**
 * Maximum total length, in meters, of unmarked edges that are assumed to have the same lanes as the marked edge before
 * them.
 */
const SHORT_EDGE_METERS = 30

/**
 * Returns the lanes before a maneuver and marks those that lead into it. Returns an empty list if markings and roads
 * cannot be matched.
 */
export function findLanesInto(source: GuidanceSource, leg: RouteLeg, draft: DraftStep): readonly Lane[] {
  const { approachArc, kind, direction } = draft
  // In a roundabout, the markings describe the exits instead of the entry.
  if (approachArc < 0 || approachArc + 1 >= leg.arcs.length || isRoundaboutKind(kind)) return NO_LANES
  const markedArcIndex = findMarkedArc(source, leg, approachArc)
  const stringId = turnLanesOf(source, leg.arcs[markedArcIndex])
  const lanes = stringId === 0 ? [] : source.laneCache.getLanes(stringId)
  if (lanes.length === 0) return NO_LANES
  const validLanes =
    direction === Direction.uturn
      ? findUturnLanes(lanes)
      : findTurnLanes(source, leg, approachArc, markedArcIndex, lanes)
  if (!validLanes.includes(true)) return NO_LANES
  return lanes.map((lane, i) => ({ valid: validLanes[i], indications: toIndications(lane) }))
}

/** Finds the lanes for a U-turn. If no lane is marked for it, the lane nearest to the opposite carriageway is used. */
function findUturnLanes(lanes: readonly MarkedLane[]): boolean[] {
  const hasTurnBeyond = (lane: MarkedLane, limit: number) => lane.some(({ deflection }) => deflection <= limit)
  const isUturnLane = lanes.map((lane) => hasTurnBeyond(lane, UTURN_DEFLECTION))
  return isUturnLane.includes(true) ? isUturnLane : lanes.map((lane, i) => i === 0 && hasTurnBeyond(lane, -90))
}

function findTurnLanes(
  source: GuidanceSource,
  leg: RouteLeg,
  arcIndex: number,
  markedArcIndex: number,
  lanes: readonly MarkedLane[],
): boolean[] {
  // Markings farther back also apply to the turns in between, so they cannot be matched by order.
  const openDeflections = markedArcIndex === arcIndex ? listDeflections(source, leg.arcs[arcIndex]) : []
  const deflectionTaken = deflectionInto(source, leg, arcIndex)
  const markedDeflection = findMarkedDeflection(lanes, openDeflections, deflectionTaken)
  const validLanes = lanes.map((lane) => lane.some(({ deflection }) => deflection === markedDeflection))
  const isUnmarked = (lane: MarkedLane) => lane.length === 0
  if (!validLanes.includes(true)) {
    // If no marking leads into the turn, the outermost unmarked lane is used.
    const outermostLane = deflectionTaken > 0 ? lanes.findLastIndex(isUnmarked) : lanes.findIndex(isUnmarked)
    return lanes.map((_, i) => i === outermostLane)
  }
  return markedDeflection === THROUGH_MARKING.deflection
    ? validLanes.map((isValid, i) => isValid || isUnmarked(lanes[i]))
    : validLanes
}

function turnLanesOf({ network: { arcs, edges, roads }, roadAttributes }: GuidanceSource, arc: number): number {
  const edgeSide = arcs.drive[arc * DriveRecord.SIZE + DriveRecord.EDGE_SIDE]
  const road = edges.road[edgeSide >> 1]
  return (roadAttributes[road] & RoadAttribute.turnLanes) === 0 ? 0 : roads.turnLanes[2 * road + (edgeSide & 1)]
}

/**
 * Finds the arc with the markings. Markings often end slightly before the junction, so the search goes back over short
 * unmarked edges while the road continues.
 */
function findMarkedArc(source: GuidanceSource, leg: RouteLeg, lanesArc: number): number {
  const { network } = source
  const { drive } = network.arcs
  let arcIndex = lanesArc
  let meters = 0
  while (arcIndex > 0 && turnLanesOf(source, leg.arcs[arcIndex]) === 0) {
    meters += drive[leg.arcs[arcIndex] * DriveRecord.SIZE + DriveRecord.LENGTH_CM] / 100
    const turn = leg.turns[arcIndex - 1]
    if (meters > SHORT_EDGE_METERS || turn >= network.turns.count) break
    if (decodeTurnKind(readTurn(network, leg.arcs[arcIndex - 1] * DriveRecord.SIZE, turn) >>> 16) > TurnKind.newName)
      break
    arcIndex--
  }
  return arcIndex
}

/** Returns the deflections of the turns out of an arc, from left to right. U-turns count as left turns. */
function listDeflections(source: GuidanceSource, arc: number): number[] {
  const { turns, arcs } = source.network
  const deflections: number[] = []
  for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
    const edgeSide = arcs.edgeSide[turns.to[turn]]
    deflections.push(
      decodeDirection(turns.maneuver[turn]) === Direction.uturn
        ? UTURN_DEFLECTION
        : deflectionOnto(source, arc, edgeSide),
    )
  }
  return deflections.sort((a, b) => a - b)
}

function deflectionInto(source: GuidanceSource, leg: RouteLeg, arcIndex: number): number {
  return deflectionOnto(source, leg.arcs[arcIndex], source.network.arcs.edgeSide[leg.arcs[arcIndex + 1]])
}

function deflectionOnto({ network, index }: GuidanceSource, arc: number, edgeSide: number): number {
  const arrivalBearing = reverseBearing(index.bearing[network.arcs.edgeSide[arc] ^ 1] / 100)
  return deflectionBetween(arrivalBearing, index.bearing[edgeSide] / 100)
}

/**
 * Finds the marking for the turn. If there are as many markings as branches, they match in order from left to right,
 * because mappers record the painted arrows instead of angles. Otherwise, the marking with the closest direction is
 * used.
 */
function findMarkedDeflection(
  lanes: readonly MarkedLane[],
  openDeflections: readonly number[],
  deflectionTaken: number,
): number | undefined {
  const markedDeflections = new Set<number>()
  let hasUnmarkedLane = false
  for (const lane of lanes) {
    hasUnmarkedLane ||= lane.length === 0
    for (const { deflection } of lane) markedDeflections.add(deflection)
  }
  if (hasUnmarkedLane && openDeflections.some((deflection) => Math.abs(deflection) <= STRAIGHT_DEGREES))
    markedDeflections.add(THROUGH_MARKING.deflection)
  const sorted = [...markedDeflections].sort((a, b) => a - b)
  const hasUturnMarking = sorted[0] === UTURN_DEFLECTION
  const candidates = hasUturnMarking
    ? openDeflections
    : openDeflections.filter((deflection) => deflection !== UTURN_DEFLECTION)
  const position = candidates.indexOf(deflectionTaken)
  if (sorted.length === candidates.length && position !== -1) {
    const isMatch = candidates.every(
      (deflection, i) => Math.abs(deflection - sorted[i]) <= MAX_MARKING_DEVIATION_DEGREES,
    )
    if (isMatch) return sorted[position]
  }
  let bestDeflection: number | undefined
  for (const deflection of sorted) {
    const deviation = Math.abs(deflection - deflectionTaken)
    if (
      deviation <= MAX_MARKING_DEVIATION_DEGREES &&
      (bestDeflection === undefined || deviation < Math.abs(bestDeflection - deflectionTaken))
    )
      bestDeflection = deflection
  }
  return bestDeflection
}
