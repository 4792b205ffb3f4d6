import { rulerAt } from '@fairway/geo'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { SnapRules } from '../snap/snapper.ts'

/** Distance to a road segment and the directions that the rules allow. */
export interface MeasuredSegment {
  readonly edge: number
  readonly segment: number
  readonly meters: number
  readonly sides: number
}

/** Measures every segment of every allowed road without an index, as the reference for snapping. */
export function measureSegments(
  network: RoadNetwork,
  latitude: number,
  longitude: number,
  rules: SnapRules,
): MeasuredSegment[] {
  const { count, shapeFirst } = network.edges
  const segments: MeasuredSegment[] = []
  for (let edge = 0; edge < count; edge++) {
    for (let segment = shapeFirst[edge]; segment < shapeFirst[edge + 1] - 1; segment++) {
      const sides = findAllowedSides(network, edge, segment, rules)
      if (sides === 0) continue
      const meters = distanceToSegment(network, segment, latitude, longitude, rules.radiusMeters)
      segments.push({ edge, segment, sides, meters })
    }
  }
  return segments
}

/**
 * Returns the distance to a segment, found by ternary search. For segments beyond the radius, the result is a lower
 * bound that is also beyond the radius.
 */
function distanceToSegment(
  { edges }: RoadNetwork,
  segment: number,
  latitude: number,
  longitude: number,
  radiusMeters: number,
): number {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  const toLocalPoint = (point: number) => ({
    x: wrapDegrees(edges.shapeLongitude[point] / 1e6 - longitude) * perLongitudeDegree,
    y: (edges.shapeLatitude[point] / 1e6 - latitude) * perLatitudeDegree,
  })
  const a = toLocalPoint(segment)
  const b = { ...toLocalPoint(segment + 1) }
  // The endpoints may lie on different sides of the meridian where longitudes wrap.
  b.x = a.x + wrapDegrees((b.x - a.x) / perLongitudeDegree) * perLongitudeDegree
  const lowerBound = Math.min(Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)) - Math.hypot(b.x - a.x, b.y - a.y)
  if (lowerBound > radiusMeters + 1) return lowerBound
  const at = (share: number) => Math.hypot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
  let [low, high] = [0, 1]
  for (let step = 0; step < 80; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
    if (at(left) <= at(right)) high = right
    else low = left
  }
  return Math.min(at(low), at(high), at(0), at(1))
}

function findAllowedSides({ edges, arcs }: RoadNetwork, edge: number, segment: number, rules: SnapRules): number {
  return [0, 1].reduce((sides, side) => {
    const arc = edges.arc[2 * edge + side]
    if (arc === NO_ID) return sides
    const flags = arcs.flags[arc]
    const isAllowed =
      rules.arcWeight[arc] < INFINITE_WEIGHT &&
      (flags & ArcFlag.noSnap) === 0 &&
      (flags & rules.requiredFlags) === rules.requiredFlags &&
      (rules.part < 0 || arcs.part[arc] === rules.part) &&
      (rules.heading < 0 || headingDifference(edges, segment, side, rules.heading) <= 60)
    return isAllowed ? sides | (1 << side) : sides
  }, 0)
}

function headingDifference(edges: RoadNetwork['edges'], segment: number, side: number, heading: number): number {
  const { shapeLatitude, shapeLongitude } = edges
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(shapeLatitude[segment] / 1e6)
  const east = wrapDegrees((shapeLongitude[segment + 1] - shapeLongitude[segment]) / 1e6) * perLongitudeDegree
  const north = ((shapeLatitude[segment + 1] - shapeLatitude[segment]) / 1e6) * perLatitudeDegree
  const radians = (heading * Math.PI) / 180
  const [x, y] = side === 0 ? [east, north] : [-east, -north]
  // A segment of zero length has no direction.
  if (x === 0 && y === 0) return 180
  const cosine = (x * Math.sin(radians) + y * Math.cos(radians)) / Math.hypot(x, y)
  return (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI
}

function wrapDegrees(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
