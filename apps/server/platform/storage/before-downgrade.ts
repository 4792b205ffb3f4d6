import { sql } from 'kysely'
import type { Database } from './kinds.ts'

/**
 * Returns whether another process has the database open. SQLite leaves its write-ahead mode only while no other process
 * uses the file. In PostgreSQL, every server connects under the same application name.
 */
export async function hasOtherUsers({ db, kind }: Database): Promise<boolean> {
  if (kind === 'postgres') {
    const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
      where application_name = 'fairway' and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    return (rows[0]?.others ?? 0) > 0
  }
  try {
    await sql`pragma journal_mode = delete`.execute(db)
    await sql`pragma journal_mode = wal`.execute(db)
    return false
  } catch (error) {
    if (/database is locked/.test((error as Error).message)) return true
    throw error
  }
}

/** Tables that version 0.1 does not have, except for those that the service fills again. */
const newTables = ['geofences', 'events', 'webhooks', 'solutions', 'share_links', 'jobs', 'audit_log'] as const
export type NewTable = (typeof newTables)[number]

/** Returns the number of rows that a downgrade deletes, per table that has rows. */
export async function countNewRows({ db }: Database): Promise<Partial<Record<NewTable, number>>> {
  const rows: Partial<Record<NewTable, number>> = {}
  for (const table of newTables) {
    const countQuery = db.selectFrom(table).select(db.fn.countAll<number>().as('count'))
    const { count } = await countQuery.executeTakeFirstOrThrow()
    if (count > 0) rows[table] = count
  }
  return rows
}

/** Returns the number of active keys with restrictions, which version 0.1 would ignore. */
export async function countRestrictedKeys({ db }: Database): Promise<number> {
  const restrictedKeys = db.selectFrom('keys').where('scopes', 'is not', null).where('revoked_at', 'is', null)
  const countQuery = restrictedKeys.select(db.fn.countAll<number>().as('count'))
  return (await countQuery.executeTakeFirstOrThrow()).count
}
