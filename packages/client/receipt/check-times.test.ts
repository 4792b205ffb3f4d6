import { expect, test } from 'vitest'
import { listTimeErrors } from './check-times.ts'
import type { OptimizeReply, OptimizeRoute } from './replies.ts'

const table = [
  [0, 20, 3],
  [4, 0, 20],
  [20, 2, 0],
]
const stops = [
  [1, 1],
  [2, 2],
  [3, 3],
]
/**
 * Each stop has five minutes of service. The first stop has a window that opens at 10, and the break may begin at 25.
 */
const request = { stops, roundtrip: true, service_min: 5, breaks: [{ duration_min: 30 }] }
const route: OptimizeRoute = {
  ...{ vehicle: 0, order: [0, 2, 1], distance_km: 4.5, leaves_min: 1, ends_min: 66 },
  ...{ duration_min: 65, driving_min: 9, service_min: 10, waiting_min: 16 },
  visits: [
    { stop: 2, arrives_min: 4, begins_min: 10, leaves_min: 15 },
    { stop: 1, arrives_min: 57, begins_min: 57, leaves_min: 62 },
  ],
  breaks: [{ after_visits: 1, duration_min: 30 }],
}
const listErrors = (change: Partial<OptimizeRoute>, duration_min = 65, times: typeof table | undefined = table) => {
  const reply = { duration_min, routes: [{ ...route, ...change }] } as unknown as OptimizeReply
  return [...listTimeErrors(request, reply, times)]
}
const visitsWith = (index: number, change: object) => ({
  visits: route.visits.map((visit, at) => (at === index ? { ...visit, ...change } : visit)),
})

test('adds up driving, service, waiting and breaks, and derives every arrival from the previous departure', () => {
  expect(listErrors({})).toEqual([])
})

test('verifies the sums without a duration matrix', () => {
  expect(listErrors({}, 65, undefined)).toEqual([])
  expect(listErrors({ duration_min: 64 }, 64, undefined)).toEqual([
    'the parts of the duration of vehicle 0 add up to 65',
    'vehicle 0 takes 65 from departure to end',
  ])
})

test.each<[string, string[], Partial<OptimizeRoute>, number?]>([
  ['a total that is one minute short', ['the total duration of all vehicles should be 65'], {}, 64],
  [
    'a tour that is one minute short',
    [
      'the parts of the duration of vehicle 0 add up to 65',
      'vehicle 0 takes 65 from departure to end',
      'the total duration of all vehicles should be 64',
    ],
    { duration_min: 64 },
  ],
  [
    'an earlier end',
    ['vehicle 0 takes 64 from departure to end', 'vehicle 0 cannot be at its end before 66', 'vehicle 0 waits 15'],
    { ends_min: 65 },
  ],
  ['an arrival earlier than possible', ['vehicle 0 cannot be at stop 2 before 4'], visitsWith(0, { arrives_min: 3 })],
  [
    'service before the arrival',
    ['vehicle 0 begins service at stop 2 before it arrives'],
    visitsWith(0, { arrives_min: 11 }),
  ],
  [
    'a shorter service time',
    ['vehicle 0 does not leave stop 1 when service ends', 'vehicle 0 waits 17'],
    visitsWith(1, { leaves_min: 61 }),
  ],
  [
    'service time moved from waiting time',
    ['the service time of vehicle 0 should be 10', 'vehicle 0 waits 16'],
    { service_min: 11, waiting_min: 15 },
  ],
  [
    'a missing break',
    [
      'the parts of the duration of vehicle 0 add up to 35',
      'the breaks of vehicle 0 differ from the request',
      'vehicle 0 waits 46',
    ],
    { breaks: [] },
  ],
])('detects %s', (_, faults, change, duration) => {
  expect(listErrors(change, duration)).toEqual(faults)
})

test('begins at the first stop without a start, and supports breaks per vehicle', () => {
  const ownBreaks = { stops, fleet: [{ start: 'any', breaks: [] }], breaks: [{ duration_min: 30 }] }
  const alone: OptimizeRoute = {
    ...{ vehicle: 0, order: [2, 1], distance_km: 1, leaves_min: 0, ends_min: 2 },
    ...{ duration_min: 2, driving_min: 2, service_min: 0, waiting_min: 0 },
    visits: [
      { stop: 2, arrives_min: 0, begins_min: 0, leaves_min: 0 },
      { stop: 1, arrives_min: 2, begins_min: 2, leaves_min: 2 },
    ],
  }
  const reply = { duration_min: 2, routes: [alone] } as unknown as OptimizeReply
  expect([...listTimeErrors(ownBreaks, reply, table)]).toEqual([])
})
