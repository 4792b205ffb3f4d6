import type { RoadMetric } from '@fairway/road/map.ts'
import { type PointEnds, toPointEnds } from '@fairway/road/matrix/point-ends.ts'
import type { Stop } from '@fairway/road/route/stop-snaps.ts'
import type { Snap } from '@fairway/road/snap/snapper.ts'
import type { Region } from '../../engines/region.ts'
import type { PointList } from './matrix-job.ts'
import type { SnappedPoints } from './matrix-numbers.ts'

/** A point on the road, as trips begin and end there. */
export interface PlacedPoint {
  readonly stop: Stop
  readonly ends: PointEnds
  readonly nearest: Snap
  /** On the main network: where it is put does not depend on the other end of the trip. */
  readonly isOnMain: boolean
}

/** A point with the roads near it, to begin a trip on and to end it on. */
interface SnappedStop {
  readonly stop: Stop
  readonly source: readonly Snap[]
  readonly target: readonly Snap[]
}

export interface SnappedList {
  readonly stops: readonly SnappedStop[]
  /** Numbers of those that have no road nearby. */
  readonly lost: readonly number[]
}

/**
 * Finds roads for points as the planner would. It looks at both stops of a trip, and moves them to the main network unless
 * another part serves both: for nearly all points that is the same whichever the other one is.
 */
export function snapPoints(region: Region, metric: RoadMetric, list: PointList, radiusMeters: number): SnappedList {
  const stops: SnappedStop[] = []
  const lost: number[] = []
  list.latitude.forEach((latitude, index) => {
    const stop = { latitude, longitude: list.longitude[index] ?? 0, heading: -1 }
    const snaps = region.planner.snap({ metric, stops: [stop, stop], radiusMeters, alternatives: 0 })
    const [source, target] = 'kind' in snaps ? [] : snaps
    if (source && target) stops.push({ stop, source, target })
    else lost.push(index)
  })
  return { stops, lost }
}

export function placePoints(
  region: Region,
  metric: RoadMetric,
  { stops }: SnappedList,
  kind: 'source' | 'target',
): PlacedPoint[] {
  return stops.map((snapped) => {
    const snaps = snapped[kind]
    const nearest = snaps.reduce((best, snap) => (snap.distanceMeters < best.distanceMeters ? snap : best))
    return { stop: snapped.stop, ends: endsOf(region, metric, snaps, kind), nearest, isOnMain: isMain(region, nearest) }
  })
}

function endsOf({ map, planner }: Region, metric: RoadMetric, snaps: readonly Snap[], kind: 'source' | 'target') {
  const list = planner.sources
  list.clear()
  list.addSnaps(metric.weights.arc, snaps, kind)
  return toPointEnds(map.network, list)
}

function isMain({ map }: Region, { edge }: Snap): boolean {
  const { edges, arcs } = map.network
  const along = edges.arc[2 * edge] ?? 0
  return arcs.part[along < arcs.count ? along : (edges.arc[2 * edge + 1] ?? 0)] === 0
}

export function toSnapped({ map, texts }: Region, points: readonly PlacedPoint[]): SnappedPoints {
  const { edges, roads } = map.network
  return {
    latitude: Int32Array.from(points, ({ nearest }) => nearest.latitude),
    longitude: Int32Array.from(points, ({ nearest }) => nearest.longitude),
    distanceMeters: Float64Array.from(points, ({ nearest }) => nearest.distanceMeters),
    name: points.map(({ nearest }) => texts.get(roads.name[edges.road[nearest.edge] ?? 0] ?? 0)),
  }
}
