import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Database, openDatabase, openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import type { Tables } from '../../apps/server/platform/storage/tables.ts'
import { type StoreKind, type StoreSettings, type Stores, shareStores, storeKinds } from '../support/servers/stores.ts'

/** Database of a test suite. The fields are available after the first `beforeAll`. */
export interface Place {
  readonly kind: StoreKind
  readonly database: Database
  readonly db: Kysely<Tables>
  readonly stores: Stores
  readonly settings: StoreSettings
  /**
   * Opens another connection to the same database, as another server or a restarted server would. The suite closes the
   * connection.
   */
  openAnother(): Database
  /** Adds accounts with only a name and returns their ids. */
  addAccounts(count: number, fields?: { plan?: string; phone?: string | null }): Promise<number[]>
}

/** Runs a suite on every kind of database that is available here. */
export function describeOnDatabases(name: string, suite: (at: Place) => void): void {
  describe.each(storeKinds())(`${name} (%s)`, (kind) => {
    let stores: Stores | undefined
    let settings: StoreSettings | undefined
    let database: Database | undefined
    const others: Database[] = []

    beforeAll(async () => {
      stores = await shareStores(kind)
      settings = await stores.freshMigrated()
      database = await openMigratedDatabase(settings)
    })
    afterAll(async () => {
      await Promise.all([database, ...others].map((one) => one?.close()))
    })

    suite({
      kind,
      get database() {
        return started(database)
      },
      get db() {
        return started(database).db
      },
      get stores() {
        return started(stores)
      },
      get settings() {
        return started(settings)
      },
      openAnother() {
        const another = openDatabase(started(settings))
        others.push(another)
        return another
      },
      addAccounts: (count, fields) => addAccounts(started(database).db, count, fields),
    })
  })
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the database is there only while the tests run')
  return part
}

async function addAccounts(
  db: Kysely<Tables>,
  count: number,
  { plan = 'trial', phone = null }: { plan?: string; phone?: string | null } = {},
): Promise<number[]> {
  const numbers: number[] = []
  for (let left = count; left > 0; left -= 1000) {
    const rows = Array.from({ length: Math.min(left, 1000) }, () => {
      const id = randomUUID()
      return {
        id,
        email: `${id}@example.com`,
        name: null,
        phone,
        phone_proved_at: phone === null ? null : 0,
        plan,
        created_at: 0,
        expires_at: null,
      }
    })
    const inserted = await db.insertInto('accounts').values(rows).returning('number').execute()
    numbers.push(...inserted.map((row) => row.number))
  }
  return numbers
}
