import { PointSnapper, type RoadMetric, type Snap, type SnappedMatrix, type Stop } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { MatrixJob, PointList } from './matrix-job.ts'
import type { SnappedPoints } from './matrix-numbers.ts'

/** Matrix points, snapped to the roads of a map. */
export interface SnappedStops {
  readonly origins: readonly Stop[]
  readonly destinations: readonly Stop[]
  readonly placement: SnappedMatrix
}

const snappers = new WeakMap<Region, PointSnapper>()

export function snapMatrixPoints(
  region: Region,
  metric: RoadMetric,
  job: Pick<MatrixJob, 'origins' | 'destinations' | 'radiusMeters'>,
): SnappedStops {
  const snapper = snappers.get(region) ?? new PointSnapper(region.map)
  snappers.set(region, snapper)
  const origins = toStops(job.origins)
  const destinations = job.destinations === job.origins ? origins : toStops(job.destinations)
  return { origins, destinations, placement: snapper.snap(metric, origins, destinations, job.radiusMeters) }
}

function toStops({ latitude, longitude, constraints }: PointList): Stop[] {
  const stops: Stop[] = []
  for (let index = 0; index < latitude.length; index++) {
    stops.push({ latitude: latitude[index] ?? 0, longitude: longitude[index] ?? 0, heading: -1 })
  }
  return constraints ? stops.map((stop, index) => ({ ...stop, ...constraints[index] })) : stops
}

/** Returns the snapped positions for the reply, each on the nearest usable road. */
export function toSnappedPoints(
  region: Region,
  metric: RoadMetric,
  { radiusMeters }: MatrixJob,
  { origins, destinations, placement }: SnappedStops,
): Pick<Record<'origins' | 'destinations', SnappedPoints>, 'origins' | 'destinations'> {
  const { islands, sourceSnaps, targetSnaps } = placement
  const describeSnaps = (
    stops: readonly Stop[],
    snaps: readonly (readonly Snap[])[],
    onIslands: ReadonlySet<number>,
  ) => {
    const points: MutableSnappedPoints = { latitude: [], longitude: [], distanceMeters: [], name: [] }
    for (let index = 0; index < stops.length; index++) {
      const stop = stops[index]
      const defaultSnap = onIslands.has(index) ? undefined : snaps[index]?.[0]
      const snap = defaultSnap ?? (stop && findNearestSnap(region, metric, stop, radiusMeters))
      addPoint(region, snap, points)
    }
    return points
  }
  const snappedOrigins = describeSnaps(origins, sourceSnaps, new Set(islands.flatMap(({ sources }) => sources)))
  // In an all-to-all matrix without one-way islands, origins and destinations snap to the same positions.
  const usesSamePoints = origins === destinations && islands.length === 0
  if (usesSamePoints && sourceSnaps.every((snaps, index) => snaps === targetSnaps[index])) {
    return { origins: snappedOrigins, destinations: snappedOrigins }
  }
  return {
    origins: snappedOrigins,
    destinations: describeSnaps(destinations, targetSnaps, new Set(islands.flatMap(({ targets }) => targets))),
  }
}

/**
 * Finds the nearest snapped position of a point. On an island, the position depends on the other end of the trip, so
 * the point is used as both ends.
 */
function findNearestSnap(region: Region, metric: RoadMetric, stop: Stop, radiusMeters: number): Snap | undefined {
  const snaps = region.planner.snap({ metric, stops: [stop, stop], radiusMeters, alternatives: 0 })
  return 'kind' in snaps ? undefined : snaps[0]?.[0]
}

interface MutableSnappedPoints extends SnappedPoints {
  readonly latitude: number[]
  readonly longitude: number[]
  readonly distanceMeters: number[]
  readonly name: string[]
}

function addPoint({ map, strings }: Region, snap: Snap | undefined, points: MutableSnappedPoints): void {
  const { edges, roads } = map.network
  points.latitude.push(snap?.latitude ?? 0)
  points.longitude.push(snap?.longitude ?? 0)
  points.distanceMeters.push(snap?.distanceMeters ?? 0)
  points.name.push(snap ? strings.get(roads.name[edges.road[snap.edge] ?? 0] ?? 0) : '')
}
