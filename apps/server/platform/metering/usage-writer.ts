import { randomUUID } from 'node:crypto'
import type { OnMonthTotals, UsageBatch, UsageStore } from './store.ts'
import { type UsageLine, UsageTally } from './tally.ts'

/**
 * Writes the usage that the threads have counted. While the database is unavailable, lines accumulate here. Usage is
 * lost only if the process is killed, and then only the usage of less than a second. A failed batch is retried
 * unchanged under its number, because the database may have committed it before the connection broke; it is applied
 * only once.
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

  /** Writes everything added before the call. Rejects if the database is unavailable; the lines are kept. */
  flush(): Promise<void> {
    const next = this.currentWrite.catch(() => {}).then(() => this.writeNow())
    this.currentWrite = next
    return next
  }

  /** After the last flush, no batch of this writer will be retried. */
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
