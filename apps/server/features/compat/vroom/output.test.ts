import { describe, expect, test } from 'vitest'
import { parseInput, type VroomInput } from './input.ts'
import { isOverloaded, type NativeTour, toSteps } from './output.ts'

const SIZE = 3
const durations = Array.from({ length: SIZE }, (_, from) =>
  Array.from({ length: SIZE }, (_unused, to) => (from === to ? 0 : 600)),
)

function read(fields: object): VroomInput {
  const input = parseInput({
    vehicles: [
      {
        id: 1,
        start_index: 0,
        end_index: 0,
        capacity: [2],
        breaks: [{ id: 9, service: 300 }],
        time_window: [1000, 9000],
      },
    ],
    jobs: [
      { id: 1, location_index: 1, service: 60, delivery: [1] },
      { id: 2, location_index: 2, service: 60, pickup: [2] },
    ],
    matrices: { car: { durations } },
    ...fields,
  })
  if (!input.ok) throw new Error(input.failure)
  return input.value
}

const visit = (stop: number, arrives_min: number) => ({
  stop,
  arrives_min,
  begins_min: arrives_min,
  leaves_min: arrives_min + 60,
})
/** Creates a tour whose times are in seconds, as with custom matrices. */
const tour = (breakBegins: number, secondArrival: number): NativeTour => ({
  vehicle: 0,
  distance_km: 0,
  driving_min: 1800,
  leaves_min: 0,
  ends_min: secondArrival + 660,
  visits: [visit(0, 600), visit(1, secondArrival)],
  breaks: [{ after_visits: 1, begins_min: breakBegins, duration_min: 300 }],
})

const scale = { originSeconds: 1000, trafficSeconds: 1000, minutesPerSecond: 1 }
const show = (input: VroomInput, given: NativeTour) =>
  toSteps(input, given, scale).map(({ type, arrival, duration, waiting }) => [type, arrival, duration, waiting])

describe('steps of a tour', () => {
  test('have breaks while driving', () => {
    // The vehicle leaves at 660, takes a break from 800 to 1100, and arrives after 600 s of driving.
    expect(show(read({}), tour(800, 1560))).toEqual([
      ['start', 1000, 0, 0],
      ['job', 1600, 600, 0],
      ['break', 1800, 740, 0],
      ['job', 2560, 1200, 0],
      ['end', 3220, 1800, 0],
    ])
  })

  test('have breaks that the vehicle waits for on arrival', () => {
    // The vehicle arrives at 1260, but its break may not start before 1500.
    expect(show(read({}), tour(1500, 1800))).toEqual([
      ['start', 1000, 0, 0],
      ['job', 1600, 600, 0],
      ['break', 2260, 1200, 240],
      ['job', 2800, 1200, 0],
      ['end', 3460, 1800, 0],
    ])
  })

  test('start at 0 if nothing on the route has a time window', () => {
    const vehicles = [{ id: 1, start_index: 0, end_index: 0, capacity: [2], breaks: [{ id: 9, service: 300 }] }]
    expect(show(read({ vehicles }), tour(800, 1560)).map(([, arrival]) => arrival)).toEqual([0, 600, 800, 1560, 2220])
    const breaks = [{ id: 9, service: 300, time_windows: [[1000, 2000]] }]
    const [start] = show(read({ vehicles: vehicles.map((vehicle) => ({ ...vehicle, breaks })) }), tour(800, 1560))
    expect(start).toEqual(['start', 1000, 0, 0])
  })

  test('count the load after each of them', () => {
    const loads = toSteps(read({}), tour(800, 1560), scale).map(({ load }) => load[0])
    expect(loads).toEqual([1, 0, 0, 2, 2])
  })
})

test('a vehicle is overloaded only if it carries too much at some step', () => {
  const input = read({})
  const first = tour(800, 1560)
  expect(isOverloaded(input, first)).toBe(false)
  const [delivery, pickup] = first.visits
  if (!delivery || !pickup) throw new Error('two visits')
  expect(isOverloaded(input, { ...first, visits: [pickup, delivery] })).toBe(true)
})
