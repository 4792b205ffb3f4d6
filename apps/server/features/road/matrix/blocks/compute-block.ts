import type { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import { createPiece } from '../../../jobs/result/piece.ts'
import { explainMissingMaps } from '../../route/coverage.ts'
import { snapOnRegion, toFrame } from '../cells/compute-matrix.ts'
import type { MatrixFailure } from '../cells/failures.ts'
import { findMaps } from '../cells/find-map.ts'
import { type MatrixJob, matrixMetrics, slicePoints } from '../cells/matrix-job.ts'
import { MatrixComputation } from '../cells/matrix-work.ts'
import { MatrixWriter } from '../reply-writer.ts'
import type { MatrixEndOutcome, MatrixRowsJob, MatrixRowsOutcome } from './block-job.ts'

/** Section of the reply after the metrics. */
const END_SECTION = matrixMetrics.length

const writer = new MatrixWriter()

/** Snaps all points to find the map, and writes the end of the reply. */
export async function computeMatrixEnd(regions: RegionDirectory, job: MatrixJob): Promise<MatrixEndOutcome> {
  const maps = await findMaps(regions, job)
  if (!maps.ok) return { kind: 'failure', failure: maps.failure }
  let firstFailure: MatrixFailure | undefined
  for (const region of maps.value) {
    const snappedStops = await snapOnRegion(region, job)
    if ('kind' in snappedStops) {
      // A larger map may contain a road that the smaller map lacks.
      firstFailure ??= snappedStops
      continue
    }
    const frame = toFrame(region, job, snappedStops)
    const { region: name, dataset } = frame.data
    return { kind: 'end', map: { region: name, dataset }, pieces: [createPiece(END_SECTION, writer.writeEnd(frame))] }
  }
  return { kind: 'failure', failure: firstFailure ?? (await explainMissingMaps(regions)) }
}

/** Computes a block of rows and writes one piece per metric. */
export async function computeMatrixRows(
  regions: RegionDirectory,
  { matrix, map, firstRow, endRow }: MatrixRowsJob,
  isCancelled: () => boolean,
): Promise<MatrixRowsOutcome> {
  const maps = await findMaps(regions, matrix)
  const region = maps.ok ? maps.value.find(({ handle }) => handle.region === map.region) : undefined
  if (region?.handle.dataset !== map.dataset) return { kind: 'outdated' }
  const job = { ...matrix, origins: slicePoints(matrix.origins, firstRow, endRow) }
  const snappedStops = await snapOnRegion(region, job)
  if ('kind' in snappedStops) return { kind: 'failure', failure: snappedStops }
  const computation = new MatrixComputation(region, snappedStops.snapshot, job, snappedStops.snappedStops)
  const outcome = await computation.fill({ isCancelled, maxSingles: Number.POSITIVE_INFINITY })
  if (outcome !== 'filled') return outcome.kind === 'failure' ? outcome : { kind: 'cancelled' }
  const rows = endRow - firstRow
  const numbers = { rows, columns: job.destinations.latitude.length, values: computation.values }
  const edges = { isFirst: firstRow === 0, isLast: endRow === matrix.origins.latitude.length }
  const pieces = job.metrics.map((metric, section) =>
    createPiece(section, writer.writeBlock(numbers, { metric, isFirstMetric: section === 0, ...edges })),
  )
  return { kind: 'rows', pieces }
}
