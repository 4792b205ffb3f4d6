import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Messages from a thread that builds data once, stores it in the data folder, and reads it on later starts. */
export type GeneratedFileEvent<H> =
  | { readonly kind: 'creating' }
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'not-stored'; readonly reason: string }
  /** The file is stored, but its content is not loaded. */
  | { readonly kind: 'stored'; readonly tookMs: number }
  | { readonly kind: 'ready'; readonly handle: H; readonly wasBuilt: boolean; readonly tookMs: number }

export interface GeneratedFileThreadData {
  readonly dataDir: string
  /** True if the thread only builds a missing file and does not return its content. */
  readonly isBuildOnly: boolean
}

/** Texts for log messages. */
interface GeneratedFileMessages {
  /** Name of the data, such as "the world index". */
  readonly subject: string
  /** Effect of missing data, such as "only places on the maps are found". */
  readonly consequence: string
  /** Message for existing data, such as "world index loaded". */
  readonly loadedMessage: string
}

export interface GeneratedFileLoaderOptions<H> {
  readonly dataDir: string
  /** Thread module that reads or builds the data. */
  readonly threadModule: URL
  readonly name: string
  readonly messages: GeneratedFileMessages
  /** Value that is published if the data is not available. */
  readonly fallback: H
  /** Called once, when the data is loaded or loading has failed. */
  readonly publish: (handle: H) => Promise<void>
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** Loader in the main thread. A separate thread reads or builds the data while the server continues to work. */
export class GeneratedFileLoader<H extends { readonly version: string }> {
  private readonly options: GeneratedFileLoaderOptions<H>
  private worker: Worker | undefined
  private loadedHandle: H | undefined
  private completion: Promise<void> = Promise.resolve()
  private reportBuilding = (): void => {}
  private isStopped = false
  private isStored = false
  /** True if the data is needed although the thread was started only to build the file. */
  private isWanted = false

  constructor(options: GeneratedFileLoaderOptions<H>) {
    this.options = options
  }

  get handle(): H | undefined {
    return this.loadedHandle
  }

  /** Reads or builds the data. */
  start(): void {
    this.startThread({ isBuildOnly: false })
  }

  /** Builds the file if it is missing, so that `load` only needs to read it. */
  buildMissing(): void {
    this.startThread({ isBuildOnly: true })
  }

  /**
   * Reads the data unless it is already loaded. Resolves when the data is loaded, when loading has failed, or after
   * `maxMs`. Resolves immediately while the data is being built, because building takes much longer.
   */
  async load(maxMs: number): Promise<void> {
    if (this.loadedHandle || this.isStopped) return
    this.isWanted = true
    if (!this.worker) this.start()
    await this.waitFor(maxMs)
  }

  private startThread({ isBuildOnly }: { isBuildOnly: boolean }): void {
    const { dataDir, threadModule, name } = this.options
    const workerData: GeneratedFileThreadData = { dataDir, isBuildOnly }
    const worker = new Worker(threadModule, { workerData, name })
    this.worker = worker
    this.isStored = false
    worker.on('message', (event: GeneratedFileEvent<H>) => this.receive(event))
    let reason = 'its thread exited before the result was ready'
    worker.on('error', (error) => {
      reason = (error as Error).message
    })
    this.completion = new Promise((resolve) => {
      this.reportBuilding = resolve
      worker.once('exit', () => {
        this.worker = undefined
        resolve()
        if (this.loadedHandle || this.isStopped) return
        if (!this.isStored) this.publishFallback(reason)
        else if (this.isWanted) this.start()
      })
    })
  }

  /** Waits until the data is loaded, loading has failed, the data must be built, or the time has passed. */
  async waitFor(ms: number): Promise<void> {
    const timeoutController = new AbortController()
    const timeout = sleep(ms, undefined, { signal: timeoutController.signal }).catch(() => undefined)
    await Promise.race([this.completion, timeout])
    timeoutController.abort()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.worker?.terminate()
  }

  /** Publishes the fallback, so that the service continues without the data. */
  private publishFallback(reason: string): void {
    const { log, messages, fallback } = this.options
    log.warn({ why: reason }, `${messages.subject} could not be built: ${messages.consequence}`)
    this.publishHandle(fallback)
  }

  private publishHandle(handle: H): void {
    const { log, publish, messages } = this.options
    this.loadedHandle = handle
    publish(handle).catch((error: Error) =>
      log.warn({ why: error.message }, `${messages.subject} could not be published`),
    )
  }

  private receive(event: GeneratedFileEvent<H>): void {
    const { log, messages } = this.options
    switch (event.kind) {
      case 'creating':
        this.reportBuilding()
        return log.info({}, `building ${messages.subject}; this happens once`)
      case 'stage':
        return log.info({}, `building ${messages.subject}: ${event.stage}`)
      case 'not-stored':
        return log.warn({ why: event.reason }, `${messages.subject} could not be saved for the next start`)
      case 'unusable':
        return log.warn({ why: event.reason }, `${messages.subject} cannot be read and will be rebuilt`)
      case 'stored':
        this.isStored = true
        return log.info({ tookMs: event.tookMs }, `built ${messages.subject}`)
      case 'ready': {
        const { handle, wasBuilt, tookMs } = event
        log.info({ version: handle.version, tookMs }, wasBuilt ? `built ${messages.subject}` : messages.loadedMessage)
        this.publishHandle(handle)
      }
    }
  }
}
