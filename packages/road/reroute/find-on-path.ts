import { longitudeDifference, type Ruler, rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { DriveRecord } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import { arcFractionAt, distancesAlong, type PathPosition, type TracedPath } from './traced-path.ts'

/** Reported position of a vehicle. */
export interface Position {
  /** Coordinates in degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly accuracyMeters?: number
  /** Heading in degrees, or undefined if it is unknown. */
  readonly heading?: number
}

/** The point of a path closest to a position, and whether the position is close enough to be on the path. */
export interface PathProjection {
  readonly kind: 'on' | 'off'
  readonly at: PathPosition
  readonly offMeters: number
  readonly doneMeters: number
  readonly leftMeters: number
}

const WINDOW_METERS = 50
/**
 * Minimum gain for a later pass, in meters. If a path passes a position twice, the later pass is chosen only if it is
 * closer by more than typical position noise.
 */
const MIN_LATER_GAIN_METERS = 10
/**
 * Penalty for driving in the wrong direction, in meters. With this penalty, the wrong direction is treated as a
 * position error only if no other road is near.
 */
const WRONG_WAY_PENALTY_METERS = 30
const WRONG_WAY_DEGREES = 120

/**
 * Finds the vehicle's position on the path at or after `from`. The first of several matching passes is chosen. A
 * snapped stop matches only at its own location, so its window is narrow.
 */
export function findOnPath(
  network: RoadNetwork,
  path: TracedPath,
  position: Position,
  from: PathPosition,
  windowMeters = WINDOW_METERS,
): PathProjection {
  const search = new PassingPointSearch(network, path, position, windowMeters)
  const passingPoint = search.findWithinWindow(from) ?? search.findNearest(from)
  const kind = passingPoint.meters <= search.window ? 'on' : 'off'
  const { at, offMeters } = passingPoint
  const distancesCm = distancesAlong(network, path)
  const { lengthCm } = network.edges
  const arcLengthCm = lengthCm[network.arcs.edgeSide[path.arcs[at.index]] >>> 1]
  const enterFraction = arcFractionAt(network, path, { index: at.index, position: path.enter[at.index] })
  const doneMeters = (distancesCm[at.index] + (arcFractionAt(network, path, at) - enterFraction) * arcLengthCm) / 100
  return { kind, at, offMeters, doneMeters, leftMeters: distancesCm[path.arcs.length] / 100 - doneMeters }
}

/** Finds the positions of the stops along a path, in order. Returns undefined if the path misses any stop. */
export function findStops(
  network: RoadNetwork,
  path: TracedPath,
  stops: readonly Position[],
  from: PathPosition,
): PathPosition[] | undefined {
  const positions: PathPosition[] = []
  for (const stop of stops) {
    const { kind, at } = findOnPath(network, path, stop, positions.at(-1) ?? from)
    if (kind === 'off') return undefined
    positions.push(at)
  }
  return positions
}

interface PassingPoint {
  readonly at: PathPosition
  readonly offMeters: number
  /** Distance in meters, plus a penalty for the wrong direction. */
  readonly meters: number
}

/**
 * Walks along a path and records the closest position of every pass. A pass is a contiguous section within the window.
 */
class PassingPointSearch {
  readonly window: number
  private readonly network: RoadNetwork
  private readonly path: TracedPath
  private readonly position: Position
  private readonly ruler: Ruler
  /** Maximum distance of a segment in meters. Segments farther away are skipped. */
  private maxSearchMeters = 0
  private bestPass: PassingPoint | undefined
  private currentPass: PassingPoint | undefined

  constructor(network: RoadNetwork, path: TracedPath, position: Position, windowMeters: number) {
    this.network = network
    this.path = path
    this.position = position
    this.ruler = rulerAt(position.latitude)
    this.window = Math.max(windowMeters, position.accuracyMeters ?? 0)
  }

  /** Finds the first pass within the window, or a later pass that is clearly closer. */
  findWithinWindow(from: PathPosition): PassingPoint | undefined {
    this.maxSearchMeters = this.window
    this.bestPass = undefined
    for (let i = from.index; i < this.path.arcs.length; i++) this.visitArc(i, from)
    this.leave()
    return this.bestPass
  }

  /** Finds the nearest position for a vehicle that is off the path. */
  findNearest(from: PathPosition): PassingPoint {
    this.maxSearchMeters = Number.POSITIVE_INFINITY
    this.currentPass = undefined
    for (let i = from.index; i < this.path.arcs.length; i++) {
      this.visitArc(i, from)
      this.maxSearchMeters = this.currentPass ? (this.currentPass as PassingPoint).meters : this.maxSearchMeters
    }
    return this.currentPass ?? { at: from, offMeters: Number.POSITIVE_INFINITY, meters: Number.POSITIVE_INFINITY }
  }

  private visitArc(index: number, from: PathPosition): void {
    const arc = this.path.arcs[index]
    if (this.metersToBox(arc) > this.maxSearchMeters) {
      this.leave()
      return
    }
    const enter = index === from.index ? from.position : this.path.enter[index]
    const leave = this.path.leave[index]
    const { shapeFirst } = this.network.edges
    const edgeSide = this.network.arcs.edgeSide[arc]
    const last = shapeFirst[(edgeSide >>> 1) + 1] - 2
    const direction = (edgeSide & 1) === 1 ? -1 : 1
    const [low, high] = [Math.min(enter, leave), Math.max(enter, leave)]
    const firstSegment = Math.min(last, Math.floor(low))
    const lastSegment = Math.max(firstSegment, Math.ceil(high) - 1)
    for (let s = direction > 0 ? firstSegment : lastSegment; s >= firstSegment && s <= lastSegment; s += direction) {
      this.visitSegment(index, s, Math.max(0, low - s), Math.min(1, high - s), direction)
    }
  }

  private visitSegment(index: number, s: number, from: number, to: number, travelDirection: number): void {
    const { shapeLatitude, shapeLongitude } = this.network.edges
    const { perLatitudeDegree, perLongitudeDegree } = this.ruler
    const { latitude, longitude, heading } = this.position
    const dx = wrapMicrodegrees(shapeLongitude[s + 1] - shapeLongitude[s]) * 1e-6 * perLongitudeDegree
    const dy = (shapeLatitude[s + 1] - shapeLatitude[s]) * 1e-6 * perLatitudeDegree
    const x = longitudeDifference(shapeLongitude[s] / 1e6, longitude) * perLongitudeDegree
    const y = (latitude - shapeLatitude[s] / 1e6) * perLatitudeDegree
    const squaredLength = dx * dx + dy * dy
    const fraction = Math.min(to, Math.max(from, squaredLength > 0 ? (x * dx + y * dy) / squaredLength : 0))
    const offMeters = distanceMeters(x - fraction * dx, y - fraction * dy)
    const meters = offMeters + wrongWayMeters(heading, travelDirection * dx, travelDirection * dy)
    if (meters > this.maxSearchMeters) this.leave()
    else if (!this.currentPass || meters < this.currentPass.meters)
      this.currentPass = { at: { index, position: s + fraction }, offMeters, meters }
  }

  /** Ends a pass. The search for the closest position overall does not distinguish passes. */
  private leave(): void {
    if (this.maxSearchMeters !== this.window) return
    const { currentPass: current, bestPass } = this
    if (current && (!bestPass || current.meters < bestPass.meters - MIN_LATER_GAIN_METERS)) this.bestPass = current
    this.currentPass = undefined
  }

  private metersToBox(arc: number): number {
    const { drive } = this.network.arcs
    const base = arc * DriveRecord.SIZE
    const middle = (drive[base + DriveRecord.WEST] + drive[base + DriveRecord.EAST]) / 2e6
    const halfWidth = (drive[base + DriveRecord.EAST] - drive[base + DriveRecord.WEST]) / 2e6
    // The bounding box of a road that crosses the antimeridian spans almost the whole globe.
    const x = halfWidth > 90 ? 0 : Math.abs(longitudeDifference(middle, this.position.longitude)) - halfWidth
    const y = Math.max(
      drive[base + DriveRecord.SOUTH] / 1e6 - this.position.latitude,
      this.position.latitude - drive[base + DriveRecord.NORTH] / 1e6,
    )
    return distanceMeters(Math.max(0, x) * this.ruler.perLongitudeDegree, Math.max(0, y) * this.ruler.perLatitudeDegree)
  }
}

/** Returns the Euclidean distance. This formula is ten times as fast as Math.hypot. */
function distanceMeters(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

function wrongWayMeters(heading: number | undefined, dx: number, dy: number): number {
  if (heading === undefined || heading < 0 || (dx === 0 && dy === 0)) return 0
  const bearing = (Math.atan2(dx, dy) * 180) / Math.PI
  const headingError = Math.abs(((((heading - bearing) % 360) + 540) % 360) - 180)
  return headingError > WRONG_WAY_DEGREES ? WRONG_WAY_PENALTY_METERS : 0
}
