import type { TileService } from '../features/tiles/runtime/tile-service.ts'
import type { ClusterDirectory } from '../maps/cluster/cluster-directory.ts'
import type { PlaceDirectory } from '../maps/places/place-directory.ts'
import type { RegionDirectory } from '../maps/regions/region-directory.ts'
import type { HttpServer } from '../platform/http/server.ts'
import type { UsageTally } from '../platform/metering/tally.ts'
import { createCluster } from './compose-cluster.ts'
import { openServiceCore } from './compose-core.ts'
import { openServiceData } from './compose-data.ts'
import { createFeatures } from './compose-features.ts'
import { createJobsFeature } from './compose-jobs.ts'
import type { ServiceThreadOptions } from './compose-options.ts'

export type { Feature } from '../operations/feature.ts'

export interface ServiceThread {
  readonly http: HttpServer
  readonly usageTally: UsageTally
  readonly regions: RegionDirectory
  readonly places: PlaceDirectory
  /** Cluster of this server. Undefined if the server is not part of one. */
  readonly cluster: ClusterDirectory | undefined
  /** Tile service. Undefined if tiles are disabled. */
  readonly tiles: TileService | undefined
  /** Makes /readyz report that the server is ready if its checks pass. */
  announceReady(): void
  /** Makes /readyz report that the server is stopping. */
  announceStop(): void
  /** Finishes running requests and releases all resources except the database. */
  close(): Promise<void>
}

/** Assembles one thread of the service from infrastructure, data and features. */
export async function composeServiceThread(options: ServiceThreadOptions): Promise<ServiceThread> {
  const serviceCore = await openServiceCore(options)
  const { http, usageTally, loadMonitor } = serviceCore
  const data = await openServiceData(options)
  const cluster = createCluster(options, data)
  const { features: requestFeatures, tiles } = createFeatures(
    options,
    serviceCore,
    data,
    cluster && { cluster: cluster.directory, regions: data.regions, clock: options.clock },
  )
  // Jobs call the operations of the other features.
  const features = [...requestFeatures, createJobsFeature(options, serviceCore, data, cluster?.matrixTasks)]
  const allFeatures = [...features, ...(options.features ?? [])]
  for (const feature of cluster ? cluster.spread(allFeatures, tiles.remoteOperation) : allFeatures)
    http.addFeature(feature)
  await http.app.ready()
  loadMonitor.start()

  return {
    http,
    usageTally,
    regions: data.regions,
    places: data.places,
    cluster: cluster?.directory,
    tiles: tiles.service,
    announceReady() {
      serviceCore.isStarting = false
    },
    announceStop() {
      serviceCore.isDraining = true
    },
    async close() {
      serviceCore.isDraining = true
      http.drain()
      await http.app.close()
      loadMonitor.stop()
      cluster?.directory.close()
      await serviceCore.telemetry?.close()
      serviceCore.storageHealth.close()
      data.domains.close()
      data.models.close()
      await serviceCore.mailer.close()
      for (const feature of features) await feature.close?.()
      await serviceCore.fanOut.close()
      await serviceCore.limiter.close()
    },
  }
}
