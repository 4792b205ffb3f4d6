import { describe, expect, test } from 'vitest'
import { defaultFeedLimits } from '../feed-content.ts'
import { readContent, readFailure, readTestFeed } from '../testing/reading.ts'

const at = [41.15, -8.61]
const line = [at, [41.16, -8.62]]
const area = [at, [41.16, -8.62], [41.17, -8.6]]

async function readIncident(incident: object) {
  const { events } = await readContent({ incidents: [incident] })
  return events[0]
}

describe('incident', () => {
  test('keeps all its fields', async () => {
    const incident = {
      id: 'a1',
      kind: 'accident',
      severity: 'low',
      description: ' Two cars\n on the bridge ',
      line,
      both_directions: true,
      closed: true,
      speed_kmh: 12.5,
      lanes_closed: [1, 3],
      delay_min: 7.5,
      starts_at: '2026-11-15T08:00:00Z',
      ends_at: '2026-11-15T10:00:00+01:00',
      road_names: ['Ponte Luís I'],
      source: 'police',
    }
    expect(await readIncident(incident)).toEqual({
      id: 'a1',
      kind: 'accident',
      severity: 'low',
      description: 'Two cars on the bridge',
      where: { line },
      direction: 'both',
      closed: true,
      speedKmh: 12.5,
      lanesClosed: [1, 3],
      delaySeconds: 450,
      startsAtMs: Date.UTC(2026, 10, 15, 8),
      endsAtMs: Date.UTC(2026, 10, 15, 9),
      roadNames: ['Ponte Luís I'],
      restrictions: [],
    })
  })

  test.each([
    [
      { kind: 'closure', line },
      { closed: true, severity: 'critical', direction: 'along', where: { line } },
    ],
    [
      { kind: 'closure', at, closed: false },
      { closed: false, severity: 'moderate', direction: 'both', where: { at } },
    ],
    [
      { kind: 'accident', at },
      { closed: false, severity: 'high', description: '', roadNames: [] },
    ],
    [
      { kind: 'congestion', line, both_directions: false },
      { severity: 'high', direction: 'along' },
    ],
    [
      { kind: 'weather', area },
      { severity: 'moderate', direction: 'both', where: { area } },
    ],
    [{ kind: 'hazard', area: [...area, at] }, { where: { area } }],
    [
      { kind: 'hazard', line: [at, at] },
      { where: { at }, direction: 'both' },
    ],
    [{ kind: 'hazard', line: [at, at, line[1]] }, { where: { line } }],
    [
      { kind: 'other', at, id: 5, closed: null, delay_min: 0 },
      { id: '5', closed: false, delaySeconds: 0 },
    ],
    [{ kind: 'other', at: [-90, 180] }, { where: { at: [-90, 180] } }],
  ])('accepts %j', async (incident, expected) => {
    expect(await readIncident(incident)).toMatchObject(expected)
  })

  test('without an id gets one that is stable while its content is the same', async () => {
    const first = await readIncident({ kind: 'hazard', at })
    expect(first?.id).toMatch(/^[0-9a-f]{16}$/)
    expect((await readIncident({ kind: 'hazard', at }))?.id).toBe(first?.id)
    expect((await readIncident({ kind: 'weather', at }))?.id).not.toBe(first?.id)
  })

  test('with a duplicate id is kept separately', async () => {
    const incident = { id: 'x', kind: 'hazard', at }
    const { events } = await readContent({ incidents: [incident, incident, { ...incident, id: 'y' }, incident] })
    expect(events.map(({ id }) => id)).toEqual(['x', 'x#2', 'y', 'x#3'])
  })

  test('list may be empty', async () => {
    expect(await readContent({ incidents: [] })).toMatchObject({ events: [], skipped: { count: 0 } })
  })
})

