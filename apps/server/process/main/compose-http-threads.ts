import type { Logger } from 'pino'
import { createRouteCacheBuffers } from '../../features/road/route/memory/route-memory.ts'
import { describeHealth } from '../../maps/traffic/traffic-status.ts'
import { systemClock } from '../../platform/clock.ts'
import type { ComputePool } from '../../platform/compute/compute-pool.ts'
import type { Config } from '../../platform/config/config.ts'
import { createStreamCounts } from '../../platform/metering/open-streams.ts'
import { HttpThreads } from '../http/http-threads.ts'
import type { Cluster } from './cluster.ts'
import type { GeneratedFiles } from './generated-files.ts'
import type { ExternalGeocoder } from './geocoder.ts'
import type { Maps } from './maps.ts'
import type { Metering } from './metering.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import type { MqttPositions } from './mqtt.ts'
import type { ServiceClock } from './service-clock.ts'

export interface MainThreadOptions {
  readonly config: Config
  readonly logger: Logger
  readonly featureModules: readonly string[]
  /** Called when an HTTP thread accepts connections. */
  readonly onListening: () => void
  readonly onFatalError: (error: Error) => void
}

/** Name of the only task that needs the sea map. */
const VOYAGE_TASK = 'voyage'

export interface DataComponents {
  readonly files: GeneratedFiles
  readonly maps: Maps
  readonly pool: ComputePool
}

interface HttpThreadsDependencies extends DataComponents {
  readonly serviceClock: ServiceClock
  readonly metering: Metering
  readonly geocoder: ExternalGeocoder
  readonly metrics: ServiceMetrics
  readonly mqtt: MqttPositions
  readonly cluster: Cluster
}

/** Creates the HTTP threads and the handlers of their requests to the main thread. */
export function composeHttpThreads(options: MainThreadOptions, dependencies: HttpThreadsDependencies): HttpThreads {
  const { config } = options
  const { serviceClock, metering, geocoder, files, pool, metrics, mqtt, cluster } = dependencies
  const { regions, customization } = dependencies.maps
  return new HttpThreads({
    ...options,
    clock: serviceClock.sharedClock,
    limitMemory: metering.limitMemory,
    routeCache: createRouteCacheBuffers(config.threads),
    streams: createStreamCounts(config.threads),
    handlers: {
      flushUsage: () => metering.flush(),
      readMetrics: () => metrics.read(),
      ...customization,
      runTask: async (task) => {
        if (task.name === VOYAGE_TASK) await files.loadSea()
        return await pool.run(task)
      },
      loadTiles: () => files.tiles.load(),
      refreshCluster: () => cluster.refresh(),
      queryGeocoder: (geocodeQuery) => geocoder.query(geocodeQuery),
      describeMapHealth: () => dependencies.maps.describeHealth(),
      describeTrafficHealth: () => describeHealth(regions.getTrafficStatus(), systemClock.now()),
      describeMqtt: () => mqtt.describe(),
    },
    regions: () => regions.list(),
    world: () => files.world.handle,
    tiles: () => files.tiles.handle,
    cluster: () => cluster.view,
    whenReady: () => files.waitUntilRead(),
    addUsage: (lines) => metering.add(lines),
  })
}
