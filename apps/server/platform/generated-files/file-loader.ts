import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Messages of a thread about data that is built once, stored in the data folder, and read by every later start. */
export type MadeOnceNews<H> =
  | { readonly kind: 'making' }
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'not-kept'; readonly why: string }
  | { readonly kind: 'ready'; readonly handle: H; readonly wasMade: boolean; readonly tookMs: number }

export interface MadeOnceData {
  readonly dataDir: string
}

/** Texts for the log. */
export interface MadeOnceWords {
  /** Example: "the index of the world" */
  readonly what: string
  /** The effect of missing data, such as "only the maps are known". */
  readonly without: string
  /** Logged when existing data is read, such as "knowing the world". */
  readonly known: string
}

export interface MadeOnceOptions<H> {
  readonly dataDir: string
  /** A module that reads or builds the data and reports it. */
  readonly thread: URL
  readonly name: string
  readonly words: MadeOnceWords
  /** Published when the data is not available. */
  readonly failed: H
  /** Called once, when the data is loaded or has failed. */
  readonly publish: (handle: H) => Promise<void>
  readonly log: {
    info(fields: object, text: string): void
    warn(fields: object, text: string): void
  }
}

/** Main-thread side: a separate thread reads or builds the data while everything else continues. */
export class MadeOnceHost<H extends { readonly version: string }> {
  private readonly options: MadeOnceOptions<H>
  private worker: Worker | undefined
  private made: H | undefined
  private done: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(options: MadeOnceOptions<H>) {
    this.options = options
  }

  get handle(): H | undefined {
    return this.made
  }

  start(): void {
    const { dataDir, thread, name } = this.options
    const workerData: MadeOnceData = { dataDir }
    const worker = new Worker(thread, { workerData, name })
    this.worker = worker
    worker.on('message', (news: MadeOnceNews<H>) => this.hear(news))
    let why = 'its thread exited before the result was ready'
    worker.on('error', (error) => {
      why = (error as Error).message
    })
    this.done = new Promise((resolve) => {
      worker.once('exit', () => {
        if (!this.made && !this.stopped) this.giveUp(why)
        resolve()
      })
    })
  }

  /** Waits until it is loaded, has failed, or the time has passed. */
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

  /** The service continues without it. */
  private giveUp(why: string): void {
    const { log, words, failed } = this.options
    log.warn({ why }, `${words.what} could not be built: ${words.without}`)
    this.hand(failed)
  }

  private hand(handle: H): void {
    const { log, publish, words } = this.options
    this.made = handle
    publish(handle).catch((error: Error) => log.warn({ why: error.message }, `${words.what} could not be published`))
  }

  private hear(news: MadeOnceNews<H>): void {
    const { log, words } = this.options
    switch (news.kind) {
      case 'making':
        return log.info({}, `building ${words.what}; this happens once`)
      case 'stage':
        return log.info({}, `building ${words.what}: ${news.stage}`)
      case 'not-kept':
        return log.warn({ why: news.why }, `${words.what} could not be saved for the next start`)
      case 'unusable':
        return log.warn({ why: news.why }, `${words.what} cannot be read; building it again`)
      case 'ready': {
        const { handle, wasMade, tookMs } = news
        log.info({ version: handle.version, tookMs }, wasMade ? `${words.what} was built` : words.known)
        this.hand(handle)
      }
    }
  }
}
