import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey } from './support/accounts.ts'
import { call } from './support/calls.ts'
import { openTracking, push, quickStart, registerAsset } from './support/fleet.ts'
import { withPlans } from './support/plans.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const DAY_MS = 86_400_000

describe.skipIf(!present)('server whose clock is a day ahead, next to one with a correct clock', () => {
  let stores: Stores
  let store: StoreSettings
  let wrong: ServerProcess
  let right: ServerProcess
  let key: string
  beforeAll(async () => {
    stores = await startStores('scaled')
    store = await stores.fresh()
    key = await issueKey(store, 'fleet@example.com', 'pro')
    const env = { ...(await withPlans(store, { pro: openTracking })), ...quickStart }
    const skew = new URL('./support/skewed-clock.ts', import.meta.url).href
    const skewed = { ...env, TEST_SKEW_MS: String(DAY_MS), NODE_OPTIONS: `--import ${skew}` }
    const args = ['--threads', '1']
    wrong = await startServer({ store, env: skewed, args })
    right = await startServer({ store, env, args })
  })
  afterAll(async () => {
    await wrong?.stop()
    await right?.stop()
    await stores?.dispose()
  })

  test('stamps its input by the clock of the database, and delays nothing', async () => {
    const id = await registerAsset(wrong.url, key, 'Van')
    const first = await push(wrong.url, key, id, { at: [48, 11] })
    const { time } = first.body.latest as { time: string }
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(30_000)
    await expect
      .poll(async () => (await push(right.url, key, id, { at: [48.0001, 11] })).body.latest)
      .toMatchObject({ at: [48.0001, 11] })
    for (const { url } of [wrong, right]) {
      expect((await call(url, `/v1/assets/${id}/live`, { key })).body).toMatchObject({ state: 'idle' })
    }
  })

  test('reports it in readiness, in its log, and in metrics', async () => {
    const checks = (await call(wrong.url, '/readyz')).body.checks as Record<string, string>
    expect(checks.clock).toMatch(/^(8640\d|86399)\.\d s ahead of the database clock, corrected$/)
    expect(((await call(right.url, '/readyz')).body.checks as Record<string, string>).clock).toBe('ok')
    expect(wrong.process.output()).toMatch(
      /the clock of this machine is (8640\d|86399)\.\d s ahead of the database clock/,
    )
    const ahead = /^fairway_clock_ahead_seconds ([\d.]+)$/m.exec((await call(wrong.url, '/metrics')).text)?.[1]
    expect(Math.abs(Number(ahead) - 86_400)).toBeLessThan(10)
  })
})
