import type { OptimizeReply, OptimizeRoute } from '@fairway/client'
import { describe, expect, test } from 'vitest'
import { describeFailure, findBlamedIndexes } from '../../entry/failure-text.ts'
import { createStop } from '../../entry/stops.ts'
import { CallError } from '../../state/calls.ts'
import { replaceFieldNames } from './field-text.ts'
import {
  findStopsInQuery,
  formatStop,
  formatStopFields,
  formatStoredStops,
  listUnreadableStops,
  parseSettings,
  parseStops,
  toQuery,
} from './in-url.ts'
import { toOriginalPaths, toVehiclePaths } from './paths.ts'
import { describeReceipt, describeVerified, describeVerifying, formatHeadline } from './result/receipt-text.ts'
import { rephraseReply } from './result/reply-text.ts'
import { toTourCsv } from './result/tour-csv.ts'
import { toDay, toOptimizeRequest } from './to-call.ts'

const at = (latitude: number) => createStop({ at: [latitude, 1], label: `at ${latitude}` })
const three = [at(10), at(11), at(12)]

describe('request body', () => {
  test('contains nothing that was not entered', () => {
    expect(toOptimizeRequest(three, {})).toEqual({
      stops: [
        [10, 1],
        [11, 1],
        [12, 1],
      ],
    })
  })

  test('has no demand for the start and end of tours, and a demand of one for a stop without one', () => {
    const demanding = three.map((stop, index) => ({ ...stop, demand: index + 5, service: 2 }))
    expect(toOptimizeRequest(demanding, { tours: 'round', capacity: '9' })).toMatchObject({
      roundtrip: true,
      capacity: 9,
      demands: [0, 6, 7],
      service_min: [0, 2, 2],
    })
    expect(toOptimizeRequest(three, { tours: 'last', capacity: '9' })).toMatchObject({
      end: 2,
      demands: [0, 1, 0],
    })
    expect(toOptimizeRequest(three, { tours: 'any', capacity: '9' })).toMatchObject({
      start: 'any',
      demands: [1, 1, 1],
    })
  })

  test('sends clock times with their time zone, so that the service puts them all on one day', () => {
    const timed = [at(10), { ...at(11), opensAt: '10:00', closesAt: '11:30' }, { ...at(12), closesAt: '08:00' }]
    expect(toOptimizeRequest(timed, {}, 'America/Montevideo')).toMatchObject({
      time_windows: [null, ['10:00', '11:30'], ['00:00', '08:00']],
      time_zone: 'America/Montevideo',
    })
  })
})

describe('day of the tours', () => {
  const now = new Date(2026, 10, 17, 9, 30)

  test('is not sent when nothing was entered', () => {
    expect(toDay({}, now)).toEqual({})
  })

  test('is the given date, from eight unless the shift starts at another time', () => {
    expect(toDay({ date: '2026-12-01' }, now)).toEqual({ departAt: new Date(2026, 11, 1, 8, 0) })
    expect(toDay({ date: '2026-12-01', shift_from: '06:30', shift_to: '14:00' }, now)).toEqual({
      departAt: new Date(2026, 11, 1, 6, 30),
      shift: [0, 450],
    })
  })

  test('is today, or tomorrow if the shift has started already', () => {
    expect(toDay({ shift_from: '10:00' }, now).departAt).toEqual(new Date(2026, 10, 17, 10, 0))
    expect(toDay({ shift_from: '09:00' }, now).departAt).toEqual(new Date(2026, 10, 18, 9, 0))
  })

  test('of a night shift ends on the next day', () => {
    expect(toDay({ date: '2026-12-01', shift_from: '22:00', shift_to: '06:00' }, now).shift).toEqual([0, 480])
  })
})

