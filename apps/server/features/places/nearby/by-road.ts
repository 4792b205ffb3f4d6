import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome, TaskOwner } from '../../../platform/compute/task.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { computeMatrix } from '../../road/matrix/cells/compute-matrix.ts'
import type { MatrixJob, PointList } from '../../road/matrix/cells/matrix-job.ts'
import type { MatrixOutcome } from '../../road/matrix/cells/matrix-numbers.ts'
import type { NearbyFailure } from './failures.ts'
import type { NearbyPlace } from './find-nearby.ts'
import type { NearbyRequest } from './request.ts'

export interface RoadsOptions {
  readonly regions: RegionDirectory
  /** Computes a matrix on the compute threads. */
  readonly compute: (job: MatrixJob, options: TaskOptions) => Promise<TaskOutcome<MatrixOutcome>>
  /** Maximum distance from a point to the road it snaps to, in meters. */
  readonly radiusMeters: number
}

export interface RoadPlace extends NearbyPlace {
  readonly roadMeters: number
  readonly durationMin: number
}

/** Maximum number of measured candidates. The nearest place by road is not always the nearest in a straight line. */
export const MAX_MEASURED_PLACES = 1000
/**
 * Maximum number of single routes that the request thread computes. More routes run on compute threads, so that they do
 * not delay other requests.
 */
const MAX_INLINE_SINGLE_CELLS = 100

/** Returns the places reachable by car, nearest by road first. Each place is measured on its own map. */
export async function measureByRoad(
  places: readonly NearbyPlace[],
  request: NearbyRequest,
  owner: TaskOwner,
  options: RoadsOptions,
): Promise<Result<RoadPlace[], NearbyFailure>> {
  const roadPlaces: RoadPlace[] = []
  let failure: NearbyFailure | undefined
  for (const group of Map.groupBy(places, ({ region }) => region).values()) {
    const groupResult = await measureGroup(group, request, owner, options)
    if (groupResult.ok) roadPlaces.push(...groupResult.value)
    else failure ??= groupResult.failure
  }
  if (roadPlaces.length === 0 && failure) return fail(failure)
  return ok(roadPlaces.sort((a, b) => a.roadMeters - b.roadMeters || a.distanceMeters - b.distanceMeters))
}

/** Drops places without road access and measures the others again. */
async function measureGroup(
  places: readonly NearbyPlace[],
  request: NearbyRequest,
  owner: TaskOwner,
  options: RoadsOptions,
): Promise<Result<RoadPlace[], NearbyFailure>> {
  if (places.length === 0) return ok([])
  const outcome = await computeJob(toJob(places, request, options), owner, options)
  switch (outcome.kind) {
    case 'numbers':
      return ok(toRoadPlaces(places, outcome))
    case 'busy':
      return fail({ kind: 'roads-busy', retryAfterSeconds: outcome.retryAfterSeconds })
    case 'failure':
      break
    default:
      return fail({ kind: 'roads-unavailable' })
  }
  const { failure } = outcome
  if (failure.kind === 'engine-unavailable' || failure.kind === 'maps-unavailable')
    return fail({ kind: 'roads-unavailable' })
  const unsnappedFields = 'fields' in failure ? new Set<string>(failure.fields) : undefined
  if (!unsnappedFields || unsnappedFields.has('origins[0]'))
    return fail({ kind: 'no-road-here', radiusMeters: options.radiusMeters })
  const reachable = places.filter((_, index) => !unsnappedFields.has(`destinations[${index}]`))
  return reachable.length < places.length ? await measureGroup(reachable, request, owner, options) : ok([])
}

type Outcome = MatrixOutcome | Exclude<TaskOutcome<never>, { kind: 'done' }>

async function computeJob(
  job: MatrixJob,
  owner: TaskOwner,
  { regions, compute: computeInWorker }: RoadsOptions,
): Promise<Outcome> {
  const inlineOutcome = await computeMatrix(regions, job, {
    isCancelled: () => false,
    maxSingles: MAX_INLINE_SINGLE_CELLS,
  })
  if (inlineOutcome.kind !== 'too-heavy') return inlineOutcome
  const taskOutcome = await computeInWorker(job, { owner, cancel: new CancelFlag().shared })
  return taskOutcome.kind === 'done' ? taskOutcome.value : taskOutcome
}

function toJob(places: readonly NearbyPlace[], request: NearbyRequest, { radiusMeters }: RoadsOptions): MatrixJob {
  const { nowMs } = request
  return {
    origins: toPointList('origins', [request]),
    destinations: toPointList('destinations', places),
    metrics: ['distance', 'duration'],
    profile: undefined,
    avoidAreas: [],
    departMs: nowMs,
    nowMs,
    radiusMeters,
  }
}

function toPointList(field: string, points: readonly { latitude: number; longitude: number }[]): PointList {
  return {
    field,
    latitude: points.map(({ latitude }) => latitude),
    longitude: points.map(({ longitude }) => longitude),
  }
}

function toRoadPlaces(
  places: readonly NearbyPlace[],
  { numbers }: Extract<MatrixOutcome, { kind: 'numbers' }>,
): RoadPlace[] {
  const { distance, duration } = numbers.values
  return places.flatMap((place, cell) => {
    const [decimeters = -1, milliminutes = -1] = [distance?.[cell], duration?.[cell]]
    if (decimeters < 0) return []
    return [{ ...place, roadMeters: decimeters / 10, durationMin: milliminutes / 1000 }]
  })
}
