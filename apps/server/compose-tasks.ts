import type { TaskContext } from './engines/compute/task.ts'
import type { FlightJob } from './features/drone/flight-job.ts'
import { planJob } from './features/drone/plan-job.ts'
import { planVoyage } from './features/maritime/plan-voyage.ts'
import type { VoyageJob } from './features/maritime/voyage-job.ts'
import type { OptimizeJob } from './features/optimization/job.ts'
import { solve } from './features/optimization/solve.ts'
import { computeMatrix } from './routing/matrix/compute-matrix.ts'
import type { MatrixJob } from './routing/matrix/matrix-job.ts'

/** All tasks of the compute threads, by name. */
export const serviceTasks = {
  matrix: (job: MatrixJob, { regions, isCancelled }: TaskContext) =>
    computeMatrix(regions, job, { isCancelled, mostSingles: Number.POSITIVE_INFINITY }),
  voyage: (job: VoyageJob, { sea, isCancelled }: TaskContext) => planVoyage(job, sea, isCancelled),
  flight: (job: FlightJob, { sky, isCancelled }: TaskContext) => planJob(job, sky, isCancelled),
  optimize: (job: OptimizeJob, context: TaskContext) => solve(job, context),
}

export type ServiceTasks = typeof serviceTasks
