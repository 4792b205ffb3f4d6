import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import {
  askFlight,
  boxZone,
  circleZone,
  collection,
  fly,
  openSky,
} from '../../../../../tests/support/operations/drone.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'

const from = [-40, -20]
const to = [-39.91, -20]
const flight = { from, to }
const carrasco = [-34.8379, -56.0275]
const CARRASCO =
  'Carrasco General Cesáreo L. Berisso International Airport (airport:SUMU), where authorization is required (authority: the operator of Carrasco General Cesáreo L. Berisso International Airport (SUMU))'

/** Four walls form a ring around [-39, -20], and another zone is active during office hours. */
const ring = [
  boxZone([-39.05, -20.05], [-39.04, -19.95], { id: 'S', name: 'South wall' }),
  boxZone([-38.96, -20.05], [-38.95, -19.95], { id: 'N', name: 'North wall' }),
  boxZone([-39.05, -20.05], [-38.95, -20.04], { id: 'W', name: 'West wall' }),
  boxZone([-39.05, -19.96], [-38.95, -19.95], { id: 'E', name: 'East wall' }),
]
const office = circleZone([-38, -20], 1000, {
  id: 'OFFICE',
  name: 'Office',
  rule: 'conditional',
  schedule: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '08:00', end: '18:00' }],
  authority: { name: 'Ministry', phone: '+598 2 1234', email: 'ask@ministry.example', url: 'https://ministry.example' },
})
const over = boxZone([-38.01, -20.1], [-37.99, -20.09], { id: 'OVER', until: '2020-01-01T00:00:00Z' })

