import type { FlightJob } from '../features/air/flight-job.ts'
import { planFlightJob } from '../features/air/plan-job.ts'
import { type BatchJob, runBatchJob } from '../features/places/batch/batch-job.ts'
import { type ElevationJob, lookUpHeights } from '../features/places/elevation/elevation-job.ts'
import { computeIsochrone } from '../features/road/isochrone/compute-isochrone.ts'
import type { IsochroneJob } from '../features/road/isochrone/job.ts'
import type { MatchJob } from '../features/road/match/match-job.ts'
import { runMatch } from '../features/road/match/run-match.ts'
import type { MatrixRowsJob } from '../features/road/matrix/blocks/block-job.ts'
import { computeMatrixEnd, computeMatrixRows } from '../features/road/matrix/blocks/compute-block.ts'
import { computeMatrix } from '../features/road/matrix/cells/compute-matrix.ts'
import type { MatrixJob } from '../features/road/matrix/cells/matrix-job.ts'
import { type OptimizeTask, runOptimizeTask } from '../features/road/optimize/solve/optimize-task.ts'
import { planVoyage } from '../features/sea/plan-voyage.ts'
import type { VoyageJob } from '../features/sea/voyage-job.ts'
import type { TaskContext } from '../platform/compute/task.ts'

/** All tasks of the compute threads, by name. */
export const serviceTasks = {
  matrix: (job: MatrixJob, { regions, isCancelled }: TaskContext) =>
    computeMatrix(regions, job, { isCancelled, maxSingles: Number.POSITIVE_INFINITY }),
  matrixEnd: (job: MatrixJob, { regions }: TaskContext) => computeMatrixEnd(regions, job),
  matrixRows: (job: MatrixRowsJob, { regions, isCancelled }: TaskContext) =>
    computeMatrixRows(regions, job, isCancelled),
  match: (job: MatchJob, { regions, isCancelled }: TaskContext) => runMatch(regions, job, isCancelled),
  isochrone: (job: IsochroneJob, { regions, isCancelled }: TaskContext) => computeIsochrone(regions, job, isCancelled),
  voyage: (job: VoyageJob, { sea, isCancelled }: TaskContext) => planVoyage(job, sea, isCancelled),
  flight: (job: FlightJob, { sky, isCancelled }: TaskContext) => planFlightJob(job, sky, isCancelled),
  elevation: (job: ElevationJob, { sky }: TaskContext) => lookUpHeights(job, sky.terrain),
  geocodeBatch: (job: BatchJob, { places, isCancelled }: TaskContext) => runBatchJob(job, places, isCancelled),
  optimize: (task: OptimizeTask, context: TaskContext) => runOptimizeTask(task, context),
}

export type ServiceTasks = typeof serviceTasks
