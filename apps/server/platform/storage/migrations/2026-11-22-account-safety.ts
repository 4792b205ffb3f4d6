import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds limits on signups and sign-in codes per network. */
export const accountSafetyMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('signup_attempts')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('signup_attempts_by_network')
      .on('signup_attempts')
      .columns(['network', 'created_at'])
      .execute()
    await db.schema.alterTable('sign_in_codes').addColumn('network', 'text').execute()
  },

  async down(db: Kysely<unknown>) {
    await db.schema.dropTable('signup_attempts').execute()
    await db.schema.alterTable('sign_in_codes').dropColumn('network').execute()
  },
}
