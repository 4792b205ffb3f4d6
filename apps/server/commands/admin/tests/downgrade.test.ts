import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { advanceTracker, encodeState } from '@fairway/tracking'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeEnvironment } from '../../../../../tests/support/servers/server-process.ts'
import {
  type StoreSettings,
  type Stores,
  startStores,
  storeKinds,
} from '../../../../../tests/support/servers/stores.ts'
import { type Database, openDatabase, openMigratedDatabase } from '../../../platform/storage/database.ts'
import { listMigrations } from '../../../platform/storage/migrate.ts'
import { runCommand } from '../../testing/run-command.ts'

const released = new URL('../../../../../tests/upgrade/data-0.1/fairway.db.zst', import.meta.url)
interface Definition {
  readonly definition: string
}

const LAST_MIGRATION = '2026-11-20-asset-mmsi'

describe.each(storeKinds())('fairway admin downgrade (%s)', (kind) => {
  let stores: Stores
  const open: Database[] = []
  beforeAll(async () => {
    stores = await startStores(kind)
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((database) => database.close()))
  })
  afterAll(() => stores.dispose())

  async function withOpen<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
    return await work(database).finally(() => database.close())
  }
  async function downgrade(store: StoreSettings, ...args: string[]) {
    for (const [name, value] of Object.entries(storeEnvironment(store))) vi.stubEnv(name, value)
    return await runCommand(['admin', 'downgrade', '--to', '0.1', ...args]).finally(() => vi.unstubAllEnvs())
  }
  async function addAccount({ db }: Database, id: string, proved_at: number | null): Promise<number> {
    const row = { id, email: `${id}@example.com`, name: id, phone: null, plan: 'pro', created_at: 1, expires_at: null }
    const added = db.insertInto('accounts').values({ ...row, proved_at })
    return (await added.returning('number').executeTakeFirstOrThrow()).number
  }
  const key = (account: number, id: string) => ({
    ...{ id, account, hash: id, hint: id, label: null, created_at: 1, expires_at: null, revoked_at: null },
  })

  /** Returns the definitions of all columns and indexes, except those of the daily partitions. */
  async function readSchema({ db }: Database): Promise<string[]> {
    const definitions =
      kind === 'embedded'
        ? sql<Definition>`select concat_ws(' ', tables.name, columns.name, columns.type, columns."notnull",
              columns.dflt_value, columns.pk) as definition
            from sqlite_master tables, pragma_table_info(tables.name) columns where tables.type = 'table'
          union all select sql from sqlite_master where type = 'index' and sql is not null`
        : sql<Definition>`select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
              as definition from information_schema.columns where table_schema = current_schema()
          union all select indexdef from pg_indexes where schemaname = current_schema()`
    const { rows } = await definitions.execute(db)
    return rows
      .map(({ definition }) => definition.replace(/\s+/g, ' '))
      .filter((definition) => !/positions_\d/.test(definition))
      .sort()
  }

  test('restores exactly the tables and indexes of version 0.1, and the next start upgrades them again', async () => {
    const store = await stores.fresh()
    const upgraded = await withOpen(await openMigratedDatabase(store), readSchema)
    expect(await downgrade(store, '--yes')).toEqual({
      code: 0,
      stdout:
        'The database has the tables of version 0.1. Install that version before you start the server, because this version upgrades the tables again.\n',
      stderr: '',
    })
    const restored = await withOpen(openDatabase(store), readSchema)
    expect(restored).toEqual(await readReleasedSchema())
    expect(await withOpen(await openMigratedDatabase(store), readSchema)).toEqual(upgraded)
  })

  /** Returns the schema that the migrations of version 0.1 create in a new database. */
  async function readReleasedSchema(): Promise<string[]> {
    return await withOpen(openDatabase(await stores.fresh()), async (database) => {
      const provider = { getMigrations: async () => listMigrations(database.kind) }
      const { error } = await new Migrator({ db: database.db, provider }).migrateTo(LAST_MIGRATION)
      expect(error).toBeUndefined()
      return await readSchema(database)
    })
  }

  test('lists the data that is lost and changes nothing until it is confirmed', async () => {
    const store = await stores.fresh()
    await withOpen(await openMigratedDatabase(store), async (database) => {
      const account = await addAccount(database, 'ada', 1)
      const row = { id: 'gf_1', account, name: 'Depot', corners: 0, definition: '{}', created_at: 1 }
      await database.db.insertInto('geofences').values(row).execute()
      const restricted = { ...key(account, 'restricted'), kept_at: 1, scopes: '{}' }
      await database.db.insertInto('keys').values(restricted).execute()
    })
    expect(await downgrade(store)).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'fairway: the downgrade to version 0.1 deletes data (geofences: 1), revokes restricted keys (1) and cannot be undone; make a backup, then add --yes to confirm\n',
    })
    const count = await withOpen(
      openDatabase(store),
      async ({ db }) => await db.selectFrom('geofences').selectAll().execute(),
    )
    expect(count).toHaveLength(1)
    expect(JSON.parse((await downgrade(store, '--yes', '--json')).stdout)).toEqual({
      version: '0.1',
      deleted: { geofences: 1 },
      revoked_keys: 1,
    })
  })

  test('revokes the keys that version 0.1 would give more rights, and keeps the others', async () => {
    const store = await stores.fresh()
    await withOpen(await openMigratedDatabase(store), async (database) => {
      const [proved, unproved] = [await addAccount(database, 'proved', 1), await addAccount(database, 'new', null)]
      const keys = [
        { ...key(proved, 'kept'), kept_at: 1, scopes: null },
        { ...key(proved, 'restricted'), kept_at: 1, scopes: '{}' },
        { ...key(proved, 'unaccepted'), kept_at: null, scopes: null },
        { ...key(unproved, 'trial'), kept_at: null, scopes: null },
      ]
      await database.db.insertInto('keys').values(keys).execute()
    })
    expect((await downgrade(store, '--yes')).code).toBe(0)
    const keys = await withOpen(
      openDatabase(store),
      async ({ db }) => await db.selectFrom('keys').select(['id', 'revoked_at']).orderBy('id').execute(),
    )
    expect(keys.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id)).toEqual(['kept', 'trial'])
  })

  test('converts the states of assets to JSON, which version 0.1 reads', async () => {
    const store = await stores.fresh()
    const fix = { latitude: 41.1496, longitude: -8.6109, timeMs: 1_790_000_000_000, speedMs: 13.9 }
    const state = advanceTracker(undefined, undefined, fix, 'vehicle')
    await withOpen(await openMigratedDatabase(store), async (database) => {
      const account = await addAccount(database, 'ada', 1)
      const fields = { account, name: 'Van', kind: 'vehicle', category: 'civil', created_at: 1 } as const
      const encoded = kind === 'embedded' ? encodeState(state) : JSON.stringify(state)
      const rows = [encoded, JSON.stringify(state), null].map((stored, at) => ({
        ...{ ...fields, id: `as_${at}`, reference: null, profile: null, state: stored },
      }))
      await database.db.insertInto('assets').values(rows).execute()
    })
    expect((await downgrade(store, '--yes')).code).toBe(0)
    const { rows } = await withOpen(openDatabase(store), ({ db }) =>
      sql<{ state: unknown }>`select state from assets order by id`.execute(db),
    )
    expect(rows.map((row) => row.state)).toEqual([JSON.stringify(state), JSON.stringify(state), null])
  })

  test('refuses while a server uses the database', async () => {
    const store = await stores.fresh()
    const server = await openMigratedDatabase(store)
    open.push(server)
    await server.ping()
    expect(await downgrade(store, '--yes')).toEqual({
      code: 4,
      stdout: '',
      stderr: 'fairway: a server is using the database; stop all servers first\n',
    })
    expect(await server.db.selectFrom('geofences').selectAll().execute()).toEqual([])
  })
})

