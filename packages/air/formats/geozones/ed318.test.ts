import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sharedPath } from '@fairway/geo/testing'
import { expect, test } from 'vitest'
import { readError, readValid } from '../testing/read.ts'

const examples = sharedPath('data/air/ed318/examples/')
const hasExamples = existsSync(examples)
if (!hasExamples)
  console.warn('\n*** SKIPPED: ED-318 examples are not next to the repository (../shared/data/air) ***\n')

const square = [
  [
    [2, 49],
    [2.1, 49],
    [2.1, 49.1],
    [2, 49.1],
    [2, 49],
  ],
]

const feature = (properties: object, geometry: object = { type: 'Polygon', coordinates: square }) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { identifier: 'Z1', variant: 'COMMON', type: 'PROHIBITED', ...properties },
      geometry,
    },
  ],
})

test.runIf(hasExamples)('loads all valid examples', () => {
  const valid = readdirSync(examples).filter((name) => name.startsWith('Example_'))
  expect(valid.length).toBe(4)
  for (const name of valid) {
    const file = readValid(readFileSync(`${examples}${name}`, 'utf8'), name)
    expect(file.zones.length).toBeGreaterThan(0)
    expect(file.attribution).toContain('GeoZones')
  }
})

test.runIf(hasExamples)('reads the example of two layers completely', () => {
  const { zones } = readValid(readFileSync(`${examples}Example_GeoZone_2_Layers.json`, 'utf8'))
  expect(zones[0]).toMatchObject({
    id: 'NFZ6547',
    name: 'LFPG-2',
    rule: 'authorisation',
    authorities: [{ name: 'LFPG-UASZoneManager', email: 'UASZoneManager@lfpg.fr' }],
    volumes: [
      { band: { lower: { meters: 50, above: 'ground' }, upper: { meters: 150, above: 'ground' } } },
      { band: { upper: { meters: 50, above: 'ground' } } },
    ],
    times: [
      {
        fromMs: Date.parse('2018-12-31T15:59:59Z'),
        untilMs: Date.parse('2019-12-31T15:59:59Z'),
        weekly: [
          { days: 127, from: { kind: 'clock', minute: 960 }, to: { kind: 'clock', minute: 1020 } },
          { days: 64, from: { kind: 'clock', minute: 600 }, to: { kind: 'clock', minute: 720 } },
        ],
      },
    ],
  })
  const outline = zones[0]?.volumes[1]?.outline
  expect(outline?.kind === 'polygon' && outline.outer).toEqual([
    [49.024301, 2.595866],
    [49.007301, 2.701263],
    [49.034704, 2.664141],
  ])
})

test.runIf(hasExamples)('rejects the invalid example with its reason', () => {
  const name = 'InvalidExample_GeoZone_2_Layers.json'
  expect(readError(readFileSync(`${examples}${name}`, 'utf8'), name)).toBe(
    `${name}: the file: metadata.validFrom is an object; allowed: a date and time such as 2026-05-01T08:00:00Z`,
  )
})

test('rejects an unknown restriction with the allowed values', () => {
  expect(readError(feature({ type: 'FORBIDDEN' }))).toBe(
    'test.json: features[0] (Z1): properties.type is "FORBIDDEN"; allowed: PROHIBITED, REQ_AUTHORISATION, CONDITIONAL, NO_RESTRICTION, USPACE',
  )
  expect(readValid(feature({ type: 'USPACE' })).zones[0]?.rule).toBe('authorisation')
  expect(readValid(feature({ type: 'REQ_AUTHORIZATION' })).zones[0]?.rule).toBe('authorisation')
})

test('reads circles, layers in feet, and heights above the ellipsoid', () => {
  const layer = { lower: 100, lowerReference: 'WGS84', upper: 1000, upperReference: 'AMSL', uom: 'ft' }
  const circle = { type: 'Point', coordinates: [2, 49], extent: { subType: 'Circle', radius: 3500 }, layer }
  const [volume] = readValid(feature({}, circle)).zones[0]?.volumes ?? []
  expect(volume?.outline).toEqual({ kind: 'circle', center: [49, 2], radiusMeters: 3500 })
  expect(volume?.band.lower?.meters).toBeCloseTo(30.48 - 86)
  expect(volume?.band.upper).toEqual({ meters: 304.8, above: 'sea' })
})

test.each([
  [{ type: 'Point', coordinates: [2, 49], layer: {} }, 'geometry.extent is missing; allowed: an object'],
  [
    { type: 'Point', coordinates: [2, 49], extent: { subType: 'Circle', radius: -1 } },
    'geometry.extent.radius is -1; allowed: meters, more than 0 and at most 500000',
  ],
  [
    { type: 'LineString', coordinates: [], layer: {} },
    'geometry.type is "LineString"; allowed: Polygon, MultiPolygon, Point with extent, GeometryCollection',
  ],
  [
    { type: 'Polygon', coordinates: square, layer: { upper: 10, lower: 20 } },
    'geometry.layer.upper is 10; allowed: at least lower (20)',
  ],
  [{ type: 'Polygon', coordinates: square, layer: { uom: 'yd' } }, 'geometry.layer.uom is "yd"; allowed: m, ft'],
  [
    { type: 'GeometryCollection', geometries: [] },
    'geometry.geometries is []; allowed: a list of at least one geometry',
  ],
])('rejects %j', (geometry, message) => {
  expect(readError(feature({}, geometry))).toBe(`test.json: features[0] (Z1): ${message}`)
})

test('reads schedules by sunrise and sunset, and rejects invalid days', () => {
  const schedule = [{ day: ['MON', 'SUN'], startEvent: 'BMCT', endEvent: 'EECT' }]
  expect(readValid(feature({ limitedApplicability: [{ schedule }] })).zones[0]?.times).toEqual([
    {
      weekly: [
        {
          days: 65,
          from: { kind: 'sun', event: 'morning-twilight', offsetMinutes: 0 },
          to: { kind: 'sun', event: 'evening-twilight', offsetMinutes: 0 },
        },
      ],
    },
  ])
  expect(readError(feature({ limitedApplicability: [{ schedule: [{ day: ['FUNDAY'] }] }] }))).toBe(
    'test.json: features[0] (Z1): properties.limitedApplicability[0].schedule[0].day[0] is "FUNDAY"; allowed: MON, TUE, WED, THU, FRI, SAT, SUN, ANY',
  )
})

test('prefers English to other languages; rejects a missing geometry', () => {
  const name = [
    { text: 'Zone interdite', lang: 'fr-FR' },
    { text: 'Keep out', lang: 'en-GB' },
  ]
  expect(readValid(feature({ name })).zones[0]?.name).toBe('Keep out')
  const without = {
    ...feature({}),
    features: [{ type: 'Feature', properties: feature({}).features[0]?.properties, geometry: null }],
  }
  expect(readError(without)).toBe('test.json: features[0] (Z1): geometry is missing; allowed: an object')
})

test('accepts units in upper case', () => {
  const high = (uom: string) => {
    const layer = { lower: 10, lowerReference: 'AGL', upper: 100, upperReference: 'AGL', uom }
    return feature({}, { type: 'Polygon', coordinates: square, layer })
  }
  expect(readValid(high('M')).zones).toEqual(readValid(high('m')).zones)
  expect(readValid(high('FT')).zones).toEqual(readValid(high('ft')).zones)
  expect(readError(high('yd'))).toMatch(/layer.uom is "yd"; allowed: m, ft$/)
})
