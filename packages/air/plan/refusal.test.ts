import { expect, test } from 'vitest'
import type { ZoneNote } from './flight/flight.ts'
import { explainRefusal, type Refusal, refusalKinds } from './refusal.ts'

const zone: ZoneNote = {
  id: 'ED-R1',
  name: 'Barracks',
  rule: 'prohibited',
  authorities: [{ name: 'Base', phone: '+49 1', email: 'base@example.org' }],
  times: 'Monday to Friday 08:00–18:00 UTC',
}
const earliestDepartureMs = Date.UTC(2026, 5, 1, 18)

const expectedMessages: readonly [Refusal, string][] = [
  [
    { kind: 'bad-number', field: 'aircraft.range_km', given: -1, allowed: 'more than 0' },
    'aircraft.range_km must be more than 0, but is -1',
  ],
  [
    { kind: 'inside-zone', field: 'to', zone, within: 'zone', marginM: 30, earliestDepartureMs },
    'The destination (to) lies inside Barracks (ED-R1), where flying is prohibited, in force Monday to Friday 08:00–18:00 UTC (authority: Base, +49 1, base@example.org); the earliest possible departure is 2026-06-01T18:00:00Z',
  ],
  [
    {
      kind: 'inside-zone',
      field: 'via[1]',
      zone: { ...zone, name: 'ED-R1', rule: 'authorisation', authorities: [], times: 'always' },
      within: 'margin',
      marginM: 30,
    },
    'The stop via[1] is within the 30 m margin of ED-R1, where authorization is required; choose another position, or add ED-R1 to authorisations if you may fly there',
  ],
  [
    { kind: 'no-path', field: 'to', zones: [{ ...zone, rule: 'conditional' }], earliestDepartureMs },
    'The destination (to) cannot be reached without entering a zone: Barracks (ED-R1), where conditions apply, in force Monday to Friday 08:00–18:00 UTC; the earliest possible departure is 2026-06-01T18:00:00Z',
  ],
  [
    { kind: 'no-corridor', field: 'to' },
    'The destination (to) cannot be reached through corridors, but corridors is "only"; use "prefer" to fly directly where there are no corridors',
  ],
  [
    { kind: 'no-corridor', field: 'via[0]', bestAttempt: { flownKm: 10.8, insideKm: 0.196 } },
    'The stop via[0] can be reached with only 0.2 km of 10.8 km in corridors, and corridors is "only", which requires at least half of the route; use "prefer" to fly directly where there are no corridors',
  ],
  [
    { kind: 'range-exceeded', neededKm: 26.04, usableKm: 24, rangeKm: 30, reservePct: 20 },
    'The flight needs 26.0 km of range, but only 24.0 km may be used (30.0 km minus a reserve of 20 %); choose a nearer destination, an aircraft with more range, or a smaller reserve',
  ],
  [
    { kind: 'wind-limit', givenMs: 13, limitMs: 12 },
    "The wind of 13 m/s exceeds the aircraft's limit of 12 m/s (aircraft.wind_limit_ms)",
  ],
  [
    { kind: 'course-not-held', field: 'to', givenMs: 11, crosswindMs: 10.5, headwindMs: -3.3, cruiseSpeedMs: 10 },
    'The destination (to) cannot be reached because the aircraft cannot hold its course in a wind of 11 m/s (10.5 m/s across the course) with a cruise speed of only 10 m/s',
  ],
  [
    { kind: 'altitude-impossible', requestedM: 150, allowedM: 120, because: 'law' },
    'altitude_m is 150, but drones may fly at most 120 m above ground; give 120 or less',
  ],
  [
    { kind: 'altitude-impossible', requestedM: 90, allowedM: 60, because: 'aircraft' },
    'altitude_m is 90, but the aircraft can fly at most 60 m above ground; give 60 or less',
  ],
]

test.each(expectedMessages)('%o', (refusal, message) => {
  expect(explainRefusal(refusal)).toBe(message)
})

test('covers every kind', () => {
  expect(new Set(expectedMessages.map(([{ kind }]) => kind))).toEqual(new Set(refusalKinds))
})

test('includes the earliest departure wherever there is one', () => {
  const refusals: Refusal[] = [
    { kind: 'no-corridor', field: 'to', earliestDepartureMs },
    { kind: 'range-exceeded', neededKm: 26, usableKm: 24, rangeKm: 30, reservePct: 20, earliestDepartureMs },
  ]
  const endings = refusals.map((refusal) => explainRefusal(refusal).split('; ').at(-1))
  expect(endings[0]).toMatch(/^the earliest possible departure is 2026-06-01T18:00:00Z$/)
  expect(endings[1]).toMatch(
    /^the earliest possible departure that avoids the detour around the zones now in force is 2026-06-01T18:00:00Z$/,
  )
})

test('names only some of many zones', () => {
  const zones = Array.from({ length: 8 }, (_, at) => ({ ...zone, id: `z${at}`, name: `z${at}`, times: 'always' }))
  const message = explainRefusal({ kind: 'no-path', field: 'to', zones })
  expect(message).toMatch(/z0, .*z4, where flying is prohibited; and 3 more$/)
})
