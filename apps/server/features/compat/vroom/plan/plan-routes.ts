import { replacePoints } from '@fairway/geo'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import { toTaskPath } from '../caller-terms.ts'
import { type DriveFailure, findDrive } from '../drives.ts'
import type { FormattedRoute } from '../format.ts'
import type { Location, Task, Vehicle, VroomInput } from '../input.ts'
import type { TimeScale } from '../time-scale.ts'
import { type GivenStep, listGivenSteps, planRoute, type TravelLeg } from './plan-route.ts'

export interface PlannedRoutes {
  readonly routes: readonly FormattedRoute[]
  /** Tasks that are not in any route. */
  readonly unassigned: readonly Task[]
}

export type PlanFailure = { readonly error: string } | DriveFailure

/** Implements VROOM's plan mode, which returns the given routes with the best times and the violated constraints. */
export async function planRoutes(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
): Promise<Result<PlannedRoutes, PlanFailure>> {
  const routes: FormattedRoute[] = []
  const plannedTasks = new Set<Task>()
  for (const vehicle of input.vehicles) {
    if (vehicle.steps.length === 0) continue
    const steps = listGivenSteps(input, vehicle)
    const stops = steps.flatMap(({ location }) => location ?? [])
    const needsRoads = !input.matrix || input.hasGeometry
    const drive = needsRoads
      ? await findDrive(call, caller, { vehicle, stops, scale, hasLine: input.hasGeometry })
      : ok(undefined)
    if (!drive.ok) return fail(toCallerProblem(drive.failure, listNames(input, vehicle, steps)))
    const legs = listLegs(input, vehicle, stops, drive.value?.legs ?? [])
    const route = planRoute(input, vehicle, steps, legs)
    if (!route.ok) return fail({ error: route.failure })
    const hasDistances = input.hasGeometry || input.matrix?.distances !== undefined
    routes.push({
      ...route.value,
      meters: hasDistances ? route.value.meters : undefined,
      line: input.hasGeometry ? drive.value?.line : undefined,
    })
    for (const { task } of steps) if (task) plannedTasks.add(task)
  }
  return ok({ routes, unassigned: input.tasks.filter((task) => !plannedTasks.has(task)) })
}

/** Lists the field names that identify the stops of a route in the input. */
function listNames({ tasks, vehicles, jobCount }: VroomInput, vehicle: Vehicle, steps: readonly GivenStep[]): string[] {
  return steps
    .filter(({ location }) => location)
    .map(({ task, given }) =>
      task
        ? `${toTaskPath(tasks.indexOf(task), jobCount)}.location`
        : `vehicles[${vehicles.indexOf(vehicle)}].${given.type}`,
    )
}

function toCallerProblem({ problem, leg }: DriveFailure, names: readonly string[]): DriveFailure {
  const { body } = problem
  const rename = (end: string) => names[end === 'from' ? leg : leg + 1] ?? end
  const detail = replacePoints(body.detail, rename).replace(/^(?:from|to)\b/, rename)
  return { problem: { ...problem, body: { ...body, detail } }, leg }
}

/** Lists the legs of a route. Custom matrices take precedence over the roads. */
function listLegs(
  { matrix }: VroomInput,
  { speedFactor }: Vehicle,
  stops: readonly Location[],
  drivenLegs: readonly TravelLeg[],
): readonly TravelLeg[] {
  if (!matrix) return drivenLegs
  // Locations without coordinates have no road route.
  const knownLegs = drivenLegs.length === stops.length - 1 ? drivenLegs : []
  return stops.slice(1).map(({ index: to = 0 }, leg) => {
    const { index: from = 0 } = stops[leg] ?? {}
    const seconds = Math.round((matrix.durations[from]?.[to] ?? 0) / speedFactor)
    return { seconds, meters: matrix.distances?.[from]?.[to] ?? knownLegs[leg]?.meters }
  })
}
