import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { foreignOperation, toForeignFailure, unknownPathOperation } from '../foreign-operation.ts'
import { toCallerTerms } from './caller-terms.ts'
import { createCostModel, findUnsupportedCosts, needsCostTable } from './costs.ts'
import { findDrive } from './drives.ts'
import { type FormattedRoute, formatOutput } from './format.ts'
import { parseInput, type VroomInput } from './input.ts'
import { isObject } from './input-reader.ts'
import { isOverloaded, type NativeSolution, type NativeTour, toSteps } from './output.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { skipSetups } from './plan/skip-setups.ts'
import { addRoadMatrix } from './road-matrix.ts'
import { createTimeScale, hasTimestamps, type TimeScale } from './time-scale.ts'
import { hasSkippableSetups, type LoadModel, toOptimizeBody, toProfile } from './to-optimize.ts'

const VROOM_PATH = '/v1/compat/vroom'
const TASKS_PER_UNIT = 10
const INTERNAL_ERROR = 1
const INPUT_ERROR = 2
const ROUTING_ERROR = 3
const TOO_LARGE_ERROR = 4

/** Optimizer failures that mean that the roads do not connect the locations. */
const ROUTING_CODES = [
  ...['points-not-snapped', 'points-outside-maps', 'across-maps', 'no-map', 'no-path'],
  ...['not-snapped', 'outside-maps'],
]

/** Creates the operations of VROOM's HTTP API, as in vroom-express. */
export function vroomOperations(call: OperationCaller): Operation[] {
  return [
    foreignOperation({
      name: 'compat.vroom',
      method: 'POST',
      path: VROOM_PATH,
      permission: 'optimize',
      units: ({ body }) => Math.ceil(countTasks(body) / TASKS_PER_UNIT),
      toErrorBody,
      handle: ({ body }, { caller }) => solve(call, caller, body),
    }),
    ...unknownPathOperation({
      name: 'compat.vroom.other',
      path: `${VROOM_PATH}/*`,
      permission: 'optimize',
      toErrorBody,
      handle: () => ({ status: 404, body: { code: INPUT_ERROR, error: 'There is only POST / and GET /health.' } }),
    }),
    foreignOperation({
      name: 'compat.vroom.health',
      method: 'GET',
      path: `${VROOM_PATH}/health`,
      permission: 'optimize',
      toErrorBody,
      handle: () => ({ status: 200, body: '', type: 'text/plain; charset=utf-8' }),
    }),
  ]
}

function countTasks(body: unknown): number {
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  return isObject(body) ? count(body.jobs) + 2 * count(body.shipments) : 0
}

async function solve(call: OperationCaller, caller: Caller, body: unknown): Promise<ForeignReply> {
  const inputResult = parseInput(body)
  if (!inputResult.ok) return toErrorReply(inputResult.failure)
  const input = inputResult.value
  const error = findModelError(input)
  if (error !== undefined) return toErrorReply(error)
  const givenScale = createTimeScale(input)
  if (input.isPlanMode) return planSteps(call, caller, input, givenScale)
  const inputOnRoads = needsRoadMatrix(input, givenScale)
    ? await addRoadMatrix(call, caller, input, givenScale)
    : ok(input)
  if (!inputOnRoads.ok) return toFailureReply(inputOnRoads.failure, input)
  const scale = createTimeScale(inputOnRoads.value)
  const solution = await findSolution(call, caller, inputOnRoads.value, scale)
  if (!solution.ok) return solution.failure
  const routes: FormattedRoute[] = []
  for (const tour of solution.value.routes) {
    const meters = measureMeters(input, inputOnRoads.value, tour)
    const route = await toFormattedRoute(call, caller, input, scale, { tour, meters })
    if (!route.ok) {
      if ('error' in route.failure) return toErrorReply(route.failure.error)
      return toFailureReply(route.failure, input)
    }
    routes.push(route.value)
  }
  const { unassigned, matrix_ms: loadingMs, solve_ms: solvingMs } = solution.value
  const unassignedTasks = unassigned.flatMap(({ stop }) => input.tasks[stop] ?? [])
  return { status: 200, body: formatOutput({ input, routes, unassigned: unassignedTasks, loadingMs, solvingMs }) }
}

async function toFormattedRoute(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
  { tour, meters }: { readonly tour: NativeTour; readonly meters: number | undefined },
): Promise<Result<FormattedRoute, Problem | { readonly error: string }>> {
  const vehicle = input.vehicles[tour.vehicle]
  if (!vehicle) throw new Error(`there is no vehicle ${tour.vehicle}`)
  const toursSteps = toSteps(input, tour, scale)
  const chosenSteps = hasSkippableSetups(input) ? skipSetups(input, vehicle, toursSteps) : ok(toursSteps)
  if (!chosenSteps.ok) return fail({ error: chosenSteps.failure })
  const steps = chosenSteps.value
  const stops = steps.flatMap(({ location }) => location ?? [])
  const drive = input.hasGeometry
    ? await findDrive(call, caller, { vehicle, stops, scale, hasLine: true })
    : ok(undefined)
  if (!drive.ok) return fail(drive.failure.problem)
  return ok({ vehicle, steps, violations: [], meters, line: drive.value?.line })
}

/**
 * Returns whether the matrix of the roads is needed before the optimization: for costs, or because a vehicle may leave
 * before the time whose traffic counts. Vehicles with different profiles have no common matrix.
 */
function needsRoadMatrix(input: VroomInput, scale: TimeScale): boolean {
  if (input.matrix) return false
  if (needsCostTable(input)) return true
  const leavesEarlier = scale.originSeconds < scale.trafficSeconds
  return hasTimestamps(scale) && leavesEarlier && new Set(input.vehicles.map(({ profile }) => profile)).size === 1
}

