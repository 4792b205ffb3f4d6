import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { FleetStop } from './problem/stop.ts'
import type { Vehicle } from './problem/vehicle.ts'
import type { Relaxation } from './solution/unassigned.ts'
import { findBestScore } from './testing/best-of-all-plans.ts'
import { randomProblem } from './testing/random-problem.ts'

/** Locations on a line, ten units apart. */
const SIZE = 11
const line = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 10 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)
const limits = { seed: 1, maxIterations: 100, isOver: () => false }

function relax(stops: readonly FleetStop[], vehicle: Vehicle): readonly Relaxation[] {
  const problem = { size: SIZE, cost: line, duration: line, distance: line, stops, vehicles: [vehicle] }
  const [left] = optimizeFleet(problem, limits).solution.unassigned
  return left?.reason.kind === 'no-room' ? (left.reason.relaxations ?? []) : expect.unreachable()
}

test('says what would make room: capacity, shift, duration, distance, stops, or a window', () => {
  const stops: FleetStop[] = [
    { location: 2, demand: [3], priority: 1 },
    { location: 4, demand: [2] },
  ]
  const home: Vehicle = { start: 0, end: 0 }
  expect(relax(stops, { ...home, capacity: [4] })).toEqual([{ kind: 'capacity', vehicle: 0, by: 1, dimension: 0 }])
  const slow = stops.map((stop) => ({ ...stop, service: 30 }))
  expect(relax(slow, { ...home, shift: [0, 130] })).toEqual([{ kind: 'shift', vehicle: 0, by: 10 }])
  expect(relax(slow, { ...home, maxDuration: 120 })).toEqual([{ kind: 'duration', vehicle: 0, by: 20 }])
  const apart: FleetStop[] = [{ location: 4, priority: 1 }, { location: 6 }]
  expect(relax(apart, { start: 5, end: 5, maxDistance: 39 })).toEqual([{ kind: 'distance', vehicle: 0, by: 1 }])
  expect(relax(stops, { ...home, maxStops: 1 })).toEqual([{ kind: 'stops', vehicle: 0, by: 1 }])
  const windows: FleetStop[] = [
    { location: 8, windows: [[80, 80]], priority: 1 },
    { location: 2, windows: [[40, 139]] },
  ]
  expect(relax(windows, home)).toEqual([{ kind: 'window', vehicle: 0, by: 1, start: 140 }])
  expect(relax(stops, { ...home, capacity: [4], maxStops: 1 })).toEqual([])
})

test('120 random problems: every change makes room for one more stop, by the count of all solutions', () => {
  const kinds = new Set<string>()
  for (let seed = 1; seed <= 120; seed++) {
    const random = seededRandom(seed)
    const base = randomProblem(random, { stops: 4, vehicles: 1 + (seed % 2), without: { balance: true } })
    const problem = { ...base, vehicles: base.vehicles.map((vehicle) => tighten(random, vehicle)) }
    const { solution } = optimizeFleet(problem, limits)
    for (const { stop, reason } of solution.unassigned) {
      if (reason.kind !== 'no-room') continue
      for (const relaxation of reason.relaxations ?? []) {
        kinds.add(relaxation.kind)
        const count = (score: readonly number[]) => score.slice(0, -3).reduce((sum, each) => sum + each, 0)
        const label = `seed ${seed}, stop ${stop}: ${JSON.stringify(relaxation)}`
        expect(relaxation.by, label).toBeGreaterThan(0)
        expect(count(findBestScore(applyRelaxation(problem, stop, relaxation))), label).toBeLessThan(
          solution.unassigned.length,
        )
      }
    }
  }
  expect([...kinds].sort()).toEqual(['capacity', 'distance', 'duration', 'shift', 'stops', 'window'])
})

function tighten(random: () => number, vehicle: Vehicle): Vehicle {
  const { capacity, shift, maxDistance, maxDuration, maxStops } = vehicle
  const shrink = (value: number | undefined) =>
    value === undefined ? undefined : Math.floor(value * (0.4 + 0.3 * random()))
  return {
    ...vehicle,
    capacity: capacity?.map((amount) => Math.ceil(amount / 3)),
    shift: shift && [shift[0], shift[0] + Math.floor((shift[1] - shift[0]) / 3)],
    maxDistance: shrink(maxDistance),
    maxDuration: shrink(maxDuration),
    maxStops: maxStops === undefined ? undefined : Math.min(maxStops, 2),
  }
}

function applyRelaxation(problem: FleetProblem, stop: number, relaxation: Relaxation): FleetProblem {
  const { kind, by } = relaxation
  if (kind === 'window')
    return {
      ...problem,
      stops: problem.stops.map((each, index) => {
        const windows = each.windows?.map(([from, to]) => {
          const isNearest = Math.max(from - relaxation.start, relaxation.start - to) === by
          return isNearest
            ? ([Math.min(from, relaxation.start), Math.max(to, relaxation.start)] as const)
            : ([from, to] as const)
        })
        return index === stop ? { ...each, windows } : each
      }),
    }
  const vehicles = problem.vehicles.map((vehicle, index): Vehicle => {
    const { capacity, shift, maxDistance = 0, maxDuration = 0, maxStops = 0 } = vehicle
    if (index !== relaxation.vehicle) return vehicle
    switch (relaxation.kind) {
      case 'capacity':
        return {
          ...vehicle,
          capacity: capacity?.map((amount, d) => (d === relaxation.dimension ? amount + by : amount)),
        }
      case 'shift':
        return { ...vehicle, shift: shift && [shift[0], shift[1] + by] }
      case 'distance':
        return { ...vehicle, maxDistance: maxDistance + by }
      case 'duration':
        return { ...vehicle, maxDuration: maxDuration + by }
      default:
        return { ...vehicle, maxStops: maxStops + by }
    }
  })
  return { ...problem, vehicles }
}
