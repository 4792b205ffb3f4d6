import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { RouteCacheBuffers } from '../../features/road/route/memory/route-memory.ts'
import type { TilesHandle } from '../../features/tiles/runtime/tiles-handle.ts'
import type { ClusterView } from '../../maps/cluster/cluster-view.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import { type Channel, openChannel } from '../../platform/channel.ts'
import type { SharedClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  createConnectionCounts,
  type SharedConnectionCounts,
} from '../../platform/http/connections/connection-counts.ts'
import type { LimitMemory } from '../../platform/metering/limit-memory.ts'
import type { SharedStreamCounts } from '../../platform/metering/open-streams.ts'
import type { UsageLine } from '../../platform/metering/tally.ts'
import { threadMemory } from '../../platform/thread-memory.ts'
import type { Component } from '../component.ts'
import type { HttpThreadData, HttpThreadRequests, MainThreadRequests } from './thread-requests.ts'

interface HttpThread {
  readonly worker: Worker
  readonly channel: Channel<HttpThreadRequests>
}

interface HttpThreadsOptions {
  readonly config: Config
  readonly clock: SharedClock
  readonly limitMemory: LimitMemory
  readonly routeCache: RouteCacheBuffers
  readonly streams: SharedStreamCounts
  readonly featureModules: readonly string[]
  readonly handlers: MainThreadRequests
  /** Returns the initial maps of a thread. */
  readonly regions: () => readonly RegionHandle[]
  /** Returns the world gazetteer, or undefined if it is not loaded yet. */
  readonly world: () => WorldHandle | undefined
  /** Returns the map tile data that is already loaded. */
  readonly tiles: () => TilesHandle
  /** Returns the known nodes of the cluster. */
  readonly cluster: () => ClusterView
  readonly logger: Logger
  /** Resolves when the data that a ready server needs is available. */
  readonly whenReady: () => Promise<void>
  /** Receives the usage that the threads have counted. */
  readonly addUsage: (lines: readonly UsageLine[]) => void
  /** Called when a thread accepts connections. */
  readonly onListening: () => void
  /** Called when a thread has ended and cannot be restarted. */
  readonly onFatalError: (error: Error) => void
}

/**
 * Maximum number of crashes within the window. More crashes indicate an error that a restart does not fix. The startup
 * time of threads does not count, because it can be longer than the window on a slow machine.
 */
const MAX_CRASHES = 5
const CRASH_WINDOW_MS = 30_000
/** Time within which a thread with unfinished requests must return its usage. */
const TERMINATE_AFTER_MS = 500

/** Threads that serve HTTP on the same port. A crashed thread is replaced. */
export class HttpThreads implements Component {
  readonly name = 'HTTP threads'
  private readonly options: HttpThreadsOptions
  private readonly threads = new Map<number, HttpThread>()
  /** Workers, including those that are still loading, because every worker keeps the process alive. */
  private readonly workers = new Set<Worker>()
  private readonly crashTimes: number[] = []
  private lastStartMs = 0
  private readonly connections: SharedConnectionCounts
  private isReady = false
  private isStopping = false

  constructor(options: HttpThreadsOptions) {
    this.options = options
    this.connections = createConnectionCounts(options.config.threads)
  }

  /**
   * Starts the threads. The first thread accepts connections before its warm-up, because users wait for the first page.
   * The other threads start after it, and accept connections after their warm-up. The server is ready when all threads
   * are.
   */
  async start(): Promise<void> {
    const laterThreadIndices = Array.from({ length: this.options.config.threads - 1 }, (_, index) => index + 1)
    try {
      await this.startThread(0, false)
      const firstWarmUp = this.requestAll('warmUp')
      await Promise.all(laterThreadIndices.map((index) => this.startThread(index)))
      await firstWarmUp
      await this.options.whenReady()
      this.isReady = true
      await this.requestAll('announceReady')
    } catch (error) {
      // No client uses the service yet, so there are no requests to finish.
      await this.terminate()
      throw error
    }
  }

  /** Calls all threads. A thread that ends during the call is skipped. */
  async requestAll<K extends keyof HttpThreadRequests>(
    name: K,
    payload?: Parameters<HttpThreadRequests[K]>[0],
  ): Promise<Awaited<ReturnType<HttpThreadRequests[K]>>[]> {
    const pendingReplies = [...this.threads.values()].map((thread) => thread.channel.request(name, payload))
    const outcomes = await Promise.allSettled(pendingReplies)
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }

