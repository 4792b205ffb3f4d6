import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type FormatReply, type ServiceSource } from './format-case.ts'
import { checkSolution, type Problem, type Solution } from './vroom-checker.ts'

const START_SECONDS = 1_600_416_000
const DURATIONS = [
  [0, 500, 700],
  [500, 0, 300],
  [700, 300, 0],
]
const HERE = [-56.181639, -34.89194]
const THERE = [-56.127386, -34.879558]

export function describeVroomTimes(getService: ServiceSource): void {
  const send = (payload: object) => ask(getService(), 'vroom', { payload })
  const solve = async (payload: object): Promise<Solution> => (await send(payload)).body
  describe('VROOM vehicles without a time window', () => {
    testFreeStarts(solve)
    testRoads(solve)
    testRandomProblems(solve)
    testLimits(send)
  })
}

type Solve = (payload: object) => Promise<Solution>

const toProblem = (vehicles: readonly object[], jobs: readonly object[]): Problem =>
  ({ vehicles, jobs, matrices: { car: { durations: DURATIONS } } }) as Problem
const vehicle = { id: 1, start_index: 0, end_index: 0 }
const listArrivals = ({ routes }: Solution) => routes.map(({ steps }) => steps.map(({ arrival }) => arrival))

function testFreeStarts(solve: Solve): void {
  test.each([0, START_SECONDS])('leave before the first window, with times from %i', async (base) => {
    const windows = (start: number) => [[base + start, base + start + 10]]
    const jobs = [
      { id: 1, location_index: 1, service: 60, time_windows: windows(2000) },
      { id: 2, location_index: 2, service: 60 },
    ]
    const problem = toProblem([vehicle], jobs)
    const solution = await solve(problem)
    expect(checkSolution(problem, solution)).toEqual([])
    expect(solution.summary.unassigned).toBe(0)
    const [{ steps } = { steps: [] }] = solution.routes
    expect(steps.find(({ id }) => id === 1)).toMatchObject({ arrival: base + 2000, waiting_time: 0 })
    expect(steps.at(-1)?.arrival).toBe((steps[0]?.arrival ?? 0) + 1500 + 120)
    expect(listArrivals(await solve(toProblem([vehicle], jobs.slice(0, 1))))).toEqual([
      [base + 1500, base + 2000, base + 2560],
    ])
  })

  test('never leave before time 0', async () => {
    const soon = [{ id: 1, location_index: 1, time_windows: [[400, 500]] }]
    expect(listArrivals(await solve(toProblem([vehicle], soon)))).toEqual([[0, 500, 1000]])
    const tooSoon = [{ id: 1, location_index: 1, time_windows: [[400, 499]] }]
    expect((await solve(toProblem([vehicle], tooSoon))).unassigned).toMatchObject([{ id: 1 }])
  })

  test('leave at time 0 if nothing on their route has a window', async () => {
    const skilled = { ...vehicle, id: 2, skills: [1], time_window: [START_SECONDS, START_SECONDS + 9000] }
    const jobs = [
      { id: 1, location_index: 1, service: 60 },
      { id: 2, location_index: 2, skills: [1] },
    ]
    const problem = toProblem(
      [
        { ...vehicle, max_tasks: 1 },
        { ...skilled, max_tasks: 1 },
      ],
      jobs,
    )
    const solution = await solve(problem)
    expect(checkSolution(problem, solution)).toEqual([])
    expect(listArrivals(solution)).toEqual([
      [0, 500, 1060],
      [START_SECONDS, START_SECONDS + 700, START_SECONDS + 1400],
    ])
  })

  test('leave before the window of a break', async () => {
    const breaks = [{ id: 7, service: 100, time_windows: [[START_SECONDS, START_SECONDS]] }]
    const jobs = [{ id: 1, location_index: 1, service: 60, time_windows: [[START_SECONDS - 800, START_SECONDS - 700]] }]
    const problem = toProblem([{ ...vehicle, breaks }], jobs)
    const solution = await solve(problem)
    expect(checkSolution(problem, solution)).toEqual([])
    expect(solution.summary.unassigned).toBe(0)
    expect(solution.routes[0]?.steps.find(({ type }) => type === 'break')).toMatchObject({ id: 7 })
  })
}

