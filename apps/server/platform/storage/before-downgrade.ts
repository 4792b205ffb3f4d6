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
