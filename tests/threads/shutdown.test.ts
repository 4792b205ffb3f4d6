import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issueKey, writtenUsage } from '../faults/support/accounts.ts'
import { call } from '../faults/support/calls.ts'
import { launchServer } from '../faults/support/launch.ts'
import { patient } from '../faults/support/plans.ts'
import { freePort } from '../support/servers/free-port.ts'
import type { ServerProcess } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { openConnections, type WireReply } from './connections.ts'
import { logLines } from './log.ts'
import { startFaultyServer } from './start-faulty-server.ts'

const EMAIL = 'pro@example.com'

let stores: Stores
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores.dispose())

interface Setting {
  readonly server: ServerProcess
  readonly store: StoreSettings
  readonly key: string
}

async function start(threads: number, graceMs: number): Promise<Setting> {
  const store = await stores.fresh()
  const key = await issueKey(store, EMAIL, 'pro')
  const env = { ...patient, FAIRWAY_SHUTDOWN_GRACE_MS: String(graceMs) }
  return { server: await startFaultyServer({ store, threads, env }), store, key }
}

/** Starts slow calls, each on a separate connection. All calls have begun when this function returns. */
async function beginSlowCalls({ server, key }: Setting, millis: readonly number[]): Promise<Promise<WireReply>[]> {
  const connections = openConnections(server.url, millis.length)
  const replies = millis.map((ms, index) => {
    const sent = connections[index]?.send('/v1/slow', { headers: { 'x-api-key': key }, body: { ms } })
    sent?.catch(() => {})
    return sent ?? Promise.reject(new Error('there are as many connections'))
  })
  await vi.waitFor(async () => {
    const { body } = await call(server.url, '/v1/account/usage', { key })
    expect(body.quota).toMatchObject({ used: millis.length })
  }, 120_000)
  return replies
}

function signal({ server }: Setting, name: NodeJS.Signals): void {
  if (server.process.pid === undefined) throw new Error('the server runs')
  process.kill(server.process.pid, name)
}

test('after SIGTERM, /readyz fails first while requests are still served; the next signal ends the wait', async () => {
  const store = await stores.fresh()
  const env = { ...patient, FAIRWAY_DRAIN_S: '600' }
  const server = await startFaultyServer({ store, threads: 2, env })
  const setting = { server, store, key: await issueKey(store, EMAIL, 'pro') }
  expect((await call(server.url, '/readyz')).status).toBe(200)
  signal(setting, 'SIGTERM')
  await vi.waitFor(
    async () => {
      // The test sends several requests so that both threads reply.
      const replies = await Promise.all(Array.from({ length: 8 }, () => call(server.url, '/readyz')))
      for (const { status, body } of replies) {
        expect({ status, body }).toEqual({
          status: 503,
          body: { busy: true, detail: 'The service is not ready: shutting down' },
        })
      }
    },
    { timeout: 120_000, interval: 50 },
  )
  for (let served = 0; served < 5; served++) {
    expect((await call(server.url, '/v1/slow', { key: setting.key, body: { ms: 1 } })).status).toBe(200)
  }
  // Signals in quick succession count as one signal.
  const REPEATED_SIGNAL_MS = 1500
  setTimeout(() => signal(setting, 'SIGTERM'), REPEATED_SIGNAL_MS + 100)
  await vi.waitFor(() => expectRefused(server.url), { timeout: 120_000, interval: 20 })
  expect(await server.process.exited).toEqual({ code: 0, signal: null })
  expect(await writtenUsage(store, EMAIL)).toBe(5)
})

// A terminal sends Ctrl-C to the server and to npm, and npm forwards it. Both signals count as one request.
test.each([
  { how: 'SIGTERM', threads: 2, names: ['SIGTERM'] as const },
  { how: 'SIGINT, twice at once,', threads: 1, names: ['SIGINT', 'SIGINT'] as const },
])('$how finishes running requests, accepts no new ones, and loses nothing', async ({ threads, names }) => {
  const setting = await start(threads, 20_000)
  const { server, store } = setting
  const halfSent = await sendHalf(server.url)
  const slow = await beginSlowCalls(setting, [5000, 5000, 5000, 5000])
  // The delay keeps the operating system from merging the signals.
  for (const [index, name] of names.entries()) setTimeout(() => signal(setting, name), index * 50)

  const served = Promise.race(slow).then(() => 'a reply')
  const refused = vi
    .waitFor(() => expectRefused(server.url), { timeout: 120_000, interval: 20 })
    .then(() => 'a refusal')
  expect(await Promise.race([served, refused])).toBe('a refusal')
  const ready = await halfSent()
  expect(ready).toMatch(/^HTTP\/1\.1 503 /)
  expect(ready).toContain('shutting down')

  for (const reply of await Promise.all(slow)) {
    expect(reply.status).toBe(200)
    expect(reply.headers.connection).toBe('close')
  }
  expect(await server.process.exited).toEqual({ code: 0, signal: null })
  expect(await writtenUsage(store, EMAIL)).toBe(4)
  expect(logLines(server, 'reply').filter(({ path }) => path === '/v1/slow')).toHaveLength(4)
})

test('ends with code 0 after a SIGTERM that arrives as soon as /readyz succeeds', async () => {
  const port = await freePort()
  const server = launchServer({ store: await stores.fresh(), args: ['--port', String(port), '--threads', '2'] })
  await vi.waitFor(async () => expect((await call(`http://127.0.0.1:${port}`, '/readyz')).status).toBe(200), {
    timeout: 120_000,
    interval: 10,
  })
  expect(await server.end(), server.output()).toEqual({ code: 0, signal: null })
})

test('does not wait for a call beyond the grace period, and loses no usage of others', async () => {
  const setting = await start(1, 4000)
  const { server, store } = setting
  const [inTime, tooLong] = await beginSlowCalls(setting, [1400, 60_000])
  const begun = performance.now()
  signal(setting, 'SIGTERM')
  expect((await inTime)?.status).toBe(200)
  await expect(tooLong).rejects.toThrow()
  expect(await server.process.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(await writtenUsage(store, EMAIL)).toBe(1)
})

test('does not wait any longer after a second signal', async () => {
  const setting = await start(1, 60_000)
  const [slow] = await beginSlowCalls(setting, [60_000])
  signal(setting, 'SIGTERM')
  setTimeout(() => signal(setting, 'SIGTERM'), 3000)
  await expect(slow).rejects.toThrow()
  expect((await setting.server.process.exited).code).toBe(1)
})

/** Opens a connection with an incomplete request. The returned function completes the request and returns the reply. */
async function sendHalf(url: string): Promise<() => Promise<string>> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n')
  return () => {
    socket.write('\r\n')
    return text(socket)
  }
}

async function expectRefused(url: string): Promise<void> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  const connected = once(socket, 'connect').finally(() => socket.destroy())
  await expect(connected).rejects.toMatchObject({ code: 'ECONNREFUSED' })
}
