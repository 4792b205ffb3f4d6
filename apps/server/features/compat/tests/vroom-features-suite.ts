import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type ServiceSource } from './format-case.ts'
import { checkSolution, type Problem, type Solution } from './vroom-checker.ts'

const START_SECONDS = 1_600_416_000
const SECONDS_PER_HOUR = 3600

/** Seconds between the depot and six places. The matrix is not symmetric. */
const DURATIONS = [
  [0, 2328, 2500, 2600, 2900, 1700, 2941],
  [2300, 0, 890, 3300, 3900, 2400, 4800],
  [2480, 900, 0, 3600, 4100, 1595, 4900],
  [3480, 3400, 3700, 0, 1700, 4300, 3500],
  [3900, 4000, 4200, 1909, 0, 4700, 3816],
  [1752, 2450, 1600, 4200, 4600, 0, 3900],
  [2950, 4700, 4850, 3400, 3816, 3850, 0],
]

const fleet = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, start_index: 0, end_index: 0, ...fields }))
const jobs = (fields: object = {}) =>
  Array.from({ length: 6 }, (_, index) => ({ id: index + 1, location_index: index + 1, service: 300, ...fields }))

const toProblem = (vehicles: readonly object[], tasks: object): Problem =>
  ({ vehicles, matrices: { car: { durations: DURATIONS } }, ...tasks }) as Problem

/** The problems cover every kind of input in VROOM's documentation and examples that affects the solution. */
const problems: readonly (readonly [string, Problem])[] = [
  [
    'open ends',
    toProblem(
      [
        { id: 1, start_index: 0 },
        { id: 2, end_index: 3 },
      ],
      { jobs: jobs() },
    ),
  ],
  [
    'skills, and deliveries and collections in two dimensions',
    toProblem(
      [
        ...fleet(1, { capacity: [8, 90], skills: [1, 14] }),
        { id: 2, start_index: 0, capacity: [8, 90], skills: [2, 14] },
      ],
      {
        jobs: jobs({ delivery: [1, 30], pickup: [1, 0] }).map((job, index) => ({
          ...job,
          skills: index % 2 === 0 ? [14] : [1 + (index >> 2)],
        })),
      },
    ),
  ],
  [
    'time windows, working hours and breaks',
    toProblem(
      fleet(2, {
        time_window: [START_SECONDS, START_SECONDS + 5 * SECONDS_PER_HOUR],
        breaks: [
          {
            id: 9,
            service: 300,
            time_windows: [[START_SECONDS + 2 * SECONDS_PER_HOUR, START_SECONDS + 2.5 * SECONDS_PER_HOUR]],
          },
        ],
      }),
      {
        jobs: jobs({
          time_windows: [
            [START_SECONDS + SECONDS_PER_HOUR, START_SECONDS + 2 * SECONDS_PER_HOUR],
            [START_SECONDS + 3 * SECONDS_PER_HOUR, START_SECONDS + 4 * SECONDS_PER_HOUR],
          ],
        }),
      },
    ),
  ],
  [
    'shipments with priorities, where not all can be served',
    toProblem(fleet(1, { capacity: [1], time_window: [0, 4 * SECONDS_PER_HOUR] }), {
      shipments: [1, 2, 3].map((index) => ({
        amount: [1],
        priority: index * 10,
        pickup: { id: index, location_index: index, service: 60 },
        delivery: { id: index, location_index: index + 3, service: 60 },
      })),
    }),
  ],
  ['speeds', toProblem(fleet(2, { speed_factor: 0.5, max_tasks: 4 }), { jobs: jobs() })],
  ['setup', toProblem(fleet(1), { jobs: jobs({ setup: 200 }) })],
  ['routes to start the search from', toProblem(fleet(1, { steps: [{ type: 'job', id: 2 }] }), { jobs: jobs() })],
]

export function describeVroomFeatures(getService: ServiceSource): void {
  describe('feasible solutions', () => testFeasible(createSolve(getService)))
  describe('plan mode', () => {
    testPlan(createSolve(getService))
    testPlanOnRoads(getService)
  })
}

type Solve = (payload: object) => Promise<Solution>

function createSolve(getService: ServiceSource): Solve {
  return async (payload) => (await ask(getService(), 'vroom', { payload })).body
}

function testFeasible(solve: Solve): void {
  test.each(problems)('with %s', async (_name, problem) => {
    const solution = await solve(problem)
    expect(solution).toMatchObject({ code: 0 })
    expect(checkSolution(problem, solution)).toEqual([])
  })

  test('with random tasks, on roads and with several profiles', async () => {
    const random = seededRandom(29)
    const place = () => [-56.2 + random() * 0.08, -34.91 + random() * 0.03]
    const vehicles = ['car', 'foot'].map((profile, id) => ({
      id,
      profile,
      start: place(),
      end: place(),
      capacity: [9],
      time_window: [0, 3 * SECONDS_PER_HOUR],
    }))
    const tasks = Array.from({ length: 8 }, (_, id) => ({ id, location: place(), service: 120, delivery: [1] }))
    const problem = { vehicles, jobs: tasks } as unknown as Problem
    const solution = await solve(problem)
    expect(solution.summary.unassigned).toBe(0)
    expect(checkSolution(problem, solution)).toEqual([])
  })
}

