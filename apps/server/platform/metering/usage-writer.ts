import { randomUUID } from 'node:crypto'
import type { OnMonthsGrown, UsageBatch, UsageStore } from './store.ts'
import { Tally, type UsageLine } from './tally.ts'

/**
 * Writes what the threads have counted. While the database is away the lines wait and add up here, so that nothing is
 * lost but what a killed process had not written yet: less than a second. A batch whose write failed is tried again as
 * it is and under its number: the database may have taken it before the connection broke, and then takes it only once.
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

  /** Writes everything that was added before the call. Rejects when the database is away; the lines are kept. */
  flush(): Promise<void> {
    const next = this.writing.catch(() => {}).then(() => this.writeNow())
    this.writing = next
    return next
  }

  /** After the last flush: nobody will ask again whether a batch of this writer was taken. */
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
