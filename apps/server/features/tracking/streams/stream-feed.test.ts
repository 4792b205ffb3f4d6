import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import type { FanOut } from './fan-out.ts'
import { AccountFeed, AccountFeeds } from './stream-feed.ts'
import type { AssetChanges, StreamStore } from './stream-store.ts'

/** Store that counts its queries. */
class CountingStore {
  readonly assets = new Map<string, number>()
  readonly removed: { id: string; changed: number }[] = []
  last = 0
  queries = 0
  change(id: string): void {
    this.assets.set(id, ++this.last)
  }
  remove(id: string): void {
    this.assets.delete(id)
    this.removed.push({ id, changed: ++this.last })
  }
  async listChangesSince(_account: number, after: number, limit: number): Promise<AssetChanges> {
    this.queries++
    const found = this.list().filter(({ changed }) => changed > after)
    const removed = this.removed.filter(({ changed }) => changed > after)
    return { assets: found.slice(0, limit), removed, last: this.last, isTruncated: found.length >= limit }
  }
  async listRecent(_account: number, limit: number): Promise<AssetChanges> {
    this.queries++
    const found = this.list()
    return {
      assets: found.slice(-limit),
      removed: [...this.removed],
      last: this.last,
      isTruncated: found.length >= limit,
    }
  }
  private list(): Asset[] {
    const all = [...this.assets].map(([id, changed]) => ({ id, changed }) as Asset)
    return all.sort((a, b) => a.changed - b.changed)
  }
}

class HandFanOut implements FanOut {
  isDelivering = true
  private readonly listeners = new Set<() => void>()
  get size() {
    return this.listeners.size
  }
  notify(): void {
    for (const onHint of this.listeners) onHint()
  }
  listen(_account: number, onHint: () => void) {
    this.listeners.add(onHint)
    return () => void this.listeners.delete(onHint)
  }
  async close() {}
}

function open() {
  const store = new CountingStore()
  const fanOut = new HandFanOut()
  return { store, fanOut, feed: new AccountFeed(1, store as unknown as StreamStore, fanOut) }
}
const idsOf = ({ assets, removed }: AssetChanges) => [assets.map(({ id }) => id), removed.map(({ id }) => id)]

test('queries the database once per change for any number of readers, and not at all without changes', async () => {
  const { store, fanOut, feed } = open()
  store.change('a')
  store.change('b')
  const first = await Promise.all(Array.from({ length: 50 }, () => feed.read(0, 500)))
  expect(first.map(idsOf)).toEqual(Array(50).fill([['a', 'b'], []]))
  expect(store.queries).toBe(1)
  await Promise.all(Array.from({ length: 50 }, () => feed.read(2, 500)))
  expect(store.queries).toBe(1)
  store.change('a')
  fanOut.notify()
  const next = await Promise.all(Array.from({ length: 50 }, () => feed.read(2, 500)))
  expect(next.map(idsOf)).toEqual(Array(50).fill([['a'], []]))
  expect(store.queries).toBe(2)
  store.remove('b')
  fanOut.notify()
  expect(idsOf(await feed.read(3, 500))).toEqual([[], ['b']])
  expect(idsOf(await feed.read(0, 500, 'a'))).toEqual([['a'], []])
})

/** Returns whether a wait ends within this turn of the event loop, before any timer. */
async function endsNow(wait: Promise<void>): Promise<boolean> {
  return await Promise.race([wait.then(() => true), turn(false)])
}

test('ends a wait at once on a notification, including one that came before', async () => {
  const { store, fanOut, feed } = open()
  const never = new AbortController().signal
  await feed.read(0, 500)
  const wait = feed.wait(0, 10_000, never)
  fanOut.notify()
  expect(await endsNow(wait)).toBe(true)
  expect(await endsNow(feed.wait(0, 10_000, never))).toBe(true)
  store.change('a')
  expect(idsOf(await feed.read(0, 500))).toEqual([['a'], []])
  // Another stream has already triggered the query.
  expect(await endsNow(feed.wait(0, 10_000, never))).toBe(true)
  const ended = new AbortController()
  const aborted = feed.wait(1, 10_000, ended.signal)
  ended.abort()
  expect(await endsNow(aborted)).toBe(true)
})

test('finds a change whose notification was lost, sooner while no notifications arrive', async () => {
  const never = new AbortController().signal
  const foundIn: string[] = []
  const loseNotification = async (name: string, isDelivering: boolean) => {
    const { store, fanOut, feed } = open()
    fanOut.isDelivering = isDelivering
    await feed.read(0, 500)
    store.change('a')
    while ((await feed.read(0, 500)).assets.length === 0) await feed.wait(0, 600_000, never)
    foundIn.push(name)
  }
  await Promise.all([loseNotification('delivering', true), loseNotification('not delivering', false)])
  expect(foundIn).toEqual(['not delivering', 'delivering'])
})

test('queries the database for changes that are no longer buffered', async () => {
  const { store, fanOut, feed } = open()
  for (let count = 0; count < 1500; count++) store.change(`a${count}`)
  const all = await feed.read(0, 5000)
  expect(all.assets).toHaveLength(1500)
  expect(store.queries).toBe(2)
  const late = await feed.read(1400, 5000)
  expect([late.assets.length, store.queries]).toEqual([100, 2])
  // The cache cannot hold this many changes.
  for (let count = 0; count < 1200; count++) store.change(`b${count}`)
  fanOut.notify()
  expect((await feed.read(1500, 5000)).assets).toHaveLength(1200)
  expect((await feed.read(2600, 5000)).assets).toHaveLength(100)
})

test('repeats a failed query for the next reader', async () => {
  const { store, feed } = open()
  store.change('a')
  const { listRecent } = store
  store.listRecent = async () => {
    throw new Error('gone')
  }
  await expect(feed.read(0, 500)).rejects.toThrow('gone')
  store.listRecent = listRecent
  expect(idsOf(await feed.read(0, 500))).toEqual([['a'], []])
})

test('has one feed per account while it has readers', () => {
  const fanOut = new HandFanOut()
  const feeds = new AccountFeeds(new CountingStore() as unknown as StreamStore, fanOut)
  const feed = feeds.acquire(1)
  expect(feeds.acquire(1)).toBe(feed)
  expect(feeds.acquire(2)).not.toBe(feed)
  feeds.release(1)
  expect(fanOut.size).toBe(2)
  feeds.release(1)
  expect(fanOut.size).toBe(1)
  expect(feeds.acquire(1)).not.toBe(feed)
})

test('gives readers that join a running query its result', async () => {
  const { store, fanOut, feed } = open()
  await feed.read(0, 500)
  store.change('a')
  fanOut.notify()
  const first = feed.read(0, 500)
  const { listChangesSince } = store
  const [running, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  store.listChangesSince = async (...given) => {
    const found = await listChangesSince.apply(store, given)
    running.resolve()
    await released.promise
    return found
  }
  await running.promise
  const second = feed.read(0, 500)
  released.resolve()
  expect(idsOf(await second)).toEqual([['a'], []])
  expect(idsOf(await first)).toEqual([['a'], []])
  expect(store.queries).toBe(2)
})
