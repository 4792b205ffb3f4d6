import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type Location, type Point, toPlaceKey, type VroomInput } from './input.ts'
import { type TimeScale, toTrafficTime } from './time-scale.ts'
import { toProfile } from './to-optimize.ts'

type Cells = readonly (readonly (number | null)[])[]

interface NativeMatrix {
  readonly durations_min: Cells
  readonly distances_km: Cells
}

/**
 * Returns the input with a matrix of the roads between its locations, for plans that need more than one value per leg.
 * Locations without a route are infinitely far apart. All vehicles have the same profile.
 */
export async function addRoadMatrix(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
): Promise<Result<VroomInput, Problem>> {
  const rowOfPlace = new Map<string, number>()
  const points: Point[] = []
  const toRow = (location: Location): Location => {
    const key = toPlaceKey(input, location)
    const row = rowOfPlace.get(key) ?? points.length
    if (row === points.length) points.push(location.position ?? [0, 0])
    rowOfPlace.set(key, row)
    return { ...location, index: row }
  }
  const tasks = input.tasks.map((task) => ({ ...task, location: toRow(task.location) }))
  const vehicles = input.vehicles.map((vehicle) => ({
    ...vehicle,
    start: vehicle.start && toRow(vehicle.start),
    end: vehicle.end && toRow(vehicle.end),
  }))
  const [vehicle] = vehicles
  if (points.length === 1) points.push(...points)
  const body = { points, profile: vehicle && toProfile(vehicle), ...toTrafficTime(scale) }
  const reply = await call('matrix', caller, { body })
  if (!reply.ok) return fail(toStopTerms(reply.problem, tasks))
  const { durations_min, distances_km } = reply.body as NativeMatrix
  const convert = (cells: Cells, factor: number) =>
    cells.map((row) => row.map((value) => (value === null ? Number.POSITIVE_INFINITY : value * factor)))
  return ok({
    ...input,
    tasks,
    vehicles,
    matrix: { durations: convert(durations_min, 60), distances: convert(distances_km, 1000) },
  })
}

/**
 * Replaces the points of the matrix with the stops of the optimizer, which the error messages rename. A matrix with too
 * many points becomes a request with too many locations.
 */
function toStopTerms(problem: Problem, tasks: VroomInput['tasks']): Problem {
  const detail = problem.body.detail
    .replaceAll(/\bpoints\[(\d+)\]/g, (_given, row: string) => {
      const task = tasks.findIndex(({ location }) => location.index === Number(row))
      return task < 0 ? 'the start or end of a vehicle' : `stops[${task}]`
    })
    .replace(
      /^points has (\S+) points, but (.*) at most (\S+) per side \([^)]*\); request several smaller matrices/,
      'The request has $1 locations, but $2 at most $3; send fewer tasks per request',
    )
  return { ...problem, body: { ...problem.body, detail } }
}
