import { describe, expect, test } from 'vitest'
import { IpRateTable } from './ip-rate-table.ts'
import { createLimitMemory, IP_SLOTS_PER_BUCKET } from './limit-memory.ts'

const rate = { perSecond: 1, burst: 3 }
const START = 1e9

function flood(table: IpRateTable, count: number, now = START): { passed: number; refused: number } {
  let passed = 0
  for (let index = 0; index < count; index++) {
    if (table.check(`2001:db8::${index.toString(16)}`, rate, now).isAllowed) passed++
  }
  return { passed, refused: count - passed }
}

function countPasses(table: IpRateTable, address: string, now = START): number {
  let passed = 0
  while (table.check(address, rate, now).isAllowed) passed++
  return passed
}

describe('IP address table', () => {
  test('gives every address its own bucket, whatever the seed', () => {
    for (const seed of [0, 1, 0x7fffffff, 0x80000000, 0xffffffff]) {
      const table = new IpRateTable(createLimitMemory(seed))
      for (let index = 0; index < 200; index++) expect(countPasses(table, `10.0.0.${index}`)).toBe(3)
    }
  })

  test('never evicts an address with a partly used bucket, however many others arrive', () => {
    const table = new IpRateTable(createLimitMemory(1))
    const victims = Array.from({ length: 50 }, (_, index) => `192.0.2.${index}`)
    for (const victim of victims) countPasses(table, victim)
    const { passed, refused } = flood(table, 1_000_000)
    for (const victim of victims) expect(table.check(victim, rate, START).isAllowed).toBe(false)
    // The table is exactly full. Addresses that did not fit were rejected and did not evict others.
    expect(passed).toBe((1 << 14) * IP_SLOTS_PER_BUCKET - victims.length)
    expect(refused).toBe(1_000_000 - passed)
  })

  test('makes new addresses in a full neighborhood wait, and keeps serving those already in it', () => {
    const table = new IpRateTable(createLimitMemory(1, 1))
    const residents = Array.from({ length: IP_SLOTS_PER_BUCKET }, (_, index) => `192.0.2.${index}`)
    for (const resident of residents) expect(table.check(resident, rate, START)).toMatchObject({ remaining: 2 })
    const refusal = { isAllowed: false, remaining: 0, resetMs: 3000, retryAfterMs: 1000 }
    expect(table.check('newcomer', rate, START)).toEqual(refusal)
    for (const resident of residents) expect(table.check(resident, rate, START)).toMatchObject({ remaining: 1 })
  })

  test('reuses the slot of an address whose bucket has refilled, with a full burst', () => {
    const table = new IpRateTable(createLimitMemory(1, 1))
    for (let index = 0; index < IP_SLOTS_PER_BUCKET - 1; index++) countPasses(table, `192.0.2.${index}`)
    expect(table.check('short', rate, START).isAllowed).toBe(true)
    expect(table.check('newcomer', rate, START + 1e6 - 1).isAllowed).toBe(false)
    expect(countPasses(table, 'newcomer', START + 1e6)).toBe(3)
    // The other entries stay active for two more seconds, and none of them was evicted.
    expect(table.check('another', rate, START + 1e6).isAllowed).toBe(false)
    for (let index = 0; index < IP_SLOTS_PER_BUCKET - 1; index++) {
      expect(countPasses(table, `192.0.2.${index}`, START + 1e6)).toBe(1)
    }
  })

  test('finds an address that lies behind a free slot', () => {
    const table = new IpRateTable(createLimitMemory(1, 1))
    table.check('first', rate, START)
    countPasses(table, 'second')
    expect(table.check('second', rate, START + 1_500_000)).toMatchObject({ isAllowed: true, remaining: 0 })
    expect(table.check('second', rate, START + 1_500_000).isAllowed).toBe(false)
  })

  test('has room for all addresses again after a flood', () => {
    const table = new IpRateTable(createLimitMemory(1, 64))
    expect(flood(table, 10_000).refused).toBe(10_000 - 64 * IP_SLOTS_PER_BUCKET)
    for (let index = 0; index < 100; index++) expect(countPasses(table, `192.0.2.${index}`, START + 1e6)).toBe(3)
  })
})
