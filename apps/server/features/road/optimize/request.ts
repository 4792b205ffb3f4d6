import { defaultProfile } from '@fairway/road'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { MatrixJob, PointList } from '../matrix/cells/matrix-job.ts'
import type { ModelSource } from '../models/model-source.ts'
import { readRouteOptions, readTime } from '../route/api/request.ts'
import { findContradiction } from './contradictions.ts'
import { findCostFields } from './costs/read-costs.ts'
import { readTravel } from './costs/travel.ts'
import { findRuleName } from './driving-rule-presets.ts'
import type { AnyFailure } from './failures.ts'
import { readGivenTours } from './initial-solution.ts'
import type { OptimizeJob, OptimizeQuery } from './job.ts'
import { layOutPoints, type PointLayout } from './layout.ts'
import {
  type BudgetLimit,
  DEFAULT_WAITING_METERS,
  DEFAULT_WAITING_MINUTES,
  defaultBudgetMs,
  MIN_STOPS,
  type PointLimit,
} from './limits.ts'
import { readOwnMatrix } from './own-matrix.ts'
import { listPlaces } from './places.ts'
import { toAmounts } from './read-stops.ts'
import type { OptimizeFields } from './schemas.ts'
import { readTimedFields } from './timed-fields.ts'

export interface OptimizeRequestContext {
  readonly caller: Caller
  readonly limitOf: PointLimit
  readonly budgetLimitOf: BudgetLimit
  readonly nowMs: number
  readonly radiusMeters: number
  readonly models: ModelSource
}

export function readOptimizeQuery(
  body: OptimizeFields,
  context: OptimizeRequestContext,
): Result<OptimizeQuery, AnyFailure> {
  const failure = checkCounts(body)
  if (failure) return fail(failure)
  const vehicleCount = body.fleet?.length ?? body.vehicles ?? 1
  const layout = layOutPoints(body, vehicleCount)
  if (!layout.ok) return layout
  const pointsFailure = checkPoints(layout.value, context)
  if (pointsFailure) return fail(pointsFailure)
  const time = readTime(body, context.nowMs)
  if (!time.ok) return time
  const timedFields = readTimedFields(body, layout.value, time.value.atMs)
  if (!timedFields.ok) return timedFields
  const { clock, skills, stops, vehicles, warnings, keep, done } = timedFields.value
  const { departMs } = clock
  const contradiction = findContradiction(body, vehicles)
  if (contradiction) return fail(contradiction)
  const givenTours = readGivenTours(body.given, vehicleCount, stops.numbers, layout.value.depots, {
    done,
    locked: vehicles.map(({ locked = [] }) => locked),
  })
  if (!givenTours.ok) return givenTours
  const objective = body.objective ?? 'distance'
  const matrix = readMatrix(body, layout.value, departMs, context)
  if (!matrix.ok) return matrix
  const travel = readTravel(body, 'roads' in matrix.value ? matrix.value.roads : undefined, context.models)
  if (!travel.ok) return travel
  const { numbers, pairs } = stops
  const budget = readBudget(body, numbers.length, context)
  return ok({
    job: {
      matrix: matrix.value,
      travel: travel.value.kinds,
      objective,
      fleet: {
        stops: stops.stops,
        vehicles: vehicles.map((vehicle, index) => ({ ...vehicle, travel: travel.value.kindOf[index] })),
        pairs,
        places: body.setup_min === undefined ? undefined : listPlaces(layout.value.points, body.matrix?.durations_min),
        balance: readBalance(body.balance),
        initialSequences: givenTours.value,
        waitingCost: readWaitingCost(body),
        fewestVehicles: objective === 'vehicles',
      },
      size: layout.value.points.length,
      seed: body.seed ?? 1,
      maxIterations: body.max_iterations,
      budgetMs: budget.budgetMs,
      keep,
    },
    numbers,
    stopCount: body.stops.length,
    names: layout.value.names,
    points: layout.value.points,
    skillNames: skills.names,
    departMs,
    rules: vehicles.map((_, vehicle) => findRuleName(body, vehicle)),
    costs: vehicles.map((_, vehicle) => findCostFields(body, vehicle)),
    clock,
    hasTimes: hasTimes(body),
    overnight: body.overnight === true,
    warnings,
    ignored: [...listIgnoredFields(body), ...budget.notes],
  })
}

/** Returns whether the request contains times, in which case the day of the tours matters. */
function hasTimes({ depart_at, time_windows, shift, breaks, fleet = [], ...body }: OptimizeFields): boolean {
  const { release_at, due_at, soft_windows } = body
  return [
    depart_at,
    time_windows,
    shift,
    breaks,
    release_at,
    due_at,
    soft_windows,
    ...fleet.flatMap((vehicle) => [vehicle.shift, vehicle.breaks]),
  ].some((field) => field !== undefined)
}

/** Returns the cost of waiting for a thousandth of a minute, in decimeters or in thousandths of a driving minute. */
function readWaitingCost({ objective, waiting_cost: givenCost }: OptimizeFields): number {
  if (objective === 'cost') return givenCost ?? 0
  return objective === 'duration' ? (givenCost ?? DEFAULT_WAITING_MINUTES) : (givenCost ?? DEFAULT_WAITING_METERS) / 100
}

