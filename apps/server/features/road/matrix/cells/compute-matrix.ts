import type { Region } from '../../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import type { MatrixFailure } from './failures.ts'
import { findMaps } from './find-map.ts'
import { type MatrixJob, nameOf } from './matrix-job.ts'
import type { MatrixNumbers, MatrixOutcome } from './matrix-numbers.ts'
import { type ComputeOptions, MatrixWork } from './matrix-work.ts'
import { type PlacedPoints, placePoints, toSnapped } from './place-points.ts'
import { profileOf, wishesOf } from './profile-of.ts'

/**
 * Computes a matrix in which every cell equals the /v1/route result for its two points, on the smallest map that
 * contains all points.
 */
export async function computeMatrix(
  regions: RegionDirectory,
  job: MatrixJob,
  options: ComputeOptions,
): Promise<MatrixOutcome> {
  const maps = findMaps(regions, job)
  if (!maps.ok) return { kind: 'failure', failure: maps.failure }
  let first: MatrixOutcome | undefined
  for (const region of maps.value) {
    const outcome = await computeOn(region, job, options)
    if (outcome.kind !== 'failure') return outcome
    // As with routes, a larger map may have a road that the smaller one lacks.
    first ??= outcome
  }
  return first ?? { kind: 'cancelled' }
}

async function computeOn(region: Region, job: MatrixJob, options: ComputeOptions): Promise<MatrixOutcome> {
  const { avoidAreas, departMs, nowMs } = job
  const asked = region.driveFor({ profile: profileOf(job), avoidAreas, departMs, nowMs })
  // The main thread logs why a metric is unavailable.
  const drive = asked instanceof Promise ? await asked.catch(() => undefined) : asked
  if (!drive) return { kind: 'failure', failure: { kind: 'engine-unavailable' } }
  const placed = placePoints(region, drive.metric, job)
  const lost = whoIsLost(job, placed)
  if (lost) return { kind: 'failure', failure: lost }
  const work = new MatrixWork(region, drive, job, placed)
  const outcome = await work.fill(options)
  if (outcome !== 'filled') return outcome
  const { region: name, dataset, attribution } = region.handle
  const numbers: MatrixNumbers = {
    rows: placed.origins.length,
    columns: placed.destinations.length,
    values: work.values,
    ...toSnapped(region, drive.metric, job, placed),
    data: { region: name, dataset, attribution },
    snapshotAtMs: drive.traffic?.state.takenAtMs,
  }
  return { kind: 'numbers', numbers }
}

function whoIsLost(job: MatrixJob, { placement }: PlacedPoints): MatrixFailure | undefined {
  const fields = new Set([
    ...placement.lostSources.map((index) => nameOf(job.origins, index)),
    ...placement.lostTargets.map((index) => nameOf(job.destinations, index)),
  ])
  if (fields.size === 0) return undefined
  const { radiusMeters } = job
  return { kind: 'points-not-snapped', fields: [...fields], radiusMeters, wishes: wishesOf(job) }
}
