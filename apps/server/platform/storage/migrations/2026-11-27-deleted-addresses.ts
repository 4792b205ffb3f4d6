import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The part of the trial period and of the monthly quota that a deleted address has used, and an index for ending an
 * account's sessions.
 */
export const deletedAddressesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // No reference to accounts: a row is for the next account with the same address.
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
}
