import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../tables.ts'

/**
 * Adds the confirmation of phone numbers by code, and the counts for SMS caps. No existing number is confirmed, so
 * unsent messages are deleted. Further usage creates the messages again after a number is confirmed.
 */
export const provedPhonesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('phone_proved_at', 'bigint').execute()
    await db.schema
      .createTable('phone_codes')
      .addColumn('account', 'integer', (column) =>
        column.primaryKey().references('accounts.number').onDelete('cascade'),
      )
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .execute()
    // The table does not reference accounts, because the counts must outlive an account that is deleted and created
    // again.
    await db.schema
      .createTable('sms_days')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('messages', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('sms_days_key', ['day', 'subject'])
      .execute()
    await (db as Kysely<Pick<Tables, 'outbox'>>)
      .deleteFrom('outbox')
      .where('state', '=', 'pending')
      .where('leased_until', 'is', null)
      .where('unknown_since', 'is', null)
      .execute()
  },

  async down(db: Kysely<unknown>) {
    for (const table of ['phone_codes', 'sms_days']) await db.schema.dropTable(table).execute()
    await db.schema.alterTable('accounts').dropColumn('phone_proved_at').execute()
  },
}
