import { encodePolyline } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { toAnswer } from './osrm-answer.ts'
import { type OsrmReply, readReply } from './osrm-reply.ts'
import type { UpstreamAnswer, UpstreamPoint, UpstreamQuery } from './provider.ts'
import { aroundTheCorner } from './testing/queries.ts'
import { threeSteps } from './testing/replies.ts'

function answerTo(query: UpstreamQuery, reply: unknown): UpstreamAnswer {
  const read = readReply(reply)
  const answer = read.ok ? toAnswer(read.value, query) : read
  if (!answer.ok) throw new Error(answer.failure)
  return answer.value
}

/** Returns a modified copy of the usual reply. */
function changed(change: (reply: OsrmReply) => void): OsrmReply {
  const copy = structuredClone(threeSteps) as unknown as OsrmReply
  change(copy)
  return copy
}

/** Returns a reply with the given geometry for each leg and step. The other values do not matter. */
function replyAlong(legs: readonly (readonly (readonly UpstreamPoint[])[])[]): OsrmReply {
  const [lat, lon] = [0, 1] as const
  return changed(({ routes, waypoints }) => {
    const [route, waypoint] = [routes[0], waypoints[0]]
    const [leg, step] = [route?.legs[0], route?.legs[0]?.steps[0]]
    if (!route || !waypoint || !leg || !step) throw new Error('the usual reply has a step')
    route.geometry = encodePolyline(legs.flat(2), 6)
    route.legs = legs.map((pieces) => ({
      ...leg,
      steps: pieces.map((piece) => ({
        ...step,
        geometry: encodePolyline(piece, 6),
        maneuver: { ...step.maneuver, location: [piece[0]?.[lon] ?? 0, piece[0]?.[lat] ?? 0] },
      })),
    }))
    waypoints.splice(0, 2, ...Array.from({ length: legs.length + 1 }, () => waypoint))
  })
}
function rangesOf({ routes }: UpstreamAnswer): number[][] {
  const steps = routes[0]?.legs.flatMap((leg) => leg.steps) ?? []
  return steps.map(({ firstPoint, lastPoint }) => [firstPoint, lastPoint])
}

describe('ordinary reply', () => {
  const answer = answerTo(aroundTheCorner, threeSteps)
  const [route] = answer.routes

  test('has its path latitude first, each point once', () => {
    expect(route?.geometry).toEqual([
      [52.517033, 13.388799],
      [52.516902, 13.389034],
      [52.516844, 13.389141],
      [52.516771, 13.391522],
      [52.518121, 13.391718],
      [52.51944, 13.391902],
      [52.520112, 13.392003],
    ])
  })

  test('has its distances and durations', () => {
    expect(route).toMatchObject({ distanceMeters: 563.6, durationSeconds: 79.7 })
    expect(route?.legs).toMatchObject([{ distanceMeters: 563.6, durationSeconds: 79.7 }])
  })

  test('has its steps, with all sign information', () => {
    expect(route?.legs[0]?.steps).toEqual([
      {
        type: 'depart',
        modifier: 'left',
        name: 'Friedrichstraße',
        distanceMeters: 190.4,
        durationSeconds: 31.2,
        at: [52.517033, 13.388799],
        bearingBefore: 0,
        bearingAfter: 132,
        drivingSide: 'right',
        firstPoint: 0,
        lastPoint: 3,
      },
      {
        type: 'turn',
        modifier: 'left',
        name: 'Charlottenstraße',
        ref: 'B 2; B 5',
        destinations: 'A 100: Wedding, Mitte',
        distanceMeters: 373.2,
        durationSeconds: 48.5,
        at: [52.516771, 13.391522],
        bearingBefore: 92,
        bearingAfter: 4,
        drivingSide: 'right',
        lanes: [
          { valid: true, indications: ['left'] },
          { valid: false, indications: ['straight', 'right'] },
        ],
        firstPoint: 3,
        lastPoint: 6,
      },
      {
        type: 'arrive',
        modifier: 'right',
        name: 'Charlottenstraße',
        distanceMeters: 0,
        durationSeconds: 0,
        at: [52.520112, 13.392003],
        bearingBefore: 5,
        bearingAfter: 0,
        drivingSide: 'right',
        firstPoint: 6,
        lastPoint: 6,
      },
    ])
  })

  test('has its stops snapped to the road', () => {
    expect(answer.snapped).toEqual([
      { at: [52.517033, 13.388799], distanceMeters: 4.152629, name: 'Friedrichstraße' },
      { at: [52.520112, 13.392003], distanceMeters: 1.25, name: 'Charlottenstraße' },
    ])
  })

  test('without steps has the same path, from the overview', () => {
    const [bare] = answerTo({ ...aroundTheCorner, steps: false }, threeSteps).routes
    expect(bare?.geometry).toEqual(route?.geometry)
    expect(bare?.legs).toEqual([{ distanceMeters: 563.6, durationSeconds: 79.7, steps: [] }])
  })
})

test('keeps a roundabout on the left, an exit and a rotary', () => {
  const reply = changed(({ routes }) => {
    const step = routes[0]?.legs[0]?.steps[1]
    if (!step) throw new Error('the usual reply has a turn')
    step.maneuver.exit = 2
    Object.assign(step, { driving_side: 'left', rotary_name: 'Great Circle', exits: '12A' })
    step.maneuver.type = 'a word of tomorrow'
  })
  expect(answerTo(aroundTheCorner, reply).routes[0]?.legs[0]?.steps[1]).toMatchObject({
    type: 'a word of tomorrow',
    exit: 2,
    drivingSide: 'left',
    rotaryName: 'Great Circle',
    exits: '12A',
  })
})

