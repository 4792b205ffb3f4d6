import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FastifyListenOptions } from 'fastify'
import { RouteMemory } from '../../features/road/route/memory/route-memory.ts'
import { openChannel } from '../../platform/channel.ts'
import { CorrectedClock, systemClock } from '../../platform/clock.ts'
import type { TaskOutcome } from '../../platform/compute/task.ts'
import { keepCompiled } from '../../platform/keep-compiled.ts'
import { createLogger } from '../../platform/logger.ts'
import { OpenStreams } from '../../platform/metering/open-streams.ts'
import { openDatabase } from '../../platform/storage/database.ts'
import { composeThread, type Feature, type ServiceThread } from '../compose.ts'
import type { CoordinatorQuestions, ThreadData, ThreadQuestions } from './thread-requests.ts'

const data = workerData as ThreadData
const port = parentPort
if (!port) throw new Error('this file must be started as a thread by the coordinator')

const { config } = data
const clock = new CorrectedClock(data.clock)
const logger = createLogger(config.logLevel, { thread: data.index })
const database = openDatabase(config)

const composing = compose()
const channel = openChannel<ThreadQuestions, CoordinatorQuestions>(port, {
  async listen({ port, reusePort }) {
    const { app } = (await composing).http
    // Fastify's types lack this option, but Node supports it.
    await app.listen({ host: config.host, port, reusePort } as FastifyListenOptions)
  },
  async useRegions(handles) {
    await (await composing).regions.adopt(handles, systemClock.now())
  },
  async useWorld(world) {
    ;(await composing).places.useWorld(world)
  },
  async useTiles(tiles) {
    ;(await composing).tiles?.use(tiles)
  },
  async takeUsage() {
    return (await composing).tally.drain()
  },
  async metrics() {
    return await (await composing).http.metrics.getMetricsAsJSON()
  },
  async stop() {
    const thread = await composing
    await thread.close()
    await database.close()
    // Buffered log lines would be lost when the thread ends.
    logger.flush()
    return thread.tally.drain()
  },
})

async function compose(): Promise<ServiceThread> {
  const features: Feature[] = []
  for (const module of data.featureModules) {
    features.push(((await import(module)) as { default: Feature }).default)
  }
  return await composeThread({
    config,
    clock,
    clockHealth: clock.health,
    database,
    memory: data.memory,
    logger,
    features,
    link: {
      flushUsage: () => channel.ask('flushUsage'),
      metrics: () => channel.ask('metrics'),
      trafficHealth: () => channel.ask('trafficHealth'),
      maps: {
        weigh: (what) => channel.ask('weigh', what),
        matching: (what) => channel.ask('matching', what),
        measure: (what) => channel.ask('measure', what),
        measureLive: (what) => channel.ask('measureLive', what),
        expectMatrices: (what) => channel.ask('expectMatrices', what),
      },
      ...(config.geocoderUrl === undefined
        ? {}
        : { geocoder: { ask: (question) => channel.ask('askGeocoder', question) } }),
      compute: {
        run: (name, input, options) =>
          channel.ask('compute', { name, input, ...options }) as Promise<TaskOutcome<never>>,
      },
    },
    regions: data.regions,
    world: data.world,
    tiles: data.tiles,
    routes: new RouteMemory(data.routes, data.index),
    streams: new OpenStreams(data.streams, data.index),
  })
}

await composing
keepCompiled()
await once(port, 'close')
