import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds restrictions on keys. Before this migration, only rotated keys expired. */
export const keyScopesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('keys').addColumn('scopes', 'text').execute()
    await db.schema.alterTable('keys').addColumn('rotated_at', 'bigint').execute()
    await sql`update keys set rotated_at = created_at where expires_at is not null`.execute(db)
  },
}
