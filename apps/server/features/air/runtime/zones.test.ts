import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCap, toVector } from '@fairway/air'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { boxZone, circleZone, collection, corridor } from '../../../../../tests/support/operations/drone.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { Airspace } from '../../../maps/airspace/airspace.ts'
import type { ZoneSet } from '../../../maps/airspace/airspace-handle.ts'
import { decodeAirFiles } from '../../../maps/airspace/pack-files.ts'
import { readZoneSet } from './read-zone-set.ts'
import { ZoneLoader } from './zone-loader.ts'
import { MAX_ZONE_BYTES, readZoneText, toZonesName, ZoneStore } from './zone-store.ts'

let folder: TempDir
let store: ZoneStore
beforeEach(async () => {
  folder = await createTempDir()
  store = new ZoneStore(folder.path)
})
afterEach(() => folder.dispose())

const zone = (id: string) => circleZone([-40, -20], 100, { id })
const toZoneJson = (...ids: string[]) => JSON.stringify(collection(...ids.map(zone)))
const idsOf = ({ files }: ZoneSet) =>
  decodeAirFiles(files).map(({ name, zones }) => [name, ...zones.map(({ id }) => id)])
const inFolder = (file: string) => join(folder.path, 'zones', file)

describe('zone folder', () => {
  test('stores files by name, replaces them whatever their format, and removes them', async () => {
    expect(await store.list()).toEqual([])
    await store.put('mine', toZoneJson('A'))
    await store.put('mine', 'AC P\nAN Box\nAL GND\nAH 500ft AGL\nDP 40:00:00 S 020:00:00 W\n')
    expect((await store.list()).map(({ name, path }) => [name, path])).toEqual([['mine', inFolder('mine.txt')]])
    expect([await store.remove('mine'), await store.remove('mine')]).toEqual([true, false])
    expect(await store.list()).toEqual([])
  })

  test('detects a rewritten file, and ignores files without zones', async () => {
    await store.put('a', toZoneJson('A'))
    const [before] = await store.list()
    await store.put('a', toZoneJson('B'))
    const [after] = await store.list()
    expect(after?.stamp).not.toBe(before?.stamp)
    await writeFile(inFolder('.hidden.json'), '')
    await writeFile(inFolder('readme.md'), '')
    await mkdir(inFolder('folder.json'))
    expect((await store.list()).map(({ name }) => name)).toEqual(['a'])
  })

  test('derives names from file names', () => {
    expect(['/x/Zones of Uruguay.geojson', 'a.b.json', 'UK.TXT', '*.json'].map(toZonesName)).toEqual([
      'zones-of-uruguay',
      'a-b',
      'uk',
      '',
    ])
  })

  test('accepts a file up to the size limit, and no larger', async () => {
    const path = join(folder.path, 'large.json')
    await writeFile(path, '')
    await truncate(path, MAX_ZONE_BYTES)
    expect(await readZoneText(path)).toEqual({ text: expect.any(String) })
    await truncate(path, MAX_ZONE_BYTES + 1)
    expect(await readZoneText(path)).toEqual({ tooLarge: 'has 67108865 bytes; the maximum is 67108864' })
  })
})

describe('zone set', () => {
  test('contains all files in order of name, and an invalid file hides no other', async () => {
    await store.put('b', toZoneJson('B'))
    await store.put('a', toZoneJson('A'))
    await writeFile(inFolder('c.json'), '{"features": 5}')
    const set = await readZoneSet(folder.path)
    expect(idsOf(set)).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
    expect(set.unusable).toEqual([{ name: 'c', why: expect.stringMatching(/^c: is JSON without a list of features/) }])
    expect(set.version).toMatch(/^zones-[0-9a-f]{12}$/)
    expect((await readZoneSet(folder.path)).version).toBe(set.version)
    await store.put('a', toZoneJson('A', 'C'))
    expect((await readZoneSet(folder.path)).version).not.toBe(set.version)
  })

  test('has unique ids: the first file by name keeps a duplicate id', async () => {
    await store.put('b', toZoneJson('X', 'Y', 'a/X'))
    await store.put('a', toZoneJson('X'))
    await store.put('c', toZoneJson('X', 'b/X'))
    expect(idsOf(await readZoneSet(folder.path))).toEqual([
      ['a', 'X'],
      ['b', 'b/X', 'Y', 'a/X'],
      ['c', 'c/X', 'c/b/X'],
    ])
  })

  test('replaces sample corridors with corridors of the same id', async () => {
    const id = 'sample:montevideo-bay'
    const line = [
      [-34.9, -56.2],
      [-34.91, -56.2],
    ] as const
    await store.put('own', JSON.stringify(collection(corridor(line, { id, name: 'Own' }))))
    const handle = { dataDir: folder.path, defaultZones: false, sampleCorridors: true }
    const sky = new Airspace({ ...handle, zones: await readZoneSet(folder.path) }).createView()
    const near = sky.sky.corridorsNear(makeCap(toVector([-34.9, -56.2]), 20_000))
    expect(near.filter((one) => one.id === id).map(({ name }) => name)).toEqual(['Own'])
    expect(near).toHaveLength(5)
    expect(sky.attributions()).toEqual(['Test zones', expect.stringMatching(/^SAMPLE/)])
  })

  test('has no attribution for distant zones', async () => {
    await store.put('far', JSON.stringify(collection(boxZone([10, 10], [11, 11], { id: 'FAR' }))))
    const handle = { dataDir: folder.path, defaultZones: false, sampleCorridors: true }
    const around = new Airspace({ ...handle, zones: await readZoneSet(folder.path) }).createView()
    expect(around.sky.zonesNear(makeCap(toVector([-40, -20]), 1000))).toEqual([])
    expect(around.attributions()).toEqual([])
  })
})

test('publishes the initial state and every change, reports every error once, and stays idle when nothing changes', async () => {
  const published: ZoneSet[] = []
  const warned: string[] = []
  const log = { info: () => {}, warn: ({ why }: { why?: string }) => void warned.push(why ?? '') }
  const loader = new ZoneLoader({
    dataDir: folder.path,
    publish: (set) => void published.push(set),
    log,
    scanIntervalMs: 20,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const scan = async () => {
    vi.advanceTimersByTime(20)
    await loader.waitFor(300_000)
  }
  loader.start()
  await loader.waitFor(300_000)
  expect(published.map(({ version }) => version)).toEqual([''])
  expect(published.map(idsOf)).toEqual([[]])
  await store.put('a', toZoneJson('A'))
  await scan()
  expect(published.map(idsOf)).toEqual([[], [['a', 'A']]])
  await writeFile(inFolder('bad.json'), '[')
  await scan()
  expect(published.map(idsOf)).toEqual([[], [['a', 'A']], [['a', 'A']]])
  for (let scans = 0; scans < 3; scans++) await scan()
  expect(published).toHaveLength(3)
  await rm(inFolder('a.json'))
  await scan()
  expect(published).toHaveLength(4)
  expect(warned).toEqual([expect.stringMatching(/^bad: bad: is not valid JSON/)])
  await loader.stop()
  expect(vi.getTimerCount(), 'scheduled scans').toBe(0)
})
