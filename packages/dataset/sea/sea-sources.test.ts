import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lengthNm } from '@fairway/geo'
import { findPassage } from '@fairway/sea'
import { beforeAll, describe, expect, test } from 'vitest'
import { concatenateRings, readLakes } from './read-lakes.ts'
import { readPorts } from './read-ports.ts'
import { readRings } from './read-rings.ts'
import { readRivers } from './read-rivers.ts'

const table = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')

test('reads GeoJSON rings at any nesting, and numbers with or without sign, decimals and exponent', () => {
  const geojson = JSON.stringify({
    type: 'GeometryCollection',
    geometries: [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [-180, -1.5],
              [2.25, 3],
              [1e-3, 0],
            ],
            [
              [1, 1],
              [2, 2],
              [3, 3],
            ],
          ],
        ],
      },
      {
        type: 'Polygon',
        name: 'not [1, 2] a ring',
        coordinates: [
          [
            [7, 8],
            [9, 10.000001],
            [7, 8],
          ],
        ],
      },
    ],
  })
  const rings = readRings(new TextEncoder().encode(geojson.replace('0.001', '1e-3')))
  expect([...rings.ringEnd]).toEqual([3, 6, 9])
  expect([...rings.longitude.slice(0, 3)]).toEqual([-180_000_000, 2_250_000, 1000])
  expect([...rings.latitude.slice(0, 3)]).toEqual([-1_500_000, 3_000_000, 0])
  expect(rings.latitude[7]).toBe(10_000_001)
})

test('appends lakes as closed rings', () => {
  const lakes = readLakes(table('lakes.tsv'))
  let start = 0
  for (const end of lakes.ringEnd) {
    expect([lakes.latitude[start], lakes.longitude[start]]).toEqual([lakes.latitude[end - 1], lakes.longitude[end - 1]])
    start = end
  }
  const twice = concatenateRings(lakes, lakes)
  expect(twice.ringEnd[twice.ringEnd.length - 1]).toBe(2 * lakes.latitude.length)
})

test('reads rivers with names, lengths and known passages', () => {
  const rivers = readRivers(table('rivers.tsv'))
  expect(rivers.length).toBeGreaterThan(300)
  for (const { name, line, passage } of rivers) {
    expect(name).not.toBe('')
    expect(lengthNm(line)).toBeGreaterThan(0.5)
    expect(line.every(([lat, lon]) => Math.abs(lat) < 80 && Math.abs(lon) <= 180)).toBe(true)
    if (passage !== undefined) expect(findPassage(passage)).toBeDefined()
  }
})

describe('ports', () => {
  let ports: ReturnType<typeof readPorts>
  beforeAll(() => {
    ports = readPorts()
  })

  test('are found by UN/LOCODE in any spelling', () => {
    for (const geojson of ['NLRTM', 'nlrtm', 'NL RTM']) expect(ports.find(geojson).best?.name).toBe('Rotterdam')
  })

  test('are found by name, with and without country, ignoring accents and the word port', () => {
    expect(ports.find('Port of Hamburg, Germany').best?.code).toBe('DEHAM')
    expect(ports.find('montevideo').best?.code).toBe('UYMVD')
    expect(ports.find('Montevideo, Norway').best).toBeUndefined()
    expect(ports.find('Nowhere-on-Sea')).toMatchObject({ best: undefined, others: [] })
  })

  test('include the nearest, and the nearest acceptable one', () => {
    expect(ports.findNearest(51.9, 4.4)?.nm).toBeLessThan(10)
    expect(ports.findNearest(51.9, 4.4, ({ code }) => code.startsWith('UY'))?.port.code).toMatch(/^UY/)
    expect(ports.findNearest(0, 0, () => false)).toBeUndefined()
  })
})
