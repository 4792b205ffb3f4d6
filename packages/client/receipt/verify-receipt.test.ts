import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toMatrixRows } from './points.ts'
import type { MatrixReply, OptimizeReply, OptimizeRoute } from './replies.ts'
import { verifyReceipt } from './verify-receipt.ts'

const distances_km = [
  [0, 10, 1.5],
  [2, 0, 10],
  [10, 1, 0],
]
const durations_min = [
  [0, 20, 3],
  [4, 0, 20],
  [20, 2, 0],
]
const request = {
  stops: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  roundtrip: true,
}
const data = { dataset: 'd1' }
const traffic = { snapshot_at: null }
const fetchMatrix = async (): Promise<MatrixReply> => ({ distances_km, durations_min, data, traffic })

const tour: OptimizeRoute = {
  ...{ vehicle: 0, order: [0, 2, 1], distance_km: 4.5 },
  ...{ duration_min: 9, driving_min: 9, service_min: 0, waiting_min: 0, leaves_min: 0, ends_min: 9 },
  visits: [
    { stop: 2, arrives_min: 3, begins_min: 3, leaves_min: 3 },
    { stop: 1, arrives_min: 5, begins_min: 5, leaves_min: 5 },
  ],
}

/** Builds a valid reply with the order 0 → 2 → 1 → 0 instead of 0 → 1 → 2 → 0. */
function makeValidReply(): OptimizeReply {
  return {
    order: [0, 2, 1],
    distance_km: 4.5,
    duration_min: 9,
    depart_at: '2026-11-16T08:00:00Z',
    routes: [tour],
    unassigned: [],
    receipt: {
      metric: 'distance',
      given: [[1, 2]],
      given_distance_km: 30,
      returned_distance_km: 4.5,
      saved_km: 25.5,
      given_driving_min: 60,
      returned_driving_min: 9,
      saved_min: 51,
      saved_pct: 85,
      never_worse: true,
      kept_given: false,
      seed: 1,
      matrix_sha256: hashOf(distances_km.flat().map((cell) => Math.round(cell * 10_000))),
    },
    data,
    traffic,
  }
}

function hashOf(integers: readonly number[]): string {
  const bytes = Buffer.alloc(4 * integers.length)
  integers.forEach((value, index) => {
    bytes.writeInt32LE(value, 4 * index)
  })
  return createHash('sha256').update(bytes).digest('hex')
}

test('verifies a correct receipt', async () => {
  expect(await verifyReceipt(request, makeValidReply(), fetchMatrix)).toEqual({
    ok: true,
    dataChanged: false,
    faults: [],
  })
})

