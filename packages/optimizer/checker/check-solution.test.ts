import { expect, test } from 'vitest'
import type { FleetProblem } from '../problem/problem.ts'
import type { FleetSolution, Tour } from '../solution/solution.ts'
import { checkSolution } from './check-solution.ts'

/** Distances between locations on a line, one unit apart. */
const lineDistances = Int32Array.from({ length: 16 }, (_, cell) => Math.abs(Math.floor(cell / 4) - (cell % 4)))

const problem: FleetProblem = {
  size: 4,
  cost: lineDistances,
  duration: lineDistances,
  distance: lineDistances,
  stops: [
    { location: 1, demand: [2] },
    { location: 2, demand: [3], windows: [[10, 20]], service: 5 },
    { location: 3, skills: [7] },
  ],
  vehicles: [{ start: 0, end: 0, capacity: [5], shift: [0, 30], breaks: [{ duration: 4, windows: [[0, 9]] }] }],
}

const tour: Tour = {
  vehicle: 0,
  stops: [0, 1],
  departure: 4,
  finish: 17,
  arrivals: [5, 10],
  starts: [5, 10],
  departures: [5, 15],
  setups: [0, 0],
  slacks: [0, 10],
  loads: [[3], [0]],
  breaks: [{ index: 0, position: 1, start: 5, duration: 4 }],
  reloads: [],
  cost: 4,
  distance: 4,
  duration: 13,
  driving: 4,
  setup: 0,
  reloading: 0,
  service: 5,
  waiting: 0,
  resting: 4,
  overtime: 0,
  softPenalty: 0,
  load: [5],
}

const solution: FleetSolution = {
  tours: [tour],
  unassigned: [{ stop: 2, reason: { kind: 'skills', missing: [7] } }],
  cost: 4,
  missedPrizes: 0,
  waiting: 0,
  distance: 4,
  duration: 13,
  longest: 0,
}

function listViolations(change: Partial<Tour>, rules: Partial<FleetProblem> = {}): string[] {
  return checkSolution({ ...problem, ...rules }, { ...solution, tours: [{ ...tour, ...change }] })
}

test('accepts a valid solution', () => {
  expect(checkSolution(problem, solution)).toEqual([])
})

test('reports stops that are left out, visited twice or served by the wrong vehicle', () => {
  expect(checkSolution(problem, { ...solution, unassigned: [] })).toContain('stop 2 is served or left out 0 times')
  expect(listViolations({ stops: [0, 1, 1] })).toContain('stop 1 is served or left out 2 times')
  expect(listViolations({ stops: [0, 2] })).toContain('vehicle 0: lacks skills 7, which stop 2 requires')
  expect(listViolations({}, { pairs: [{ pickup: 1, delivery: 0 }] })).toContain(
    'vehicle 0: delivers 0 before it picks up 1',
  )
  expect(listViolations({}, { pairs: [{ pickup: 1, delivery: 2 }] })).toContain(
    'vehicle 0: has only one stop of the pair 1 → 2',
  )
  expect(listViolations({}, { vehicles: [] })).toContain('vehicle 0: does not exist')
})

test('reports figures that do not add up', () => {
  expect(listViolations({ cost: 5 })).toEqual(['vehicle 0: cost is 4, not 5', 'cost of the solution is 5, not 4'])
  expect(listViolations({ load: [4] })).toEqual(['vehicle 0: load in dimension 0 is 5, not 4'])
  expect(listViolations({ waiting: 1 })).toEqual(['vehicle 0: waits 0, not 1', 'waiting of the solution is 1, not 0'])
  expect(checkSolution({ ...problem, balance: 'stops' }, solution)).toEqual(['longest tour is 2, not 0'])
})

test('reports exceeded limits', () => {
  const [vehicle] = problem.vehicles
  const limited = { ...vehicle, capacity: [4], maxDistance: 3, maxDuration: 12, maxStops: 1, shift: [5, 16] as const }
  expect(listViolations({}, { vehicles: [limited] })).toEqual([
    'vehicle 0: carries 5, more than its capacity of 4, in dimension 0',
    'vehicle 0: leaves at 4, before its shift',
    'vehicle 0: returns at 17, after its shift',
    'vehicle 0: drives 4 of 3',
    'vehicle 0: takes 13 of 12',
    'vehicle 0: has 2 of 1 stops',
  ])
})

