import { encodePolyline } from '@fairway/geo'
import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { foreignOperation, toForeignFailure, unknownPathOperation } from '../foreign-operation.ts'
import { toCallerTerms } from './caller-terms.ts'
import { formatSolution } from './format.ts'
import { type Point, parseInput, type VroomInput } from './input.ts'
import { isObject } from './input-reader.ts'
import { isOverloaded, type NativeSolution } from './output.ts'
import {
  createTimeScale,
  type LoadModel,
  type TimeScale,
  toDeparture,
  toOptimizeBody,
  toProfile,
} from './to-optimize.ts'

const PATH = '/v1/compat/vroom'
const TASKS_PER_UNIT = 10
const INTERNAL_ERROR = 1
const INPUT_ERROR = 2
const ROUTING_ERROR = 3
const TOO_LARGE_ERROR = 4

/** Failures of our optimizer that mean that the roads do not connect the locations. */
const ROUTING_CODES = ['points-not-snapped', 'points-outside-maps', 'across-maps', 'no-map', 'no-path']

/** The HTTP API of VROOM: that of vroom-express. */
export function vroomOperations(call: OperationCaller): Operation[] {
  return [
    foreignOperation({
      name: 'compat.vroom',
      method: 'POST',
      path: PATH,
      permission: 'optimize',
      units: ({ body }) => Math.ceil(countTasks(body) / TASKS_PER_UNIT),
      toErrorBody,
      handle: ({ body }, { caller }) => solve(call, caller, body),
    }),
    ...unknownPathOperation({
      name: 'compat.vroom.other',
      path: `${PATH}/*`,
      permission: 'optimize',
      toErrorBody,
      handle: () => ({ status: 404, body: { code: INPUT_ERROR, error: 'There is only POST / and GET /health.' } }),
    }),
    foreignOperation({
      name: 'compat.vroom.health',
      method: 'GET',
      path: `${PATH}/health`,
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
  const input = parseInput(body)
  if (!input.ok) return toErrorReply(input.failure)
  const error = findModelError(input.value)
  if (error !== undefined) return toErrorReply(error)
  const scale = createTimeScale(input.value)
  const solution = await findSolution(call, caller, input.value, scale)
  if (!solution.ok) return solution.failure
  const lines = input.value.hasGeometry ? await drawRoutes(call, caller, input.value, solution.value, scale) : ok([])
  if (!lines.ok) return toFailureReply(lines.failure, input.value)
  return {
    status: 200,
    body: formatSolution({ input: input.value, solution: solution.value, scale, lines: lines.value }),
  }
}

/** Input that is valid for VROOM but not for our optimizer. */
function findModelError({ tasks, vehicles, matrix }: VroomInput): string | undefined {
  if (!matrix && toProfile(vehicles) === undefined) return `Invalid profile: ${vehicles[0]?.profile}.`
  const limited = vehicles.find(({ maxDistance }) => maxDistance !== undefined)
  if (limited && matrix && !matrix.distances)
    return `max_distance of vehicle ${limited.id} needs a matrix of distances; give it, or leave max_distance out.`
  const places = new Set<string>()
  for (const { type, id, setup, location } of tasks) {
    const place = String(matrix ? location.index : location.position)
    if (setup > 0 && places.has(place))
      return `setup of ${type} ${id} is not supported, because another task has the same location; use service.`
    places.add(place)
  }
  return undefined
}

/**
 * Our optimizer does not support collected amounts that a vehicle takes to its end. Such amounts are planned separately
 * from delivered ones. If a vehicle is then overloaded somewhere, both are planned together, which is always feasible
 * but may leave tasks unassigned.
 */
async function findSolution(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  scale: TimeScale,
): Promise<Result<NativeSolution, ForeignReply>> {
  const optimize = async (model: LoadModel): Promise<Result<NativeSolution, ForeignReply>> => {
    const reply = await call('optimize', caller, { body: toOptimizeBody(input, scale, model) })
    return reply.ok ? ok(reply.body as NativeSolution) : { ok: false, failure: toFailureReply(reply.problem, input) }
  }
  const isMixed = [input.tasks.some(collects), input.tasks.some(brings)].every(Boolean)
  if (!isMixed) return optimize('summed')
  const separate = await optimize('separate')
  if (!separate.ok || !separate.value.routes.some((tour) => isOverloaded(input, tour))) return separate
  const summed = await optimize('summed')
  if (!summed.ok || summed.value.unassigned.length <= separate.value.unassigned.length) return summed
  const message =
    'The tasks need vehicles that are nearly full with both deliveries and pickups, which is not supported; increase the capacity, or plan pickup and delivery separately.'
  return { ok: false, failure: toErrorReply(message) }
}

const isPositive = (amount: number) => amount > 0
const collects = ({ collected }: VroomInput['tasks'][number]) => collected.some(isPositive)
const brings = ({ delivered, shipped }: VroomInput['tasks'][number]) => [...delivered, ...shipped].some(isPositive)

/**
 * The lines of the routes. Every leg is requested separately for its planned time, so that it is the leg that the
 * optimizer used. A route through all stops would not turn back at them.
 */
async function drawRoutes(
  call: OperationCaller,
  caller: Caller,
  input: VroomInput,
  { routes }: NativeSolution,
  scale: TimeScale,
): Promise<Result<string[], Problem>> {
  const { tasks, vehicles } = input
  const options = { profile: toProfile(vehicles), ...toDeparture(scale), steps: false, alternatives: 0 }
  const lines: string[] = []
  for (const { vehicle, visits } of routes) {
    const { start, end } = vehicles[vehicle] ?? {}
    const stops = [start, ...visits.map(({ stop }) => tasks[stop]?.location), end].flatMap((location): Point[] =>
      location?.position ? [location.position] : [],
    )
    const line: Point[] = []
    for (const [index, to] of stops.slice(1).entries()) {
      const reply = await call('route', caller, { body: { ...options, from: stops[index], to, geometry: 'points' } })
      if (!reply.ok) return { ok: false, failure: reply.problem }
      line.push(...(reply.body as { readonly geometry: readonly Point[] }).geometry)
    }
    lines.push(encodePolyline(line.filter(isFirstOrOther), 5))
  }
  return ok(lines)
}

/** A leg begins where the one before ends. */
function isFirstOrOther([latitude, longitude]: Point, index: number, line: readonly Point[]): boolean {
  const before = line[index - 1]
  return before === undefined || before[0] !== latitude || before[1] !== longitude
}

function toErrorReply(error: string): ForeignReply {
  return { status: 400, body: { code: INPUT_ERROR, error } }
}

function toErrorBody({ status, body }: Problem): object {
  if (status === 413) return { code: TOO_LARGE_ERROR, error: body.detail }
  return { code: status < 500 ? INPUT_ERROR : INTERNAL_ERROR, error: body.detail }
}

/** Our messages contain the field names of our own request, so these are replaced with those of the input. */
function toFailureReply(problem: Problem, input: VroomInput): ForeignReply {
  const { status, code, body } = problem
  const error = toCallerTerms(body.detail, input)
  if (code === 'too-many-stops') return toForeignFailure(problem, 413, { code: TOO_LARGE_ERROR, error })
  if (ROUTING_CODES.includes(code)) return toForeignFailure(problem, 500, { code: ROUTING_ERROR, error })
  if (status === 422) return toForeignFailure(problem, 400, { code: INPUT_ERROR, error })
  return toForeignFailure(problem, status, { ...toErrorBody(problem), ...body })
}
