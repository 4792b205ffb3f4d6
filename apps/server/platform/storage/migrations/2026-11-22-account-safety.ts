import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Limits on signups and sign-in codes by network, and proofs of phone numbers. Nobody has proved the numbers that are
 * stored so far, so their owners have to.
 */
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
    await db.schema.alterTable('accounts').addColumn('phone_proved_at', 'bigint').execute()
    await db.schema
      .createTable('phone_codes')
      .addColumn('account', 'integer', (column) => column.primaryKey().references('accounts.number'))
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('outbox_by_recipient').on('outbox').columns(['recipient', 'created_at']).execute()
  },
}
