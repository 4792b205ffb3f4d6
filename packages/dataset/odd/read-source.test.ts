import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedPath } from '@fairway/geo/testing'
import { DomainArea } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSelfIntersection } from './crossing.ts'
import { parseCsv } from './csv.ts'
import { MAX_FILE_BYTES, readOddSource } from './read-source.ts'
import { montevideoSample } from './sample.ts'
import { splitSelfIntersections } from './untangle.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-odd-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const put = async (name: string, content: unknown): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const sample = montevideoSample() as Record<string, unknown>

describe('domain documents', () => {
  test('are read from a file, a list or a folder', async () => {
    const first = await put('a.json', sample)
    expect((await readOddSource(first)).map(({ document }) => document.id)).toEqual(['montevideo-sample'])
    await put('b.json', [
      { ...sample, id: 'b' },
      { ...sample, id: 'c' },
    ])
    expect((await readOddSource(folder)).map(({ document }) => document.id)).toEqual(['montevideo-sample', 'b', 'c'])
  })

  test('are all rejected if one is invalid, with its file and field', async () => {
    await put('a.json', sample)
    await put('b.json', [
      { ...sample, id: 'b' },
      { ...sample, id: 'c', version: '' },
    ])
    await expect(readOddSource(folder)).rejects.toThrow('b.json[1]: version is ""; give one line')
  })

  test('are rejected for a duplicate id, invalid JSON, a missing or empty source, or too much data', async () => {
    await put('a.json', sample)
    await put('b.json', sample)
    await expect(readOddSource(folder)).rejects.toThrow('b.json: id is "montevideo-sample"; a.json has the same')
    await expect(readOddSource(await put('c.json', '{"id":'))).rejects.toThrow('c.json is "not JSON"')
    await expect(readOddSource(join(folder, 'nowhere'))).rejects.toThrow(
      'nowhere is "missing"; give a file or a folder',
    )
    const empty = join(folder, 'empty')
    await mkdir(empty)
    await expect(readOddSource(empty)).rejects.toThrow('a folder without .json files or events.csv')
    const large = await put('large.json', ' '.repeat(MAX_FILE_BYTES + 1))
    await expect(readOddSource(large)).rejects.toThrow(`large.json is "${MAX_FILE_BYTES + 1} bytes"`)
  })
})

test('splits a self-intersecting border into simple loops', () => {
  const bow = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ].map(([x = 0, y = 0]): [number, number] => [x, y])
  const loops = splitSelfIntersections([bow])
  expect(loops.length).toBe(2)
  for (const [ring = []] of loops) expect(findSelfIntersection(ring)).toBeUndefined()
  expect(loops.map(([ring = []]) => ring.length)).toEqual([4, 4])
})

test('reads quotes, commas and line breaks in table fields', () => {
  const csv = '\ufeffa,b\r\n1,"x, ""y""\nz"\n\n"",\n2,3'
  expect(parseCsv(csv)).toEqual([
    { a: '1', b: 'x, "y"\nz' },
    { a: '2', b: '3' },
  ])
})

const events = `date,event_type,company,city,geometry_file
2024-01-01,service_created,Cab,Town,cab-1-boundary.geojson
2024-02-01,service_announced,Other,Town,other-boundary.geojson
2024-03-01,geometry_updated,Cab,Town,cab-2-boundary.geojson
2024-04-01,fares_policy_changed,Cab,Town,
2024-05-01,service_ended,Cab,Town,
2024-06-01,service_testing,Cab,Village,"10.5,50.5"
`
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 51],
      [10, 50],
    ],
  ],
}

describe('service areas', () => {
  const write = async (table: string) => {
    await put('events.csv', table)
    await mkdir(join(folder, 'geometries'), { recursive: true })
    for (const name of ['cab-1', 'cab-2', 'other']) {
      await put(`geometries/${name}-boundary.geojson`, { type: 'Feature', properties: {}, geometry: square })
    }
  }

  test('are domains from their date until the next one or the end of service; announced areas have no permit', async () => {
    await write(events)
    const permits = (await readOddSource(folder)).map(({ document: { id, operator, permits: all, areas } }) => [
      id,
      operator,
      areas[0]?.name,
      all.map(({ fromMs, untilMs }) =>
        [fromMs, untilMs].map((ms) => new Date(ms).toISOString().slice(0, 10)).join('–'),
      ),
    ])
    expect(permits).toEqual([
      ['cab-1', 'Cab', 'Town', ['2024-01-01–2024-03-01']],
      ['other', 'Other', 'Town', []],
      ['cab-2', 'Cab', 'Town', ['2024-03-01–2024-05-01']],
    ])
  })

  test('report errors in the table or an area', async () => {
    await write(events.replace('2024-03-01', 'March'))
    await expect(readOddSource(folder)).rejects.toThrow('events.csv row 4, date is "March"; give a day such as')
    await write(events.replace('company', 'firm'))
    await expect(readOddSource(folder)).rejects.toThrow('events.csv: company is missing')
    await write(events.replace('cab-1-', '../cab-1-'))
    await expect(readOddSource(folder)).rejects.toThrow(
      'geometry_file is "../cab-1-boundary.geojson"; give a file name without a folder',
    )
    await write(events)
    await put('geometries/other-boundary.geojson', {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [1, 2] },
    })
    await expect(readOddSource(folder)).rejects.toThrow('other-boundary.geojson: areas.geometry.type is "Point"')
  })
})

const real = sharedPath('data/av')
if (!existsSync(real)) console.warn('*** SKIPPED: the real service areas are not next to this folder ***')

test.skipIf(!existsSync(real))('loads the 48 real service areas, each containing its city', async () => {
  const domains = await readOddSource(real)
  expect(domains.length).toBe(48)
  const contains = (id: string, latitude: number, longitude: number) => {
    const document = domains.find((one) => one.document.id === id)?.document
    return new DomainArea(document?.areas ?? []).nameAt(latitude, longitude)
  }
  expect(contains('waymo-san-francisco-june-17-2025', 37.7749, -122.4194)).toBe('San Francisco')
  expect(contains('waymo-phoenix-june-5-2024', 33.4484, -112.074)).toBe('Phoenix')
  expect(contains('zoox-las-vegas-september-10-2025', 36.1146, -115.1728)).toBe('Las Vegas')
  expect(contains('zoox-las-vegas-september-10-2025', 37.7749, -122.4194)).toBeUndefined()
})
