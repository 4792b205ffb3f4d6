import { setImmediate as aTurn } from 'node:timers/promises'
import { isUnavailable } from '../../../platform/storage/unavailable.ts'
import type { IngestJob, IngestResult, IngestStore } from './ingest-store.ts'

/** Maximum number of requests per write. */
const MAX_JOBS_PER_WRITE = 256

interface PendingJob {
  readonly job: IngestJob
  readonly resolve: (result: IngestResult) => void
  readonly reject: (error: Error) => void
}

/**
 * Groups requests that arrive in the same event loop turn or during a write. A disk that takes milliseconds to sync
 * does so once for all of them. The first request of an idle period does not wait.
 */
export class BatchedIngest {
  private readonly store: Pick<IngestStore, 'write'>
  private pendingJobs: PendingJob[] = []
  private isWriting = false

  constructor(store: Pick<IngestStore, 'write'>) {
    this.store = store
  }

  write(job: IngestJob): Promise<IngestResult> {
    return new Promise((resolve, reject) => {
      this.pendingJobs.push({ job, resolve, reject })
      if (!this.isWriting) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true
    while (this.pendingJobs.length > 0) {
      // SQLite blocks the thread while it writes. Without this turn, pending requests would be read one by one and each
      // would need its own sync.
      await aTurn()
      await this.writeNext()
    }
    this.isWriting = false
  }

  /** The group is fixed only when this thread may write. Until then, more requests join. */
  private async writeNext(): Promise<void> {
    let group: PendingJob[] = []
    const drainJobs = () => {
      group = this.pendingJobs.splice(0, MAX_JOBS_PER_WRITE)
      return group.map(({ job }) => job)
    }
    await this.writeAndSettle(drainJobs, () => group)
  }

  private async writeAndSettle(
    drainJobs: () => readonly IngestJob[],
    groupOf: () => readonly PendingJob[],
  ): Promise<void> {
    try {
      const results = await this.store.write(drainJobs)
      for (const [index, { resolve }] of groupOf().entries()) resolve(results[index])
    } catch (error) {
      const group = groupOf()
      if (isUnavailable(error) || group.length === 0) {
        // The remaining requests would run into the same timeout one after another, so all are rejected now.
        for (const { reject } of [...group, ...this.pendingJobs.splice(0)]) reject(error as Error)
      } else if (group.length === 1) {
        group[0]?.reject(error as Error)
      } else {
        // Nothing in the group was written. Retry one by one, so that one bad request does not fail the others.
        for (const pending of group) {
          await this.writeAndSettle(
            () => [pending.job],
            () => [pending],
          )
        }
      }
    }
  }
}
