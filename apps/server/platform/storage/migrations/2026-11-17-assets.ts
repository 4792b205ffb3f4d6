import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../kinds.ts'

/** Creates the tables for tracked assets and their positions. */
export function assetsMigration(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema.createTable('assets')
      const numberedTable =
        kind === 'postgres'
          ? table.addColumn('number', 'serial', (column) => column.primaryKey())
          : table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      await numberedTable
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('category', 'text', (column) => column.notNull())
        .addColumn('reference', 'text')
        .addColumn('profile', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('plan', 'text')
        .addColumn('plan_number', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('state', 'text')
        .addColumn('fixes', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('changed', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema.createIndex('assets_by_account').on('assets').columns(['account', 'number']).execute()
      await db.schema.createIndex('assets_by_change').on('assets').columns(['account', 'changed']).execute()
      await (kind === 'postgres' ? createPartitionedPositions(db) : createPositionsTable(db))
    },
  }
}

const columns = sql`
  asset integer not null,
  time bigint not null,
  fix bigint not null,
  received_at bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  speed real,
  heading real,
  battery real,
  altitude real,
  accuracy real,
  flag smallint not null`

/** Creates a table that stores the positions of an asset together in time order. */
async function createPositionsTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table positions (${columns}, primary key (asset, time, fix)) without rowid`.execute(db)
}

/**
 * Creates a table with one partition per day of arrival, so that dropping a partition deletes old data. Rows for a day
 * without a partition go to the default partition.
 */
async function createPartitionedPositions(db: Kysely<unknown>): Promise<void> {
  await sql`create table positions (${columns}, primary key (asset, time, fix, received_at))
    partition by range (received_at)`.execute(db)
  await sql`create table positions_rest partition of positions default`.execute(db)
}
