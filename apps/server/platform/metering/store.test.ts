import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { type MonthTotal, type OnMonthTotals, UsageStore } from './store.ts'
import type { UsageLine } from './tally.ts'

const DAY = '2026-11-15'
const line = (account: number, more: Partial<UsageLine> = {}): UsageLine => {
  return { account, day: DAY, operation: 'route', calls: 1, units: 1, ...more }
}

describeOnDatabases('the usage store', (at) => {
  const store = () => new UsageStore(at.db)
  let writers = 0
  /** Writes a batch as a new writer, like a server that has just started. */
  const write = (lines: readonly UsageLine[], onMonthsGrown?: OnMonthTotals, to = store()) =>
    to.writeBatch({ writer: `writer ${++writers}`, batchNumber: 1, lines }, onMonthsGrown)

  test('adds written counts to stored counts', async () => {
    const [account = 0] = await at.addAccounts(1)
    await write([line(account, { calls: 2, units: 20 }), line(account, { operation: 'geocode', units: 0 })])
    await write([line(account, { calls: 3, units: 7 }), line(account, { day: '2026-11-16', units: 5 })])
    expect(await store().listSince(account, '2026-11-01')).toEqual([
      line(account, { operation: 'geocode', units: 0 }),
      line(account, { calls: 5, units: 27 }),
      line(account, { day: '2026-11-16', units: 5 }),
    ])
    expect(await store().loadUsedUnits(account, '2026-11')).toBe(32)
  })

  test('lists from a given day, by day and operation, for one account only', async () => {
    const [account = 0, other = 0] = await at.addAccounts(2)
    const days = ['2026-12-02', '2026-11-30', '2026-12-01']
    await write(days.flatMap((day) => ['route', 'matrix'].map((operation) => line(account, { day, operation }))))
    await write([line(other, { day: '2026-12-01' })])
    const listed = await store().listSince(account, '2026-12-01')
    expect(listed.map(({ day, operation }) => `${day} ${operation}`)).toEqual([
      '2026-12-01 matrix',
      '2026-12-01 route',
      '2026-12-02 matrix',
      '2026-12-02 route',
    ])
  })

  test('counts months separately and reports which ones grew, and to what', async () => {
    const [account = 0, idle = 0] = await at.addAccounts(2)
    await write([line(account, { day: '2026-11-30', units: 100 })])
    const grown: MonthTotal[] = []
    await write(
      [
        line(account, { day: '2026-11-30', units: 1 }),
        line(account, { day: '2026-12-01', units: 2 }),
        line(account, { day: '2026-12-02', operation: 'matrix', units: 3 }),
        line(idle, { units: 0 }),
      ],
      async (_, months) => void grown.push(...months),
    )
    const byMonth = grown.toSorted((a, b) => a.month.localeCompare(b.month))
    expect(byMonth).toEqual([
      { account, month: '2026-11', units: 101 },
      { account, month: '2026-12', units: 5 },
    ])
    expect(await store().loadUsedUnits(account, '2026-12')).toBe(5)
    expect([await store().loadUsedUnits(idle, '2026-11'), await store().loadUsedUnits(account, '2027-01')]).toEqual([
      0, 0,
    ])
  })

  test('accepts the same line several times in one write, as handed over by threads around midnight', async () => {
    const [account = 0] = await at.addAccounts(1)
    const days = ['2026-11-15', '2026-11-16', '2026-11-15', '2026-11-16']
    await write(days.map((day) => line(account, { day, units: 10 })))
    expect(await store().listSince(account, DAY)).toEqual([
      line(account, { day: '2026-11-15', calls: 2, units: 20 }),
      line(account, { day: '2026-11-16', calls: 2, units: 20 }),
    ])
    expect(await store().loadUsedUnits(account, '2026-11')).toBe(40)
  })

  test('writes 2,000 lines at once', async () => {
    const accounts = await at.addAccounts(1000)
    const lines = accounts.flatMap((account, index) => [
      line(account, { units: index }),
      line(account, { day: '2026-12-01', units: 1 }),
    ])
    const grown: MonthTotal[] = []
    await write(lines, async (_, months) => void grown.push(...months))
    expect(grown.length).toBe(1999)
    for (const index of [0, 1, 499, 500, 999]) {
      const account = accounts[index] ?? 0
      expect(await store().loadUsedUnits(account, '2026-11')).toBe(index)
      expect(await store().listSince(account, DAY)).toHaveLength(2)
    }
  })

  test('writes all lines or none: not when an account does not exist, not when a follow-up fails', async () => {
    const accounts = await at.addAccounts(600)
    const [account = 0] = accounts
    const lines = accounts.map((one) => line(one))
    await expect(write([...lines, line(999_999_999)])).rejects.toThrow()
    await expect(
      write(lines, async () => {
        throw new Error('no room in the outbox')
      }),
    ).rejects.toThrow('no room in the outbox')
    expect(await store().listSince(account, '2026-01-01')).toEqual([])
    expect(await store().loadUsedUnits(account, '2026-11')).toBe(0)
  })

  test('loses and duplicates nothing when servers write the same accounts concurrently, in any order', async () => {
    const accounts = await at.addAccounts(60)
    // With PostgreSQL, the test uses two connection pools. With SQLite, it uses one, because each thread has only one
    // writer and other servers would be other threads.
    const stores = [store(), at.kind === 'scaled' ? new UsageStore(at.openAnother().db) : store()]
    const writes = Array.from({ length: 16 }, (_, index) => {
      const lines = accounts.flatMap((account) => [line(account), line(account, { operation: 'matrix', units: 2 })])
      return write(index % 4 < 2 ? lines : lines.toReversed(), undefined, stores[index % 2])
    })
    await Promise.all(writes)
    for (const account of accounts) expect(await store().loadUsedUnits(account, '2026-11')).toBe(48)
  })

  test('accepts a batch once, and only later batches from the same writer', async () => {
    const [account = 0] = await at.addAccounts(1)
    const batch = (batchNumber: number) => ({ writer: 'one that asks again', batchNumber, lines: [line(account)] })
    for (const number of [1, 1, 2, 1, 2, 3]) await store().writeBatch(batch(number))
    expect(await store().loadUsedUnits(account, '2026-11')).toBe(3)
  })

  test('ignores an empty write', async () => {
    let called = false
    await write([], async () => {
      called = true
    })
    expect(called).toBe(false)
  })
})
