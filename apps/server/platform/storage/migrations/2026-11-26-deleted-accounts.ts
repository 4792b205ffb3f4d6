import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps the row of a deleted account without personal data, because counters and late writes refer to its number. */
export const deletedAccountsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('deleted_at', 'bigint').execute()
    await db.schema.createIndex('accounts_deleted').on('accounts').column('deleted_at').execute()
  },

  async down(db: Kysely<unknown>) {
    await db.schema.dropIndex('accounts_deleted').execute()
    await db.schema.alterTable('accounts').dropColumn('deleted_at').execute()
  },
}