describe('fairway admin downgrade', () => {
  test('returns a data folder of version 0.1 to its original rows', async () => {
    const stores = await startStores('embedded')
    const store = await stores.fresh()
    await mkdir(store.dataDir, { recursive: true })
    await writeFile(join(store.dataDir, 'fairway.db'), zstdDecompressSync(await readFile(released)))
    const before = await readRows(store)
    const database = await openMigratedDatabase(store)
    await database.close()
    vi.stubEnv('FAIRWAY_DATA_DIR', store.dataDir)
    expect(
      (await runCommand(['admin', 'downgrade', '--to', '0.1', '--yes']).finally(() => vi.unstubAllEnvs())).code,
    ).toBe(0)
    expect(await readRows(store)).toEqual(before)
    await stores.dispose()
  })

  async function readRows(store: StoreSettings): Promise<Record<string, unknown[]>> {
    const database = openDatabase(store)
    const rows: Record<string, unknown[]> = {}
    for (const { name } of await database.db.introspection.getTables())
      rows[name] = (await sql`select * from ${sql.table(name)}`.execute(database.db)).rows
    await database.close()
    return rows
  }

  test('accepts only versions to which it can return', async () => {
    const { code, stderr } = await runCommand(['admin', 'downgrade', '--to', '0.0', '--yes'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("option '--to <version>' argument '0.0' is invalid. Allowed choices are 0.1."),
    ])
  })
})
