import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import type { RunningProcess } from '../support/servers/processes.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { call, signUp } from './support/calls.ts'
import { lastWords, launchServer } from './support/launch.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)

describe.skipIf(!present)('server started before its stores', () => {
  let stores: Stores
  beforeAll(async () => {
    stores = await startStores('scaled')
  })
  afterAll(() => stores?.dispose())

  test.each(['postgres', 'redis'] as const)('waits for %s and then starts', async (name) => {
    const store = await stores.fresh()
    await stores[name]?.stop()
    const server = launchServer({ store })
    try {
      await server.waitFor(/waiting for (the database|Redis)/)
      await stores[name]?.start()
      const url = await readyUrl(server)
      expect((await call(url, '/readyz')).status).toBe(200)
      expect((await signUp(url, 'early@example.com')).status).toBe(200)
      expect((await server.end()).code).toBe(0)
    } finally {
      await server.end('SIGKILL')
      await stores[name]?.start()
    }
  })

  test.each(['postgres', 'redis'] as const)(
    'gives up on %s after its timeout: one line, exit code 5, and no password',
    async (name) => {
      const store = withPassword(await stores.fresh())
      await stores[name]?.stop()
      try {
        const server = launchServer({ store, env: { FAIRWAY_DATABASE_WAIT_SECONDS: '1' } })
        // Loading the program takes long on a busy machine and is not part of the wait, whose default is 30 s.
        await server.waitFor(/waiting for (the database|Redis)/)
        const begun = performance.now()
        expect(await server.exited).toEqual({ code: 5, signal: null })
        expect(performance.now() - begun).toBeLessThan(15_000)
        expect(lastWords(server)).toMatch(/^fairway: .*cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/)
        expect(lastWords(server)).toContain(`:${stores[name]?.port}`)
        expect(server.output()).not.toContain('sesame')
      } finally {
        await stores[name]?.start()
      }
    },
  )
})

async function readyUrl(server: RunningProcess): Promise<string> {
  const banner = /API\s+http:\/\/localhost:(\d+)\/v1/
  await server.waitFor(banner)
  return `http://127.0.0.1:${banner.exec(server.output())?.[1]}`
}

/** Adds a password to the URL to test that it stays secret. The test servers accept any password. */
function withPassword(store: StoreSettings): StoreSettings {
  return { ...store, databaseUrl: (store.databaseUrl ?? '').replace('fairway@', 'fairway:sesame@') }
}
