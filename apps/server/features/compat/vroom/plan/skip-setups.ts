import { fail, ok, type Result } from '../../../../platform/result.ts'
import { toPlaceKey, type Vehicle, type VroomInput } from '../input.ts'
import type { RouteStep } from '../output.ts'
import { type GivenStep, planRoute, type TravelLeg } from './plan-route.ts'

/**
 * Leaves out the setup of tasks whose vehicle is already at their location, and chooses new times for the route. The
 * optimizer adds the setup of every task with time windows, so the route remains feasible with less work.
 */
export function skipSetups(
  input: VroomInput,
  vehicle: Vehicle,
  steps: readonly RouteStep[],
): Result<readonly RouteStep[], string> {
  const route = planRoute(input, vehicle, listRouteSteps(input, vehicle, steps), listTravelLegs(steps))
  if (!route.ok) return route
  const [violation] = route.value.violations
  if (violation) return fail(`No times were found for vehicle ${vehicle.id}; use service instead of setup.`)
  return ok(route.value.steps)
}

function listRouteSteps(input: VroomInput, vehicle: Vehicle, steps: readonly RouteStep[]): GivenStep[] {
  let place = vehicle.start
  const withEnds: readonly Pick<RouteStep, 'type' | 'task' | 'vehicleBreak' | 'location'>[] = [
    ...(vehicle.start
      ? []
      : [{ type: 'start' as const, task: undefined, vehicleBreak: undefined, location: undefined }]),
    ...steps,
    ...(vehicle.end ? [] : [{ type: 'end' as const, task: undefined, vehicleBreak: undefined, location: undefined }]),
  ]
  return withEnds.map(({ type, task, vehicleBreak, location }) => {
    const isElsewhere = toPlaceKey(input, place) !== toPlaceKey(input, location)
    place = location ?? place
    return {
      given: { type, id: task?.id ?? vehicleBreak?.id ?? 0, at: undefined, after: undefined, before: undefined },
      task,
      vehicleBreak,
      location,
      setup: task && isElsewhere ? task.setup : 0,
      service: task?.service ?? vehicleBreak?.service ?? 0,
    }
  })
}

/** Returns the travel between the locations of a route. Breaks are taken while traveling. */
function listTravelLegs(steps: readonly RouteStep[]): TravelLeg[] {
  const stops = steps.filter(({ location }) => location)
  return stops
    .slice(1)
    .map(({ duration }, index) => ({ seconds: duration - (stops[index]?.duration ?? 0), meters: undefined }))
}
