import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../../../platform/storage/kinds.ts'
import type { PositionRow } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { deletePositions } from './delete-positions-store.ts'
import type { TrackCursor } from './track-cursor.ts'

export interface TrackQuery {
  readonly asset: number
  readonly fromMs: number
  readonly untilMs: number
  /** End of the previous page. */
  readonly after?: TrackCursor | undefined
  readonly limit: number
}

const DAY_MS = 86_400_000
/** Number of future days for which tables exist. */
const PARTITION_DAYS_AHEAD = 3

/** Stores the positions of assets. */
export class TrackStore {
  private readonly db: Kysely<Tables>
  private readonly kind: DatabaseKind

  constructor(db: Kysely<Tables>, kind: DatabaseKind) {
    this.db = db
    this.kind = kind
  }

  /** Reads positions in chronological order. */
  async read({ asset, fromMs, untilMs, after, limit }: TrackQuery): Promise<PositionRow[]> {
    const rangeQuery = this.db
      .selectFrom('positions')
      .selectAll()
      .where('asset', '=', asset)
      .where('time', '>=', Math.max(fromMs, after?.timeMs ?? fromMs))
      .where('time', '<=', untilMs)
    const cursorFilter = after
      ? rangeQuery.where((builder) => builder.or([builder('time', '>', after.timeMs), builder('fix', '>', after.fix)]))
      : rangeQuery
    return await cursorFilter.orderBy('time').orderBy('fix').limit(limit).execute()
  }

  /**
   * Deletes positions older than the retention period of a plan, for accounts on that plan. Returns the number of
   * positions.
   */
  async prune(plan: string, receivedBeforeMs: number): Promise<number> {
    const assets = await this.db
      .selectFrom('assets')
      .innerJoin('accounts', 'accounts.number', 'assets.account')
      .select('assets.number')
      .where('accounts.plan', '=', plan)
      .execute()
    let prunedCount = 0
    for (const { number } of assets) {
      prunedCount += await deletePositions(this.db, number, { receivedBeforeMs })
    }
    return prunedCount
  }

  /** Deletes removal records older than the given time. */
  async deleteRemovedAssets(beforeMs: number): Promise<void> {
    await this.db.deleteFrom('removed_assets').where('removed_at', '<', beforeMs).execute()
  }

  /** Creates PostgreSQL tables for the next days and drops tables beyond the retention period. */
  async maintainPartitions(nowMs: number, keepDays: number): Promise<void> {
    if (this.kind !== 'postgres') return
    const today = Math.floor(nowMs / DAY_MS)
    for (let day = today + 1; day <= today + PARTITION_DAYS_AHEAD; day++) await this.addPartition(day)
    const oldestTable = `positions_${toPartitionName(today - keepDays)}`
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relispartition and relname ~ '^positions_[0-9]{8}$' and relname < ${oldestTable}`.execute(this.db)
    for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(this.db)
  }

  private async addPartition(day: number): Promise<void> {
    const table = sql.table(`positions_${toPartitionName(day)}`)
    const range = sql`for values from (${sql.lit(day * DAY_MS)}) to (${sql.lit((day + 1) * DAY_MS)})`
    try {
      await sql`create table if not exists ${table} partition of positions ${range}`.execute(this.db)
    } catch (error) {
      if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error
      // A server with a fast clock may have written rows for that day to the default partition, so the rows are moved.
      await this.db.transaction().execute(async (trx) => {
        await sql`create table ${table} (like positions including defaults)`.execute(trx)
        await sql`with moved as (
            delete from positions_rest
            where received_at >= ${sql.lit(day * DAY_MS)} and received_at < ${sql.lit((day + 1) * DAY_MS)} returning *)
          insert into ${table} select * from moved`.execute(trx)
        await sql`alter table positions attach partition ${table} ${range}`.execute(trx)
      })
    }
  }
}

/** PostgreSQL error code for a row that violates the partition constraint. */
const CHECK_VIOLATION = '23514'

function toPartitionName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
}
