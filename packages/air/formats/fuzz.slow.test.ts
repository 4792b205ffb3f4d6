import type { Position } from '@fairway/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AirFile, Outline } from '../model.ts'
import { findNextChange, isInForce } from '../times/in-force.ts'
import { isAirFileProblem, readAirFile } from './read-air-file.ts'

/** Checks that a file is either rejected with a message or entirely valid. */
function expectSound(text: string): AirFile | undefined {
  const read = readAirFile(text, 'fuzz', 0)
  if (isAirFileProblem(read)) {
    expect(read.message).toMatch(/^fuzz: ./)
    return undefined
  }
  for (const { id, name, volumes, times, rule } of read.zones) {
    expect(id !== '' && name !== '' && volumes.length > 0).toBe(true)
    expect(['prohibited', 'authorisation', 'conditional', 'none']).toContain(rule)
    for (const { outline, band } of volumes) {
      expectOutline(outline)
      for (const height of [band.lower, band.upper]) expect(Number.isFinite(height?.meters ?? 0)).toBe(true)
    }
    isInForce(times, 1e12, [10, 20])
    findNextChange(times, 1e12, [10, 20])
  }
  for (const { line, widthMeters } of read.corridors) {
    expect(line.length).toBeGreaterThanOrEqual(2)
    expect(widthMeters).toBeGreaterThan(0)
    line.forEach(expectPosition)
  }
  return read
}
function expectOutline(outline: Outline): void {
  if (outline.kind === 'circle') {
    expectPosition(outline.center)
    expect(outline.radiusMeters).toBeGreaterThan(0)
    return
  }
  for (const ring of [outline.outer, ...outline.holes]) {
    expect(ring.length).toBeGreaterThanOrEqual(3)
    ring.forEach(expectPosition)
  }
}
/** Checks a position without `expect`, because thousands of `expect` calls would dominate the run time. */
function expectPosition([latitude, longitude]: Position): void {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return
  throw new Error(`not on earth: ${latitude}, ${longitude}`)
}

const square = [
  [
    [2, 49],
    [2.1, 49],
    [2.1, 49.1],
    [2, 49],
  ],
]
const schedule = [{ day: ['MON'], startTime: '08:00Z', endEvent: 'SS' }]
const seeds: unknown[] = [
  {
    title: 'a',
    features: [
      {
        identifier: 'A',
        restriction: 'PROHIBITED',
        applicability: [{ permanent: 'NO', startDateTime: '2020-01-01T00:00:00Z', schedule }],
        zoneAuthority: [{ name: 'x', phone: '1' }],
        geometry: [
          {
            uomDimensions: 'M',
            upperLimit: 1,
            upperVerticalReference: 'AGL',
            horizontalProjection: { type: 'Circle', center: [1, 2], radius: 3 },
          },
          { lowerLimit: 0, horizontalProjection: { type: 'Polygon', coordinates: square } },
        ],
      },
    ],
  },
  {
    type: 'FeatureCollection',
    metadata: { issued: '2020-01-01T00:00:00Z', provider: [{ text: 'x', lang: 'en' }] },
    features: [
      {
        type: 'Feature',
        properties: { identifier: 'B', type: 'CONDITIONAL', variant: 'COMMON', limitedApplicability: [{ schedule }] },
        geometry: {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'Point',
              coordinates: [1, 2],
              extent: { subType: 'Circle', radius: 5 },
              layer: { upper: 5, uom: 'ft' },
            },
            { type: 'MultiPolygon', coordinates: [square] },
          ],
        },
      },
    ],
  },
  {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 3,
        properties: {
          rule: 'none',
          lower_m: 1,
          schedule: [{ days: ['SUN'], start: 'sunrise+5', end: '23:59' }],
          authority: 'x',
        },
        geometry: { type: 'Polygon', coordinates: square },
      },
      { type: 'Feature', properties: { width_m: 5 }, geometry: { type: 'LineString', coordinates: square[0] } },
    ],
  },
]

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    -1,
    1e308,
    91,
    181,
    '',
    'NaN',
    [],
    {},
    [[]],
    '__proto__',
    'Polygon',
    'Point',
    'Feature',
    90,
    -180,
  ),
)

/** Replaces the value with index `at`, counted in document order. */
function replaced(value: unknown, at: number, by: unknown): unknown {
  let left = at
  const walk = (one: unknown): unknown => {
    if (left-- === 0) return by
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(value)
}

test('accepts the fuzzing seeds', () => {
  for (const seed of seeds) expect(expectSound(JSON.stringify(seed))).toBeDefined()
})

test('never makes a reader throw when values change', () => {
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.nat(80), junk, fc.nat(80), junk, (seed, at, by, then, by2) => {
      expectSound(JSON.stringify(replaced(replaced(seed, at, by), then, by2)))
    }),
    { seed: 21, numRuns: 3000 },
  )
})

test('never throws on any JSON, string or rings', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      expectSound(text)
    }),
    { seed: 22, numRuns: 1000 },
  )
  const degrees = fc.oneof(fc.constantFrom(0, 1, 90, -90, 180, -180), fc.double({ min: -180, max: 180 }))
  const ring = fc.array(fc.tuple(degrees, degrees), { maxLength: 9 })
  fc.assert(
    fc.property(fc.array(ring, { maxLength: 3 }), (coordinates) => {
      const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }
      expectSound(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
    }),
    { seed: 23, numRuns: 1000 },
  )
})

test('never throws on any OpenAir file', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 400 }), fc.double({ min: 0, max: 100, noNaN: true }))
  const pair = fc
    .tuple(
      fc.integer({ min: 0, max: 91 }),
      fc.integer({ min: 0, max: 61 }),
      fc.integer({ min: 0, max: 181 }),
      fc.constantFrom('N', 'S', ''),
      fc.constantFrom('E', 'W'),
    )
    .map(
      ([degrees, minutes, longitude, north, east]) => `${degrees}:${minutes} ${north} ${longitude}:${minutes} ${east}`,
    )
  const line = fc.oneof(
    fc.constantFrom(
      'AC R',
      'AC P',
      'AC ?',
      'AN Name',
      'AL GND',
      'AH FL95',
      'AH 5 m',
      'V D=-',
      'V D=+',
      'AA NONE',
      '* x',
      '',
    ),
    pair.map((at) => `DP ${at}`),
    pair.map((at) => `V X=${at}`),
    fc.tuple(pair, pair).map(([a, b]) => `DB ${a}, ${b}`),
    fc.tuple(number, number, number).map(([a, b, c]) => `DA ${a},${b},${c}`),
    number.map((radius) => `DC ${radius}`),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      expectSound(['AC R', 'V X=50:00 N 10:00 E', ...lines].join('\n'))
    }),
    { seed: 24, numRuns: 1500 },
  )
})
