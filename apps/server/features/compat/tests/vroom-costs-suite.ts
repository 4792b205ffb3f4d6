import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'
import { checkSolution, type Problem, type Solution } from './vroom-checker.ts'

const seed = Number(process.env.SEED ?? 20_261_119)
const JOBS = 4
const HOME = [-56.159974, -34.890942]
const JOB = { id: 1, location: [-56.164005, -34.898252] }
const VEHICLE = { id: 1, start: HOME, end: HOME }

interface CostedVehicle {
  readonly id: number
  readonly start_index: number
  readonly end_index: number
  readonly speed_factor: number
  readonly max_travel_time?: number
  readonly costs: Readonly<Partial<Record<'fixed' | 'per_hour' | 'per_km' | 'per_task_hour', number>>>
}

interface CostedProblem {
  readonly vehicles: readonly CostedVehicle[]
  readonly jobs: readonly object[]
  readonly matrices: { readonly car: { readonly durations: number[][]; readonly distances: number[][] } }
}

interface CostedSolution extends Omit<Solution, 'summary' | 'routes'> {
  readonly error?: string
  readonly summary: Solution['summary'] & {
    readonly cost: number
    readonly distance: number
    readonly duration: number
  }
  readonly routes: readonly (Solution['routes'][number] & { readonly cost: number })[]
}

const invalid = (fields: object, error: string, more: readonly object[] = []): FormatCase => ({
  url: 'vroom',
  payload: { vehicles: [{ ...VEHICLE, ...fields }, ...more], jobs: [JOB] },
  status: 400,
  body: { code: 2, error },
})

const TOGETHER_ERROR =
  'The costs and limits of the vehicles are not supported together; use per_hour with max_travel_time, or per_km with max_distance and without per_hour, or per_hour and per_km in the same proportion for all vehicles without these limits.'

const errors: readonly FormatCase[] = [
  invalid({ costs: 3 }, 'Invalid costs for vehicle 1.'),
  invalid({ costs: { fixed: -1 } }, 'Invalid fixed value.'),
  invalid({ costs: { per_hour: 'much' } }, 'Invalid per_hour value.'),
  invalid({ max_travel_time: -5 }, 'Invalid max_travel_time value.'),
  invalid({ costs: { per_km: 5 }, max_travel_time: 60 }, TOGETHER_ERROR),
  invalid({ max_distance: 9000, max_travel_time: 60 }, TOGETHER_ERROR),
  invalid({ costs: { per_km: 5 } }, TOGETHER_ERROR, [{ ...VEHICLE, id: 2 }]),
  invalid(
    { costs: { per_task_hour: 5 } },
    'per_task_hour must be the same for all vehicles; other values are not supported.',
    [{ ...VEHICLE, id: 2 }],
  ),
  invalid(
    { costs: { fixed: 5 } },
    'costs and max_travel_time for vehicles with different profiles (car, foot) are not supported; plan them separately.',
    [{ ...VEHICLE, id: 2, profile: 'foot' }],
  ),
  {
    url: 'vroom',
    payload: {
      vehicles: [{ id: 1, start_index: 0, costs: { per_km: 5 } }],
      jobs: [{ id: 1, location_index: 1 }],
      matrix: [
        [0, 60],
        [60, 0],
      ],
    },
    status: 400,
    body: {
      code: 2,
      error: 'per_km in the costs of vehicle 1 needs a matrix of distances; give one, or leave per_km out.',
    },
  },
]

/** Creates a problem whose distances and durations are independent. */
function drawProblem(random: () => number, toCosts: (vehicle: number) => Partial<CostedVehicle>): CostedProblem {
  const drawTable = (scale: number) =>
    Array.from({ length: JOBS + 1 }, (_row, from) =>
      Array.from({ length: JOBS + 1 }, (_cell, to) => (from === to ? 0 : Math.ceil(scale * (0.2 + random())))),
    )
  return {
    vehicles: [0, 1].map((vehicle) => ({
      id: vehicle,
      start_index: 0,
      end_index: 0,
      speed_factor: 1,
      costs: {},
      ...toCosts(vehicle),
    })),
    jobs: Array.from({ length: JOBS }, (_job, index) => ({ id: index + 1, location_index: index + 1, service: 600 })),
    matrices: { car: { durations: drawTable(3600), distances: drawTable(30_000) } },
  }
}

