import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FastifyListenOptions } from 'fastify'
import { RouteCache } from '../../features/road/route/memory/route-memory.ts'
import { openChannel } from '../../platform/channel.ts'
import { CorrectedClock, systemClock } from '../../platform/clock.ts'
import { collectGarbage } from '../../platform/collect-garbage.ts'
import type { TaskOutcome } from '../../platform/compute/task.ts'
import { ConnectionCounter } from '../../platform/http/connections/connection-counts.ts'
import { toConnectionLimits } from '../../platform/http/connections/connection-limits.ts'
import { saveCompileCache } from '../../platform/keep-compiled.ts'
import { createLogger } from '../../platform/logger.ts'
import { StreamLimiter } from '../../platform/metering/open-streams.ts'
import { openDatabase } from '../../platform/storage/database.ts'
import { composeServiceThread, type Feature, type ServiceThread } from '../compose.ts'
import type { HttpThreadData, HttpThreadRequests, MainThreadRequests } from './thread-requests.ts'
import { warmUp, warmUpInBackground } from './warm-up.ts'

const data = workerData as HttpThreadData
const port = parentPort
if (!port) throw new Error('this file must be started as a thread by the coordinator')

const { config } = data
const clock = new CorrectedClock(data.clock)
const logger = createLogger(config.logLevel, { thread: data.index })
const database = openDatabase(config)

const serviceThread = composeService()
/** World gazetteer, which is set after the warm-up, because the warm-up would otherwise read all world data. */
let world = data.world
let isWarm = false
const channel = openChannel<HttpThreadRequests, MainThreadRequests>(port, {
  async warmUp() {
    const thread = await serviceThread
    if (config.warmUp) await warmUp(thread, { usesGeocoder: config.geocoderUrl !== undefined })
    isWarm = true
    if (world) thread.places.setWorld(world)
    // After the warm-up, a quarter of the heap is garbage. Without a warm-up, a fast start matters more.
    if (config.warmUp) collectGarbage()
  },
  async listen({ port, reusePort }) {
    const thread = await serviceThread
    const { app } = thread.http
    await app.ready()
    // Fastify's types lack this option, but Node supports it.
    await app.listen({ host: config.host, port, reusePort } as FastifyListenOptions)
    await thread.http.listenOnMounts({ host: config.host, reusePort })
  },
  async announceReady() {
    const thread = await serviceThread
    thread.announceReady()
    saveCompileCache()
    if (config.warmUp) void warmUpInBackground(thread, config.plans.pro)
  },
  async useRegions(handles) {
    await (await serviceThread).regions.update(handles, systemClock.now())
  },
  async useWorld(latestWorld) {
    world = latestWorld
    const { places } = await serviceThread
    if (isWarm) places.setWorld(world)
  },
  async useTiles(tiles) {
    ;(await serviceThread).tiles?.use(tiles)
  },
  async useCluster(view) {
    ;(await serviceThread).cluster?.use(view)
  },
  async drainUsage() {
    return (await serviceThread).usageTally.drain()
  },
  async collectMetrics() {
    return await (await serviceThread).http.metrics.getMetricsAsJSON()
  },
  async announceStop() {
    ;(await serviceThread).announceStop()
  },
  async stop() {
    const thread = await serviceThread
    await thread.close()
    await database.close()
    // Buffered log lines would be lost when the thread ends.
    logger.flush()
    return thread.usageTally.drain()
  },
})

async function composeService(): Promise<ServiceThread> {
  const features: Feature[] = []
  for (const module of data.featureModules) {
    features.push(((await import(module)) as { default: Feature }).default)
  }
  return await composeServiceThread({
    config,
    clock,
    clockHealth: clock.health,
    database,
    limitMemory: data.limitMemory,
    logger,
    features,
    mainThread: {
      flushUsage: () => channel.request('flushUsage'),
      readMetrics: () => channel.request('readMetrics'),
      describeTrafficHealth: () => channel.request('describeTrafficHealth'),
      describeMqtt: () => channel.request('describeMqtt'),
      describeMapHealth: () => channel.request('describeMapHealth'),
      loadTiles: () => channel.request('loadTiles'),
      refreshCluster: () => channel.request('refreshCluster'),
      maps: {
        customize: (request) => channel.request('customize', request),
        getMatchingData: (matchingSpec) => channel.request('getMatchingData', matchingSpec),
        computePathAttributes: (attributeSpec) => channel.request('computePathAttributes', attributeSpec),
        computeLivePathAttributes: (attributeSpec) => channel.request('computeLivePathAttributes', attributeSpec),
        announceMatrices: (request) => channel.request('announceMatrices', request),
      },
      ...(config.geocoderUrl === undefined
        ? {}
        : { geocoder: { query: (geocodeQuery) => channel.request('queryGeocoder', geocodeQuery) } }),
      compute: {
        run: (name, input, options) =>
          channel.request('runTask', { name, input, ...options }) as Promise<TaskOutcome<never>>,
      },
    },
    // Only one thread of each server runs jobs, because a job spends most of its time waiting for the compute threads.
    runsJobs: data.index === 0,
    regions: data.regions,
    tiles: data.tiles,
    cluster: data.cluster,
    routeCache: new RouteCache(data.routeCache, data.index),
    isStarting: true,
    connectionCounter: new ConnectionCounter(data.connections, data.index, toConnectionLimits(config)),
    streamLimiter: new StreamLimiter(data.streams, data.index),
  })
}

await serviceThread
await once(port, 'close')
