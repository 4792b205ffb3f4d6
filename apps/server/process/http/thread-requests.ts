import type { PathAttributes } from '@fairway/road'
import type { MetricObject } from 'prom-client'
import type { UpstreamGeocodeQuery, UpstreamGeocodeResult } from '../../features/places/upstream/geocoder.ts'
import type { RouteCacheBuffers } from '../../features/road/route/memory/route-memory.ts'
import type { TilesHandle } from '../../features/tiles/runtime/tiles-handle.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from '../../maps/metrics/path-attributes.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type {
  LivePathAttributes,
  MapHealth,
  MatchingHandle,
  MatchingSpec,
  MetricHandle,
  MetricSpec,
  RegionHandle,
} from '../../maps/regions/handles.ts'
import type { SharedClock } from '../../platform/clock.ts'
import type { TaskOutcome, TaskRequest } from '../../platform/compute/task.ts'
import type { Config } from '../../platform/config/config.ts'
import type { SharedConnectionCounts } from '../../platform/http/connections/connection-counts.ts'
import type { LimitMemory } from '../../platform/metering/limit-memory.ts'
import type { SharedStreamCounts } from '../../platform/metering/open-streams.ts'
import type { UsageLine } from '../../platform/metering/tally.ts'

/** Calls between the main thread and the HTTP threads. */

/** Startup data of a thread. */
export interface HttpThreadData {
  readonly config: Config
  /** The correction of this machine's clock. */
  readonly clock: SharedClock
  readonly limitMemory: LimitMemory
  /** The routes that all threads have returned. */
  readonly routes: RouteCacheBuffers
  /** Open streams per account in each thread. */
  readonly streams: SharedStreamCounts
  /** Open connections in each thread. */
  readonly connections: SharedConnectionCounts
  readonly index: number
  /** Modules whose default export is a Feature: additional operations for tests and benchmarks. */
  readonly featureModules: readonly string[]
  /** The maps served when the thread starts. */
  readonly regions: readonly RegionHandle[]
  /** The gazetteer of the world, if already loaded. */
  readonly world: WorldHandle | undefined
  /** The map tile data that is already loaded. */
  readonly tiles: TilesHandle
}

/** Calls that an HTTP thread handles. */
export type HttpThreadRequests = {
  /** Calls the operations until they are fast. Requests that arrive meanwhile are served in between. */
  warmUp: () => Promise<void>
  listen: (options: { port: number; reusePort: boolean }) => Promise<void>
  /** From now on /readyz reports that the server is ready. */
  announceReady: () => Promise<void>
  /** Serves these maps from now on. Requests in progress finish on the previous ones. */
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  /** The world gazetteer is loaded. */
  useWorld: (world: WorldHandle) => Promise<void>
  /** Draws tiles from this data from now on. */
  useTiles: (tiles: TilesHandle) => Promise<void>
  drainUsage: () => Promise<UsageLine[]>
  collectMetrics: () => Promise<MetricObject[]>
  /** From now on, /readyz reports that the server is stopping. Requests are still served. */
  announceStop: () => Promise<void>
  /** Stops accepting requests, completes those in progress, and returns the usage that has not been counted yet. */
  stop: () => Promise<UsageLine[]>
}

/** Calls that the coordinator handles. */
export type MainThreadRequests = {
  flushUsage: () => Promise<void>
  readMetrics: () => Promise<string>
  /** Customizes a map for a vehicle profile. */
  customize: (request: { dataset: string; spec: MetricSpec }) => Promise<MetricHandle>
  /** Problems with the traffic feeds, or ok. */
  describeTrafficHealth: () => string
  /** Why no map can be used, and which datasets could not be loaded. */
  describeMapHealth: () => Promise<MapHealth>
  /** The data for map matching. */
  getMatchingData: (request: MatchingSpec) => Promise<MatchingHandle>
  /** The path attributes for matrices with a metric. */
  computePathAttributes: (request: PathAttributeSpec) => Promise<PathAttributes>
  computeLivePathAttributes: (request: LivePathAttributeSpec) => Promise<LivePathAttributes>
  expectMatrices: (request: { dataset: string }) => Promise<void>
  /** Queries the external geocoder or its cache. */
  queryGeocoder: (question: UpstreamGeocodeQuery) => Promise<UpstreamGeocodeResult | undefined>
  /** Loads the data of the map tiles, unless it is loaded. All threads have it when this resolves. */
  loadTiles: () => Promise<void>
  /** Runs a heavy task on the compute threads. */
  runTask: (task: TaskRequest) => Promise<TaskOutcome<unknown>>
}