/** Returns the cost of a route as in VROOM's documentation, or undefined if it exceeds the travel time. */
function rateRoute({ matrices: { car } }: CostedProblem, vehicle: CostedVehicle, jobs: readonly number[]) {
  if (jobs.length === 0) return 0
  const places = [0, ...jobs, 0]
  const sum = (table: readonly (readonly number[])[]) =>
    places.slice(1).reduce((total, to, leg) => total + (table[places[leg] ?? 0]?.[to] ?? 0), 0)
  const seconds = sum(car.durations) / vehicle.speed_factor
  if (seconds > (vehicle.max_travel_time ?? Number.POSITIVE_INFINITY)) return undefined
  const { fixed = 0, per_hour = 3600, per_km = 0, per_task_hour = 0 } = vehicle.costs
  const work = (per_task_hour * 600 * jobs.length) / 3600
  return fixed + (per_hour * seconds) / 3600 + (per_km * sum(car.distances)) / 1000 + work
}

/** Returns the lowest cost of all plans that leave out as few jobs as possible, by trying all plans. */
function findBest(problem: CostedProblem): { readonly cost: number; readonly unassigned: number } {
  let best = { unassigned: JOBS, cost: 0 }
  const visit = (job: number, routes: readonly (readonly number[])[], unassigned: number): void => {
    if (job <= JOBS) {
      visit(job + 1, routes, unassigned + 1)
      for (const [vehicle, route] of routes.entries())
        for (let position = 0; position <= route.length; position++)
          visit(job + 1, routes.with(vehicle, route.toSpliced(position, 0, job)), unassigned)
      return
    }
    let cost = 0
    for (const [index, vehicle] of problem.vehicles.entries()) {
      const routeCost = rateRoute(problem, vehicle, routes[index] ?? [])
      if (routeCost === undefined) return
      cost += routeCost
    }
    if (unassigned < best.unassigned || (unassigned === best.unassigned && cost < best.cost))
      best = { unassigned, cost }
  }
  visit(1, [[], []], 0)
  return best
}

const models: readonly (readonly [string, (random: () => number) => (vehicle: number) => Partial<CostedVehicle>])[] = [
  ['fixed costs', (random) => () => ({ costs: { fixed: Math.floor(8000 * random()) } })],
  [
    'fixed costs, costs per hour and speeds',
    (random) => () => ({
      costs: { fixed: Math.floor(1000 * random()), per_hour: Math.floor(7200 * random()), per_task_hour: 900 },
      speed_factor: 0.5 + Math.round(10 * random()) / 10,
    }),
  ],
  [
    'costs per kilometer',
    (random) => () => ({
      costs: { per_hour: 0, per_km: 1 + Math.floor(50 * random()), fixed: Math.floor(500 * random()) },
    }),
  ],
  [
    'proportional costs per hour and kilometer',
    () => (vehicle) => ({ costs: { per_hour: 1800 * (1 + vehicle), per_km: 90 * (1 + vehicle) } }),
  ],
  [
    'large costs',
    (random) => () => ({ costs: { fixed: Math.floor(4e6 * random()), per_hour: Math.floor(9e6 * random()) } }),
  ],
  [
    'a maximum travel time',
    (random) => () => ({ max_travel_time: 3000 + Math.floor(6000 * random()), speed_factor: random() < 0.5 ? 1 : 1.5 }),
  ],
]

type Solve = (payload: object) => Promise<CostedSolution>

function createSolve(getService: ServiceSource): Solve {
  return async (payload) => (await ask(getService(), 'vroom', { payload })).body
}

