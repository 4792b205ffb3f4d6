import { addCallRoute } from '../maps/cluster/call-route.ts'
import { ClusterDirectory } from '../maps/cluster/cluster-directory.ts'
import { spreadOperation } from '../maps/cluster/spread-operation.ts'
import type { Feature } from '../operations/feature.ts'
import type { ServiceData } from './compose-data.ts'
import type { ServiceThreadOptions } from './compose-options.ts'

const METERS_PER_DEGREE = 111_000

interface ClusterFeatures {
  readonly directory: ClusterDirectory
  /** Returns features whose operations other nodes run if this node does not have the map. */
  spread(features: readonly Feature[]): readonly Feature[]
}

/** Connects a thread to the other nodes. Returns undefined if the server is not part of a cluster. */
export function createCluster(
  { config, clock, mainThread, cluster: view }: ServiceThreadOptions,
  { regions }: Pick<ServiceData, 'regions'>,
): ClusterFeatures | undefined {
  const { refreshCluster } = mainThread
  if (config.nodeUrl === undefined || !refreshCluster) return undefined
  const directory = new ClusterDirectory(regions, refreshCluster)
  if (view) directory.use(view)
  const options = { cluster: directory, regions, marginDegrees: config.snapRadiusMeters / METERS_PER_DEGREE }
  return {
    directory,
    spread(features) {
      const operations = features.flatMap((feature) => feature.operations ?? []).filter(({ regional }) => regional)
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
