import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds restrictions on keys. Before this migration, only rotated keys expired. */
export const keyScopesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('keys').addColumn('scopes', 'text').execute()
    await db.schema.alterTable('keys').addColumn('rotated_at', 'bigint').execute()
    await sql`update keys set rotated_at = created_at where expires_at is not null`.execute(db)
  },

  /** Version 0.1 would ignore the restrictions, so restricted keys are revoked. */
  async down(db: Kysely<unknown>) {
    await sql`update keys set revoked_at = ${Date.now()} where scopes is not null and revoked_at is null`.execute(db)
    for (const column of ['scopes', 'rotated_at']) await db.schema.alterTable('keys').dropColumn(column).execute()
  },
}
