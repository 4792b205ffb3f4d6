import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueKey, writtenUsage } from '../faults/support/accounts.ts'
import { used } from '../faults/support/calls.ts'
import { onlyBurst, unlimitedRate, withPlans } from '../faults/support/plans.ts'
import { revokeOnlyKey, signIn } from '../faults/support/sign-in.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { closeAll, openConnections, probeAll } from './connections.ts'
import { logLines, threadsSeen } from './log.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores.dispose())

const QUOTA = 1500
const BURST = 200

describe.each([1, 3])('%i threads on one port', (threads) => {
  let store: StoreSettings
  let server: ServerProcess

  beforeAll(async () => {
    store = await stores.fresh()
    const env = {
      ...(await withPlans(store, {
        pro: unlimitedRate,
        starter: { ...unlimitedRate, routes_per_month: QUOTA },
        free: onlyBurst(BURST),
      })),
      FAIRWAY_ANONYMOUS_PER_SECOND: '0.01',
      FAIRWAY_ANONYMOUS_BURST: String(BURST),
    }
    server = await startServer({ store, env, hasProbe: true, args: ['--threads', String(threads)] })
  })
  afterAll(() => server?.stop())

  test('has an exact quota, regardless of the thread that a call reaches', async () => {
    const key = await issueKey(store, 'starter@example.com', 'starter')
    const connections = openConnections(server.url, 50)
    expect(await probeAll(connections, 40, { 'x-api-key': key })).toEqual({ 200: QUOTA, 429: 2000 - QUOTA })
    closeAll(connections)
    expect(await used(server.url, key)).toBe(QUOTA)
    expect(await writtenUsage(store, 'starter@example.com')).toBe(QUOTA)
  })

  test('replies from every thread, with complete log lines that name the thread', async () => {
    await vi.waitFor(() => expect(logLines(server, 'reply').length).toBeGreaterThanOrEqual(2000), 120_000)
    expect(threadsSeen(server)).toEqual(Array.from({ length: threads }, (_, index) => index))
  })

  test('counts the requests of all threads in the metrics', async () => {
    const connections = openConnections(server.url, threads * 2)
    const pages = await Promise.all(connections.map((connection) => connection.send('/metrics')))
    closeAll(connections)
    for (const { body } of pages) {
      expect(countOf(body, 'probe', 200)).toBe(QUOTA)
      expect(countOf(body, 'probe', 429)).toBe(2000 - QUOTA)
      expect(body).toContain('fairway_request_seconds_count{operation="probe"} 2000')
    }
  })

  test('has an exact burst, with and without a key', async () => {
    const key = await issueKey(store, 'free@example.com', 'free')
    const connections = openConnections(server.url, 40, '127.0.0.2')
    expect(await probeAll(connections, 10, { 'x-api-key': key })).toEqual({ 200: BURST, 429: 400 - BURST })
    expect(await probeAll(connections, 10)).toEqual({ 200: BURST, 429: 400 - BURST })
    closeAll(connections)
  })

  test('ends a revoked key on all connections immediately', async () => {
    const email = 'revoked@example.com'
    const key = await issueKey(store, email, 'pro')
    const connections = openConnections(server.url, 16)
    expect(await probeAll(connections, 2, { 'x-api-key': key })).toEqual({ 200: 32 })
    await revokeOnlyKey(server.url, await signIn(server, email))
    expect(await probeAll(connections, 1, { 'x-api-key': key })).toEqual({ 401: 16 })
    closeAll(connections)
  })
})

function countOf(page: string, operation: string, status: number): number {
  const line = new RegExp(`^fairway_requests_total\\{operation="${operation}",status="${status}"\\} (\\d+)$`, 'm')
  return Number(line.exec(page)?.[1])
}
