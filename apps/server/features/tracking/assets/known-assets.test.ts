import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { KnownAssets } from './known-assets.ts'

const ID = 'as_aaaaaaaaaaaaaaaa'
const OTHER = 'as_bbbbbbbbbbbbbbbb'

let clock: FakeClock
let ids: string[]
let queries: [account: number, limit: number][]
let known: KnownAssets
beforeEach(() => {
  clock = new FakeClock()
  ids = [ID]
  queries = []
  known = new KnownAssets(
    {
      async listIds(account, limit) {
        queries.push([account, limit])
        return account === 1 ? ids.slice(0, limit) : []
      },
    },
    clock,
  )
})

test('loads the assets of an account once, and then answers at once', async () => {
  expect(await Promise.all([known.has(1, ID, 500), known.has(1, OTHER, 500)])).toEqual([true, false])
  expect([known.has(1, ID, 500), known.has(1, OTHER, 500)]).toEqual([true, false])
  expect(queries).toEqual([[1, 500]])
})

test('keeps accounts apart', async () => {
  expect([await known.has(1, ID, 500), await known.has(2, ID, 500)]).toEqual([true, false])
})

test('does not query for a string that cannot be an id', () => {
  expect(known.has(1, 'nonsense', 500)).toBe(false)
  expect(queries).toEqual([])
})

test('looks for an unknown asset again after a second, not before', async () => {
  await known.has(1, OTHER, 500)
  ids.push(OTHER)
  clock.advance(999)
  expect(known.has(1, OTHER, 500)).toBe(false)
  clock.advance(1)
  expect(await known.has(1, OTHER, 500)).toBe(true)
  expect(queries).toHaveLength(2)
})

test('drops removed assets after a minute, not before', async () => {
  await known.has(1, ID, 500)
  ids = []
  clock.advance(59_999)
  expect(known.has(1, ID, 500)).toBe(true)
  clock.advance(1)
  expect(await known.has(1, ID, 500)).toBe(false)
})

test('contains only as many assets as the plan includes', async () => {
  ids = [ID, OTHER]
  expect([await known.has(1, ID, 1), await known.has(1, OTHER, 1)]).toEqual([true, false])
})

test('drops the oldest of more than 1,000 accounts', async () => {
  for (let account = 1; account <= 1000; account++) await known.has(account, ID, 500)
  expect(known.has(1, ID, 500)).toBe(true)
  await known.has(1001, ID, 500)
  expect(known.has(2, ID, 500)).toBe(false)
  expect(known.has(1, ID, 500)).toBeInstanceOf(Promise)
})

test('tries again after a failed query', async () => {
  let isBroken = true
  const fragile = new KnownAssets(
    {
      async listIds() {
        if (isBroken) throw new Error('no database')
        return ids
      },
    },
    clock,
  )
  await expect(fragile.has(1, ID, 500)).rejects.toThrow('no database')
  isBroken = false
  expect(await fragile.has(1, ID, 500)).toBe(true)
})
