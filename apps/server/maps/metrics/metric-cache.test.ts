import { defaultProfile, noEvents, passengerCar, type RoadMetric, reportMore, type TrafficState } from '@fairway/road'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MetricSpec, TrafficHandle } from '../regions/handles.ts'
import { MetricCache, type MetricSnapshot } from './metric-cache.ts'

const SECOND = 1000
const none = new Int32Array(0)
/** Size of the memory header, in which a metric reports its size. */
const HEADER_BYTES = 64
const newMetric = (): RoadMetric => ({
  weights: { arc: none, turn: none },
  hierarchy: {
    weight: none,
    children: new Float64Array(0),
    memory: { buffer: new SharedArrayBuffer(HEADER_BYTES) },
  },
})
const state: TrafficState = {
  takenAtMs: 0,
  live: new Uint32Array(0),
  flags: new Uint8Array(0),
  events: noEvents(),
  typical: undefined,
}
const traffic = (version: number, closures = 'same'): TrafficHandle => ({
  version,
  closuresHash: closures,
  state,
  incidents: [],
  metric: newMetric(),
  activeConditions: [],
})
const specOf = (version: number | undefined, forced: readonly number[] = []): MetricSpec => ({
  profile: { avoid: [], vehicle: { ...passengerCar, weightTons: 12 } },
  activeConditions: [],
  avoidAreas: [],
  ...(version === undefined ? {} : { traffic: { version, aheadMs: 0, forcedEvents: forced } }),
})

/** Metric that was requested but not built yet. */
interface Question {
  readonly spec: MetricSpec
  answer(): Promise<RoadMetric>
  fail(): Promise<void>
}
let requests: Question[]
let cache: MetricCache
beforeEach(() => {
  requests = []
  cache = new MetricCache((spec) => {
    const { promise, resolve, reject } = Promise.withResolvers<RoadMetric>()
    const settled = async () => void (await Promise.allSettled([promise, Promise.resolve()]))
    requests.push({
      spec,
      async answer() {
        const metric = newMetric()
        resolve(metric)
        await settled()
        return metric
      },
      async fail() {
        reject(new Error('customization failed'))
        await settled()
      },
    })
    return promise
  })
})

/** Requests a metric and resolves the request. */
async function getSnapshot(version: number, handle = traffic(version)): Promise<MetricSnapshot> {
  const drive = cache.get(specOf(version), handle, 0)
  await requests.at(-1)?.answer()
  return await drive
}
const listRequestedVersions = () => requests.map(({ spec }) => spec.traffic?.version)

describe('while newer traffic is being customized', () => {
  test('serves the old snapshot with its own traffic when both close the same roads, then the new one', async () => {
    const old = await getSnapshot(1)
    const newer = traffic(2)
    expect(cache.get(specOf(2), newer, 0)).toBe(old)
    expect(cache.get(specOf(2), newer, SECOND - 1)).toBe(old)
    expect(old.traffic?.version).toBe(1)
    expect(listRequestedVersions(), 'is asked for once').toEqual([1, 2])
    const metric = await requests[1]?.answer()
    expect(cache.get(specOf(2), newer, SECOND)).toMatchObject({ metric, traffic: newer })
    expect(listRequestedVersions()).toEqual([1, 2])
  })

  test('makes requests wait when the newer traffic closes other roads', async () => {
    await getSnapshot(1, traffic(1, 'open'))
    const newer = traffic(2, 'closed')
    const waiting = cache.get(specOf(2), newer, 0)
    expect(waiting).toBeInstanceOf(Promise)
    const metric = await requests[1]?.answer()
    expect(await waiting).toMatchObject({ metric, traffic: newer })
    expect(cache.get(specOf(2), newer, 0)).toMatchObject({ metric, traffic: newer })
  })

  test('serves no old snapshot later than one second after newer traffic, regardless of who requests first', async () => {
    const old = await getSnapshot(1)
    expect(cache.get(specOf(2), traffic(2), SECOND - 1)).toBe(old)
    expect(cache.get(specOf(2), traffic(2), SECOND)).toBeInstanceOf(Promise)
    expect(cache.get(specOf(2), traffic(2), 60 * SECOND)).toBeInstanceOf(Promise)
  })

  test('uses the pending snapshot before it requests the newest one', async () => {
    const old = await getSnapshot(1)
    cache.get(specOf(2), traffic(2), 0)
    expect(cache.get(specOf(3), traffic(3), SECOND - 1)).toBe(old)
    expect(listRequestedVersions()).toEqual([1, 2])
    await requests[1]?.answer()
    expect(cache.get(specOf(3), traffic(3), SECOND - 1)).toMatchObject({ traffic: { version: 2 } })
    expect(listRequestedVersions()).toEqual([1, 2, 3])
  })

  test('retries on the next request after a failure, without failing any request', async () => {
    const old = await getSnapshot(1)
    cache.get(specOf(2), traffic(2), 0)
    await requests[1]?.fail()
    expect(cache.get(specOf(2), traffic(2), 0)).toBe(old)
    expect(listRequestedVersions()).toEqual([1, 2, 2])
  })

  test('does not replace a newer snapshot with an older one that arrives late', async () => {
    await getSnapshot(1, traffic(1, 'a'))
    const [two, three] = [traffic(2, 'b'), traffic(3, 'c')]
    const older = cache.get(specOf(2), two, 0)
    const newer = cache.get(specOf(3), three, 0)
    await requests[2]?.answer()
    await requests[1]?.answer()
    expect([(await older).traffic, (await newer).traffic]).toEqual([two, three])
    expect(cache.get(specOf(3), three, 0)).toMatchObject({ traffic: { version: 3 } })
    expect(listRequestedVersions()).toEqual([1, 2, 3])
  })
})