/** Returns the distance of a route, or undefined if distances are not part of the reply. */
function measureMeters(
  input: VroomInput,
  { matrix, vehicles, tasks }: VroomInput,
  tour: NativeTour,
): number | undefined {
  const hasDistances = input.matrix?.distances !== undefined || input.hasGeometry
  if (!needsCostTable(input)) return hasDistances ? tour.distance_km * 1000 : undefined
  const vehicle = vehicles[tour.vehicle]
  const places = [vehicle?.start, ...tour.visits.map(({ stop }) => tasks[stop]?.location), vehicle?.end]
  const rows = places.flatMap((place) => place?.index ?? [])
  if (!matrix?.distances) return undefined
  return rows.slice(1).reduce((sum, to, leg) => sum + (matrix.distances?.[rows[leg] ?? 0]?.[to] ?? 0), 0)
}

async function planSteps(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
): Promise<ForeignReply> {
  const plannedRoutes = await planRoutes(call, caller, input, scale)
  if (plannedRoutes.ok)
    return { status: 200, body: formatOutput({ input, ...plannedRoutes.value, loadingMs: 0, solvingMs: 0 }) }
  if ('error' in plannedRoutes.failure) return toErrorReply(plannedRoutes.failure.error)
  return toFailureReply(plannedRoutes.failure.problem, input)
}

/** Finds input that is valid for VROOM but not for the optimizer. */
function findModelError(input: VroomInput): string | undefined {
  const { vehicles, matrix } = input
  const unknownVehicle = matrix ? undefined : vehicles.find((vehicle) => toProfile(vehicle) === undefined)
  if (unknownVehicle) return `Invalid profile: ${unknownVehicle.profile}.`
  const limitedVehicle = vehicles.find(({ maxDistance }) => maxDistance !== undefined)
  if (limitedVehicle && matrix && !matrix.distances)
    return `max_distance of vehicle ${limitedVehicle.id} needs a matrix of distances; give one, or leave max_distance out.`
  if (input.isPlanMode) return undefined
  const costlyVehicle = vehicles.find(({ costs }) => costs.perKm > 0)
  if (costlyVehicle && matrix && !matrix.distances)
    return `per_km in the costs of vehicle ${costlyVehicle.id} needs a matrix of distances; give one, or leave per_km out.`
  const profiles = [...new Set(vehicles.map(({ profile }) => profile))]
  if (needsCostTable(input) && profiles.length > 1)
    return `costs and max_travel_time for vehicles with different profiles (${profiles.join(', ')}) are not supported; plan them separately.`
  return findUnsupportedCosts(input)
}

/**
 * Finds a solution. The optimizer does not support amounts that a vehicle collects and carries to the end of its route.
 * Collected and delivered amounts are therefore planned separately. If a vehicle is then overloaded, both amounts are
 * planned together, which is always feasible but may leave tasks unassigned.
 */
async function findSolution(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
): Promise<Result<NativeSolution, ForeignReply>> {
  const costModel = needsCostTable(input) ? createCostModel(input) : ok(undefined)
  if (!costModel.ok) return { ok: false, failure: toErrorReply(costModel.failure) }
  const optimize = async (model: LoadModel): Promise<Result<NativeSolution, ForeignReply>> => {
    const reply = await call('optimize', caller, { body: toOptimizeBody(input, scale, model, costModel.value) })
    return reply.ok ? ok(reply.body as NativeSolution) : { ok: false, failure: toFailureReply(reply.problem, input) }
  }
  const hasPickupsAndDeliveries = [input.tasks.some(collects), input.tasks.some(deliversAmount)].every(Boolean)
  if (!hasPickupsAndDeliveries) return optimize('summed')
  const separateReply = await optimize('separate')
  if (!separateReply.ok || !separateReply.value.routes.some((tour) => isOverloaded(input, tour))) return separateReply
  const summedReply = await optimize('summed')
  if (!summedReply.ok || summedReply.value.unassigned.length <= separateReply.value.unassigned.length)
    return summedReply
  const message =
    'The tasks need vehicles that are nearly full with both deliveries and pickups, which is not supported; increase the capacity, or plan deliveries and pickups separately.'
  return { ok: false, failure: toErrorReply(message) }
}

const isPositive = (amount: number) => amount > 0
const collects = ({ collectedAmounts }: VroomInput['tasks'][number]) => collectedAmounts.some(isPositive)
const deliversAmount = ({ deliveredAmounts, shipmentAmounts }: VroomInput['tasks'][number]) =>
  [...deliveredAmounts, ...shipmentAmounts].some(isPositive)

function toErrorReply(error: string): ForeignReply {
  return { status: 400, body: { code: INPUT_ERROR, error } }
}

function toErrorBody({ status, body }: Problem): object {
  if (status === 413) return { code: TOO_LARGE_ERROR, error: body.detail }
  return { code: status < 500 ? INPUT_ERROR : INTERNAL_ERROR, error: body.detail }
}

/** Converts a failure. Field names of the optimizer are replaced with those of VROOM's input. */
function toFailureReply(problem: Problem, input: VroomInput): ForeignReply {
  const { status, code, body } = problem
  const error = toCallerTerms(body.detail, input)
  if (code === 'too-many-stops' || code === 'too-many-points')
    return toForeignFailure(problem, 413, { code: TOO_LARGE_ERROR, error })
  if (ROUTING_CODES.includes(code)) return toForeignFailure(problem, 500, { code: ROUTING_ERROR, error })
  if (status === 422) return toForeignFailure(problem, 400, { code: INPUT_ERROR, error })
  return toForeignFailure(problem, status, { ...toErrorBody(problem), ...body })
}
