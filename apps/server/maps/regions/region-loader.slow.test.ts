import { createHash } from 'node:crypto'
import { appendFile, cp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatasetStore, HEADER_BYTES, ROADS_FILE, type StoredDataset, writeSections } from '@fairway/dataset'
import { defaultProfile, metricName, passengerCar } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishMap, square, toExtract } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { MetricSpec, RegionHandle } from './handles.ts'
import { RegionLoader, type RegionLoaderOptions } from './region-loader.ts'

const soon = { timeout: 120_000, interval: 20 }
const plain: MetricSpec = { profile: defaultProfile, activeConditions: [], avoidAreas: [] }

interface LogLine {
  readonly level: 'info' | 'warn'
  readonly msg: string
  readonly why?: string
}

let folder: TempDir
let dataDir: string
let store: DatasetStore
let log: LogLine[]
let published: (readonly RegionHandle[])[]
const loaders: RegionLoader[] = []
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = folder.path
  store = new DatasetStore(dataDir)
  log = []
  published = []
})
afterEach(async () => {
  for (const loader of loaders.splice(0)) await stopLoader(loader)
  await folder.dispose()
})

async function openLoader(options: Partial<RegionLoaderOptions> = {}): Promise<RegionLoader> {
  const host = new RegionLoader({
    dataDir,
    servesEmbeddedMaps: false,
    threads: 1,
    traffic: { feeds: [], refreshMs: 60_000, maxAgeMs: 900_000, fleetAccounts: 2 },
    scanIntervalMs: 50,
    publish: async (regions) => void published.push(regions),
    log: {
      info: (fields, msg) => void log.push({ level: 'info', msg, ...fields }),
      warn: (fields, msg) => void log.push({ level: 'warn', msg, ...fields }),
    },
    onWorkerExit: (error) => {
      throw error
    },
    ...options,
  })
  loaders.push(host)
  await host.customization.start()
  await host.loadMaps()
  return host
}

async function stopLoader(host: RegionLoader): Promise<void> {
  host.stop()
  await host.customization.stop()
}

async function openWatching(options: Partial<RegionLoaderOptions> = {}): Promise<RegionLoader> {
  const host = await openLoader(options)
  host.startWatching()
  return host
}

const served = (host: RegionLoader): Record<string, string> =>
  Object.fromEntries(host.list().map(({ region, dataset }) => [region, dataset]))
const publishSquare = (region: string, name = 'First'): Promise<StoredDataset> =>
  publishMap(dataDir, region, square([10, 20], { ref: name }))

/** Flips one bit in the roads file. */
async function damage({ folder: of }: StoredDataset): Promise<void> {
  const file = await open(join(of, ROADS_FILE), 'r+')
  const byte = new Uint8Array(1)
  // The bit is in the first section, because padding between sections is not checked.
  const at = HEADER_BYTES
  await file.read(byte, 0, 1, at)
  await file.write(Uint8Array.of((byte[0] ?? 0) ^ 1), 0, 1, at)
  await file.close()
}

