import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { systemClock } from '../../apps/server/platform/clock.ts'
import { BACKGROUND_NICENESS, ENGINE_THREAD_NAME } from '../../apps/server/platform/thread-priority.ts'
import { publishEmbedded } from '../support/maps/maps.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { startTestService } from '../support/servers/service.ts'
import { type Stores, startStores } from '../support/servers/stores.ts'
import { type Connection, closeAll, openConnection } from './connections.ts'

/**
 * Number of trial accounts. With one compute thread, a trial account may occupy it when the paying account sends a
 * request, which is the hardest case.
 */

const TRIAL_ACCOUNTS = 20
const random = seededRandom(4)
const stops = Array.from({ length: 40 }, () => [-34.9 + 0.05 * random(), -56.2 + 0.09 * random()])

let stores: Stores
let server: ServerProcess
let proKey: string
let trialKeys: string[]
const connections: Connection[] = []

beforeAll(async () => {
  stores = await startStores('embedded')
  const store = await stores.fresh()
  const service = await startTestService({ store, clock: systemClock })
  proKey = (await issueKey(service, 'pro')).key
  trialKeys = []
  for (let account = 0; account < TRIAL_ACCOUNTS; account++) trialKeys.push((await issueKey(service, 'trial')).key)
  await service.dispose()
  await publishEmbedded(store.dataDir)
  const env = { FAIRWAY_COMPUTE_THREADS: '1', FAIRWAY_SHED_DELAY_MS: '0' }
  server = await startServer({ store, env, args: ['--threads', '1'], hasProbe: true })
})
afterAll(async () => {
  closeAll(connections)
  await server.stop()
  await stores.dispose()
})

function open(): Connection {
  const connection = openConnection(server.url)
  connections.push(connection)
  return connection
}

const optimize = (connection: Connection, key: string, budgetMs: number) =>
  connection.send('/v1/optimize', { headers: { 'x-api-key': key }, body: { stops, vehicles: 3, budget_ms: budgetMs } })

const PAID_REQUESTS = 4

test('serves a paying account ahead of the queue of 20 trial accounts', async () => {
  const connection = open()
  let isOver = false
  let trialReplies = 0
  const statuses = new Set<number>()
  const flood = trialKeys.flatMap((key) =>
    Array.from({ length: 4 }, async () => {
      const own = open()
      // A rate limit ends the requests of this connection, but the other connections keep the queue full.
      for (let status = 200; !isOver && status === 200; statuses.add(status)) {
        status = (await optimize(own, key, 10_000).catch(() => ({ status: 0 }))).status
        if (status === 200) trialReplies++
      }
    }),
  )
  await expect
    .poll(async () => {
      const { body } = await connection.send('/metrics', { method: 'GET' })
      return Number(/^fairway_compute_tasks\{state="waiting"\} (\d+)$/m.exec(body)?.[1])
    })
    .toBeGreaterThan(TRIAL_ACCOUNTS)
  const before = trialReplies
  for (let count = 0; count < PAID_REQUESTS; count++) {
    const reply = await optimize(connection, proKey, 500)
    expect([reply.status, reply.body]).toEqual([200, expect.any(String)])
  }
  // If accounts took turns, the server would handle 20 trial requests before each paid request.
  expect(trialReplies - before).toBeLessThanOrEqual(2 * PAID_REQUESTS)
  isOver = true
  closeAll(connections.splice(0))
  await Promise.all(flood)
  for (const status of statuses) expect([0, 200, 429, 503]).toContain(status)
})

test.runIf(process.platform === 'linux')(
  'computes and collects garbage with a lower priority than HTTP threads have',
  () => {
    const folder = `/proc/${server.process.pid}/task`
    const niceness = new Map<string, number>()
    for (const thread of readdirSync(folder)) {
      const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`${folder}/${thread}/stat`, 'utf8')) ?? []
      niceness.set(name, Number(rest.split(' ')[16]))
    }
    // The tests may run with a lower priority themselves.
    expect(niceness.get('compute-0')).toBe(Math.max(getPriority(), BACKGROUND_NICENESS))
    expect(niceness.get('http-0')).toBe(getPriority())
    // Older versions of Node do not name their threads.
    const engineNiceness = niceness.get(ENGINE_THREAD_NAME) ?? BACKGROUND_NICENESS
    expect(engineNiceness).toBe(Math.max(getPriority(), BACKGROUND_NICENESS))
  },
)
