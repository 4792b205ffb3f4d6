import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  ping(): Promise<void>
  close(): Promise<void>
}