/** The example in the documentation has these two routes and durations. */
const route = (id: number, ids: readonly number[], start: object = {}) => ({
  id,
  start_index: 0,
  end_index: 0,
  capacity: [4],
  time_window: [START_SECONDS, START_SECONDS + 3 * SECONDS_PER_HOUR],
  steps: [{ type: 'start', ...start }, ...ids.map((job) => ({ type: 'job', id: job })), { type: 'end' }],
})
const windows = { time_windows: [[START_SECONDS, START_SECONDS + 2 * SECONDS_PER_HOUR]] }
const amounts = [2, 2, 1, 1, 3, 1]
const tasks = jobs().map((job, index) => ({
  ...job,
  delivery: [amounts[index]],
  ...([2, 3, 5].includes(index) && windows),
}))
const vehicles = [route(1, [1, 2, 5]), route(2, [6, 4, 3], { service_after: START_SECONDS - 800 })]
const problem = { ...toProblem(vehicles, { jobs: tasks }), options: { c: true } }

function testPlan(solve: Solve): void {
  test('chooses times and reports what a given route violates', async () => {
    const { routes, summary, unassigned } = await solve(problem)
    expect(unassigned).toEqual([])
    expect(
      routes[0]?.steps.map(({ arrival, load, violations }) => [arrival - START_SECONDS, load, violations]),
    ).toEqual([
      [0, [7], [{ cause: 'load' }]],
      [2328, [5], [{ cause: 'load' }]],
      [3518, [3], []],
      [5413, [0], []],
      [7465, [0], []],
    ])
    expect(routes[1]?.steps.map(({ arrival, violations }) => [arrival - START_SECONDS, violations])).toEqual([
      [-800, [{ cause: 'lead_time', duration: 800 }]],
      [2141, []],
      [6257, []],
      [8466, [{ cause: 'delay', duration: 1266 }]],
      [12_246, [{ cause: 'delay', duration: 1446 }]],
    ])
    expect(summary).toMatchObject({ cost: 18_711, duration: 18_711, service: 1800, waiting_time: 0 })
    expect(summary.violations).toEqual(
      expect.arrayContaining([
        { cause: 'lead_time', duration: 800 },
        { cause: 'delay', duration: 2712 },
        { cause: 'load' },
      ]),
    )
  })

  test('reports skills, order, number of tasks, and breaks that are missing', async () => {
    const shipment = {
      amount: [1],
      pickup: { id: 1, location_index: 1 },
      delivery: { id: 1, location_index: 2, setup: 50 },
    }
    const steps = [
      { type: 'delivery', id: 1 },
      { type: 'job', id: 4 },
      { type: 'break', id: 1 },
      { type: 'job', id: 5 },
    ]
    const breaks = [
      { id: 1, service: 600, time_windows: [[8000, 8100]] },
      { id: 2, service: 60 },
    ]
    const vehicle = { id: 1, start_index: 0, capacity: [9], max_tasks: 2, breaks, steps }
    const { routes, unassigned } = await solve({
      ...toProblem([vehicle], { jobs: jobs({ skills: [3] }).slice(3, 5), shipments: [shipment] }),
      options: { c: true },
    })
    expect(unassigned).toEqual([{ id: 1, type: 'pickup', location_index: 1 }])
    const causes = (violations: readonly { readonly cause: string }[] = []) => violations.map(({ cause }) => cause)
    expect(routes[0]?.steps.map(({ type, violations }) => [type, causes(violations)])).toEqual([
      ['start', []],
      ['delivery', ['precedence']],
      ['job', ['skills']],
      ['break', []],
      ['job', ['skills', 'max_tasks']],
    ])
    expect(causes(routes[0]?.violations).sort()).toEqual(['max_tasks', 'missing_break', 'precedence', 'skills'])
    // The break is taken while traveling, within its window.
    const [, , job, rest, last] = routes[0]?.steps ?? []
    if (!job || !rest || !last) throw new Error('no steps')
    expect(rest.arrival + rest.waiting_time).toBe(8000)
    expect(last.arrival - (job.arrival + job.waiting_time + job.service)).toBe(4700 + 600)
  })
}

function testPlanOnRoads(getService: ServiceSource): void {
  const solve = createSolve(getService)
  const solveLeg = async (from: unknown, to: unknown): Promise<{ readonly duration: number }> =>
    (await ask(getService(), `osrm/route/v1/driving/${from};${to}?overview=false`)).body.routes[0]

  test('travels on roads, and names locations outside of them', async () => {
    const places = [
      [-56.1671, -34.9066],
      [-56.1527, -34.8941],
      [-56.1653, -34.9094],
    ]
    const [start, ...rest] = places
    const steps = [1, 0].map((id) => ({ type: 'job', id }))
    const payload = (locations: readonly (readonly number[])[]) => ({
      vehicles: [{ id: 1, start, steps }],
      jobs: locations.map((location, id) => ({ id, location })),
      options: { c: true, g: true },
    })
    const { routes } = await solve(payload(rest))
    const legs = [await solveLeg(start, places[2]), await solveLeg(places[2], places[1])]
    expect(routes[0]?.steps.map(({ duration }) => duration)).toEqual([
      0,
      Math.round(legs[0]?.duration ?? 0),
      Math.round(legs[0]?.duration ?? 0) + Math.round(legs[1]?.duration ?? 0),
    ])
    expect(routes[0]).toMatchObject({ geometry: expect.any(String), distance: expect.any(Number) })
    const outside = await ask(getService(), 'vroom', {
      payload: payload([
        [2.35, 48.7],
        [-56.1653, -34.9094],
      ]),
    })
    expect(outside).toMatchObject({
      status: 500,
      body: { code: 3, error: expect.stringMatching(/^jobs\[0\]\.location is outside the loaded maps/) },
    })
  })
}
