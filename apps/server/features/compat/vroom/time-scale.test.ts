import { describe, expect, test } from 'vitest'
import { parseInput, type VroomInput } from './input.ts'
import { createTimeScale } from './time-scale.ts'

const DAY = 86_400
const shift = { time_window: [0, 1000] }

/** Reads a problem with two places that are ten minutes apart. */
function read(fields: object, cell = 600): VroomInput {
  const input = parseInput({
    vehicles: [{ id: 1, start_index: 0, ...shift }],
    jobs: [{ id: 1, location_index: 1 }],
    matrices: {
      car: {
        durations: [
          [0, cell],
          [cell, 0],
        ],
      },
    },
    ...fields,
  })
  if (!input.ok) throw new Error(input.failure)
  return input.value
}

const withWindow = (time_window: readonly [number, number], fields: object = {}) => ({
  vehicles: [{ id: 1, start_index: 0, time_window }],
  ...fields,
})
/** A vehicle without a time window, and a job with one. */
const freeStart = (window: readonly [number, number], vehicle: object = {}, job: object = {}) => ({
  vehicles: [{ id: 1, start_index: 0, ...vehicle }],
  jobs: [{ id: 1, location_index: 1, time_windows: [window], ...job }],
})

describe('minute 0', () => {
  test.each([
    ['is time 0 without windows', { vehicles: [{ id: 1, start_index: 0 }] }, 0],
    ['is the earliest window if every vehicle has one', withWindow([7_000, 9_000]), 7_000],
    ['is earlier by the drive to the first task if a vehicle has no window', freeStart([7_000, 7_000]), 6_400],
    [
      'is earlier by all work, breaks and slow drives',
      freeStart([7_000, 7_000], { speed_factor: 0.5, breaks: [{ id: 1, service: 40 }] }, { service: 30, setup: 20 }),
      7_000 - 1_200 - 40 - 30 - 20,
    ],
    ['is never before time 0', freeStart([500, 7_000]), 0],
    [
      'counts windows of breaks',
      { vehicles: [{ id: 1, start_index: 0, breaks: [{ id: 1, time_windows: [[7_000, 7_100]] }] }] },
      6_400,
    ],
  ])('%s', (_title, fields, expected) => {
    expect(createTimeScale(read(fields)).originSeconds).toBe(expected)
  })

  test('is at most four weeks earlier, and earlier only if all windows stay within the limit of the optimizer', () => {
    const far = read(freeStart([100 * DAY, 100 * DAY]), 30 * DAY)
    expect(createTimeScale(far)).toMatchObject({ originSeconds: 72 * DAY, trafficSeconds: 100 * DAY })
    const roads = (days: number) =>
      createTimeScale(
        read({
          matrices: undefined,
          vehicles: [{ id: 1, start: [1, 2] }],
          jobs: [0, days].map((after, id) => ({
            id,
            location: [1, 2],
            time_windows: [[(100 + after) * DAY, (100 + after) * DAY]],
          })),
        }),
      ).originSeconds
    expect([70, 71, 72, 99, 120].map((days) => roads(days) / DAY)).toEqual([72, 72, 73, 100, 100])
  })
})

describe('the scale of time', () => {
  test.each([
    ['seconds count as minutes with a matrix', {}, 600, 1],
    ['a window at the limit counts in minutes', withWindow([0, 144_000]), 600, 1],
    ['longer windows count in parts of a minute', withWindow([0, 144_001]), 600, 0.5],
    ['a window of 83 days is exact', withWindow([0, 7_200_000]), 600, 0.02],
    ['a longer window is rounded', withWindow([0, 7_200_001]), 600, 1 / 60],
    ['a drive at the limit counts in minutes', withWindow([0, 1000]), 100_000, 1],
    ['longer drives count in parts of a minute', withWindow([0, 1000]), 100_001, 0.5],
    [
      'times count from minute 0',
      { ...withWindow([1_600_000_000, 1_600_144_000]), jobs: [{ id: 1, location_index: 1 }] },
      600,
      1,
    ],
    [
      'roads have minutes',
      { matrices: undefined, vehicles: [{ id: 1, start: [1, 2] }], jobs: [{ id: 1, location: [1, 2] }] },
      600,
      1 / 60,
    ],
  ])('%s', (_title, fields, cell, expected) => {
    expect(createTimeScale(read(fields, cell)).minutesPerSecond).toBe(expected)
  })
})