test('fails the requests that must wait for a failed snapshot, and retries on the next request', async () => {
  const waiting = cache.get(specOf(1), traffic(1), 0)
  await requests[0]?.fail()
  await expect(waiting).rejects.toThrow('customization failed')
  expect(cache.get(specOf(1), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(listRequestedVersions()).toEqual([1, 1])
})

test('keeps snapshots with and without traffic apart, whichever came first', async () => {
  const withSome = await getSnapshot(1)
  const without = cache.get(specOf(undefined), undefined, 0)
  expect(without).toBeInstanceOf(Promise)
  await requests[1]?.answer()
  expect((await without).traffic).toBeUndefined()
  expect(cache.get(specOf(1), traffic(1), 0)).toBe(withSome)
  expect(cache.get(specOf(undefined), undefined, 0)).toBe(await without)
})

test('limits snapshots with active events to their version, because every version renumbers events', async () => {
  const snapshot = cache.get(specOf(1, [4]), traffic(1), 0)
  await requests[0]?.answer()
  expect(cache.get(specOf(1, [4]), traffic(1), 0)).toBe(await snapshot)
  expect(cache.get(specOf(2, [4]), traffic(2), 0)).toBeInstanceOf(Promise)
  expect(cache.get(specOf(1, [5]), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(cache.get(specOf(1), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(requests).toHaveLength(4)
})

test('returns a stored snapshot without requesting it', () => {
  const spec = { ...specOf(3), profile: defaultProfile }
  const snapshot = { spec, metric: newMetric(), traffic: traffic(3) }
  expect(cache.setCurrent(spec, snapshot)).toBe(snapshot)
  expect(cache.get(spec, snapshot.traffic, 0)).toBe(snapshot)
  expect(requests).toEqual([])
})

describe('snapshot cache', () => {
  const wide = (metres: number): MetricSpec => ({ ...specOf(undefined), avoidAreas: [[[metres, 1]]] })
  const large = (bytes: number) => {
    const metric = newMetric()
    reportMore(metric.hierarchy.memory, bytes)
    return { spec: wide(bytes), metric, traffic: undefined }
  }
  const isCached = (spec: MetricSpec) => !(cache.get(spec, undefined, 0) instanceof Promise)

  test('keeps the twelve most recently used', () => {
    const specs = Array.from({ length: 13 }, (_, i) => wide(i))
    for (const spec of specs) cache.setCurrent(spec, { ...large(0), spec })
    expect(specs.map(isCached)).toEqual(specs.map((_, i) => i > 0))
  })

  test('keeps at most 256 MB of large maps, and always three', () => {
    const some = [1, 2, 3, 4].map((i) => wide(i))
    const store = (mebibytes: number) => {
      for (const spec of some) cache.setCurrent(spec, { ...large(mebibytes * 1024 * 1024), spec })
      return some.map(isCached)
    }
    expect(store(64)).toEqual([true, true, true, true])
    cache = new MetricCache(() => new Promise(() => undefined))
    expect(store(65)).toEqual([false, true, true, true])
    cache = new MetricCache(() => new Promise(() => undefined))
    expect(store(200)).toEqual([false, true, true, true])
  })

  test('drops everything older than the previous traffic version', async () => {
    const old = await getSnapshot(1)
    cache.setCurrent({ ...specOf(2), activeConditions: [2] }, { ...old, traffic: traffic(2) })
    expect(cache.get(specOf(2), traffic(2), 0)).toBe(old)
    cache.setCurrent({ ...specOf(3), activeConditions: [2] }, { ...old, traffic: traffic(3) })
    expect(cache.get(specOf(3), traffic(3), 0)).toBeInstanceOf(Promise)
  })
})
