import { createHash } from 'node:crypto'
import { endianness } from 'node:os'
import { type FleetResult, optimizeFleet, UNREACHABLE } from '@fairway/optimizer'
import type { TaskContext } from '../../../platform/compute/task.ts'
import { timeStage } from '../../../platform/telemetry/stages.ts'
import { computeMatrix } from '../matrix/cells/compute-matrix.ts'
import type { MatrixFailure } from '../matrix/cells/failures.ts'
import { type MatrixResult, NO_PATH } from '../matrix/cells/matrix-numbers.ts'
import type { OptimizeJob } from './job.ts'
import { type CostTables, toCostTables } from './own-matrix.ts'

export interface SolveResult {
  readonly kind: 'solved'
  readonly result: FleetResult
  readonly matrixSha256: string
  readonly solveMs: number
  /** Time spent computing distances and durations. */
  readonly matrixMs: number
  /** The map data used; undefined for a caller-supplied matrix. */
  readonly roads: Pick<MatrixResult, 'data' | 'snapshotAtMs' | 'trafficSource'> | undefined
}

export type SolveOutcome =
  | SolveResult
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  | { readonly kind: 'cancelled' }

/** Compute thread task: computes the matrix and the best solution found within the budget. */
export async function solve(job: OptimizeJob, { regions, isCancelled }: TaskContext): Promise<SolveOutcome> {
  const startedAt = performance.now()
  if ('own' in job.matrix) {
    const { own } = job.matrix
    const from = { roads: undefined, matrixMs: 0 }
    return timeStage('solve', () => searchSolution(job, () => toCostTables(own), from, isCancelled))
  }
  const { roads } = job.matrix
  const outcome = await timeStage('matrix', () =>
    computeMatrix(regions, roads, { isCancelled, maxSingles: Number.POSITIVE_INFINITY }),
  )
  if (outcome.kind === 'failure') return outcome
  if (outcome.kind !== 'numbers') return { kind: 'cancelled' }
  const { values, data, snapshotAtMs, trafficSource } = outcome.numbers
  const { distance, duration } = values
  if (!distance || !duration) throw new Error('the matrix lacks the requested values')
  const matrixMs = performance.now() - startedAt
  const from = { roads: { data, snapshotAtMs, trafficSource }, matrixMs }
  return timeStage('solve', () => searchSolution(job, () => ({ distance, duration }), from, isCancelled))
}

function searchSolution(
  job: OptimizeJob,
  getTables: () => CostTables,
  from: Pick<SolveResult, 'roads' | 'matrixMs'>,
  isCancelled: () => boolean,
): SolveResult {
  const startedAt = performance.now()
  const getElapsedMs = () => performance.now() - startedAt
  const tables = getTables()
  // Hash before the search, so that only the solution remains to be assembled after the budget ends.
  const metric = job.objective === 'duration' || job.objective === 'cost' ? 'duration' : 'distance'
  const matrixSha256 = hashTable(tables[metric])
  const distance = toCosts(tables.distance)
  const duration = toCosts(tables.duration)
  const problem = {
    ...job.fleet,
    size: job.size,
    cost: metric === 'distance' ? distance : duration,
    distance,
    duration,
  }
  const result = optimizeFleet(problem, {
    seed: job.seed,
    maxIterations: job.maxIterations,
    progress: () => getElapsedMs() / job.budgetMs,
    isOver: () => getElapsedMs() >= job.budgetMs,
    shouldStop: isCancelled,
  })
  return { kind: 'solved', result, matrixSha256, solveMs: getElapsedMs(), ...from }
}

/**
 * Returns the table itself if all pairs are connected. Copying a million cells takes as long as the shortest budget.
 */
function toCosts(table: Int32Array): Int32Array {
  if (!table.includes(NO_PATH)) return table
  const costs = table.slice()
  for (let cell = 0; cell < costs.length; cell++) if (costs[cell] === NO_PATH) costs[cell] = UNREACHABLE
  return costs
}

/** Hashes the cells row by row as little-endian 32-bit integers, the native layout of nearly all machines. */
function hashTable(table: Int32Array): string {
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength)
  const isLittleEndian = endianness() === 'LE'
  return createHash('sha256')
    .update(isLittleEndian ? bytes : Buffer.from(bytes).swap32())
    .digest('hex')
}
