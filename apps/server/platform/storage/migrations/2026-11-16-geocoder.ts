import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of cached replies from an external geocoder. */
export const geocoderMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('geocoder_answers')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('geocoder_answers_by_end').on('geocoder_answers').column('expires_at').execute()
  },
}
