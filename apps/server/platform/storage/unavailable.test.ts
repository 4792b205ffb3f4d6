import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { requireOrSkip } from '../../../../tests/support/servers/backends.ts'
import { type RunningPostgres, startPostgres } from '../../../../tests/support/servers/postgres.ts'
import { startRedis } from '../../../../tests/support/servers/redis.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { openRedis } from './redis.ts'
import { isUnavailable, isUniqueViolation } from './unavailable.ts'

/** Returns the error of a function that must fail. */
async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('this should have failed')
}

async function expectUnavailable(work: () => unknown): Promise<void> {
  const error = await errorOf(work)
  expect([isUnavailable(error), isUniqueViolation(error)], `${error}`).toEqual([true, false])
}

describe.skipIf(!requireOrSkip('postgres'))('unavailable PostgreSQL', () => {
  let postgres: RunningPostgres
  let database: Database
  beforeAll(async () => {
    postgres = await startPostgres()
    database = openDatabase({ dataDir: '', databaseUrl: await postgres.createDatabase() })
  })
  afterAll(async () => {
    await database?.close()
    await postgres?.dispose()
  })
  /** Starts a query, and resolves when the query is running. */
  async function runningQuery(): Promise<{ outcome: Promise<unknown> }> {
    const outcome = errorOf(() => sql`select pg_sleep(60)`.execute(database.db))
    const isRunning = async () => {
      const query = sql<{ count: number }>`
        select count(*) from pg_stat_activity where state = 'active' and query = 'select pg_sleep(60)'`
      return (await query.execute(database.db)).rows[0]?.count === 1
    }
    while (!(await isRunning()));
    return { outcome }
  }

  test('is reported when the server shuts down during a query', async () => {
    const { outcome } = await runningQuery()
    await postgres.stop()
    expect(isUnavailable(await outcome), `${await outcome}`).toBe(true)
  })

  test('is reported when the server is not running, until it runs again', async () => {
    await postgres.stop()
    await expectUnavailable(() => database.ping())
    await postgres.start()
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('is reported when the server crashes during a query', async () => {
    const { outcome } = await runningQuery()
    await postgres.kill()
    expect(isUnavailable(await outcome), `${await outcome}`).toBe(true)
    await postgres.start()
  })

  test('is reported when a connection breaks between two statements of a transaction', async () => {
    await expectUnavailable(() =>
      database.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        await postgres.stop()
        await sql`select 1`.execute(trx)
      }),
    )
    await postgres.start()
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('is reported when a query takes too long', async () => {
    await expectUnavailable(() =>
      database.db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = 20`.execute(trx)
        await sql`select pg_sleep(60)`.execute(trx)
      }),
    )
  })

  test('is reported when the database does not exist', async () => {
    const other = openDatabase({ dataDir: '', databaseUrl: `postgres://fairway@127.0.0.1:${postgres.port}/nowhere` })
    await expectUnavailable(() => other.ping()).finally(() => other.close())
  })
})

describe('unavailable SQLite', () => {
  let folder: TempDir
  beforeAll(async () => {
    folder = await createTempDir()
  })
  afterAll(() => folder?.dispose())

  test('is reported when another connection holds the write lock', async () => {
    const path = join(folder.path, 'locked.db')
    const writer = new DatabaseSync(path)
    const reader = new DatabaseSync(path, { timeout: 0 })
    writer.exec('create table t (a); begin immediate; insert into t values (1)')
    await expectUnavailable(() => reader.exec('insert into t values (2)'))
    writer.exec('commit')
    reader.exec('insert into t values (2)')
    for (const database of [writer, reader]) database.close()
  })

  test('is reported when the folder has disappeared', async () => {
    await expectUnavailable(() => new DatabaseSync(join(folder.path, 'nowhere', 'fairway.db')))
  })

  test('is reported when the disk became read-only', async () => {
    const database = new DatabaseSync(join(folder.path, 'read-only.db'))
    database.exec('create table t (a); pragma query_only = on')
    await expectUnavailable(() => database.exec('insert into t values (1)'))
    database.close()
  })

  test('is reported when the disk is full', async () => {
    const database = new DatabaseSync(join(folder.path, 'full.db'))
    database.exec('create table t (a); pragma max_page_count = 3')
    await expectUnavailable(() => database.exec(`insert into t values (zeroblob(100000))`))
    database.close()
  })
})

describe('unavailable Redis', () => {
  test('is reported when nothing is listening on the port', async () => {
    const redis = openRedis(`redis://127.0.0.1:${await closedPort()}`)
    await expectUnavailable(() => redis.connect())
    await expectUnavailable(() => redis.ping())
    redis.disconnect()
  })

  test.skipIf(!requireOrSkip('redis'))('is reported when a connection breaks between replies', async () => {
    const server = await startRedis()
    const FIRST_ANSWER = '$1\r\n1\r\n'
    let cutting = false
    const proxy = createServer((socket) => {
      const upstream = connect(server.port, '127.0.0.1')
      socket.on('error', () => {}).pipe(upstream)
      upstream.on('data', (data) => {
        if (cutting) socket.end(data.subarray(0, FIRST_ANSWER.length))
        else socket.write(data)
      })
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const redis = openRedis(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    await redis.connect()
    await redis.set('a', '1')

    cutting = true
    const [answered, ...cutOff] = await Promise.allSettled([redis.get('a'), redis.get('a'), redis.get('a')])
    expect(answered).toMatchObject({ status: 'fulfilled', value: '1' })
    for (const outcome of cutOff) await expectUnavailable(() => unwrap(outcome))
    redis.disconnect()
    proxy.close()
    await server.dispose()
  })
})

describeOnDatabases('statements that a database rejects', (at) => {
  const account = (fields: object) => {
    const row = {
      id: 'a',
      email: 'a@example.com',
      name: null,
      phone: null,
      plan: 'trial',
      created_at: 0,
      expires_at: null,
    }
    return at.db
      .insertInto('accounts')
      .values({ ...row, ...fields })
      .execute()
  }

  test('reports an existing value as a duplicate, in a unique column and in a primary key', async () => {
    await account({})
    for (const fields of [{ id: 'b' }, { email: 'b@example.com' }]) {
      const error = await errorOf(() => account(fields))
      expect([isUniqueViolation(error), isUnavailable(error)], `${error}`).toEqual([true, false])
    }
    const revision = () => at.db.insertInto('revisions').values({ name: 'twice', value: 1 }).execute()
    await revision()
    expect(isUniqueViolation(await errorOf(revision))).toBe(true)
  })

  test('reports bugs as neither duplicates nor unavailability', async () => {
    const mistakes = [
      () => account({ id: 'c', email: 'c@example.com', plan: null }),
      () => at.db.insertInto('usage_months').values({ account: 999_999, month: '2026-11', units: 1 }).execute(),
      () => sql`select * from nowhere`.execute(at.db),
      () => sql`selec 1`.execute(at.db),
    ]
    for (const mistake of mistakes) {
      const error = await errorOf(mistake)
      expect([isUniqueViolation(error), isUnavailable(error)], `${error}`).toEqual([false, false])
    }
  })
})

describe('wrapped errors', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

  test('are inspected through their causes', () => {
    expect(isUnavailable(new Error('outer', { cause: new Error('inner', { cause: refused }) }))).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('other'), refused]))).toBe(true)
  })

  test('are neither when the value is not an error', () => {
    const circle = new Error('circle')
    circle.cause = circle
    for (const thing of [undefined, null, 'ECONNREFUSED', 42, { code: 'ECONNREFUSED' }, new TypeError('x'), circle]) {
      expect([isUnavailable(thing), isUniqueViolation(thing)]).toEqual([false, false])
    }
  })
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function unwrap<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
