import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The nine-digit MMSI of an asset, once an AIS receiver has sent its positions. */
export const assetMmsiMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('assets').addColumn('mmsi', 'integer').execute()
  },
}
