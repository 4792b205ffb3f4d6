import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { SignInStore } from '../features/accounts/sign-in/store.ts'
import { SkyHost } from '../features/air/runtime/airspace-loader.ts'
import { createWorldHost } from '../features/places/runtime/world-loader.ts'
import { createGeocoder } from '../features/places/upstream/create-geocoder.ts'
import { GeocoderStore } from '../features/places/upstream/store.ts'
import { createRouteMemory } from '../features/road/route/memory/route-memory.ts'
import { hasSeas } from '../features/sea/runtime/sea-file.ts'
import { createSeaHost } from '../features/sea/runtime/sea-loader.ts'
import { TilesHost } from '../features/tiles/runtime/tile-loader.ts'
import { tidyTracks } from '../features/tracking/assets/housekeeping.ts'
import { ProbeStore } from '../features/tracking/positions/probe-store.ts'
import { TrafficProbes } from '../features/tracking/positions/traffic-probes.ts'
import type { MapMaker } from '../maps/regions/region.ts'
import { RegionHost } from '../maps/regions/region-loader.ts'
import { tellHealth } from '../maps/traffic/traffic-status.ts'
import { CorrectedClock, createClockShare, systemClock } from '../platform/clock.ts'
import { ComputePool } from '../platform/compute/compute-pool.ts'
import type { Config } from '../platform/config/config.ts'
import { announcer, createLimitMemory } from '../platform/metering/limit-memory.ts'
import { createStreamCounts } from '../platform/metering/open-streams.ts'
import { UsageStore } from '../platform/metering/store.ts'
import { UsageWriter } from '../platform/metering/usage-writer.ts'
import { Outbox } from '../platform/notifications/outbox.ts'
import { quotaAlert } from '../platform/notifications/quota-alert.ts'
import { createTextProvider } from '../platform/notifications/sms/sms-provider.ts'
import { OutboxStore } from '../platform/notifications/store.ts'
import { openMigrated } from '../platform/storage/database.ts'
import { waitFor } from '../platform/storage/wait.ts'
import { clockWatch } from './clock-watch.ts'
import { withFreePort } from './free-port.ts'
import { HttpThreads } from './http-threads.ts'
import { keepCompiled } from './keep-compiled.ts'
import { addComputeMetrics } from './metrics/compute-metrics.ts'
import { processMetrics } from './metrics/process-metrics.ts'
import { addTrafficMetrics } from './metrics/traffic-metrics.ts'
import { revisionWatch } from './revision-watch.ts'
import { Rounds } from './rounds.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly logger: Logger
  readonly featureModules?: readonly string[]
  readonly onDead?: (error: Error) => void
}

export interface RunningService {
  readonly port: number
  /** Names of the served maps. */
  readonly regions: readonly string[]
  /** Stops accepting, completes requests, flushes usage, and releases resources. */
  stop(): Promise<void>
}

/** A killed process loses the usage since the last write: well below a second. */
const USAGE_ROUND_MS = 400
/** Interval to detect changes by another machine or an operator command. */
const REVISION_ROUND_MS = 500
const OUTBOX_ROUND_MS = 1000
const CLEANUP_ROUND_MS = 3_600_000
/** The first cleanup runs soon after the start, for servers that never run for an hour. */
const FIRST_CLEANUP_MS = [10_000, 60_000] as const
const CLOCK_ROUND_MS = 60_000
const KEEP_CODES_MS = 86_400_000
/** How often vehicle probes are turned into traffic. Each time costs a new snapshot of the affected maps. */
const PROBE_ROUND_MS = 60_000
const STUCK_MS = 500
/** How much longer than for its maps a start waits for the world gazetteer, which is built on the first start. */
const WORLD_WAIT_MS = 5000
/** The same for the sea map, which is only read, usually within a second. */
const SEA_WAIT_MS = 3000

