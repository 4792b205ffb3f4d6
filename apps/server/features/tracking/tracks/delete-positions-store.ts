import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** Maximum number of rows per delete. Other writes can run between two deletes. */
const BATCH_ROWS = 5000

/**
 * Deletes the positions of an asset, or only those received before a time, and returns the number of deleted positions.
 * Each batch is a range of the primary key that starts at the end of the last batch, so that no row is read twice.
 * Timers and other requests can run between batches, although SQLite is synchronous.
 */
export async function deletePositions(
  db: Kysely<Tables>,
  asset: number,
  { receivedBeforeMs, batchRows = BATCH_ROWS }: { receivedBeforeMs?: number; batchRows?: number } = {},
): Promise<number> {
  const isOld = receivedBeforeMs === undefined ? sql<boolean>`1 = 1` : sql<boolean>`received_at < ${receivedBeforeMs}`
  let isAfterLast = sql<boolean>`1 = 1`
  let count = 0
  for (;;) {
    const end = await db
      .selectFrom('positions')
      .select(['time', 'fix'])
      .where('asset', '=', asset)
      .where(isAfterLast)
      .where(isOld)
      .orderBy('time')
      .orderBy('fix')
      .offset(batchRows - 1)
      .limit(1)
      .executeTakeFirst()
    let batch = db.deleteFrom('positions').where('asset', '=', asset).where(isAfterLast).where(isOld)
    if (end) batch = batch.where(sql<boolean>`(time, fix) <= (${end.time}, ${end.fix})`)
    const { numDeletedRows } = await batch.executeTakeFirst()
    count += Number(numDeletedRows)
    await setImmediate()
    if (!end) return count
    isAfterLast = sql<boolean>`(time, fix) > (${end.time}, ${end.fix})`
  }
}
