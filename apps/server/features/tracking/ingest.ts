import type { Ingested, IngestJob, IngestStore } from './ingest-store.ts'

/** So many requests are written together at most. */
const MOST_TOGETHER = 256

interface Waiting {
  readonly job: IngestJob
  readonly resolve: (result: Ingested) => void
  readonly reject: (error: Error) => void
}

/**
 * Writes what comes while a write is under way in the next one: a disk that takes a millisecond to confirm does so for
 * all of them at once. The first of a quiet moment waits for nobody.
 */
export class GroupedIngest {
  private readonly store: IngestStore
  private waiting: Waiting[] = []
  private isWriting = false

  constructor(store: IngestStore) {
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
      const group = this.waiting.splice(0, MOST_TOGETHER)
      try {
        const results = await this.store.write(group.map(({ job }) => job))
        for (const [at, { resolve }] of group.entries()) resolve(results[at])
      } catch (error) {
        for (const { reject } of group) reject(error as Error)
      }
    }
    this.isWriting = false
  }
}
