import { expect, test } from 'vitest'
import type { FleetPlan, FleetProblem, Tour } from '../problem.ts'
import { checkPlan } from './check-plan.ts'

/** Places on a line, one unit apart. */
const line = Int32Array.from({ length: 16 }, (_, cell) => Math.abs(Math.floor(cell / 4) - (cell % 4)))

const problem: FleetProblem = {
  size: 4,
  cost: line,
  duration: line,
  distance: line,
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
  breaks: [{ index: 0, position: 1, start: 5 }],
  cost: 4,
  distance: 4,
  duration: 13,
  driving: 4,
  service: 5,
  waiting: 0,
  resting: 4,
  load: [5],
}

const plan: FleetPlan = {
  tours: [tour],
  unassigned: [{ stop: 2, why: { kind: 'skills', missing: [7] } }],
  cost: 4,
  distance: 4,
  duration: 13,
  longest: 0,
}

function wrongs(change: Partial<Tour>, rules: Partial<FleetProblem> = {}): string[] {
  return checkPlan({ ...problem, ...rules }, { ...plan, tours: [{ ...tour, ...change }] })
}

test('accepts a valid solution', () => {
  expect(checkPlan(problem, plan)).toEqual([])
})

test('reports stops that are left out, visited twice or served by the wrong vehicle', () => {
  expect(checkPlan(problem, { ...plan, unassigned: [] })).toContain('stop 2 is served or left out 0 times')
  expect(wrongs({ stops: [0, 1, 1] })).toContain('stop 1 is served or left out 2 times')
  expect(wrongs({ stops: [0, 2] })).toContain('vehicle 0: lacks skills 7 of stop 2')
  expect(wrongs({}, { pairs: [{ pickup: 1, delivery: 0 }] })).toContain('vehicle 0: delivers 0 before it picks up 1')
  expect(wrongs({}, { pairs: [{ pickup: 1, delivery: 2 }] })).toContain(
    'vehicle 0: has only one stop of the pair 1 → 2',
  )
  expect(wrongs({}, { vehicles: [] })).toContain('vehicle 0: does not exist')
})

test('reports figures that do not add up', () => {
  expect(wrongs({ cost: 5 })).toEqual(['vehicle 0: cost is 4, not 5', 'cost of the solution is 5, not 4'])
  expect(wrongs({ load: [4] })).toEqual(['vehicle 0: load in dimension 0 is 5, not 4'])
  expect(wrongs({ waiting: 1 })).toEqual(['vehicle 0: waits 0, not 1'])
  expect(checkPlan({ ...problem, balance: 'stops' }, plan)).toEqual(['longest tour is 2, not 0'])
})

test('reports exceeded limits', () => {
  const [vehicle] = problem.vehicles
  const limited = { ...vehicle, capacity: [4], maxDistance: 3, maxDuration: 12, maxStops: 1, shift: [5, 16] as const }
  expect(wrongs({}, { vehicles: [limited] })).toEqual([
    'vehicle 0: carries 5 of 4 in dimension 0',
    'vehicle 0: leaves at 4, before its shift',
    'vehicle 0: returns at 17, after its shift',
    'vehicle 0: drives 4 of 3',
    'vehicle 0: takes 13 of 12',
    'vehicle 0: has 2 of 1 stops',
  ])
})

test('reports impossible times', () => {
  expect(wrongs({ starts: [5, 9] })).toContain('vehicle 0: serves stop 1 before it arrives')
  expect(wrongs({ starts: [5, 21] })).toContain('vehicle 0: serves stop 1 at 21, outside its windows')
  expect(wrongs({ arrivals: [5, 9] })).toContain('vehicle 0: reaches stop 1 at 10, not at 9')
  expect(wrongs({ finish: 16 })).toContain('vehicle 0: reaches its end at 17, not at 16')
  expect(wrongs({ breaks: [] })).toContain('vehicle 0: breaks are missing')
  expect(wrongs({ breaks: [{ index: 0, position: 1, start: 4 }] })).toContain(
    'vehicle 0: break 0 begins at 4, before 5',
  )
  const late = [{ index: 0, position: 2, start: 15 }]
  expect(wrongs({ breaks: late })).toContain('vehicle 0: break 0 begins at 15, outside its windows')
})
