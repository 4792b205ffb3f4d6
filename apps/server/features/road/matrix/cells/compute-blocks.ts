import type { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import { computeMatrix } from './compute-matrix.ts'
import { countCells, type MatrixJob, slicePoints } from './matrix-job.ts'
import { createValues, type MatrixOutcome } from './matrix-numbers.ts'
import type { ComputeOptions } from './matrix-work.ts'

/** Maximum number of cells in a block. The computation needs 20 bytes per cell, in addition to 4 bytes per result. */
const MAX_BLOCK_CELLS = 5_000_000

/**
 * Computes an all-to-all matrix in blocks of rows. A matrix of 10,000 × 10,000 points then needs little more memory
 * than its values. Every block has all points as destinations, so the first block reports the points without a road.
 */
export async function computeInBlocks(
  regions: RegionDirectory,
  job: MatrixJob,
  options: ComputeOptions,
  maxBlockCells = MAX_BLOCK_CELLS,
): Promise<MatrixOutcome> {
  if (countCells(job) <= maxBlockCells) return computeMatrix(regions, job, options)
  const columns = job.destinations.latitude.length
  const rows = job.origins.latitude.length
  const blockRows = Math.max(1, Math.floor(maxBlockCells / columns))
  const values = createValues(job.metrics, countCells(job))
  let first: MatrixOutcome | undefined
  for (let row = 0; row < rows; row += blockRows) {
    const origins = slicePoints(job.origins, row, row + blockRows)
    const outcome = await computeMatrix(regions, { ...job, origins }, options)
    if (outcome.kind !== 'numbers') return outcome
    if (first?.kind === 'numbers' && first.numbers.data.dataset !== outcome.numbers.data.dataset)
      return { kind: 'failure', failure: { kind: 'engine-unavailable' } }
    for (const metric of job.metrics) values[metric]?.set(outcome.numbers.values[metric] ?? [], row * columns)
    first ??= outcome
  }
  if (first?.kind !== 'numbers') return { kind: 'cancelled' }
  return { kind: 'numbers', numbers: { ...first.numbers, rows, values, origins: first.numbers.destinations } }
}
