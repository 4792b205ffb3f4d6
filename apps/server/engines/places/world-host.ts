import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { WorldHandle } from './place-book.ts'

export interface WorldThreadData {
  readonly dataDir: string
}

export type WorldNews =
  | { readonly kind: 'making' }
  | { readonly kind: 'not-kept'; readonly why: string }
  | { readonly kind: 'ready'; readonly world: WorldHandle; readonly wasMade: boolean; readonly tookMs: number }

export interface WorldHostOptions {
  readonly dataDir: string
  /** Hears when it is there; called once. */
  readonly publish: (world: WorldHandle) => Promise<void>
  readonly log: {
    info(fields: object, text: string): void
    warn(fields: object, text: string): void
  }
}

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
    const workerData: WorldThreadData = { dataDir: this.options.dataDir }
    const worker = new Worker(new URL('./world-thread.ts', import.meta.url), { workerData, name: 'world' })
    this.worker = worker
    worker.on('message', (news: WorldNews) => this.hear(news))
    // A service without the world still knows its maps.
    worker.on('error', (error) => {
      if (!this.stopped) this.options.log.warn({ why: error.message }, 'the index of the world could not be made')
    })
    this.done = new Promise((resolve) => worker.once('exit', () => resolve()))
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

  private hear(news: WorldNews): void {
    const { log, publish } = this.options
    if (news.kind === 'making') return log.info({}, 'making the index of the world, once')
    if (news.kind === 'not-kept') {
      return log.warn({ why: news.why }, 'the index of the world could not be kept for the next start')
    }
    this.handle = news.world
    const { wasMade, tookMs } = news
    log.info({ version: news.world.version, tookMs }, wasMade ? 'the index of the world is made' : 'knowing the world')
    publish(news.world).catch((error: Error) => log.warn({ why: error.message }, 'the world could not be handed over'))
  }
}
