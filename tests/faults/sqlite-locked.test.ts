import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey, writtenUsage } from './support/accounts.ts'
import { call, expectBusy, probe, signUp, used } from './support/calls.ts'
import { openDoor } from './support/plans.ts'

let stores: Stores
let store: StoreSettings
let server: ServerProcess
let key: string

beforeAll(async () => {
  stores = await startStores('embedded')
  store = await stores.fresh()
  key = await issueKey(store, 'pro@example.com', 'pro')
  server = await startServer({ store, env: openDoor, hasProbe: true, args: ['--threads', '1'] })
})
afterAll(async () => {
  await server?.stop()
  await stores.dispose()
})

test('returns a retry time to writers while another process locks the database, and serves everything else', async () => {
  expect((await probe(server.url, key)).status).toBe(200)
  expect(await used(server.url, key)).toBe(1)

  const unlock = lockDatabase()
  const writers = Promise.all(
    Array.from({ length: 6 }, (_, index) => signUp(server.url, `locked-${index}@example.com`)),
  )
  for (let served = 0; served < 10; served++) {
    for (const reply of [await call(server.url, '/healthz'), await probe(server.url, key)]) {
      expect(reply.status).toBe(200)
      // A thread that blocks until the lock is released would take seconds.
      expect(reply.ms).toBeLessThan(1500)
    }
  }
  for (const reply of await writers) {
    expectBusy(reply)
    // Requests wait in parallel, so no request waits for the timeouts of earlier requests.
    expect(reply.ms).toBeLessThan(5000)
  }
  unlock()

  expect((await signUp(server.url, 'locked-0@example.com')).status).toBe(200)
  expect(await used(server.url, key)).toBe(11)
  expect(await writtenUsage(store, 'pro@example.com')).toBe(11)
})

/** Simulates a backup tool that hangs in the middle of its work. */
function lockDatabase(): () => void {
  const other = new DatabaseSync(join(store.dataDir, 'fairway.db'))
  other.exec('begin exclusive')
  return () => {
    other.exec('rollback')
    other.close()
  }
}
