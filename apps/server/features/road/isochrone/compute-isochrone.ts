import {
  durationCosts,
  lengthCosts,
  outlineContours,
  ReachSearch,
  type Snap,
  type Stop,
  withArcDurations,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { MatrixFailure } from '../matrix/cells/failures.ts'
import { findMaps } from '../matrix/cells/find-map.ts'
import { toPointName } from '../matrix/cells/matrix-job.ts'
import { getProfile, listPreferences } from '../matrix/cells/profile-of.ts'
import type { IsochroneJob, IsochroneOutcome } from './job.ts'
import { IsochroneWriter } from './reply-writer.ts'

const CS_PER_MINUTE = 6000
const CM_PER_KILOMETER = 100_000

/** Computes contours on the smallest map that contains all points. */
export async function computeIsochrone(
  regions: RegionDirectory,
  job: IsochroneJob,
  isCancelled: () => boolean,
): Promise<IsochroneOutcome> {
  const maps = await findMaps(regions, { ...job, origins: job.points, destinations: job.points })
  if (!maps.ok) return { kind: 'failure', failure: withFieldNames(maps.failure, job) }
  let firstFailure: IsochroneOutcome | undefined
  for (const region of maps.value) {
    if (isCancelled()) break
    const outcome = await computeOnRegion(region, job)
    if (outcome.kind === 'reply') return outcome
    // A larger map may contain a road that the smaller map lacks.
    firstFailure ??= outcome
  }
  return firstFailure ?? { kind: 'cancelled' }
}

const searches = new WeakMap<Region, ReachSearch>()
const writer = new IsochroneWriter()

async function computeOnRegion(region: Region, job: IsochroneJob): Promise<IsochroneOutcome> {
  const { avoidAreas, departMs, nowMs, direction, radiusMeters } = job
  const pendingSnapshot = region.getMetricSnapshot({ profile: getProfile(job), avoidAreas, departMs, nowMs })
  // The main thread logs why a metric is unavailable.
  const snapshot = pendingSnapshot instanceof Promise ? await pendingSnapshot.catch(() => undefined) : pendingSnapshot
  if (!snapshot) return { kind: 'failure', failure: { kind: 'engine-unavailable' } }
  const search = searches.get(region) ?? new ReachSearch(region.map)
  searches.set(region, search)
  const stops = toStops(job)
  const snaps = search.snap(snapshot.metric, stops, radiusMeters, direction)
  const fields = snaps.flatMap((list, index) => (list.length === 0 ? [toPointName(job.points, index)] : []))
  if (fields.length > 0) {
    const failure: MatrixFailure = {
      kind: 'points-not-snapped',
      fields,
      radiusMeters,
      preferences: listPreferences(job),
    }
    return { kind: 'failure', failure: withFieldNames(failure, job) }
  }
  return { kind: 'reply', json: writeReply(region, snapshot, job, search, snaps) }
}

function writeReply(
  region: Region,
  snapshot: MetricSnapshot,
  job: IsochroneJob,
  search: ReachSearch,
  snaps: readonly (readonly Snap[])[],
): Uint8Array {
  const { metric, traffic } = snapshot
  const { direction, departMs, nowMs, limits, unit } = job
  const network = withArcDurations(region.map.network, metric)
  const times = traffic && region.createArcTimes(network, traffic, departMs, nowMs)
  const costs = unit === 'minutes' ? durationCosts(network, times) : lengthCosts(network)
  const perUnit = unit === 'minutes' ? CS_PER_MINUTE : CM_PER_KILOMETER
  const pieces = search.find({
    metric,
    endpoints: search.toEndpoints(metric, snaps, direction),
    direction,
    costs,
    limits: limits.map((limit) => limit * perUnit),
    withCosts: job.geometry === 'network',
    centers: toStops(job),
  })
  const outlines =
    job.geometry === 'network'
      ? undefined
      : outlineContours(region.map, {
          metric,
          pieces,
          limitCount: limits.length,
          smoothMeters: job.smoothMeters,
        })
  return writer.write(region, snapshot, job, {
    pieces,
    outlines,
    snaps: snaps.flatMap(([snap]) => snap ?? []),
    perUnit,
  })
}

function toStops({ points: { latitude, longitude } }: IsochroneJob): Stop[] {
  return latitude.map((value, index) => ({ latitude: value, longitude: longitude[index] ?? 0, heading: -1 }))
}

/** Renames the field of a single point, because the request calls it `from` and not `from[0]`. */
function withFieldNames(failure: MatrixFailure, { isSinglePoint }: IsochroneJob): MatrixFailure {
  return isSinglePoint && 'fields' in failure ? { ...failure, fields: ['from'] } : failure
}
