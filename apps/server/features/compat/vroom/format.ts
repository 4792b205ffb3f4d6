import type { Location, Task, VroomInput } from './input.ts'
import { type NativeSolution, type NativeTour, type RouteStep, toSteps } from './output.ts'
import type { TimeScale } from './to-optimize.ts'

export interface FormatOptions {
  readonly input: VroomInput
  readonly solution: NativeSolution
  readonly scale: TimeScale
  /** Encoded, by route. Empty without geometries. */
  readonly lines: readonly string[]
}

/** The output of VROOM. */
export function formatSolution({ input, solution, scale, lines }: FormatOptions): object {
  const hasDistances = input.matrix?.distances !== undefined || lines.length > 0
  const routes = solution.routes.map((tour, index) => toRoute(input, tour, scale, hasDistances, lines[index]))
  const unassigned = solution.unassigned.flatMap(({ stop }) => input.tasks[stop] ?? [])
  const sum = (field: 'cost' | 'setup' | 'service' | 'duration' | 'waiting_time' | 'priority' | 'distance') =>
    routes.reduce((total, route) => total + (route[field] ?? 0), 0)
  const sumAmounts = (field: 'delivery' | 'pickup') =>
    routes.reduce((totals, route) => addAmounts(totals, route[field] ?? []), zeros(input))
  return {
    code: 0,
    summary: {
      cost: sum('cost'),
      routes: routes.length,
      unassigned: unassigned.length,
      ...(input.dimensions > 0 && {
        delivery: sumAmounts('delivery'),
        amount: sumAmounts('delivery'),
        pickup: sumAmounts('pickup'),
      }),
      setup: sum('setup'),
      service: sum('service'),
      duration: sum('duration'),
      waiting_time: sum('waiting_time'),
      priority: sum('priority'),
      ...(hasDistances && { distance: sum('distance') }),
      violations: [],
      computing_times: { loading: Math.round(solution.matrix_ms), solving: Math.round(solution.solve_ms), routing: 0 },
    },
    unassigned: unassigned.map(toTaskFields),
    routes,
  }
}

function toRoute(
  input: VroomInput,
  tour: NativeTour,
  scale: TimeScale,
  hasDistances: boolean,
  geometry: string | undefined,
) {
  const steps = toSteps(input, tour, scale)
  const vehicle = input.vehicles[tour.vehicle]
  const tasks = tour.visits.flatMap(({ stop }) => input.tasks[stop] ?? [])
  const sum = (getValue: (task: Task) => number) => tasks.reduce((total, task) => total + getValue(task), 0)
  const duration = steps.at(-1)?.duration ?? 0
  const service = sum((task) => task.service) + sumBreaks(steps)
  const delivery = tasks.reduce(
    (totals, { type, delivered, shipped }) =>
      addAmounts(addAmounts(totals, delivered), type === 'delivery' ? shipped : []),
    zeros(input),
  )
  const pickup = tasks.reduce(
    (totals, { type, collected, shipped }) =>
      addAmounts(addAmounts(totals, collected), type === 'pickup' ? shipped : []),
    zeros(input),
  )
  const hasAmounts = input.dimensions > 0
  return {
    vehicle: vehicle?.id ?? 0,
    description: vehicle?.description,
    // With the default costs, an hour of travel costs 3600.
    cost: duration,
    ...(hasAmounts && { delivery, amount: delivery, pickup }),
    setup: sum((task) => task.setup),
    service,
    duration,
    waiting_time: steps.reduce((total, { waiting }) => total + waiting, 0),
    priority: sum((task) => task.priority),
    ...(hasDistances && { distance: Math.round(tour.distance_km * 1000) }),
    steps: steps.map((step) => toStepFields(step, hasAmounts)),
    violations: [],
    geometry,
  }
}

function toStepFields({ type, task, vehicleBreak, location, ...step }: RouteStep, hasAmounts: boolean): object {
  return {
    type,
    description: task?.description ?? vehicleBreak?.description,
    ...toLocationFields(location),
    id: task?.id ?? vehicleBreak?.id,
    setup: task?.setup ?? 0,
    service: task?.service ?? vehicleBreak?.service ?? 0,
    waiting_time: step.waiting,
    ...(type === 'job' && { job: task?.id }),
    ...(hasAmounts && { load: step.load }),
    arrival: step.arrival,
    duration: step.duration,
    violations: [],
  }
}

function toTaskFields({ id, type, description, location }: Task): object {
  return { id, type, ...toLocationFields(location), description }
}

function toLocationFields(location: Location | undefined): object {
  const { position, index } = location ?? {}
  return { ...(position && { location: [position[1], position[0]] }), location_index: index }
}

function sumBreaks(steps: readonly RouteStep[]): number {
  return steps.reduce((total, { vehicleBreak }) => total + (vehicleBreak?.service ?? 0), 0)
}

function zeros({ dimensions }: VroomInput): readonly number[] {
  return new Array<number>(dimensions).fill(0)
}

function addAmounts(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((amount, index) => amount + (b[index] ?? 0))
}
