import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the setting that allows the service to use the speeds of an account's vehicles as road speeds. */
export const trafficSharingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('accounts')
      .addColumn('shares_traffic', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    // The index supports repeated queries for the list of vehicles. Full rows, with route and state, are a thousand
    // times longer than index entries.
    await db.schema
      .createIndex('assets_by_kind')
      .on('assets')
      .columns(['kind', 'category', 'number', 'account'])
      .execute()
  },
}
