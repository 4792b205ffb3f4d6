import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../kinds.ts'

/** Creates the tables for asset groups, geofences, asset events, and webhooks with their deliveries. */
export function geofencesMigration(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await addAssetColumns(db)
      await createRuleTables(db, kind)
      await createEvents(db, kind)
      await createWebhooks(db, kind)
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['webhook_deliveries', 'webhooks', 'events', 'event_settings', 'geofences'])
        await db.schema.dropTable(table).execute()
      await db.schema.dropIndex('assets_to_watch').execute()
      for (const column of ['group_name', 'watch', 'watch_at'])
        await db.schema.alterTable('assets').dropColumn(column).execute()
    },
  }
}

/** Creates a table whose numbers increase and are never reused. */
function createNumberedTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  name: string,
): CreateTableBuilder<string, 'number'> {
  const table = db.schema.createTable(name)
  return kind === 'postgres'
    ? table.addColumn('number', 'bigserial', (column) => column.primaryKey())
    : table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
}

async function addAssetColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('assets').addColumn('group_name', 'text').execute()
  await db.schema.alterTable('assets').addColumn('watch', 'text').execute()
  await db.schema.alterTable('assets').addColumn('watch_at', 'bigint').execute()
  // The index is partial, because most assets have no time-dependent rule.
  await sql`create index assets_to_watch on assets (watch_at) where watch_at is not null`.execute(db)
}

async function createRuleTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createNumberedTable(db, kind, 'geofences')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('corners', 'integer', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('geofences_by_account').on('geofences').columns(['account', 'number']).execute()
  await db.schema
    .createTable('event_settings')
    .addColumn('account', 'integer', (column) => column.primaryKey().references('accounts.number'))
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute()
}

async function createEvents(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createNumberedTable(db, kind, 'events')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('asset', 'integer', (column) => column.notNull())
    .addColumn('asset_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('geofence', 'text')
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_by_change').on('events').columns(['account', 'changed', 'number']).execute()
  await db.schema.createIndex('events_by_asset').on('events').columns(['asset', 'number']).execute()
  await db.schema.createIndex('events_by_age').on('events').columns(['account', 'created_at']).execute()
}

async function createWebhooks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createNumberedTable(db, kind, 'webhooks')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('events', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'bigint')
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_why', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('paused_until', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhooks_by_account').on('webhooks').columns(['account', 'number']).execute()
  await createNumberedTable(db, kind, 'webhook_deliveries')
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('webhook', 'bigint', (column) => column.notNull())
    .addColumn('asset', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  const table = 'webhook_deliveries'
  const isPending = sql`where state = 'pending'`
  await sql`create index deliveries_pending on webhook_deliveries (webhook, number) ${isPending}`.execute(db)
  await sql`create index deliveries_pending_by_asset on webhook_deliveries (webhook, asset, number) ${isPending}`.execute(
    db,
  )
  await db.schema.createIndex('deliveries_by_webhook').on(table).columns(['webhook', 'number']).execute()
  await db.schema.createIndex('deliveries_by_asset').on(table).column('asset').execute()
  await db.schema.createIndex('deliveries_by_age').on(table).columns(['account', 'created_at']).execute()
}
