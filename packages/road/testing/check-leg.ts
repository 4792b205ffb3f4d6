import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { measureLeg } from '../route/leg-measure.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

type Point = readonly [latitude: number, longitude: number]

/** Lists the defects of a leg. An independent check of its guarantees. */
export function faultsOfLeg(network: RoadNetwork, metric: RoadMetric, leg: PlannedLeg): string[] {
  const { arcs, turns } = leg
  if (arcs.length === 0) return ['a leg without arcs']
  if (turns.length !== arcs.length - 1) return [`${turns.length} turns between ${arcs.length} arcs`]
  return [...faultsOfTurns(network, metric, leg), ...faultsOfEnds(network, leg), ...faultsOfMeasure(network, leg)]
}

function faultsOfTurns(network: RoadNetwork, { weights }: RoadMetric, { arcs, turns }: PlannedLeg): string[] {
  const faults: string[] = []
  for (const arc of arcs) if (weights.arc[arc] >= INFINITE_WEIGHT) faults.push(`arc ${arc} is closed`)
  turns.forEach((turn, i) => {
    const isThere = turn >= network.turns.first[arcs[i]] && turn < network.turns.first[arcs[i] + 1]
    if (!isThere) faults.push(`turn ${turn} does not leave arc ${arcs[i]}`)
    if (network.turns.to[turn] !== arcs[i + 1]) faults.push(`turn ${turn} does not lead into arc ${arcs[i + 1]}`)
    if (weights.turn[turn] >= INFINITE_WEIGHT) faults.push(`turn ${turn} is closed`)
    if (headOf(network, arcs[i]) !== tailOf(network, arcs[i + 1])) faults.push(`a gap after arc ${arcs[i]}`)
  })
  return faults
}

function faultsOfEnds({ arcs: table }: RoadNetwork, { arcs, start, end, startFraction, endFraction }: PlannedLeg) {
  const faults: string[] = []
  const [first, last] = [table.edgeSide[arcs[0]], table.edgeSide[arcs[arcs.length - 1]]]
  if (start.edge !== first >>> 1) faults.push('the leg does not start on the street of its start')
  if (end.edge !== last >>> 1) faults.push('the leg does not end on the street of its end')
  if (startFraction !== along(start.fraction, first)) faults.push('its first fraction is not that of its start')
  if (endFraction !== along(end.fraction, last)) faults.push('its last fraction is not that of its end')
  if (arcs.length === 1 && startFraction > endFraction) faults.push('it is driven backwards')
  return faults
}

function along(fraction: number, edgeSide: number): number {
  return (edgeSide & 1) === 0 ? fraction : 1 - fraction
}

function faultsOfMeasure(network: RoadNetwork, leg: PlannedLeg): string[] {
  const { distanceCm, durationCs, freeFlowCs } = measureLeg(network, leg)
  const { arcs, edges, turns } = network
  const faults: string[] = []
  let [distance, duration, free] = [0, 0, 0]
  leg.arcs.forEach((arc, i) => {
    const share = drivenShare(leg, i)
    distance += share * edges.lengthCm[arcs.edgeSide[arc] >>> 1]
    duration += share * arcs.duration[arc] + (i > 0 ? turns.duration[leg.turns[i - 1]] : 0)
    free += share * (arcs.duration[arc] - arcs.delay[arc])
    if (!isNear(distanceCm[i + 1], distance)) faults.push(`after arc ${i}: ${distanceCm[i + 1]} cm, not ${distance}`)
    if (!isNear(durationCs[i + 1], duration)) faults.push(`after arc ${i}: ${durationCs[i + 1]} cs, not ${duration}`)
  })
  if (!isNear(freeFlowCs, free)) faults.push(`${freeFlowCs} cs without delays, not ${free}`)
  return faults
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-3
}

function drivenShare({ arcs, startFraction, endFraction }: PlannedLeg, i: number): number {
  return (i === arcs.length - 1 ? endFraction : 1) - (i === 0 ? startFraction : 0)
}

/** The weight of the leg from its own arcs, turns and fractions, independent of the planner. */
export function weighLeg({ weights }: RoadMetric, { arcs, turns, startFraction, endFraction }: PlannedLeg): number {
  const behind = Math.round(startFraction * weights.arc[arcs[0]])
  const ahead = Math.round(endFraction * weights.arc[arcs[arcs.length - 1]])
  return turns.reduce((sum, turn) => sum + weights.turn[turn], ahead - behind)
}

/** The line of a leg: its start, all shape points in between, and its end, without consecutive duplicates. */
export function drawLeg({ arcs: table, edges }: RoadNetwork, leg: PlannedLeg): Point[] {
  const { arcs, start, end } = leg
  const line: Point[] = [[start.latitude, start.longitude]]
  arcs.forEach((arc, i) => {
    const edge = table.edgeSide[arc] >>> 1
    const isAgainst = (table.edgeSide[arc] & 1) === 1
    const points = Array.from(
      { length: edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] },
      (_, index) => edges.shapeFirst[edge] + index,
    )
    // A snap lies between its segment's first point and the next.
    const isAfterStart = (point: number) => (isAgainst ? point <= start.segment : point > start.segment)
    const isBeforeEnd = (point: number) => (isAgainst ? point > end.segment : point <= end.segment)
    const driven = points.filter(
      (point) => (i > 0 || isAfterStart(point)) && (i < arcs.length - 1 || isBeforeEnd(point)),
    )
    for (const point of isAgainst ? driven.reverse() : driven) {
      line.push([edges.shapeLatitude[point], edges.shapeLongitude[point]])
    }
  })
  line.push([end.latitude, end.longitude])
  return line.filter(([latitude, longitude], i) => latitude !== line[i - 1]?.[0] || longitude !== line[i - 1]?.[1])
}

export function tailOf({ arcs, edges }: RoadNetwork, arc: number): number {
  const side = arcs.edgeSide[arc]
  return (side & 1) === 0 ? edges.from[side >>> 1] : edges.to[side >>> 1]
}

export function headOf({ arcs, edges }: RoadNetwork, arc: number): number {
  const side = arcs.edgeSide[arc]
  return (side & 1) === 0 ? edges.to[side >>> 1] : edges.from[side >>> 1]
}
