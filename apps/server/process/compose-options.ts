import type { FastifyBaseLogger } from 'fastify'
import type { ConsoleFile } from '../features/console/pages.ts'
import type { UpstreamGeocoder } from '../features/places/upstream/geocoder.ts'
import type { RouteCache } from '../features/road/route/memory/route-memory.ts'
import type { SeaHandle } from '../features/sea/runtime/sea-service.ts'
import type { TilesHandle } from '../features/tiles/runtime/tiles-handle.ts'
import type { AirspaceHandle } from '../maps/airspace/airspace-handle.ts'
import type { ClusterView } from '../maps/cluster/cluster-view.ts'
import type { WorldHandle } from '../maps/places/place-index.ts'
import type { MapHealth, RegionHandle } from '../maps/regions/handles.ts'
import type { MapCustomization } from '../maps/regions/region.ts'
import type { Feature } from '../operations/feature.ts'
import type { Clock } from '../platform/clock.ts'
import type { ComputeTasks } from '../platform/compute/task.ts'
import type { Config } from '../platform/config/config.ts'
import type { ConnectionCounter } from '../platform/http/connections/connection-counts.ts'
import type { LimitMemory } from '../platform/metering/limit-memory.ts'
import type { StreamLimiter } from '../platform/metering/open-streams.ts'
import type { Database } from '../platform/storage/database.ts'
import type { ServiceTasks } from './compose-tasks.ts'

/** Calls from one HTTP thread to the other parts of the server. */
interface MainThreadLink {
  /** Writes the usage counts of all threads to the database. */
  flushUsage(): Promise<void>
  /** Returns the metrics of all threads in Prometheus format. */
  readMetrics(): Promise<string>
  /** Returns the problems with the traffic feeds, or 'ok'. */
  describeTrafficHealth(): Promise<string>
  /** Returns the problem with the MQTT broker, or 'ok'. */
  describeMqtt?(): Promise<string>
  describeMapHealth(): Promise<MapHealth>
  /** Loads the data of the map tiles on first use. */
  loadTiles?(): Promise<void>
  /** Reads the nodes of the cluster. Undefined if this server is not part of a cluster. */
  refreshCluster?(): Promise<ClusterView>
  /** Builds the metrics that unusual requests need. */
  readonly maps: MapCustomization
  /** Geocoder for addresses without a local match. Undefined if none is configured. */
  readonly geocoder?: Pick<UpstreamGeocoder, 'query'>
  /** Threads for heavy work. Without them, this thread does the work itself. */
  readonly compute?: ComputeTasks<ServiceTasks>
}

export interface ServiceThreadOptions {
  readonly config: Config
  readonly clock: Clock
  /** Returns the problems with the clock of this machine, or 'ok'. */
  readonly clockHealth?: () => string
  readonly database: Database
  readonly limitMemory: LimitMemory
  readonly mainThread: MainThreadLink
  readonly logger: FastifyBaseLogger
  /** Initial maps. */
  readonly regions?: readonly RegionHandle[]
  /** World gazetteer, if it is already loaded. */
  readonly world?: WorldHandle | undefined
  /** Sea network, for a thread that plans voyages itself. */
  readonly seas?: SeaHandle
  /** Zones and corridors, for a thread that plans flights itself. */
  readonly sky?: Pick<AirspaceHandle, 'aerodromes' | 'zones'>
  /** Tile data that is already loaded. */
  readonly tiles?: TilesHandle | undefined
  /** Nodes of the cluster that are already known. */
  readonly cluster?: ClusterView | undefined
  /** Routes that all threads have returned. Without a shared cache, this thread stores only its own routes. */
  readonly routeCache?: RouteCache
  /** Counts the open streams of all threads. Without a limiter, this thread counts only its own streams. */
  readonly streamLimiter?: StreamLimiter
  /** Limits the open connections of all threads. Without a counter, connections are not limited. */
  readonly connectionCounter?: ConnectionCounter
  /** Whether /readyz fails until `announceReady` is called. Default: false. */
  readonly isStarting?: boolean
  /** Whether this thread runs jobs. Default: true. */
  readonly runsJobs?: boolean
  /** Files of the web console. Default: the built files. */
  readonly consoleFiles?: readonly ConsoleFile[]
  /** Features in addition to those of the service. */
  readonly features?: readonly Feature[]
}
