import type { FastifyBaseLogger } from 'fastify'
import type { UpstreamGeocoder } from '../features/places/upstream/geocoder.ts'
import type { RouteCache } from '../features/road/route/memory/route-memory.ts'
import type { SeaHandle } from '../features/sea/runtime/sea-service.ts'
import type { TilesHandle } from '../features/tiles/runtime/tiles-handle.ts'
import type { AirspaceHandle } from '../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../maps/places/place-index.ts'
import type { MapHealth, RegionHandle } from '../maps/regions/handles.ts'
import type { MapCustomization } from '../maps/regions/region.ts'
import type { Feature } from '../operations/feature.ts'
import type { Clock } from '../platform/clock.ts'
import type { Compute } from '../platform/compute/task.ts'
import type { Config } from '../platform/config/config.ts'
import type { ConnectionCounter } from '../platform/http/connections/connection-counts.ts'
import type { LimitMemory } from '../platform/metering/limit-memory.ts'
import type { StreamLimiter } from '../platform/metering/open-streams.ts'
import type { Database } from '../platform/storage/database.ts'
import type { ServiceTasks } from './compose-tasks.ts'

/** The calls from one HTTP thread to the rest of the server. */
interface MainThreadLink {
  /** Writes the usage counts of all threads to the database. */
  flushUsage(): Promise<void>
  /** The metrics of all threads in Prometheus format. */
  readMetrics(): Promise<string>
  /** Problems with the traffic feeds, or ok. */
  describeTrafficHealth(): Promise<string>
  describeMapHealth(): Promise<MapHealth>
  /** Loads the data of the map tiles on first use. */
  loadTiles?(): Promise<void>
  /** Builds the metrics that unusual requests need. */
  readonly maps: MapCustomization
  /** Geocoder for addresses without a local match. Undefined when none is configured. */
  readonly geocoder?: Pick<UpstreamGeocoder, 'query'>
  /** The threads for heavy work. Without them, this thread does it. */
  readonly compute?: Compute<ServiceTasks>
}

export interface ServiceThreadOptions {
  readonly config: Config
  readonly clock: Clock
  /** Problems with the clock of this machine, or ok. */
  readonly clockHealth?: () => string
  readonly database: Database
  readonly limitMemory: LimitMemory
  readonly mainThread: MainThreadLink
  readonly logger: FastifyBaseLogger
  /** The initial maps. */
  readonly regions?: readonly RegionHandle[]
  /** The gazetteer of the world, if already loaded. */
  readonly world?: WorldHandle | undefined
  /** The sea network, for a thread that plans voyages itself. */
  readonly seas?: SeaHandle
  /** Zones and corridors, for a thread that plans flights itself. */
  readonly sky?: Pick<AirspaceHandle, 'aerodromes' | 'zones'>
  /** The tile data that is already loaded. */
  readonly tiles?: TilesHandle | undefined
  /** The routes returned by all threads. Without it, this thread stores only its own. */
  readonly routes?: RouteCache
  /** The open streams of all threads. Without it, this thread counts only its own. */
  readonly streamLimiter?: StreamLimiter
  /** Limits the open connections of all threads. Without it, there are no limits. */
  readonly connectionCounter?: ConnectionCounter
  /** Whether /readyz fails until `announceReady` is called. Default: false. */
  readonly isStarting?: boolean
  /** Whether this thread runs jobs. Default: true. */
  readonly runsJobs?: boolean
  /** Operations in addition to those of the service. */
  readonly features?: readonly Feature[]
}
