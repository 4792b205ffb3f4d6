import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { FleetStop } from './problem/stop.ts'
import type { Vehicle } from './problem/vehicle.ts'
import type { FleetSolution } from './solution/solution.ts'

/** Locations on a line, ten units apart, with location 5 in the middle. Cost, time, and distance are equal. */
const SIZE = 11
const line = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 10 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)
const home: Vehicle = { start: 5, end: 5 }
const at = (...locations: number[]): FleetStop[] => locations.map((location) => ({ location }))

function solve(
  stops: readonly FleetStop[],
  vehicles: readonly Vehicle[],
  rules: Partial<FleetProblem> = {},
): FleetSolution {
  const problem = { size: SIZE, cost: line, duration: line, distance: line, stops, vehicles, ...rules }
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 200, isOver: () => false })
  expect(checkSolution(problem, solution)).toEqual([])
  return solution
}

const orders = ({ tours }: FleetSolution) => tours.map(({ vehicle, stops }) => [vehicle, [...stops]])

test('uses the vehicle that costs least for its tour: fixed costs, by distance, or by time', () => {
  const cheapToStart = { ...home, costs: { fixed: 10, perDistance: 3 } }
  const cheapToDrive = { ...home, costs: { fixed: 100, perDistance: 1 } }
  expect(solve(at(6), [cheapToStart, cheapToDrive])).toMatchObject({ cost: 70, tours: [{ vehicle: 0 }] })
  expect(solve(at(10), [cheapToStart, cheapToDrive])).toMatchObject({ cost: 200, tours: [{ vehicle: 1 }] })
  const byTime = { ...home, costs: { perDuration: 2 } }
  expect(solve([{ location: 6, service: 30 }], [byTime])).toMatchObject({ cost: 100 })
})

test('pays for waiting and breaks by time, and leaves as late as possible', () => {
  const vehicle = { ...home, costs: { perDuration: 1 }, breaks: [{ duration: 5 }] }
  const stops: FleetStop[] = [
    { location: 6, windows: [[50, 60]] },
    { location: 7, windows: [[200, 300]] },
  ]
  const { tours, cost } = solve(stops, [vehicle])
  expect(tours).toMatchObject([{ departure: 50, finish: 220, duration: 170, waiting: 125, resting: 5 }])
  expect(cost).toBe(170)
  const [first, second] = stops
  expect(solve(first && second ? [first, second] : [], [vehicle, vehicle])).toMatchObject({ cost: 70 })
})

test('works overtime if that costs less than a second vehicle', () => {
  const vehicle = (perOvertime: number): Vehicle => ({
    ...home,
    shift: [0, 80],
    costs: { fixed: 100, perDistance: 1, perOvertime },
  })
  expect(solve(at(0, 10), [vehicle(1), vehicle(1)])).toMatchObject({
    cost: 100 + 200 + 120,
    tours: [{ overtime: 120, finish: 200 }],
  })
  expect(solve(at(0, 10), [vehicle(2), vehicle(2)])).toMatchObject({ cost: 200 + 200 + 2 * 40, tours: [{}, {}] })
})

test('minimizes the number of vehicles before the distance', () => {
  const vehicles: Vehicle[] = [
    { start: 0, end: 0 },
    { start: 10, end: 10 },
  ]
  expect(solve(at(0, 10), vehicles)).toMatchObject({ cost: 0, tours: [{}, {}] })
  expect(solve(at(0, 10), vehicles, { fewestVehicles: true })).toMatchObject({ cost: 200, tours: [{}] })
})

test('leaves out an optional stop that costs more than its prize, and reports its cost', () => {
  const stops = [{ location: 6 }, { location: 7, prize: 21 }, { location: 10, prize: 59 }]
  const solution = solve(stops, [home])
  expect(solution.tours[0]?.stops.toSorted()).toEqual([0, 1])
  expect(solution).toMatchObject({ cost: 40 + 59, missedPrizes: 59 })
  expect(solution.unassigned).toEqual([{ stop: 2, reason: { kind: 'prize', prize: 59, cost: 60 } }])
  expect(solve(stops.with(2, { location: 10, prize: 61 }), [home])).toMatchObject({ cost: 100, unassigned: [] })
})

test('serves two optional stops that are worth a detour only together', () => {
  const stops = [
    { location: 10, prize: 60 },
    { location: 10, prize: 60 },
  ]
  expect(solve(stops, [home])).toMatchObject({ cost: 100, missedPrizes: 0 })
  expect(solve(stops.slice(1), [home])).toMatchObject({ cost: 60, tours: [] })
})

