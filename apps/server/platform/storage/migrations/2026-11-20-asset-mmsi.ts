import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which ship an asset is, once a receiver of AIS has sent its positions: nine digits. */
export const assetMmsiMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('assets').addColumn('mmsi', 'integer').execute()
  },
}