describe('served regions', () => {
  test('are empty when there is no data and none is to be built', async () => {
    const loader = await openLoader()
    expect([loader.list(), log]).toEqual([[], []])
  })

  test('include every available region, with its bounding box and attribution', async () => {
    const [a, b] = [await publishSquare('a'), await publishSquare('b/c')]
    const loader = await openLoader()
    expect(served(loader)).toEqual({ a: a.id, 'b/c': b.id })
    const [handle] = loader.list()
    expect(handle).toMatchObject({
      attribution: '© OpenStreetMap contributors (ODbL 1.0)',
      boundingBox: { south: 9.996, west: 20, north: 10, east: 20.005 },
    })
    for (const array of handle?.sections.values() ?? []) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  test('are only those of FAIRWAY_REGIONS, with a warning for a name without a dataset', async () => {
    const [a] = [await publishSquare('a'), await publishSquare('b')]
    const loader = await openWatching({ regions: ['a', 'c'] })
    expect(served(loader)).toEqual({ a: a.id })
    expect(log.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', msg: 'a region of FAIRWAY_REGIONS has no dataset yet', region: 'c' },
    ])
    await publishSquare('b', 'Second')
    const c = await publishSquare('c')
    await vi.waitFor(() => expect(served(loader)).toEqual({ a: a.id, c: c.id }), soon)
  })

  test('follow new regions, newer datasets, other selections and removals; each state is published once', async () => {
    const loader = await openWatching()
    const waitForPublished = (count: number) => vi.waitFor(() => expect(published).toHaveLength(count), soon)
    const first = await publishSquare('a')
    await waitForPublished(1)
    const second = await publishSquare('a', 'Second')
    await waitForPublished(2)
    const otherDataset = await publishSquare('b')
    await waitForPublished(3)
    await store.pin('a', first.id)
    await waitForPublished(4)
    await store.remove('a')
    await waitForPublished(5)
    const lists = published.map((list) => list.map(({ region, dataset }) => `${region} ${dataset}`).sort())
    expect(lists).toEqual([
      [`a ${first.id}`],
      [`a ${second.id}`],
      [`a ${second.id}`, `b ${otherDataset.id}`],
      [`a ${first.id}`, `b ${otherDataset.id}`],
      [`b ${otherDataset.id}`],
    ])
    expect(loader.list()).toBe(published[4])
    expect(log.map(({ msg }) => msg)).toEqual([...Array(4).fill('serving a map'), 'a map is no longer served'])
  })

  test('are not reloaded when they reappear unchanged', async () => {
    const a = await publishSquare('a')
    const loader = await openWatching()
    const [before] = loader.list()
    await publishSquare('b')
    await vi.waitFor(() => expect(Object.keys(served(loader))).toEqual(['a', 'b']), soon)
    expect(loader.list()[0]).toBe(before)
    expect(before?.dataset).toBe(a.id)
  })
})

describe('dataset that cannot be served', () => {
  test.each<[string, (dataset: StoredDataset) => Promise<void>, RegExp]>([
    ['has a bit turned', damage, /checksum|damaged/],
    ['is cut off', ({ folder: of }) => writeFile(join(of, ROADS_FILE), 'FW'), /roads\.bin/],
    ['is longer than it says', ({ folder: of }) => appendFile(join(of, ROADS_FILE), 'more'), /roads\.bin/],
    ['has no roads', ({ folder: of }) => rm(join(of, ROADS_FILE)), /no such file.*fairway compile/],
    [
      'is whole but no road map',
      async ({ folder: of }) => {
        await rm(join(of, ROADS_FILE))
        await writeSections(join(of, ROADS_FILE), [['arcs', Uint32Array.of(1)]])
      },
      /is not a road map/,
    ],
  ])('keeps the previous one when it %s, and logs the reason', async (_title, spoil, why) => {
    const intactDataset = await publishSquare('a')
    const loader = await openLoader()
    // The dataset is created elsewhere and moved atomically, so that the loader cannot see it before it is damaged.
    const elsewhere = `${dataDir}/elsewhere`
    const damagedDataset = await publishMap(elsewhere, 'a', square([10, 20], { ref: 'Bad' }))
    await spoil(damagedDataset)
    await cp(damagedDataset.folder, join(dataDir, 'datasets/a', damagedDataset.id), { recursive: true })
    loader.startWatching()
    await vi.waitFor(() => expect(log.some(({ level }) => level === 'warn')).toBe(true), soon)
    expect(log.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        msg: 'a dataset cannot be served',
        region: 'a',
        dataset: damagedDataset.id,
        why: expect.stringMatching(why),
      },
    ])
    expect([served(loader), published]).toEqual([{ a: intactDataset.id }, []])
    // The served map is still intact.
    await loader.getMetric({ dataset: intactDataset.id, spec: plain })
    // The loader loads the next valid dataset.
    const next = await publishSquare('a', 'Next')
    await vi.waitFor(() => expect(served(loader)).toEqual({ a: next.id }), soon)
  })

  test('is skipped after a restart: the newest intact dataset is served', async () => {
    const [oldest, middle, newest] = [
      await publishSquare('a', '1'),
      await publishSquare('a', '2'),
      await publishMap(dataDir, 'b', square([50, 20])),
    ]
    await damage(middle)
    const loader = await openLoader()
    expect(served(loader)).toEqual({ a: oldest.id, b: newest.id })
    expect(log).toMatchObject([
      { level: 'warn', msg: 'a dataset cannot be served', dataset: middle.id },
      { level: 'info', msg: 'serving a map', dataset: oldest.id },
      { level: 'info', msg: 'serving a map', dataset: newest.id },
    ])
  })

  test('does not prevent the others from being served', async () => {
    const [a, b] = [await publishSquare('a'), await publishSquare('b')]
    await damage(a)
    const loader = await openLoader()
    expect(served(loader)).toEqual({ b: b.id })
  })

  test.each<[string, (dataset: StoredDataset) => Promise<void>]>([
    ['is damaged', damage],
    ['has another format', ({ folder: of }) => writeFile(join(of, 'manifest.json'), '{"format": "1"}')],
  ])('counts as a dataset if it %s, unlike a server without datasets', async (_title, spoil) => {
    await spoil(await publishSquare('a'))
    const loader = await openLoader()
    expect([loader.list(), await loader.hasDatasets()]).toEqual([[], true])
    expect(await loader.findOutage()).toMatch(/^no map can be used: a is damaged/)
    expect(await (await openLoader({ regions: [] })).hasDatasets()).toBe(false)
    expect(await (await openLoader({ regions: ['b'] })).hasDatasets()).toBe(false)
    // The scan of the store is reused for a moment.
    await new DatasetStore(dataDir).remove('a')
    await expect.poll(() => loader.hasDatasets(), soon).toBe(false)
  })

  test('removes the regions of a folder that disappears, and restores them when it is back', async () => {
    const a = await publishSquare('a')
    const loader = await openWatching()
    await rm(join(dataDir, 'datasets'), { recursive: true })
    await writeFile(join(dataDir, 'datasets'), 'a file')
    // A file in place of the folder counts as a missing folder.
    await vi.waitFor(() => expect(served(loader)).toEqual({}), soon)
    await rm(join(dataDir, 'datasets'))
    const again = await publishSquare('a')
    await vi.waitFor(() => expect(served(loader)).toEqual({ a: again.id }), soon)
    expect(again.id).not.toBe(a.id)
  })
})

