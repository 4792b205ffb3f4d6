import { describe, expect, test } from 'vitest'
import { readValid as readNamed, readError as refusalNamed } from '../testing/read.ts'

const ring = (...corners: [number, number][]) => [corners]
const square = ring([2, 49], [2.1, 49], [2.1, 49.1], [2, 49.1], [2, 49])
const NAME = 'folder/mine.geojson'
const collection = (properties: object, geometry: object) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties, geometry }],
})
const read = (file: object) => readNamed(file, NAME)
const refusal = (properties: object, geometry: object) =>
  refusalNamed(collection(properties, geometry), NAME).replace(`${NAME}: `, '')

describe('zones', () => {
  test('needs only a geometry: prohibited, always, from the ground up', () => {
    expect(read(collection({}, { type: 'Polygon', coordinates: square }))).toEqual({
      corridors: [],
      zones: [
        {
          id: 'mine:0',
          name: 'mine:0',
          rule: 'prohibited',
          times: [],
          authorities: [],
          volumes: [
            {
              band: {},
              outline: { kind: 'polygon', holes: [], outer: expect.arrayContaining([[49, 2]]) },
            },
          ],
        },
      ],
    })
  })

  test('reads all properties', () => {
    const properties = {
      id: 7,
      name: 'Stadium',
      rule: 'conditional',
      lower_m: 30,
      upper_m: 500,
      upper_above: 'sea',
      from: '2026-05-01',
      until: '2026-06-01T12:00:00+02:00',
      schedule: [{ days: ['SAT', 'SUN'], start: 'sunset-30', end: '02:00' }],
      authority: { name: 'The city', phone: 123 },
      message: 'Matches',
    }
    const { zones, warnings } = read(collection(properties, { type: 'MultiPolygon', coordinates: [square] }))
    expect(warnings).toBeUndefined()
    expect(zones[0]).toMatchObject({
      id: '7',
      name: 'Stadium',
      rule: 'conditional',
      volumes: [{ band: { lower: { meters: 30, above: 'ground' }, upper: { meters: 500, above: 'sea' } } }],
      authorities: [{ name: 'The city', phone: '123' }],
      message: 'Matches',
      times: [
        {
          fromMs: Date.parse('2026-05-01T00:00:00Z'),
          untilMs: Date.parse('2026-06-01T10:00:00Z'),
          weekly: [
            {
              days: 96,
              from: { kind: 'sun', event: 'sunset', offsetMinutes: -30 },
              to: { kind: 'clock', minute: 120 },
            },
          ],
        },
      ],
    })
  })

  test('reads circles; names unknown properties once', () => {
    const { zones, warnings } = read(
      collection({ radius_m: 250, colour: 'red' }, { type: 'Point', coordinates: [2, 49] }),
    )
    expect(zones[0]?.volumes[0]?.outline).toEqual({ kind: 'circle', center: [49, 2], radiusMeters: 250 })
    expect(warnings).toEqual(['these properties are unknown and were ignored: colour'])
  })

  test.each([
    [
      { rule: 'forbidden' },
      'properties.rule is "forbidden"; allowed: prohibited, authorisation, authorization, conditional, none',
    ],
    [{ lower_m: 100, upper_m: 50 }, 'properties.upper_m is 50; allowed: at least lower_m (100)'],
    [{ upper_m: 1e9 }, 'properties.upper_m is 1000000000; allowed: a number from -1000 to 100000'],
    [{ upper_above: 'water' }, 'properties.upper_above is "water"; allowed: ground, sea'],
    [
      { schedule: [{ days: [] }] },
      'properties.schedule[0].days is []; allowed: a list of MON, TUE, WED, THU, FRI, SAT, SUN, ANY',
    ],
    [
      { schedule: [{ start: 'noon' }] },
      'properties.schedule[0].start is "noon"; allowed: a time such as 08:00, or sunrise, sunset, morning-twilight, evening-twilight, optionally with an offset in minutes such as sunset+30',
    ],
    [{ schedule: 'always' }, 'properties.schedule is "always"; allowed: a list'],
    [{ authority: { phone: '1' } }, 'properties.authority.name is missing; allowed: a string'],
  ])('rejects %j', (properties, message) => {
    expect(refusal(properties, { type: 'Polygon', coordinates: square })).toBe(`features[0]: ${message}`)
  })

  test('requires a radius for a point', () => {
    expect(refusal({ name: 'Tower' }, { type: 'Point', coordinates: [2, 49] })).toBe(
      'features[0] (Tower): properties.radius_m is missing; allowed: meters, more than 0 and at most 500000',
    )
  })
})

describe('corridors', () => {
  const line = [
    [2, 49],
    [2.1, 49.1],
    [2.1, 49.1],
    [2.2, 49.1],
  ]

  test('are lines with a width', () => {
    const properties = { name: 'River', width_m: 80, lower_m: 50, upper_m: 100, direction: 'forward' }
    expect(read(collection(properties, { type: 'LineString', coordinates: line })).corridors).toEqual([
      {
        id: 'mine:0',
        name: 'River',
        line: [
          [49, 2],
          [49.1, 2.1],
          [49.1, 2.2],
        ],
        widthMeters: 80,
        band: { lower: { meters: 50, above: 'ground' }, upper: { meters: 100, above: 'ground' } },
        direction: 'forward',
        times: [],
      },
    ])
    const many = read(collection({ id: 'net', width_m: 80 }, { type: 'MultiLineString', coordinates: [line, line] }))
    expect(many.corridors.map(({ id, direction }) => [id, direction])).toEqual([
      ['net/1', 'both'],
      ['net/2', 'both'],
    ])
  })

  test('require a width, a valid direction and a line', () => {
    expect(refusal({}, { type: 'LineString', coordinates: line })).toBe(
      'features[0]: properties.width_m is missing; allowed: meters, more than 0 and at most 50000',
    )
    expect(refusal({ width_m: 0 }, { type: 'LineString', coordinates: line })).toContain('properties.width_m is 0;')
    expect(refusal({ width_m: 5, direction: 'back' }, { type: 'LineString', coordinates: line })).toBe(
      'features[0]: properties.direction is "back"; allowed: both, forward',
    )
    expect(
      refusal(
        { width_m: 5 },
        {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [1, 1],
          ],
        },
      ),
    ).toBe('features[0]: geometry.coordinates has fewer than 2 different positions; allowed: at least 2')
    expect(refusal({ width_m: 5 }, { type: 'MultiPoint', coordinates: [[1, 1]] })).toContain(
      'geometry.type is "MultiPoint"; allowed: Polygon',
    )
  })
})