describe('stops in the URL', () => {
  test('are read as they were written', () => {
    const stop = createStop({ at: [-34.9, -56.1], label: '', demand: 3, opensAt: '08:30', closesAt: '10:00' })
    expect(formatStop(stop)).toBe('-34.9,-56.1,3,,0830-1000')
    const [read] = parseStops(formatStop(stop))
    expect({ ...read, key: 0 }).toEqual({ ...stop, key: 0 })
    const query = new URLSearchParams(toQuery([stop], { vehicles: '3' }))
    expect(findStopsInQuery(query)).toHaveLength(1)
    expect(parseSettings(query)).toEqual({ vehicles: '3' })
  })

  test('keep entered names with any characters, but not looked-up names', () => {
    const named = createStop({ at: [-34.9, -56.1], label: 'Bar “El Sol”; 50 %, Centro', demand: 3 })
    const query = new URLSearchParams(toQuery([named, { ...at(11), isLookedUp: true }], {}))
    expect(findStopsInQuery(query)?.map(({ label }) => label)).toEqual([named.label, ''])
    expect(findStopsInQuery(query)?.[0]?.demand).toBe(3)
    expect(formatStopFields(named)).toBe('-34.9,-56.1,3')
    expect(parseStops('1,2,,,,50%')[0]?.label).toBe('50%')
  })

  test('truncate long names at a part boundary, and drop them when there is no room; the browser keeps all', () => {
    const long = createStop({
      at: [1, 2],
      label: `Shop, ${'Street '.repeat(8)}12, Old Town, Montevideo, 11000, Uruguay`,
    })
    expect(parseStops(formatStop(long))[0]?.label).toBe(`Shop, ${'Street '.repeat(8)}12, Old Town`)
    expect(parseStops(formatStop({ ...long, label: 'x'.repeat(99) }))[0]?.label).toBe(`${'x'.repeat(79)}…`)
    expect(parseStops(formatStoredStops([long]))[0]?.label).toBe(long.label)
    const many = Array.from({ length: 60 }, (_, index) => createStop({ at: [index, 1], label: 'ñandú'.repeat(4) }))
    expect(findStopsInQuery(new URLSearchParams(toQuery(many, {})))?.map(({ label }) => label)).toEqual(
      many.map(() => ''),
    )
  })

  test('report entries that are not stops', () => {
    expect(listUnreadableStops(new URLSearchParams('stops=1,2;abc;91,0;;3,4'))).toEqual(['abc', '91,0'])
    expect(listUnreadableStops(new URLSearchParams('stops=kept'))).toEqual([])
  })

  test('stay in the browser when there are too many of them', () => {
    const many = Array.from({ length: 400 }, (_, index) => at(index / 10))
    expect(toQuery(many, {})).toEqual({ stops: 'kept' })
    expect(findStopsInQuery(new URLSearchParams('stops=kept'))).toBeUndefined()
  })
})

describe('tours on the map', () => {
  const body = { stops: three.map((stop) => [...stop.at] as [number, number]), roundtrip: true }

  test('are closed when they return; the given tours begin and end the same way', () => {
    const route = { vehicle: 0, order: [0, 2, 1] } as unknown as OptimizeRoute
    expect(toVehiclePaths(body, { routes: [route] })[0]?.points.map(([latitude]) => latitude)).toEqual([10, 12, 11, 10])
    expect(toOriginalPaths(body, [[1, 2], []]).map(({ points }) => points.map(([latitude]) => latitude))).toEqual([
      [10, 11, 12, 10],
    ])
    expect(toOriginalPaths({ stops: body.stops }, [[1, 2]])[0]?.points).toHaveLength(3)
  })

  test('are exported as a table for the driver', () => {
    const route = {
      vehicle: 0,
      order: [0, 2],
      visits: [{ stop: 2, arrives_min: 5, begins_min: 6, leaves_min: 8 }],
    }
    const csv = toTourCsv(
      { reply: { depart_at: '2026-06-16T09:00:00Z' } as OptimizeReply, stops: three },
      route as unknown as OptimizeRoute,
    )
    expect(csv.split('\r\n').slice(1)).toEqual([
      '1,1,1,at 10,10,1,,,,',
      '1,2,3,at 12,12,1,2026-06-16T09:05:00Z,2026-06-16T09:06:00Z,2026-06-16T09:08:00Z,',
      '',
    ])
  })
})

describe('errors from the service', () => {
  test.each([
    ['vehicles is 0; it must be at least 1 (Number of vehicles. Default: 1)', '“Vehicles” is 0; it must be at least 1'],
    [
      'capacity is 2.5; it must be a whole number from 0 to 1,000,000, or a list of at most 8 of them (Vehicle capacity: a number, or one per dimension. Default: no limit)',
      '“Vehicle capacity” is 2.5; it must be a whole number from 0 to 1,000,000',
    ],
    [
      'max_route_stops is 0.5; it must be an integer (Maximum number of stops per vehicle)',
      '“Stops per tour” is 0.5; it must be a whole number',
    ],
    [
      '1 of 3 vehicles is used, because no shorter solution with more vehicles was found; to spread the stops over more vehicles, use balance, max_route_stops, capacity or max_route_min',
      '1 of 3 vehicles is used, because no shorter solution with more vehicles was found; to spread the stops over more vehicles, use “Balance tours”, “Stops per tour”, “Vehicle capacity” or “Minutes per tour”',
    ],
  ])('are reworded for the page: %s', (message, csv) => {
    expect(replaceFieldNames(message)).toBe(csv)
  })

  test('name the stop they are about', () => {
    const message = 'demands[1] is 2.5; it must be a whole number from 0 to 1,000,000'
    const requestState = { failure: new CallError(422, message), isWaiting: false }
    expect(describeFailure(requestState, three, 'stop').failure?.message).toBe(
      'The demand of stop 2 (at 11) is 2.5; it must be a whole number from 0 to 1,000,000',
    )
    expect([...findBlamedIndexes(requestState)]).toEqual([1])
  })
})