describe('metrics', () => {
  const heavy: MetricSpec = { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: 40 } } }

  test('are in shared memory, and each is computed once', async () => {
    const { id } = await publishSquare('a')
    const loader = await openLoader()
    const [first, again, otherDataset] = await Promise.all([
      loader.getMetric({ dataset: id, spec: plain }),
      loader.getMetric({ dataset: id, spec: structuredClone(plain) }),
      loader.getMetric({ dataset: id, spec: heavy }),
    ])
    expect(again).toBe(first)
    expect(otherDataset).not.toBe(first)
    const { weights, hierarchy } = first
    for (const array of [weights.arc, weights.turn, ...Object.values(hierarchy)]) {
      if (ArrayBuffer.isView(array)) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
    }
    expect(hierarchy.memory.buffer, 'where the kernels can work').toBeInstanceOf(SharedArrayBuffer)
  })

  test('stay cached for the 24 most recently requested', async () => {
    const { id } = await publishSquare('a')
    const loader = await openLoader()
    const requestMetric = (tons: number) =>
      loader.getMetric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const first = await requestMetric(1)
    const second = await requestMetric(2)
    for (let tons = 3; tons <= 24; tons++) await requestMetric(tons)
    expect(await requestMetric(1)).toBe(first)
    // This metric exceeds the limit, and the second metric is now the least recently used.
    await requestMetric(25)
    expect(await requestMetric(1)).toBe(first)
    expect(await requestMetric(2)).not.toBe(second)
  })

  test('stay cached while they fit into the memory limit, and the last four always', async () => {
    const { id } = await publishSquare('a')
    const loader = await openLoader({ maxCachedMetricBytes: 1 })
    const requestMetric = (tons: number) =>
      loader.getMetric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const metrics = []
    for (let tons = 1; tons <= 5; tons++) metrics.push(await requestMetric(tons))
    for (let tons = 2; tons <= 5; tons++) expect(await requestMetric(tons)).toBe(metrics[tons - 1])
    expect(await requestMetric(1)).not.toBe(metrics[0])
  })

  test('have path attributes in their own memory, also when they were evicted and built again', async () => {
    const { id } = await publishSquare('a')
    const loader = await openLoader()
    const requestMetric = (tons: number) =>
      loader.getMetric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const isOwn = async () => {
      const metric = await requestMetric(1)
      const { offsets } = await loader.computePathAttributes({ dataset: id, spec: plain, metric, kind: 'usual' })
      return offsets.memory === metricName(metric.hierarchy.memory)
    }
    const first = await requestMetric(1)
    expect(await isOwn()).toBe(true)
    for (let tons = 2; tons <= 25; tons++) await requestMetric(tons)
    expect(await requestMetric(1)).not.toBe(first)
    expect(await isOwn()).toBe(true)
  })

  test('are queued for 64 requests, and rejected beyond that until some complete', async () => {
    const { id } = await publishSquare('a')
    const loader = await openLoader()
    const requestMetric = (tons: number) =>
      loader.getMetric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const results = await Promise.allSettled(Array.from({ length: 80 }, (_, tons) => requestMetric(tons)))
    expect(results.map(({ status }) => status)).toEqual([...Array(64).fill('fulfilled'), ...Array(16).fill('rejected')])
    expect(results.at(-1)).toMatchObject({ reason: { message: 'already waiting for 64 metrics' } })
    await requestMetric(80)
    expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  test('of a replaced dataset stay available to requests that started on it, and then expire', async () => {
    const old = await publishSquare('a')
    const loader = await openWatching({ unloadDelayMs: 500 })
    const fresh = await publishSquare('a', 'Second')
    await vi.waitFor(() => expect(served(loader)).toEqual({ a: fresh.id }), soon)
    await loader.getMetric({ dataset: old.id, spec: plain })
    await vi.waitFor(async () => {
      await expect(loader.getMetric({ dataset: old.id, spec: heavy })).rejects.toThrow(
        `dataset ${old.id} is not loaded`,
      )
    }, soon)
    await expect(loader.getMetric({ dataset: old.id, spec: plain })).rejects.toThrow()
    expect(log.at(-1)).toMatchObject({ level: 'warn', msg: 'customization failed', dataset: old.id })
    await loader.getMetric({ dataset: fresh.id, spec: plain })
  })

  test('of a dataset that was replaced and then restored stay available', async () => {
    const first = await publishSquare('a')
    const second = await publishSquare('a', 'Second')
    const loader = await openWatching({ unloadDelayMs: 500 })
    const use = async (id: string) => {
      await store.pin('a', id)
      await vi.waitFor(() => expect(served(loader)).toEqual({ a: id }), soon)
    }
    await use(first.id)
    await use(second.id)
    // When the first dataset is unloaded, the unload time of the second dataset has passed too.
    await vi.waitFor(async () => {
      await expect(loader.getMetric({ dataset: first.id, spec: heavy })).rejects.toThrow()
    }, soon)
    await loader.getMetric({ dataset: second.id, spec: heavy })
  })

  test('of an unknown dataset fail with its name, and are requested again the next time', async () => {
    const loader = await openLoader()
    await expect(loader.getMetric({ dataset: 'x', spec: plain })).rejects.toThrow('dataset x is not loaded')
    await expect(loader.getMetric({ dataset: 'x', spec: plain })).rejects.toThrow('dataset x is not loaded')
    expect(log).toHaveLength(2)
  })
})

