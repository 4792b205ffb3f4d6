import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import type { MatrixFailure } from './failures.ts'
import { findMaps } from './find-map.ts'
import { countCells, type MatrixJob, toPointName } from './matrix-job.ts'
import type { MatrixOutcome, MatrixResult } from './matrix-numbers.ts'
import { type ComputeOptions, MatrixComputation } from './matrix-work.ts'
import { type SnappedStops, snapMatrixPoints, toSnappedPoints } from './place-points.ts'
import { getProfile, listPreferences } from './profile-of.ts'

/**
 * Computes a matrix on the smallest map that contains all points. Every cell equals the /v1/route result for its two
 * points.
 */
export async function computeMatrix(
  regions: RegionDirectory,
  job: MatrixJob,
  options: ComputeOptions,
): Promise<MatrixOutcome> {
  const maps = await findMaps(regions, job)
  if (!maps.ok) return { kind: 'failure', failure: maps.failure }
  let firstOutcome: MatrixOutcome | undefined
  for (const region of maps.value) {
    const outcome = await computeOnRegion(region, job, options)
    if (outcome.kind !== 'failure') return outcome
    // A larger map may contain a road that the smaller map lacks.
    firstOutcome ??= outcome
  }
  return firstOutcome ?? { kind: 'cancelled' }
}

async function computeOnRegion(region: Region, job: MatrixJob, options: ComputeOptions): Promise<MatrixOutcome> {
  if (region.traffic && countCells(job) > (options.maxCellsInTraffic ?? Number.POSITIVE_INFINITY))
    return { kind: 'too-heavy' }
  const snapResult = await snapOnRegion(region, job)
  if ('kind' in snapResult) return { kind: 'failure', failure: snapResult }
  const { snapshot, snappedStops } = snapResult
  const computation = new MatrixComputation(region, snapshot, job, snappedStops)
  const outcome = await computation.fill(options)
  if (outcome !== 'filled') return outcome
  const matrixResult: MatrixResult = {
    rows: snappedStops.origins.length,
    columns: snappedStops.destinations.length,
    values: computation.values,
    ...toFrame(region, job, snapResult),
  }
  return { kind: 'numbers', numbers: matrixResult }
}

/** Points of a matrix, snapped to the roads of one map. */
export interface SnappedJob {
  readonly snapshot: MetricSnapshot
  readonly snappedStops: SnappedStops
}

export async function snapOnRegion(region: Region, job: MatrixJob): Promise<SnappedJob | MatrixFailure> {
  const { avoidAreas, departMs, nowMs } = job
  const pendingSnapshot = region.getMetricSnapshot({ profile: getProfile(job), avoidAreas, departMs, nowMs })
  // The main thread logs why a metric is unavailable.
  const snapshot = pendingSnapshot instanceof Promise ? await pendingSnapshot.catch(() => undefined) : pendingSnapshot
  if (!snapshot) return { kind: 'engine-unavailable' }
  const snappedStops = snapMatrixPoints(region, snapshot.metric, job)
  return findUnsnappedPoints(job, snappedStops) ?? { snapshot, snappedStops }
}

/** Returns the metadata of a matrix, without its cells. */
export function toFrame(
  region: Region,
  job: MatrixJob,
  { snapshot, snappedStops }: SnappedJob,
): Omit<MatrixResult, 'rows' | 'columns' | 'values'> {
  const { region: name, dataset, attribution } = region.handle
  return {
    ...toSnappedPoints(region, snapshot.metric, job, snappedStops),
    data: { region: name, dataset, attribution },
    snapshotAtMs: snapshot.traffic?.state.takenAtMs,
    trafficSource: snapshot.traffic ? region.findTrafficSource(snapshot.traffic, job.departMs, job.nowMs) : 'none',
  }
}

function findUnsnappedPoints(job: MatrixJob, { placement }: SnappedStops): MatrixFailure | undefined {
  const unsnappedPoints = new Set([
    ...placement.unsnappedSources.map((index) => toPointName(job.origins, index)),
    ...placement.unsnappedTargets.map((index) => toPointName(job.destinations, index)),
  ])
  if (unsnappedPoints.size === 0) return undefined
  const { radiusMeters, origins, destinations } = job
  const hasBearings = [origins, destinations].some(({ constraints }) => constraints?.some(({ bearing }) => bearing))
  const preferences = [...(hasBearings ? ['bearings'] : []), ...listPreferences(job)]
  return { kind: 'points-not-snapped', fields: [...unsnappedPoints], radiusMeters, preferences }
}
