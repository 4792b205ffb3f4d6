import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of removed assets, which are reported to streams that reconnect. */
export const removedAssetsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('removed_assets')
      .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
      .addColumn('changed', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('removed_assets_by_change', ['account', 'changed'])
      .execute()
  },
}
