import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { createLimitMemory } from '../../platform/metering/limit-memory.ts'
import { type OnMonthTotals, UsageStore } from '../../platform/metering/store.ts'
import type { UsageLine } from '../../platform/metering/tally.ts'
import { UsageWriter } from '../../platform/metering/usage-writer.ts'
import type { Component } from '../component.ts'
import type { Storage } from './storage.ts'

interface MeteringOptions {
  readonly storage: Storage
  /** Passes the usage that the HTTP threads have counted to `add`. */
  readonly collect: () => Promise<void>
  /** Returns the listener that is called in the transaction that writes usage. */
  readonly getMonthTotalsListener: () => OnMonthTotals | undefined
  readonly log: Logger
}

/** Limits that all threads share, and the writer of their usage. */
export class Metering implements Component {
  readonly name = 'metering'
  readonly limitMemory = createLimitMemory(randomInt(2 ** 32))
  private readonly options: MeteringOptions
  private writer: UsageWriter | undefined

  constructor(options: MeteringOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { storage, getMonthTotalsListener } = this.options
    this.writer = new UsageWriter(new UsageStore(storage.database.db), getMonthTotalsListener())
  }

  add(lines: readonly UsageLine[]): void {
    this.writer?.add(lines)
  }

  /** Writes the usage that the threads have counted so far. */
  async flush(): Promise<void> {
    await this.options.collect()
    await this.writer?.flush()
  }

  /**
   * Saves any usage data that has not been stored yet. If the database rejects the data, the data is lost. The error is
   * only logged, because the database must still be closed.
   */
  async stop(): Promise<void> {
    try {
      await this.writer?.flush()
      await this.writer?.close()
    } catch (error) {
      this.options.log.error({ err: error }, 'the last usage could not be written')
    }
  }
}
