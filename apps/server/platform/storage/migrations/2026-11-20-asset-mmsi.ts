import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the nine-digit MMSI of an asset, which is set by its first AIS position. */
export const assetMmsiMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('assets').addColumn('mmsi', 'integer').execute()
  },
}
