import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Job } from '../job.ts'
import { toJob } from '../job-row.ts'

/** Thread that holds a job, and the time at which its lease ends. */
export interface Lease {
  readonly owner: string
  readonly untilMs: number
}

/** Decides which thread runs which job, and when another thread takes over a job. */
export class JobLeases {
  private readonly db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /**
   * Takes the next job, which is queued or has an expired lease. The account with the fewest running jobs goes first,
   * and within an account the oldest job.
   */
  async take(lease: Lease, now: number): Promise<Job | undefined> {
    const isClaimable = sql<boolean>`(state = 'queued' or (state = 'running' and lease_until < ${now}))`
    const next = this.db
      .selectFrom('jobs as candidate')
      .select('candidate.id')
      .where(isClaimable)
      .orderBy(
        sql`(select count(*) from jobs other where other.account = candidate.account and other.state = 'running' and other.lease_until >= ${now})`,
      )
      .orderBy('candidate.created_at')
      .limit(1)
    const row = await this.db
      .updateTable('jobs')
      .set({
        state: 'running',
        lease_owner: lease.owner,
        lease_until: lease.untilMs,
        attempts: sql<number>`attempts + 1`,
        started_at: sql<number>`coalesce(started_at, ${sql.lit(Math.round(now))})`,
      })
      .where('id', '=', next)
      // The condition is repeated, because another thread may have taken the job since the subquery ran.
      .where(isClaimable)
      .returningAll()
      .executeTakeFirst()
    return row && toJob(row)
  }

  /** Renews the lease. Returns false if the job was cancelled or taken over. */
  async renew(id: string, lease: Lease): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('jobs')
      .set({ lease_until: lease.untilMs })
      .where('id', '=', id)
      .where('lease_owner', '=', lease.owner)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Releases the job, so that another thread continues it immediately. A release does not count as a failed attempt.
   */
  async release(id: string, owner: string): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set({ state: 'queued', lease_owner: null, lease_until: 0, attempts: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  }
}