test('assumes right-hand driving for steps of an older server without a side', () => {
  const reply = changed(({ routes }) => {
    for (const step of routes[0]?.legs[0]?.steps ?? []) {
      delete step.driving_side
      delete step.intersections
    }
  })
  const steps = answerTo(aroundTheCorner, reply).routes[0]?.legs[0]?.steps
  expect(steps?.map(({ drivingSide, lanes }) => [drivingSide, lanes])).toEqual(Array(3).fill(['right', undefined]))
})

const [a, b, c, d] = [
  [10, 20],
  [10.001, 20],
  [10.002, 20.001],
  [10.003, 20.002],
] as const satisfies UpstreamPoint[]

test('joins several legs into one line covered by its steps', () => {
  const stops = [a, b, d].map(([latitude, longitude]) => ({ latitude, longitude, heading: -1 }))
  const answer = answerTo(
    { ...aroundTheCorner, stops },
    replyAlong([
      [
        [a, b],
        [b, b],
      ],
      [
        [b, c],
        [c, d],
        [d, d],
      ],
    ]),
  )
  expect(answer.routes[0]?.geometry).toEqual([a, b, c, d])
  expect(rangesOf(answer)).toEqual([
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 3],
    [3, 3],
  ])
  expect(answer.snapped.length).toBe(3)
})

test('turns a route from a point to itself into a line of two points', () => {
  const answer = answerTo(
    aroundTheCorner,
    replyAlong([
      [
        [a, a],
        [a, a],
      ],
    ]),
  )
  expect(answer.routes[0]?.geometry).toEqual([a, a])
  expect(rangesOf(answer)).toEqual([
    [0, 1],
    [1, 1],
  ])
})

test('assigns a gap between steps to the second step', () => {
  const answer = answerTo(
    aroundTheCorner,
    replyAlong([
      [
        [a, b],
        [c, d],
      ],
    ]),
  )
  expect(answer.routes[0]?.geometry).toEqual([a, b, c, d])
  expect(rangesOf(answer)).toEqual([
    [0, 1],
    [1, 3],
  ])
})

test('keeps the order of alternatives', () => {
  const reply = changed(({ routes }) => {
    const [best] = routes
    if (best) routes.push({ ...best, duration: 99 })
  })
  const { routes } = answerTo(aroundTheCorner, reply)
  expect(routes.map(({ durationSeconds }) => durationSeconds)).toEqual([79.7, 99])
})

describe('invalid reply', () => {
  const route = (change: (route: OsrmReply['routes'][0]) => void) =>
    changed(({ routes }) => {
      if (routes[0]) change(routes[0])
    })
  const step = (change: (step: Record<string, unknown>) => void) =>
    route(({ legs }) => {
      if (legs[0]?.steps[1]) change(legs[0].steps[1])
    })
  const infinite: unknown = JSON.parse(JSON.stringify(threeSteps).replace('"distance":190.4', '"distance":1e999'))

  test.each<[string, unknown, string]>([
    ['nothing', null, 'it must be object'],
    ['a list', [], 'it must be object'],
    ['no routes', { code: 'Ok', waypoints: [] }, "it must have required property 'routes'"],
    ['an empty list of routes', { ...threeSteps, routes: [] }, 'routes must NOT have fewer than 1 items'],
    ['a route without legs', { ...threeSteps, routes: [{ distance: 1 }] }, 'routes[0] must have required property'],
    ['a leg too many', route(({ legs }) => legs.push(...legs)), 'routes[0] has 2 legs instead of 1'],
    ['a stop too few', changed(({ waypoints }) => waypoints.pop()), '1 waypoints for 2 stops'],
    ['a leg without steps', route(({ legs }) => legs[0]?.steps.splice(0)), 'routes[0].legs[0].steps is empty'],
    ['an endless distance', infinite, 'routes[0].legs[0].steps[0].distance must be number'],
    ['a negative time', step((one) => Object.assign(one, { duration: -1 })), 'steps[1].duration must be >= 0'],
    ['lanes in words', step((one) => Object.assign(one, { intersections: [{ lanes: 'two' }] })), 'lanes must be array'],
    ['geometry as GeoJSON', step((one) => Object.assign(one, { geometry: {} })), 'steps[1].geometry must be string'],
    ['no polyline', step((one) => Object.assign(one, { geometry: '~' })), 'steps[1].geometry is not a polyline'],
    ['an empty polyline', step((one) => Object.assign(one, { geometry: '' })), 'steps[1].geometry is not a polyline'],
    [
      'latitude first',
      changed(({ waypoints }) => Object.assign(waypoints[0] ?? {}, { location: [52.5, 113.4] })),
      'waypoints[0].location[1] must be <= 90',
    ],
  ])('%s', (_, reply, why) => {
    expect(() => answerTo(aroundTheCorner, reply)).toThrow(why)
  })

  test('is rejected when the path has one point', () => {
    expect(() => answerTo(aroundTheCorner, replyAlong([[[a]]]))).toThrow('routes[0] has fewer than two points')
  })
})
