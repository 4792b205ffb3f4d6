import { randomUUID } from 'node:crypto'
import type { OnMonthsGrown, UsageBatch, UsageStore } from './store.ts'
import { Tally, type UsageLine } from './tally.ts'

/**
 * Writes the usage that the threads have counted. While the database is unavailable, lines accumulate here. Only a
 * killed process loses data: less than a second. A failed batch is retried unchanged under its number, because the
 * database may have committed it before the connection broke; it is applied only once.
 */
export class UsageWriter {
  private readonly store: UsageStore
  private readonly onMonthsGrown: OnMonthsGrown | undefined
  private readonly name = `usage-writer ${randomUUID()}`
  private readonly waiting = new Tally()
  private unsettled: UsageBatch | undefined
  private batches = 0
  private writing: Promise<void> = Promise.resolve()

  constructor(store: UsageStore, onMonthsGrown?: OnMonthsGrown) {
    this.store = store
    this.onMonthsGrown = onMonthsGrown
  }

  add(lines: readonly UsageLine[]): void {
    for (const { account, day, operation, calls, units } of lines) {
      this.waiting.add(account, day, operation, calls, units)
    }
  }

  /** Writes everything added before the call. Rejects if the database is unavailable; the lines are kept. */
  flush(): Promise<void> {
    const next = this.writing.catch(() => {}).then(() => this.writeNow())
    this.writing = next
    return next
  }

  /** After the last flush, no batch of this writer will be retried. */
  async close(): Promise<void> {
    if (this.batches > 0) await this.store.forgetWriter(this.name)
  }

  private async writeNow(): Promise<void> {
    await this.settle()
    const lines = this.waiting.drain()
    if (lines.length === 0) return
    this.unsettled = { writer: this.name, number: ++this.batches, lines }
    await this.settle()
  }

  private async settle(): Promise<void> {
    if (!this.unsettled) return
    await this.store.writeBatch(this.unsettled, this.onMonthsGrown)
    this.unsettled = undefined
  }
}