function testRoads(solve: Solve): void {
  test.each([
    ['one profile', ['car', 'car'], START_SECONDS],
    ['several profiles', ['car', 'bike'], START_SECONDS],
    ['seconds from the start of the plan', ['car', 'car'], 20_000],
  ])('leave before the first window on roads: %s', async (_title, profiles, begin) => {
    const problem = {
      vehicles: profiles.map((profile, id) => ({ id, profile, start: HERE, max_tasks: 1 })),
      jobs: [1, 2].map((id) => ({ id, location: THERE, service: 60, time_windows: [[begin, begin + 5]] })),
    }
    const solution = await solve(problem)
    expect(solution.summary.unassigned).toBe(0)
    expect(checkSolution(problem as unknown as Problem, solution)).toEqual([])
    for (const { steps, ...route } of solution.routes) {
      const [start, job] = steps
      const travel = job?.duration ?? Number.NaN
      expect(travel).toBeGreaterThan(60)
      expect(Math.abs((start?.arrival ?? 0) - (begin - travel))).toBeLessThanOrEqual(2)
      expect(route).not.toHaveProperty('distance')
    }
  })
}

function testRandomProblems(solve: Solve): void {
  test('serve the same tasks as vehicles with a window from time 0, in random problems', async () => {
    const random = seededRandom(41)
    const int = (limit: number) => Math.floor(random() * limit)
    for (let round = 0; round < 30; round++) {
      const size = 4 + int(3)
      const durations = Array.from({ length: size }, (_, from) =>
        Array.from({ length: size }, (_unused, to) => (from === to ? 0 : 100 + int(900))),
      )
      const windows = () => {
        const start = 300 + int(4000)
        return [[start, start + int(300)] as const]
      }
      const jobs = Array.from({ length: size }, (_, id) => ({
        id,
        location_index: int(size),
        service: int(100),
        setup: int(3) * 50,
        ...(random() < 0.6 && { time_windows: windows() }),
      }))
      const breaks = random() < 0.3 ? [{ id: 1, service: 50, time_windows: windows() }] : []
      const fleet = (time_window?: readonly [number, number]) =>
        [1, 2].map((id) => ({ id, start_index: 0, breaks, ...(time_window && { time_window }) }))
      const problem = (vehicles: readonly object[]) =>
        ({ vehicles, jobs, matrices: { car: { durations } } }) as unknown as Problem
      const free = await solve(problem(fleet()))
      expect(checkSolution(problem(fleet()), free), `round ${round}`).toEqual([])
      const bounded = await solve(problem(fleet([0, 100_000])))
      expect([round, free.summary.unassigned]).toEqual([round, bounded.summary.unassigned])
    }
  })
}

function testLimits(send: (payload: object) => Promise<FormatReply>): void {
  const problem = (count: number, fields: object) => ({
    vehicles: [{ id: 1, start: HERE, ...fields }],
    jobs: Array.from({ length: count }, (_, id) => ({
      id,
      location: [-56.18 + 0.0001 * id, -34.9],
      ...(id === 0 && { time_windows: [[START_SECONDS, START_SECONDS + 9000]] }),
    })),
  })

  test.each([
    ['without a window', {}],
    ['with costs', { costs: { fixed: 5 } }],
  ])('refuses more locations than the matrix of a plan may have: vehicles %s', async (_title, fields) => {
    expect(await send(problem(99, fields))).toMatchObject({ status: 200, body: { code: 0 } })
    expect(await send(problem(100, fields))).toMatchObject({
      status: 413,
      body: {
        code: 4,
        error:
          'The request has 101 locations, but requests without a key may have at most 100; send fewer tasks per request, or use a key for a plan that allows more',
      },
    })
  })
}
