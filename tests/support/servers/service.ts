import { randomInt } from 'node:crypto'
import { pino } from 'pino'
import { createGeocoder } from '../../../apps/server/features/places/upstream/create-geocoder.ts'
import { GeocoderStore } from '../../../apps/server/features/places/upstream/store.ts'
import { createRouteCacheBuffers, RouteCache } from '../../../apps/server/features/road/route/memory/route-memory.ts'
import { encodeAirFiles } from '../../../apps/server/maps/airspace/pack-files.ts'
import type { Clock } from '../../../apps/server/platform/clock.ts'
import { type Config, loadConfig } from '../../../apps/server/platform/config/config.ts'
import { createLimitMemory, type LimitMemory } from '../../../apps/server/platform/metering/limit-memory.ts'
import { UsageStore } from '../../../apps/server/platform/metering/store.ts'
import { UsageWriter } from '../../../apps/server/platform/metering/usage-writer.ts'
import { type Database, openMigratedDatabase } from '../../../apps/server/platform/storage/database.ts'
import { composeServiceThread, type Feature, type ServiceThread } from '../../../apps/server/process/compose.ts'
import type { ServiceThreadOptions } from '../../../apps/server/process/compose-options.ts'
import type { TestMaps } from '../maps/maps.ts'
import { FakeClock } from './fake-clock.ts'
import probeFeature from './probe-feature.ts'
import type { StoreSettings } from './stores.ts'

export interface TestServiceOptions {
  readonly store: StoreSettings
  readonly config?: Partial<Config>
  readonly clock?: Clock
  readonly features?: readonly Feature[]
  /** Maps to serve. `openMaps()` opens the bundled map. Without maps, every point is outside coverage. */
  readonly maps?: TestMaps
  /** Whether the service has maps that cannot be used, in addition to `maps`. Default: false. */
  readonly hasUnusableMaps?: boolean
  /** Places of the world. If undefined, only the places on the maps are available. */
  readonly world?: NonNullable<ServiceThreadOptions['world']>
  /** Sea map. If undefined, sea routes are not available. */
  readonly seas?: NonNullable<ServiceThreadOptions['seas']>
  /** Aerodromes and zones. If undefined, the airspace is empty. */
  readonly sky?: NonNullable<ServiceThreadOptions['sky']>
  /** Files of the web console. If undefined, the service has no console, because reading its files takes 30 ms. */
  readonly consoleFiles?: NonNullable<ServiceThreadOptions['consoleFiles']>
}

export interface TestService {
  readonly app: ServiceThread['http']['app']
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly memory: LimitMemory
  /** Served maps, which tests can replace. */
  readonly regions: ServiceThread['regions']
  readonly places: ServiceThread['places']
  /** Log lines as objects. */
  readonly log: Record<string, unknown>[]
  /** Listens on the ports of the mounts. */
  listenOnMounts(): Promise<void>
  dispose(): Promise<void>
}

/** Enough for hundreds of routes. The default of the service takes several milliseconds to fill with zeros. */
const ROUTE_CACHE_BYTES = 2 ** 20

/**
 * Starts one thread of the real service in this process, on a real store, with a clock that tests can advance. The
 * service has no port, so tests use `inject`.
 */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const config = testConfig({
    gazetteer: options.world !== undefined,
    seas: options.seas !== undefined,
    defaultZones: options.sky !== undefined,
    ...options.store,
    ...options.config,
  })
  const clock = options.clock ?? new FakeClock()
  const database = await openMigratedDatabase(config)
  const memory = createLimitMemory(randomInt(2 ** 32))
  const writer = new UsageWriter(new UsageStore(database.db))
  const log: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) })
  const geocoder = createGeocoder(config, { clock, store: new GeocoderStore(database.db), log: logger })
  const thread: ServiceThread = await composeServiceThread({
    config,
    clock,
    database,
    limitMemory: memory,
    logger,
    features: [probeFeature, ...(options.features ?? [])],
    mainThread: {
      async flushUsage() {
        writer.add(thread.usageTally.drain())
        await writer.flush()
      },
      readMetrics: () => thread.http.metrics.metrics(),
      describeTrafficHealth: async () => 'no feeds',
      describeMapHealth: async () => ({
        outage: undefined,
        servedCount: 0,
        hasMaps: options.hasUnusableMaps ?? false,
        datasets: 'ok',
      }),
      ...(geocoder ? { geocoder } : {}),
      maps: options.maps ?? {
        customize: noMaps,
        getMatchingData: noMaps,
        computePathAttributes: noMaps,
        computeLivePathAttributes: noMaps,
        announceMatrices: noMaps,
      },
    },
    routeCache: new RouteCache(createRouteCacheBuffers(1, ROUTE_CACHE_BYTES), 0),
    regions: options.maps?.regions ?? [],
    world: options.world,
    ...(options.seas && { seas: options.seas }),
    consoleFiles: options.consoleFiles ?? [],
    sky: options.sky ?? { zones: { version: '', files: encodeAirFiles([]), unusable: [] } },
  })
  return {
    app: thread.http.app,
    config,
    clock,
    database,
    memory,
    regions: thread.regions,
    places: thread.places,
    log,
    listenOnMounts: () => thread.http.listenOnMounts({ host: '127.0.0.1', reusePort: false }),
    async dispose() {
      await thread.close()
      await geocoder?.close()
      await database.close()
    },
  }
}

/** Returns the default configuration with some values replaced. Environment variables are ignored. */
export function testConfig(overrides: Partial<Config>): Config {
  const loaded = loadConfig({ environment: {} })
  if (!loaded.ok) throw new Error(loaded.errors.join('\n'))
  // The whole suite also runs without the fast path: TEST_FAST_PATH=false vitest run …
  const fastPath = process.env.TEST_FAST_PATH !== 'false'
  // The samples are off by default, but most tests of domains and corridors use them.
  return { ...loaded.config, samples: true, databaseWaitSeconds: 5, signupsPerHour: 0, fastPath, ...overrides }
}

function noMaps(): Promise<never> {
  return Promise.reject(new Error('this service has no maps'))
}
