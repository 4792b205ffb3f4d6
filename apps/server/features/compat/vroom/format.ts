import { toRouteCost } from './costs.ts'
import type { Location, Task, Vehicle, VroomInput } from './input.ts'
import { addViolation, type RouteStep, type Violation } from './output.ts'

/** Route of the reply. */
export interface FormattedRoute {
  readonly vehicle: Vehicle
  readonly steps: readonly RouteStep[]
  readonly violations: readonly Violation[]
  /** Distance in meters. Undefined if distances are not part of the reply. */
  readonly meters: number | undefined
  /** Encoded polyline. */
  readonly line: string | undefined
}

export interface FormatOptions {
  readonly input: VroomInput
  readonly routes: readonly FormattedRoute[]
  readonly unassigned: readonly Task[]
  readonly loadingMs: number
  readonly solvingMs: number
}

/** Creates the output in VROOM's format. */
export function formatOutput({ input, routes: foundRoutes, unassigned, loadingMs, solvingMs }: FormatOptions): object {
  const routes = foundRoutes.map((route) => toRoute(input, route))
  const sum = (field: 'cost' | 'setup' | 'service' | 'duration' | 'waiting_time' | 'priority' | 'distance') =>
    routes.reduce((total, route) => total + (route[field] ?? 0), 0)
  const sumAmounts = (field: 'delivery' | 'pickup') =>
    routes.reduce((totals, route) => addAmounts(totals, route[field] ?? []), zeroAmounts(input))
  return {
    code: 0,
    summary: {
      cost: sum('cost'),
      routes: routes.length,
      unassigned: unassigned.length,
      ...(input.dimensionCount > 0 && {
        delivery: sumAmounts('delivery'),
        amount: sumAmounts('delivery'),
        pickup: sumAmounts('pickup'),
      }),
      setup: sum('setup'),
      service: sum('service'),
      duration: sum('duration'),
      waiting_time: sum('waiting_time'),
      priority: sum('priority'),
      ...(foundRoutes.some(({ meters }) => meters !== undefined) && { distance: sum('distance') }),
      violations: foundRoutes.flatMap(({ violations }) => violations).reduce(addViolation, []),
      computing_times: { loading: Math.round(loadingMs), solving: Math.round(solvingMs), routing: 0 },
    },
    unassigned: unassigned.map(toTaskFields),
    routes,
  }
}

function toRoute(input: VroomInput, { vehicle, steps, violations, meters, line }: FormattedRoute) {
  const tasks = steps.flatMap(({ task }) => task ?? [])
  const duration = steps.at(-1)?.duration ?? 0
  const setup = steps.reduce((total, step) => total + step.setup, 0)
  const service = tasks.reduce((total, task) => total + task.service, 0)
  const delivery = tasks.reduce(
    (totals, { type, deliveredAmounts, shipmentAmounts }) =>
      addAmounts(addAmounts(totals, deliveredAmounts), type === 'delivery' ? shipmentAmounts : []),
    zeroAmounts(input),
  )
  const pickup = tasks.reduce(
    (totals, { type, collectedAmounts, shipmentAmounts }) =>
      addAmounts(addAmounts(totals, collectedAmounts), type === 'pickup' ? shipmentAmounts : []),
    zeroAmounts(input),
  )
  const hasAmounts = input.dimensionCount > 0
  return {
    vehicle: vehicle.id,
    description: vehicle.description,
    cost: toRouteCost(vehicle, { travel: duration, work: setup + service, meters }),
    ...(hasAmounts && { delivery, amount: delivery, pickup }),
    setup,
    service: service + sumBreaks(steps),
    duration,
    waiting_time: steps.reduce((total, { waiting }) => total + waiting, 0),
    priority: tasks.reduce((total, { priority }) => total + priority, 0),
    ...(meters !== undefined && { distance: Math.round(meters) }),
    steps: steps.map((step) => toStepFields(step, hasAmounts)),
    violations,
    geometry: line,
  }
}

function toStepFields({ type, task, vehicleBreak, location, ...step }: RouteStep, hasAmounts: boolean): object {
  return {
    type,
    description: task?.description ?? vehicleBreak?.description,
    ...toLocationFields(location),
    id: task?.id ?? vehicleBreak?.id,
    setup: step.setup,
    service: task?.service ?? vehicleBreak?.service ?? 0,
    waiting_time: step.waiting,
    ...(type === 'job' && { job: task?.id }),
    ...(hasAmounts && { load: step.load }),
    arrival: step.arrival,
    duration: step.duration,
    violations: step.violations,
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

function zeroAmounts({ dimensionCount }: VroomInput): readonly number[] {
  return new Array<number>(dimensionCount).fill(0)
}

function addAmounts(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((amount, index) => amount + (b[index] ?? 0))
}
