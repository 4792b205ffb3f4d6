import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the tables for optimizer solutions that can be dispatched to assets, and for links that delivery recipients
 * open.
 */
export const dispatchMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('solutions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('solutions_by_time').on('solutions').column('created_at').execute()
    await db.schema
      .createTable('share_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('account', 'integer', (column) => column.notNull())
      .addColumn('asset', 'text', (column) => column.notNull())
      .addColumn('solution', 'text', (column) => column.notNull())
      .addColumn('stop', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('share_links_by_asset').on('share_links').columns(['account', 'asset']).execute()
    await db.schema.createIndex('share_links_by_end').on('share_links').column('expires_at').execute()
  },

  async down(db: Kysely<unknown>) {
    for (const table of ['share_links', 'solutions']) await db.schema.dropTable(table).execute()
  },
}