describe('invalid incident', () => {
  const kinds = 'closure, roadworks, accident, congestion, hazard, weather, other'
  const speed = 'allowed: above 0 and up to 500; for a closed road, give "closed": true'
  const dateTime = 'a date and time such as 2026-11-15T08:00:00Z'
  test.each<[unknown, string]>([
    [5, 'it is 5; allowed: an object with a kind and a location'],
    [null, 'it is missing; allowed: an object with a kind and a location'],
    [[1], 'it is a list of length 1; allowed: an object with a kind and a location'],
    [{ at }, `kind is missing; allowed: ${kinds}`],
    [{ kind: 'Accident', at }, `kind is "Accident"; allowed: ${kinds}`],
    [{ kind: {}, at }, `kind is an object; allowed: ${kinds}`],
    [{ kind: 'hazard', at, severity: 'bad' }, 'severity is "bad"; allowed: low, moderate, high, critical'],
    [{ kind: 'hazard', at, description: 5 }, 'description is 5; allowed: a string'],
    [{ kind: 'hazard', at, id: {} }, 'id is an object; allowed: a string or a number'],
    [{ kind: 'hazard' }, 'it has no location; allowed: exactly one of at, line, area'],
    [{ kind: 'hazard', at, line }, 'it has at and line; allowed: exactly one of at, line, area'],
    [{ kind: 'hazard', at: [91, 0] }, 'at is "[91, 0]"; allowed: [latitude, longitude]'],
    [{ kind: 'hazard', at: [0, 180.1] }, 'at is "[0, 180.1]"; allowed: [latitude, longitude]'],
    [{ kind: 'hazard', at: ['1', 2] }, 'at is a list of length 2; allowed: [latitude, longitude]'],
    [{ kind: 'hazard', at: [{ toString: 1 }, 2] }, 'at is a list of length 2; allowed: [latitude, longitude]'],
    [{ kind: 'hazard', at: 'here' }, 'at is "here"; allowed: [latitude, longitude]'],
    [{ kind: 'hazard', line: [at] }, 'line is a list of length 1; allowed: a list of at least 2 positions'],
    [{ kind: 'hazard', line: [at, [5]] }, 'line[1] is "[5]"; allowed: [latitude, longitude]'],
    [
      { kind: 'hazard', area: [at, at, at] },
      'area is a list of length 3; allowed: a ring of at least 3 different points',
    ],
    [{ kind: 'hazard', line, both_directions: 'no' }, 'both_directions is "no"; allowed: true or false'],
    [
      { kind: 'hazard', at, both_directions: false },
      'both_directions is false; allowed: false only together with line, because other locations have no direction',
    ],
    [{ kind: 'hazard', at, closed: 1 }, 'closed is 1; allowed: true or false'],
    [{ kind: 'hazard', at, speed_kmh: 0 }, `speed_kmh is 0; ${speed}`],
    [{ kind: 'hazard', at, speed_kmh: 500.1 }, `speed_kmh is 500.1; ${speed}`],
    [{ kind: 'hazard', at, speed_kmh: '30' }, `speed_kmh is "30"; ${speed}`],
    [{ kind: 'hazard', at, delay_min: -1 }, 'delay_min is -1; allowed: 0 to 1440 minutes'],
    [{ kind: 'hazard', at, delay_min: 1441 }, 'delay_min is 1441; allowed: 0 to 1440 minutes'],
    [
      { kind: 'hazard', at, lanes_closed: [3, 2] },
      'lanes_closed is a list of length 2; allowed: [closed, all], whole numbers up to 20, such as [1, 3]',
    ],
    [{ kind: 'hazard', at, starts_at: 'today' }, `starts_at is "today"; allowed: ${dateTime}`],
    [{ kind: 'hazard', at, starts_at: 1700000000 }, `starts_at is 1700000000; allowed: ${dateTime}`],
    [
      { kind: 'hazard', at, ends_at: '2026-13-01T00:00:00Z' },
      `ends_at is "2026-13-01T00:00:00Z"; allowed: ${dateTime}`,
    ],
    [
      { kind: 'hazard', at, ends_at: '2026-11-15T08:00:00' },
      `ends_at is "2026-11-15T08:00:00"; allowed: ${dateTime}, with a time zone`,
    ],
    [
      { kind: 'hazard', at, starts_at: '2026-11-15T08:00:00Z', ends_at: '2026-11-15T07:00:00Z' },
      'ends_at is "2026-11-15T07:00:00.000Z"; allowed: not before starts_at',
    ],
    [{ kind: 'hazard', at, road_names: 'A1' }, 'road_names is "A1"; allowed: a list of strings'],
  ])('%j', async (incident, what) => {
    const { events, skipped } = await readContent({ incidents: [{ kind: 'other', at }, incident] })
    expect(skipped).toEqual({ count: 1, first: [`incident 2: ${what}`] })
    expect(events).toHaveLength(1)
  })

  test('fails the feed when there is no valid one', async () => {
    expect(await readFailure({ incidents: [{}, {}] })).toEqual({
      kind: 'nothing-readable',
      skipped: { count: 2, first: [1, 2].map((number) => `incident ${number}: kind is missing; allowed: ${kinds}`) },
    })
  })
})

describe('feed limits', () => {
  const incidents = [
    { kind: 'other', at },
    { kind: 'other', line },
  ]
  test.each([
    ['events', 2],
    ['points', 3],
  ] as const)('%s: accepts the maximum and rejects one more', async (of, count) => {
    expect((await readTestFeed({ incidents }, { limits: { ...defaultFeedLimits, [of]: count } })).ok).toBe(true)
    const failure = await readFailure({ incidents }, { limits: { ...defaultFeedLimits, [of]: count - 1 } })
    expect(failure).toEqual({ kind: 'too-much-content', of, max: count - 1 })
  })

  test('truncates a long description', async () => {
    expect((await readIncident({ kind: 'other', at, description: 'x'.repeat(1000) }))?.description).toHaveLength(1000)
    expect((await readIncident({ kind: 'other', at, description: 'x'.repeat(9000) }))?.description).toHaveLength(1001)
  })
})
