import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { WorldHandle } from './place-book.ts'

export interface WorldThreadData {
  readonly dataDir: string
}

export type WorldNews =
  | { readonly kind: 'making' }
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'not-kept'; readonly why: string }
  | { readonly kind: 'ready'; readonly world: WorldHandle; readonly wasMade: boolean; readonly tookMs: number }

export interface WorldHostOptions {
  readonly dataDir: string
  /** Another thread than the one that reads or makes it, for tests of those that fail. */
  readonly thread?: URL
  /** Hears when it is there, or that it will not come; called once. */
  readonly publish: (world: WorldHandle) => Promise<void>
  readonly log: {
    info(fields: object, text: string): void
    warn(fields: object, text: string): void
  }
}

const FAILED: WorldHandle = { version: 'world-failed', attribution: '', sections: new Map(), hasFailed: true }

/** The main thread's side of the world's places: a thread reads them, or makes them, while the maps are loaded. */
export class WorldHost {
  private readonly options: WorldHostOptions
  private worker: Worker | undefined
  private handle: WorldHandle | undefined
  private done: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(options: WorldHostOptions) {
    this.options = options
  }

  get world(): WorldHandle | undefined {
    return this.handle
  }

  start(): void {
    const { dataDir, thread = new URL('./world-thread.ts', import.meta.url) } = this.options
    const workerData: WorldThreadData = { dataDir }
    const worker = new Worker(thread, { workerData, name: 'world' })
    this.worker = worker
    worker.on('message', (news: WorldNews) => this.hear(news))
    let why = 'its thread ended before it was there'
    worker.on('error', (error) => {
      why = error.message
    })
    this.done = new Promise((resolve) => {
      worker.once('exit', () => {
        if (!this.handle && !this.stopped) this.giveUp(why)
        resolve()
      })
    })
  }

  /** Until it is there, or has failed, or this time has passed. */
  async waitFor(ms: number): Promise<void> {
    const patience = new AbortController()
    const late = sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([this.done, late])
    patience.abort()
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.worker?.terminate()
  }

  /** A service without the world still knows its maps. */
  private giveUp(why: string): void {
    this.options.log.warn({ why }, 'the index of the world could not be made: only the maps are known')
    this.publish(FAILED)
  }

  private publish(world: WorldHandle): void {
    const { log, publish } = this.options
    this.handle = world
    publish(world).catch((error: Error) => log.warn({ why: error.message }, 'the world could not be handed over'))
  }

  private hear(news: WorldNews): void {
    const { log } = this.options
    if (news.kind === 'making') return log.info({}, 'making the index of the world, once')
    if (news.kind === 'not-kept') {
      return log.warn({ why: news.why }, 'the index of the world could not be kept for the next start')
    }
    if (news.kind === 'unusable') {
      return log.warn({ why: news.why }, 'the index of the world cannot be read and is made again')
    }
    const { wasMade, tookMs } = news
    log.info({ version: news.world.version, tookMs }, wasMade ? 'the index of the world is made' : 'knowing the world')
    this.publish(news.world)
  }
}
