import { describe, expect, test } from 'vitest'
import type { Hammered, HammerOrder } from '../../../../tests/contract/limit-worker.ts'
import { runTogether } from '../../../../tests/contract/threads.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createLimitMemory, type LimitMemory } from './limit-memory.ts'
import { MemoryLimiter } from './memory-limiter.ts'

const THREADS = 4
const TIMES = 20_000
const NOVEMBER = '2026-11'

function limiterOn(memory: LimitMemory): MemoryLimiter {
  return new MemoryLimiter(memory, new FakeClock(1_000_000), async () => 0)
}

/** Returns the number of allowed requests per thread. */
async function hammer(
  memory: LimitMemory,
  threads: readonly (readonly Hammered[])[],
  meanwhile?: () => Promise<void>,
): Promise<number[][]> {
  const module = new URL('../../../../tests/contract/limit-worker.ts', import.meta.url)
  const data = threads.map((what): HammerOrder => ({ memory, times: TIMES, what }))
  return (await runTogether(module, data, meanwhile)) as number[][]
}

describe('threads sharing the memory', () => {
  test('consume exactly the quota, pass exactly the burst, and lose no count', async () => {
    const memory = createLimitMemory(1)
    const what: Hammered[] = [
      { kind: 'reserve', account: 3, quota: 43_210 },
      { kind: 'reserve', account: 4, quota: 1e9 },
      { kind: 'account', account: 3, burst: 33_333 },
      { kind: 'address', address: '192.0.2.7', burst: 22_222 },
    ]
    const threads = await hammer(
      memory,
      Array.from({ length: THREADS }, () => what),
    )
    const sums = what.map((_, index) => threads.reduce((sum, counts) => sum + (counts[index] ?? 0), 0))
    expect(sums).toEqual([43_210, THREADS * TIMES, 33_333, 22_222])
    const seen = limiterOn(memory)
    expect([await seen.getUsedUnits(3, NOVEMBER), await seen.getUsedUnits(4, NOVEMBER)]).toEqual([
      43_210,
      THREADS * TIMES,
    ])
  })

  test('keep counting while the table grows to account 1,000,000', async () => {
    const memory = createLimitMemory(1)
    const before = memory.accountTable.byteLength
    const accounts = [3, 1_023, 2_000, 60_000]
    const ours = limiterOn(memory)
    const allowed = await hammer(
      memory,
      accounts.map((account) => [{ kind: 'reserve', account, quota: 4_321 }]),
      async () => {
        // The steps make the table grow repeatedly, up to account 1,000,000.
        for (let account = 1_000; account <= 1_000_000; account += 37_000) await ours.reserve(account, NOVEMBER, 5, 10)
      },
    )
    expect(allowed).toEqual([[4_321], [4_321], [4_321], [4_321]])
    const seen = limiterOn(memory)
    for (const account of accounts) expect(await seen.getUsedUnits(account, NOVEMBER)).toBe(4_321)
    expect(await seen.getUsedUnits(1_000_000, NOVEMBER)).toBe(5)
    expect(await seen.getUsedUnits(999_999, NOVEMBER)).toBe(0)
    expect(memory.accountTable.byteLength).toBeGreaterThan(before)
  })
})

describe('memory', () => {
  test('grows with account numbers, and a number beyond the end fails without harming others', () => {
    const memory = createLimitMemory(1)
    const limiter = limiterOn(memory)
    limiter.checkAccountRate(1, { perSecond: 1, burst: 1 })
    const before = memory.accountTable.byteLength
    expect(() => limiter.checkAccountRate(1 << 24, { perSecond: 1, burst: 1 })).toThrow(/too many accounts for/)
    expect(memory.accountTable.byteLength).toBe(before)
    expect(limiter.checkAccountRate(1, { perSecond: 1, burst: 1 }).isAllowed).toBe(false)
  })

  test('ignores a late request of last month in the new month', async () => {
    const limiter = new MemoryLimiter(createLimitMemory(1), new FakeClock(), async (_, month) =>
      month === NOVEMBER ? 9 : 0,
    )
    await limiter.reserve(1, '2026-12', 4, 10)
    expect(await limiter.reserve(1, NOVEMBER, 1, 10)).toEqual({ isAllowed: true, usedUnits: 10 })
    expect(await limiter.reserve(1, NOVEMBER, 2, 10)).toMatchObject({ isAllowed: false })
    expect(await limiter.getUsedUnits(1, '2026-12')).toBe(4)
  })
})
