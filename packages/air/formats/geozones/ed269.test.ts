import { expect, test } from 'vitest'
import { readError, readValid } from '../testing/read.ts'

const volume = {
  uomDimensions: 'M',
  lowerLimit: 0,
  lowerVerticalReference: 'AGL',
  upperLimit: 120,
  upperVerticalReference: 'AGL',
  horizontalProjection: { type: 'Circle', center: [7.5, 46.9], radius: 1000 },
}
const file = (change: object, volumeChange: object = {}) => ({
  title: 'Test zones',
  features: [
    {
      identifier: 'CHE001',
      country: 'CHE',
      name: 'Prison',
      type: 'COMMON',
      restriction: 'REQ_AUTHORISATION',
      applicability: [{ permanent: 'YES' }],
      zoneAuthority: [
        { name: 'Cantonal police', phone: '+41 1', siteURL: 'https://example.org', purpose: 'AUTHORIZATION' },
      ],
      message: 'Ask first.',
      geometry: [{ ...volume, ...volumeChange }],
      ...change,
    },
  ],
})

test('reads a complete zone', () => {
  expect(readValid(file({}))).toEqual({
    attribution: 'Test zones',
    corridors: [],
    zones: [
      {
        id: 'CHE001',
        name: 'Prison',
        rule: 'authorisation',
        volumes: [
          {
            outline: { kind: 'circle', center: [46.9, 7.5], radiusMeters: 1000 },
            band: { upper: { meters: 120, above: 'ground' } },
          },
        ],
        times: [],
        authorities: [{ name: 'Cantonal police', phone: '+41 1', url: 'https://example.org' }],
        message: 'Ask first.',
      },
    ],
  })
})

test('reads validity periods with schedules, in other time zones too', () => {
  const schedule = [{ day: ['MON'], startTime: '01:00:00+02:00', endTime: '23:59:00Z' }]
  const applicability = [
    { permanent: 'NO', startDateTime: '2026-05-01T00:00:00Z', endDateTime: '2026-06-01T00:00:00Z', schedule },
  ]
  expect(readValid(file({ applicability })).zones[0]?.times).toEqual([
    {
      fromMs: Date.parse('2026-05-01T00:00:00Z'),
      untilMs: Date.parse('2026-06-01T00:00:00Z'),
      weekly: [{ days: 64, from: { kind: 'clock', minute: 1380 }, to: { kind: 'clock', minute: 1440 } }],
    },
  ])
})

test('reads expired periods with a warning', () => {
  const applicability = [{ permanent: 'NO', endDateTime: '2020-01-01T00:00:00Z' }]
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(readValid(file({ applicability }), 'a.json', now).warnings).toEqual([
    'these zones and corridors have expired and will never be in force again: CHE001',
  ])
  expect(readValid(file({}), 'a.json', now).warnings).toBeUndefined()
})

test('reads heights in feet; the radius stays in meters, with a warning', () => {
  const { zones, warnings } = readValid(file({}, { uomDimensions: 'FT', upperLimit: 400 }))
  expect(zones[0]?.volumes[0]?.band.upper?.meters).toBeCloseTo(121.92)
  expect(warnings).toEqual(['features[0] (CHE001): the radius was read in meters, although heights are in feet'])
})

test('numbers a duplicate identifier, with a warning', () => {
  const [feature] = file({}).features
  const { zones, warnings } = readValid({ features: [feature, feature, feature] })
  expect(zones.map(({ id }) => id)).toEqual(['CHE001', 'CHE001~2', 'CHE001~3'])
  expect(warnings).toEqual(['ids must be unique; duplicates were numbered: CHE001~2, CHE001~3'])
})

test.each([
  [
    { restriction: 'MAYBE' },
    {},
    'restriction is "MAYBE"; allowed: PROHIBITED, REQ_AUTHORISATION, CONDITIONAL, NO_RESTRICTION, USPACE',
  ],
  [
    { restriction: undefined },
    {},
    'restriction is missing; allowed: PROHIBITED, REQ_AUTHORISATION, CONDITIONAL, NO_RESTRICTION, USPACE',
  ],
  [{ geometry: [] }, {}, 'geometry is []; allowed: a list of at least one volume'],
  [{}, { uomDimensions: 'KM' }, 'geometry[0].uomDimensions is "KM"; allowed: M, FT'],
  [{}, { upperLimit: 'high' }, 'geometry[0].upperLimit is "high"; allowed: a number'],
  [{}, { lowerVerticalReference: 'QFE' }, 'geometry[0].lowerVerticalReference is "QFE"; allowed: AGL, AMSL, WGS84'],
  [
    {},
    { horizontalProjection: { type: 'Ellipse' } },
    'geometry[0].horizontalProjection.type is "Ellipse"; allowed: Circle, Polygon',
  ],
  [
    {},
    { horizontalProjection: { type: 'Circle', center: [46.9, 107.5], radius: 1 } },
    'geometry[0].horizontalProjection.center is [46.9,107.5]; allowed: a list of longitude (-180 to 180) and latitude (-90 to 90)',
  ],
  [
    { applicability: [{ startDateTime: '2026-02-30T00:00:00Z' }] },
    {},
    'applicability[0].startDateTime is "2026-02-30T00:00:00Z"; allowed: a date and time such as 2026-05-01T08:00:00Z',
  ],
  [
    { applicability: [{ startDateTime: '2026-02-02T00:00:00Z', endDateTime: '2026-02-01T00:00:00Z' }] },
    {},
    'applicability[0].endDateTime is "2026-02-01T00:00:00Z"; allowed: a time after startDateTime (2026-02-02T00:00:00.000Z)',
  ],
  [
    { applicability: [{ schedule: [{ day: ['MON'], startTime: '25:00' }] }] },
    {},
    'applicability[0].schedule[0].startTime is "25:00"; allowed: a time of day such as 08:00:00Z',
  ],
])('rejects %j %j', (change, volumeChange, message) => {
  expect(readError(file(change, volumeChange))).toBe(`test.json: features[0] (CHE001): ${message}`)
})

test('accepts a single period, schedule and authority without a list, and units in lower case', () => {
  const applicability = {
    startDateTime: '2026-01-01T00:00:00Z',
    schedule: { day: ['MON'], startTime: '08:00:00Z', endTime: '18:00:00Z' },
  }
  const zoneAuthority = { name: 'Police' }
  const [one] = readValid(file({ applicability, zoneAuthority }, { uomDimensions: 'ft' })).zones
  const listed = {
    applicability: [{ ...applicability, schedule: [applicability.schedule] }],
    zoneAuthority: [zoneAuthority],
  }
  expect(one).toEqual(readValid(file(listed, { uomDimensions: 'FT' })).zones[0])
  expect(one.times).toHaveLength(1)
  expect(readError(file({}, { uomDimensions: 'yd' }))).toMatch(/uomDimensions is "yd"; allowed: M, FT$/)
  expect(readError(file({ applicability: 'always' }))).toMatch(/applicability is "always"; allowed: a list$/)
})