test('serves exactly one stop of a group, the cheapest', () => {
  const stops = [{ location: 6 }, { location: 0, group: 7 }, { location: 8, group: 7 }]
  const solution = solve(stops, [home])
  expect(orders(solution).map(([, order]) => (order as number[]).toSorted())).toEqual([[0, 2]])
  expect(solution.unassigned).toEqual([{ stop: 1, reason: { kind: 'group', stop: 2 } }])
  const impossible = solve(
    stops.map((stop) => ({ ...stop, ...(stop.group && { skills: [1] }) })),
    [home],
  )
  expect(impossible.unassigned.map(({ reason }) => reason.kind)).toEqual(['skills', 'skills'])
})

test('counts setup once for consecutive stops at one location, and prefers to visit them together', () => {
  const stops = [
    { location: 6, setup: 5, service: 1 },
    { location: 6, setup: 5, service: 1 },
    { location: 5, setup: 5, service: 1 },
  ]
  const { tours } = solve(stops, [{ ...home, maxDuration: 33 }])
  expect(tours).toMatchObject([{ setup: 5, service: 3, driving: 20, duration: 28 }])
  expect(tours[0]?.setups.toSorted()).toEqual([0, 0, 5])
})

test('counts setup once per visit to a place with several locations, also after its start and its depot', () => {
  // Locations 6, 7, and 8 are one place, such as three stops at the same address.
  const places = [0, 1, 2, 3, 4, 5, 6, 6, 6, 9, 10]
  const setupAt = (...locations: number[]): FleetStop[] => locations.map((location) => ({ location, setup: 5 }))
  const { tours } = solve(setupAt(6, 7, 8), [{ start: 5 }], { places })
  expect(tours).toMatchObject([{ stops: [0, 1, 2], setups: [5, 0, 0], arrivals: [15, 25, 35], duration: 35 }])
  expect(solve(setupAt(6, 9, 8), [{ start: 7, end: 10, locked: [0, 1, 2] }], { places }).tours).toMatchObject([
    { stops: [0, 1, 2], setups: [0, 5, 5], departures: [10, 45, 60] },
  ])
  const reloads = { maxTrips: 2, depots: [10], duration: 0 }
  const demanding = setupAt(6, 6).map((stop) => ({ ...stop, demand: [1] }))
  expect(solve(demanding, [{ start: 5, capacity: [1], reloads }], { places }).tours).toMatchObject([
    { setups: [5, 5], driving: 10 + 40 + 40, duration: 100 },
  ])
})

test('pays for setup by time once per visit to a place, and serves the stops of the place together', () => {
  const places = [0, 1, 2, 3, 4, 5, 6, 6, 8, 9, 10]
  const stops = [8, 6, 9, 7].map((location) => ({ location, setup: 100 }))
  const { tours, cost } = solve(stops, [{ ...home, costs: { perDuration: 1 } }], { places })
  expect(cost).toBe(80 + 3 * 100)
  expect(tours[0]?.setups.toSorted()).toEqual([0, 100, 100, 100])
})

test('waits at the start until the goods of all stops are ready', () => {
  const stops = [{ location: 6 }, { location: 7, release: 30 }]
  expect(solve(stops, [home]).tours).toMatchObject([{ departure: 30, finish: 70 }])
  const windows = [[0, 15]] as const
  const [early, late] = [
    { location: 6, windows },
    { location: 7, release: 30 },
  ]
  expect(orders(solve([early, late], [home, home]))).toHaveLength(2)
  expect(solve([early, late], [home])).toMatchObject({ unassigned: [{ reason: { kind: 'no-room' } }] })
})

test('prefers a soft window to a shorter tour only if missing the window costs more', () => {
  const soft = (lateCost: number): FleetStop[] => [
    { location: 4, service: 50 },
    { location: 7, softWindow: { window: [0, 20], lateCost } },
  ]
  expect(solve(soft(1), [{ start: 5 }])).toMatchObject({ cost: 50 })
  expect(solve(soft(0), [{ start: 5 }])).toMatchObject({ cost: 40, tours: [{ stops: [0, 1], softPenalty: 0 }] })
})

