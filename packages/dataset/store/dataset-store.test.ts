import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATASET_FORMAT } from '../format/header.ts'
import { DatasetStore } from './dataset-store.ts'
import { ManifestError, parseManifest } from './manifest-json.ts'
import { toRegionName } from './region-name.ts'
import { StoreError } from './store-refusal.ts'
import { makeSampleWriter, readSample, sampleManifestContent } from './testing/sample-dataset.ts'
import type { ServedDatasets } from './watch-store.ts'

let dataDir: string
let store: DatasetStore
let now: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairway-store-'))
  now = Date.UTC(2026, 10, 15, 5, 25, 1, 123)
  store = new DatasetStore(dataDir, () => now)
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const datasets = (...path: string[]) => join(dataDir, 'datasets', ...path)
async function publishAfter(region: string, ms: number, value = 1) {
  now += ms
  return await store.publish(region, makeSampleWriter(value))
}
async function refusal(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.then(
    () => undefined,
    (one) => one,
  )
  expect(error).toBeInstanceOf(StoreError)
  return error as StoreError
}

describe('publishing', () => {
  test('creates a dataset with a manifest', async () => {
    const published = await store.publish('europe/porto', makeSampleWriter(7))
    expect(published.id).toMatch(/^20261115T052501123Z-[0-9a-f]{12}$/)
    expect(published.manifest).toEqual({
      ...sampleManifestContent,
      format: DATASET_FORMAT,
      region: 'europe/porto',
      dataset: published.id,
      createdAt: '2026-11-15T05:25:01.123Z',
      files: { 'roads.bin': { bytes: published.bytes, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    })
    expect(await new DatasetStore(dataDir).list()).toEqual([published])
    expect(await readSample(published)).toBe(7)
    expect(JSON.parse(await readFile(join(published.folder, 'manifest.json'), 'utf8'))).toMatchObject({
      format: DATASET_FORMAT,
      created_at: '2026-11-15T05:25:01.123Z',
      bounding_box: { south: 41.1, west: -8.7, north: 41.2, east: -8.5 },
      compile: { wall_seconds: 1.5, peak_memory_bytes: 300_000_000 },
    })
  })

  test('shows nothing until everything is written, and leaves nothing behind after a failure', async () => {
    const failing = store.publish('porto', async (folder) => {
      await makeSampleWriter(1)(folder)
      expect(await store.list()).toEqual([])
      expect(await store.findCurrent('porto')).toBeUndefined()
      throw new Error('no more roads')
    })
    await expect(failing).rejects.toThrow('no more roads')
    expect(await store.list()).toEqual([])
    expect(await readdir(datasets('.work'))).toEqual([])
    expect(existsSync(datasets('porto'))).toBe(false)
  })

  test('treats a dataset without files as a bug', async () => {
    await expect(store.publish('porto', async () => sampleManifestContent)).rejects.toThrow('at least one file')
  })

  test('lists the last published dataset as the newest even when the clock was set back', async () => {
    await publishAfter('porto', 0, 1)
    await publishAfter('porto', -3600_000, 2)
    const current = await store.findCurrent('porto')
    expect(current && (await readSample(current))).toBe(2)
  })

  test('treats the same bytes in the same millisecond as one dataset', async () => {
    const twin = new DatasetStore(dataDir, () => now)
    const both = await Promise.all([store, twin].map((operation) => operation.publish('porto', makeSampleWriter(1))))
    const ids = new Set((await store.list()).map(({ id }) => id))
    expect(both.every(({ id }) => ids.has(id))).toBe(true)
    expect(await readdir(datasets('.work'))).toEqual([])
  })

  test.each([
    '',
    '.',
    '..',
    '../porto',
    'a/../b',
    '/porto',
    'porto/',
    'a//b',
    'Porto',
    '.hidden',
    'a/.b',
    'pör',
    'a\\b',
    'a b',
    'a\0',
    'x'.repeat(101),
  ])('rejects the region name %j', async (name) => {
    const operations = [store.publish(name, makeSampleWriter(1)), store.remove(name), store.pin(name, undefined)]
    for (const operation of operations) expect((await refusal(operation)).kind).toBe('bad-region-name')
    expect(await store.findCurrent(name)).toBeUndefined()
    expect(await readdir(dataDir)).toEqual([])
  })

  test.each(['porto', 'europe/monaco', '2026', 'us-west_2.a', 'a..b', 'x'.repeat(100)])(
    'accepts the region name %j',
    async (name) => {
      expect((await store.publish(name, makeSampleWriter(1))).region).toBe(name)
    },
  )

  test('allows a region within another', async () => {
    await publishAfter('europe', 1)
    await publishAfter('europe/monaco', 1)
    expect((await store.list()).map(({ region }) => region)).toEqual(['europe', 'europe/monaco'])
    await store.remove('europe')
    expect((await store.list()).map(({ region }) => region)).toEqual(['europe/monaco'])
  })
})

describe('served dataset', () => {
  test('is the newest, or the selected one while it exists', async () => {
    const [old, middle, newest] = [await publishAfter('a', 1), await publishAfter('a', 1), await publishAfter('a', 1)]
    expect((await store.findCurrent('a'))?.id).toBe(newest.id)
    await store.pin('a', old.id)
    expect((await store.findCurrent('a'))?.id).toBe(old.id)
    await publishAfter('a', 1)
    expect((await store.findCurrent('a'))?.id).toBe(old.id)
    expect(await store.pin('a', undefined)).toMatchObject({ region: 'a' })
    expect((await store.findCurrent('a'))?.id).not.toBe(old.id)
    await store.pin('a', middle.id)
    expect(await store.remove('a', middle.id)).toEqual([middle.id])
    expect((await store.listRegions())[0]).toMatchObject({ pinned: undefined })
  })

  test('falls back to another when the selected one was deleted', async () => {
    const [old, newest] = [await publishAfter('a', 1), await publishAfter('a', 1)]
    await store.pin('a', old.id)
    await rm(old.folder, { recursive: true })
    expect((await store.findCurrent('a'))?.id).toBe(newest.id)
  })

  test('can be selected only when it exists', async () => {
    const { id } = await publishAfter('a', 1)
    expect((await refusal(store.pin('b', id))).message).toBe(`there is no region b in ${datasets()}; available: a`)
    const otherId = id.replace(/.{12}$/, '0123456789ab')
    expect(await refusal(store.pin('a', otherId))).toMatchObject({
      kind: 'no-such-dataset',
      message: `a has no dataset ${otherId}; it has: ${id}`,
    })
    expect((await refusal(store.pin('a', '../b'))).message).toContain('a has no dataset "../b"')
    expect((await refusal(new DatasetStore(join(dataDir, 'none')).remove('a'))).message).toContain('there are none yet')
  })

  test('skips unreadable datasets, and lists them with the reason', async () => {
    const [whole, broken, older] = [await publishAfter('a', 1), await publishAfter('a', 1), await publishAfter('a', 1)]
    await writeFile(join(broken.folder, 'manifest.json'), '{"format": ')
    await writeFile(join(older.folder, 'manifest.json'), JSON.stringify({ format: 99, everything: 'else' }))
    const fresh = new DatasetStore(dataDir, () => now)
    expect((await fresh.findCurrent('a'))?.id).toBe(whole.id)
    const [shelf] = await fresh.listRegions()
    expect(shelf?.unusable.map(({ why }) => why)).toEqual([
      `${older.folder}/manifest.json was compiled with format 99, but this server reads ${DATASET_FORMAT}; rebuild it with: fairway compile <extract> --region a`,
      `${broken.folder}/manifest.json is not valid JSON; rebuild it with: fairway compile <extract> --region a`,
    ])
    expect(await refusal(fresh.pin('a', older.id))).toMatchObject({ kind: 'unusable-dataset' })
    expect(await fresh.remove('a', broken.id)).toEqual([broken.id])
  })

  test.each([
    ['[]', 'does not contain a JSON object'],
    ['{}', 'has no source'],
    ['{"source": {}, "bounding_box": {}, "compile": {}}', 'has no number format'],
  ])('is rejected with a manifest %s: %s', (text, why) => {
    expect(() => parseManifest(text)).toThrow(new ManifestError(why))
  })

  test('ignores foreign folders', async () => {
    await publishAfter('a', 1)
    await mkdir(datasets('Notes', 'x'), { recursive: true })
    await mkdir(datasets('empty', 'region'), { recursive: true })
    await writeFile(datasets('readme.txt'), 'hello')
    expect((await store.list()).length).toBe(1)
    expect(existsSync(datasets('Notes', 'x'))).toBe(true)
  })

  test('may be linked from another disk', async () => {
    const { id, folder } = await publishAfter('a', 1)
    await mkdir(datasets('b'))
    await symlink(folder, datasets('b', id))
    expect((await store.findCurrent('b'))?.id).toBe(id)
    await store.remove('b')
    expect((await store.findCurrent('a'))?.id).toBe(id)
  })
})

describe('removing', () => {
  test('deletes a region with all its contents and empty folders', async () => {
    await publishAfter('europe/monaco', 1)
    const { id } = await publishAfter('europe/monaco', 1)
    await store.pin('europe/monaco', id)
    expect((await store.remove('europe/monaco')).length).toBe(2)
    expect(await readdir(datasets())).toEqual(['.work'])
    expect(await readdir(datasets('.work'))).toEqual([])
    expect((await refusal(store.remove('europe/monaco'))).kind).toBe('no-such-region')
  })

  test('prunes all but two per region and the served one', async () => {
    const published = []
    for (let count = 0; count < 5; count++) published.push(await publishAfter('a', 1))
    await publishAfter('b', 1)
    const served = published[1]?.id
    await store.pin('a', served)
    const pruned = await store.prune()
    expect(pruned.map(({ id }) => id)).toEqual([published[2]?.id, published[0]?.id])
    expect((await store.list()).map(({ region }) => region)).toEqual(['a', 'a', 'a', 'b'])
    expect(await store.prune()).toEqual([])
  })

  test('prunes datasets that no server can read, once there are enough readable ones', async () => {
    const old = await publishAfter('a', 1)
    await writeFile(join(old.folder, 'manifest.json'), '{"format": 0}')
    const fresh = new DatasetStore(dataDir, () => now)
    await publishAfter('a', 1)
    expect(await fresh.prune({ region: 'a' })).toEqual([])
    await publishAfter('a', 1)
    expect((await fresh.prune({ region: 'a' })).map(({ id }) => id)).toEqual([old.id])
  })
})

describe('watching', () => {
  test('reports the current state at once, then every change', async () => {
    const snapshots: string[][] = []
    let changed = Promise.withResolvers<void>()
    const watch = store.watch(
      (served: ServedDatasets) => {
        snapshots.push([...served.values()].map(({ region, id }) => `${region} ${id}`))
        changed.resolve()
      },
      { intervalMs: 5 },
    )
    const after = async <T>(work: () => Promise<T>): Promise<T> => {
      changed = Promise.withResolvers()
      const result = await work()
      await changed.promise
      return result
    }
    await changed.promise
    const first = await after(() => publishAfter('a', 1))
    const second = await after(() => publishAfter('a', 1))
    await after(() => store.pin('a', first.id))
    await after(() => store.remove('a', first.id))
    await after(() => store.remove('a'))
    watch.close()
    expect(snapshots).toEqual([[], [`a ${first.id}`], [`a ${second.id}`], [`a ${first.id}`], [`a ${second.id}`], []])
  })

  test('reports a failure once, and continues', async () => {
    const errors: unknown[] = []
    const notified = Promise.withResolvers<void>()
    const watch = store.watch(
      (served) => {
        if (served.size === 0) throw new Error('nothing to serve')
        notified.resolve()
      },
      { intervalMs: 5, onError: (error) => errors.push(error) },
    )
    await publishAfter('a', 1)
    await notified.promise
    watch.close()
    expect(errors).toEqual([new Error('nothing to serve')])
  })
})

test.each([
  ['monaco-latest.osm.pbf', 'monaco'],
  ['Porto R5.osm.pbf', 'porto-r5'],
  ['us-west-260101.osm.pbf', 'us-west'],
  ['andorra.pbf', 'andorra'],
  ['lisboa.osm.bz2', 'lisboa'],
  ['osm-qa-montevideo', 'osm-qa-montevideo'],
  ['-latest.osm.pbf', ''],
])('derives from the file %s the region "%s"', (file, region) => expect(toRegionName(file)).toBe(region))
