import { longitudeDifference, nearestTurn, type Position, rulerAt } from '@fairway/geo'
import { toWrappedBox } from './boxes.ts'
import type { FenceShape } from './fence-shape.ts'

/** Edges of all rings, with longitudes that continue across the 180th meridian. */
interface Edges {
  readonly fromLatitude: Float64Array
  readonly fromLongitude: Float64Array
  readonly toLatitude: Float64Array
  readonly toLongitude: Float64Array
}

/** Edges grouped into bands of latitude. A horizontal ray can cross only the edges of its band. */
interface Bands {
  readonly south: number
  readonly bandDegrees: number
  readonly count: number
  /** Index of the first entry of each band, followed by the end of the last band. */
  readonly starts: Uint32Array
  readonly entries: Uint32Array
}

/** Reason why a ring is unusable. */
export type RingProblem = 'too-few-corners' | 'no-area' | 'around-a-pole'

const MIN_CORNERS = 3
/** Average number of edges per band. */
const EDGES_PER_BAND = 4
/**
 * Maximum average number of bands per edge. Tall edges appear in many bands, so this limit keeps memory proportional to
 * the number of edges.
 */
const MAX_ENTRIES_PER_EDGE = 4

export function findRingProblem(givenRing: readonly Position[]): RingProblem | undefined {
  const ring = openRing(givenRing)
  if (ring.length < MIN_CORNERS) return 'too-few-corners'
  let turn = 0
  for (const [pointIndex, [, longitude]] of ring.entries()) {
    turn += longitudeDifference(longitude, ring[(pointIndex + 1) % ring.length]?.[1] ?? longitude)
  }
  if (Math.abs(turn) > 1) return 'around-a-pole'
  return Math.abs(areaOf(unwrapRing(ring, 0))) < 1e-14 ? 'no-area' : undefined
}

export function makePolygon(rings: readonly (readonly Position[])[]): FenceShape {
  const outerRing = unwrapRing(openRing(rings[0] ?? []), 0)
  const box = boxOf(outerRing)
  const middle = (box.west + box.east) / 2
  const holes = rings.slice(1).map((ring) => unwrapRing(openRing(ring), middle))
  const edges = toEdges([outerRing, ...holes])
  const bands = buildBands(edges, box)
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt((box.south + box.north) / 2)
  const squareDegrees = Math.abs(areaOf(outerRing))
  return {
    box: toWrappedBox(box),
    sizeM: Math.sqrt((squareDegrees * perLatitudeDegree * perLongitudeDegree) / Math.PI),
    distanceM(latitude, longitude, maxM) {
      const x = nearestTurn(longitude, middle)
      const distance = distanceToEdges(edges, bands, latitude, x, maxM)
      return polygonContains(edges, bands, latitude, x) ? -distance : distance
    },
  }
}

/** Removes the last corner if it repeats the first. */
function openRing(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]
  return isClosed ? ring.slice(0, -1) : ring
}

function unwrapRing(ring: readonly Position[], nearLongitude: number): Position[] {
  let previous = nearLongitude
  return ring.map(([latitude, longitude]) => {
    previous = nearestTurn(longitude, previous)
    return [latitude, previous]
  })
}

/** Returns the signed area in square degrees. */
function areaOf(ring: readonly Position[]): number {
  const [originLatitude = 0, originLongitude = 0] = ring[0] ?? []
  let sum = 0
  for (const [pointIndex, [latitude, longitude]] of ring.entries()) {
    const [nextLatitude = 0, nextLongitude = 0] = ring[(pointIndex + 1) % ring.length] ?? []
    sum +=
      (longitude - originLongitude) * (nextLatitude - originLatitude) -
      (nextLongitude - originLongitude) * (latitude - originLatitude)
  }
  return sum / 2
}

function boxOf(ring: readonly Position[]) {
  let [south, north, west, east] = [90, -90, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [latitude, longitude] of ring) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return { south, north, west, east }
}

function toEdges(rings: readonly (readonly Position[])[]): Edges {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  const edges: Edges = {
    fromLatitude: new Float64Array(count),
    fromLongitude: new Float64Array(count),
    toLatitude: new Float64Array(count),
    toLongitude: new Float64Array(count),
  }
  let edge = 0
  for (const ring of rings) {
    for (const [pointIndex, from] of ring.entries()) {
      const to = ring[(pointIndex + 1) % ring.length] ?? from
      edges.fromLatitude[edge] = from[0]
      edges.fromLongitude[edge] = from[1]
      edges.toLatitude[edge] = to[0]
      edges.toLongitude[edge] = to[1]
      edge++
    }
  }
  return edges
}

