import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  ping(): Promise<void>
  /** Writes a row. Rejects if the database does not accept writes. */
  checkWritable(): Promise<void>
  /** The time of a shared database in milliseconds. An embedded database has no clock of its own. */
  readonly clockMs?: () => Promise<number>
  close(): Promise<void>
}
