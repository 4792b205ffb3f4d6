import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Solution } from '../../road/optimize/solution.ts'

/** Retention time of a solution in milliseconds. Tours are dispatched on the day they are planned. */
const KEPT_MS = 86_400_000

export interface StoredSolution {
  readonly id: string
  readonly createdAtMs: number
  /** JSON of the `Solution`. */
  readonly body: string
}

/** Stores optimizer solutions for a day. */
export class SolutionStore {
  private readonly db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Stores a solution, which the caller has serialized. */
  async add(account: number, solutionJson: string, nowMs: number): Promise<string> {
    const id = `so_${randomBytes(12).toString('base64url')}`
    await this.db.insertInto('solutions').values({ id, account, created_at: nowMs, body: solutionJson }).execute()
    return id
  }

  /** Finds a solution. Returns undefined if the account has no such solution or if the solution is too old. */
  async find(account: number, id: string, nowMs: number): Promise<Solution | undefined> {
    if (!/^so_[\w-]{16}$/.test(id)) return undefined
    const row = await this.db
      .selectFrom('solutions')
      .select('body')
      .where('id', '=', id)
      .where('account', '=', account)
      .where('created_at', '>=', nowMs - KEPT_MS)
      .executeTakeFirst()
    return row && (JSON.parse(row.body) as Solution)
  }

  /** Lists solutions in the order of their ids, after the given id. */
  async list(account: number, after: string, limit: number): Promise<StoredSolution[]> {
    const rows = await this.db
      .selectFrom('solutions')
      .select(['id', 'created_at', 'body'])
      .where('account', '=', account)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, created_at: createdAtMs, body }) => ({ id, createdAtMs, body }))
  }

  async prune(nowMs: number): Promise<void> {
    await this.db
      .deleteFrom('solutions')
      .where('created_at', '<', nowMs - KEPT_MS)
      .execute()
    await this.db.deleteFrom('share_links').where('expires_at', '<', nowMs).execute()
  }
}
