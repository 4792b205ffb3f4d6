import type { Day } from '../clock.ts'

/** Usage of an account on a day, for one operation. */
export interface UsageLine {
  readonly account: number
  readonly day: Day
  readonly operation: string
  readonly calls: number
  readonly units: number
}

/**
 * Accumulates usage between two database writes, with one instance per thread. Each request needs only a map lookup
 * instead of a query.
 */
export class UsageTally {
  private day: Day = ''
  private counts = new Map<string, Map<number, { calls: number; units: number }>>()
  private finishedLines: UsageLine[] = []

  add(account: number, day: Day, operation: string, calls: number, units: number): void {
    if (day !== this.day) this.startDay(day)
    let accounts = this.counts.get(operation)
    if (!accounts) {
      accounts = new Map()
      this.counts.set(operation, accounts)
    }
    const count = accounts.get(account)
    if (count) {
      count.calls += calls
      count.units += units
    } else accounts.set(account, { calls, units })
  }

  /** Returns the usage since the last call to `drain`. */
  drain(): UsageLine[] {
    this.startDay(this.day)
    const lines = this.finishedLines
    this.finishedLines = []
    return lines
  }

  private startDay(day: Day): void {
    for (const [operation, accounts] of this.counts) {
      for (const [account, count] of accounts) {
        this.finishedLines.push({ account, day: this.day, operation, ...count })
      }
    }
    this.counts = new Map()
    this.day = day
  }
}
