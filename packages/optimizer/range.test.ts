import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { Vehicle } from './problem/vehicle.ts'

/** Places on a line: the depot at 0, a charger at 60, and stops at 40, 80 and 100. */
const places = [0, 60, 40, 80, 100]
const cost = Int32Array.from({ length: places.length ** 2 }, (_, cell) =>
  Math.abs((places[Math.floor(cell / places.length)] ?? 0) - (places[cell % places.length] ?? 0)),
)
const solve = (vehicle: Vehicle) => {
  const problem: FleetProblem = {
    size: places.length,
    cost,
    duration: cost,
    distance: cost,
    stops: [{ location: 2 }, { location: 3 }, { location: 4 }],
    vehicles: [{ start: 0, end: 0, ...vehicle }],
  }
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 200, isOver: () => false })
  expect(checkSolution(problem, solution)).toEqual([])
  return solution
}
const charging = { maxTrips: 3, depots: [1], duration: 30 }

test('a range limits the whole tour if the vehicle is never charged, exactly', () => {
  expect(solve({ range: 200 }).unassigned).toEqual([])
  expect(solve({ range: 199 }).unassigned).toMatchObject([
    { stop: 2, reason: { kind: 'distance', required: 200, limit: 199 } },
  ])
  expect(solve({ range: 199, maxDistance: 100 }).unassigned).toHaveLength(2)
})

test('a charger extends the range to both sides of it', () => {
  const { tours, unassigned } = solve({ range: 140, reloads: charging })
  expect(unassigned).toEqual([])
  expect(tours[0]?.distance).toBe(200)
  expect(tours[0]?.reloads).toHaveLength(1)
  expect(tours[0]?.reloading).toBe(30)
})

test('a vehicle is charged as often as needed, and no more often than allowed', () => {
  // The vehicle can serve the last stop only on a trip from the charger and back to it. The other two stops are on the
  // way to the charger and back.
  expect(solve({ range: 100, reloads: charging })).toMatchObject({ unassigned: [], distance: 240 })
  expect(solve({ range: 100, reloads: { ...charging, maxTrips: 2 } }).unassigned).not.toEqual([])
  const { unassigned } = solve({ range: 99, reloads: charging })
  expect(unassigned).not.toEqual([])
  expect(solve({ range: 79, reloads: charging }).unassigned.at(-1)).toMatchObject({
    stop: 2,
    reason: { kind: 'alone', violation: { kind: 'range', limit: 79 } },
  })
})

test('uses a charger further away if the nearest one is out of range', () => {
  // The detour to the charger at 60 costs nothing. Charging at the depot costs more, but is possible with a short range.
  const problem: FleetProblem = {
    size: 4,
    cost: line([0, 100, 30, 45]),
    duration: line([0, 100, 30, 45]),
    distance: line([0, 100, 30, 45]),
    stops: [{ location: 2 }, { location: 3 }],
    vehicles: [{ start: 0, end: 0, range: 90, reloads: { maxTrips: 2, depots: [1, 0], duration: 0 }, maxStops: 2 }],
  }
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 200, isOver: () => false })
  expect(checkSolution(problem, solution)).toEqual([])
  expect(solution).toMatchObject({ unassigned: [], distance: 90 })
})

function line(positions: readonly number[]): Int32Array {
  return Int32Array.from({ length: positions.length ** 2 }, (_, cell) =>
    Math.abs((positions[Math.floor(cell / positions.length)] ?? 0) - (positions[cell % positions.length] ?? 0)),
  )
}
