import { statfs } from 'node:fs/promises'
import { NotReadyError } from '../not-ready-error.ts'
import type { Database } from './kinds.ts'
import { findStorageErrorKind, storageErrorReasons } from './storage-errors.ts'

interface StorageHealthOptions {
  readonly database: Pick<Database, 'checkWritable'>
  readonly dataDir: string
  /** Minimum free space on the disk of the data folder, in bytes. With less free space, the service is not ready. */
  readonly minFreeBytes: number
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Replaces the function that reads the free disk space, for tests. */
  readonly readFreeBytes?: (folder: string) => Promise<number>
  readonly now?: () => number
}

/** Minimum interval between test writes to the database, however often readiness is checked. */
export const WRITE_CHECK_INTERVAL_MS = 2000

/**
 * Tracks whether the storage accepts writes. Request errors are logged only when the storage starts to fail. The
 * tracker then retries a write until it succeeds, and logs the recovery.
 */
export class StorageHealth {
  private readonly options: StorageHealthOptions
  private readonly now: () => number
  private failureReason: string | undefined
  private lastCheck: { readonly atMs: number; readonly outcome: Promise<void> } | undefined
  private recheckTimer: NodeJS.Timeout | undefined

  constructor(options: StorageHealthOptions) {
    this.options = options
    this.now = options.now ?? (() => performance.now())
  }

  /** Records a storage failure during a request. Returns false for other errors. */
  reportError(error: unknown): boolean {
    const kind = findStorageErrorKind(error)
    if (!kind) return false
    this.recordFailure(storageErrorReasons[kind], error)
    this.scheduleRecheck()
    return true
  }

  /** Rejects while the database does not accept writes. */
  async checkDatabase(): Promise<void> {
    await this.tryWrite()
    // The small write above may succeed while larger writes still fail.
    if (this.failureReason !== undefined) throw new NotReadyError(this.failureReason)
  }

  /** Rejects while the disk of the data folder is full. */
  async checkDisk(): Promise<void> {
    const { dataDir, minFreeBytes, readFreeBytes = readFreeDiskBytes } = this.options
    const freeBytes = await readFreeBytes(dataDir).catch(() => Number.POSITIVE_INFINITY)
    if (freeBytes < minFreeBytes) {
      throw new NotReadyError(`the disk is full: ${freeBytes} bytes are free, at least ${minFreeBytes} are needed`)
    }
  }

  close(): void {
    clearTimeout(this.recheckTimer)
    this.recheckTimer = undefined
  }

  private tryWrite(): Promise<void> {
    const nowMs = this.now()
    if (this.lastCheck && nowMs - this.lastCheck.atMs < WRITE_CHECK_INTERVAL_MS) return this.lastCheck.outcome
    const outcome = this.write()
    this.lastCheck = { atMs: nowMs, outcome }
    // The handler prevents an unhandled rejection if the caller no longer waits.
    outcome.catch(() => {})
    return outcome
  }

  private async write(): Promise<void> {
    const failureBefore = this.failureReason
    try {
      await this.options.database.checkWritable(failureBefore !== undefined)
    } catch (error) {
      if (!this.reportError(error)) throw error
      throw new NotReadyError(this.failureReason)
    }
    if (failureBefore === undefined) return
    this.failureReason = undefined
    this.close()
    this.options.log.info({}, 'storage works again')
  }

  private recordFailure(reason: string, error: unknown): void {
    if (reason === this.failureReason) return
    this.failureReason = reason
    this.options.log.error({ reason, why: (error as Error).message }, 'storage does not work')
  }

  private scheduleRecheck(): void {
    if (this.recheckTimer || this.failureReason === undefined) return
    this.recheckTimer = setTimeout(() => {
      this.recheckTimer = undefined
      this.tryWrite().catch(() => {})
      this.scheduleRecheck()
    }, WRITE_CHECK_INTERVAL_MS + 1)
    this.recheckTimer.unref()
  }
}

async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