describe('receipt summary', () => {
  const receipt = {
    metric: 'distance',
    given: [[1, 2]],
    given_distance_km: 20,
    returned_distance_km: 15,
    given_driving_min: 40,
    returned_driving_min: 30,
    saved_km: 5,
    saved_min: 10,
    saved_pct: 25,
    never_worse: true,
    kept_given: false,
    matrix_sha256: '',
    seed: 1,
    iterations: 0,
  } as const

  test.each([
    [{}, '5.0 km shorter, 25.0 % saved'],
    [{ metric: 'duration' as const }, '10 min less driving, 25.0 % saved'],
    [{ kept_given: true }, 'Your order is the best one found'],
    [{ saved_km: -2 }, '2.0 km more, with better-balanced tours'],
    [{ saved_km: null }, 'Visits different stops than your order'],
    [{ given_infeasible: 'the window of stop 2' }, 'All stops fit into the tours'],
  ])('%j', (change, csv) => {
    expect(formatHeadline({ ...receipt, ...change })).toBe(csv)
  })

  test('does not claim to meet all conditions when a stop is left out', () => {
    expect(formatHeadline({ ...receipt, given_infeasible: 'the window of stop 2' }, 1)).toBe(
      '1 stop does not fit into the tours',
    )
    expect(formatHeadline({ ...receipt, given_infeasible: 'the window of stop 2' }, 3)).toBe(
      '3 stops do not fit into the tours',
    )
  })

  test('claims as verified only the parts that were verified', () => {
    const both = { receipt: { ...receipt, matrix_sha256: 'abcdef0123' }, unassigned: [] }
    expect(describeVerifying(receipt)).toContain('both orders')
    expect(describeVerified(both)).toBe(
      'Verified: the fingerprint of the matrix matches the receipt (abcdef01…), both totals are correct, and every stop is visited once.',
    )
    const alone = { ...both.receipt, given_distance_km: null }
    expect(describeVerifying(alone)).toContain('adds up the legs of this order in your browser')
    expect(describeVerified({ receipt: alone, unassigned: [{ stop: 3, why: '' }] })).toMatch(
      /the total for this order is correct, and every stop is visited once, except the one left out\.$/,
    )
  })

  test('numbers vehicles and stops from one, and shows minutes as clock times', () => {
    const replyContext = { stops: three, reply: { depart_at: new Date('2026-06-16T09:00').toISOString() } }
    expect(rephraseReply('vehicle 0 would carry 6, more than its capacity', replyContext)).toBe(
      'vehicle 1 would carry 6, more than its capacity',
    )
    expect(rephraseReply('vehicle 1 arrives too late at stop 2', replyContext)).toBe(
      'vehicle 2 arrives too late at stop 3 (at 12)',
    )
    const late = 'vehicle 0 cannot arrive before minute 35.5, but service must begin by minute 29.9996'
    expect(rephraseReply(late, replyContext)).toMatch(
      /cannot arrive before .*0?9:36.*, but service must begin by .*0?9:30/,
    )
  })

  test('explains why there is no saving if the given order cannot be driven', () => {
    const text = describeReceipt({ ...receipt, given_infeasible: 'vehicle 0 is late' }, 12, 'vehicle 1 is late')
    expect(text).toBe(
      'The tours require 15.0 km and 30 min of driving. No shorter order exists: all orders were compared in 12 ms. There are no savings to show, because your order is not feasible: vehicle 1 is late.',
    )
  })

  test('states both orders', () => {
    expect(describeReceipt(receipt, 12)).toBe(
      'Your order requires 20.0 km and 40 min of driving; the new order requires 15.0 km and 30 min of driving. No shorter order exists: all orders were compared in 12 ms.',
    )
  })
})