test('leaves later for a soft window that has not begun', () => {
  const stops: FleetStop[] = [{ location: 6, softWindow: { window: [100, 120], earlyCost: 1, lateCost: 1 } }]
  expect(solve(stops, [home]).tours).toMatchObject([{ departure: 90, softPenalty: 0, waiting: 0 }])
  const early = solve(stops, [{ ...home, shift: [0, 60] }])
  expect(early.tours).toMatchObject([{ starts: [50], softPenalty: 50 }])
})

test('reloads at the nearest depot when the load is used up, and respects the limits of trips', () => {
  const stops = [6, 7, 8, 9].map((location) => ({ location, demand: [1] }))
  const vehicle = { ...home, capacity: [2] }
  const reloads = { maxTrips: 2, depots: [5], duration: 7 }
  expect(solve(stops, [vehicle])).toMatchObject({ tours: [{ load: [2] }], unassigned: [{}, {}] })
  const { tours, cost } = solve(stops, [{ ...vehicle, reloads }])
  expect(tours).toMatchObject([{ reloads: [{ position: 2, depot: 0 }], load: [2], reloading: 7, duration: 127 }])
  expect(tours[0]?.loads).toEqual([[1], [0], [1], [0]])
  expect(cost).toBe(40 + 80)
  const nearer = solve(stops, [{ ...vehicle, reloads: { ...reloads, depots: [5, 7] } }])
  expect(nearer).toMatchObject({ cost: 80, tours: [{ reloads: [{ position: 2, depot: 1 }] }] })
  const single = solve(stops.slice(0, 3), [{ ...vehicle, capacity: [1], reloads }])
  expect(single.unassigned).toHaveLength(1)
  const short = solve(stops, [{ ...vehicle, reloads, maxDistance: 119 }])
  expect(short.unassigned).toHaveLength(1)
})

test('uses the matrices of each vehicle', () => {
  const half = line.map((cell) => cell / 2)
  const travel = [{ cost: half, duration: half, distance: line }]
  const fast = { ...home, travel: 0 }
  expect(solve(at(6, 9), [home, fast], { travel })).toMatchObject({
    cost: 40,
    tours: [{ vehicle: 1, driving: 40, distance: 80 }],
  })
  const windows = [[0, 15]] as const
  expect(solve([{ location: 8, windows }], [home, fast], { travel })).toMatchObject({ tours: [{ vehicle: 1 }] })
  expect(() => solve(at(6), [fast])).toThrow(
    'travel of vehicle 0: index 0 is invalid; expected a whole number ≥ 0 and < 0',
  )
})

test('rejects negative costs, mixed groups and groups of pairs', () => {
  expect(() => solve(at(1), [{ ...home, costs: { fixed: -1 } }])).toThrow('costs of vehicle 0: expected numbers ≥ 0')
  expect(() => solve([{ location: 1, prize: -1 }], [home])).toThrow('prize of stop 0')
  const mixed = [
    { location: 1, group: 1 },
    { location: 2, group: 1, prize: 3 },
  ]
  expect(() => solve(mixed, [home])).toThrow('only some stops of group 1 have a prize')
  const pairs = [{ pickup: 0, delivery: 1 }]
  expect(() => solve([{ location: 1, group: 1 }, { location: 2 }], [home], { pairs })).toThrow(
    'belongs to both a pair and a group',
  )
})

test('gives a tour to the vehicle that is cheapest for it, even if moving a single stop does not pay off', () => {
  const size = 9
  const cost = Int32Array.from({ length: size * size }, (_, cell) => {
    const [from, to] = [Math.floor(cell / size), cell % size]
    return from === to ? 0 : from === 0 || to === 0 ? 100 : 1
  })
  const stops = Array.from({ length: 8 }, (_, stop) => ({ location: stop + 1, demand: [1] }))
  const vehicles = [4, 4, 4, 8].map((capacity) => ({
    start: 0,
    end: 0,
    capacity: [capacity],
    costs: { fixed: capacity === 8 ? 150 : 0, perDistance: 1 },
  }))
  const problem = { size, cost, duration: cost, distance: cost, stops, vehicles }
  const initialSequences = [[0, 1, 2, 3], [4, 5, 6, 7], [], []]
  const { solution } = optimizeFleet(
    { ...problem, initialSequences },
    { seed: 1, maxIterations: 200, isOver: () => false },
  )
  expect(solution.tours.map(({ vehicle, stops: served }) => [vehicle, served.length])).toEqual([[3, 8]])
  expect(solution.cost).toBe(150 + 100 + 7 + 100)
})
