import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether the speeds of an account's vehicles may be used as road speeds. */
export const trafficSharingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('accounts')
      .addColumn('shares_traffic', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    // The list of vehicles is queried repeatedly. The full rows, with route and state, are a thousand times as long as
    // the index entries.
    await db.schema
      .createIndex('assets_by_kind')
      .on('assets')
      .columns(['kind', 'category', 'number', 'account'])
      .execute()
  },
}
