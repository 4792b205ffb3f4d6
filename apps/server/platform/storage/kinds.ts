import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  ping(): Promise<void>
  /**
   * Writes a single row or, if `needsSpace` is true, as much data as a larger request. Rejects if the database does not
   * accept the write.
   */
  checkWritable(needsSpace?: boolean): Promise<void>
  /**
   * Returns the current time in milliseconds according to the clock of a shared database. An embedded database has no
   * separate clock.
   */
  readonly clockMs?: () => Promise<number>
  close(): Promise<void>
}

/** Returns whether statements run on PostgreSQL. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
