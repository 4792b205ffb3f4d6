import type { MetricObject } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { LimitMemory } from '../metering/limit-memory.ts'
import type { UsageLine } from '../metering/tally.ts'

/** What the main thread and the HTTP threads ask each other. */

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

/** What the coordinator answers to its threads. */
export type CoordinatorQuestions = {
  flushUsage: () => Promise<void>
  metrics: () => Promise<string>
}