test('reports impossible times', () => {
  expect(listViolations({ starts: [5, 9] })).toContain('vehicle 0: serves stop 1 before it arrives')
  expect(listViolations({ starts: [5, 21] })).toContain('vehicle 0: serves stop 1 at 21, outside its windows')
  expect(listViolations({ arrivals: [5, 9] })).toContain('vehicle 0: reaches stop 1 at 10, not at 9')
  expect(listViolations({ finish: 16 })).toContain('vehicle 0: reaches its end at 17, not at 16')
  expect(listViolations({ breaks: [] })).toContain('vehicle 0: breaks are missing')
  expect(listViolations({ breaks: [{ index: 0, position: 1, start: 4, duration: 4 }] })).toContain(
    'vehicle 0: break 0 begins at 4, before 5',
  )
  const late = [{ index: 0, position: 2, start: 15, duration: 4 }]
  expect(listViolations({ breaks: late })).toContain('vehicle 0: break 0 begins at 15, outside its windows')
})

test('reports costs, prizes, groups, setup, releases and overtime that are wrong', () => {
  const [vehicle] = problem.vehicles
  const paid = [{ ...vehicle, costs: { fixed: 10, perDistance: 2, perDuration: 3, perOvertime: 1 } }]
  expect(listViolations({ cost: 57 }, { vehicles: paid })).toEqual(['cost of the solution is 57, not 4'])
  expect(listViolations({}, { vehicles: paid })).toContain('vehicle 0: cost is 57, not 4')
  const late = [{ ...vehicle, shift: [0, 16] as const, costs: { perOvertime: 1 } }]
  expect(listViolations({}, { vehicles: late })).toContain('vehicle 0: works 1 overtime, not 0')
  const [first, second, third] = problem.stops
  const withStops = (change: object) => ({ stops: [{ ...first, ...change }, second, third] as FleetProblem['stops'] })
  expect(listViolations({}, withStops({ setup: 1 }))).toContain('vehicle 0: has a setup of 1 at position 0, not of 0')
  const setups = [0, 1]
  const places = Array.from({ length: problem.size }, () => 0)
  const withSetup = { stops: [first, { ...second, setup: 1 }, third] as FleetProblem['stops'] }
  expect(listViolations({ setups }, { ...withSetup, places })).toContain(
    'vehicle 0: has a setup of 0 at position 1, not of 1',
  )
  expect(listViolations({ setups }, withSetup).join()).not.toContain('has a setup of')
  expect(listViolations({}, withStops({ release: 5 }))).toContain(
    'vehicle 0: leaves at 4, before the goods for stop 0 are ready',
  )
  const softWindow = { window: [6, 7], earlyCost: 2, lateCost: 1 }
  expect(listViolations({}, withStops({ softWindow }))).toContain('vehicle 0: soft penalty is 2, not 0')
  const prized = { stops: [first, second, { ...third, prize: 3 }] as FleetProblem['stops'] }
  expect(listViolations({}, prized)).toEqual(['missed prizes is 3, not 0'])
  const grouped = [{ ...first, group: 1 }, { ...second, group: 1 }, third] as FleetProblem['stops']
  expect(listViolations({}, { stops: grouped })).toEqual(['group 1 is served twice'])
  expect(listViolations({ reloads: [{ position: 1, depot: 0 }] })).toContain('vehicle 0: makes 2 trips')
  const reloads = { maxTrips: 2, depots: [0], duration: 2 }
  expect(listViolations({ reloads: [{ position: 1, depot: 0 }] }, { vehicles: [{ ...vehicle, reloads }] })).toEqual([
    'vehicle 0: load in dimension 0 after position 0 is 0, not 3',
    'vehicle 0: load in dimension 0 is 3, not 5',
    'vehicle 0: reaches stop 1 at 14, not at 10',
    'vehicle 0: reloads for 2, not 0',
    'vehicle 0: has a duration other than the sum of its parts',
    'vehicle 0: cost is 6, not 4',
    'vehicle 0: distance is 6, not 4',
    'vehicle 0: driving is 6, not 4',
  ])
})
