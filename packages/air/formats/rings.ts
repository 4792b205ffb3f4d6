import { EARTH_RADIUS_METERS, type Position, RADIANS_PER_DEGREE } from '@fairway/geo'
import type { Polygon } from '../model.ts'
import { type Crossing, type EdgeCoordinates, findCrossing, longitudeDelta, unrollEdges } from './crossing.ts'

/** Maximum distance between an edge, which is straight in degrees, and the great circles that routes follow. */
const TOLERANCE_METERS = 2
const MAX_PIECES_PER_EDGE = 1000
/** Maximum number of corners. Planning a flight past a larger zone would take seconds. */
export const MAX_POLYGON_CORNERS = 100_000

/** Makes a polygon for the search. If that is impossible, returns an error message to append to the field name. */
export function makePolygon(
  outerRing: readonly Position[],
  holes: readonly (readonly Position[])[],
): Polygon | { readonly complaint: string } {
  const cornerCount = [outerRing, ...holes].reduce((sum, ring) => sum + ring.length, 0)
  if (cornerCount > MAX_POLYGON_CORNERS)
    return { complaint: `has ${cornerCount} corners; allowed: at most ${MAX_POLYGON_CORNERS}` }
  const rings = [outerRing, ...holes].map(removeRepeatedCorners)
  for (const [index, ring] of rings.entries()) {
    const ringName = index === 0 ? 'the outline' : `hole ${index}`
    if (ring.length < 3) return { complaint: `has fewer than 3 different corners in ${ringName}; allowed: at least 3` }
  }
  const crossing = findCrossing(rings)
  if (crossing === 'too tangled') return { complaint: 'is too complex to be checked; allowed: simpler outlines' }
  if (crossing) return { complaint: describeCrossing(crossing) }
  if (signedDoubleArea(rings[0]) === 0 && !isAroundPole(rings[0]))
    return { complaint: 'has no area: all corners lie on one line' }
  const edges = unrollEdges([rings[0]])
  // Rings do not cross, so one corner inside the outline is enough. Several corners are tested, because a corner may
  // touch the outline.
  const outsideHoleIndex = rings.findIndex(
    (ring, index) => index > 0 && !ring.slice(0, 8).some((corner) => isInside(corner, edges)),
  )
  if (outsideHoleIndex > 0)
    return { complaint: `has hole ${outsideHoleIndex} outside its outline; allowed: holes inside it` }
  const [shape, ...cut] = rings.map((ring) => mergePoleCorners(densifyParallels(ring)))
  if ([shape, ...cut].some((ring) => ring.length < 3)) return { complaint: 'has no area: it is a line to a pole' }
  return { kind: 'polygon', outer: shape, holes: cut }
}

/** Removes a repeated closing corner, duplicate corners, and spikes that go out and back. */
function removeRepeatedCorners(ring: readonly Position[]): Position[] {
  const cleanedRing: Position[] = []
  for (const corner of ring) {
    if (isSamePosition(cleanedRing.at(-1), corner)) continue
    cleanedRing.push(corner)
    while (cleanedRing.length >= 3 && isSamePosition(cleanedRing.at(-1), cleanedRing.at(-3))) cleanedRing.splice(-2)
  }
  while (cleanedRing.length > 1 && isSamePosition(cleanedRing[0], cleanedRing.at(-1))) cleanedRing.pop()
  while (cleanedRing.length >= 3 && isSamePosition(cleanedRing[1], cleanedRing.at(-1))) cleanedRing.splice(0, 1)
  return cleanedRing
}

function isSamePosition(a: Position | undefined, b: Position | undefined): boolean {
  if (!a || !b || a[0] !== b[0]) return false
  return a[1] === b[1] || Math.abs(a[1] - b[1]) === 360
}

/**
 * Returns twice the signed area in square degrees, positive if the ring is counterclockwise on a map. Rings may cross
 * the antimeridian.
 */
