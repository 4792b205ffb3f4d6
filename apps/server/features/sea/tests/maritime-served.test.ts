import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDoor } from '../../../../../tests/faults/support/plans.ts'
import { publishSeas } from '../../../../../tests/support/maps/seas.ts'
import { type ServerProcess, startServer } from '../../../../../tests/support/servers/server-process.ts'
import { type Stores, startStores } from '../../../../../tests/support/servers/stores.ts'

/** The tests plan voyages on a real server with two HTTP threads, compute threads and the sea map from its file. */

let stores: Stores
let server: ServerProcess | undefined
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterEach(async () => {
  await server?.stop()
  server = undefined
})
afterAll(() => stores.dispose())

test('serves a burst of voyages identically, and those it refuses as busy when they are repeated', async () => {
  const store = await stores.fresh()
  await publishSeas(store.dataDir)
  server = await startServer({ store, env: { ...openDoor, FAIRWAY_SEAS: 'true' }, args: ['--threads', '2'] })
  const body = JSON.stringify({ from: 'NLRTM', to: 'DEHAM', alternatives: 0, depart_at: '2026-11-15T12:00:00Z' })
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const postMaritime = async () => {
    const send = () => fetch(`${server?.url}/v1/maritime/route`, { method: 'POST', headers, body })
    let reply = await send()
    // A slow machine cannot compute thirty voyages in the time that the queue allows.
    while (reply.status === 503 && reply.headers.has('retry-after')) {
      await setTimeout(500)
      reply = await send()
    }
    const { id, ...voyage } = (await reply.json()) as { id: string }
    return { status: reply.status, id, voyage }
  }
  // The pool measures the duration of the first requests.
  const [first] = [await postMaritime()]
  for (let warm = 0; warm < 12; warm++) await postMaritime()
  const replies = await Promise.all(Array.from({ length: 30 }, postMaritime))
  for (const { status, voyage } of replies) expect([status, voyage]).toEqual([200, first?.voyage])
  expect(new Set(replies.map(({ id }) => id)).size).toBe(30)
})
