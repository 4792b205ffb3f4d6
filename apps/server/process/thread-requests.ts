import type { PathMeasures } from '@fairway/road'
import type { MetricObject } from 'prom-client'
import type { WorldHandle } from '../features/places/runtime/place-index.ts'
import type { GeocoderAnswer, GeocoderQuestion } from '../features/places/upstream/geocoder.ts'
import type { RouteMemoryShare } from '../features/road/route/memory/route-memory.ts'
import type { TilesHandle } from '../features/tiles/runtime/tiles-handle.ts'
import type { LiveMeasureSpec, LiveMeasures, MeasureSpec } from '../maps/metrics/path-attributes.ts'
import type { MatchingHandle, MetricHandle, MetricSpec, RegionHandle } from '../maps/regions/handles.ts'
import type { ClockShare } from '../platform/clock.ts'
import type { TaskOutcome, TaskRequest } from '../platform/compute/task.ts'
import type { Config } from '../platform/config/config.ts'
import type { LimitMemory } from '../platform/metering/limit-memory.ts'
import type { StreamCounts } from '../platform/metering/open-streams.ts'
import type { UsageLine } from '../platform/metering/tally.ts'

/** What the main thread and the HTTP threads ask each other. */

/** What a thread is started with. */
export interface ThreadData {
  readonly config: Config
  /** What the clock of this machine is corrected by. */
  readonly clock: ClockShare
  readonly memory: LimitMemory
  /** The routes that all threads have answered. */
  readonly routes: RouteMemoryShare
  /** How many streams accounts have open in each thread. */
  readonly streams: StreamCounts
  readonly index: number
  /** Modules whose default export is a Feature: operations beside the service's own, for tests and benchmarks. */
  readonly featureModules: readonly string[]
  /** The maps that are served when the thread starts. */
  readonly regions: readonly RegionHandle[]
  /** The places of the world, when they are there already. */
  readonly world: WorldHandle | undefined
  /** What the map is drawn from, as far as it is there. */
  readonly tiles: TilesHandle
}

/** What a thread answers. */
export type ThreadQuestions = {
  listen: (where: { port: number; reusePort: boolean }) => Promise<void>
  /** From now on these maps are served; who has begun on another one finishes there. */
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  /** The places of the world are there. */
  useWorld: (world: WorldHandle) => Promise<void>
  /** The map is drawn from this from now on. */
  useTiles: (tiles: TilesHandle) => Promise<void>
  takeUsage: () => Promise<UsageLine[]>
  metrics: () => Promise<MetricObject[]>
  /** Stops accepting, finishes what runs, and gives back what was not counted yet. */
  stop: () => Promise<UsageLine[]>
}

/** What the coordinator answers to its threads. */
export type CoordinatorQuestions = {
  flushUsage: () => Promise<void>
  metrics: () => Promise<string>
  /** Weighs a map for one kind of vehicle. */
  weigh: (what: { dataset: string; spec: MetricSpec }) => Promise<MetricHandle>
  /** What is wrong with the traffic feeds, or ok. */
  trafficHealth: () => string
  /** What matching onto a map needs. */
  matching: (what: { dataset: string }) => Promise<MatchingHandle>
  /** What matrices by a metric are measured with. */
  measure: (what: MeasureSpec) => Promise<PathMeasures>
  measureLive: (what: LiveMeasureSpec) => Promise<LiveMeasures>
  expectMatrices: (what: { dataset: string }) => Promise<void>
  /** Asks the other geocoder, or remembers what it said. */
  askGeocoder: (question: GeocoderQuestion) => Promise<GeocoderAnswer | undefined>
  /** Heavy work, done by the compute threads. */
  compute: (task: TaskRequest) => Promise<TaskOutcome<unknown>>
}
