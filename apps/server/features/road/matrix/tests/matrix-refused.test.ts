import { beforeAll, describe, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { askMatrix, type Point } from '../../../../../../tests/support/operations/matrix.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { issueKey, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { independencia, portones, river, toRing, tresCruces } from '../../route/tests/trips.ts'

const position = independencia
const many = (count: number): Point[] => Array.from({ length: count }, () => position)

describeOnStores(
  'an invalid matrix request',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const refuses = async (body: object | string, detail: string | RegExp, status = 422, headers = {}) =>
      expectProblem(await askMatrix(service, body, headers), status, detail)
    const serves = async (body: object, headers = {}) => expectServed(await askMatrix(service, body, headers))

    describe('points', () => {
      const HOW_TO_GIVE_POINTS = 'give points for an all-to-all matrix, or origins and destinations'
      test.each<[string, object, string | RegExp]>([
        ['nothing at all', {}, `points is missing; ${HOW_TO_GIVE_POINTS}`],
        ['none', { points: [] }, 'points has 0 entries; an all-to-all matrix needs at least 2'],
        ['one', { points: [position] }, 'points has 1 entry; an all-to-all matrix needs at least 2'],
        [
          'points and origins',
          { points: [position, position], origins: [position] },
          'points and origins are both set; use points, or origins and destinations',
        ],
        [
          'points and destinations',
          { points: [position, position], destinations: [position] },
          'points and destinations are both set; use points, or origins and destinations',
        ],
        [
          'origins alone',
          { origins: [position] },
          'origins is set, but destinations is missing; give both, or points for an all-to-all matrix',
        ],
        [
          'destinations alone',
          { destinations: [position] },
          'destinations is set, but origins is missing; give both, or points for an all-to-all matrix',
        ],
        ['no origins', { origins: [], destinations: [position] }, 'origins is []; give at least one point'],
        ['no destinations', { origins: [position], destinations: [] }, 'destinations is []; give at least one point'],
        ['null', { points: null }, /^points is null; it must be an array/],
        ['a text', { points: '1,2;3,4' }, /^points is "1,2;3,4"; it must be an array/],
        ['texts in points', { points: [position, ['-34.9', '-56.1']] }, 'points[1][0] is "-34.9"; it must be a number'],
        ['null in a point', { points: [position, [null, 1]] }, 'points[1][0] is null; it must be a number'],
        ['an object', { points: [position, { lat: 1 }] }, /^points\[1\] is {"lat":1}; it must be an array/],
        ['three numbers', { points: [position, [1, 2, 3]] }, /^points\[1\] is \[1,2,3\]; it must have at most 2 items/],
        ['one number', { points: [position, [1]] }, /^points\[1\] is \[1\]; it must have at least 2 items/],
        [
          'out of range',
          { origins: [position], destinations: [position, [91, 0]] },
          'destinations[1][0] is 91; latitude ranges from -90 to 90 (points are [latitude, longitude])',
        ],
        [
          'null island',
          { points: [position, [0, 0]] },
          'points[1] is [0, 0], which usually means that the position is missing; give the intended position',
        ],
      ])('422: %s', async (_title, body, detail) => {
        await refuses(body, detail)
      })

      test('400: NaN is not JSON', async () => {
        await refuses('{"points":[[NaN,1],[1,2]]}', /^The body is not valid JSON/, 400)
      })

      test('422: a number out of range', async () => {
        await refuses('{"points":[[1e999,1],[1,2]]}', /^points\[0\]\[0\] is Infinity; latitude ranges/)
      })
    })

    describe('places', () => {
      const FAR = '1000 m; move'
      test('422: names every point without a road', async () => {
        await refuses(
          { points: [position, river, portones, river] },
          `points[1] and points[3] have no road within ${FAR} the points nearer to a road, or check that points are in the order [latitude, longitude]`,
        )
        await refuses(
          { origins: [river], destinations: [position] },
          new RegExp(`^origins\\[0\\] has no road within ${FAR} the point `),
        )
      })

      test('422: names the first of many, with the total', async () => {
        const points = [position, ...Array.from({ length: 40 }, () => river)]
        await refuses({ points }, /^points\[1\], points\[2\], .*, points\[30\] and 10 more points have no road/)
      })

      test('422: names the options that leave no road', async () => {
        const [latitude, longitude] = position
        const area = toRing(latitude - 0.02, longitude - 0.02, latitude + 0.02, longitude + 0.02)
        await refuses(
          { points: [position, portones], avoid_areas: [area] },
          /^points\[0\] has no road within 1000 m that is permitted by avoid_areas; relax this constraint, move the point/,
        )
      })

      test('422: outside the maps', async () => {
        await refuses(
          { points: [position, [48.137, 11.575], [48.2, 11.5]] },
          'points[1] and points[2] are outside the loaded maps of this service (montevideo); ask the operator to add a map that contains them',
        )
      })

      test('422: swapped latitude and longitude', async () => {
        const [latitude, longitude] = position
        await refuses(
          { origins: [position], destinations: [[longitude, latitude]] },
          'destinations[0] is outside the loaded maps of this service (montevideo); points are [latitude, longitude], and with the two values swapped, the point would be in montevideo',
        )
      })

      test('422: no map loaded', async () => {
        const bare = await start()
        const detail = 'This service has no road map yet; ask the operator to add one'
        expectProblem(await askMatrix(bare, { points: [position, portones] }), 422, detail)
      })
    })

    describe('other fields', () => {
      const points = [position, tresCruces]
      test.each<[string, object, string | RegExp]>([
        ['no metrics', { metrics: [] }, /^metrics is \[\]; it must have at least 1 item; it has 0/],
        [
          'an unknown metric',
          { metrics: ['price'] },
          /^metrics\[0\] is "price"; it must be one of distance, duration, free_flow/,
        ],
        ['metrics as a text', { metrics: 'distance' }, /^metrics is "distance"; it must be an array/],
        ['an unknown thing to avoid', { avoid: ['cows'] }, /^avoid\[0\] is "cows"; it must be one of/],
        ['no instant', { depart_at: 'tomorrow' }, /^depart_at is "tomorrow"; it must be a timestamp such as/],
        ['too early', { depart_at: '1969-01-01T00:00:00Z' }, /times from 1970 to 2199 are supported/],
        ['a vehicle too high', { vehicle: { height_m: 21 } }, /^vehicle.height_m is 21; it must be at most 20/],
        [
          'a corner out of range',
          {
            avoid_areas: [
              [
                [1, 1],
                [2, 2],
                [1, 181],
              ],
            ],
          },
          /^avoid_areas\[0\]\[2\]\[1\] is 181/,
        ],
      ])('422: %s', async (_title, more, detail) => {
        await refuses({ points, ...more }, detail)
      })
    })

    describe('limits', () => {
      const over = (given: string, who: string, allowed: string, remedy = 'use a plan') =>
        new RegExp(
          `has ${given} points, but ${who} at most ${allowed} per side \\(.* cells\\); request several smaller matrices, or ${remedy} that allows more$`,
        )

      test('without a key: 100 per side, and not 101', async () => {
        await serves({ origins: many(100), destinations: many(1) })
        await serves({ origins: many(1), destinations: many(100) })
        await refuses(
          { points: many(101) },
          over('101', 'requests without a key may have', '100', 'use a key for a plan'),
        )
        await refuses({ origins: many(101), destinations: many(1) }, /^origins has 101 points/)
        await refuses({ origins: many(1), destinations: many(101) }, /^destinations has 101 points/)
      })

      test('trial: 100 per side, and not 101', async () => {
        const headers = { 'x-api-key': (await signUp(service)).key }
        await serves({ points: many(100) }, headers)
        await refuses({ points: many(101) }, over('101', 'the trial plan allows', '100'), 422, headers)
      })

      test('paid plans: 1,000 per side, and not 1,001', async () => {
        const headers = { 'x-api-key': (await issueKey(service, 'starter')).key }
        await serves({ origins: many(1000), destinations: many(1) }, headers)
        await refuses({ points: many(1001) }, over('1,001', 'the starter plan allows', '1,000'), 422, headers)
      })

      test('rejects an oversized matrix for its size, not for the quota', async () => {
        const headers = { 'x-api-key': (await signUp(service)).key }
        await refuses({ points: many(20_000) }, /^points has 20,000 points, but the trial plan/, 422, headers)
      })
    })
  },
  ['embedded'],
)
