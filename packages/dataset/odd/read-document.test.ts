import { describe, expect, test } from 'vitest'
import { InvalidOddError } from './odd-refused.ts'
import { MAX_RING_POINTS } from './read-areas.ts'
import { readDocument } from './read-document.ts'
import { montevideoSample } from './sample.ts'

const ring = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 50],
]
const polygon = { type: 'Polygon', coordinates: [ring] }
const good = {
  id: 'harbour-2',
  version: '3.1',
  operator: 'Robo Cabs',
  areas: polygon,
  permits: [{ authority: 'City', from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00+01:00' }],
  roads: { classes: ['residential', 'primary'], max_speed_limit_kmh: 50, exclude: ['tunnels'] },
  conditions: { weather: ['rain', 'dry'], light: ['daylight'], min_visibility_m: 150 },
  hours: { time_zone: 'Europe/Berlin', weekly: [{ days: ['mo', 'su'], from: '06:00', until: '24:00' }] },
}

test('reads a document, and swaps the coordinates of its areas', () => {
  expect(readDocument(good)).toEqual({
    id: 'harbour-2',
    version: '3.1',
    operator: 'Robo Cabs',
    name: 'harbour-2',
    sample: false,
    areas: [
      {
        name: 'area 1',
        polygons: [
          [
            [
              [50, 10],
              [50, 11],
              [51, 11],
            ],
          ],
        ],
      },
    ],
    permits: [
      {
        authority: 'City',
        reference: '',
        fromMs: Date.UTC(2026, 0),
        untilMs: Date.UTC(2026, 11, 31, 23),
      },
    ],
    roads: { classes: ['primary', 'residential'], maxSpeedLimitKmh: 50, exclude: ['tunnels'] },
    conditions: { weather: ['dry', 'rain'], light: ['daylight'], minVisibilityMeters: 150 },
    hours: { timeZone: 'Europe/Berlin', weekly: [{ days: ['mo', 'su'], fromMinute: 360, untilMinute: 1440 }] },
  })
})

test('does not require optional fields', () => {
  const { hours: _, ...rest } = good
  const read = readDocument({
    ...rest,
    permits: [],
    roads: { classes: ['service'] },
    conditions: { weather: ['dry'], light: ['night'] },
  })
  expect(read).toMatchObject({
    hours: undefined,
    permits: [],
    roads: { exclude: [] },
    conditions: { minVisibilityMeters: 0 },
  })
})

test('marks the sample as a sample', () => {
  expect(readDocument(montevideoSample())).toMatchObject({ id: 'montevideo-sample', sample: true })
})

const changed = (path: string, value: unknown): unknown => {
  const copy = structuredClone(good) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const target = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy)
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}
const crossing = [
  [10, 50],
  [11, 51],
  [11, 50],
  [10, 51],
  [10, 50],
]
const long = Array.from({ length: MAX_RING_POINTS + 1 }, (_, i) => [10 + i * 1e-4, 50 + (i % 2)])

describe('invalid document, rejected with the field, the given value and the allowed values', () => {
  test.each([
    ['id', undefined, 'id is missing; give one line of 1 to 64 characters'],
    [
      'id',
      'Harbour 2',
      'id is "Harbour 2"; give at most 64 lowercase letters, digits and hyphens, not starting with a hyphen',
    ],
    ['version', 3, 'version is 3; give one line of 1 to 64 characters'],
    ['operator', '  ', 'operator is "  "; give one line of 1 to 200 characters'],
    ['operator', 'a\nb', 'operator is "a\\nb"; give one line of 1 to 200 characters'],
    ['sample', 'yes', 'sample is "yes"; give true or false'],
    ['speed', 5, 'speed is 5; there is no such field; allowed values: id, version, operator'],
    ['areas', undefined, 'areas.type is missing; give a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon'],
    ['areas', { type: 'FeatureCollection', features: [] }, 'areas is "0 features"; give 1 to 200'],
    ['areas', { type: 'Point', coordinates: [1, 2] }, 'areas.type is "Point"; give a GeoJSON'],
    ['areas', { type: 'Polygon', coordinates: [] }, 'areas.geometry.coordinates is []; give at least one ring'],
    [
      'areas',
      { type: 'Polygon', coordinates: [ring.slice(1)] },
      'is "a ring of 3 positions"; give 4 to 5000 positions',
    ],
    ['areas', { type: 'Polygon', coordinates: [[...ring.slice(0, 3), [12, 50]]] }, '[3] is [12,50]; close the ring'],
    ['areas', { type: 'Polygon', coordinates: [crossing] }, 'a ring that crosses itself (positions 0 and 2)'],
    ['areas', { type: 'Polygon', coordinates: [long] }, 'is "a ring of 5001 positions"; give 4 to 5000'],
    ['areas', { type: 'Polygon', coordinates: [[[10, 95], ...ring]] }, '[0] is [10,95]; give [longitude, latitude]'],
    [
      'areas',
      { type: 'Polygon', coordinates: [[['10', 50], ...ring]] },
      '[0] is ["10",50]; give [longitude, latitude]',
    ],
    ['permits', undefined, 'permits is missing; give a list of 0 to 100 entries'],
    [
      'permits',
      [{ authority: 'City', from: 'soon' }],
      'permits[0].from is "soon"; give a timestamp such as 2026-06-16T08:30:00Z',
    ],
    [
      'permits',
      [{ authority: 'City', from: good.permits[0]?.until, until: good.permits[0]?.from }],
      'permits[0].until is "2026-01-01T00:00:00Z"; give a timestamp later than `from`',
    ],
    ['permits', [{ from: '2026-01-01T00:00:00Z' }], 'permits[0].authority is missing'],
    ['roads', undefined, 'roads is missing; give an object with classes, max_speed_limit_kmh, exclude'],
    ['roads.classes', [], 'roads.classes is "a list of length 0"; give a list of 1 to 10 entries'],
    ['roads.classes', ['road'], 'roads.classes[0] is "road"; give one of motorway, trunk, primary'],
    ['roads.classes', ['service', 'service'], 'roads.classes[1] is "service"; remove it: it is a duplicate'],
    ['roads.max_speed_limit_kmh', 4.9, 'roads.max_speed_limit_kmh is 4.9; give a number from 5 to 200'],
    ['roads.max_speed_limit_kmh', 201, 'give a number from 5 to 200'],
    ['roads.max_speed_limit_kmh', Number.NaN, 'roads.max_speed_limit_kmh is NaN; give a number from 5 to 200'],
    [
      'roads.exclude',
      ['hills'],
      'roads.exclude[0] is "hills"; give one of tunnels, bridges, unpaved, roundabouts, unprotected_turns',
    ],
    [
      'roads.max_speed',
      50,
      'roads.max_speed is 50; there is no such field; allowed values: classes, max_speed_limit_kmh, exclude',
    ],
    ['conditions.weather', ['sunny'], 'conditions.weather[0] is "sunny"; give one of dry, light_rain'],
    ['conditions.weather', 'dry', 'conditions.weather is "dry"; give a list of 1 to 10 entries'],
    ['conditions.light', ['moonlight'], 'conditions.light[0] is "moonlight"; give one of daylight, twilight, night'],
    ['conditions.min_visibility_m', -1, 'conditions.min_visibility_m is -1; give a number from 0 to 50000'],
    ['hours.time_zone', 'Mars/Crater', 'hours.time_zone is "Mars/Crater"; give an IANA time zone'],
    ['hours.weekly', [], 'hours.weekly is "a list of length 0"; give a list of 1 to 50 entries'],
    [
      'hours.weekly',
      [{ days: ['monday'], from: '06:00', until: '07:00' }],
      'hours.weekly[0].days[0] is "monday"; give one of mo',
    ],
    [
      'hours.weekly',
      [{ days: ['mo'], from: '24:00', until: '07:00' }],
      'hours.weekly[0].from is "24:00"; give a time from',
    ],
    [
      'hours.weekly',
      [{ days: ['mo'], from: '6:00', until: '07:00' }],
      'hours.weekly[0].from is "6:00"; give a time of day',
    ],
    [
      'hours.weekly',
      [{ days: ['mo'], from: '06:00', until: '24:01' }],
      'hours.weekly[0].until is "24:01"; give a time of day',
    ],
  ])('%s', (path, value, message) => {
    expect(() => readDocument(changed(path, value))).toThrow(InvalidOddError)
    expect(() => readDocument(changed(path, value))).toThrow(message)
  })

  test.each([null, 7, 'text', [], undefined])('%j is not a document', (value) => {
    expect(() => readDocument(value)).toThrow(/^the document is .*; give an object with id, version/)
  })
})
