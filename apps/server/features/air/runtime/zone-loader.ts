import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { packFiles } from './pack-files.ts'
import type { ZoneSet } from './sky-handle.ts'
import { ZoneShelf } from './zone-store.ts'

export interface ZoneHostOptions {
  readonly dataDir: string
  /** Called with every set of zones, including the first. */
  readonly publish: (zones: ZoneSet) => void
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
  /** How often the folder is scanned, for tests. */
  readonly lookEveryMs?: number
}

/** Including the time to read a file of usual size, changes take effect within a second. */
const LOOK_EVERY_MS = 400

/** Main-thread loader of the zones in the data folder. It scans for changes, and a worker thread reads them. */
export class ZoneHost {
  private readonly options: ZoneHostOptions
  private readonly shelf: ZoneShelf
  /** The stamps of the files in the published set; undefined before the first. */
  private stamps: string | undefined
  private faults = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()
  private worker: Worker | undefined
  private stopped = false

  constructor(options: ZoneHostOptions) {
    this.options = options
    this.shelf = new ZoneShelf(options.dataDir)
  }

  /** Scans now and then periodically. */
  start(): void {
    const again = async (): Promise<void> => {
      await this.look()
      if (!this.stopped) this.timer = setTimeout(start, this.options.lookEveryMs ?? LOOK_EVERY_MS)
    }
    const start = (): void => {
      this.looking = again()
    }
    start()
  }

  /** Waits until the first scan is done or the time has passed. */
  async waitFor(ms: number): Promise<void> {
    const patience = new AbortController()
    const late = sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([this.looking, late])
    patience.abort()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.worker?.terminate()
    await this.looking
  }

  /** While the folder cannot be read, the current zones stay in effect. */
  private async look(): Promise<void> {
    try {
      const shelved = await this.shelf.list()
      const stamps = shelved.map(({ path, stamp }) => `${path} ${stamp}`).join('\n')
      if (stamps === this.stamps) return
      const begun = performance.now()
      const zones = shelved.length === 0 ? noZones() : await this.read()
      const isFirst = this.stamps === undefined
      this.stamps = stamps
      this.tell(zones)
      if (shelved.length > 0 || !isFirst) {
        const fields = { files: shelved.length - zones.unusable.length, tookMs: Math.round(performance.now() - begun) }
        this.options.log.info(fields, 'zones of the data folder loaded')
      }
      this.options.publish(zones)
    } catch (error) {
      if (!this.stopped) this.warnOnce(`the zones cannot be read: ${(error as Error).message}`)
    }
  }

  private read(): Promise<ZoneSet> {
    const workerData = { dataDir: this.options.dataDir }
    const worker = new Worker(new URL('./zone-thread.ts', import.meta.url), { workerData, name: 'zones' })
    this.worker = worker
    return new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the zone reader thread has exited')))
    })
  }

  private tell({ unusable }: ZoneSet): void {
    const told = this.faults
    this.faults = new Set(unusable.map(({ name, why }) => `${name}: ${why}`))
    for (const why of this.faults) {
      if (!told.has(why)) this.options.log.warn({ why }, 'a zone file cannot be used and is not in force')
    }
  }

  private warnOnce(why: string): void {
    if (!this.faults.has(why)) this.options.log.warn({ why }, 'the previous zones stay in force')
    this.faults.add(why)
  }
}

function noZones(): ZoneSet {
  return { version: '', files: packFiles([]), unusable: [] }
}