test.each<[string, (reply: OptimizeReply) => object, RegExp]>([
  [
    'a different matrix',
    (r) => ({ receipt: { ...r.receipt, matrix_sha256: 'ab' } }),
    /^the matrix has the hash [0-9a-f]{64}$/,
  ],
  ['a missing stop', () => ({ order: [0, 2] }), /^stop 1 is listed 0 times$/],
  ['a stop listed twice', () => ({ order: [0, 2, 1, 2] }), /^stop 2 is listed 2 times$/],
  [
    'a distance that is too short',
    () => ({ routes: [{ ...tour, distance_km: 4 }] }),
    /distance of vehicle 0 should be 4.5/,
  ],
  [
    'a driving time that is too short',
    () => ({ routes: [{ ...tour, driving_min: 4 }] }),
    /^the duration of vehicle 0 should be 9$/,
  ],
  [
    'a total distance that is too short',
    () => ({ distance_km: 4 }),
    /^the distance is 4 km in the reply, but 4\.5 km in the receipt$/,
  ],
  [
    'a given solution that is too long',
    (r) => ({ receipt: { ...r.receipt, given_distance_km: 40 } }),
    /^the given distance should be 30$/,
  ],
  [
    'a saved distance that is too long',
    (r) => ({ receipt: { ...r.receipt, saved_km: 26 } }),
    /^the saved distance should be 25.5$/,
  ],
  [
    'a different given solution',
    (r) => ({ receipt: { ...r.receipt, given: [[2, 1]] } }),
    /^the given solution differs from the request$/,
  ],
  ['an order that differs from the routes', () => ({ order: [0, 1, 2] }), /^the order does not match the routes$/],
  [
    'a violated constraint that was not requested',
    (r) => ({ receipt: { ...r.receipt, given_infeasible: 'x', given_distance_km: null } }),
    /^the given solution is reported to violate a constraint, but the request has none$/,
  ],
  [
    'stops unassigned without a constraint',
    () => ({ order: [0], routes: [], unassigned: [{ stop: 1 }, { stop: 2 }] }),
    /^stops are left out/,
  ],
  [
    'a saved percentage that is too high',
    (r) => ({ receipt: { ...r.receipt, saved_pct: 99 } }),
    /^the saved percentage should be 85 %$/,
  ],
  [
    'a total duration that is too short',
    () => ({ duration_min: 8 }),
    /^the total duration of all vehicles should be 9$/,
  ],
  [
    'a different metric',
    (r) => ({ receipt: { ...r.receipt, metric: 'duration' } }),
    /^the metric is duration, but distance/,
  ],
  ['a different seed', (r) => ({ receipt: { ...r.receipt, seed: 2 } }), /^the seed is 2, but 1 was requested$/],
  [
    'a given solution wrongly reported as kept',
    (r) => ({ receipt: { ...r.receipt, kept_given: true } }),
    /^the given solution was not kept$/,
  ],
  [
    'missing savings',
    (r) => ({ receipt: { ...r.receipt, saved_km: null } }),
    /^the receipt does not state how much distance is saved$/,
  ],
  [
    'a tour of different stops',
    () => ({ routes: [{ ...tour, order: [0, 1, 2] }] }),
    /^the order of vehicle 0 should be 0, 2, 1$/,
  ],
  [
    'a receipt without the promise never to be worse',
    (r) => ({ receipt: { ...r.receipt, never_worse: false } }),
    /^the receipt does not state/,
  ],
  [
    'a worse solution',
    (r) => ({
      order: [0, 1, 2],
      distance_km: 30,
      routes: [{ ...tour, distance_km: 30, driving_min: 60, visits: tour.visits.toReversed() }],
      receipt: {
        ...r.receipt,
        given_distance_km: 4.5,
        returned_distance_km: 30,
        saved_km: -25.5,
        given_driving_min: 9,
        returned_driving_min: 60,
        saved_min: -51,
      },
    }),
    /^the given distance should be 30$/,
  ],
])('detects %s', async (_, forge, fault) => {
  const reply = makeValidReply()
  const { ok, faults } = await verifyReceipt(request, { ...reply, ...forge(reply) }, fetchMatrix)
  expect(ok).toBe(false)
  expect(faults).toContainEqual(expect.stringMatching(fault))
})

test('reports that maps or traffic have changed', async () => {
  const later = { ...(await fetchMatrix()), traffic: { snapshot_at: '2026-11-16T09:00:00Z' } }
  expect(await verifyReceipt(request, makeValidReply(), async () => later)).toMatchObject({ dataChanged: true })
})

test('lists the stops, then distinct start and end points and depots as rows', () => {
  const stops = [
    [1, 1],
    [2, 2],
  ]
  const depot = [5, 5]
  expect(toMatrixRows({ stops })).toMatchObject({ points: stops, vehicles: [{ start: 0, end: undefined, depots: [] }] })
  expect(toMatrixRows({ stops, start: depot, roundtrip: true, vehicles: 2 })).toMatchObject({
    points: [...stops, depot],
    vehicles: [
      { start: 2, end: 2, depots: [] },
      { start: 2, end: 2, depots: [] },
    ],
  })
  const fleet = [{ start: [6, 6], end: depot }, {}, { end: 1 }]
  expect(toMatrixRows({ stops, start: depot, end: [7, 7], fleet })).toMatchObject({
    points: [...stops, depot, [7, 7], [6, 6]],
    vehicles: [
      { start: 4, end: 2, depots: [] },
      { start: 2, end: 3, depots: [] },
      { start: 2, end: 1, depots: [] },
    ],
  })
  const depots = [depot, 1, [8, 8]]
  expect(toMatrixRows({ stops, start: depot, max_trips: 2, depots, fleet: [{}, { max_trips: 1 }] })).toMatchObject({
    points: [...stops, depot, [8, 8]],
    vehicles: [
      { start: 2, end: undefined, depots: [2, 1, 3] },
      { start: 2, end: undefined, depots: [] },
    ],
  })
  const current = { vehicles: [{ at: [6, 6] }] }
  expect(toMatrixRows({ stops, roundtrip: true, current })).toMatchObject({
    points: [...stops, [6, 6]],
    vehicles: [{ start: stops.length, end: 0 }],
    unvisited: new Set([0]),
  })
})
