import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  ping(): Promise<void>
  /** The time of a database that other servers use as well, in milliseconds; an embedded one has no clock of its own. */
  readonly clockMs?: () => Promise<number>
  close(): Promise<void>
}
