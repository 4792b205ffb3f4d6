import { ComputePool } from '../../platform/compute/compute-pool.ts'
import { saveCompileCache } from '../../platform/keep-compiled.ts'
import type { Component } from '../component.ts'
import type { HttpThreads } from '../http/http-threads.ts'
import { Cluster } from './cluster.ts'
import { composeHttpThreads, type DataComponents, type MainThreadOptions } from './compose-http-threads.ts'
import { GeneratedFiles } from './generated-files.ts'
import { ExternalGeocoder } from './geocoder.ts'
import { Maps } from './maps.ts'
import { MessageOutbox } from './message-outbox.ts'
import { Metering } from './metering.ts'
import { ServiceMetrics } from './metrics/service-metrics.ts'
import { MqttPositions } from './mqtt.ts'
import { PeriodicTasks } from './periodic-tasks.ts'
import { ServiceClock } from './service-clock.ts'
import { Storage } from './storage.ts'

interface MainThread {
  /** Makes /readyz fail while requests are still served. */
  readonly announceStop: () => Promise<void>
  /** Components in the order of their start. */
  readonly components: readonly Component[]
  readonly listRegions: Maps['regions']['list']
  /** Lists the data that is still being read or built in the background. */
  readonly listPending: () => readonly string[]
}

/**
 * Assembles the main thread. The main thread handles no requests, but loads data for the other threads, writes their
 * usage and runs housekeeping. Components refer to each other through functions that are called after the start.
 */
export function composeMainThread(options: MainThreadOptions): MainThread {
  const { config, logger } = options
  const storage = new Storage(config, logger)
  const serviceClock = new ServiceClock(storage, logger)
  const clock = serviceClock.correctedClock
  const outbox = new MessageOutbox({ storage, config, clock, log: logger })
  const geocoder = new ExternalGeocoder({ storage, config, clock, log: logger })
  const metering = new Metering({
    storage,
    collect: () => http.drainUsage(),
    getMonthTotalsListener: () => outbox.quotaAlert,
    log: logger,
  })
  const mqtt = new MqttPositions(config, logger)
  const { files, maps, pool } = composeData(options, () => http)
  const { regions } = maps
  const cluster = new Cluster({
    config,
    log: logger,
    clock,
    regions: () => regions.list(),
    publish: (view) => http.requestAll('useCluster', view),
  })
  const metrics = new ServiceMetrics({
    config,
    log: logger,
    clock,
    traffic: () => regions.getTrafficStatus(),
    compute: () => pool.status(),
    mqtt: () => mqtt.findStatus(),
    collect: () => http.requestAll('collectMetrics'),
  })
  const http: HttpThreads = composeHttpThreads(options, {
    serviceClock,
    metering,
    geocoder,
    files,
    maps,
    pool,
    metrics,
    cluster,
    mqtt,
  })
  const tasks = new PeriodicTasks({
    config,
    log: logger,
    storage,
    clock: serviceClock,
    metering,
    outbox,
    geocoder,
    maps,
  })
  return {
    components: [
      storage,
      serviceClock,
      outbox,
      metering,
      geocoder,
      tasks,
      regions.customization,
      files,
      maps,
      pool,
      cluster,
      http,
      cluster.membership,
      metrics,
      mqtt,
      createBackgroundComponent(files, maps),
    ],
    listRegions: () => regions.list(),
    listPending: () => files.listPending(),
    announceStop: async () => {
      await Promise.allSettled([http.requestAll('announceStop'), cluster.drain()])
    },
  }
}

/**
 * Creates the data loaders and the threads that compute with the data. The compute threads and the HTTP threads receive
 * new data.
 */
function composeData({ config, logger, onFatalError }: MainThreadOptions, http: () => HttpThreads): DataComponents {
  const files = new GeneratedFiles({
    config,
    log: logger,
    publish: {
      world: (handle) => {
        pool.useWorld(handle)
        return http().requestAll('useWorld', handle)
      },
      sea: (handle) => pool.useSea(handle),
      sky: (handle) => pool.useSky(handle),
      tiles: (handle) => http().requestAll('useTiles', handle),
    },
  })
  const maps = new Maps({
    config,
    log: logger,
    publish: async (regions) => {
      pool.useRegions(regions)
      files.tiles.useRegions(regions)
      await http().requestAll('useRegions', regions)
    },
    onLoaded: (regions) => files.tiles.useRegions(regions),
    onFatalError,
  })
  const pool = new ComputePool({
    threads: config.computeThreads,
    module: new URL('../compute/compute-thread.ts', import.meta.url),
    customization: maps.customization,
    describeMapHealth: () => maps.describeHealth(),
    regions: () => maps.regions.list(),
    world: () => (config.gazetteer ? files.world.handle : null),
    getSeaHandle: () => files.sea,
    sky: () => files.sky.handle,
    log: logger,
  })
  return { files, maps, pool }
}

/** Creates the component for work that starts only after the service is ready, because no request depends on it. */
function createBackgroundComponent(files: GeneratedFiles, maps: Maps): Component {
  return {
    name: 'background work',
    async start() {
      await files.buildMissing()
      maps.startBackgroundWork()
      saveCompileCache()
    },
    async stop() {
      await maps.stopBackgroundWork()
    },
  }
}