export function describeVroomCosts(getService: ServiceSource): void {
  const solve = createSolve(getService)

  describe('VROOM costs', () => {
    testCases('reply', getService, errors)

    test.each(models)(`find the best plan with %s (seed ${seed})`, async (_name, createCosts) => {
      const random = seededRandom(seed)
      for (let round = 0; round < 6; round++) {
        const problem = drawProblem(random, createCosts(random))
        const solution = await solve(problem)
        expect(solution.error).toBeUndefined()
        const best = findBest(problem)
        const message = JSON.stringify(problem)
        expect(solution.summary.unassigned, message).toBe(best.unassigned)
        // Every route is rounded to whole units, and travel times are rounded to thousandths of a minute.
        expect(Math.abs(solution.summary.cost - best.cost), message).toBeLessThan(4 + best.cost * 1e-4)
        expect(solution.routes.reduce((sum, { cost }) => sum + cost, 0)).toBe(solution.summary.cost)
      }
    })

    test('apply on roads, with distances in the reply', async () => {
      const jobs = [JOB, { id: 2, location: [-56.1527, -34.8941] }, { id: 3, location: [-56.1653, -34.9094] }]
      const vehicles = [1, 2].map((id) => ({ ...VEHICLE, id, capacity: [2] }))
      const payload = { jobs: jobs.map((job) => ({ ...job, delivery: [1] })) }
      const withCosts = (costs: readonly object[]) =>
        solve({ ...payload, vehicles: vehicles.map((vehicle, index) => ({ ...vehicle, costs: costs[index] })) })
      const byHour = await withCosts([{ fixed: 100 }, { fixed: 100 }])
      expect(byHour.summary).toMatchObject({ unassigned: 0, cost: byHour.summary.duration + 200 })
      const byKm = await withCosts([
        { per_hour: 0, per_km: 1000 },
        { per_hour: 0, per_km: 1000 },
      ])
      expect(byKm.summary.distance).toBeGreaterThan(1000)
      // A route's cost is rounded to whole units.
      expect(Math.abs(byKm.summary.cost - byKm.summary.distance)).toBeLessThanOrEqual(2)
    })

    test('limit the travel time on roads, and report it in plan mode', async () => {
      const far = { id: 2, location: [-56.1913, -34.9059] }
      const all = await solve({ vehicles: [VEHICLE], jobs: [JOB, far] })
      const max_travel_time = all.summary.duration - 60
      const limited = await solve({ vehicles: [{ ...VEHICLE, max_travel_time }], jobs: [JOB, far] })
      expect(limited.unassigned).toHaveLength(1)
      expect(limited.summary.duration).toBeLessThanOrEqual(max_travel_time)
      const steps = [1, 2].map((id) => ({ type: 'job', id }))
      const { routes } = await solve({
        vehicles: [{ ...VEHICLE, max_travel_time, steps }],
        jobs: [JOB, far],
        options: { c: true },
      })
      expect(routes[0]?.violations).toEqual([{ cause: 'max_travel_time' }])
    })
  })

  describe('VROOM setup at one location', () => testSetup(createSolve(getService)))
}

function testSetup(solve: Solve): void {
  test('applies once, with times that follow from it', async () => {
    const windows = [[1000, 1400]] as const
    const place = { location_index: 1, setup: 300, service: 60 }
    const problem = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0, time_window: [0, 20_000] as const }],
      jobs: [
        { id: 1, ...place, time_windows: windows },
        { id: 2, ...place },
        { id: 3, location_index: 2, setup: 50 },
        { id: 4, location_index: 0, setup: 70 },
      ],
      matrices: {
        car: {
          durations: [
            [0, 500, 600],
            [500, 0, 200],
            [600, 200, 0],
          ],
        },
      },
    } satisfies Problem
    const solution = await solve(problem)
    expect(checkSolution(problem, solution)).toEqual([])
    const [{ steps } = { steps: [] }] = solution.routes
    const setups = steps.map((step, index) => [
      step.setup,
      step.id !== undefined && steps[index - 1]?.location_index !== step.location_index
        ? problem.jobs.find(({ id }) => id === step.id)?.setup
        : 0,
    ])
    for (const [applied, expected] of setups) expect(applied).toBe(expected)
    expect(solution.summary).toMatchObject({
      unassigned: 0,
      setup: setups.reduce((sum, [applied = 0]) => sum + applied, 0),
    })
    // At least one of the two jobs at the first place needs no setup.
    expect(steps.filter(({ setup }) => setup === 300)).toHaveLength(1)
  })

  test('does not count at one location, so that more tasks fit into the hours of a vehicle', async () => {
    const jobs = [1, 2, 3, 4].map((id) => ({ id, location_index: 1, setup: 300, service: 60 }))
    const durations = [
      [0, 500],
      [500, 0],
    ]
    const problem = (end: number) =>
      ({
        vehicles: [{ id: 1, start_index: 0, end_index: 0, time_window: [100, end] as const }],
        jobs,
        matrices: { car: { durations } },
      }) satisfies Problem
    const enough = await solve(problem(100 + 2 * 500 + 300 + 4 * 60))
    expect(checkSolution(problem(1640), enough)).toEqual([])
    expect(enough.summary).toMatchObject({ unassigned: 0, setup: 300, waiting_time: 0 })
    expect(enough.routes[0]?.steps.map(({ arrival, setup }) => [arrival, setup])).toEqual([
      [100, 0],
      [600, 300],
      [960, 0],
      [1020, 0],
      [1080, 0],
      [1640, 0],
    ])
    const tooLittle = await solve(problem(1639))
    expect(checkSolution(problem(1639), tooLittle)).toEqual([])
    expect(tooLittle.summary).toMatchObject({ unassigned: 1, setup: 300 })
  })

  test('applies once on roads', async () => {
    const jobs = [JOB, { ...JOB, id: 2, setup: 5 }].map((job) => ({ ...job, setup: 120, service: 30 }))
    const { summary, routes } = await solve({ vehicles: [VEHICLE], jobs })
    expect(summary.setup).toBe(120)
    expect(routes[0]?.steps.map(({ setup }) => setup)).toEqual([0, 120, 0, 0])
  })
}
