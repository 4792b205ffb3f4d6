import { once } from 'node:events'
import type { Socket } from 'node:net'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEmbedded } from '../../../../../../tests/support/maps/maps.ts'
import type { Matrix, Point } from '../../../../../../tests/support/operations/matrix.ts'
import { askOnSocket, readReply } from '../../../../../../tests/support/operations/matrix-socket.ts'
import { type ServerProcess, startServer } from '../../../../../../tests/support/servers/server-process.ts'
import { type Stores, startStores } from '../../../../../../tests/support/servers/stores.ts'

/** The tests run large matrices on a real server with one HTTP thread and one compute thread. */

const SIZE = 700
const random = seededRandom(7)
const points = Array.from({ length: SIZE }, (): Point => [-34.9 + 0.05 * random(), -56.2 + 0.09 * random()])

let stores: Stores
let server: ServerProcess
beforeAll(async () => {
  stores = await startStores('embedded')
  const store = await stores.fresh()
  await publishEmbedded(store.dataDir)
  server = await startServer({
    store,
    env: {
      FAIRWAY_COMPUTE_THREADS: '1',
      FAIRWAY_ANONYMOUS_MATRIX_POINTS: '1000',
      FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
      FAIRWAY_ANONYMOUS_BURST: '1000000',
      FAIRWAY_SHED_DELAY_MS: '0',
    },
    args: ['--threads', '1'],
  })
})
afterAll(async () => {
  await server.stop()
  await stores.dispose()
})

const post = (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
const getRouteBetween = async (from: Point, to: Point) => {
  const reply = await post('/v1/route', { from, to, alternatives: 0, steps: false, geometry: 'none' })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { distance_km: number; eta_min: number }
}
/** Returns the time until the reply starts, in milliseconds. */
async function timeMatrix(body: object): Promise<number> {
  const startedAt = performance.now()
  const reply = await post('/v1/matrix', body)
  const ms = performance.now() - startedAt
  expect(reply.status).toBe(200)
  await reply.body?.cancel()
  return ms
}
async function tasks(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const found = text.matchAll(/^fairway_compute_tasks\{state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, state, count]) => [state, Number(count)]))
}

test(`${SIZE} × ${SIZE}: cells equal routes, and routes are served in the meantime`, async () => {
  const pendingReply = post('/v1/matrix', { points })
  const [from, to] = [points[0] as Point, points[1] as Point]
  await getRouteBetween(from, to)
  const reply = await pendingReply
  expect([reply.status, reply.headers.get('transfer-encoding')]).toEqual([200, 'chunked'])
  const matrix = (await reply.json()) as Matrix
  for (let i = 0; i < 200; i++) {
    const [row, column] = [Math.floor(random() * SIZE), Math.floor(random() * SIZE)]
    const route = await getRouteBetween(points[row] as Point, points[column] as Point)
    const cell = [matrix.distances_km[row]?.[column], matrix.durations_min[row]?.[column]]
    expect(cell, `seed 7, cell ${row}, ${column}`).toEqual([route.distance_km, route.eta_min])
  }
})

test('serves small requests on the fast path, whatever their cost', async () => {
  for (const count of [3, 60]) {
    // Coordinates with few digits give a short body with many cells.
    const short = points.slice(0, count).map((point) => point.map((degrees) => Math.round(degrees * 1000) / 1000))
    const reply = await post('/v1/matrix', { points: short, avoidd: 1 })
    const matrix = (await reply.json()) as Matrix
    expect([reply.status, Number(reply.headers.get('content-length')) > 100]).toEqual([200, true])
    expect(matrix.warnings).toEqual(["unknown field 'avoidd' was ignored; did you mean avoid?"])
    expect([matrix.distances_km.length, matrix.durations_min.at(-1)?.length]).toEqual([count, count])
    const wide = (await (await post('/v1/matrix', { points: short, ['x'.repeat(2000)]: 1 })).json()) as Matrix
    expect(wide.distances_km).toEqual(matrix.distances_km)
  }
})

test('cancels the work of a disconnected client', async () => {
  const alone: number[] = []
  for (let round = 0; round < 3; round++) alone.push(await timeMatrix({ points }))
  const oneMs = Math.min(...alone)
  const nextMs: number[] = []
  // A busy machine can delay any single round, but not all rounds.
  while (!(Math.min(...nextMs) < 3 * oneMs) && nextMs.length < 5) {
    const sockets = await Promise.all(Array.from({ length: 12 }, () => askOnSocket(server.url, { points })))
    // The first reply has begun, so the other matrices are waiting.
    await Promise.race(sockets.map((socket) => once(socket, 'readable')))
    for (const socket of sockets) socket.destroy()
    const some = points.slice(0, 120)
    nextMs.push(await timeMatrix({ origins: some, destinations: some }))
    await expect.poll(tasks).toMatchObject({ running: 0, waiting: 0 })
  }
  // The next request does not wait for the other eleven matrices.
  expect(Math.min(...nextMs)).toBeLessThan(3 * oneMs)
})

test('serves a slow reader completely without delaying others', async () => {
  const slow = await askOnSocket(server.url, { points })
  await once(slow, 'readable')
  for (let i = 0; i < 20; i++) await getRouteBetween(points[i] as Point, points[i + 1] as Point)
  const { status, body } = await readReply(slow)
  const matrix = JSON.parse(body) as Matrix
  expect([status, matrix.distances_km.length, matrix.durations_min.at(-1)?.length]).toEqual([200, SIZE, SIZE])
  // A slow client receives the same bytes as a fast client.
  expect(body).toBe(await (await post('/v1/matrix', { points })).text())
})

test('returns a retry time to a caller with too many queued or unread matrices', async () => {
  // No client reads these replies, so their cells stay reserved until the limit is reached.
  const sockets: Socket[] = []
  const postBesideUnread = async (): Promise<Response> => {
    sockets.push(...(await Promise.all(Array.from({ length: 4 }, () => askOnSocket(server.url, { points })))))
    return post('/v1/matrix', { points })
  }
  let reply = await postBesideUnread()
  while (reply.status === 200) {
    await reply.body?.cancel()
    reply = await postBesideUnread()
  }
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { busy: true, detail: expect.stringMatching(/Retry-After/) },
  ])
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  for (const socket of sockets) socket.destroy()
})