test('publishes nothing when it is stopped while loading', async () => {
  const loader = await openWatching()
  await publishSquare('a')
  await stopLoader(loader)
  expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  await expect(loader.getMetric({ dataset: 'x', spec: plain })).rejects.toThrow('the customization worker has exited')
})

describe('the first start', () => {
  const region = 'first'
  let extract: string
  beforeEach(async () => {
    extract = join(dataDir, 'first.osm')
    await writeFile(extract, toExtract(square([30, 40])))
  })

  /** Opens a loader whose embedded map is `extract`, with a prepared map of other streets that has the given hash. */
  async function openFirst(sha256: string): Promise<RegionLoader> {
    const preparedDir = join(dataDir, 'prepared')
    const { folder: prepared } = await publishMap(preparedDir, region, square([10, 20]))
    const file = join(prepared, 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { source: { sha256: string } }
    manifest.source.sha256 = sha256
    await writeFile(file, JSON.stringify(manifest))
    return await openLoader({ servesEmbeddedMaps: true, extracts: [{ region, title: 'First', extract }], preparedDir })
  }

  test('publishes the prepared map of the same extract instead of compiling it', async () => {
    const sha256 = createHash('sha256')
      .update(await readFile(extract))
      .digest('hex')
    const host = await openFirst(sha256)
    expect(host.list()).toMatchObject([{ region, boundingBox: { north: 10, west: 20 } }])
    expect(log[0]?.msg).toBe('first start: using the prepared map of First')
  })

  test('compiles the extract if the prepared map is another one', async () => {
    const host = await openFirst('0'.repeat(64))
    expect(host.list()).toMatchObject([{ region, boundingBox: { north: 30, west: 40 } }])
    expect(log[0]).toMatchObject({
      msg: 'first start: compiling the embedded map of First',
      why: 'it was compiled from another extract',
    })
  })
})
