import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../support/servers/stores.ts'
import { issueKey, withStore, writtenUsage } from './support/accounts.ts'
import { probe, signUp, usage } from './support/calls.ts'
import { openDoor, unlimitedRate, withPlans } from './support/plans.ts'
import { workOff } from './support/workers.ts'

describe.each(storeKinds())('server killed while working, store %s', (kind) => {
  let stores: Stores
  let store: StoreSettings
  /** Server that is started after the first kill and then killed too. */
  let again: ServerProcess | undefined
  beforeAll(async () => {
    stores = await startStores(kind)
    store = await stores.fresh()
  })
  afterAll(async () => {
    await again?.stop()
    await stores.dispose()
  })
  const startAgain = async (): Promise<ServerProcess> => {
    const env = await withPlans(store, { pro: unlimitedRate, trial: unlimitedRate })
    return await startServer({ store, env: { ...openDoor, ...env }, hasProbe: true, args: ['--threads', '1'] })
  }

  test('loses no acknowledged signup, and leaves no account without its key', async () => {
    // Two threads of one server both write to an embedded database. For PostgreSQL, a thread is just another
    // connection.
    const args = ['--threads', kind === 'embedded' ? '2' : '1']
    const keys = await signUpUntilKilled(await startServer({ store, env: openDoor, args }))
    expect(keys.size, 'the server was killed before the end').toBeLessThan(SIGNUPS)

    again = await startAgain()
    const { url } = again
    const refused: string[] = []
    await workOff(keys, CONNECTIONS, async ([email, key]) => {
      const reply = await usage(url, key)
      if (reply.status !== 200) refused.push(`${email}: ${reply.status} ${reply.text}`)
      return 'next'
    })
    expect(refused).toEqual([])

    const { emails, keyless } = await readAccounts(store)
    expect([...keys.keys()].filter((email) => !emails.has(email))).toEqual([])
    expect(keyless).toBe(0)
  })

  test('loses at most the last second of usage, and invents none', async () => {
    const key = await issueKey(store, 'steady@example.com', 'pro')
    const { sent, acknowledgedAt, killedAt } = await probeUntilKilled(again ?? (await startAgain()), key)

    const written = await writtenUsage(store, 'steady@example.com')
    const safe = acknowledgedAt.filter((at) => at <= killedAt - 1000).length
    expect(safe, 'calls ran for long enough').toBeGreaterThan(20)
    expect(written).toBeGreaterThanOrEqual(safe)
    // A call may have been counted although its reply was not sent.
    expect(written).toBeLessThanOrEqual(sent)
    expect(sent - acknowledgedAt.length).toBeLessThanOrEqual(1)
  })
})

const SIGNUPS = 1000
const KILL_AFTER = 150
const CONNECTIONS = 16

/** Returns the acknowledged keys by email address. */
async function signUpUntilKilled(server: ServerProcess): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  let killed: Promise<void> | undefined
  const emails = Array.from({ length: SIGNUPS }, (_, index) => `person-${index}@example.com`)
  await workOff(emails, CONNECTIONS, async (email) => {
    const reply = await signUp(server.url, email).catch(() => undefined)
    // After the kill, every worker stops at the first missing reply.
    if (reply === undefined) return 'stop'
    // On a busy machine, the database may be too slow for a signup, which is then not acknowledged.
    if (reply.status === 503) return 'next'
    expect(reply.status, reply.text).toBe(200)
    keys.set(email, String(reply.body.api_key))
    if (keys.size === KILL_AFTER) killed = server.kill()
    return 'next'
  })
  await killed
  return keys
}

async function readAccounts(store: StoreSettings): Promise<{ emails: Set<string>; keyless: number }> {
  return await withStore(store, async ({ db }) => {
    const accounts = await db.selectFrom('accounts').select(['number', 'email']).execute()
    const owners = new Set((await db.selectFrom('keys').select('account').execute()).map(({ account }) => account))
    const keyless = accounts.filter(({ number }) => !owners.has(number)).length
    return { emails: new Set(accounts.map(({ email }) => email)), keyless }
  })
}

interface Pace {
  readonly sent: number
  readonly acknowledgedAt: readonly number[]
  readonly killedAt: number
}

/** Sends one call at a time, so that at most one call is pending when the server is killed. */
async function probeUntilKilled(server: ServerProcess, key: string): Promise<Pace> {
  const acknowledgedAt: number[] = []
  let sent = 0
  const killedAt = Promise.withResolvers<number>()
  /** Whether enough calls were acknowledged more than a second ago. On a busy machine, this takes longer. */
  const isLongEnough = () => acknowledgedAt.filter((at) => at <= performance.now() - 1200).length > 25
  for (;;) {
    sent++
    if (isLongEnough()) {
      // The kill happens during a call, whose reply may or may not arrive.
      setImmediate(() => {
        killedAt.resolve(performance.now())
        void server.kill()
      })
    }
    const reply = await probe(server.url, key).catch(() => undefined)
    if (reply === undefined) break
    expect(reply.status, reply.text).toBe(200)
    acknowledgedAt.push(performance.now())
    await sleep(PAUSE_MS)
  }
  await server.process.exited
  return { sent, acknowledgedAt, killedAt: await killedAt.promise }
}

/** Interval between calls, in milliseconds. */
const PAUSE_MS = 10
