import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { montevideoSample } from '@fairway/dataset'
import { defaultProfile } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { findOddMask } from '../../../../maps/metrics/odd-profile.ts'
import { toMetricKey } from '../../../../maps/regions/handles.ts'
import { ZoneClock } from '../../../../platform/local-clock.ts'
import { OddRegistry } from './odd-registry.ts'
import { OddStore } from './odd-store.ts'

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
function openRegistry(withSample = true): OddRegistry {
  const log = { warn: (fields: object) => void warnings.push(JSON.stringify(fields)), info() {} }
  return new OddRegistry({ dataDir: folder.path, sample: withSample, log })
}
const ids = (book: OddRegistry) => book.list().map(({ document }) => document.id)

describe('domain registry', () => {
  test('lists domains in lookup order: real ones from small to large, then samples', async () => {
    const store = new OddStore(folder.path)
    await store.put({ ...sample, id: 'a-large', sample: false, areas: square(2) })
    await store.put({ ...sample, id: 'z-small', sample: false, areas: square(1) })
    await store.put({ ...sample, id: 'b-small', sample: false, areas: square(1) })
    await store.put({ ...sample, id: 'tiny', areas: square(0.001) })
    const registry = openRegistry()
    await registry.scan()
    expect(ids(registry)).toEqual(['b-small', 'z-small', 'a-large', 'tiny', 'montevideo-sample'])
  })

  test('returns the same list and the same domain objects until something changes', async () => {
    const store = new OddStore(folder.path)
    await store.put({ ...sample, id: 'a' })
    const registry = openRegistry()
    await registry.scan()
    const [before, list] = [registry.list().find(({ document }) => document.id === 'a'), registry.list()]
    await registry.scan()
    expect(registry.list()).toBe(list)
    await store.put({ ...sample, id: 'b' })
    await registry.scan()
    expect(ids(registry)).toEqual(['a', 'b', 'montevideo-sample'])
    expect(registry.list().find(({ document }) => document.id === 'a')).toBe(before)
    expect(await store.remove('a')).toBe(true)
    expect(await store.remove('a')).toBe(false)
    expect(await store.remove('../b')).toBe(false)
    await registry.scan()
    expect(ids(registry)).toEqual(['b', 'montevideo-sample'])
  })

  test('reports a damaged file once and keeps the others', async () => {
    await mkdir(join(folder.path, 'odd'))
    await writeFile(join(folder.path, 'odd/broken.json'), '{')
    await writeFile(join(folder.path, 'odd/other.json'), JSON.stringify({ ...sample, id: 'a' }))
    await writeFile(join(folder.path, 'odd/README.txt'), 'not ours')
    const registry = openRegistry()
    await registry.scan()
    await registry.scan()
    expect(ids(registry)).toEqual(['montevideo-sample'])
    expect(warnings).toHaveLength(2)
    expect(warnings[1]).toContain('other: id is a, but the file is named other')
  })

  test('has no sample when samples are disabled', async () => {
    const registry = openRegistry(false)
    await registry.scan()
    expect(registry.list()).toEqual([])
  })
})

test('keys a metric by the parts of a domain that affect roads: other hours share it, another border does not', async () => {
  const store = new OddStore(folder.path)
  await store.put({ ...sample, id: 'a', areas: square(1) })
  await store.put({ ...sample, id: 'b', areas: square(1), conditions: { weather: ['fog'], light: ['night'] } })
  await store.put({ ...sample, id: 'c', areas: square(1.1) })
  const registry = openRegistry(false)
  await registry.scan()
  const keys = registry.list().map(({ profile }) => toMetricKey({ profile, activeConditions: [], avoidAreas: [] }))
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(2)
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(400)
  expect(keys).not.toContain(toMetricKey({ profile: defaultProfile, activeConditions: [], avoidAreas: [] }))
  expect(findOddMask(defaultProfile)).toBeUndefined()
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
