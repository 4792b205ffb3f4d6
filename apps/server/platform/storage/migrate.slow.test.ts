import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTogether } from '../../../../tests/contract/threads.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../../../../tests/support/servers/stores.ts'
import { type Database, openMigratedDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { provedAddressesMigration } from './migrations/2026-11-21-proved-addresses.ts'
import { provedPhonesMigration } from './migrations/2026-11-23-proved-phones.ts'
import { keyScopesMigration } from './migrations/2026-11-24-key-scopes.ts'
import { assetRoutesMigration } from './migrations/2026-12-01-asset-routes.ts'

const tables = [
  'accounts',
  'asset_routes',
  'assets',
  'audit_log',
  'deleted_addresses',
  'event_settings',
  'events',
  'geocoder_answers',
  'geofences',
  'job_chunks',
  'job_parts',
  'jobs',
  'keys',
  'outbox',
  'phone_codes',
  'positions',
  'removed_assets',
  'revisions',
  'sessions',
  'share_links',
  'sign_in_codes',
  'signup_attempts',
  'sms_days',
  'solutions',
  'usage',
  'usage_months',
  'webhook_deliveries',
  'webhooks',
]

describe.each(storeKinds())('migrations (%s)', (kind) => {
  let stores: Stores
  const open: Database[] = []
  beforeAll(async () => {
    stores = await startStores(kind)
  })
  afterAll(async () => {
    await Promise.all(open.map((database) => database.close()))
    await stores?.dispose()
  })

  async function openTestDatabase(settings: StoreSettings): Promise<Database> {
    const database = await openMigratedDatabase(settings)
    open.push(database)
    return database
  }
  async function tablesOf({ db }: Database): Promise<string[]> {
    const names = (await db.introspection.getTables()).map((table) => table.name)
    // In PostgreSQL, the positions table has partitions, some of which are created daily.
    return names.filter((name) => !name.startsWith('positions_')).sort()
  }
  async function addAccount({ db }: Database, name: string): Promise<number> {
    const row = {
      id: name,
      email: `${name}@example.com`,
      name,
      phone: null,
      plan: 'trial',
      created_at: 1,
      expires_at: 2,
    }
    return (await db.insertInto('accounts').values(row).returning('number').executeTakeFirstOrThrow()).number
  }

  test('create the tables of a new database', async () => {
    const database = await openTestDatabase(await stores.fresh())
    expect(await tablesOf(database)).toEqual(tables)
    expect(await addAccount(database, 'first')).toBe(1)
  })

  test('leave an up-to-date database unchanged', async () => {
    const settings = await stores.fresh()
    const database = await openTestDatabase(settings)
    await addAccount(database, 'kept')
    await migrate(database)
    const again = await openTestDatabase(settings)
    expect(await tablesOf(again)).toEqual(tables)
    expect(await again.db.selectFrom('accounts').select(['id', 'created_at']).execute()).toEqual([
      { id: 'kept', created_at: 1 },
    ])
  })

  test('can run on several servers that start on a new database at once', async () => {
    const settings = await stores.fresh()
    const module = new URL('../../../../tests/contract/migrate-worker.ts', import.meta.url)
    const servers = Array.from({ length: 3 }, () => ({ settings }))
    expect(await runTogether(module, servers)).toEqual(['ready', 'ready', 'ready'])
    const database = await openTestDatabase(settings)
    expect(await tablesOf(database)).toEqual(tables)
  })

  test('treat existing keys as kept, except the only key of a trial account that nobody signed in to', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const { db } = database
    const addKey = async (account: number, id: string, created_at = 1) => {
      const row = { id, account, hash: id, hint: id, label: null, created_at, expires_at: null, revoked_at: null }
      await db.insertInto('keys').values(row).execute()
    }
    const [stranger, paying, signedIn, several] = [
      await addAccount(database, 'stranger'),
      await addAccount(database, 'paying'),
      await addAccount(database, 'signed-in'),
      await addAccount(database, 'several'),
    ]
    await db.updateTable('accounts').set({ plan: 'pro' }).where('number', '=', paying).execute()
    const session = { hash: 'h', account: signedIn, created_at: 5, expires_at: 9 }
    await db.insertInto('sessions').values(session).execute()
    await addKey(stranger, 'unkept')
    await addKey(paying, 'paying')
    await addKey(signedIn, 'signed-in')
    await addKey(several, 'first')
    await addKey(several, 'second', 7)
    await addKey(await addAccount(database, 'later'), 'later', 5000)
    await db.schema.dropIndex('accounts_detached').execute()
    for (const column of ['proved_at', 'detached_from'])
      await db.schema.alterTable('accounts').dropColumn(column).execute()
    for (const column of ['kept_at', 'network']) await db.schema.alterTable('keys').dropColumn(column).execute()
    await provedAddressesMigration.up(db)
    const keys = await db.selectFrom('keys').select(['id', 'kept_at']).orderBy('id').execute()
    expect(Object.fromEntries(keys.map(({ id, kept_at }) => [id, kept_at]))).toEqual({
      first: 1,
      later: 5000,
      paying: 1,
      second: 7,
      'signed-in': 1,
      unkept: null,
    })
    const proved = await db.selectFrom('accounts').select(['id']).where('proved_at', 'is not', null).execute()
    expect(proved).toEqual([{ id: 'signed-in' }])
  })

  test('treat no existing phone number as confirmed, and drop unsent messages to them', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const { db } = database
    const account = await addAccount(database, 'with-phone')
    const phone = '+59821234567'
    await db.updateTable('accounts').set({ phone }).where('number', '=', account).execute()
    const addMessage = async (month: string, changes: { state?: 'sent'; leased_until?: number }) => {
      const message = { id: month, kind: 'quota-alert', account, month, recipient: phone, body: 'x', attempts: 0 }
      const row = { ...message, state: 'pending' as const, next_attempt_at: 0, created_at: 0, ...changes }
      await db.insertInto('outbox').values(row).execute()
    }
    await addMessage('2026-09', { state: 'sent' })
    await addMessage('2026-10', { leased_until: 5 })
    await addMessage('2026-11', {})
    await db.schema.dropTable('sms_days').execute()
    await db.schema.dropTable('phone_codes').execute()
    await db.schema.alterTable('accounts').dropColumn('phone_proved_at').execute()
    await provedPhonesMigration.up(db)
    const accounts = await db.selectFrom('accounts').select(['phone', 'phone_proved_at']).execute()
    expect(accounts).toEqual([{ phone, phone_proved_at: null }])
    const months = await db.selectFrom('outbox').select('month').orderBy('month').execute()
    expect(months).toEqual([{ month: '2026-09' }, { month: '2026-10' }])
  })

  test('treat keys that expire as rotated, because nothing else set an expiry before', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const { db } = database
    const account = await addAccount(database, 'one')
    for (const [id, expires_at] of [
      ['rotated', 9],
      ['active', null],
    ] as const) {
      const row = { id, account, hash: id, hint: id, label: null, created_at: 1, expires_at, revoked_at: null }
      await db.insertInto('keys').values(row).execute()
    }
    for (const column of ['scopes', 'rotated_at']) await db.schema.alterTable('keys').dropColumn(column).execute()
    await keyScopesMigration.up(db)
    expect(await db.selectFrom('keys').select(['id', 'rotated_at', 'scopes']).orderBy('id').execute()).toEqual([
      { id: 'active', rotated_at: null, scopes: null },
      { id: 'rotated', rotated_at: 1, scopes: null },
    ])
  })

  test('keep the routes and tracking states of assets', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const { db } = database
    const account = await addAccount(database, 'fleet')
    await db.schema.dropTable('asset_routes').execute()
    await db.schema.alterTable('assets').addColumn('plan', 'text').execute()
    const plan = JSON.stringify({ line: 'x'.repeat(20_000) })
    for (const [id, route] of [
      ['routed', plan],
      ['free', null],
    ] as const) {
      await sql`insert into assets (id, account, name, kind, category, created_at, plan, plan_number, state, fixes)
        values (${id}, ${account}, ${id}, 'vehicle', 'civil', 1, ${route}, 3, '{}', 7)`.execute(db)
    }
    await assetRoutesMigration.up(db)
    const rows = await db
      .selectFrom('assets')
      .leftJoin('asset_routes', 'asset', 'number')
      .select(['id', 'asset_routes.plan', 'plan_number', 'state', 'fixes'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'free', plan: null, plan_number: 3, state: '{}', fixes: 7 },
      { id: 'routed', plan, plan_number: 3, state: '{}', fixes: 7 },
    ])
    const columns = (await db.introspection.getTables()).find(({ name }) => name === 'assets')?.columns ?? []
    expect(columns.map(({ name }) => name)).not.toContain('plan')
  })

  test('never reuse the number of a deleted account, because its counters remain', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const removedAccount = await addAccount(database, 'gone')
    await database.db.deleteFrom('accounts').execute()
    expect(await addAccount(database, 'next')).toBeGreaterThan(removedAccount)
  })

  test('create an index for the sessions of an account, which are deleted together', async () => {
    const { db } = await openTestDatabase(await stores.fresh())
    const [table, column] = kind === 'embedded' ? ['sqlite_master', 'name'] : ['pg_indexes', 'indexname']
    const { rows } = await sql<{ definition: string }>`select ${sql.ref(column)} as definition
      from ${sql.table(table)} where ${sql.ref(column)} = 'sessions_by_account'`.execute(db)
    expect(rows).toHaveLength(1)
  })
})
