import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { RouteShape } from '../route/route-shape.ts'
import type { Snap } from '../snap/snapper.ts'
import { checkLeg, computeLegWeight, traceLeg } from './check-leg.ts'

/**
 * Maximum length of a street that may be omitted at the end of a leg, together with the turn into it, in centimeters.
 */
const TOUCH_TOLERANCE_CM = 5

/** Lists the errors in a route's legs. */
export function checkLegs(
  network: RoadNetwork,
  metric: RoadMetric,
  stops: readonly (readonly Snap[])[],
  legs: readonly PlannedLeg[],
): string[] {
  if (legs.length !== stops.length - 1) return [`${legs.length} legs between ${stops.length} stops`]
  const each = legs.flatMap((leg, i) => [
    ...checkLeg(network, metric, leg),
    ...checkWeight(network, metric, leg),
    ...checkStops(leg, stops[i], stops[i + 1]),
  ])
  return [...each, ...checkConnections(network, legs), ...checkShape(network, legs)]
}

/**
 * Checks that the weight of a leg equals the sum of its parts, except for streets that it only touches at its first or
 * last junction.
 */
function checkWeight({ edges, arcs }: RoadNetwork, metric: RoadMetric, leg: PlannedLeg): string[] {
  const ownWeight = computeLegWeight(metric, leg)
  const isAtNode = ({ fraction }: Snap, arc: number) =>
    Math.min(fraction, 1 - fraction) * edges.lengthCm[arcs.edgeSide[arc] >>> 1] <= TOUCH_TOLERANCE_CM
  const mayLack = isAtNode(leg.start, leg.arcs[0]) || isAtNode(leg.end, leg.arcs[leg.arcs.length - 1])
  return ownWeight === leg.weight || (mayLack && ownWeight < leg.weight)
    ? []
    : [`a leg reports a weight of ${leg.weight}, but has ${ownWeight}`]
}

/** Checks that legs begin and end at their snapped stops, or at a node within the touch tolerance. */
function checkStops(leg: PlannedLeg, from: readonly Snap[], to: readonly Snap[]): string[] {
  const has = (snaps: readonly Snap[], { latitude, longitude }: Snap) =>
    snaps.some((snap) => Math.abs(snap.latitude - latitude) <= 1 && Math.abs(snap.longitude - longitude) <= 1)
  return [
    ...(has(from, leg.start) ? [] : ['a leg does not start at its stop']),
    ...(has(to, leg.end) ? [] : ['a leg does not end at its stop']),
  ]
}

/** Checks that consecutive legs are connected on the same arc, or by a turn if the stop is at a junction. */
function checkConnections({ turns }: RoadNetwork, legs: readonly PlannedLeg[]): string[] {
  return legs.slice(1).flatMap((leg, i) => {
    const before = legs[i]
    const [last, next] = [before.arcs[before.arcs.length - 1], leg.arcs[0]]
    if (last === next && before.endFraction === leg.startFraction) return []
    const out = turns.to.subarray(turns.first[last], turns.first[last + 1])
    const isAtJunction = before.endFraction > 0.99 && leg.startFraction < 0.01
    return isAtJunction && out.includes(next) ? [] : [`leg ${i + 1} does not continue where leg ${i} ended`]
  })
}

/**
 * Checks that the line of the route concatenates the lines of its legs, and that every arc begins at the reported
 * point.
 */
function checkShape(network: RoadNetwork, legs: readonly PlannedLeg[]): string[] {
  const shape = new RouteShape()
  for (const leg of legs) shape.addLeg(network, leg)
  const drawn = legs.flatMap((leg) => traceLeg(network, leg))
  const expected = drawn.filter(([y, x], i) => y !== drawn[i - 1]?.[0] || x !== drawn[i - 1]?.[1])
  if (expected.length === 1) expected.push(expected[0])
  const at = (i: number) => `${shape.latitude[i]} ${shape.longitude[i]}`
  const points = Array.from({ length: shape.length }, (_, i) => at(i))
  // Maps sometimes repeat a point, and the line may contain the duplicate.
  const short = points.length === 2 ? points : points.filter((point, i) => point !== points[i - 1])
  const errors: string[] = []
  if (short.join() !== expected.map((point) => point.join(' ')).join()) errors.push('the line does not match the legs')
  const count = legs.reduce((sum, leg) => sum + leg.arcs.length + 1, 0)
  if (shape.arcCount !== count) return [...errors, `${shape.arcCount} arc positions in the line, not ${count}`]
  let index = 0
  for (const leg of legs) {
    leg.arcs.forEach((arc, i) => {
      const startPoint = i === 0 ? `${leg.start.latitude} ${leg.start.longitude}` : getFirstPoint(network, arc)
      if (at(shape.pointOfArc[index++]) !== startPoint)
        errors.push(`arc ${arc} does not start at its point of the line`)
    })
    const isLegEnd = at(shape.pointOfArc[index++]) === `${leg.end.latitude} ${leg.end.longitude}`
    if (!isLegEnd) errors.push('a leg does not end at its point of the line')
  }
  return errors
}

function getFirstPoint({ arcs, edges }: RoadNetwork, arc: number): string {
  const side = arcs.edgeSide[arc]
  const point = (side & 1) === 0 ? edges.shapeFirst[side >>> 1] : edges.shapeFirst[(side >>> 1) + 1] - 1
  return `${edges.shapeLatitude[point]} ${edges.shapeLongitude[point]}`
}
