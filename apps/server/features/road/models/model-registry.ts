import type { TravelModel } from '@fairway/road'
import { ModelStore } from './model-store.ts'

export interface ModelRegistryOptions {
  readonly dataDir: string
  readonly log: { warn(fields: object, message: string): void }
  /** Interval between two scans of the folder, in milliseconds. Tests use a short interval. */
  readonly scanIntervalMs?: number
}

const SCAN_INTERVAL_MS = 1000

/** Registry of the named models that a thread serves. The registry scans the data folder every second. */
export class ModelRegistry {
  private readonly options: ModelRegistryOptions
  private readonly store: ModelStore
  private models: ReadonlyMap<string, TravelModel> = new Map()
  private loggedErrors = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(options: ModelRegistryOptions) {
    this.options = options
    this.store = new ModelStore(options.dataDir)
  }

  /**
   * Returns all models. If the requested model is not among them, it is read first, because its file may be newer than
   * the last scan.
   */
  listFor(requested: string): ReadonlyMap<string, TravelModel> {
    const model = this.models.has(requested) ? undefined : this.store.readNew(requested)
    if (model) this.models = new Map([...this.models, [requested, model]])
    return this.models
  }

  /** Reads the models now and again after every change. */
  async open(): Promise<void> {
    await this.scan()
    this.schedule()
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Reads the models once. */
  async scan(): Promise<void> {
    const storedModels = await this.store.list()
    this.models = new Map(storedModels.flatMap(({ name, model }) => (model ? [[name, model]] : [])))
    this.logErrors(
      new Set(storedModels.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error}`]))),
    )
  }

  private schedule(): void {
    this.timer = setTimeout(async () => {
      await this.scan().catch((error: Error) =>
        this.logErrors(new Set([`the folder cannot be read: ${error.message}`])),
      )
      if (this.timer) this.schedule()
    }, this.options.scanIntervalMs ?? SCAN_INTERVAL_MS).unref()
  }

  /** Logs each error once. */
  private logErrors(errors: Set<string>): void {
    for (const reason of errors)
      if (!this.loggedErrors.has(reason)) this.options.log.warn({ why: reason }, 'a model cannot be used')
    this.loggedErrors = errors
  }
}
