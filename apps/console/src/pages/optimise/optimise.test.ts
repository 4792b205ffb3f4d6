import { describe, expect, test } from 'vitest'
import { newStop } from '../../entry/stops.ts'
import { readStops, settingsIn, stopsIn, stopText, toQuery } from './in-url.ts'
import { givenPathsOf, pathsOf } from './paths.ts'
import { headlineOf, receiptInWords } from './result/receipt-words.ts'
import { tourCsv } from './result/tour-csv.ts'
import { toBody } from './to-call.ts'

const at = (latitude: number) => newStop({ at: [latitude, 1], label: `at ${latitude}` })
const three = [at(10), at(11), at(12)]
const now = new Date('2026-06-16T09:00')

describe('what is asked', () => {
  test('says nothing that was not said', () => {
    expect(toBody(three, {}, now)).toEqual({
      stops: [
        [10, 1],
        [11, 1],
        [12, 1],
      ],
    })
  })

  test('where tours begin and end takes nothing; a stop without a demand takes one', () => {
    const demanding = three.map((stop, index) => ({ ...stop, demand: index + 5, service: 2 }))
    expect(toBody(demanding, { tours: 'round', capacity: '9' }, now)).toMatchObject({
      roundtrip: true,
      capacity: 9,
      demands: [0, 6, 7],
      service_min: [0, 2, 2],
    })
    expect(toBody(three, { tours: 'last', capacity: '9' }, now)).toMatchObject({ end: 2, demands: [0, 1, 0] })
    expect(toBody(three, { tours: 'any', capacity: '9' }, now)).toMatchObject({ start: 'any', demands: [1, 1, 1] })
  })

  test('clock times are those of the day, or of the next when they are over', () => {
    const timed = [at(10), { ...at(11), opens: '10:00', closes: '11:30' }, { ...at(12), closes: '08:00' }]
    expect(toBody(timed, {}, now).time_windows).toEqual([
      null,
      ['2026-06-16T10:00', '2026-06-16T11:30'].map((text) => new Date(text).toISOString()),
      ['2026-06-17T00:00', '2026-06-17T08:00'].map((text) => new Date(text).toISOString()),
    ])
  })
})

describe('stops in the address', () => {
  test('are read as they were written', () => {
    const stop = newStop({ at: [-34.9, -56.1], label: '', demand: 3, opens: '08:30', closes: '10:00' })
    expect(stopText(stop)).toBe('-34.9,-56.1,3,,0830-1000')
    const [read] = readStops(stopText(stop))
    expect({ ...read, key: 0 }).toEqual({ ...stop, key: 0 })
    const query = new URLSearchParams(toQuery([stop], { vehicles: '3' }))
    expect(stopsIn(query)).toHaveLength(1)
    expect(settingsIn(query)).toEqual({ vehicles: '3' })
  })

  test('stay in the browser when there are too many of them', () => {
    const many = Array.from({ length: 400 }, (_, index) => at(index / 10))
    expect(toQuery(many, {})).toEqual({ stops: 'kept' })
    expect(stopsIn(new URLSearchParams('stops=kept'))).toBeUndefined()
  })
})

describe('tours on the map', () => {
  const body = { stops: three.map((stop) => [...stop.at] as [number, number]), roundtrip: true }

  test('that return are closed; the given ones begin and end alike', () => {
    const route = { vehicle: 0, order: [0, 2, 1], visits: [] } as never
    expect(pathsOf(body, { routes: [route] })[0]?.points.map(([latitude]) => latitude)).toEqual([10, 12, 11, 10])
    expect(givenPathsOf(body, [[1, 2], []]).map(({ points }) => points.map(([latitude]) => latitude))).toEqual([
      [10, 11, 12, 10],
    ])
    expect(givenPathsOf({ stops: body.stops }, [[1, 2]])[0]?.points).toHaveLength(3)
  })

  test('as a table for the driver', () => {
    const route = {
      vehicle: 0,
      order: [0, 2],
      visits: [{ stop: 2, arrives_min: 5, begins_min: 6, leaves_min: 8 }],
    }
    const text = tourCsv({ reply: { depart_at: '2026-06-16T09:00:00Z' } as never, stops: three }, route as never)
    expect(text.split('\r\n').slice(1)).toEqual([
      '1,1,1,at 10,10,1,,,,',
      '1,2,3,at 12,12,1,2026-06-16T09:05:00.000Z,2026-06-16T09:06:00.000Z,2026-06-16T09:08:00.000Z,',
      '',
    ])
  })
})

describe('the receipt in words', () => {
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
    [{ kept_given: true }, 'Your order is the best found'],
    [{ saved_km: -2 }, '2.0 km more, in more even tours'],
    [{ saved_km: null }, 'Not the same stops as in your order'],
    [{ given_infeasible: 'the window of stop 2' }, 'An order that works'],
  ])('%j', (change, text) => {
    expect(headlineOf({ ...receipt, ...change })).toBe(text)
  })

  test('tells both orders', () => {
    expect(receiptInWords(receipt, 12)).toBe(
      'In your order it is 20.0 km and 40 min of driving; in this one 15.0 km and 30 min of driving. No order is shorter: all were taken into account, in 12 ms. It is not worse than yours, and the receipt proves it.',
    )
  })
})
