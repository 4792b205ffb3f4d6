import { expect, test } from 'vitest'
import { parseDirections } from '../request.ts'
import { DirectionsService } from './directions.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

/**
 * Records the requests to Fairway operations. The operations return no route, so that the tests need no sample route.
 */
async function findDirections(parameters: object): Promise<{ requests: object[]; reply: object }> {
  const query = parseDirections({ origin: '1,2', destination: '3,4', ...parameters }, now)
  if (!query.ok) throw new Error(query.failure.error_message)
  const requests: object[] = []
  const directions = new DirectionsService(
    async (operation, _caller, { body }) => {
      requests.push({ operation, body })
      if (operation === 'optimize') return { ok: true, body: { order: [0, 2, 1, 3] } }
      const detail =
        'There is no road route between the stop via[0] and the destination (to), because the roads there are not connected'
      return { ok: false, problem: { status: 422, code: 'no-path', body: { busy: false, detail } } }
    },
    () => true,
  )
  const reply = await directions.find({ kind: 'anonymous', address: '' }, query.value)
  if (!reply.ok) throw new Error(reply.failure.body.detail)
  return { requests, reply: reply.value.body }
}

test('optimizes the waypoint order with the options of the route', async () => {
  const terms = { avoid: 'highways|tolls', departure_time: String(now / 1000 + 3600) }
  const { requests } = await findDirections({ waypoints: 'optimize:true|5,6|7,8', ...terms })
  const shared = { avoid: ['motorways', 'tolls'], depart_at: '2026-11-15T13:00:00.000Z' }
  expect(requests).toMatchObject([
    { operation: 'optimize', body: { start: 0, end: 3, objective: 'duration', ...shared } },
    {
      operation: 'route',
      body: {
        from: [1, 2],
        via: [
          [7, 8],
          [5, 6],
        ],
        to: [3, 4],
        ...shared,
      },
    },
  ])
})

test('names the waypoint of a failure as it was given, in any order', async () => {
  const { reply } = await findDirections({ waypoints: 'optimize:true|5,6|7,8' })
  expect(reply).toMatchObject({
    status: 'ZERO_RESULTS',
    error_message: expect.stringMatching(/between waypoints\[1\] and destination, /),
  })
})

test('uses the heading for the origin', async () => {
  const { requests } = await findDirections({ origin: 'heading=90:1,2', waypoints: 'heading=10:5,6' })
  expect(requests).toMatchObject([{ operation: 'route', body: { heading: 90 } }])
})

test.each([
  ['walking', 'foot'],
  ['bicycling', 'bicycle'],
  ['driving', 'car'],
])('mode=%s uses the profile %s for the route and the order', async (mode, profile) => {
  const { requests } = await findDirections({ mode, waypoints: 'optimize:true|5,6|7,8' })
  expect(requests).toMatchObject([
    { operation: 'optimize', body: { profile } },
    { operation: 'route', body: { profile } },
  ])
})
