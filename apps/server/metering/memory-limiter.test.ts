import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import type { HammerOrder } from '../../../tests/contract/limit-worker.ts'
import { FakeClock } from '../../../tests/support/fake-clock.ts'
import { createLimitMemory, type LimitMemory } from './limit-memory.ts'
import { MemoryLimiter } from './memory-limiter.ts'

const THREADS = 4
const TIMES = 5_000
const NOVEMBER = '2026-11'

function limiterOn(memory: LimitMemory): MemoryLimiter {
  return new MemoryLimiter(memory, new FakeClock(1_000_000), async () => 0)
}

/** Real threads that begin together; gives how many requests each was allowed. `meanwhile` runs while they do. */
async function hammer(
  memory: LimitMemory,
  orders: readonly HammerOrder['what'][],
  meanwhile: () => void | Promise<void> = () => {},
): Promise<number[]> {
  const gate = new SharedArrayBuffer(8)
  const cells = new Int32Array(gate)
  const workers = orders.map((what) => {
    const workerData: HammerOrder = { memory, gate, times: TIMES, what }
    return new Worker(new URL('../../../tests/contract/limit-worker.ts', import.meta.url), { workerData })
  })
  const counts = workers.map(async (worker) => Number((await once(worker, 'message'))[0]))
  const failed = Promise.race(workers.map((worker) => once(worker, 'error').then(([error]) => Promise.reject(error))))
  failed.catch(() => {})
  const atTheGate = async () => {
    while (Atomics.load(cells, 0) < workers.length) await nextTurn()
  }
  await Promise.race([atTheGate(), failed])
  Atomics.store(cells, 1, 1)
  Atomics.notify(cells, 1)
  await meanwhile()
  const result = (await Promise.race([Promise.all(counts), failed])) as number[]
  await Promise.all(workers.map((worker) => worker.terminate()))
  return result
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
function each(what: HammerOrder['what']): HammerOrder['what'][] {
  return Array.from({ length: THREADS }, () => what)
}

describe('threads that share the memory', () => {
  test('together take exactly the quota', async () => {
    const memory = createLimitMemory(1)
    const allowed = await hammer(memory, each({ kind: 'reserve', account: 3, quota: 12_345 }))
    expect(sum(allowed)).toBe(12_345)
    expect(await limiterOn(memory).used(3, NOVEMBER)).toBe(12_345)
  })

  test('lose no count while the quota is not reached', async () => {
    const memory = createLimitMemory(1)
    const allowed = await hammer(memory, each({ kind: 'reserve', account: 3, quota: 1e9 }))
    expect(allowed).toEqual(allowed.map(() => TIMES))
    expect(await limiterOn(memory).used(3, NOVEMBER)).toBe(THREADS * TIMES)
  })

  test('together pass exactly the burst of an account, and of an address', async () => {
    const memory = createLimitMemory(1)
    const account = await hammer(memory, each({ kind: 'account', account: 3, burst: 7_777 }))
    const address = await hammer(memory, each({ kind: 'address', address: '192.0.2.7', burst: 6_543 }))
    expect([sum(account), sum(address)]).toEqual([7_777, 6_543])
  })

  test('count on while the table grows to account 1,000,000 under them', async () => {
    const memory = createLimitMemory(1)
    const before = memory.accounts.byteLength
    const orders = [3, 1_023, 2_000, 60_000].map((account) => ({ kind: 'reserve', account, quota: 4_321 }) as const)
    const ours = limiterOn(memory)
    const allowed = await hammer(memory, orders, async () => {
      // In steps, so that the table grows again and again; the last one is 1,000,000.
      for (let account = 1_000; account <= 1_000_000; account += 37_000) await ours.reserve(account, NOVEMBER, 5, 10)
    })
    expect(allowed).toEqual([4_321, 4_321, 4_321, 4_321])
    const seen = limiterOn(memory)
    for (const { account } of orders) expect(await seen.used(account, NOVEMBER)).toBe(4_321)
    expect(await seen.used(1_000_000, NOVEMBER)).toBe(5)
    expect(await seen.used(999_999, NOVEMBER)).toBe(0)
    expect(memory.accounts.byteLength).toBeGreaterThan(before)
  })
})

describe('the memory', () => {
  test('is taken as account numbers grow, and a number beyond its end is an error that harms nobody', () => {
    const memory = createLimitMemory(1)
    const limiter = limiterOn(memory)
    limiter.passAccount(1, { perSecond: 1, burst: 1 })
    const before = memory.accounts.byteLength
    expect(() => limiter.passAccount(1 << 24, { perSecond: 1, burst: 1 })).toThrow(/more accounts than/)
    expect(memory.accounts.byteLength).toBe(before)
    expect(limiter.passAccount(1, { perSecond: 1, burst: 1 }).allowed).toBe(false)
  })

  test('does not let a request of last month, arriving late, disturb the month that has begun', async () => {
    const limiter = new MemoryLimiter(createLimitMemory(1), new FakeClock(), async (_, month) =>
      month === NOVEMBER ? 9 : 0,
    )
    await limiter.reserve(1, '2026-12', 4, 10)
    expect(await limiter.reserve(1, NOVEMBER, 1, 10)).toEqual({ allowed: true, used: 10 })
    expect(await limiter.reserve(1, NOVEMBER, 2, 10)).toMatchObject({ allowed: false })
    expect(await limiter.used(1, '2026-12')).toBe(4)
  })
})
