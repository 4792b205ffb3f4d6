import { setImmediate as aTurn } from 'node:timers/promises'
import { isUnavailable } from '../../../platform/storage/unavailable.ts'
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
      await this.writeNext()
    }
    this.isWriting = false
  }

  /** Who writes together is settled when it is this thread's turn to write: until then, others join. */
  private async writeNext(): Promise<void> {
    let group: Waiting[] = []
    const take = () => {
      group = this.waiting.splice(0, MOST_TOGETHER)
      return group.map(({ job }) => job)
    }
    await this.settle(take, () => group)
  }

  private async settle(take: () => readonly IngestJob[], groupOf: () => readonly Waiting[]): Promise<void> {
    try {
      const results = await this.store.write(take)
      for (const [at, { resolve }] of groupOf().entries()) resolve(results[at])
    } catch (error) {
      const group = groupOf()
      if (isUnavailable(error) || group.length === 0) {
        // Whoever waits would wait for the same, one time-out after the other: all are told to come back now.
        for (const { reject } of [...group, ...this.waiting.splice(0)]) reject(error as Error)
      } else if (group.length === 1) {
        group[0]?.reject(error as Error)
      } else {
        // Nothing of the group was written. One by one, what is wrong with one of them is not told to the others.
        for (const one of group) {
          await this.settle(
            () => [one.job],
            () => [one],
          )
        }
      }
    }
  }
}
