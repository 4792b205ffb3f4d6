import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CompiledRegion, CompileExtract, CompileProgress } from '../compile-options.ts'
import { readSections } from '../format/read-sections.ts'
import { compileRegion, ExtractChangedError, ROADS_FILE } from './compile-region.ts'
import { DatasetStore } from './dataset-store.ts'

let folder: string
let extract: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-compile-'))
  extract = join(folder, 'porto.osm.pbf')
  dataDir = join(folder, 'data')
  await writeFile(extract, 'an extract')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const compiled: CompiledRegion = {
  sections: [['arcs', Uint32Array.of(1, 2, 3)]],
  boundingBox: { south: 1, west: 179, north: 2, east: -179 },
  counts: { arcs: 3 },
  attribution: '© nobody',
}
function compile(compileExtract: CompileExtract = async () => compiled, progress: CompileProgress[] = []) {
  const onProgress = (one: CompileProgress) => void progress.push(one)
  return compileRegion({ extract, region: 'porto', dataDir, threads: 2, onProgress }, compileExtract)
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('compiles an extract into the served dataset, with its source and cost', async () => {
  const progress: CompileProgress[] = []
  const { dataset, servedDataset, prunedDatasets } = await compile(async ({ threads, onProgress }) => {
    expect(threads).toBe(2)
    onProgress({ stage: 'building', fraction: 1 })
    return compiled
  }, progress)
  expect({ servedDataset, prunedDatasets }).toEqual({ servedDataset: dataset, prunedDatasets: [] })
  expect(await new DatasetStore(dataDir).findCurrent('porto')).toEqual(dataset)
  const { source, boundingBox, compile: figures } = dataset.manifest
  expect(source).toEqual({ file: 'porto.osm.pbf', bytes: 10, sha256: sha256('an extract'), timestamp: undefined })
  expect(boundingBox).toEqual(compiled.boundingBox)
  expect(figures.peakMemoryBytes).toBeGreaterThan(10_000_000)
  expect(await readSections(join(dataset.folder, ROADS_FILE))).toEqual(new Map(compiled.sections))
  expect(progress).toEqual([
    { stage: 'checking the extract', fraction: 1 },
    { stage: 'building', fraction: 1 },
    { stage: 'writing the dataset', fraction: 0 },
    { stage: 'writing the dataset', fraction: 1 },
  ])
})

test('uses all files of a tile folder as the source', async () => {
  extract = join(folder, 'tiles')
  await mkdir(join(extract, 'within'), { recursive: true })
  await writeFile(join(extract, 'b.mvt'), 'second')
  await writeFile(join(extract, 'a.mvt'), 'first')
  const { dataset } = await compile()
  const sums = `${sha256('first')}  a.mvt\n${sha256('second')}  b.mvt\n`
  expect(dataset.manifest.source).toMatchObject({ file: 'tiles', bytes: 11, sha256: sha256(sums) })
})

test('does not publish an extract that changes meanwhile', async () => {
  const changing = compile(async () => {
    await appendFile(extract, '!')
    return compiled
  })
  await expect(changing).rejects.toThrow(ExtractChangedError)
  expect(await new DatasetStore(dataDir).list()).toEqual([])
})

test('detects a data folder that is not writable before compiling anything', async () => {
  await writeFile(dataDir, 'a file')
  const compileExtract = async () => {
    throw new Error('too late')
  }
  await expect(compile(compileExtract)).rejects.toMatchObject({ code: 'ENOTDIR' })
})
