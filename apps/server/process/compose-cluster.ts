import type { jobsFeature } from '../features/jobs/feature.ts'
import type { MatrixRowsJob } from '../features/road/matrix/blocks/block-job.ts'
import type { MatrixJob } from '../features/road/matrix/cells/matrix-job.ts'
import { addCallRoute } from '../maps/cluster/call-route.ts'
import { ClusterDirectory } from '../maps/cluster/cluster-directory.ts'
import type { SpreadOptions } from '../maps/cluster/combine-replies.ts'
import { spreadOperation } from '../maps/cluster/spread-operation.ts'
import { spreadTask } from '../maps/cluster/spread-task.ts'
import type { KnownMap } from '../maps/regions/region-directory.ts'
import type { Operation } from '../operations/define-operation.ts'
import type { Feature } from '../operations/feature.ts'
import type { Clock } from '../platform/clock.ts'
import type { TaskOptions } from '../platform/compute/task.ts'
import type { ServiceData } from './compose-data.ts'
import type { ServiceThreadOptions } from './compose-options.ts'

const METERS_PER_DEGREE = 111_000

type MatrixTasks = Pick<Parameters<typeof jobsFeature>[0], 'computeEnd' | 'computeRows'>

interface ClusterFeatures {
  readonly directory: ClusterDirectory
  /** Functions that compute parts of matrices here or on other nodes. */
  readonly matrixTasks: MatrixTasks
  /** Returns features whose operations other nodes run if this node does not have the map. */
  spread(features: readonly Feature[], tileOperation: Operation | undefined): readonly Feature[]
}

/** Connects a thread to the other nodes. Returns undefined if the server is not part of a cluster. */
export function createCluster(
  { config, clock, mainThread, cluster: view }: ServiceThreadOptions,
  { regions, compute }: Pick<ServiceData, 'regions' | 'compute'>,
): ClusterFeatures | undefined {
  const { refreshCluster } = mainThread
  if (config.nodeUrl === undefined || !refreshCluster) return undefined
  const directory = new ClusterDirectory(regions, refreshCluster)
  if (view) directory.use(view)
  const options = { cluster: directory, regions, marginDegrees: config.snapRadiusMeters / METERS_PER_DEGREE }
  const { matrixTasks, taskOperations } = spreadMatrixTasks({ ...options, clock }, compute)
  return {
    directory,
    matrixTasks,
    spread(features, tileOperation) {
      const regionalOperations = features
        .flatMap((feature) => feature.operations ?? [])
        .filter(({ regional }) => regional)
      const operations = [...regionalOperations, ...taskOperations, ...(tileOperation ? [tileOperation] : [])]
      return [
        ...features.map((feature) =>
          feature.operations
            ? { ...feature, operations: feature.operations.map((operation) => spreadOperation(operation, options)) }
            : feature,
        ),
        { routes: (app) => addCallRoute(app, { cluster: directory, regions, clock, operations }) },
      ]
    },
  }
}

/** Creates the tasks of matrix jobs, which any node of the cluster may run. */
function spreadMatrixTasks(
  options: SpreadOptions & { readonly clock: Clock },
  compute: ServiceData['compute'],
): { readonly matrixTasks: MatrixTasks; readonly taskOperations: readonly Operation[] } {
  const isOnMap = ({ origins, destinations }: Pick<MatrixJob, 'origins' | 'destinations'>, map: KnownMap) =>
    [origins, destinations].every(({ latitude, longitude }) =>
      latitude.every((north, index) => map.covers(north, longitude[index] ?? 0, options.marginDegrees)),
    )
  const end = spreadTask({
    ...options,
    name: 'matrix-end',
    isOnMap,
    run: (job: MatrixJob, task: TaskOptions) => compute.run('matrixEnd', job, task),
  })
  const rows = spreadTask({
    ...options,
    name: 'matrix-rows',
    isOnMap: ({ matrix }, map) => isOnMap(matrix, map),
    run: (job: MatrixRowsJob, task: TaskOptions) => compute.run('matrixRows', job, task),
  })
  return {
    matrixTasks: { computeEnd: end.run, computeRows: rows.run },
    taskOperations: [end.operation, rows.operation],
  }
}
