import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTogether } from '../../../../tests/contract/threads.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../../../../tests/support/servers/stores.ts'
import { type Database, openMigratedDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const tables = [
  'accounts',
  'assets',
  'geocoder_answers',
  'keys',
  'outbox',
  'positions',
  'removed_assets',
  'revisions',
  'sessions',
  'sign_in_codes',
  'usage',
  'usage_months',
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
    // PostgreSQL partitions positions, partly by day.
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

  test('never reuse the number of a deleted account, because its counters remain', async () => {
    const database = await openTestDatabase(await stores.fresh())
    const removedAccount = await addAccount(database, 'gone')
    await database.db.deleteFrom('accounts').execute()
    expect(await addAccount(database, 'next')).toBeGreaterThan(removedAccount)
  })
})
