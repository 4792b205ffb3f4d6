import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import { type DayOptions, simulateDay } from '../testing/simulated-day.ts'
import { metersBetweenFixes } from './clean-track.ts'
import { segmentTrack } from './segment-track.ts'

const seeds = [1, 2]
const conditions: readonly [
  string,
  Omit<DayOptions, 'seed'>,
  { readonly distance: number; readonly seconds: number },
][] = [
  ['one position per second', {}, { distance: 0.02, seconds: 30 }],
  ['exact positions', { noiseM: 0 }, { distance: 0.01, seconds: 30 }],
  ['coarse positions', { noiseM: 10 }, { distance: 0.04, seconds: 40 }],
  ['a position every 10 s', { intervalS: 10 }, { distance: 0.05, seconds: 40 }],
  ['a position every 30 s, no speeds', { intervalS: 30, reportsSpeed: false }, { distance: 0.15, seconds: 60 }],
  ['jumps of kilometers', { jumpShare: 0.01 }, { distance: 0.02, seconds: 30 }],
  ['late and repeated positions', { disorderShare: 0.2 }, { distance: 0.02, seconds: 30 }],
  ['a device that sleeps while parked', { sleeps: true }, { distance: 0.02, seconds: 40 }],
  ['tunnels of 40 s', { tunnelS: 40 }, { distance: 0.02, seconds: 30 }],
]

describe.each(conditions)('a day with %s', (_, options, tolerance) => {
  test.each(seeds)('has the trips and stops that happened (seed %i)', (seed) => {
    const truth = simulateDay({ ...options, seed })
    const { trips, stops } = segmentTrack(truth.fixes, 'vehicle')
    expect([trips.length, stops.length]).toEqual([truth.trips.length, truth.stops.length])
    trips.forEach((trip, i) => {
      expect(Math.abs(trip.departMs - truth.trips[i].departMs) / 1000).toBeLessThan(tolerance.seconds)
      expect(Math.abs(trip.arriveMs - truth.trips[i].arriveMs) / 1000).toBeLessThan(tolerance.seconds)
    })
    const sum = (list: readonly { readonly distanceM: number }[]) =>
      list.reduce((total, { distanceM }) => total + distanceM, 0)
    expect(Math.abs(sum(trips) / sum(truth.trips) - 1)).toBeLessThan(tolerance.distance)
    stops.forEach(({ latitude, longitude }, i) => {
      const [lat, lon] = toPosition([truth.stops[i].east, truth.stops[i].north])
      expect(
        metersBetweenFixes({ latitude, longitude, timeMs: 0 }, { latitude: lat, longitude: lon, timeMs: 0 }),
      ).toBeLessThan(10 + 1.5 * (options.noiseM ?? 4))
    })
  })
})

test('traffic lights are idle time', () => {
  const truth = simulateDay({ seed: 7, trips: 12 })
  const { trips } = segmentTrack(truth.fixes, 'vehicle')
  const idle = (list: readonly { readonly idleS: number }[]) => list.reduce((total, { idleS }) => total + idleS, 0)
  expect(idle(truth.trips)).toBeGreaterThan(300)
  expect(Math.abs(idle(trips) / idle(truth.trips) - 1)).toBeLessThan(0.25)
})

const at = (east: number, north: number, seconds: number, more: Partial<Fix> = {}): Fix => {
  const [latitude, longitude] = toPosition([east, north])
  return { latitude, longitude, timeMs: START_MS + 1000 * seconds, accuracyM: 5, ...more }
}
const standing = (east: number, fromS: number, untilS: number, stepS = 5) =>
  Array.from({ length: Math.floor((untilS - fromS) / stepS) + 1 }, (_, i) => at(east, 0, fromS + i * stepS))

describe('stops', () => {
  const stopOf = (seconds: number) => [
    ...simulateDrive([
      [-2000, 0],
      [0, 0],
    ]),
    ...standing(0, 200, 200 + seconds),
    ...simulateDrive(
      [
        [0, 0],
        [2000, 0],
      ],
      { startMs: START_MS + 1000 * (200 + seconds) },
    ),
  ]

  test('last as long as required, on both sides of the limit', () => {
    expect(segmentTrack(stopOf(190), 'vehicle').stops).toHaveLength(1)
    expect(segmentTrack(stopOf(160), 'vehicle')).toMatchObject({ stops: [], trips: [{}] })
    expect(segmentTrack(stopOf(160), 'vehicle', { minStopS: 120 }).stops).toHaveLength(1)
  })

  test('ignore positions that drift away and back while the device reports that it is stationary', () => {
    const drift = Array.from({ length: 40 }, (_, i) =>
      at(300 * Math.sin((Math.PI * i) / 39), 0, 1000 + 5 * i, { speedMs: 0 }),
    )
    const still = (from: number, until: number) => standing(0, from, until).map((fix) => ({ ...fix, speedMs: 0 }))
    const { trips, stops } = segmentTrack([...still(0, 995), ...drift, ...still(1200, 2200)], 'vehicle')
    expect([trips.length, stops.length]).toEqual([0, 1])
  })

  test('count a trip around the block', () => {
    const block = simulateDrive(
      [
        [0, 0],
        [400, 0],
        [400, 400],
        [0, 400],
        [0, 0],
      ],
      { startMs: START_MS + 600_000 },
    )
    const { trips, stops } = segmentTrack([...standing(0, 0, 600), ...block, ...standing(0, 800, 1400)], 'vehicle')
    expect(stops).toHaveLength(2)
    expect(trips.map(({ distanceM }) => Math.round(distanceM / 50))).toEqual([32])
  })

  test('are assumed in a gap that driving cannot explain, and the distance to the next position belongs to the next trip', () => {
    const before = simulateDrive([
      [0, 0],
      [2000, 0],
    ])
    const after = simulateDrive(
      [
        [2800, 0],
        [5000, 0],
      ],
      { startMs: START_MS + 7_200_000 },
    )
    const { trips, stops } = segmentTrack([...before, ...after], 'vehicle')
    expect(trips.map(({ distanceM }) => Math.round(distanceM / 50))).toEqual([40, 60])
    expect(stops.map(({ arriveMs, departMs }) => Math.round((departMs - arriveMs) / 10_000))).toEqual([690])
  })

  test('are not assumed in a long tunnel', () => {
    const before = simulateDrive(
      [
        [0, 0],
        [2000, 0],
      ],
      { speedMs: 20 },
    )
    const after = simulateDrive(
      [
        [12_000, 0],
        [14_000, 0],
      ],
      { speedMs: 20, startMs: START_MS + 600_000 },
    )
    const { trips, stops } = segmentTrack([...before, ...after], 'vehicle')
    expect(stops).toEqual([])
    expect(trips).toMatchObject([{ unseenS: 500 }])
    expect(Math.round(trips[0].distanceM / 100)).toBe(140)
  })
})

test('finds no trips and stops in few or no positions', () => {
  expect(segmentTrack([], 'vehicle')).toEqual({ trips: [], stops: [], fixes: [] })
  expect(segmentTrack([at(0, 0, 0)], 'vehicle')).toMatchObject({ trips: [], stops: [] })
  expect(segmentTrack([at(0, 0, 0), at(20, 0, 60)], 'vehicle')).toMatchObject({ trips: [], stops: [] })
})

test('works across the antimeridian', () => {
  const origin = [-17.8, 179.995] as const
  const line: [number, number][] = [
    [0, 0],
    [3000, 0],
  ]
  const { trips } = segmentTrack(simulateDrive(line, { origin }), 'vehicle')
  expect(trips.map(({ distanceM }) => Math.round(distanceM / 30))).toEqual([100])
})
