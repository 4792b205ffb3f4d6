import type { PathAttributes } from '@fairway/road'
import type { MetricObject } from 'prom-client'
import type { UpstreamGeocodeQuery, UpstreamGeocodeResult } from '../../features/places/upstream/geocoder.ts'
import type { RouteCacheBuffers } from '../../features/road/route/memory/route-memory.ts'
import type { TilesHandle } from '../../features/tiles/runtime/tiles-handle.ts'
import type { ClusterView } from '../../maps/cluster/cluster-view.ts'
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

/** Requests between the main thread and the HTTP threads. */

/** Startup data of an HTTP thread. */
export interface HttpThreadData {
  readonly config: Config
  /** Correction of this machine's clock. */
  readonly clock: SharedClock
  readonly limitMemory: LimitMemory
  /** Routes that all threads have returned. */
  readonly routeCache: RouteCacheBuffers
  /** Open streams per account in each thread. */
  readonly streams: SharedStreamCounts
  /** Open connections in each thread. */
  readonly connections: SharedConnectionCounts
  readonly index: number
  /** Modules with additional features for tests and benchmarks. The default export of each module is a Feature. */
  readonly featureModules: readonly string[]
  /** Maps that are served when the thread starts. */
  readonly regions: readonly RegionHandle[]
  /** World gazetteer, if it is already loaded. */
  readonly world: WorldHandle | undefined
  /** Map tile data that is already loaded. */
  readonly tiles: TilesHandle
  /** Nodes of the cluster when the thread starts. */
  readonly cluster: ClusterView
}

/** Requests that an HTTP thread handles. */
export type HttpThreadRequests = {
  /** Calls the operations until they are fast. Client requests are served between these calls. */
  warmUp: () => Promise<void>
  listen: (options: { port: number; reusePort: boolean }) => Promise<void>
  /** Makes /readyz report that the server is ready. */
  announceReady: () => Promise<void>
  /** Replaces the served maps. Requests in progress finish on the previous maps. */
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  /** Passes the loaded world gazetteer to the thread. */
  useWorld: (world: WorldHandle) => Promise<void>
  /** Replaces the data that tiles are drawn from. */
  useTiles: (tiles: TilesHandle) => Promise<void>
  /** Replaces the known nodes of the cluster. */
  useCluster: (view: ClusterView) => Promise<void>
  drainUsage: () => Promise<UsageLine[]>
  collectMetrics: () => Promise<MetricObject[]>
  /** Makes /readyz report that the server is stopping. Requests are still served. */
  announceStop: () => Promise<void>
  /**
   * Stops accepting requests, completes requests in progress, and returns the usage that has not been collected yet.
   */
  stop: () => Promise<UsageLine[]>
}

/** Requests that the main thread handles. */
export type MainThreadRequests = {
  flushUsage: () => Promise<void>
  readMetrics: () => Promise<string>
  /** Customizes a map for a vehicle profile. */
  customize: (request: { dataset: string; spec: MetricSpec }) => Promise<MetricHandle>
  /** Returns the problems with the traffic feeds, or 'ok'. */
  describeTrafficHealth: () => string
  /** Returns the problem with the MQTT broker, or 'ok'. */
  describeMqtt: () => string
  /** Returns the reason why no map can be used, and the datasets that could not be loaded. */
  describeMapHealth: () => Promise<MapHealth>
  /** Returns the data for map matching. */
  getMatchingData: (matchingSpec: MatchingSpec) => Promise<MatchingHandle>
  /** Returns the path attributes for matrices with a metric. */
  computePathAttributes: (attributeSpec: PathAttributeSpec) => Promise<PathAttributes>
  computeLivePathAttributes: (attributeSpec: LivePathAttributeSpec) => Promise<LivePathAttributes>
  announceMatrices: (request: { dataset: string }) => Promise<void>
  /** Queries the external geocoder or its cache. */
  queryGeocoder: (geocodeQuery: UpstreamGeocodeQuery) => Promise<UpstreamGeocodeResult | undefined>
  /** Loads the data of the map tiles if needed. Resolves when all threads have received the data. */
  loadTiles: () => Promise<void>
  /** Reads the nodes of the cluster from Redis. */
  refreshCluster: () => Promise<ClusterView>
  /** Runs a heavy task on the compute threads. */
  runTask: (task: TaskRequest) => Promise<TaskOutcome<unknown>>
}
