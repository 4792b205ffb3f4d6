import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../faults/support/calls.ts'
import { lastWords, launchServer } from '../faults/support/launch.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startServer } from '../support/servers/server-process.ts'
import { type Stores, startStores } from '../support/servers/stores.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores.dispose())

async function expectRefused(port: number, threads: number): Promise<void> {
  const server = launchServer({
    store: await stores.fresh(),
    args: ['--port', String(port), '--threads', String(threads)],
  })
  expect(await server.exited, server.output()).toEqual({ code: 5, signal: null })
  expect(lastWords(server)).toBe(`fairway: port ${port} is in use; choose another with --port or PORT`)
}

test.each([1, 2])('names a port that another program uses, with exit code 5 (%i threads)', async (threads) => {
  const stranger = createServer()
  stranger.listen(await freePort(), '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  await expectRefused(address.port, threads).finally(() => stranger.close())
})

test('does not let a second server share the port of one with threads', async () => {
  const port = await freePort()
  const first = await startServer({ store: await stores.fresh(), args: ['--port', String(port), '--threads', '2'] })
  await expectRefused(port, 2)
  expect((await call(first.url, '/readyz')).status).toBe(200)
  expect(await first.stop()).toBe(0)
})