describeOnStores(
  'POST /v1/drone/route refuses',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      const sky = await openSky({ zones: collection(...ring, office, over) })
      service = await startShared({ config: { anonymousBurst: 100_000 }, sky })
    })

    test.each<[string, object, string | RegExp]>([
      ['nothing', {}, /^from is missing/],
      ['a point with three coordinates', { from: [1, 2, 3], to }, /^from is \[1,2,3\]; it must/],
      ['a name', { from: 'here', to }, /^from is "here"; it must/],
      ['a latitude', { from, to: [91.2, 5] }, /^to\[0\] is 91.2; latitude ranges from -90 to 90/],
      ['a longitude', { from, to: [5, -181] }, /^to\[1\] is -181; longitude ranges from -180 to 180/],
      ['null island', { from: [0, 0], to }, /^from is \[0, 0\]/],
      ['null island as a via point', { ...flight, via: [[0, 0]] }, /^via\[0\] is \[0, 0\]/],
      ['nulls', { from: [null, 5], to }, /^from\[0\] is null; it must be a number/],
      ['a date that does not exist', { ...flight, depart_at: 'soon' }, /^depart_at is "soon"; it must be a timestamp/],
      [
        'a time in the distant past',
        { ...flight, depart_at: '1960-01-01T00:00:00Z' },
        /times from 1970 to 2199 are supported/,
      ],
      [
        'an unknown option',
        { ...flight, corridors: 'avoid' },
        /^corridors is "avoid"; it must be one of prefer, only, ignore/,
      ],
      ['an unknown format', { ...flight, format: 'kml' }, /^format is "kml"; it must be one of json, plan, geojson/],
      ['wind without a direction', { ...flight, wind: { speed_ms: 3 } }, /^wind.from_deg is missing/],
      [
        'more stops than allowed',
        { ...flight, via: Array(51).fill(to) },
        /^via is .*; it must have at most 50 items; it has 51/,
      ],
      [
        'more authorisations than allowed',
        { ...flight, authorisations: Array(101).fill('A') },
        /^authorisations is .*; it must have at most 100 items; it has 101/,
      ],
      [
        'a negative range',
        { ...flight, aircraft: { range_km: -5 } },
        'aircraft.range_km must be from 0.01 to 2000, but is -5',
      ],
      [
        'a range beyond the limit',
        { ...flight, aircraft: { range_km: 2001 } },
        'aircraft.range_km must be from 0.01 to 2000, but is 2001',
      ],
      [
        'a speed of zero',
        { ...flight, aircraft: { cruise_speed_ms: 0 } },
        'aircraft.cruise_speed_ms must be from 0.5 to 400, but is 0',
      ],
      [
        'a speed of nearly zero',
        { ...flight, aircraft: { cruise_speed_ms: 1e-10 } },
        'aircraft.cruise_speed_ms must be from 0.5 to 400, but is 1e-10',
      ],
      [
        'an enormous speed',
        { ...flight, aircraft: { cruise_speed_ms: 1e308 } },
        'aircraft.cruise_speed_ms must be from 0.5 to 400, but is 1e+308',
      ],
      [
        'the full range as reserve',
        { ...flight, aircraft: { reserve_pct: 100 } },
        'aircraft.reserve_pct must be at least 0 and below 100, but is 100',
      ],
      [
        'a negative climb rate',
        { ...flight, aircraft: { climb_rate_ms: -1 } },
        'aircraft.climb_rate_ms must be from 0.1 to 100, but is -1',
      ],
      [
        'no altitude',
        { ...flight, aircraft: { max_altitude_m: 0 } },
        'aircraft.max_altitude_m must be from 10 to 10000, but is 0',
      ],
      [
        'a negative limit',
        { ...flight, aircraft: { wind_limit_ms: -1 } },
        'aircraft.wind_limit_ms must be from 0 to 150, but is -1',
      ],
      [
        'a range in words',
        { ...flight, aircraft: { range_km: 'far' } },
        /^aircraft.range_km is "far"; it must be a number/,
      ],
      [
        'underground',
        { ...flight, altitude_m: -10 },
        'altitude_m must be at least 10: lower altitudes leave too little room above the ground, but is -10',
      ],
      ['no margin', { ...flight, margin_m: 0.5 }, 'margin_m must be from 1 to 5000, but is 0.5'],
      ['too much margin', { ...flight, margin_m: 5001 }, 'margin_m must be from 1 to 5000, but is 5001'],
      ['a cellar', { ...flight, take_off_sea_m: -501 }, 'take_off_sea_m must be from -500 to 9000, but is -501'],
      [
        'a negative wind',
        { ...flight, wind: { speed_ms: -1, from_deg: 0 } },
        'wind.speed_ms must be from 0 to 150, but is -1',
      ],
      [
        'an invalid wind direction',
        { ...flight, wind: { speed_ms: 1, from_deg: 361 } },
        'wind.from_deg must be from 0 to 360, but is 361',
      ],
      [
        'to fly higher than the law allows',
        { ...flight, altitude_m: 121 },
        'altitude_m is 121, but drones may fly at most 120 m above ground; give 120 or less',
      ],
      [
        'to fly higher than the aircraft can',
        { ...flight, altitude_m: 100, aircraft: { max_altitude_m: 80 } },
        'altitude_m is 100, but the aircraft can fly at most 80 m above ground; give 80 or less',
      ],
      [
        'more wind than the aircraft tolerates',
        { ...flight, wind: { speed_ms: 12.5, from_deg: 0 } },
        "The wind of 12.5 m/s exceeds the aircraft's limit of 12 m/s (aircraft.wind_limit_ms)",
      ],
      [
        'a course that cannot be held',
        { ...flight, aircraft: { cruise_speed_ms: 9 }, wind: { speed_ms: 11, from_deg: 90 } },
        'The destination (to) cannot be reached because the aircraft cannot hold its course in a wind of 11 m/s (11.0 m/s across the course) with a cruise speed of only 9 m/s',
      ],
      [
        'a headwind faster than the aircraft',
        { ...flight, aircraft: { wind_limit_ms: 20 }, wind: { speed_ms: 16, from_deg: 0 } },
        'The destination (to) cannot be reached because the aircraft cannot hold its course in a wind of 16 m/s (16.0 m/s against the course) with a cruise speed of only 15 m/s',
      ],
      [
        'more than the range',
        { from, to: [-39.8, -20], aircraft: { range_km: 25 } },
        'The flight needs 23.2 km of range, but only 20.0 km may be used (25.0 km minus a reserve of 20 %); choose a nearer destination, an aircraft with more range, or a smaller reserve',
      ],
      [
        'to land at an airport',
        { from: [-34.9066, -56.1996], to: carrasco },
        `The destination (to) lies inside ${CARRASCO}; choose another position, or add airport:SUMU to authorisations if you may fly there`,
      ],
      ['to take off there', { from: carrasco, to: [-34.9066, -56.1996] }, /^The start \(from\) lies inside Carrasco/],
      [
        'to fly over it at a via point',
        { from: [-34.9066, -56.1996], to: [-34.895, -56.18], via: [carrasco] },
        /^The stop via\[0\] lies inside Carrasco/,
      ],
      [
        'to come nearer than the margin',
        { from, to: [-39.0501, -20], aircraft: { range_km: 500 } },
        /^The destination \(to\) is within the 30 m margin of South wall \(S\), where flying is prohibited; choose another position, or add S to authorisations/,
      ],
      [
        'a position enclosed by zones',
        { from, to: [-39, -20], aircraft: { range_km: 500 } },
        /^The destination \(to\) cannot be reached without entering a zone: East wall \(E\), where flying is prohibited; North wall \(N\).*; South wall.*; West wall/,
      ],
      [
        'office hours, with the contact and the possible times',
        { from: [-38.05, -20], to: [-38, -20], depart_at: '2026-11-16T10:00:00Z' },
        /^The destination \(to\) lies inside Office \(OFFICE\), where conditions apply, in force Monday to Friday 08:00–18:00 UTC \(authority: Ministry, \+598 2 1234, ask@ministry.example, https:\/\/ministry.example\); the earliest possible departure is 2026-11-16T17:5\d:\d\dZ$/,
      ],
      [
        'corridors only, where there are none',
        { ...flight, corridors: 'only' },
        'The destination (to) cannot be reached through corridors, but corridors is "only"; use "prefer" to fly directly where there are no corridors',
      ],
    ])('%s', async (_title, payload, detail) => {
      expectProblem(await askFlight(service, payload), 422, detail)
    })

    test('rejects numbers that JSON cannot represent', async () => {
      const postDrone = (payload: string) =>
        service.app.inject({
          method: 'POST',
          url: '/v1/drone/route',
          payload,
          headers: { 'content-type': 'application/json' },
        })
      const body = (range: string) => `{"from":[-40,-20],"to":[-39.91,-20],"aircraft":{"range_km":${range}}}`
      expectProblem(await postDrone(body('NaN')), 400)
      expectProblem(await postDrone(body('1e999')), 422, /^aircraft.range_km/)
      expectProblem(await postDrone(body('null')), 422, /^aircraft.range_km is null; it must be a number/)
    })

    test('accepts values exactly at the limit', async () => {
      const limits = { range_km: 2000, reserve_pct: 99, max_altitude_m: 120, wind_limit_ms: 12 }
      await fly(service, { ...flight, aircraft: limits, altitude_m: 120, margin_m: 5000, take_off_sea_m: 9000 })
      await fly(service, {
        ...flight,
        wind: { speed_ms: 12, from_deg: 180 },
        aircraft: { wind_limit_ms: 12 },
        margin_m: 1,
        authorisations: Array(100).fill('S'),
      })
      const via = Array.from({ length: 50 }, (_, at) => [-40 + at / 1e4, -20])
      expect((await fly(service, { ...flight, via })).legs).toHaveLength(51)
    })

    test('accepts the departure named by a rejection, exactly as written', async () => {
      const postDrone = { from: [-38.05, -20], to: [-38, -20] }
      const refused = await askFlight(service, { ...postDrone, depart_at: '2026-11-16T12:00:00.500Z' })
      const [, depart_at] = /departure is (\S+Z)$/.exec(refused.json().detail) ?? []
      expect(depart_at).toMatch(/^2026-11-16T17:5\d:\d\dZ$/)
      expect((await fly(service, { ...postDrone, depart_at })).zones_avoided).toEqual([])
    })

    test('accepts flights when timed zones are inactive: evenings, weekends, expired zones', async () => {
      const office = { from: [-38.05, -20], to: [-38, -20] }
      for (const depart_at of ['2026-11-16T18:00:00Z', '2026-11-15T10:00:00Z'])
        await fly(service, { ...office, depart_at })
      // The zone becomes active before the drone is over it.
      const before = await askFlight(service, { ...office, depart_at: '2026-11-16T07:58:00Z' })
      expectProblem(
        before,
        422,
        /^The destination \(to\) cannot be reached without entering a zone: Office .* the earliest possible departure is 2026-11-16T17:5\d:\d\dZ$/,
      )
      await fly(service, { from: [-38, -20.12], to: [-38, -20.095], depart_at: '2026-11-15T10:00:00Z' })
    })

    test('rejects all requests while aerodromes are loading or failed to build; none when they are disabled', async () => {
      const { aerodromes: _made, ...zones } = await openSky()
      const awaited = await start({ sky: zones })
      expect(expectProblem(await askFlight(awaited, flight), 503, /still being built/).headers['retry-after']).toBe('2')
      const failed = await start({
        sky: { ...zones, aerodromes: { version: 'aerodromes-failed', sections: undefined } },
      })
      expectProblem(
        await askFlight(failed, flight),
        503,
        /could not be built, and flights cannot be planned safely without them/,
      )
      const without = await start({ sky: zones, config: { defaultZones: false } })
      const onAirport = await fly(without, { from: [-34.9066, -56.1996], to: carrasco })
      expect(onAirport.data).toMatchObject({ dataset: 'none' })
      expect(onAirport.data.attribution).not.toContain('OurAirports')
    })

    describe('usage counting', () => {
      test('counts a flight as one route, and a rejection as none', async () => {
        const { key } = await signUp(service)
        const headers = { 'x-api-key': key }
        const postDrone = (payload: object) =>
          service.app.inject({ method: 'POST', url: '/v1/drone/route', payload, headers })
        expect((await postDrone(flight)).statusCode).toBe(200)
        expect((await postDrone({ from, to: carrasco })).statusCode).toBe(422)
        const usage = await service.app.inject({ url: '/v1/account/usage', headers })
        expect(usage.json()).toMatchObject({
          quota: { used: 1 },
          usage: { by_operation: [{ operation: 'drone', routes: 1 }] },
        })
      })
    })
  },
  ['embedded'],
)
