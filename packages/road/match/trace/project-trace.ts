import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { MatchMap } from '../match-map.ts'
import type { MatchedPiece, MatchedTrack } from '../matched-track.ts'
import type { Track } from '../track.ts'
import type { TraceGroups } from './trace-groups.ts'

/** Outcomes for a position. */
export const PointFate = { invalid: 0, matched: 1, offRoad: 2, outlier: 3 } as const

/** The result for every position of a trace, by index. */
export interface TracePoints {
  readonly fate: Uint8Array
  /** Index of the piece, or -1 if the position was not matched. */
  readonly piece: Int32Array
  /** Matched position in microdegrees. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly edge: Uint32Array
  /** Speed limit in the direction of travel in km/h, or 0 if it is unknown. */
  readonly limitKmh: Uint8Array
  readonly distanceMeters: Float32Array
  /** Driven distance from the beginning of the piece, in meters. */
  readonly alongMeters: Float64Array
  readonly confidence: Float32Array
}

/** Maximum distance between a position and its path: this many σ plus this many meters. */
const OUTLIER_SIGMAS = 6
const OUTLIER_METERS = 30

/** Projects every position of a trace onto the path that was matched to the means of its groups. */
export function projectTrace(
  source: MatchMap,
  track: Track,
  point: Uint32Array,
  groups: TraceGroups,
  { pieces, points: groupPoints }: MatchedTrack,
  sigmaMeters: number,
): TracePoints {
  const projected = createPoints(track.count)
  const pieceProjectors = pieces.map((piece) => new PieceProjector(source, piece))
  for (let group = 0; group + 1 < groups.first.length; group++) {
    const number = groupPoints.piece[group]
    const projector = pieceProjectors[number]
    projector?.advanceToGroup(group)
    for (let i = groups.first[group]; i < groups.first[group + 1]; i++) {
      const p = point[i]
      if (!projector) {
        projected.fate[p] = groupPoints.outlier[group] === 1 ? PointFate.outlier : PointFate.offRoad
        continue
      }
      projector.project(track.latitude[p] * 1e6, track.longitude[p] * 1e6)
      const isOutlier = projector.meters > OUTLIER_METERS + OUTLIER_SIGMAS * sigmaMeters
      projected.fate[p] = isOutlier ? PointFate.outlier : PointFate.matched
      if (!isOutlier) writePoint(projected, p, number, projector)
    }
  }
  return projected
}

function createPoints(count: number): TracePoints {
  return {
    fate: new Uint8Array(count),
    piece: new Int32Array(count).fill(-1),
    latitude: new Int32Array(count),
    longitude: new Int32Array(count),
    edge: new Uint32Array(count),
    limitKmh: new Uint8Array(count),
    distanceMeters: new Float32Array(count).fill(Number.NaN),
    alongMeters: new Float64Array(count),
    confidence: new Float32Array(count),
  }
}

function writePoint(points: TracePoints, p: number, piece: number, projector: PieceProjector): void {
  points.piece[p] = piece
  points.latitude[p] = Math.round(projector.latitude)
  points.longitude[p] = wrapMicrodegrees(Math.round(projector.longitude))
  points.edge[p] = projector.edge
  points.limitKmh[p] = projector.limitKmh
  points.distanceMeters[p] = projector.meters
  points.alongMeters[p] = projector.alongMeters
  points.confidence[p] = projector.confidence
}

/** Finds the nearest point on the section of a piece around one of its fixes. */
class PieceProjector {
  latitude = 0
  longitude = 0
  edge = 0
  limitKmh = 0
  meters = 0
  alongMeters = 0
  private readonly source: MatchMap
  private readonly piece: MatchedPiece
  /** Driven distance before every stretch, in centimeters. */
  private readonly beforeCm: Float64Array
  private fix = 0

  constructor(source: MatchMap, piece: MatchedPiece) {
    this.source = source
    this.piece = piece
    const { count, arc, from, to } = piece.stretches
    const { arcs, edges } = source.map.network
    this.beforeCm = new Float64Array(count + 1)
    for (let i = 0; i < count; i++)
      this.beforeCm[i + 1] = this.beforeCm[i] + (to[i] - from[i]) * edges.lengthCm[arcs.edgeSide[arc[i]] >>> 1]
  }

