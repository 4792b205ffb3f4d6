import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the used trial period and monthly quota of deleted email addresses, and an index for ending the sessions of an
 * account.
 */
export const deletedAddressesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // The table does not reference accounts, because a row applies to the next account with the same email address.
    await db.schema
      .createTable('deleted_addresses')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('trial_ends_at', 'bigint')
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_by_account').on('sessions').column('account').execute()
  },

  async down(db: Kysely<unknown>) {
    await db.schema.dropTable('deleted_addresses').execute()
    await db.schema.dropIndex('sessions_by_account').execute()
  },
}
