import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FastifyListenOptions } from 'fastify'
import type { MetricObject } from 'prom-client'
import { systemClock } from '../clock.ts'
import { composeThread, type Feature, type ServiceThread } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../logger.ts'
import type { LimitMemory } from '../metering/limit-memory.ts'
import type { UsageLine } from '../metering/tally.ts'
import { openDatabase } from '../storage/database.ts'
import { openChannel } from './channel.ts'
import type { CoordinatorQuestions } from './coordinator.ts'

/** What a thread is started with. */
export interface ThreadData {
  readonly config: Config
  readonly memory: LimitMemory
  readonly index: number
  /** Modules whose default export is a Feature: operations beside the service's own, for tests and benchmarks. */
  readonly featureModules: readonly string[]
}

/** What a thread answers. */
export type ThreadQuestions = {
  listen: (where: { port: number; reusePort: boolean }) => Promise<void>
  takeUsage: () => Promise<UsageLine[]>
  metrics: () => Promise<MetricObject[]>
  /** Stops accepting, finishes what runs, and gives back what was not counted yet. */
  stop: () => Promise<UsageLine[]>
}

const data = workerData as ThreadData
const port = parentPort
if (!port) throw new Error('this file is started as a thread by the coordinator')

const { config } = data
const logger = createLogger(config.logLevel, { thread: data.index })
const database = openDatabase(config)

const composing = compose()
const channel = openChannel<ThreadQuestions, CoordinatorQuestions>(port, {
  async listen({ port, reusePort }) {
    const { app } = (await composing).http
    // Fastify's types do not know the option yet; Node does.
    await app.listen({ host: config.host, port, reusePort } as FastifyListenOptions)
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
    // Nobody else writes what is still collected when the thread is ended.
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
    clock: systemClock,
    database,
    memory: data.memory,
    logger,
    features,
    link: {
      flushUsage: () => channel.ask('flushUsage'),
      metrics: () => channel.ask('metrics'),
    },
  })
}

await composing
await once(port, 'close')
