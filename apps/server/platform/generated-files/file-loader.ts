import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Messages from a thread about data that is built once, stored in the data folder, and read on every later start. */
export type GeneratedFileEvent<H> =
  | { readonly kind: 'making' }
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'not-kept'; readonly reason: string }
  /** The file is stored, but its content is not needed yet. */
  | { readonly kind: 'stored'; readonly tookMs: number }
  | { readonly kind: 'ready'; readonly handle: H; readonly wasBuilt: boolean; readonly tookMs: number }

export interface GeneratedFileThreadData {
  readonly dataDir: string
  /** Build the file if it is missing, but do not hand over its content. */
  readonly isBuildOnly: boolean
}

/** Log messages. */
interface GeneratedFileMessages {
  /** Example: "the world index". */
  readonly subject: string
  /** The effect of missing data, such as "only places on the maps are found". */
  readonly consequence: string
  /** Logged when existing data is read, such as "world index loaded". */
  readonly loadedMessage: string
}

export interface GeneratedFileLoaderOptions<H> {
  readonly dataDir: string
  /** A module that reads or builds the data and reports it. */
  readonly threadModule: URL
  readonly name: string
  readonly messages: GeneratedFileMessages
  /** Published when the data is not available. */
  readonly fallback: H
  /** Called once, when the data is loaded or has failed. */
  readonly publish: (handle: H) => Promise<void>
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** Main-thread side: a separate thread reads or builds the data while everything else continues. */
export class GeneratedFileLoader<H extends { readonly version: string }> {
  private readonly options: GeneratedFileLoaderOptions<H>
  private worker: Worker | undefined
  private loadedHandle: H | undefined
  private completion: Promise<void> = Promise.resolve()
  private reportBuilding = (): void => {}
  private isStopped = false
  private isStored = false
  /** The data is now needed, although initially only its file was to be built. */
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

  /** Builds the file if it is missing, so that `load` only has to read it. */
  buildMissing(): void {
    this.startThread({ isBuildOnly: true })
  }

  /**
   * Reads the data unless it is already loaded. Returns when the data is loaded, when loading has failed, or when the
   * time has passed. Returns at once while the data is being built, because building takes much longer.
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

  /** Waits until the data is loaded, loading has failed, the data has to be built, or the time has passed. */
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

  /** The service continues without the data. */
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
      case 'making':
        this.reportBuilding()
        return log.info({}, `building ${messages.subject}; this happens once`)
      case 'stage':
        return log.info({}, `building ${messages.subject}: ${event.stage}`)
      case 'not-kept':
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
