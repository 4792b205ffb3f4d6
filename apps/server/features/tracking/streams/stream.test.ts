import { expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { PlanName } from '../../../platform/config/plans.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'
import { LocalFanOut } from './fan-out.ts'
import { LiveReplyCache } from './live-reply-cache.ts'
import { LiveStream, type LiveStreamOptions, toStreamBody } from './stream.ts'
import { formatEndEvent } from './stream-events.ts'
import { AccountFeed } from './stream-feed.ts'
import type { StreamStore } from './stream-store.ts'

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

interface StreamEvent {
  readonly name: string
  readonly id?: number
  readonly asset?: string
}

function readEvents(text: string): StreamEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const name = /^event: (\w+)/m.exec(block)?.[1]
    const id = /^id: (\d+)/m.exec(block)?.[1]
    const asset = /"(?:id|removed)":"(\w+)"/.exec(block)?.[1]
    return name ? [{ name, ...(id && { id: Number(id) }), ...(asset && { asset }) }] : []
  })
}

type ReadOptions = Partial<LiveStreamOptions> & {
  readonly unavailableCount?: number
  readonly removed?: readonly { readonly id: string; readonly changed: number }[]
}

/** Reads the events of a stream for these assets until the given count is reached. */
async function readStreamEvents(
  all: readonly Asset[],
  enough: number,
  { unavailableCount: gone = 0, removed = [], ...more }: ReadOptions = {},
) {
  let away = gone
  const last = Math.max(0, ...[...all, ...removed].map(({ changed }) => changed))
  const store: Pick<StreamStore, 'listChangesSince' | 'listRecent'> = {
    async listChangesSince(_account, after, limit) {
      if (away-- > 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      const assets = all.filter(({ changed }) => changed > after).slice(0, limit)
      return {
        assets,
        removed: removed.filter(({ changed }) => changed > after),
        last,
        isTruncated: assets.length >= limit,
      }
    },
    async listRecent(_account, limit) {
      if (away-- > 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      return { assets: all.slice(-limit), removed, last, isTruncated: all.length >= limit }
    },
  }
  const fanOut = new LocalFanOut(true)
  const clock = new FakeClock(0)
  const extras = { refreshTraffic: async (_: unknown, asset: Asset) => asset, findReroute: async () => undefined }
  const stream = new LiveStream({
    feed: new AccountFeed(1, store, fanOut),
    liveReplies: new LiveReplyCache(extras, clock),
    clock,
    events: { listByChange: async () => [] },
    account: 1,
    assetId: undefined,
    checkAccess: async () => ({ caller: {} as AccountCaller, intervalMs: 1 }),
    consumeTurn: async () => 0,
    durationMs: 60_000,
    after: 0,
    ...more,
  })
  const events: StreamEvent[] = []
  for await (const text of stream.events()) {
    events.push(...readEvents(text))
    if (events.length >= enough) stream.stop()
  }
  await fanOut.close()
  return events
}

test('sends all assets that changed together; only the last event of a change carries its number', async () => {
  // Number of assets per write. Some sizes exceed the read limit or the cache size.
  const sizes = [300, 256, 256, 200, 256]
  const all = sizes.flatMap((size, write) =>
    Array.from({ length: size }, (_, at) => assetOf(write * 1000 + at, write + 1)),
  )
  const events = await readStreamEvents(all, all.length)
  expect(events.map(({ asset }) => asset)).toEqual(all.map(({ id }) => id))
  expect(events.filter(({ id }) => id !== undefined)).toEqual([
    { name: 'live', id: 1, asset: 'as_299' },
    { name: 'live', id: 2, asset: 'as_1255' },
    { name: 'live', id: 3, asset: 'as_2255' },
    { name: 'live', id: 4, asset: 'as_3199' },
    { name: 'live', id: 5, asset: 'as_4255' },
  ])
})

test('sends removals to a resuming reader in order, and none to a new reader', async () => {
  const all = [assetOf(1, 3), assetOf(2, 9)]
  const removed = [
    { id: 'as_7', changed: 2 },
    { id: 'as_8', changed: 5 },
  ]
  const both = [
    { name: 'live', id: 3, asset: 'as_1' },
    { name: 'live', id: 9, asset: 'as_2' },
  ]
  expect(await readStreamEvents(all, 2, { removed })).toEqual(both)
  expect(await readStreamEvents(all, 3, { removed, after: 2 })).toEqual([
    both[0],
    { name: 'removed', id: 5, asset: 'as_8' },
    both[1],
  ])
})

test('ends the stream of one asset when it is removed, even before the first read', async () => {
  const removed = [{ id: 'as_7', changed: 4 }]
  const event = { name: 'removed', id: 4, asset: 'as_7' }
  expect(await readStreamEvents([assetOf(1, 3)], 99, { removed, assetId: 'as_7' })).toEqual([event])
})

test('reports an invalid Last-Event-ID, and then sends everything', async () => {
  const events = await readStreamEvents([assetOf(1, 3)], 2, { unknownEventId: 'abc' })
  expect(events).toEqual([{ name: 'reset' }, { name: 'live', id: 3, asset: 'as_1' }])
})

test('survives a short outage of the store', async () => {
  expect(await readStreamEvents([assetOf(1, 1)], 1, { unavailableCount: 1 })).toEqual([
    { name: 'live', id: 1, asset: 'as_1' },
  ])
})

test('continues at its own pace without a limiter', async () => {
  const nextTurnMs = async () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  }
  expect(await readStreamEvents([assetOf(1, 1)], 1, { consumeTurn: nextTurnMs })).toHaveLength(1)
})

test('waits for its turn, and does not hide a bug', async () => {
  const waits = [20, 20, 0]
  const nextTurnMs = async () => waits.shift() ?? 0
  expect(await readStreamEvents([assetOf(1, 1)], 1, { consumeTurn: nextTurnMs })).toHaveLength(1)
  expect(waits).toEqual([])
  const broken = async () => {
    throw new TypeError('a bug')
  }
  await expect(readStreamEvents([assetOf(1, 1)], 1, { consumeTurn: broken })).rejects.toThrow('a bug')
})

test('sends the reason as the last event to a reader that loses access, and ends', async () => {
  const admit = async () => ({ why: 'the plan has no such channel' })
  expect(await readStreamEvents([assetOf(1, 1)], 99, { checkAccess: admit })).toEqual([{ name: 'end' }])
  expect(formatEndEvent('why "not"')).toBe('event: end\ndata: {"detail":"why \\"not\\""}\n\n')
})

test('requests a turn with the current plan of the reader, not the plan at connection', async () => {
  const plans: PlanName[] = ['pro', 'starter', 'trial']
  const queries: string[] = []
  let looks = 0
  const events = await readStreamEvents([assetOf(1, 1), assetOf(2, 9)], 2, {
    checkAccess: async () => ({ caller: { plan: plans[looks++] } as AccountCaller, intervalMs: 1 }),
    consumeTurn: async ({ plan }) => {
      queries.push(plan)
      return queries.length < 3 ? 10 : 0
    },
  })
  expect([events.length, queries]).toEqual([2, plans])
})

test('sends military assets only to accounts on the military plan', async () => {
  const all = [assetOf(1, 1), { ...assetOf(2, 2), category: 'military' as const }, assetOf(3, 3)]
  const readPlanEvents = async (plan: PlanName) =>
    await readStreamEvents(all, plan === 'military' ? 3 : 2, {
      checkAccess: async () => ({ caller: { plan } as AccountCaller, intervalMs: 1 }),
    })
  expect((await readPlanEvents('military')).map(({ asset }) => asset)).toEqual(['as_1', 'as_2', 'as_3'])
  expect((await readPlanEvents('pro')).map(({ asset }) => asset)).toEqual(['as_1', 'as_3'])
})

test('takes no turn when there is nothing to send', async () => {
  let turns = 0
  const nextTurnMs = async () => {
    turns++
    return 0
  }
  let looks = 0
  const admit = async () => (++looks < 3 ? { caller: {} as AccountCaller, intervalMs: 1 } : { why: 'enough' })
  expect(
    await readStreamEvents([assetOf(1, 1), assetOf(2, 9)], 99, { consumeTurn: nextTurnMs, checkAccess: admit }),
  ).toHaveLength(3)
  expect(turns).toBe(1)
})

test('a reader that stops reading costs at most two batches, delays nobody, and gets the latest state later', async () => {
  const [ASSETS, CHANGES] = [150, 12]
  let changed = 1
  const listAssets = () => Array.from({ length: ASSETS }, (_, at) => assetOf(at, changed))
  const store: Pick<StreamStore, 'listChangesSince' | 'listRecent'> = {
    listChangesSince: async (_account, after) => {
      return { assets: after < changed ? listAssets() : [], removed: [], last: changed, isTruncated: false }
    },
    listRecent: async () => ({ assets: listAssets(), removed: [], last: changed, isTruncated: false }),
  }
  const fanOut = new LocalFanOut(true)
  const clock = new FakeClock(0)
  const feed = new AccountFeed(1, store, fanOut)
  const extras = { refreshTraffic: async (_: unknown, asset: Asset) => asset, findReroute: async () => undefined }
  const open = () => {
    const stream = new LiveStream({
      ...{ feed, liveReplies: new LiveReplyCache(extras, clock), clock, events: { listByChange: async () => [] } },
      ...{ account: 1, assetId: undefined, durationMs: 60_000, after: 0, consumeTurn: async () => 0 },
      checkAccess: async () => ({ caller: {} as AccountCaller, intervalMs: 1 }),
    })
    const body = toStreamBody(stream)
    const chunks = body[Symbol.asyncIterator]()
    const received: StreamEvent[] = []
    let rest = ''
    /** Reads until the change has been received completely. */
    const readChange = async (wanted: number) => {
      while (!received.some(({ id }) => id === wanted)) {
        const parts = (rest + String((await chunks.next()).value)).split(/(?<=\n\n)/)
        rest = parts.at(-1)?.endsWith('\n\n') ? '' : (parts.pop() ?? '')
        received.push(...readEvents(parts.join('')))
      }
    }
    return { stream, body, received, readChange }
  }
  const [reader, stopped] = [open(), open()]
  // The first read fills the buffer of the reader that then stops.
  stopped.body.read(0)
  for (; changed <= CHANGES; changed++, fanOut.notify(1)) await reader.readChange(changed)
  changed = CHANGES
  const listIds = ({ received }: typeof reader) => received.flatMap(({ id }) => (id === undefined ? [] : [id]))
  expect(listIds(reader)).toHaveLength(CHANGES)
  // The buffer holds 64 kB. A batch that exceeds it is complete, and no further batch is read until the reader continues.
  expect(stopped.body.readableLength).toBeGreaterThan(1000)
  expect(stopped.body.readableLength).toBeLessThan(64 * 1024 + 1000 * ASSETS)
  await stopped.readChange(CHANGES)
  expect(listIds(stopped).length).toBeLessThanOrEqual(3)
  expect(listIds(stopped).at(-1)).toBe(CHANGES)
  for (const { stream, body } of [reader, stopped]) {
    stream.stop()
    body.destroy()
  }
  await fanOut.close()
})

test('ends as soon as its body is destroyed, although nothing changes', async () => {
  const extras = { refreshTraffic: async (_: unknown, asset: Asset) => asset, findReroute: async () => undefined }
  const clock = new FakeClock(0)
  const isWaiting = Promise.withResolvers<void>()
  const stream = new LiveStream({
    feed: {
      read: async () => ({ assets: [], removed: [], last: 0, isTruncated: false }),
      listStateChanges: () => [],
      wait: (_after, _ms, signal) =>
        new Promise((resolve) => {
          isWaiting.resolve()
          signal.addEventListener('abort', () => resolve())
        }),
    },
    ...{ liveReplies: new LiveReplyCache(extras, clock), clock, events: { listByChange: async () => [] } },
    ...{ account: 1, assetId: undefined, durationMs: 60_000, after: 0, consumeTurn: async () => 0 },
    checkAccess: async () => ({ caller: {} as AccountCaller, intervalMs: 1 }),
  })
  const body = toStreamBody(stream)
  body.resume()
  await isWaiting.promise
  const isClosed = new Promise((resolve) => body.once('close', resolve))
  body.destroy()
  await isClosed
})
