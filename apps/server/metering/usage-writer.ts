import type { OnMonthsGrown, UsageStore } from './store.ts'
import { Tally, type UsageLine } from './tally.ts'

/**
 * Writes what the threads have counted. While the database is away the lines wait and add up here, so that nothing is
 * lost but what a killed process had not written yet: less than a second.
 */
export class UsageWriter {
  private readonly store: UsageStore
  private readonly onMonthsGrown: OnMonthsGrown | undefined
  private readonly waiting = new Tally()
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

  private async writeNow(): Promise<void> {
    const lines = this.waiting.drain()
    try {
      await this.store.write(lines, this.onMonthsGrown)
    } catch (error) {
      this.add(lines)
      throw error
    }
  }
}
