import { appendFile, cp, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatasetStore, HEADER_BYTES, ROADS_FILE, type StoredDataset, writeSections } from '@fairway/dataset'
import { defaultProfile, passengerCar } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { MetricSpec, RegionHandle } from './handles.ts'
import { RegionHost, type RegionHostOptions } from './region-loader.ts'

const soon = { timeout: 10_000, interval: 20 }
const plain: MetricSpec = { profile: defaultProfile, holds: [], avoidAreas: [] }

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
const hosts: RegionHost[] = []
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = folder.path
  store = new DatasetStore(dataDir)
  log = []
  published = []
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await stopHost(host)
  await folder.dispose()
})

async function openHost(options: Partial<RegionHostOptions> = {}): Promise<RegionHost> {
  const host = new RegionHost({
    dataDir,
    embedded: false,
    threads: 1,
    traffic: { feeds: [], refreshMs: 60_000, maxAgeMs: 900_000, fleetAccounts: 2 },
    lookEveryMs: 50,
    publish: async (regions) => void published.push(regions),
    log: {
      info: (fields, msg) => void log.push({ level: 'info', msg, ...fields }),
      warn: (fields, msg) => void log.push({ level: 'warn', msg, ...fields }),
    },
    onDead: (error) => {
      throw error
    },
    ...options,
  })
  hosts.push(host)
  await host.customization.start()
  await host.open()
  return host
}

async function stopHost(host: RegionHost): Promise<void> {
  host.stop()
  await host.customization.stop()
}

async function openWatching(options: Partial<RegionHostOptions> = {}): Promise<RegionHost> {
  const host = await openHost(options)
  host.startWatching()
  return host
}

const served = (host: RegionHost): Record<string, string> =>
  Object.fromEntries(host.list().map(({ region, dataset }) => [region, dataset]))
const publishSquare = (region: string, name = 'First'): Promise<StoredDataset> =>
  publishMap(dataDir, region, square([10, 20], { ref: name }))

/** Flips one bit in the middle of the file. */
async function damage({ folder: of }: StoredDataset): Promise<void> {
  const file = await open(join(of, ROADS_FILE), 'r+')
  const byte = new Uint8Array(1)
  // The first byte of the first section, because padding between sections is not checked.
  const at = HEADER_BYTES
  await file.read(byte, 0, 1, at)
  await file.write(Uint8Array.of((byte[0] ?? 0) ^ 1), 0, 1, at)
  await file.close()
}

describe('served regions', () => {
  test('are empty when there is no data and none is to be built', async () => {
    const host = await openHost()
    expect([host.list(), log]).toEqual([[], []])
  })

  test('include every available region, with its bounding box and attribution', async () => {
    const [a, b] = [await publishSquare('a'), await publishSquare('b/c')]
    const host = await openHost()
    expect(served(host)).toEqual({ a: a.id, 'b/c': b.id })
    const [handle] = host.list()
    expect(handle).toMatchObject({
      attribution: '© OpenStreetMap contributors (ODbL 1.0)',
      boundingBox: { south: 9.996, west: 20, north: 10, east: 20.005 },
    })
    for (const array of handle?.sections.values() ?? []) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  test('follow new regions, newer datasets, other selections and removals; each state is published once', async () => {
    const host = await openWatching()
    const told = (count: number) => vi.waitFor(() => expect(published).toHaveLength(count), soon)
    const first = await publishSquare('a')
    await told(1)
    const second = await publishSquare('a', 'Second')
    await told(2)
    const other = await publishSquare('b')
    await told(3)
    await store.use('a', first.id)
    await told(4)
    await store.remove('a')
    await told(5)
    const lists = published.map((list) => list.map(({ region, dataset }) => `${region} ${dataset}`).sort())
    expect(lists).toEqual([
      [`a ${first.id}`],
      [`a ${second.id}`],
      [`a ${second.id}`, `b ${other.id}`],
      [`a ${first.id}`, `b ${other.id}`],
      [`b ${other.id}`],
    ])
    expect(host.list()).toBe(published[4])
    expect(log.map(({ msg }) => msg)).toEqual([...Array(4).fill('serving a map'), 'a map is no longer served'])
  })

  test('are not reloaded when they reappear unchanged', async () => {
    const a = await publishSquare('a')
    const host = await openWatching()
    const [before] = host.list()
    await publishSquare('b')
    await vi.waitFor(() => expect(Object.keys(served(host))).toEqual(['a', 'b']), soon)
    expect(host.list()[0]).toBe(before)
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
    const good = await publishSquare('a')
    const host = await openHost()
    // Created elsewhere and moved in atomically: a watching loader must not see it before it is damaged.
    const elsewhere = `${dataDir}/elsewhere`
    const bad = await publishMap(elsewhere, 'a', square([10, 20], { ref: 'Bad' }))
    await spoil(bad)
    await cp(bad.folder, join(dataDir, 'datasets/a', bad.id), { recursive: true })
    host.startWatching()
    await vi.waitFor(() => expect(log.some(({ level }) => level === 'warn')).toBe(true), soon)
    expect(log.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        msg: 'a dataset cannot be served',
        region: 'a',
        dataset: bad.id,
        why: expect.stringMatching(why),
      },
    ])
    expect([served(host), published]).toEqual([{ a: good.id }, []])
    // The served map is still intact.
    await host.metric({ dataset: good.id, spec: plain })
    // The next valid one is loaded.
    const next = await publishSquare('a', 'Next')
    await vi.waitFor(() => expect(served(host)).toEqual({ a: next.id }), soon)
  })

  test('is skipped after a restart: the newest intact dataset is served', async () => {
    const [oldest, middle, newest] = [
      await publishSquare('a', '1'),
      await publishSquare('a', '2'),
      await publishMap(dataDir, 'b', square([50, 20])),
    ]
    await damage(middle)
    const host = await openHost()
    expect(served(host)).toEqual({ a: oldest.id, b: newest.id })
    expect(log).toMatchObject([
      { level: 'warn', msg: 'a dataset cannot be served', dataset: middle.id },
      { level: 'info', msg: 'serving a map', dataset: oldest.id },
      { level: 'info', msg: 'serving a map', dataset: newest.id },
    ])
  })

  test('does not prevent the others from being served', async () => {
    const [a, b] = [await publishSquare('a'), await publishSquare('b')]
    await damage(a)
    const host = await openHost()
    expect(served(host)).toEqual({ b: b.id })
  })

  test('removes the regions of a folder that disappears, and restores them when it is back', async () => {
    const a = await publishSquare('a')
    const host = await openWatching()
    await rm(join(dataDir, 'datasets'), { recursive: true })
    await writeFile(join(dataDir, 'datasets'), 'a file')
    // A file in place of the folder counts as a missing folder.
    await vi.waitFor(() => expect(served(host)).toEqual({}), soon)
    await rm(join(dataDir, 'datasets'))
    const again = await publishSquare('a')
    await vi.waitFor(() => expect(served(host)).toEqual({ a: again.id }), soon)
    expect(again.id).not.toBe(a.id)
  })
})

