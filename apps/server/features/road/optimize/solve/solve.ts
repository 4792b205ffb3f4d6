import { createHash } from 'node:crypto'
import { endianness } from 'node:os'
import {
  type FleetResult,
  findLockedViolation,
  type LockedViolation,
  optimizeFleet,
  optimizeSplit,
  reoptimizeFleet,
  type TravelTables,
  UNREACHABLE,
} from '@fairway/optimizer'
import type { TaskContext } from '../../../../platform/compute/task.ts'
import { timeStage } from '../../../../platform/telemetry/stages.ts'
import { computeInBlocks } from '../../matrix/cells/compute-blocks.ts'
import type { MatrixFailure } from '../../matrix/cells/failures.ts'
import type { MatrixJob } from '../../matrix/cells/matrix-job.ts'
import { type MatrixResult, NO_PATH } from '../../matrix/cells/matrix-numbers.ts'
import { scaleDurations } from '../costs/travel.ts'
import type { OptimizeJob } from '../job.ts'
import { type CostTables, toCostTables } from '../own-matrix.ts'

export interface SolveResult {
  readonly kind: 'solved'
  readonly result: FleetResult
  readonly matrixSha256: string
  readonly solveMs: number
  /** Time spent on distances and durations, in milliseconds. */
  readonly matrixMs: number
  /** Map data of the matrix. Undefined for a matrix in the request. */
  readonly roads: Pick<MatrixResult, 'data' | 'snapshotAtMs' | 'trafficSource'> | undefined
}

export type SolveOutcome =
  | SolveResult
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  | { readonly kind: 'locked'; readonly locked: LockedViolation }
  | { readonly kind: 'cancelled' }

/** Runs on a compute thread: computes the matrix and returns the best solution found within the budget. */
export async function solve(job: OptimizeJob, { regions, isCancelled }: TaskContext): Promise<SolveOutcome> {
  const startedAt = performance.now()
  if ('own' in job.matrix) {
    const { own } = job.matrix
    const from = { roads: undefined, matrixMs: 0 }
    return timeStage('solve', () => searchSolution(job, () => [toCostTables(own)], from, isCancelled))
  }
  const { roads } = job.matrix
  const compute = (matrixJob: MatrixJob) =>
    computeInBlocks(regions, matrixJob, { isCancelled, maxSingles: Number.POSITIVE_INFINITY })
  const outcome = await timeStage('matrix', () => compute(roads))
  if (outcome.kind === 'failure') return outcome
  if (outcome.kind !== 'numbers') return { kind: 'cancelled' }
  const { data, snapshotAtMs, trafficSource } = outcome.numbers
  const base = toTables(outcome.numbers)
  const tables = [base]
  for (const kind of job.travel) {
    const other = kind.roads && (await timeStage('matrix', () => compute(kind.roads ?? roads)))
    if (other?.kind === 'failure') return other
    if (other && other.kind !== 'numbers') return { kind: 'cancelled' }
    tables.push(other ? toTables(other.numbers) : base)
  }
  const matrixMs = performance.now() - startedAt
  const from = { roads: { data, snapshotAtMs, trafficSource }, matrixMs }
  return timeStage('solve', () => searchSolution(job, () => tables, from, isCancelled))
}

function toTables({ values: { distance, duration } }: MatrixResult): CostTables {
  if (!distance || !duration) throw new Error('the matrix lacks the requested values')
  return { distance, duration }
}

function searchSolution(
  job: OptimizeJob,
  /** Returns the tables of the request, followed by the tables of the other travel kinds. */
  getTables: () => readonly CostTables[],
  from: Pick<SolveResult, 'roads' | 'matrixMs'>,
  isCancelled: () => boolean,
): SolveOutcome {
  const startedAt = performance.now()
  const getElapsedMs = () => performance.now() - startedAt
  const [tables, ...otherTables] = getTables()
  if (!tables) throw new Error('there is no matrix')
  // The hash is computed before the search, so that little work remains after the budget ends.
  const metric = job.objective === 'duration' || job.objective === 'cost' ? 'duration' : 'distance'
  const matrixSha256 = hashTable(tables[metric])
  const toTravel = (costTables: CostTables): TravelTables => {
    const [distance, duration] = [toCosts(costTables.distance), toCosts(costTables.duration)]
    return { distance, duration, cost: metric === 'distance' ? distance : duration }
  }
  const problem = {
    ...job.fleet,
    size: job.size,
    ...toTravel(tables),
    travel: job.travel.map(({ speedFactor }, kind) =>
      toTravel(scaleDurations(otherTables[kind] ?? tables, speedFactor, NO_PATH)),
    ),
  }
  const lockedViolation = findLockedViolation(problem)
  if (lockedViolation) return { kind: 'locked', locked: lockedViolation }
  const options = {
    seed: job.seed,
    maxIterations: job.maxIterations,
    progress: () => getElapsedMs() / job.budgetMs,
    isOver: () => getElapsedMs() >= job.budgetMs,
    shouldStop: isCancelled,
  }
  const result = job.stopOf
    ? optimizeSplit({ problem, stopOf: job.stopOf }, options)
    : job.keep
      ? reoptimizeFleet(problem, job.keep, options)
      : optimizeFleet(problem, options)
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

/** Hashes the cells row by row as little-endian 32-bit integers, which is the native layout of nearly all machines. */
function hashTable(table: Int32Array): string {
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength)
  const isLittleEndian = endianness() === 'LE'
  return createHash('sha256')
    .update(isLittleEndian ? bytes : Buffer.from(bytes).swap32())
    .digest('hex')
}