function buildBands(edges: Edges, { south, north }: { readonly south: number; readonly north: number }): Bands {
  const edgeCount = edges.fromLatitude.length
  for (let count = Math.max(1, Math.ceil(edgeCount / EDGES_PER_BAND)); ; count = Math.ceil(count / 2)) {
    const bandDegrees = (north - south) / count
    const grid = { south, bandDegrees, count }
    const starts = new Uint32Array(count + 1)
    for (let edge = 0; edge < edgeCount; edge++) {
      const [first, last] = latitudeBandsOf(grid, edges.fromLatitude[edge], edges.toLatitude[edge])
      for (let band = first; band <= last; band++) starts[band + 1]++
    }
    for (let band = 0; band < count; band++) starts[band + 1] += starts[band]
    if (starts[count] > MAX_ENTRIES_PER_EDGE * edgeCount && count > 1) continue
    const entries = new Uint32Array(starts[count])
    const next = starts.slice()
    for (let edge = 0; edge < edgeCount; edge++) {
      const [first, last] = latitudeBandsOf(grid, edges.fromLatitude[edge], edges.toLatitude[edge])
      for (let band = first; band <= last; band++) entries[next[band]++] = edge
    }
    return { ...grid, starts, entries }
  }
}

function latitudeBandsOf(grid: Pick<Bands, 'south' | 'bandDegrees' | 'count'>, a: number, b: number): [number, number] {
  return [latitudeBandOf(grid, Math.min(a, b)), latitudeBandOf(grid, Math.max(a, b))]
}

function latitudeBandOf(
  { south, bandDegrees, count }: Pick<Bands, 'south' | 'bandDegrees' | 'count'>,
  latitude: number,
) {
  return Math.max(0, Math.min(count - 1, Math.floor((latitude - south) / bandDegrees)))
}

/**
 * Applies the even-odd rule: a position is inside if a ray to the east crosses an odd number of edges. Holes need no
 * special handling.
 */
function polygonContains(edges: Edges, bands: Bands, latitude: number, longitude: number): boolean {
  const { fromLatitude, fromLongitude, toLatitude, toLongitude } = edges
  const { starts, entries } = bands
  const band = latitudeBandOf(bands, latitude)
  let isInside = false
  for (let edgeIndex = starts[band], end = starts[band + 1]; edgeIndex < end; edgeIndex++) {
    const edge = entries[edgeIndex]
    const [y1, y2] = [fromLatitude[edge], toLatitude[edge]]
    if (y1 > latitude === y2 > latitude) continue
    const share = (latitude - y1) / (y2 - y1)
    if (longitude < fromLongitude[edge] + share * (toLongitude[edge] - fromLongitude[edge])) isInside = !isInside
  }
  return isInside
}

/**
 * Returns the distance to the nearest edge, or `maxM` if no edge is nearer. The distance is computed on a plane at this
 * latitude, on which edges are also straight.
 */
function distanceToEdges(edges: Edges, bands: Bands, latitude: number, longitude: number, maxM: number): number {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  const { starts, entries } = bands
  const reachDegrees = maxM / perLatitudeDegree
  const first = latitudeBandOf(bands, latitude - reachDegrees)
  const last = latitudeBandOf(bands, latitude + reachDegrees)
  let nearestSquare = maxM * maxM
  for (let edgeIndex = starts[first], end = starts[last + 1]; edgeIndex < end; edgeIndex++) {
    const edge = entries[edgeIndex]
    const x = (edges.fromLongitude[edge] - longitude) * perLongitudeDegree
    const y = (edges.fromLatitude[edge] - latitude) * perLatitudeDegree
    const dx = (edges.toLongitude[edge] - longitude) * perLongitudeDegree - x
    const dy = (edges.toLatitude[edge] - latitude) * perLatitudeDegree - y
    const lengthSquare = dx * dx + dy * dy
    const share = lengthSquare === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / lengthSquare))
    const [footX, footY] = [x + share * dx, y + share * dy]
    nearestSquare = Math.min(nearestSquare, footX * footX + footY * footY)
  }
  return Math.sqrt(nearestSquare)
}