/** The main thread. It handles no requests, but writes the usage of the HTTP threads and runs housekeeping. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { logger } = options
  const config = await withFreePort(options.config)
  const database = await waitFor(
    () => openMigrated({ ...config, poolSize: 3 }),
    config.databaseWaitSeconds,
    (error) => logger.warn({ why: error.message }, 'waiting for the database'),
  )
  const clockShare = createClockShare()
  const clock = new CorrectedClock(clockShare)
  const { clockMs: storeMs } = database
  const compareClocks = storeMs && clockWatch({ clock, storeMs, log: logger })
  // Runs before any timestamp is taken. If it fails, the periodic check below reports it.
  await compareClocks?.().catch(() => {})
  const memory = createLimitMemory(randomInt(2 ** 32))
  const outboxStore = new OutboxStore(database.db)
  const provider = createTextProvider(config)
  const alert = quotaAlert({
    outbox: outboxStore,
    plans: config.plans,
    clock,
    alertPct: config.quotaAlertPct,
  })
  const writer = new UsageWriter(new UsageStore(database.db), provider && alert)
  const takeUsage = async (): Promise<void> => {
    for (const lines of await threads.askAll('takeUsage')) writer.add(lines)
  }
  const flushUsage = async (): Promise<void> => {
    await takeUsage()
    await writer.flush()
  }
  const process = processMetrics(clock)
  addTrafficMetrics(process, () => regions.traffic(), systemClock.now)
  const metrics = async (): Promise<string> => {
    const perThread = await threads.askAll('metrics')
    const all: MetricObject[][] = [...perThread, await process.getMetricsAsJSON()]
    return await AggregatorRegistry.aggregate(all).metrics()
  }
  const onDead = options.onDead ?? ((error) => logger.fatal({ err: error }, 'the service cannot continue'))
  const regions = new RegionHost({
    dataDir: config.dataDir,
    embedded: config.embeddedRegion,
    threads: config.threads,
    traffic: {
      feeds: config.trafficFeeds,
      refreshMs: config.trafficRefreshSeconds * 1000,
      maxAgeMs: config.trafficMaxAgeMinutes * 60_000,
      fleetAccounts: config.fleetSpeedAccounts,
    },
    log: logger,
    publish: async (handles) => {
      pool.useRegions(handles)
      tiles.useRegions(handles)
      await threads.askAll('useRegions', handles)
    },
    onDead,
  })
  const world = createWorldHost({
    dataDir: config.dataDir,
    log: logger,
    publish: async (handle) => void (await threads.askAll('useWorld', handle)),
  })
  const seas = createSeaHost({
    dataDir: config.dataDir,
    log: logger,
    publish: async (handle) => pool.useSea(handle),
  })
  const sky = new SkyHost({
    dataDir: config.dataDir,
    defaultZones: config.defaultZones,
    sampleCorridors: config.sampleCorridors,
    log: logger,
    publish: (handle) => {
      pool.useSky(handle)
      tiles.useSky(handle)
    },
  })
  const tiles = new TilesHost({
    isWanted: config.mapTiles,
    dataDir: config.dataDir,
    log: logger,
    publish: (handle) => threads.askAll('useTiles', handle),
  })
  const geocoder = createGeocoder(config, { clock, store: new GeocoderStore(database.db), log: logger })
  const maker = {
    weigh: (what) => regions.metric(what),
    matching: (what) => regions.matching(what),
    measure: (what) => regions.measure(what),
    measureLive: (what) => regions.measureLive(what),
    expectMatrices: (what) => regions.expectMatrices(what),
  } satisfies MapMaker
  const pool = new ComputePool({
    threads: config.computeThreads,
    module: new URL('./compute-thread.ts', import.meta.url),
    maker,
    regions: () => regions.list(),
    sea: () => (config.seas ? seas.handle : null),
    sky: () => sky.handle,
    log: logger,
  })
  addComputeMetrics(process, () => pool.status())
  const threads = new HttpThreads({
    config,
    clock: clockShare,
    memory,
    routes: createRouteMemory(config.threads),
    streams: createStreamCounts(config.threads),
    logger,
    featureModules: options.featureModules ?? [],
    answers: {
      flushUsage,
      metrics,
      ...maker,
      compute: (task) => pool.run(task),
      askGeocoder: async (question) => await geocoder?.ask(question),
      trafficHealth: () => tellHealth(regions.traffic(), systemClock.now()),
    },
    regions: () => regions.list(),
    world: () => world.handle,
    tiles: () => tiles.handle,
    onDead,
  })
  try {
    if (config.gazetteer) world.start()
    // Compiling the sea map takes longest, so it comes last and does not delay roads and places.
    const seasAreMade = hasSeas(config.dataDir)
    if (config.seas && seasAreMade) seas.start()
    sky.open()
    tiles.open()
    await regions.open()
    tiles.useRegions(regions.list())
    await world.waitFor(WORLD_WAIT_MS)
    await seas.waitFor(SEA_WAIT_MS)
    await threads.start()
    await sky.waitFor()
    sky.complete()
    tiles.complete()
    if (config.seas && !seasAreMade) seas.start()
    regions.startWatching()
    keepCompiled()
  } catch (error) {
    await threads.terminate()
    await pool.stop()
    await regions.stop()
    await world.stop()
    await seas.stop()
    await sky.stop()
    await tiles.stop()
    await geocoder?.close()
    await database.close()
    throw error
  }
  const outbox =
    provider && new Outbox({ store: outboxStore, provider, clock, log: (fields, text) => logger.info(fields, text) })
  const rounds = new Rounds(logger)
  rounds.every(USAGE_ROUND_MS, 'write usage', flushUsage)
  rounds.every(REVISION_ROUND_MS, 'notice changes', revisionWatch(database, announcer(memory)))
  if (compareClocks) rounds.every(CLOCK_ROUND_MS, 'compare clocks', compareClocks)
  // Random delay, so that servers that start together do not clean up at the same time.
  const soonMs = (): number => randomInt(...FIRST_CLEANUP_MS)
  const cleanUp = async (): Promise<void> => {
    await new SignInStore(database.db).deleteEnded(clock.now(), KEEP_CODES_MS)
  }
  rounds.every(CLEANUP_ROUND_MS, 'clean up', cleanUp, soonMs())
  const tidy = (): Promise<void> => tidyTracks(database, config.plans, clock.now())
  rounds.every(CLEANUP_ROUND_MS, 'delete old tracks', tidy, soonMs())
  const probes = new TrafficProbes(new ProbeStore(database.db))
  rounds.every(PROBE_ROUND_MS, 'collect vehicle speeds', async () => {
    await regions.addProbes(await probes.take(clock.now()))
  })
  if (geocoder) rounds.every(CLEANUP_ROUND_MS, 'delete old geocoder replies', () => geocoder.cleanUp(), soonMs())
  if (outbox) rounds.every(OUTBOX_ROUND_MS, 'send messages', () => outbox.sendDue())

  return {
    port: config.port,
    regions: regions.list().map(({ region }) => region),
    async stop() {
      const force = setTimeout(async () => {
        // Usage of the thread's other requests must not be lost with it. A thread that does not respond is stuck.
        await Promise.race([takeUsage(), sleep(STUCK_MS)])
        await threads.terminate()
      }, config.shutdownGraceMs)
      writer.add(await threads.stop())
      clearTimeout(force)
      await pool.stop()
      await regions.stop()
      await world.stop()
      await seas.stop()
      await sky.stop()
      await tiles.stop()
      await geocoder?.close()
      await rounds.stop()
      await outbox?.stop()
      await writer
        .flush()
        .then(() => writer.close())
        .catch((error: Error) => logger.error({ err: error }, 'the last usage could not be written'))
      await database.close()
      logger.flush()
    },
  }
}