export function signedDoubleArea(ring: readonly Position[]): number {
  const edges = unrollEdges([ring])
  let sum = 0
  const [x0, y0] = edges
  for (let edge = 0; edge < edges.length; edge += 4) {
    sum += (edges[edge] - x0) * (edges[edge + 3] - y0) - (edges[edge + 2] - x0) * (edges[edge + 1] - y0)
  }
  return sum
}

/** Returns whether the ring ends a full turn of longitude away from its start. */
function isAroundPole(ring: readonly Position[]): boolean {
  const edges = unrollEdges([ring])
  return edges[0] !== edges[edges.length - 2]
}

function isInside([latitude, longitude]: Position, edges: EdgeCoordinates): boolean {
  const x = edges[0] + longitudeDelta(longitudeDelta(0, edges[0] % 360), longitude)
  let isPointInside = false
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [x1, y1, x2, y2] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]]
    if (y1 > latitude !== y2 > latitude && x < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1)
      isPointInside = !isPointInside
  }
  return isPointInside
}

/**
 * Adds corners on long edges. A border along a parallel is not a great circle. On an edge of 100 km in northern Europe,
 * the two are about 300 m apart.
 */
function densifyParallels(ring: readonly Position[]): Position[] {
  const densifiedRing: Position[] = []
  for (const [index, corner] of ring.entries()) {
    const next = ring[(index + 1) % ring.length]
    const longitudeSpan = longitudeDelta(corner[1], next[1])
    const pieceCount = countPieces(corner[0], next[0], longitudeSpan)
    densifiedRing.push(corner)
    for (let pieceIndex = 1; pieceIndex < pieceCount; pieceIndex++) {
      const fraction = pieceIndex / pieceCount
      const latitude = corner[0] + (next[0] - corner[0]) * fraction
      densifiedRing.push([latitude, longitudeDelta(0, corner[1] + longitudeSpan * fraction)])
    }
  }
  return densifiedRing
}

/**
 * Returns the number of pieces for an edge. The number is based on the sagitta of the arc, which shrinks with the
 * square of the number of pieces.
 */
function countPieces(latitudeA: number, latitudeB: number, longitudeSpan: number): number {
  const latitude = Math.min(Math.max(Math.abs(latitudeA), Math.abs(latitudeB)), 89.9) * RADIANS_PER_DEGREE
  const east = longitudeSpan * RADIANS_PER_DEGREE * Math.cos(latitude) * EARTH_RADIUS_METERS
  const north = (latitudeB - latitudeA) * RADIANS_PER_DEGREE * EARTH_RADIUS_METERS
  const sagitta = (Math.abs(east) * Math.hypot(east, north) * Math.tan(latitude)) / (8 * EARTH_RADIUS_METERS)
  return Math.min(MAX_PIECES_PER_EDGE, Math.max(1, Math.ceil(Math.sqrt(sagitta / TOLERANCE_METERS))))
}

/** Merges corners at a pole, which is a line in degrees but a single point on earth. */
function mergePoleCorners(ring: readonly Position[]): Position[] {
  return ring.filter(([latitude], index) => {
    const [previousPoint] = ring[(index + ring.length - 1) % ring.length]
    return Math.abs(latitude) < 90 || latitude !== previousPoint
  })
}

function describeCrossing({ first, second, at }: Crossing): string {
  const edge = ([a, b]: readonly [Position, Position]) => `from ${formatPosition(a)} to ${formatPosition(b)}`
  return `crosses itself at ${formatPosition(at)}: the edge ${edge(first)} crosses the edge ${edge(second)}; allowed: outlines without crossings`
}

/** Formats a position, latitude first, as in all messages. */
function formatPosition([latitude, longitude]: Position): string {
  const formatDegrees = (degrees: number) => String(Math.round(degrees * 1e6) / 1e6)
  return `[${formatDegrees(latitude)}, ${formatDegrees(longitude)}]`
}
