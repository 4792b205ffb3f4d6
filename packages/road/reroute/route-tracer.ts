import { type Coordinates, rulerAt } from '@fairway/geo'
import type { MatchMap } from '../match/match-map.ts'
import type { SnapIndex } from '../snap/snap-index.ts'
import { LineFollower } from './line/line-follower.ts'
import { LineMatcher } from './line/line-matcher.ts'
import { coarseTolerance, exactTolerance } from './line/line-point.ts'
import { lengthMeters } from './line/sample-line.ts'
import type { TracedPath } from './traced-path.ts'

type TraceFailureReason =
  /** The line has at most one point. */
  | 'too-few-points'
  /** The line is far from the map. */
  | 'off-map'
  /**
   * The line crosses the map back and forth many times. No route does this, and matching the line would take seconds.
   */
  | 'too-long'
  /** Most of the line is not on a road of the map. */
  | 'off-road'
  /** The line is on roads, but no path connects them. */
  | 'in-pieces'

/** The path that a route's line was drawn from, and the method that found it. */
export type Trace =
  /** This service drew the line, and every point matches. */
  | { readonly kind: 'exact'; readonly path: TracedPath }
  /** Another service drew the line, and `share` of its length lies on roads. */
  | { readonly kind: 'matched'; readonly path: TracedPath; readonly share: number }
  | { readonly kind: 'lost'; readonly reason: TraceFailureReason }

/** Margin around the map, because lines from other maps may end slightly outside this map. */
const MAP_MARGIN_MICRODEGREES = 5000

/** Maximum length of a line that was not drawn from this map, as a multiple of the map's diagonal. */
const MAX_LENGTH_IN_DIAGONALS = 20

/**
 * Finds the path on the map for the line of a route. Each thread needs its own instance, because an instance owns
 * scratch memory.
 */
export class RouteTracer {
  private readonly follower: LineFollower
  private readonly index: SnapIndex
  private readonly source: MatchMap
  /** A matcher that is created on demand, because few threads receive a line from another service. */
  private matcher: LineMatcher | undefined

  constructor(source: MatchMap) {
    this.source = source
    this.index = source.map.snapIndex
    this.follower = new LineFollower(source.map)
  }

  trace(line: Coordinates): Trace {
    if (line.latitude.length < 2) return { kind: 'lost', reason: 'too-few-points' }
    if (!this.isNearMap(line)) return { kind: 'lost', reason: 'off-map' }
    const path = this.follow(line)
    if (path) return { kind: 'exact', path }
    if (lengthMeters(line) > MAX_LENGTH_IN_DIAGONALS * this.diagonalMeters())
      return { kind: 'lost', reason: 'too-long' }
    this.matcher ??= new LineMatcher(this.source)
    return this.matcher.match(line)
  }

  private follow(line: Coordinates): TracedPath | undefined {
    const path = this.follower.follow(line, exactTolerance)
    if (!path) return isCoarse(line) ? this.follower.follow(line, coarseTolerance) : undefined
    const last = line.latitude.length - 1
    return { ...path, first: pointAt(line, 0), last: pointAt(line, last) }
  }

  private diagonalMeters(): number {
    const { south, cellLatitude, cellLongitude, rows, columns } = this.index.grid
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt((south + (rows * cellLatitude) / 2) / 1e6)
    return Math.hypot(
      (rows * cellLatitude * perLatitudeDegree) / 1e6,
      (columns * cellLongitude * perLongitudeDegree) / 1e6,
    )
  }

  private isNearMap({ latitude, longitude }: Coordinates): boolean {
    const { south, west, cellLatitude, cellLongitude, rows, columns } = this.index.grid
    const middleLatitude = south + (rows * cellLatitude) / 2
    const middleLongitude = west + (columns * cellLongitude) / 2
    for (let i = 0; i < latitude.length; i++) {
      const north = Math.abs(latitude[i] - middleLatitude) - (rows * cellLatitude) / 2
      const degrees = Math.abs(longitude[i] - middleLongitude)
      const east = Math.min(degrees, 360e6 - degrees) - (columns * cellLongitude) / 2
      if (north <= MAP_MARGIN_MICRODEGREES && east <= MAP_MARGIN_MICRODEGREES) return true
    }
    return false
  }
}

function isCoarse({ latitude, longitude }: Coordinates): boolean {
  for (let i = 0; i < latitude.length; i++) if (latitude[i] % 10 !== 0 || longitude[i] % 10 !== 0) return false
  return true
}

function pointAt({ latitude, longitude }: Coordinates, i: number): { latitude: number; longitude: number } {
  return { latitude: latitude[i], longitude: longitude[i] }
}
