import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { issueKey, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { cerro, independencia, type Point, portones, prado, river } from '../../route/tests/trips.ts'

const stops: readonly Point[] = [independencia, portones, cerro, prado]
const many = (count: number): Point[] => Array.from({ length: count }, () => independencia)

describeOnStores(
  'an invalid optimization request',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const refuses = async (body: object | string, detail: string | RegExp, status = 422) =>
      expectProblem(await ask(service, body), status, detail)
    const serves = async (body: object) => expectServed(await ask(service, body))

    describe('locked stops and running tours', () => {
      const given = [[1, 2, 3]]
      const pairs = [{ pickup: 1, delivery: 2 }]
      const running = (vehicle: object, terms: object = {}) => ({ given, current: { vehicles: [vehicle] }, ...terms })
      test.each([
        [
          { locked: [[1], [2]] },
          'locked has 2 entries, but there is only 1 vehicle; give at most one entry per vehicle',
        ],
        [
          { locked: [[0]] },
          'locked[0][0] is 0, which is not a stop to visit; give the number, counted from 0, of a stop where no vehicle starts or ends',
        ],
        [{ locked: [[1, 1]] }, 'locked[0][1] is 1, which is already listed in locked; list each stop only once'],
        [
          { locked: [[2, 1]], pairs },
          'locked[0][0] is 2, the delivery of a pair, but its pickup, stop 1, is not locked before it; lock both stops, or neither of them',
        ],
        [
          { locked: [[1]], fleet: [{}, { only_stops: [1] }] },
          'locked[0][0] is 1, but only vehicle 1 may visit that stop; lock the stop to that vehicle, or change only_stops or given',
        ],
        [
          { locked: [[1]], time_windows: [null, [0, 1], null, null] },
          'locked[0] is not feasible: vehicle 0 arrives too late at stop 1; lock fewer stops, or relax the constraint',
        ],
        [
          { current: { vehicles: [] } },
          'current is set, but given is missing; in given, list the stops of every tour in progress',
        ],
        [{ given, current: {} }, /^current.vehicles is missing/],
        [
          { given, current: { vehicles: [{}, {}] } },
          'current.vehicles has 2 entries, but there is only 1 vehicle; give at most one entry per vehicle',
        ],
        [running({ at: [91, 0] }), /^current.vehicles\[0\].at\[0\] is 91/],
        [running({ delay_min: -1 }), /^current.vehicles\[0\].delay_min is -1; it must be at least 0/],
        [running({ done: [9] }), /^current.vehicles\[0\].done\[0\] is 9, which is not a stop to visit/],
        [running({ done: [1, 1] }), /is 1, which is already listed in done; list each stop only once$/],
        [
          running({ done: [2] }, { pairs }),
          'current.vehicles[0].done[0] is 2, the delivery of a pair, but its pickup, stop 1, is not in the done list of the same vehicle; add the pickup to that list',
        ],
        [
          running({ delay_min: 61 }, { shift: [0, 60] }),
          'current.vehicles[0].delay_min is 61, but the shift of the vehicle ends 60 min after depart_at; shorten the delay, extend the shift, or leave the vehicle out',
        ],
        [
          running({ done: [1, 2, 3] }),
          'The done lists contain all stops, so there is nothing left to plan; leave at least one stop out of these lists',
        ],
        [
          { pairs: [{ ...pairs[0], max_detour_min: 5 }], max_trips: 2 },
          'max_detour_min cannot be combined with max_trips, because a detour would not include the time for reloads; leave out one of them',
        ],
        [{ pairs: [{ ...pairs[0], max_detour_min: -5 }] }, /^pairs\[0\].max_detour_min is -5; it must be at least 0/],
        [{ lifo: 'yes' }, /^lifo is "yes"; it must be/],
        [{ geometry: 'svg' }, /^geometry is "svg"/],
      ])('%j', async (body, detail) => void (await refuses({ stops, ...body }, detail)))

      test('are accepted at the limits', async () => {
        await serves({ stops, ...running({ delay_min: 60, done: [1] }, { shift: [0, 500], pairs }) })
        await serves({ stops, pairs: [{ ...pairs[0], max_detour_min: 0 }], lifo: true })
      })
    })

    describe('costs, prizes, groups and times of stops', () => {
      const shift = [0, 60]
      const pairs = [{ pickup: 1, delivery: 2 }]
      const nulls = [null, null, null, null]
      const depart_at = '2026-11-18T11:00:00Z'
      const rates = (count: number) => Array.from({ length: count }, (_, vehicle) => ({ cost: { per_km: vehicle } }))
      test.each([
        [
          { objective: 'cost' },
          'objective is "cost", but no vehicle has a cost above 0; set cost or fleet[].cost, or choose another objective',
        ],
        [{ fleet: [{ cost: { fixed: -1 } }] }, /^fleet\[0\].cost.fixed is -1; it must be at least 0/],
        [{ cost: { per_km: 10_001 } }, /^cost.per_km is 10001; it must be at most 10000/],

        [
          { fleet: [{ max_trips: 2, start: 'any' }] },
          'fleet[0].max_trips is above 1, but the vehicle has no fixed start and no depots to reload at; give fleet[0].depots or fleet[0].start',
        ],
        [
          { fleet: [2, 3, 4, 5, 6, 7].map((speed_factor) => ({ speed_factor })) },
          'fleet has 6 combinations of profile and speed_factor that differ from the default (the profile outside fleet and a speed_factor of 1), but at most 5 are allowed; give similar vehicles the same values',
        ],
        [{ fleet: [{ speed_factor: 0 }] }, /^fleet\[0\].speed_factor is 0; it must be at least 0.1/],
        [{ fleet: [{ profile: 'boat' }] }, /^fleet\[0\].profile is "boat"/],
        [{ max_trips: 21 }, /^max_trips is 21; it must be at most 20/],
        [{ max_trips: 2, depots: [9] }, 'depots[0] is 9; the stops are numbered from 0 to 3'],
        [{ objective: 'fast' }, /^objective is "fast"/],
        [
          { fleet: [{ cost: { overtime_per_hour: 1 } }] },
          'fleet[0].cost.overtime_per_hour is set, but overtime requires a shift, and the vehicle has none; give the vehicle a shift, or leave fleet[0].cost.overtime_per_hour out',
        ],
        [
          { objective: 'cost', fleet: rates(21) },
          'The vehicles have 21 different combinations of per_km and per_hour, but at most 20 are allowed; give similar vehicles the same rates',
        ],
        [
          { objective: 'vehicles', prize: [null, 1, null, null] },
          'prize is given, but objective is "vehicles", so every stop that has a prize would be left out; set objective to cost, distance or duration',
        ],
        [{ prize: [null, -1, null, null] }, /^prize\[1\] is -1; it must be at least 0/],
        [{ prize: [null] }, /^prize has 1 entry, but there are 4 stops/],
        [{ setup_min: [1, 2] }, /^setup_min has 2 entries, but there are 4 stops/],
        [
          { pairs, group: [null, null, 'a', null] },
          'group[2] is given, but stop 2 belongs to a pair, and pairs cannot be in groups; leave out the group or the pair',
        ],
        [
          { group: [null, 'a', 'a', null], prize: [null, 1, null, null] },
          'Stop 2, in the group "a", has no prize, but other stops in the group do; give a prize to every stop in the group, or to none of them',
        ],
        [
          { pairs, prize: [null, null, 1, null] },
          'prize[2] is given, but stop 2 is the delivery of a pair; use prize[1], the entry for the pickup, instead',
        ],
        [
          { pairs, release_at: [null, null, 5, null] },
          'release_at[2] is given, but stop 2 is the delivery of a pair; use release_at[1], the entry for the pickup, instead',
        ],
        [
          { depart_at, due_at: [null, '2026-11-18T10:00:00Z', null, null], service_min: 5 },
          'due_at[1] is 2026-11-18T10:00:00Z, but service takes 5 min and cannot start before depart_at; set a later time, or depart earlier',
        ],
        [
          { due_at: [null, 30, null, null], time_windows: [null, [[60, 90]], null, null] },
          'due_at[1] is 30, but time_windows[1] leaves no time for service before then; set a later time, or change time_windows[1]',
        ],
        [
          { soft_windows: [null, { start: 0, end: 9 }, null, null] },
          'soft_windows[1] has no penalty; set early_per_min or late_per_min to a value above 0, or leave out the window',
        ],
        [
          { soft_windows: [null, { start: 9, end: 0, late_per_min: 1 }, null, null] },
          'soft_windows[1] runs from 9 to 0, but its end must be after its start',
        ],
        [{ prize: [1, null, null, null] }, /^prize\[0\] is given, but vehicles only start or end at stops\[0\]/],
        [
          { objective: 'cost', cost: { per_km: 1 }, matrix: { distances_km: [] } },
          'objective is "cost", but matrix has no durations_min; give durations_min, or change the objective',
        ],
        [
          { objective: 'cost', cost: { per_km: 1 }, matrix: { durations_min: [] } },
          'cost.per_km is set, but matrix has no distances_km to check it against; give distances_km, or leave cost.per_km out',
        ],
      ])('%j', async (body, detail) => void (await refuses({ stops, ...body }, detail)))

      test('accepts values at the limits, and a hundred depots', async () => {
        const body = { stops, budget_ms: 10 }
        await serves({ ...body, max_trips: 20, depots: many(20) })
        await refuses(
          { ...body, max_trips: 2, depots: many(100) },
          /^depots is .*; it must have at most 20 items; it has 100/,
        )
        await serves({ ...body, objective: 'cost', fleet: rates(20), shift, cost: { overtime_per_hour: 0 } })
        await serves({ ...body, due_at: [null, 144_000, null, null], release_at: nulls, soft_windows: nulls })
        const depots = Array.from({ length: 96 }, (_, depot) => ({ start: [-34.9 + depot / 10_000, -56.17] }))
        await serves({ ...body, fleet: depots })
      })
    })

    describe('stops', () => {
      test.each([
        [{}, /^stops is missing; it must be an array/],
        [{ stops: 'here' }, /^stops is "here"; it must be an array/],
        [{ stops: [] }, 'stops is empty; give at least 1 stop'],
        [{ stops: [independencia, [1]] }, /^stops\[1\] is \[1\]; it must have at least 2 items; it has 1/],
        [{ stops: [independencia, [91, 0]] }, /^stops\[1\]\[0\] is 91; latitude/],
        [{ stops: [independencia, [0, 0]] }, /^stops\[1\] is \[0, 0\]/],
        [{ stops: [independencia, ['a', 1]] }, /^stops\[1\]\[0\] is "a"; it must be a number/],
        [{ stops: [independencia, river] }, /^stops\[1\] has no road within 1000 m/],
        [{ stops: [independencia, [48.2, 16.37]] }, /^stops\[1\] is outside the loaded maps/],
        [{ stops, start: river }, /^start has no road within/],
        [{ stops, fleet: [{ end: [48.2, 16.37] }] }, /^fleet\[0\].end is outside the loaded maps/],
      ])('%j', async (body, detail) => void (await refuses(body, detail)))

      test('accepts the maximum without a key, and more with the key of a plan that allows it', async () => {
        const body = { budget_ms: 10 }
        await serves({ ...body, stops: many(100) })
        await refuses(
          { ...body, stops: many(101) },
          'The request has 101 points (stops, plus the points in start, end and fleet), but a request without a key may have at most 100; send fewer stops per request, or use a key for a plan that allows more',
        )
        await refuses({ ...body, stops: many(100), start: portones }, /^The request has 101 points/)
        const separateService = await start({ maps: await openMaps() })
        const { key } = await signUp(separateService)
        expectProblem(
          await ask(separateService, { ...body, stops: many(101) }, { 'x-api-key': key }),
          422,
          /the trial plan allows at most 100; send fewer stops per request, or use a plan that allows more$/,
        )
        const { key: paid } = await issueKey(separateService, 'starter')
        expectServed(await ask(separateService, { ...body, stops: many(101) }, { 'x-api-key': paid }))
      })
    })

    describe('vehicles', () => {
      test.each([
        [{ stops, vehicles: 0 }, /^vehicles is 0; it must be at least 1/],
        [{ stops, vehicles: -1 }, /^vehicles is -1; it must be at least 1/],
        [{ stops, vehicles: 1.5 }, /^vehicles is 1.5; it must be an integer/],
        [{ stops, vehicles: '2' }, /^vehicles is "2"; it must be an integer/],
        [{ stops, vehicles: null }, /^vehicles is null; it must be an integer/],
        [{ stops, vehicles: 1001 }, /^vehicles is 1001; it must be at most 1000/],
        [{ stops, vehicles: 3, fleet: [{}, {}] }, /^vehicles is 3, but fleet has 2 entries/],
        [{ stops, fleet: [] }, /^fleet is \[\]; it must have at least 1 item/],
        [{ stops, start: 4 }, 'start is 4; the stops are numbered from 0 to 3'],
        [{ stops, fleet: [{ end: 9 }] }, 'fleet[0].end is 9; the stops are numbered from 0 to 3'],
        [{ stops, start: 'here' }, /^start is "here"; it must be \[latitude, longitude\], a stop number, or 'any'/],
        [
          { stops, end: 1, fleet: [{ end: 2, roundtrip: true }] },
          /^fleet\[0\].end and fleet\[0\].roundtrip are both set/,
        ],
        [{ stops, start: 'any', roundtrip: true }, /^roundtrip is true, but start is "any"/],
        [
          { stops: stops.slice(0, 2), start: 0, end: 1 },
          /^Vehicles start or end at every stop, so no stop is left to visit/,
        ],
      ])('%j', async (body, detail) => void (await refuses(body, detail)))
    })

    describe('constraints', () => {
      test.each([
        [
          { stops, demands: [1, 2] },
          'demands has 2 entries, but there are 4 stops; give one entry for every stop, in the same order',
        ],
        [{ stops, time_windows: [null] }, /^time_windows has 1 entry, but there are 4 stops/],
        [{ stops, service_min: [1, 2, 3, 4, 5] }, /^service_min has 5 entries, but there are 4 stops/],
        [{ stops, priorities: [1] }, /^priorities has 1 entry, but there are 4 stops/],
        [{ stops, skills: [] }, /^skills has 0 entries, but there are 4 stops/],
        [{ stops, demands: [0, -1, 0, 0] }, /^demands\[1\] is -1; it must be a whole number from 0 to 1,000,000/],
        [{ stops, demands: [0, 1.5, 0, 0] }, /^demands\[1\] is 1.5; it must be a whole number/],
        [{ stops, demands: [1, 1, 1, 1] }, /^demands\[0\] is given, but vehicles only start or end at stops\[0\]/],
        [
          { stops, service_min: -1 },
          /^service_min is -1; it must be a number of minutes from 0 to 144,000, or a list of/,
        ],
        [{ stops, service_min: 144_001 }, /^service_min is 144001; it must be a number of minutes from 0 to 144,000/],
        [
          { stops, time_windows: [null, [[9, 3]], null, null] },
          'time_windows[1][0] runs from 9 to 3, but its end must be after its start',
        ],
        [{ stops, time_windows: [null, [['x', 3]], null, null] }, /^time_windows\[1\]/],
        [
          { stops, time_windows: [null, [['2020-01-01T00:00:00Z', '2020-01-01T01:00:00Z']], null, null] },
          'time_windows[1] ends before depart_at, so it has no effect; depart earlier, or leave it out',
        ],
        [{ stops, shift: ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00Z'] }, /^shift ends before depart_at/],
        [
          { stops, shift: [0, '2199-01-01T01:00:00Z'] },
          'shift[1] is 2199-01-01T01:00:00Z, which is more than 144,000 minutes after depart_at; plan a shorter period, or depart later',
        ],
        [{ stops, pairs: [{ pickup: 1, delivery: 7 }] }, 'pairs[0].delivery is 7; the stops are numbered from 0 to 3'],
        [
          { stops, pairs: [{ pickup: 0, delivery: 1 }] },
          /^pairs\[0\].pickup is 0, but vehicles only start or end at that stop/,
        ],
        [
          { stops, pairs: [{ pickup: 1, delivery: 1 }] },
          'pairs[0] has stop 1 as both pickup and delivery; give two different stops, or list the position twice in stops',
        ],
        [
          {
            stops,
            pairs: [
              { pickup: 1, delivery: 2 },
              { pickup: 2, delivery: 3 },
            ],
          },
          /^pairs\[1\].pickup is 2, which is already in a pair/,
        ],
        [
          { stops, pairs: [{ pickup: 1, delivery: 2 }], demands: [0, 1, 1, 0] },
          'demands[2] is above 0, but stop 2 is the delivery of a pair; give the amount at its pickup, in demands[1], and set demands[2] to 0',
        ],
        [
          { stops, given: [[1], [2]] },
          'given has tours for 2 vehicles, but there is only 1; leave out the extra tours',
        ],
        [{ stops, given: [[1, 2, 9]] }, /^given\[0\]\[2\] is 9, which is not a stop to visit/],
        [{ stops, given: [[1, 2, 1]] }, /^given\[0\]\[2\] is 1, which is already listed in given/],
        [{ stops, given: [[0, 1]] }, /^given\[0\]\[0\] is 0, a stop where vehicles start or end; in given, list only/],
        [
          { stops, fleet: [{ only_stops: [1] }, { only_stops: [1] }] },
          /^fleet\[1\].only_stops\[0\] is 1, which is also in only_stops of another/,
        ],
        [{ stops, balance: 'evenly' }, /^balance is "evenly"; it must be true, false, 'stops' or 'duration'/],
        [{ stops, objective: 'beauty' }, /^objective is "beauty"; it must be one of distance, duration/],
        [{ stops, budget_ms: 9 }, /^budget_ms is 9; it must be at least 10/],
        [{ stops, budget_ms: 10_001 }, /^budget_ms is 10001; it must be at most 10000/],
        [{ stops, seed: -1 }, /^seed is -1; it must be at least 0/],
        [{ stops, max_iterations: 0 }, /^max_iterations is 0; it must be at least 1/],
      ])('%j', async (body, detail) => void (await refuses(body, detail)))
    })

    describe('invalid time, reported with the given and the allowed value', () => {
      const must =
        'it must be a number of minutes after depart_at (0 to 144,000), a time of day such as 08:30, a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970'
      test.each([
        [[10, 200_000], `time_windows[1][1] is 200000; ${must}, or [from, to] with two such values`],
        [[-5, 60], `time_windows[1][0] is -5; ${must}, or [from, to] with two such values`],
        [['x', 'y'], `time_windows[1][0] is "x"; ${must}, or [from, to] with two such values`],
        [
          ['2026-02-30T08:30', '2026-06-16T09:30:00'],
          `time_windows[1][0] is "2026-02-30T08:30"; ${must}, or [from, to] with two such values`,
        ],
        [[[10, 200_000]], `time_windows[1][0][1] is 200000; ${must}`],
        [
          [60],
          /^time_windows\[1\] is \[60\]; it must be \[from, to\] or \{ "start", "end" \}, where each time is a number of minutes .* \(0 to 144,000\)/,
        ],
        [[1, 2, 3], /^time_windows\[1\] is \[1,2,3\]; it must be \[from, to\]/],
        [[[1, 2], 3], /^time_windows\[1\]\[1\] is 3; it must be \[from, to\]/],
      ])(
        '%j',
        async (window, detail) => void (await refuses({ stops, time_windows: [null, window, null, null] }, detail)),
      )

      test('is accepted at the limit', async () => {
        await serves({ stops, time_windows: [null, [0, 144_000], null, null], service_min: 0, budget_ms: 10 })
      })
    })

    describe('contradictory constraints', () => {
      const nothing = 'No vehicle can visit any stop:'
      test.each([
        [
          { breaks: [{ duration_min: 70 }], shift: [0, 60] },
          `${nothing} the breaks cannot end before minute 70, but the shift ends at minute 60; change breaks or shift`,
        ],
        [
          { breaks: [{ duration_min: 70 }], max_route_min: 60 },
          `${nothing} the breaks take 70 min, but max_route_min is only 60 min; change breaks or max_route_min`,
        ],
        [
          {
            breaks: [
              { duration_min: 5, windows: [[50, 60]] },
              { duration_min: 5, windows: [[0, 10]] },
            ],
          },
          `${nothing} the time windows of the breaks end before all breaks can be taken one after another; change breaks`,
        ],
        [
          { max_route_stops: 0 },
          `${nothing} max_route_stops is 0, but a tour has at least one stop; change max_route_stops`,
        ],
        [{ max_route_km: 0 }, `${nothing} max_route_km is 0, but every tour requires more; change max_route_km`],
        [{ fleet: [{ max_stops: 0 }, { max_km: 0 }] }, /fleet\[0\].max_stops is 0, .*; change fleet\[0\].max_stops$/],
      ])('%j', async (terms, detail) => void (await refuses({ stops, roundtrip: true, ...terms }, detail)))

      test('are accepted when one vehicle is exempt, or some stops are feasible', async () => {
        await serves({ stops, fleet: [{ max_stops: 0 }, {}] })
        await serves({ stops, roundtrip: true, breaks: [{ duration_min: 60 }], shift: [0, 60] })
        await serves({ stops, start: 'any', max_route_km: 0 })
        await serves({ stops, roundtrip: true, max_route_km: 0.1 })
      })
    })

    describe('custom matrix', () => {
      test('accepts a body as large as the allowed points need, and reports a larger one', async () => {
        const separateService = await start({ maps: await openMaps() })
        const { key } = await issueKey(separateService, 'starter')
        const body = (bytes: number) => {
          const start = JSON.stringify({ stops, budget_ms: 10 }).slice(0, -1)
          return `${start}${' '.repeat(bytes - start.length - 1)}}`
        }
        const [few, many] = [4 * 1_048_576 + 20 * 100 ** 2, 20 * 1_048_576]
        for (const [limit, headers] of [
          [few, {}],
          [many, { 'x-api-key': key }],
        ] as const) {
          expectServed(await ask(separateService, body(limit), headers))
          const refused = await ask(separateService, body(limit + 1), headers)
          expectProblem(refused, 413, `The body exceeds the limit of ${limit} bytes; send a smaller request`)
        }
      })

      test('of 1,000 points, with distances and durations, is accepted', async () => {
        const separateService = await start({ maps: await openMaps() })
        const { key } = await issueKey(separateService, 'starter')
        const table = Array.from({ length: 1000 }, (_, from) =>
          Array.from({ length: 1000 }, (_, to) =>
            from === to ? 0 : 100 + (((from * 31 + to * 17) % 9000) + 0.5) / 1000,
          ),
        )
        const body = { stops: many(1000), matrix: { distances_km: table, durations_min: table }, budget_ms: 10 }
        const reply = expectServed(await ask(separateService, body, { 'x-api-key': key })).json()
        expect(reply.order.length).toBe(1000)
      })

      const square = [0, 1, 2, 3].map(() => [0, 1, 2, 3])
      test.each([
        [{ stops, matrix: {} }, /^objective is "distance", but matrix has no distances_km/],
        [
          { stops, matrix: { distances_km: square }, time_windows: [null, [0, 1], null, null] },
          'time_windows is set, but matrix has no durations_min to check it against; give durations_min, or leave time_windows out',
        ],
        [
          { stops, matrix: { distances_km: square }, fleet: [{ max_min: 5 }] },
          /^fleet\[0\].max_min is set, but matrix/,
        ],
        [
          { stops, objective: 'duration', matrix: { durations_min: square }, max_route_km: 1 },
          /^max_route_km is set, but matrix has no distances_km/,
        ],
        [
          { stops, matrix: { distances_km: square }, objective: 'duration' },
          /^objective is "duration", but matrix has no/,
        ],
        [
          { stops, matrix: { distances_km: square.slice(1) } },
          'matrix.distances_km has 3 entries; it must have 4, one for each point from stops[0] to stops[3]',
        ],
        [{ stops, matrix: { distances_km: [[0], ...square.slice(1)] } }, /^matrix.distances_km\[0\] has 1 entry;/],
        [
          { stops, start: river, matrix: { distances_km: square } },
          /it must have 5, one for each point from stops\[0\] to start$/,
        ],
        [{ stops, matrix: { distances_km: [[-1]] } }, /^matrix.distances_km\[0\]\[0\] is -1; it must be at least 0/],
      ])('%j', async (body, detail) => void (await refuses(body, detail)))
    })

    test('names unknown fields and ignores them', async () => {
      const reply = (await serves({ stops, capacitiy: 3, budget_ms: 10 })).json()
      expect(reply.warnings).toEqual(["unknown field 'capacitiy' was ignored; did you mean capacity?"])
    })
  },
  ['embedded'],
)