  get confidence(): number {
    return this.piece.fixes.confidence[this.fix]
  }

  /** Advances to the fix of a group. Groups between two fixes belong to a stationary vehicle. */
  advanceToGroup(group: number): void {
    const { count, point } = this.piece.fixes
    while (this.fix + 1 < count && point[this.fix + 1] <= group) this.fix++
  }

  /** Projects a position in microdegrees onto the path. */
  project(latitude: number, longitude: number): void {
    const { fixes, stretches } = this.piece
    const [previousFix, nextFix] = [Math.max(0, this.fix - 1), Math.min(fixes.count - 1, this.fix + 1)]
    const ruler = rulerAt(latitude * 1e-6)
    const perLatitude = ruler.perLatitudeDegree * 1e-6
    const perLongitude = ruler.perLongitudeDegree * 1e-6
    this.meters = Number.POSITIVE_INFINITY
    for (let i = fixes.stretch[previousFix]; i <= fixes.stretch[nextFix]; i++) {
      const from = i === fixes.stretch[previousFix] ? fixes.fraction[previousFix] : stretches.from[i]
      const to = i === fixes.stretch[nextFix] ? fixes.fraction[nextFix] : stretches.to[i]
      this.projectOnStretch(i, from, to, latitude, longitude, perLatitude, perLongitude)
    }
  }

  private projectOnStretch(
    stretch: number,
    from: number,
    to: number,
    latitude: number,
    longitude: number,
    perLatitude: number,
    perLongitude: number,
  ): void {
    const { map, shapeAlong } = this.source
    const { arcs, edges } = map.network
    const { shapeFirst, shapeLatitude, shapeLongitude, lengthCm } = edges
    const arc = this.piece.stretches.arc[stretch]
    const edgeSide = arcs.edgeSide[arc]
    const edge = edgeSide >>> 1
    const isReversed = (edgeSide & 1) === 1
    // Both limits are in centimeters along the edge, regardless of the direction of travel.
    const low = (isReversed ? 1 - to : from) * lengthCm[edge]
    const high = (isReversed ? 1 - from : to) * lengthCm[edge]
    for (let s = shapeFirst[edge], end = shapeFirst[edge + 1] - 1; s < end; s++) {
      if (shapeAlong[s + 1] < low || shapeAlong[s] > high) continue
      const segmentCm = shapeAlong[s + 1] - shapeAlong[s]
      const dx = wrapMicrodegrees(shapeLongitude[s + 1] - shapeLongitude[s]) * perLongitude
      const dy = (shapeLatitude[s + 1] - shapeLatitude[s]) * perLatitude
      const ax = wrapMicrodegrees(shapeLongitude[s] - longitude) * perLongitude
      const ay = (shapeLatitude[s] - latitude) * perLatitude
      const squaredLength = dx * dx + dy * dy
      const share = squaredLength > 0 ? -(ax * dx + ay * dy) / squaredLength : 0
      const minFraction = segmentCm > 0 ? Math.max(0, (low - shapeAlong[s]) / segmentCm) : 0
      const maxFraction = segmentCm > 0 ? Math.min(1, (high - shapeAlong[s]) / segmentCm) : 1
      const clamped = Math.min(maxFraction, Math.max(minFraction, share))
      const [px, py] = [ax + clamped * dx, ay + clamped * dy]
      const meters = Math.sqrt(px * px + py * py)
      if (meters >= this.meters) continue
      this.meters = meters
      this.edge = edge
      this.limitKmh = arcs.speedLimit[arc]
      this.latitude = latitude + py / perLatitude
      this.longitude = longitude + px / perLongitude
      this.alongMeters = this.metersAlongTrack(stretch, shapeAlong[s] + clamped * segmentCm, isReversed)
    }
  }

  private metersAlongTrack(stretch: number, edgeCm: number, isReversed: boolean): number {
    const { arc, from } = this.piece.stretches
    const { arcs, edges } = this.source.map.network
    const lengthCm = edges.lengthCm[arcs.edgeSide[arc[stretch]] >>> 1]
    const drivenCm = (isReversed ? lengthCm - edgeCm : edgeCm) - from[stretch] * lengthCm
    return (this.beforeCm[stretch] + Math.max(0, drivenCm)) / 100
  }
}
