import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { capAround, toVector } from '@fairway/air'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boxZone, circleZone, collection, corridor } from '../../../../../tests/support/operations/drone.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { OpenSky } from './open-sky.ts'
import { unpackFiles } from './pack-files.ts'
import { readZoneSet } from './read-zone-set.ts'
import type { ZoneSet } from './sky-handle.ts'
import { ZoneHost } from './zone-loader.ts'
import { MOST_ZONE_BYTES, nameOfFile, readZoneText, ZoneShelf } from './zone-store.ts'

let folder: TempDir
let shelf: ZoneShelf
beforeEach(async () => {
  folder = await createTempDir()
  shelf = new ZoneShelf(folder.path)
})
afterEach(() => folder.dispose())

const zone = (id: string) => circleZone([-40, -20], 100, { id })
const text = (...ids: string[]) => JSON.stringify(collection(...ids.map(zone)))
const idsOf = ({ files }: ZoneSet) => unpackFiles(files).map(({ name, zones }) => [name, ...zones.map(({ id }) => id)])
const inFolder = (file: string) => join(folder.path, 'zones', file)

describe('zone folder', () => {
  test('stores files by name, replaces them whatever their format, and removes them', async () => {
    expect(await shelf.list()).toEqual([])
    await shelf.put('mine', text('A'))
    await shelf.put('mine', 'AC P\nAN Box\nAL GND\nAH 500ft AGL\nDP 40:00:00 S 020:00:00 W\n')
    expect((await shelf.list()).map(({ name, path }) => [name, path])).toEqual([['mine', inFolder('mine.txt')]])
    expect([await shelf.remove('mine'), await shelf.remove('mine')]).toEqual([true, false])
    expect(await shelf.list()).toEqual([])
  })

  test('detects a rewritten file, and ignores files without zones', async () => {
    await shelf.put('a', text('A'))
    const [before] = await shelf.list()
    await shelf.put('a', text('B'))
    const [after] = await shelf.list()
    expect(after?.stamp).not.toBe(before?.stamp)
    await writeFile(inFolder('.hidden.json'), '')
    await writeFile(inFolder('readme.md'), '')
    await mkdir(inFolder('folder.json'))
    expect((await shelf.list()).map(({ name }) => name)).toEqual(['a'])
  })

  test('derives names from file names', () => {
    expect(['/x/Zones of Uruguay.geojson', 'a.b.json', 'UK.TXT', '*.json'].map(nameOfFile)).toEqual([
      'zones-of-uruguay',
      'a-b',
      'uk',
      '',
    ])
  })

  test('accepts a file up to the size limit, and no larger', async () => {
    const path = join(folder.path, 'large.json')
    await writeFile(path, '')
    await truncate(path, MOST_ZONE_BYTES)
    expect(await readZoneText(path)).toEqual({ text: expect.any(String) })
    await truncate(path, MOST_ZONE_BYTES + 1)
    expect(await readZoneText(path)).toEqual({ tooLarge: 'has 67108865 bytes; the maximum is 67108864' })
  })
})

describe('zone set', () => {
  test('contains all files in order of name, and an invalid file hides no other', async () => {
    await shelf.put('b', text('B'))
    await shelf.put('a', text('A'))
    await writeFile(inFolder('c.json'), '{"features": 5}')
    const set = await readZoneSet(folder.path)
    expect(idsOf(set)).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
    expect(set.unusable).toEqual([{ name: 'c', why: expect.stringMatching(/^c: is JSON without a list of features/) }])
    expect(set.version).toMatch(/^zones-[0-9a-f]{12}$/)
    expect((await readZoneSet(folder.path)).version).toBe(set.version)
    await shelf.put('a', text('A', 'C'))
    expect((await readZoneSet(folder.path)).version).not.toBe(set.version)
  })

  test('has unique ids: the first file by name keeps a duplicate id', async () => {
    await shelf.put('b', text('X', 'Y', 'a/X'))
    await shelf.put('a', text('X'))
    await shelf.put('c', text('X', 'b/X'))
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
    await shelf.put('own', JSON.stringify(collection(corridor(line, { id, name: 'Own' }))))
    const handle = { dataDir: folder.path, defaultZones: false, sampleCorridors: true }
    const sky = new OpenSky({ ...handle, zones: await readZoneSet(folder.path) }).lookAround()
    const near = sky.sky.corridorsNear(capAround(toVector([-34.9, -56.2]), 20_000))
    expect(near.filter((one) => one.id === id).map(({ name }) => name)).toEqual(['Own'])
    expect(near).toHaveLength(5)
    expect(sky.attributions()).toEqual(['Test zones', expect.stringMatching(/^SAMPLE/)])
  })

  test('has no attribution for distant zones', async () => {
    await shelf.put('far', JSON.stringify(collection(boxZone([10, 10], [11, 11], { id: 'FAR' }))))
    const handle = { dataDir: folder.path, defaultZones: false, sampleCorridors: true }
    const around = new OpenSky({ ...handle, zones: await readZoneSet(folder.path) }).lookAround()
    expect(around.sky.zonesNear(capAround(toVector([-40, -20]), 1000))).toEqual([])
    expect(around.attributions()).toEqual([])
  })
})

test('publishes the initial state and every change, reports every error once, and stays idle when nothing changes', async () => {
  const published: ZoneSet[] = []
  const warned: string[] = []
  const log = { info: () => {}, warn: ({ why }: { why?: string }) => void warned.push(why ?? '') }
  const host = new ZoneHost({ dataDir: folder.path, publish: (set) => void published.push(set), log, lookEveryMs: 20 })
  const until = async (count: number) => {
    for (let tries = 0; published.length < count && tries < 500; tries++) await sleep(20)
    expect(published).toHaveLength(count)
  }
  host.start()
  await host.waitFor(5000)
  await until(1)
  expect([published[0]?.version, idsOf(published[0] ?? expect.unreachable())]).toEqual(['', []])
  await shelf.put('a', text('A'))
  await until(2)
  expect(idsOf(published[1] ?? expect.unreachable())).toEqual([['a', 'A']])
  await writeFile(inFolder('bad.json'), '[')
  await until(3)
  expect(idsOf(published[2] ?? expect.unreachable())).toEqual([['a', 'A']])
  await sleep(100)
  await rm(inFolder('a.json'))
  await until(4)
  expect(warned).toEqual([expect.stringMatching(/^bad: bad: is not valid JSON/)])
  await host.stop()
  await shelf.put('b', text('B'))
  await sleep(100)
  expect(published).toHaveLength(4)
})
