import { beforeAll, describe, expect, test } from 'vitest'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'

/** The three stops are ten kilometers and ten minutes apart. */
const stops = [
  [1, 1],
  [2, 2],
  [3, 3],
]
const even = [0, 1, 2].map((from) => [0, 1, 2].map((to) => (from === to ? 0 : 10)))
const matrix = { distances_km: even, durations_min: even }

describeOnStores(
  'explanations in a reply',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const get = async (terms: object): Promise<Optimized> =>
      expectServed(await ask(service, { stops, matrix, max_iterations: 50, ...terms })).json()
    const getUnassignedReason = async (terms: object) => {
      const { unassigned } = await get(terms)
      return Object.fromEntries(unassigned.map(({ stop, why }) => [stop, why]))
    }

    describe('reason for an unassigned stop, true of every vehicle', () => {
      test('no vehicle has all skills, although each skill exists', async () => {
        const terms = { skills: [[], ['a', 'b'], []], fleet: [{ skills: ['a'] }, { skills: ['b'] }] }
        expect(await getUnassignedReason(terms)).toEqual({
          1: 'vehicle 0 does not have the skill b; vehicle 1 does not have the skill a',
        })
      })

      test('only_stops excludes the vehicle with the skill', async () => {
        const terms = { skills: [[], ['a'], []], fleet: [{ only_stops: [1] }, { skills: ['a'] }] }
        expect(await getUnassignedReason(terms)).toEqual({
          1: 'only vehicle 0 may visit the stop: vehicle 0 does not have the skill a',
        })
      })

      test('breaks rule out one vehicle, distance the other', async () => {
        const terms = {
          roundtrip: true,
          time_windows: [null, [100, 105], null],
          service_min: [0, 20, 0],
          fleet: [
            { max_km: 1, breaks: [{ duration_min: 5 }] },
            { shift: [0, 160], breaks: [{ duration_min: 30, windows: [[101, 115]] }] },
          ],
        }
        expect((await getUnassignedReason(terms))[1]).toBe(
          'visiting the stop takes at least 20 km, but vehicle 0 may drive at most 1 km; vehicle 1 could visit the stop alone, but would have no time left for its breaks, and no solution was found that visits it together with other stops',
        )
      })

      test('each vehicle is too small in another dimension', async () => {
        const terms = { demands: [0, [5, 1], [1, 5]], fleet: [{ capacity: [5, 0] }, { capacity: [0, 5] }] }
        expect(await getUnassignedReason(terms)).toEqual({
          0: 'the stop is only the start or end of vehicles that are not used',
          1: 'vehicle 0 has a capacity of 0, but the stop has a demand of 1 (dimension 1); vehicle 1 has a capacity of 0, but the stop has a demand of 5',
          2: 'vehicle 0 has a capacity of 0, but the stop has a demand of 5 (dimension 1); vehicle 1 has a capacity of 0, but the stop has a demand of 1',
        })
      })

      test('a stop reachable only past another could be visited, but not alone', async () => {
        const distances_km = [
          [0, 1, 9],
          [1, 0, 1],
          [9, 1, 0],
        ]
        const terms = { matrix: { distances_km }, roundtrip: true, max_route_km: 5, max_route_stops: 1 }
        expect(await getUnassignedReason(terms)).toEqual({
          2: 'if the stop is visited alone, vehicle 0 would drive 18 km, but at most 5 km are allowed, and no solution was found that visits it together with other stops',
        })
      })
    })

    test.each([
      [{ max_route_km: 29 }, { constraint: 'max_km', vehicle: 0, by: 1, unit: 'km' }],
      [{ max_route_min: 25 }, { constraint: 'max_min', vehicle: 0, by: 5, unit: 'min' }],
      [{ shift: [0, 28] }, { constraint: 'shift', vehicle: 0, by: 2, unit: 'min' }],
      [{ max_route_stops: 1 }, { constraint: 'max_stops', vehicle: 0, by: 1, unit: 'stops' }],
      [
        { demands: [0, 1, 1], capacity: 1 },
        { constraint: 'capacity', vehicle: 0, by: 1, unit: 'amount', dimension: 0 },
      ],
      [
        { time_windows: [null, [10, 10], [10, 12]], priorities: [0, 1, 0] },
        { constraint: 'window', vehicle: 0, by: 8, unit: 'min' },
      ],
    ])('what would make room for a stop: %j', async (terms, relaxation) => {
      const { unassigned } = await get({ roundtrip: true, ...terms })
      expect(unassigned).toEqual([
        {
          stop: expect.any(Number),
          why: expect.stringMatching(/^the stop could be visited alone/),
          relax: [relaxation],
        },
      ])
    })

    describe('notes', () => {
      test('report road options that are ignored with a matrix', async () => {
        const { notes } = await get({ avoid: ['tolls'], vehicle: { height_m: 3 } })
        expect(notes).toEqual([
          'avoid is ignored because distances and times come from matrix instead of roads',
          'vehicle is ignored because distances and times come from matrix instead of roads',
        ])
        expect((await get({})).notes).toBeUndefined()
        const drawn = await get({ geometry: 'points', steps: true })
        expect([drawn.notes, drawn.routes[0]?.geometry]).toEqual([
          ['geometry', 'steps'].map(
            (name) => `${name} is ignored because distances and times come from matrix instead of roads`,
          ),
          undefined,
        ])
      })

      test('report unused vehicles without claiming more than the search shows', async () => {
        expect((await get({ vehicles: 2, roundtrip: true })).notes).toEqual([
          '1 of 2 vehicles is used, because no shorter solution with more vehicles was found; to spread the stops over more vehicles, use balance, max_route_stops, capacity or max_route_min',
        ])
        const { notes, unassigned } = await get({ fleet: [{ max_stops: 1 }, { max_stops: 0 }] })
        expect([unassigned.length, notes]).toEqual([1, undefined])
      })
    })
  },
  ['embedded'],
)
