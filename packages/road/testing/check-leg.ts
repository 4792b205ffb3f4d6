import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { attributesOfLeg } from '../route/leg-attributes.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

type Point = readonly [latitude: number, longitude: number]

/** Checks the guarantees of a leg independently and lists the violations. */
export function checkLeg(network: RoadNetwork, metric: RoadMetric, leg: PlannedLeg): string[] {
  const { arcs, turns } = leg
  if (arcs.length === 0) return ['the leg has no arcs']
  if (turns.length !== arcs.length - 1) return [`${turns.length} turns between ${arcs.length} arcs`]
  return [...checkTurns(network, metric, leg), ...checkEndpoints(network, leg), ...checkAttributes(network, leg)]
}

function checkTurns(network: RoadNetwork, { weights }: RoadMetric, { arcs, turns }: PlannedLeg): string[] {
  const errors: string[] = []
  for (const arc of arcs) if (weights.arc[arc] >= INFINITE_WEIGHT) errors.push(`arc ${arc} is closed`)
  turns.forEach((turn, i) => {
    const leavesArc = turn >= network.turns.first[arcs[i]] && turn < network.turns.first[arcs[i] + 1]
    if (!leavesArc) errors.push(`turn ${turn} does not leave arc ${arcs[i]}`)
    if (network.turns.to[turn] !== arcs[i + 1]) errors.push(`turn ${turn} does not lead into arc ${arcs[i + 1]}`)
    if (weights.turn[turn] >= INFINITE_WEIGHT) errors.push(`turn ${turn} is closed`)
    if (getHeadNode(network, arcs[i]) !== getTailNode(network, arcs[i + 1]))
      errors.push(`there is a gap after arc ${arcs[i]}`)
  })
  return errors
}

function checkEndpoints({ arcs: table }: RoadNetwork, { arcs, start, end, startFraction, endFraction }: PlannedLeg) {
  const errors: string[] = []
  const [first, last] = [table.edgeSide[arcs[0]], table.edgeSide[arcs[arcs.length - 1]]]
  if (start.edge !== first >>> 1) errors.push('the leg does not start on the street of its start point')
  if (end.edge !== last >>> 1) errors.push('the leg does not end on the street of its end point')
  if (startFraction !== fractionAlongSide(start.fraction, first))
    errors.push('its first fraction differs from that of its start point')
  if (endFraction !== fractionAlongSide(end.fraction, last))
    errors.push('its last fraction differs from that of its end point')
  if (arcs.length === 1 && startFraction > endFraction) errors.push('it is driven backward')
  return errors
}

function fractionAlongSide(fraction: number, edgeSide: number): number {
  return (edgeSide & 1) === 0 ? fraction : 1 - fraction
}

function checkAttributes(network: RoadNetwork, leg: PlannedLeg): string[] {
  const { distanceCm, durationCs, freeFlowCs } = attributesOfLeg(network, leg)
  const { arcs, edges, turns } = network
  const errors: string[] = []
  let [distance, duration, free] = [0, 0, 0]
  leg.arcs.forEach((arc, i) => {
    const share = computeDrivenShare(leg, i)
    distance += share * edges.lengthCm[arcs.edgeSide[arc] >>> 1]
    duration += share * arcs.duration[arc] + (i > 0 ? turns.duration[leg.turns[i - 1]] : 0)
    free += share * (arcs.duration[arc] - arcs.delay[arc])
    if (!isNear(distanceCm[i + 1], distance)) errors.push(`after arc ${i}: ${distanceCm[i + 1]} cm, not ${distance}`)
    if (!isNear(durationCs[i + 1], duration)) errors.push(`after arc ${i}: ${durationCs[i + 1]} cs, not ${duration}`)
  })
  if (!isNear(freeFlowCs, free)) errors.push(`${freeFlowCs} cs without delays, not ${free}`)
  return errors
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-3
}

function computeDrivenShare({ arcs, startFraction, endFraction }: PlannedLeg, i: number): number {
  return (i === arcs.length - 1 ? endFraction : 1) - (i === 0 ? startFraction : 0)
}

/** Returns the weight of the leg, computed from its arcs, turns and fractions, independently of the planner. */
export function computeLegWeight(
  { weights }: RoadMetric,
  { arcs, turns, startFraction, endFraction }: PlannedLeg,
): number {
  const startWeight = Math.round(startFraction * weights.arc[arcs[0]])
  const endWeight = Math.round(endFraction * weights.arc[arcs[arcs.length - 1]])
  return turns.reduce((sum, turn) => sum + weights.turn[turn], endWeight - startWeight)
}

/** Returns the line of a leg without consecutive duplicates: its start, all shape points in between, and its end. */
export function traceLeg({ arcs: table, edges }: RoadNetwork, leg: PlannedLeg): Point[] {
  const { arcs, start, end } = leg
  const legPoints: Point[] = [[start.latitude, start.longitude]]
  arcs.forEach((arc, i) => {
    const edge = table.edgeSide[arc] >>> 1
    const isAgainst = (table.edgeSide[arc] & 1) === 1
    const points = Array.from(
      { length: edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] },
      (_, index) => edges.shapeFirst[edge] + index,
    )
    // A snap lies between its segment's first point and the next point.
    const isAfterStart = (point: number) => (isAgainst ? point <= start.segment : point > start.segment)
    const isBeforeEnd = (point: number) => (isAgainst ? point > end.segment : point <= end.segment)
    const drivenPoints = points.filter(
      (point) => (i > 0 || isAfterStart(point)) && (i < arcs.length - 1 || isBeforeEnd(point)),
    )
    for (const point of isAgainst ? drivenPoints.reverse() : drivenPoints) {
      legPoints.push([edges.shapeLatitude[point], edges.shapeLongitude[point]])
    }
  })
  legPoints.push([end.latitude, end.longitude])
  return legPoints.filter(
    ([latitude, longitude], i) => latitude !== legPoints[i - 1]?.[0] || longitude !== legPoints[i - 1]?.[1],
  )
}

export function getTailNode({ arcs, edges }: RoadNetwork, arc: number): number {
  const side = arcs.edgeSide[arc]
  return (side & 1) === 0 ? edges.from[side >>> 1] : edges.to[side >>> 1]
}

export function getHeadNode({ arcs, edges }: RoadNetwork, arc: number): number {
  const side = arcs.edgeSide[arc]
  return (side & 1) === 0 ? edges.to[side >>> 1] : edges.from[side >>> 1]
}
