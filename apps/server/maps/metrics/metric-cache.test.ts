import { defaultProfile, noEvents, passengerCar, type RoadMetric, showMore, type TrafficState } from '@fairway/road'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MetricSpec, TrafficHandle } from '../regions/handles.ts'
import { DriveShelf, type RegionDrive } from './metric-cache.ts'

const SECOND = 1000
const none = new Int32Array(0)
/** The smallest memory that the size of a metric can be read from. */
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
  closures,
  state,
  incidents: [],
  metric: newMetric(),
  holds: [],
})
const specOf = (version: number | undefined, forced: readonly number[] = []): MetricSpec => ({
  profile: { avoid: [], vehicle: { ...passengerCar, weightTons: 12 } },
  holds: [],
  avoidAreas: [],
  ...(version === undefined ? {} : { traffic: { version, aheadMs: 0, forced } }),
})

/** Metrics that were requested but not built yet. */
interface Question {
  readonly spec: MetricSpec
  answer(): Promise<RoadMetric>
  fail(): Promise<void>
}
let asked: Question[]
let shelf: DriveShelf
beforeEach(() => {
  asked = []
  shelf = new DriveShelf((spec) => {
    const { promise, resolve, reject } = Promise.withResolvers<RoadMetric>()
    const settled = async () => void (await Promise.allSettled([promise, Promise.resolve()]))
    asked.push({
      spec,
      async answer() {
        const metric = newMetric()
        resolve(metric)
        await settled()
        return metric
      },
      async fail() {
        reject(new Error('the workshop is away'))
        await settled()
      },
    })
    return promise
  })
})

/** Requests a metric and resolves it. */
async function taken(version: number, handle = traffic(version)): Promise<RegionDrive> {
  const drive = shelf.take(specOf(version), handle, 0)
  await asked.at(-1)?.answer()
  return await drive
}
const versionsAsked = () => asked.map(({ spec }) => spec.traffic?.version)

describe('while newer traffic is being customized', () => {
  test('serves the old snapshot with its own traffic when both close the same roads, then the new one', async () => {
    const old = await taken(1)
    const newer = traffic(2)
    expect(shelf.take(specOf(2), newer, 0)).toBe(old)
    expect(shelf.take(specOf(2), newer, SECOND - 1)).toBe(old)
    expect(old.traffic?.version).toBe(1)
    expect(versionsAsked(), 'is asked for once').toEqual([1, 2])
    const metric = await asked[1]?.answer()
    expect(shelf.take(specOf(2), newer, SECOND)).toMatchObject({ metric, traffic: newer })
    expect(versionsAsked()).toEqual([1, 2])
  })

  test('makes requests wait when the newer traffic closes other roads', async () => {
    await taken(1, traffic(1, 'open'))
    const newer = traffic(2, 'closed')
    const waiting = shelf.take(specOf(2), newer, 0)
    expect(waiting).toBeInstanceOf(Promise)
    const metric = await asked[1]?.answer()
    expect(await waiting).toMatchObject({ metric, traffic: newer })
    expect(shelf.take(specOf(2), newer, 0)).toMatchObject({ metric, traffic: newer })
  })

  test('serves no old snapshot later than one second after newer traffic, regardless of who requests first', async () => {
    const old = await taken(1)
    expect(shelf.take(specOf(2), traffic(2), SECOND - 1)).toBe(old)
    expect(shelf.take(specOf(2), traffic(2), SECOND)).toBeInstanceOf(Promise)
    expect(shelf.take(specOf(2), traffic(2), 60 * SECOND)).toBeInstanceOf(Promise)
  })

  test('uses the pending snapshot before it requests the newest one', async () => {
    const old = await taken(1)
    shelf.take(specOf(2), traffic(2), 0)
    expect(shelf.take(specOf(3), traffic(3), SECOND - 1)).toBe(old)
    expect(versionsAsked()).toEqual([1, 2])
    await asked[1]?.answer()
    expect(shelf.take(specOf(3), traffic(3), SECOND - 1)).toMatchObject({ traffic: { version: 2 } })
    expect(versionsAsked()).toEqual([1, 2, 3])
  })

  test('retries on the next request after a failure, without failing any request', async () => {
    const old = await taken(1)
    shelf.take(specOf(2), traffic(2), 0)
    await asked[1]?.fail()
    expect(shelf.take(specOf(2), traffic(2), 0)).toBe(old)
    expect(versionsAsked()).toEqual([1, 2, 2])
  })

  test('does not replace a newer snapshot with an older one that arrives late', async () => {
    await taken(1, traffic(1, 'a'))
    const [two, three] = [traffic(2, 'b'), traffic(3, 'c')]
    const older = shelf.take(specOf(2), two, 0)
    const newer = shelf.take(specOf(3), three, 0)
    await asked[2]?.answer()
    await asked[1]?.answer()
    expect([(await older).traffic, (await newer).traffic]).toEqual([two, three])
    expect(shelf.take(specOf(3), three, 0)).toMatchObject({ traffic: { version: 3 } })
    expect(versionsAsked()).toEqual([1, 2, 3])
  })
})

