import { expect, test } from 'vitest'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'
import { LiveStream } from './stream.ts'

function assetOf(number: number, changed: number): Asset {
  return {
    number,
    id: `as_${number}`,
    account: 1,
    name: `Van ${number}`,
    kind: 'vehicle',
    category: 'civil',
    reference: null,
    profile: undefined,
    createdAtMs: 0,
    plan: undefined,
    planNumber: 0,
    state: undefined,
    fixes: 0,
    changed,
  }
}

/** What a stream tells of these assets, look by look, until nothing is left. */
async function tell(
  all: readonly Asset[],
  options: { away?: number; nextTurnMs?: () => Promise<number>; isWelcome?: () => Promise<boolean> } = {},
) {
  let away = options.away ?? 0
  const store: Pick<AssetStore, 'changedSince'> = {
    async changedSince(_account, change, limit) {
      if (away-- > 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      return all.filter(({ changed }) => changed > change).slice(0, limit)
    },
  }
  const stream = new LiveStream({
    assets: store as AssetStore,
    clock: { now: () => 0 } as never,
    account: 1,
    assetId: undefined,
    isWelcome: options.isWelcome ?? (async () => true),
    everyMs: 1,
    nextTurnMs: options.nextTurnMs ?? (async () => 0),
    lastsMs: 60_000,
    after: 0,
  })
  const events: { id: number | undefined; asset: string }[] = []
  for await (const text of stream.events()) {
    for (const block of text.split('\n\n').filter((one) => one.includes('event: live'))) {
      const id = /^id: (\d+)/m.exec(block)?.[1]
      events.push({ id: id === undefined ? undefined : Number(id), asset: /"id":"(\w+)"/.exec(block)?.[1] ?? '' })
    }
    if (events.length >= all.length) stream.stop()
  }
  return events
}

test('assets that changed together are all told, however many there are; only the last of a change bears its number', async () => {
  // Three writes of so many requests each: the second is cut by what is read at once.
  const sizes = [300, 256, 256]
  const all = sizes.flatMap((size, write) =>
    Array.from({ length: size }, (_, at) => assetOf(write * 1000 + at, write + 1)),
  )
  const events = await tell(all)
  expect(events.map(({ asset }) => asset)).toEqual(all.map(({ id }) => id))
  expect(events.filter(({ id }) => id !== undefined)).toEqual([
    { id: 1, asset: 'as_299' },
    { id: 2, asset: 'as_1255' },
    { id: 3, asset: 'as_2255' },
  ])
})

test('a store that is away for a moment does not break it off', async () => {
  expect(await tell([assetOf(1, 1)], { away: 1 })).toEqual([{ id: 1, asset: 'as_1' }])
})

test('too early is waited for, and a bug is not hidden', async () => {
  const waits = [20, 20, 0]
  const nextTurnMs = async () => waits.shift() ?? 0
  expect(await tell([assetOf(1, 1)], { nextTurnMs })).toHaveLength(1)
  const broken = async () => {
    throw new TypeError('a bug')
  }
  await expect(tell([assetOf(1, 1)], { nextTurnMs: broken })).rejects.toThrow('a bug')
})

test('who is not welcome any more is told nothing, and it ends', async () => {
  expect(await tell([assetOf(1, 1)], { isWelcome: async () => false })).toEqual([])
})

test('who has nothing to tell takes no turn', async () => {
  let turns = 0
  const nextTurnMs = async () => {
    turns++
    return 0
  }
  let looks = 0
  const isWelcome = async () => ++looks < 6
  expect(await tell([assetOf(1, 1), assetOf(2, 9)], { nextTurnMs, isWelcome })).toHaveLength(2)
  expect(turns).toBe(1)
})
