import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Job, JobError, PartInfos } from './job.ts'
import { toJob } from './job-row.ts'
import type { StoredChunk } from './result/chunk-store.ts'
import { JobLeases, type Lease } from './runner/job-lease-store.ts'

/** Job to add. */
export interface NewJob extends Pick<Job, 'account' | 'plan' | 'operation' | 'units' | 'createdAtMs' | 'partsTotal'> {
  readonly id: string
}

interface FinishedPart {
  readonly part: number
  readonly info: unknown
  readonly chunks: readonly StoredChunk[]
}

export function createJobId(): string {
  return `job_${randomBytes(12).toString('base64url')}`
}

/** Stores jobs in the database. A job belongs to the thread that holds its lease. */
export class JobStore {
  readonly leases: JobLeases
  private readonly db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.db = db
    this.leases = new JobLeases(db)
  }

  /**
   * Adds a job. If the account already has the maximum number of unfinished jobs, returns that number instead. Returns
   * undefined if the account has been deleted.
   */
  async add(
    job: NewJob,
    body: readonly StoredChunk[],
    maxUnfinished: number,
  ): Promise<Job | { unfinished: number } | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      // The update serializes job creation within an account, so that two requests cannot both take the last slot.
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set({ number: job.account })
        .where('number', '=', job.account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return undefined
      const { unfinished } = await trx
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number>().as('unfinished'))
        .where('account', '=', job.account)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirstOrThrow()
      if (unfinished >= maxUnfinished) return { unfinished }
      const row = await trx
        .insertInto('jobs')
        .values({
          id: job.id,
          account: job.account,
          plan: job.plan,
          operation: job.operation,
          state: 'queued',
          units: job.units,
          created_at: job.createdAtMs,
          started_at: null,
          finished_at: null,
          expires_at: null,
          lease_owner: null,
          parts_total: job.partsTotal,
          result_bytes: null,
          error: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      for (const chunk of body)
        await trx
          .insertInto('job_chunks')
          .values(toChunkRow(job.id, 0, chunk))
          .execute()
      return toJob(row)
    })
  }

  async find(account: number, id: string): Promise<Job | undefined> {
    const row = await this.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return row && toJob(row)
  }

  /** Lists jobs that are older than the given job, newest first. */
  async list(account: number, limit: number, cursorJob?: Pick<Job, 'id' | 'createdAtMs'>): Promise<Job[]> {
    const jobs = this.db.selectFrom('jobs').selectAll().where('account', '=', account)
    const page = cursorJob
      ? jobs.where(({ eb, and, or }) =>
          or([
            eb('created_at', '<', cursorJob.createdAtMs),
            and([eb('created_at', '=', cursorJob.createdAtMs), eb('id', '<', cursorJob.id)]),
          ]),
        )
      : jobs
    const rows = await page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return rows.map(toJob)
  }

  async readInfos(id: string): Promise<PartInfos> {
    const rows = await this.db.selectFrom('job_parts').select(['part', 'info']).where('job', '=', id).execute()
    return new Map(rows.map(({ part, info }) => [part, JSON.parse(info) as unknown]))
  }

  /** Finishes a part. Returns false if the job was cancelled or taken over. */
  async finishPart(id: string, lease: Lease, { part, info, chunks }: FinishedPart): Promise<boolean> {
    return await this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('jobs')
        .set({ parts_done: sql<number>`parts_done + 1`, lease_until: lease.untilMs, attempts: 1 })
        .where('id', '=', id)
        .where('lease_owner', '=', lease.owner)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      for (const chunk of chunks)
        await trx
          .insertInto('job_chunks')
          .values(toChunkRow(id, part, chunk))
          .execute()
      await trx
        .insertInto('job_parts')
        .values({ job: id, part, info: JSON.stringify(info) })
        .execute()
      return true
    })
  }

  /** Discards all finished parts. Returns false if the job was cancelled or taken over. */
  async restart(id: string, owner: string): Promise<boolean> {
    return await this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('jobs')
        .set({ parts_done: 0, attempts: sql<number>`attempts + 1` })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await trx.deleteFrom('job_parts').where('job', '=', id).execute()
      await trx.deleteFrom('job_chunks').where('job', '=', id).where('section', '>=', 0).execute()
      return true
    })
  }

  /** Ends a job that this thread holds. Returns false if the job was cancelled or taken over. */
  async finish(
    id: string,
    owner: string,
    outcome: { readonly resultBytes: number } | { readonly error: JobError },
    times: { readonly now: number; readonly expiresAtMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('jobs')
      .set({
        ...('error' in outcome
          ? { state: 'failed' as const, error: JSON.stringify(outcome.error) }
          : { state: 'done' as const, result_bytes: outcome.resultBytes }),
        finished_at: times.now,
        expires_at: times.expiresAtMs,
        lease_owner: null,
      })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Cancels a job. Returns the job before the cancellation, or undefined if it had already ended. */
  async cancel(
    account: number,
    id: string,
    times: { readonly now: number; readonly expiresAtMs: number },
  ): Promise<Job | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .where('account', '=', account)
        .executeTakeFirst()
      if (!row) return undefined
      const { numUpdatedRows } = await trx
        .updateTable('jobs')
        .set({ state: 'cancelled', finished_at: times.now, expires_at: times.expiresAtMs, lease_owner: null })
        .where('id', '=', id)
        .where('state', '=', row.state)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst()
      return numUpdatedRows > 0n ? toJob(row) : undefined
    })
  }

  async listExpired(now: number, limit: number): Promise<string[]> {
    const rows = await this.db.selectFrom('jobs').select('id').where('expires_at', '<=', now).limit(limit).execute()
    return rows.map(({ id }) => id)
  }

  async delete(id: string): Promise<void> {
    await this.db.deleteFrom('job_chunks').where('job', '=', id).execute()
    await this.db.deleteFrom('job_parts').where('job', '=', id).execute()
    await this.db.deleteFrom('jobs').where('id', '=', id).execute()
  }
}

/** Ends the jobs of an account. The next cleanup deletes the jobs and their files. */
export async function expireJobs(db: Kysely<Tables>, account: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'cancelled', expires_at: 0, lease_owner: null })
    .where('account', '=', account)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', 0)]))
    .execute()
}

function toChunkRow(job: string, part: number, { section, chunk, contentLength, contentCrc32, bytes }: StoredChunk) {
  return { job, section, part, chunk, content_length: contentLength, content_crc32: contentCrc32, bytes }
}
