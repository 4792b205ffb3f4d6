import type { Day } from '../clock.ts'

/** One line of the usage book: what an account called on a day. */
export interface UsageLine {
  readonly account: number
  readonly day: Day
  readonly operation: string
  readonly calls: number
  readonly units: number
}

/** Adds up usage between two writes to the database, one per thread: a request costs a map look-up, not a query. */
export class Tally {
  private day: Day = ''
  private counts = new Map<string, Map<number, { calls: number; units: number }>>()
  private finished: UsageLine[] = []

  add(account: number, day: Day, operation: string, calls: number, units: number): void {
    if (day !== this.day) this.turnDay(day)
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

  /** Everything since the last drain. */
  drain(): UsageLine[] {
    this.turnDay(this.day)
    const lines = this.finished
    this.finished = []
    return lines
  }

  private turnDay(day: Day): void {
    for (const [operation, accounts] of this.counts) {
      for (const [account, count] of accounts) {
        this.finished.push({ account, day: this.day, operation, ...count })
      }
    }
    this.counts = new Map()
    this.day = day
  }
}
