import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ALL_METRICS, askMatrix, type Matrix, type Point } from '../../../../../../tests/support/operations/matrix.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, issueKey, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { cerro, independencia, pocitos, portones, prado, tresCruces } from '../../route/tests/trips.ts'
import { matrixExample, matrixRequests } from '../examples.ts'
import { MAX_SHORT_CELLS } from '../service.ts'

const points = [independencia, tresCruces, portones, prado, cerro, pocitos]

/** Returns a grid of points in the city center. */
const grid = (count: number): Point[] =>
  Array.from({ length: count }, (_, i) => [-34.9059 + 0.0004 * (i % 30), -56.1913 + 0.0006 * Math.floor(i / 30)])

describeOnStores(
  'a matrix',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({
        maps: await openMaps(),
        config: { anonymousBurst: 100_000, anonymousMatrixPoints: 200 },
      })
    })
    const get = async (body: object, headers = {}): Promise<Matrix> =>
      expectServed(await askMatrix(service, body, headers)).json()

    test('matches the example', async () => {
      const { data, ...rest } = matrixExample
      const reply = await get(matrixRequests[0] ?? {})
      expect(reply).toMatchObject(rest)
      expect(reply.data).toMatchObject({ region: data.region, attribution: data.attribution })
    })

    test('of points equals that of the same origins and destinations', async () => {
      expect(await get({ points })).toEqual(await get({ origins: points, destinations: points }))
    })

    test('has a row for every origin and a column for every destination', async () => {
      const { distances_km, durations_min, snapped } = await get({ origins: points.slice(0, 2), destinations: points })
      expect([distances_km.length, durations_min.length, snapped.origins.length]).toEqual([2, 2, 2])
      expect(distances_km.concat(durations_min).map((row) => row.length)).toEqual([6, 6, 6, 6])
      expect(snapped.destinations).toHaveLength(6)
    })

    test('equals the routes with the same bearings and approaches', async () => {
      const bearings = [
        { bearing: 90, tolerance: 40 },
        null,
        { bearing: 200 },
        null,
        null,
        { bearing: 0, tolerance: 50 },
      ]
      const approach = ['curb', 'opposite', 'unrestricted', 'curb', 'curb', 'opposite']
      const all = await get({ points, bearings, approach })
      expect(all).toEqual(
        await get({
          ...{ origins: points, destinations: points },
          ...{ bearings: [...bearings, ...bearings], approach: [...approach, ...approach] },
        }),
      )
      expect(all.durations_min).not.toEqual((await get({ points })).durations_min)
      for (const [from, to] of [
        [0, 1],
        [2, 5],
        [5, 0],
        [3, 4],
      ] as const) {
        const select = <T>(list: readonly T[]) => [list[from], list[to]]
        const body = { from: points[from], to: points[to], bearings: select(bearings), approach: select(approach) }
        const route = expectServed(await service.app.inject({ method: 'POST', url: '/v1/route', payload: body })).json()
        expect([all.distances_km[from]?.[to], all.durations_min[from]?.[to]]).toEqual([
          route.distance_km,
          route.eta_min,
        ])
      }
      const afoot = { points, profile: 'foot' }
      expect(await get({ ...afoot, approach: 'curb' })).toEqual(await get(afoot))
    })

    test('rejects bearings and approaches that do not match its points', async () => {
      const lists = { origins: points.slice(0, 2), destinations: points.slice(2, 3) }
      expectProblem(
        await askMatrix(service, { ...lists, approach: ['curb', 'curb'] }),
        422,
        'approach has 2 entries; give one entry for each of the 3 points, or a single value for all points',
      )
      expectProblem(
        await askMatrix(service, { ...lists, bearings: [null, null, null, null] }),
        422,
        'bearings has 4 entries; give one entry for each of the 3 points',
      )
      expectProblem(
        await askMatrix(service, { ...lists, bearings: [null, { bearing: 359, tolerance: 0 }, null] }),
        422,
        /^origins\[1\] has no road within 1000 m that is permitted by bearings; relax this constraint, move the point/,
      )
    })

    test('may have one cell', async () => {
      const { distances_km } = await get({ origins: [independencia], destinations: [portones] })
      expect(distances_km).toEqual([[expect.any(Number)]])
    })

    test.each([
      [undefined, ['distances_km', 'durations_min']],
      [['distance'], ['distances_km']],
      [['duration'], ['durations_min']],
      [['free_flow'], ['free_flow_min']],
      [
        ['free_flow', 'duration', 'distance', 'duration'].slice(0, 3),
        ['distances_km', 'durations_min', 'free_flow_min'],
      ],
    ])('contains the requested metrics: %j', async (metrics, fields) => {
      const reply = await get({ points, ...(metrics ? { metrics } : {}) })
      expect(Object.keys(reply)).toEqual([...fields, 'snapped', 'traffic', 'data'])
    })

    test('is zero from a point to itself', async () => {
      const { distances_km, durations_min, free_flow_min } = await get({ points, metrics: ALL_METRICS })
      for (const rows of [distances_km, durations_min, free_flow_min]) {
        expect(points.map((_, index) => rows[index]?.[index])).toEqual(points.map(() => 0))
      }
    })

    test('lists ignored fields, even in a streamed reply', async () => {
      const warnings = ["unknown field 'avoidd' was ignored; did you mean avoid?"]
      expect(await get({ points, avoidd: 1 })).toMatchObject({ warnings })
      expect(await get({ points: grid(60), avoidd: 1 })).toMatchObject({ warnings })
    })

    test('is the same when large, but streamed', async () => {
      const all = grid(110)
      expect(all.length ** 2).toBeGreaterThan(MAX_SHORT_CELLS)
      const reply = expectServed(await askMatrix(service, { points: all, metrics: ALL_METRICS }))
      const large: Matrix = reply.json()
      expect(reply.headers).not.toHaveProperty('content-length')
      const [from, to] = [all.slice(7, 12), all.slice(30, 50)]
      const small = await get({ origins: from, destinations: to, metrics: ALL_METRICS })
      for (const field of ['distances_km', 'durations_min', 'free_flow_min'] as const) {
        expect(large[field].slice(7, 12).map((row) => row.slice(30, 50))).toEqual(small[field])
      }
      expect(large.snapped.origins.slice(7, 12)).toEqual(small.snapped.origins)
    })

    describe('usage counting', () => {
      test.each([
        [10, 10, 1],
        [1, 1, 1],
        [1, 101, 2],
        [11, 10, 2],
        [99, 100, 99],
      ])('%i × %i as %i routes', async (rows, columns, units) => {
        const { key } = await issueKey(service, 'pro')
        const headers = { 'x-api-key': key }
        await get({ origins: grid(rows), destinations: grid(columns) }, headers)
        expect((await getUsage(service, key)).json()).toMatchObject({
          quota: { used: units },
          usage: { by_operation: [{ operation: 'matrix', calls: 1, routes: units }] },
        })
      })

      test('counts nothing when it is rejected', async () => {
        const { key } = await signUp(service)
        const headers = { 'x-api-key': key }
        const refused = [
          { points: grid(101) },
          { points: [independencia, [0, 0]] },
          { points: [independencia, [1, 1]] },
        ]
        for (const body of refused) expect((await askMatrix(service, body, headers)).statusCode).toBe(422)
        expect((await getUsage(service, key)).json()).toMatchObject({ quota: { used: 0 } })
      })
    })
  },
  ['embedded'],
)
