import { expect, test } from 'vitest'
import type { Described } from '../api/contract.ts'
import { storeKinds } from '../support/servers/stores.ts'
import { listUnserved, runFuzz } from './run-fuzz.ts'
import { startFuzzServer } from './start-fuzz-server.ts'

/** Seed of the sample. FAIRWAY_TEST_SEED selects another sample, and `npm run bench -- fuzz` runs the full set. */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? 23)
const REQUESTS = 1700
/** Number of requests to the operations that use the store. Every operation succeeds in a sample of this size. */
const STORE_REQUESTS = 800

test.each(storeKinds())('every reply to a generated request conforms to the API document (%s)', async (kind) => {
  const server = await startFuzzServer(kind, { threads: 1 })
  try {
    const sample = kind === 'embedded' ? { requests: REQUESTS } : { requests: STORE_REQUESTS, isCalled: usesStore }
    const report = await runFuzz(server, { ...sample, seed: SEED, connections: 8 })
    expect(report.faults).toEqual([])
    expect(report.sent).toBe(sample.requests)
    expect(report.statuses.size).toBeGreaterThan(30)
    expect(listUnserved(report).filter((name) => !needsMore(name))).toEqual([])
  } finally {
    await server.dispose()
  }
})

/**
 * Returns whether an operation reads or writes more of the store than keys and usage. The replies of other operations
 * are the same on every store.
 */
function usesStore({ path }: Described): boolean {
  const computed =
    /\/(route|match|matrix|isochrone|nearest|elevation|geocode|geocode\/batch|reverse|nearby|json)$|places|optimi[sz]e$/
  return path.includes('/assets') || !computed.test(path)
}

/**
 * Returns whether an operation cannot succeed in this sample. Such operations need a sea map, a stored route, a job, a
 * geofence, a webhook, a tour, a sign-in code or the email address of the account. Optimizations are called
 * rarely, because they are slow, and in some runs of the sample none succeeds.
 */
function needsMore(name: string): boolean {
  const needed = /DELETE \/account$|maritime|v1\/optimize$|sign-in\/verify|\/route$|phone|usage\/|reroute/
  return needed.test(name) || /\/(geofences|webhooks|jobs|optimize|shares?)\/\{|\/stops\/\{/.test(name)
}