describe('metrics', () => {
  const heavy: MetricSpec = { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: 40 } } }

  test('are in shared memory, and each is computed once', async () => {
    const { id } = await publishSquare('a')
    const host = await openHost()
    const [first, again, other] = await Promise.all([
      host.metric({ dataset: id, spec: plain }),
      host.metric({ dataset: id, spec: structuredClone(plain) }),
      host.metric({ dataset: id, spec: heavy }),
    ])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const { weights, hierarchy } = first
    for (const array of [weights.arc, weights.turn, ...Object.values(hierarchy)]) {
      if (ArrayBuffer.isView(array)) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
    }
    expect(hierarchy.memory.buffer, 'where the kernels can work').toBeInstanceOf(SharedArrayBuffer)
  })

  test('stay cached for the 24 most recently requested', async () => {
    const { id } = await publishSquare('a')
    const host = await openHost()
    const ask = (tons: number) =>
      host.metric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const first = await ask(1)
    const second = await ask(2)
    for (let tons = 3; tons <= 24; tons++) await ask(tons)
    expect(await ask(1)).toBe(first)
    // One above the limit: the second is now the least recently used.
    await ask(25)
    expect(await ask(1)).toBe(first)
    expect(await ask(2)).not.toBe(second)
  })

  test('are queued for 64 requests, and rejected beyond that until some complete', async () => {
    const { id } = await publishSquare('a')
    const host = await openHost()
    const ask = (tons: number) =>
      host.metric({
        dataset: id,
        spec: { ...plain, profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } } },
      })
    const asked = await Promise.allSettled(Array.from({ length: 80 }, (_, tons) => ask(tons)))
    expect(asked.map(({ status }) => status)).toEqual([...Array(64).fill('fulfilled'), ...Array(16).fill('rejected')])
    expect(asked.at(-1)).toMatchObject({ reason: { message: 'already waiting for 64 metrics' } })
    await ask(80)
    expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  test('of a replaced dataset stay available to requests that started on it, and then expire', async () => {
    const old = await publishSquare('a')
    const host = await openWatching({ forgetAfterMs: 500 })
    const fresh = await publishSquare('a', 'Second')
    await vi.waitFor(() => expect(served(host)).toEqual({ a: fresh.id }), soon)
    await host.metric({ dataset: old.id, spec: plain })
    await vi.waitFor(async () => {
      await expect(host.metric({ dataset: old.id, spec: heavy })).rejects.toThrow(`dataset ${old.id} is not loaded`)
    }, soon)
    await expect(host.metric({ dataset: old.id, spec: plain })).rejects.toThrow()
    expect(log.at(-1)).toMatchObject({ level: 'warn', msg: 'customization failed', dataset: old.id })
    await host.metric({ dataset: fresh.id, spec: plain })
  })

  test('of a dataset that was replaced and then restored stay available', async () => {
    const first = await publishSquare('a')
    const second = await publishSquare('a', 'Second')
    const host = await openWatching({ forgetAfterMs: 500 })
    const use = async (id: string) => {
      await store.use('a', id)
      await vi.waitFor(() => expect(served(host)).toEqual({ a: id }), soon)
    }
    await use(first.id)
    await use(second.id)
    // Once the first is forgotten, the time at which the second would have been forgotten has passed too.
    await vi.waitFor(async () => {
      await expect(host.metric({ dataset: first.id, spec: heavy })).rejects.toThrow()
    }, soon)
    await host.metric({ dataset: second.id, spec: heavy })
  })

  test('of an unknown dataset fail with its name, and are requested again the next time', async () => {
    const host = await openHost()
    await expect(host.metric({ dataset: 'x', spec: plain })).rejects.toThrow('dataset x is not loaded')
    await expect(host.metric({ dataset: 'x', spec: plain })).rejects.toThrow('dataset x is not loaded')
    expect(log).toHaveLength(2)
  })
})

test('publishes nothing when it is stopped while loading', async () => {
  const host = await openWatching()
  await publishSquare('a')
  await stopHost(host)
  expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  await expect(host.metric({ dataset: 'x', spec: plain })).rejects.toThrow('the customization worker has exited')
})