function checkCounts({ stops, vehicles, fleet }: OptimizeFields): AnyFailure | undefined {
  if (stops.length < MIN_STOPS) return { kind: 'too-few-stops' }
  if (fleet && vehicles !== undefined && vehicles !== fleet.length) {
    return { kind: 'fleet-count', fleet: fleet.length, vehicles }
  }
  return undefined
}

function checkPoints({ points }: PointLayout, { caller, limitOf }: OptimizeRequestContext): AnyFailure | undefined {
  const pointLimit = limitOf(caller)
  if (points.length <= pointLimit) return undefined
  const plan = caller.kind === 'account' ? caller.plan : undefined
  return { kind: 'too-many-stops', given: points.length, allowed: pointLimit, plan }
}

function readMatrix(
  body: OptimizeFields,
  layout: PointLayout,
  departMs: number,
  { nowMs, radiusMeters, models }: OptimizeRequestContext,
): Result<OptimizeJob['matrix'], AnyFailure> {
  if (body.matrix) {
    const ownMatrix = readOwnMatrix(body, body.matrix, layout)
    return ownMatrix.ok ? ok({ own: ownMatrix.value }) : ownMatrix
  }
  const routeOptions = readRouteOptions(body, models)
  if (!routeOptions.ok) return routeOptions
  const { profile, avoidAreas } = routeOptions.value
  const points: PointList = {
    field: 'stops',
    latitude: layout.points.map(([latitude]) => latitude),
    longitude: layout.points.map(([, longitude]) => longitude),
  }
  const roads: MatrixJob = {
    origins: points,
    destinations: points,
    metrics: ['distance', 'duration'],
    profile: profile === defaultProfile ? undefined : profile,
    avoidAreas,
    departMs,
    nowMs,
    radiusMeters,
  }
  return ok({ roads })
}

/**
 * Reads the search budget. A budget above the plan's maximum is lowered, because a shorter search still gives a valid
 * solution.
 */
function readBudget(
  { budget_ms: requestedBudget, max_iterations: maxIterations }: OptimizeFields,
  stops: number,
  { caller, budgetLimitOf }: OptimizeRequestContext,
): { readonly budgetMs: number; readonly notes: readonly string[] } {
  const maxBudget = budgetLimitOf(caller)
  if (requestedBudget !== undefined && requestedBudget > maxBudget) {
    const subject = caller.kind === 'account' ? `on the ${caller.plan} plan` : 'without a key'
    const note = `budget_ms was lowered from ${requestedBudget} to ${maxBudget}, the maximum ${subject}; for a longer search, use ${caller.kind === 'account' ? '' : 'a key for '}a plan with a higher maximum`
    return { budgetMs: maxBudget, notes: [note] }
  }
  // A caller that sets max_iterations expects all iterations, even on a slow machine.
  const budgetMs =
    requestedBudget ?? (maxIterations === undefined ? Math.min(maxBudget, defaultBudgetMs(stops)) : maxBudget)
  return { budgetMs, notes: [] }
}

/** Lists fields that are valid but have no effect, which is probably a mistake. */
function listIgnoredFields(body: OptimizeFields): string[] {
  return [...listIgnoredRoadOptions(body), ...listIgnoredAmounts(body)]
}

function listIgnoredRoadOptions(body: OptimizeFields): string[] {
  if (!body.matrix) return []
  const givenFields = (['profile', 'mode', 'costing', 'model', 'avoid', 'avoid_areas', 'vehicle'] as const).filter(
    (field) => body[field] !== undefined,
  )
  const vehicle = body.fleet?.findIndex(({ profile }) => profile !== undefined) ?? -1
  const vehicleFields = vehicle < 0 ? [] : [`fleet[${vehicle}].profile`]
  const { geometry = 'none', steps = false } = body
  const lineFields = [...(geometry === 'none' ? [] : ['geometry']), ...(steps ? ['steps'] : [])]
  return [...givenFields, ...vehicleFields, ...lineFields].map(
    (field) => `${field} is ignored because distances and times come from matrix instead of roads`,
  )
}

function listIgnoredAmounts({ capacity, demands, fleet = [] }: OptimizeFields): string[] {
  const capacities = [capacity, ...fleet.map((vehicle) => vehicle.capacity)].filter((amounts) => amounts !== undefined)
  if (capacities.length > 0 && !demands) return ['capacity is ignored because there are no demands']
  if (!demands) return []
  if (capacities.length === 0) return ['demands are ignored because no vehicle has a capacity']
  const maxDimensions = Math.max(...demands.map((amounts) => toAmounts(amounts).length))
  const minDimensions = Math.min(...capacities.map((amounts) => toAmounts(amounts).length))
  return maxDimensions > minDimensions
    ? [
        `demands have ${maxDimensions} dimensions, but a capacity has only ${minDimensions}; the dimensions without a capacity have no limit`,
      ]
    : []
}

function readBalance(input: OptimizeFields['balance']): 'stops' | 'duration' | undefined {
  if (input === undefined || input === false) return undefined
  return input === true ? 'duration' : input
}
