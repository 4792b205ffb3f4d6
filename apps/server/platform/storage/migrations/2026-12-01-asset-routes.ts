import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Moves asset routes into a table of their own. Every position updates the row of its asset, and a database writes the
 * whole row again. A route is much longer than the rest of the row and rarely changes.
 */
export const assetRoutesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('asset_routes')
      .addColumn('asset', 'integer', (column) => column.primaryKey())
      .addColumn('plan', 'text', (column) => column.notNull())
      .execute()
    await sql`insert into asset_routes (asset, plan) select number, plan from assets where plan is not null`.execute(db)
    await db.schema.alterTable('assets').dropColumn('plan').execute()
  },

  async down(db: Kysely<unknown>) {
    await db.schema.alterTable('assets').addColumn('plan', 'text').execute()
    await sql`update assets set plan = (select plan from asset_routes where asset = number)`.execute(db)
    await db.schema.dropTable('asset_routes').execute()
  },
}
