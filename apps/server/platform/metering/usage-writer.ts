import { randomUUID } from 'node:crypto'
import type { OnMonthTotals, UsageBatch, UsageStore } from './store.ts'
import { type UsageLine, UsageTally } from './tally.ts'

/**
 * Writes the usage that the threads have counted. Lines accumulate here while the database is unavailable. If the
 * process is killed, less than a second of usage is lost. A failed batch is retried with the same number, because the
 * database may have committed it before the connection broke. The database applies each batch only once.
 */
export class UsageWriter {
  private readonly store: UsageStore
  private readonly onMonthTotals: OnMonthTotals | undefined
  private readonly name = `usage-writer ${randomUUID()}`
  private readonly pendingUsage = new UsageTally()
  private unconfirmedBatch: UsageBatch | undefined
  private batchCount = 0
  private currentWrite: Promise<void> = Promise.resolve()

  constructor(store: UsageStore, onMonthsGrown?: OnMonthTotals) {
    this.store = store
    this.onMonthTotals = onMonthsGrown
  }

  add(lines: readonly UsageLine[]): void {
    for (const { account, day, operation, calls, units } of lines) {
      this.pendingUsage.add(account, day, operation, calls, units)
    }
  }

  /** Writes all lines that were added before the call. Rejects if the database is unavailable, and keeps the lines. */
  flush(): Promise<void> {
    const next = this.currentWrite.catch(() => {}).then(() => this.writeNow())
    this.currentWrite = next
    return next
  }

  /** Deletes the stored state of this writer after the last flush, because none of its batches will be retried. */
  async close(): Promise<void> {
    if (this.batchCount > 0) await this.store.deleteWriter(this.name)
  }

  private async writeNow(): Promise<void> {
    await this.writeUnconfirmed()
    const lines = this.pendingUsage.drain()
    if (lines.length === 0) return
    this.unconfirmedBatch = { writer: this.name, batchNumber: ++this.batchCount, lines }
    await this.writeUnconfirmed()
  }

  private async writeUnconfirmed(): Promise<void> {
    if (!this.unconfirmedBatch) return
    await this.store.writeBatch(this.unconfirmedBatch, this.onMonthTotals)
    this.unconfirmedBatch = undefined
  }
}
