import { flatDistanceMeters, parsePolylinePoints, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'
import { describeVroomFeatures } from './vroom-features-suite.ts'

const HOME = [-56.159974, -34.890942]
const JOB = { id: 1, location: [-56.164005, -34.898252] }
const VEHICLE = { id: 1, start: HOME, end: HOME }
const DURATIONS = [
  [0, 2104, 197, 1299],
  [2103, 0, 2255, 3152],
  [197, 2256, 0, 1102],
  [1299, 3153, 1102, 0],
]
/** Second example in VROOM's documentation. */
const MATRIX_EXAMPLE = {
  vehicles: [{ id: 0, start_index: 0, end_index: 3 }],
  jobs: [
    { id: 1414, location_index: 1 },
    { id: 1515, location_index: 2 },
  ],
  matrices: { car: { durations: DURATIONS } },
}

const invalid = (payload: object, error: string): FormatCase => ({
  url: 'vroom',
  payload,
  status: 400,
  body: { code: 2, error },
})
const withJob = (fields: object, error: string) =>
  invalid({ vehicles: [VEHICLE], jobs: [{ ...JOB, ...fields }] }, error)
const withVehicle = (fields: object, error: string) =>
  invalid({ vehicles: [{ ...VEHICLE, ...fields }], jobs: [JOB] }, error)
const withMatrices = (matrices: unknown, error: string) => invalid({ ...MATRIX_EXAMPLE, matrices }, error)

const errors: readonly FormatCase[] = [
  invalid([], 'Input root is not an object.'),
  invalid({}, 'No vehicle defined.'),
  invalid({ vehicles: 1 }, 'Invalid vehicles.'),
  invalid({ vehicles: [VEHICLE] }, 'No task defined.'),
  invalid({ vehicles: [{}], jobs: [JOB] }, 'Invalid or missing id for vehicle.'),
  invalid({ vehicles: [{ id: 1 }], jobs: [JOB] }, 'No start or end specified for vehicle 1.'),
  invalid({ vehicles: [VEHICLE], jobs: {} }, 'Invalid jobs.'),
  invalid({ vehicles: [VEHICLE], jobs: [3] }, 'Invalid job.'),
  invalid({ vehicles: [VEHICLE], jobs: [JOB, JOB] }, 'Duplicate job id: 1.'),
  invalid({ vehicles: [VEHICLE], shipments: [3] }, 'Invalid shipment.'),
  invalid({ vehicles: [VEHICLE], shipments: [{ delivery: JOB }] }, 'Missing pickup for shipment.'),
  invalid({ vehicles: [VEHICLE], shipments: [{ pickup: JOB }] }, 'Missing delivery for shipment.'),
  withJob({ id: -1 }, 'Invalid or missing id for job.'),
  withJob({ location: undefined }, 'Invalid location for job 1.'),
  withJob({ location: ['a', 'b'] }, 'Invalid location array.'),
  withJob({ service: -5 }, 'Invalid service duration.'),
  withJob({ setup: 1.5 }, 'Invalid setup duration.'),
  withJob({ delivery: 4 }, 'Invalid delivery array.'),
  withJob({ delivery: [1] }, 'Inconsistent delivery length: 1 instead of 0.'),
  withJob({ delivery: [-1] }, 'Invalid delivery value.'),
  withJob({ skills: 'a' }, 'Invalid skills object.'),
  withJob({ skills: ['a'] }, 'Invalid skill value.'),
  withJob({ priority: 101 }, 'Invalid priority value.'),
  withJob({ time_windows: 3 }, 'Invalid time_windows array for job 1.'),
  withJob({ time_windows: [[1]] }, 'Invalid time-window.'),
  withJob({ time_windows: [[5, 1]] }, 'Invalid time window: [5, 1]'),
  withJob({ location: undefined, location_index: 1 }, 'Unexpected location index while no custom matrices provided.'),
  withJob({ service_per_type: { a: 1 } }, 'service_per_type of job 1 is not supported; use service.'),
  withVehicle({ capacity: 'much' }, 'Invalid capacity array.'),
  withVehicle({ breaks: 3 }, 'Invalid breaks for vehicle 1.'),
  withVehicle({ breaks: [{}] }, 'Invalid or missing id for break.'),
  withVehicle({ breaks: [{ id: 1, max_load: [1] }] }, 'max_load of break 1 is not supported; leave it out.'),
  withVehicle({ profile: 'rocket' }, 'Invalid profile: rocket.'),
  withVehicle({ speed_factor: 'fast' }, 'Invalid speed_factor value.'),
  withVehicle({ speed_factor: 0 }, 'Invalid speed factor: 0'),
  withVehicle({ speed_factor: 5.5 }, 'Invalid speed factor: 5.5'),
  withVehicle({ speed_factor: 0.09 }, 'speed_factor of vehicle 1 is 0.09; factors below 0.1 are not supported.'),
  withVehicle({ steps: 3 }, 'Invalid steps for vehicle 1.'),
  withVehicle({ steps: [{ type: 'job' }] }, 'Invalid id in steps for vehicle 1.'),
  withVehicle({ steps: [{ type: 'rest', id: 1 }] }, 'Invalid type in steps for vehicle 1.'),
  withVehicle({ steps: [{ type: 'job', id: 1, service_at: 'now' }] }, 'Invalid service_at value.'),
  withVehicle({ steps: [{ type: 'job', id: 1 }, { type: 'start' }] }, 'Unexpected start in input steps for vehicle 1.'),
  withVehicle({ steps: [{ type: 'end' }, { type: 'job', id: 1 }] }, 'Unexpected end in input steps for vehicle 1.'),
  withVehicle({ steps: [{ type: 'job', id: 7 }] }, 'Invalid job id 7 for vehicle 1.'),
  withVehicle({ steps: [{ type: 'break', id: 7 }] }, 'Invalid break id 7 for vehicle 1.'),
  withVehicle(
    {
      steps: [
        { type: 'job', id: 1 },
        { type: 'job', id: 1 },
      ],
    },
    'Duplicate job id 1 in input steps for vehicle 1.',
  ),
  invalid(
    {
      ...MATRIX_EXAMPLE,
      vehicles: [{ id: 0, start_index: 0, steps: [{ type: 'job', id: 1414, service_before: 2103 }] }],
      options: { c: true },
    },
    'Infeasible route for vehicle 0.',
  ),
  invalid(
    { ...MATRIX_EXAMPLE, vehicles: [...MATRIX_EXAMPLE.vehicles, { id: 1, start_index: 0, profile: 'bike' }] },
    'Matrices for vehicles with different profiles (car, bike) are not supported; plan them separately.',
  ),
  { url: 'vroom/plan', status: 404, body: { code: 2, error: 'There is only POST / and GET /health.' } },
  withMatrices(3, 'Unexpected matrices value.'),
  withMatrices({ car: { durations: [] } }, 'Empty durations matrix for car profile.'),
  withMatrices({ car: { durations: [[0, 1]] } }, 'Unexpected matrix line length.'),
  withMatrices({ car: { durations: [[-1]] } }, 'Invalid matrix entry.'),
  withMatrices({ car: { durations: [[0]] } }, 'location_index exceeding durations matrix size for car profile.'),
  withMatrices(
    { car: { distances: DURATIONS } },
    'Custom matrix provided for distances but not for durations for car profile.',
  ),
  invalid(
    { ...MATRIX_EXAMPLE, vehicles: [{ id: 0, start_index: 0, max_distance: 5 }] },
    'max_distance of vehicle 0 needs a matrix of distances; give one, or leave max_distance out.',
  ),
]

export function describeVroom(getService: ServiceSource): void {
  describe('VROOM', () => {
    testCases('reports errors', getService, errors)
    testMatrices(getService)
    testRoads(getService)
    describeVroomFeatures(getService)
    testLines(getService)
  })
}

function createSolve(getService: ServiceSource) {
  return async (payload: object) => (await ask(getService(), 'vroom', { payload })).body
}

function testMatrices(getService: ServiceSource): void {
  const solve = createSolve(getService)

  test('reports locations without a road as a routing error', async () => {
    const reply = await ask(getService(), 'vroom', {
      payload: { vehicles: [VEHICLE], jobs: [{ id: 1, location: [2.35, 48.7] }] },
    })
    expect(reply).toMatchObject({
      status: 500,
      body: { code: 3, error: expect.stringMatching(/^jobs\[0\]\.location is outside the loaded maps/) },
    })
    const swapped = { vehicles: [{ id: 1, start: [-34.9066, -56.1671] }], jobs: [JOB] }
    expect((await ask(getService(), 'vroom', { payload: swapped })).body.error).toBe(
      'vehicles[0].start is outside the loaded maps of this service (montevideo); locations are [longitude, latitude], and with the two values swapped, the point would be in montevideo',
    )
    const payload = { vehicles: [VEHICLE], jobs: [{ id: 1, location: [-56.1, 95] }] }
    expect(await ask(getService(), 'vroom', { payload })).toMatchObject({
      status: 400,
      body: {
        code: 2,
        error: 'jobs[0].location[1] is 95; latitude ranges from -90 to 90 (locations are [longitude, latitude])',
      },
    })
  })

  test('solves the example with a matrix exactly as documented', async () => {
    const { code, summary, unassigned, routes } = await solve(MATRIX_EXAMPLE)
    expect([code, unassigned]).toEqual([0, []])
    expect(summary).toMatchObject({ cost: 5461, routes: 1, unassigned: 0, duration: 5461, violations: [] })
    expect(routes[0].steps).toMatchObject([
      { type: 'start', location_index: 0, arrival: 0, duration: 0 },
      { type: 'job', id: 1414, job: 1414, location_index: 1, arrival: 2104, duration: 2104 },
      { type: 'job', id: 1515, location_index: 2, arrival: 4359, duration: 4359 },
      { type: 'end', location_index: 3, arrival: 5461, duration: 5461 },
    ])
  })

  test('finds the best order of random matrices', async () => {
    const random = seededRandom(29)
    for (let round = 0; round < 3; round++) {
      const size = 7
      const durations = Array.from({ length: size }, (_, from) =>
        Array.from({ length: size }, (_unused, to) => (from === to ? 0 : 60 + Math.floor(random() * 4000))),
      )
      const jobs = Array.from({ length: size - 1 }, (_, index) => ({ id: index, location_index: index + 1 }))
      const vehicles = [{ id: 0, start_index: 0, end_index: 0 }]
      const { summary } = await solve({ vehicles, jobs, matrices: { car: { durations } } })
      const best = Math.min(
        ...permutations(jobs.map(({ location_index }) => location_index)).map((order) =>
          [0, ...order].reduce((sum, from, index) => sum + (durations[from]?.[order[index] ?? 0] ?? 0), 0),
        ),
      )
      expect(summary.cost).toBe(best)
    }
  })

  test('leaves out tasks that no vehicle can do', async () => {
    const { summary, unassigned } = await solve({
      ...MATRIX_EXAMPLE,
      jobs: [...MATRIX_EXAMPLE.jobs, { id: 7, location_index: 1, skills: [9], description: 'special' }],
    })
    expect(summary).toMatchObject({ unassigned: 1, cost: 5461 })
    expect(unassigned).toEqual([{ id: 7, type: 'job', location_index: 1, description: 'special' }])
  })

  test('never overloads a vehicle that delivers and collects', async () => {
    // In this order, the vehicle would carry two units, although its capacity is one.
    const vehicles = [{ id: 0, start_index: 0, end_index: 3, capacity: [1] }]
    const jobs = [
      { id: 1, location_index: 1, pickup: [1] },
      { id: 2, location_index: 2, delivery: [1] },
    ]
    const reply = await ask(getService(), 'vroom', { payload: { ...MATRIX_EXAMPLE, vehicles, jobs } })
    expect(reply).toMatchObject({ status: 400, body: { code: 2, error: expect.stringContaining('not supported') } })
    const wider = await solve({ ...MATRIX_EXAMPLE, vehicles: [{ ...vehicles[0], capacity: [2] }], jobs })
    expect(wider.routes[0].steps.map((step: { load: number[] }) => step.load)).toEqual([[1], [2], [1], [1]])
  })
}

function testRoads(getService: ServiceSource): void {
  const solve = createSolve(getService)

  test('plans on roads, with windows, breaks, skills, amounts and shipments', async () => {
    const base = 1_600_416_000
    const shift = [base, base + 14_400]
    const payload = {
      vehicles: [
        { ...VEHICLE, capacity: [4], skills: [1, 14], time_window: shift },
        {
          ...VEHICLE,
          id: 2,
          description: 'with a break',
          capacity: [4],
          skills: [2, 14],
          time_window: shift,
          breaks: [{ id: 2, service: 300, time_windows: [[base + 7200, base + 9000]] }],
        },
      ],
      jobs: [
        {
          id: 1,
          service: 300,
          delivery: [1],
          location: [-56.181639, -34.89194],
          skills: [1],
          time_windows: [[base + 3600, base + 7200]],
        },
        { id: 2, service: 300, pickup: [1], location: [-56.178807, -34.897323], skills: [1] },
        { id: 5, service: 300, delivery: [1], location: [-56.164005, -34.898252], skills: [14] },
        { id: 6, service: 300, delivery: [1], location: [-56.127386, -34.879558], skills: [14] },
      ],
      shipments: [
        {
          amount: [1],
          skills: [2],
          pickup: { id: 4, service: 300, location: [-56.155915, -34.860429] },
          delivery: { id: 3, service: 300, location: [-56.157169, -34.869433] },
        },
      ],
      options: { g: true },
    }
    const { code, summary, routes } = await solve(payload)
    expect([code, summary.unassigned, summary.service, summary.delivery, summary.pickup]).toEqual([
      0,
      0,
      2100,
      [4],
      [2],
    ])
    expect(summary.distance).toBeGreaterThan(1000)
    for (const route of routes) {
      expect(route.geometry).toMatch(/\S{20}/)
      const types = route.steps.map((step: { type: string }) => step.type)
      expect([types[0], types.at(-1)]).toEqual(['start', 'end'])
      for (const step of route.steps) expect(Math.max(...step.load)).toBeLessThanOrEqual(4)
      for (const [index, step] of route.steps.slice(1).entries()) {
        const before = route.steps[index]
        const driven = step.duration - before.duration
        const left = before.arrival + before.waiting_time + before.setup + before.service
        expect(Math.abs(step.arrival - left - driven)).toBeLessThanOrEqual(2)
      }
    }
    const first = routes
      .flatMap(
        (route: { steps: { id?: number; type: string; arrival: number; waiting_time: number }[] }) => route.steps,
      )
      .find((step: { id?: number; type: string }) => step.type === 'job' && step.id === 1)
    expect(first.arrival + first.waiting_time).toBeGreaterThanOrEqual(base + 3600)
    const withBreak = routes.find((route: { vehicle: number }) => route.vehicle === 2)
    expect(withBreak?.description).toBe('with a break')
    const order = withBreak.steps.map((step: { type: string }) => step.type)
    expect(order.indexOf('pickup')).toBeLessThan(order.indexOf('delivery'))
    expect(withBreak.steps.find((step: { type: string }) => step.type === 'break')).toMatchObject({
      id: 2,
      service: 300,
    })
  })
}

function testLines(getService: ServiceSource): void {
  const solve = createSolve(getService)

  test('has lines, distances and durations of the same legs', async () => {
    const places = [
      [-56.1671, -34.9066],
      [-56.1527, -34.8941],
      [-56.1653, -34.9094],
    ]
    const [start, ...rest] = places
    const jobs = rest.map((location, id) => ({ id, location }))
    const { routes } = await solve({ vehicles: [{ id: 1, start, end: start }], jobs, options: { g: true } })
    const [{ distance, duration, geometry, steps }] = routes
    const stops: number[][] = steps.map(({ location }: { location: number[] }) => location)
    const totals = { distance: 0, duration: 0 }
    for (const [index, to] of stops.slice(1).entries()) {
      const reply = await ask(getService(), `osrm/route/v1/driving/${stops[index]};${to}`)
      totals.distance += reply.body.routes[0].distance
      totals.duration += reply.body.routes[0].duration
    }
    expect(Math.abs(distance - totals.distance)).toBeLessThanOrEqual(2)
    expect(Math.abs(duration - totals.duration)).toBeLessThanOrEqual(2)
    const line = parsePolylinePoints(geometry, 5) ?? []
    const drawn = line.slice(1).reduce((sum, [latitude, longitude], index) => {
      const [a, b] = line[index] ?? [0, 0]
      return sum + flatDistanceMeters(a, b, latitude, longitude)
    }, 0)
    expect(Math.abs(drawn / distance - 1)).toBeLessThan(0.01)
  })
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}