  /** Passes the usage that the threads have counted so far to `addUsage`. */
  async drainUsage(): Promise<void> {
    for (const usageLines of await this.requestAll('drainUsage')) this.options.addUsage(usageLines)
  }

  /**
   * Stops accepting requests and completes requests in progress. Threads that exceed the grace period are terminated.
   */
  async stop(): Promise<void> {
    this.isStopping = true
    const forceEndTimer = setTimeout(() => this.forceEnd(), this.options.config.shutdownGraceMs)
    try {
      for (const usageLines of await this.requestAll('stop')) this.options.addUsage(usageLines)
      await this.terminate()
    } finally {
      clearTimeout(forceEndTimer)
    }
  }

  private async forceEnd(): Promise<void> {
    // The usage of completed requests must not be lost when the thread is terminated. The wait is limited, because a
    // thread may be stuck.
    await Promise.race([this.drainUsage(), sleep(TERMINATE_AFTER_MS)])
    await this.terminate()
  }

  private async terminate(): Promise<void> {
    this.isStopping = true
    await Promise.all([...this.workers].map((worker) => worker.terminate()))
    this.threads.clear()
  }

  private async startThread(index: number, isWarmedUp = true): Promise<void> {
    const { config, clock, limitMemory, routeCache, streams, featureModules, handlers } = this.options
    const startedAt = performance.now()
    const regions = this.options.regions()
    const world = this.options.world()
    const tiles = this.options.tiles()
    const cluster = this.options.cluster()
    const workerData: HttpThreadData = {
      config,
      clock,
      limitMemory,
      routeCache,
      streams,
      connections: this.connections,
      index,
      featureModules,
      regions,
      world,
      tiles,
      cluster,
    }
    const worker = new Worker(new URL('./http-thread.ts', import.meta.url), {
      workerData,
      name: `http-${index}`,
      resourceLimits: threadMemory,
    })
    this.workers.add(worker)
    const channel = openChannel<MainThreadRequests, HttpThreadRequests>(worker, handlers)
    const workerFailure = once(worker, 'error').then(([error]) => Promise.reject(error as Error))
    workerFailure.catch(() => {})
    worker.once('error', (error) => this.options.logger.error({ err: error, thread: index }, 'HTTP thread failed'))
    worker.once('exit', () => {
      this.workers.delete(worker)
      channel.close(new Error(`HTTP thread ${index} has exited`))
      if (this.threads.get(index)?.worker === worker) this.restartThread(index)
    })
    if (isWarmedUp) await Promise.race([channel.request('warmUp'), workerFailure])
    await Promise.race([channel.request('listen', { port: config.port, reusePort: config.threads > 1 }), workerFailure])
    this.threads.set(index, { worker, channel })
    this.options.onListening()
    this.lastStartMs = performance.now() - startedAt
    // New maps may have been loaded while the thread was starting.
    if (this.options.regions() !== regions) await channel.request('useRegions', this.options.regions())
    const latestWorld = this.options.world()
    if (latestWorld && latestWorld !== world) await channel.request('useWorld', latestWorld)
    if (this.options.tiles() !== tiles) await channel.request('useTiles', this.options.tiles())
    if (this.options.cluster() !== cluster) await channel.request('useCluster', this.options.cluster())
    if (this.isReady) await channel.request('announceReady')
  }

  private restartThread(index: number): void {
    this.threads.delete(index)
    if (this.isStopping) return
    this.crashTimes.push(performance.now())
    const windowStart = performance.now() - CRASH_WINDOW_MS - MAX_CRASHES * this.lastStartMs
    while ((this.crashTimes[0] ?? windowStart) < windowStart) this.crashTimes.shift()
    if (this.crashTimes.length > MAX_CRASHES) return this.options.onFatalError(new Error('HTTP threads keep failing'))
    this.options.logger.warn({ thread: index }, 'HTTP thread is restarted')
    this.startThread(index).catch((error: Error) => {
      // A thread that was still loading when the service stopped has not failed.
      if (!this.isStopping) this.options.onFatalError(error)
    })
  }
}
