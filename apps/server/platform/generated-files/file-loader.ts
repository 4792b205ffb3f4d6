import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** What a thread tells of something that is made once, kept in the data folder, and read by every later start. */
export type MadeOnceNews<H> =
  | { readonly kind: 'making' }
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'not-kept'; readonly why: string }
  | { readonly kind: 'ready'; readonly handle: H; readonly wasMade: boolean; readonly tookMs: number }

export interface MadeOnceData {
  readonly dataDir: string
}

/** What the log says of it. */
export interface MadeOnceWords {
  /** "the index of the world" */
  readonly what: string
  /** What it means when it is missing: "only the maps are known". */
  readonly without: string
  /** Said when an earlier one is read: "knowing the world". */
  readonly known: string
}

export interface MadeOnceOptions<H> {
  readonly dataDir: string
  /** A module that reads it or makes it, and tells. */
  readonly thread: URL
  readonly name: string
  readonly words: MadeOnceWords
  /** What is handed over when it cannot be had. */
  readonly failed: H
  /** Hears when it is there, or that it will not come; called once. */
  readonly publish: (handle: H) => Promise<void>
  readonly log: {
    info(fields: object, text: string): void
    warn(fields: object, text: string): void
  }
}

/** The main thread's side of it: a thread of its own reads it, or makes it, while everything else goes on. */
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
    let why = 'its thread ended before it was there'
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

  /** The service goes on without it. */
  private giveUp(why: string): void {
    const { log, words, failed } = this.options
    log.warn({ why }, `${words.what} could not be made: ${words.without}`)
    this.hand(failed)
  }

  private hand(handle: H): void {
    const { log, publish, words } = this.options
    this.made = handle
    publish(handle).catch((error: Error) => log.warn({ why: error.message }, `${words.what} could not be handed over`))
  }

  private hear(news: MadeOnceNews<H>): void {
    const { log, words } = this.options
    switch (news.kind) {
      case 'making':
        return log.info({}, `making ${words.what}, once`)
      case 'stage':
        return log.info({}, `making ${words.what}: ${news.stage}`)
      case 'not-kept':
        return log.warn({ why: news.why }, `${words.what} could not be kept for the next start`)
      case 'unusable':
        return log.warn({ why: news.why }, `${words.what} cannot be read and is made again`)
      case 'ready': {
        const { handle, wasMade, tookMs } = news
        log.info({ version: handle.version, tookMs }, wasMade ? `${words.what} is made` : words.known)
        this.hand(handle)
      }
    }
  }
}
