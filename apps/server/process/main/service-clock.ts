import type { Logger } from 'pino'
import { CorrectedClock, createSharedClock } from '../../platform/clock.ts'
import type { Component } from '../component.ts'
import { createClockWatch } from './clock-watch.ts'
import type { Storage } from './storage.ts'

/** Clock of all threads, corrected to match the clock of a shared database. */
export class ServiceClock implements Component {
  readonly name = 'clock'
  readonly sharedClock = createSharedClock()
  readonly correctedClock = new CorrectedClock(this.sharedClock)
  /** Corrects the clock. Undefined if the database has no clock that other machines share. */
  correctClock: (() => Promise<void>) | undefined
  private readonly storage: Storage
  private readonly log: Logger

  constructor(storage: Storage, log: Logger) {
    this.storage = storage
    this.log = log
  }

  async start(): Promise<void> {
    const { clockMs: storeMs } = this.storage.database
    this.correctClock =
      storeMs && createClockWatch({ clock: this.correctedClock, readStoreClockMs: storeMs, log: this.log })
    // The correction runs before any timestamp is taken. If it fails, the periodic comparison reports the error.
    await this.correctClock?.().catch(() => {})
  }

  async stop(): Promise<void> {
    this.correctClock = undefined
  }
}
