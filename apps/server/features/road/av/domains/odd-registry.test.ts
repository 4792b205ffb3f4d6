import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { montevideoSample } from '@fairway/dataset'
import { defaultProfile } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { ZoneClock } from '../../../../maps/conditions/local-clock.ts'
import { metricKey } from '../../../../maps/regions/handles.ts'
import { maskOf } from './odd-profile.ts'
import { OddBook } from './odd-registry.ts'
import { OddShelf } from './odd-store.ts'

const sample = montevideoSample() as Record<string, unknown>
const square = (side: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [10 + side, 50],
      [10 + side, 50 + side],
      [10, 50 + side],
      [10, 50],
    ],
  ],
})

let folder: TempDir
let warnings: string[]
beforeEach(async () => {
  folder = await createTempDir()
  warnings = []
})
afterEach(() => folder.dispose())
function openBook(withSample = true): OddBook {
  const log = { warn: (fields: object) => void warnings.push(JSON.stringify(fields)), info() {} }
  return new OddBook({ dataDir: folder.path, sample: withSample, log })
}
const ids = (book: OddBook) => book.list().map(({ document }) => document.id)

describe('domain registry', () => {
  test('lists domains in lookup order: real ones from small to large, then samples', async () => {
    const shelf = new OddShelf(folder.path)
    await shelf.put({ ...sample, id: 'a-large', sample: false, areas: square(2) })
    await shelf.put({ ...sample, id: 'z-small', sample: false, areas: square(1) })
    await shelf.put({ ...sample, id: 'b-small', sample: false, areas: square(1) })
    await shelf.put({ ...sample, id: 'tiny', areas: square(0.001) })
    const book = openBook()
    await book.look()
    expect(ids(book)).toEqual(['b-small', 'z-small', 'a-large', 'tiny', 'montevideo-sample'])
  })

  test('returns the same list and the same domain objects until something changes', async () => {
    const shelf = new OddShelf(folder.path)
    await shelf.put({ ...sample, id: 'a' })
    const book = openBook()
    await book.look()
    const [before, list] = [book.list().find(({ document }) => document.id === 'a'), book.list()]
    await book.look()
    expect(book.list()).toBe(list)
    await shelf.put({ ...sample, id: 'b' })
    await book.look()
    expect(ids(book)).toEqual(['a', 'b', 'montevideo-sample'])
    expect(book.list().find(({ document }) => document.id === 'a')).toBe(before)
    expect(await shelf.remove('a')).toBe(true)
    expect(await shelf.remove('a')).toBe(false)
    expect(await shelf.remove('../b')).toBe(false)
    await book.look()
    expect(ids(book)).toEqual(['b', 'montevideo-sample'])
  })

  test('reports a damaged file once and keeps the others', async () => {
    await mkdir(join(folder.path, 'odd'))
    await writeFile(join(folder.path, 'odd/broken.json'), '{')
    await writeFile(join(folder.path, 'odd/other.json'), JSON.stringify({ ...sample, id: 'a' }))
    await writeFile(join(folder.path, 'odd/README.txt'), 'not ours')
    const book = openBook()
    await book.look()
    await book.look()
    expect(ids(book)).toEqual(['montevideo-sample'])
    expect(warnings).toHaveLength(2)
    expect(warnings[1]).toContain('other: id is a, but the file is named other')
  })

  test('has no sample when samples are disabled', async () => {
    const book = openBook(false)
    await book.look()
    expect(book.list()).toEqual([])
  })
})

test('keys a metric by the parts of a domain that affect roads: other hours share it, another border does not', async () => {
  const shelf = new OddShelf(folder.path)
  await shelf.put({ ...sample, id: 'a', areas: square(1) })
  await shelf.put({ ...sample, id: 'b', areas: square(1), conditions: { weather: ['fog'], light: ['night'] } })
  await shelf.put({ ...sample, id: 'c', areas: square(1.1) })
  const book = openBook(false)
  await book.look()
  const keys = book.list().map(({ profile }) => metricKey({ profile, holds: [], avoidAreas: [] }))
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(2)
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(400)
  expect(keys).not.toContain(metricKey({ profile: defaultProfile, holds: [], avoidAreas: [] }))
  expect(maskOf(defaultProfile)).toBeUndefined()
})

test.each([
  ['America/Montevideo', '2026-11-16T12:00:00Z', -3 * 3600],
  ['Europe/Berlin', '2026-07-01T12:00:00Z', 2 * 3600],
  ['Europe/Berlin', '2026-12-01T12:00:00Z', 3600],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', 2 * 3600],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 3600],
  ['Asia/Kathmandu', '2026-12-01T12:00:00Z', 5.75 * 3600],
  ['UTC', '2026-12-01T12:00:00Z', 0],
])('uses the UTC offset of %s at %s', (zone, instant, seconds) => {
  expect(new ZoneClock(zone).utcOffsetSeconds(Date.parse(instant))).toBe(seconds)
})