test('fails the requests that must wait for a failed snapshot, and retries on the next request', async () => {
  const waiting = shelf.take(specOf(1), traffic(1), 0)
  await asked[0]?.fail()
  await expect(waiting).rejects.toThrow('the workshop is away')
  expect(shelf.take(specOf(1), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(versionsAsked()).toEqual([1, 1])
})

test('keeps snapshots with and without traffic apart, whichever came first', async () => {
  const withSome = await taken(1)
  const without = shelf.take(specOf(undefined), undefined, 0)
  expect(without).toBeInstanceOf(Promise)
  await asked[1]?.answer()
  expect((await without).traffic).toBeUndefined()
  expect(shelf.take(specOf(1), traffic(1), 0)).toBe(withSome)
  expect(shelf.take(specOf(undefined), undefined, 0)).toBe(await without)
})

test('limits snapshots with active events to their version, because every version renumbers events', async () => {
  const drive = shelf.take(specOf(1, [4]), traffic(1), 0)
  await asked[0]?.answer()
  expect(shelf.take(specOf(1, [4]), traffic(1), 0)).toBe(await drive)
  expect(shelf.take(specOf(2, [4]), traffic(2), 0)).toBeInstanceOf(Promise)
  expect(shelf.take(specOf(1, [5]), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(shelf.take(specOf(1), traffic(1), 0)).toBeInstanceOf(Promise)
  expect(asked).toHaveLength(4)
})

test('returns a stored snapshot without requesting it', () => {
  const spec = { ...specOf(3), profile: defaultProfile }
  const drive = { spec, metric: newMetric(), traffic: traffic(3) }
  expect(shelf.keep(spec, drive)).toBe(drive)
  expect(shelf.take(spec, drive.traffic, 0)).toBe(drive)
  expect(asked).toEqual([])
})

describe('snapshot cache', () => {
  const wide = (metres: number): MetricSpec => ({ ...specOf(undefined), avoidAreas: [[[metres, 1]]] })
  const large = (bytes: number) => {
    const metric = newMetric()
    showMore(metric.hierarchy.memory, bytes)
    return { spec: wide(bytes), metric, traffic: undefined }
  }
  const isKept = (spec: MetricSpec) => !(shelf.take(spec, undefined, 0) instanceof Promise)

  test('keeps the twelve most recently used', () => {
    const specs = Array.from({ length: 13 }, (_, i) => wide(i))
    for (const spec of specs) shelf.keep(spec, { ...large(0), spec })
    expect(specs.map(isKept)).toEqual(specs.map((_, i) => i > 0))
  })

  test('keeps at most 256 MB of large maps, and always three', () => {
    const some = [1, 2, 3, 4].map((i) => wide(i))
    const keep = (mebibytes: number) => {
      for (const spec of some) shelf.keep(spec, { ...large(mebibytes * 1024 * 1024), spec })
      return some.map(isKept)
    }
    expect(keep(64)).toEqual([true, true, true, true])
    shelf = new DriveShelf(() => new Promise(() => undefined))
    expect(keep(65)).toEqual([false, true, true, true])
    shelf = new DriveShelf(() => new Promise(() => undefined))
    expect(keep(200)).toEqual([false, true, true, true])
  })

  test('drops everything older than the previous traffic version', async () => {
    const old = await taken(1)
    shelf.keep({ ...specOf(2), holds: [2] }, { ...old, traffic: traffic(2) })
    expect(shelf.take(specOf(2), traffic(2), 0)).toBe(old)
    shelf.keep({ ...specOf(3), holds: [2] }, { ...old, traffic: traffic(3) })
    expect(shelf.take(specOf(3), traffic(3), 0)).toBeInstanceOf(Promise)
  })
})
