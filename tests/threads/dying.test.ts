import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issueKey, writtenUsage } from '../faults/support/accounts.ts'
import { call } from '../faults/support/calls.ts'
import { openDoor, unlimitedRate, withPlans } from '../faults/support/plans.ts'
import type { ServerProcess } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { closeAll, openConnections, probeAll } from './connections.ts'
import { logLines } from './log.ts'
import { startFaultyServer } from './start-faulty-server.ts'

const EMAIL = 'pro@example.com'
const QUOTA = 100
const patiently = { timeout: 120_000, interval: 100 }

let stores: Stores
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores.dispose())

async function start(threads: number): Promise<{ server: ServerProcess; store: StoreSettings; key: string }> {
  const store = await stores.fresh()
  const key = await issueKey(store, EMAIL, 'pro')
  const plans = await withPlans(store, { pro: { ...unlimitedRate, routes_per_month: QUOTA } })
  const server = await startFaultyServer({ store, threads, env: { ...openDoor, ...plans } })
  return { server, store, key }
}

const replacements = (server: ServerProcess): number => logLines(server, 'HTTP thread is restarted').length

/** Ends the thread that replies first, and waits until its replacement starts. */
async function endThread(server: ServerProcess, how: 'exit' | 'throw'): Promise<void> {
  const before = replacements(server)
  expect((await call(server.url, '/v1/die', { body: { how } })).status).toBe(200)
  await vi.waitFor(() => expect(replacements(server)).toBe(before + 1), patiently)
}

/** Ends every thread as soon as it starts. A slow machine needs more rounds, because old failures do not count. */
async function endThreadsUntilExit(server: ServerProcess): Promise<void> {
  let exited = false
  server.process.exited.then(() => {
    exited = true
  })
  for (let round = 0; round < 200 && !exited; round++) {
    const connections = openConnections(server.url, 4)
    await Promise.allSettled(connections.map((connection) => connection.send('/v1/die', { body: { how: 'exit' } })))
    closeAll(connections)
    await sleep(200)
  }
  expect(exited).toBe(true)
}

/** Sends requests over new connections until each of these threads has replied. */
async function expectAnswers(server: ServerProcess, threads: readonly number[]): Promise<void> {
  const before = logLines(server, 'reply').length
  const attempt = async (): Promise<void> => {
    const connections = openConnections(server.url, 8)
    await Promise.all(connections.map((connection) => connection.send('/healthz')))
    closeAll(connections)
    const answered = new Set(
      logLines(server, 'reply')
        .slice(before)
        .map(({ thread }) => thread),
    )
    expect([...answered].sort()).toEqual(threads)
  }
  await vi.waitFor(attempt, patiently)
}

test('replaces a thread that dies, without resetting counts; repeated deaths end the server', async () => {
  const { server, store, key } = await start(2)
  const early = openConnections(server.url, 10)
  expect(await probeAll(early, 6, { 'x-api-key': key })).toEqual({ 200: 60 })
  closeAll(early)
  await vi.waitFor(async () => expect(await writtenUsage(store, EMAIL)).toBe(60), patiently)

  for (const how of ['exit', 'throw'] as const) {
    await endThread(server, how)
    // This request is sent immediately, while the new thread is still loading.
    expect((await call(server.url, '/healthz')).status).toBe(200)
    await expectAnswers(server, [0, 1])
  }
  expect(logLines(server, 'HTTP thread failed')).toMatchObject([{ err: { message: 'the thread was told to throw' } }])

  const late = openConnections(server.url, 20)
  expect(await probeAll(late, 3, { 'x-api-key': key })).toEqual({ 200: 40, 429: 20 })
  closeAll(late)
  await vi.waitFor(async () => expect(await writtenUsage(store, EMAIL)).toBe(QUOTA), patiently)

  await endThreadsUntilExit(server)
  expect(await server.process.exited).toEqual({ code: 1, signal: null })
  expect(server.process.output()).toContain('HTTP threads keep failing')
})

test('also replaces the only thread, and a stop in the meantime is clean', async () => {
  const { server } = await start(1)
  await endThread(server, 'exit')
  await expectAnswers(server, [0])
  await endThread(server, 'exit')
  expect(await server.stop()).toBe(0)
})
