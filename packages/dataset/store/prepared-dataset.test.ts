import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DATASET_FORMAT } from '../format/header.ts'
import { readSections } from '../format/read-sections.ts'
import { compileRegion, ROADS_FILE } from './compile-region.ts'
import { DatasetStore } from './dataset-store.ts'
import { findPrepared, publishPrepared } from './prepared-dataset.ts'
import type { StoredDataset } from './region-folder.ts'

const region = 'porto'
const sections = [['arcs', Uint32Array.of(1, 2, 3)]] as const
let [folder, extract, preparedDir, dataDir] = ['', '', '', '']
let prepared: StoredDataset
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-prepared-'))
  extract = join(folder, 'porto.osm.pbf')
  preparedDir = join(folder, 'prepared')
  dataDir = join(folder, 'data')
  await writeFile(extract, 'an extract')
  const options = { extract, region, dataDir: preparedDir, threads: 1, onProgress() {} }
  const boundingBox = { south: 1, west: 179, north: 2, east: -179 }
  const compiled = { sections, boundingBox, counts: { arcs: 3 }, attribution: '© nobody' }
  prepared = (await compileRegion(options, async () => compiled)).dataset
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const publish = () => publishPrepared({ preparedDir, dataDir, region, extract })
const listPublished = () => new DatasetStore(dataDir).list()

test('publishes the dataset that was compiled from the same extract', async () => {
  const published = await publish()
  const [dataset] = await listPublished()
  expect(published).toEqual({ dataset })
  const { source, counts, files } = prepared.manifest
  expect(dataset?.manifest).toMatchObject({ source, counts, files })
  expect(await readSections(join(dataset?.folder ?? '', ROADS_FILE))).toEqual(new Map(sections))
})

test('gives the copy the permissions of a new file', async () => {
  await chmod(join(prepared.folder, ROADS_FILE), 0o777)
  await publish()
  const [dataset] = await listPublished()
  expect((await stat(join(dataset?.folder ?? '', ROADS_FILE))).mode & 0o111).toBe(0)
})

async function rewriteManifest(change: (manifest: Record<string, unknown>) => void): Promise<void> {
  const file = join(prepared.folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  change(manifest)
  await writeFile(file, JSON.stringify(manifest))
}
const setFormat = (format: number) => rewriteManifest((manifest) => Object.assign(manifest, { format }))

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['there is none', () => rm(preparedDir, { recursive: true }), /^there is none$/],
  ['the extract has changed', () => appendFile(extract, '!'), /^it was compiled from another extract$/],
  ['it has an older format', () => setFormat(DATASET_FORMAT - 1), /it has format|was compiled with format/],
  ['it has an unknown format', () => setFormat(999), /was compiled with format 999, but this server reads/],
  ['a file is damaged', () => appendFile(join(prepared.folder, ROADS_FILE), '!'), /^roads\.bin is damaged$/],
  ['a file is missing', () => rm(join(prepared.folder, ROADS_FILE)), /^roads\.bin is damaged$/],
  ['there are elevation tiles', addElevations, /^it has no elevations, but the data folder has elevation tiles$/],
])('publishes nothing and says why if %s', async (_, change, why) => {
  await change()
  expect(await publish()).toEqual({ why: expect.stringMatching(why) })
  expect(await listPublished()).toEqual([])
})

async function addElevations(): Promise<void> {
  await mkdir(join(dataDir, 'terrain'), { recursive: true })
  await writeFile(join(dataDir, 'terrain', 'N43E007.hgt'), new Uint8Array(1201 * 1201 * 2))
}

test('finds nothing for another region', async () => {
  expect(await findPrepared({ preparedDir, region: 'lisbon', extract })).toEqual({ why: 'there is none' })
})
