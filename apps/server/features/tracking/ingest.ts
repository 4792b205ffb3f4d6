import { setImmediate as aTurn } from 'node:timers/promises'
import { isUnavailable } from '../../storage/unavailable.ts'
import type { Ingested, IngestJob, IngestStore } from './ingest-store.ts'

/** So many requests are written together at most. */
const MOST_TOGETHER = 256

interface Waiting {
  readonly job: IngestJob
  readonly resolve: (result: Ingested) => void
  readonly reject: (error: Error) => void
}

/**
 * Writes what comes in the same turn of the event loop, or while a write is under way, together: a disk that takes some
 * milliseconds to confirm does so for all of them at once. The first of a quiet moment waits for nobody.
 */
export class GroupedIngest {
  private readonly store: Pick<IngestStore, 'write'>
  private waiting: Waiting[] = []
  private isWriting = false

  constructor(store: Pick<IngestStore, 'write'>) {
    this.store = store
  }

  write(job: IngestJob): Promise<Ingested> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject })
      if (!this.isWriting) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true
    while (this.waiting.length > 0) {
      // SQLite holds the thread while it writes: without a turn in between, requests that have come meanwhile would
      // be read one by one, and each would wait for a disk of its own.
      await aTurn()
      await this.writeGroup(this.waiting.splice(0, MOST_TOGETHER))
    }
    this.isWriting = false
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.store.write(group.map(({ job }) => job))
      for (const [at, { resolve }] of group.entries()) resolve(results[at])
    } catch (error) {
      if (isUnavailable(error)) {
        // Whoever waits would wait for the same, one time-out after the other: all are told to come back now.
        for (const { reject } of [...group, ...this.waiting.splice(0)]) reject(error as Error)
      } else if (group.length === 1) {
        group[0]?.reject(error as Error)
      } else {
        // Nothing of the group was written. One by one, what is wrong with one of them is not told to the others.
        for (const one of group) await this.writeGroup([one])
      }
    }
  }
}
