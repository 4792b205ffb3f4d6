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
 * Groups requests that arrive in the same event loop turn or during a write. A group needs only one disk sync, which
 * takes milliseconds. The first request of an idle period does not wait.
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
      // SQLite blocks the thread while it writes. Without this turn, pending requests would be read one by one, and
      // each would need a separate sync.
      await aTurn()
      await this.writeNext()
    }
    this.isWriting = false
  }

  /** Writes the next group. More requests can join until this thread may write. */
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
        // The remaining requests would reach the same timeout one after another, so all are rejected now.
        for (const { reject } of [...group, ...this.pendingJobs.splice(0)]) reject(error as Error)
      } else if (group.length === 1) {
        group[0]?.reject(error as Error)
      } else {
        // No request of the group was written. The requests are retried one by one, so that one bad request does not
        // cause the others to fail.
        for (const pendingPush of group) {
          await this.writeAndSettle(
            () => [pendingPush.job],
            () => [pendingPush],
          )
        }
      }
    }
  }
}
