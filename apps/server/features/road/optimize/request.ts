import { defaultProfile } from '@fairway/road'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { MatrixJob, PointList } from '../matrix/cells/matrix-job.ts'
import { readTerms, readTime } from '../route/api/request.ts'
import { findContradiction } from './contradictions.ts'
import type { AnyFailure } from './failures.ts'
import { givenPlan } from './given-plan.ts'
import type { OptimizeJob, OptimizeQuery } from './job.ts'
import { type Layout, layOut } from './layout.ts'
import { defaultBudgetMs, MIN_STOPS, MAX_BUDGET_MS, type PointLimit } from './limits.ts'
import { readOwnMatrix } from './own-matrix.ts'
import { amountsOf, readStops, SkillNumbers } from './read-stops.ts'
import { readVehicles } from './read-vehicles.ts'
import type { OptimizeFields } from './schemas.ts'

export interface RequestFrame {
  readonly caller: Caller
  readonly limitOf: PointLimit
  readonly nowMs: number
  readonly radiusMeters: number
}

export function readOptimizeQuery(body: OptimizeFields, frame: RequestFrame): Result<OptimizeQuery, AnyFailure> {
  const wrong = checkCounts(body)
  if (wrong) return fail(wrong)
  const vehicleCount = body.fleet?.length ?? body.vehicles ?? 1
  const layout = layOut(body, vehicleCount)
  if (!layout.ok) return layout
  const tooMany = checkPoints(layout.value, frame)
  if (tooMany) return fail(tooMany)
  const time = readTime(body, frame.nowMs)
  if (!time.ok) return time
  const departMs = time.value.atMs
  const skills = new SkillNumbers()
  const stops = readStops(body, layout.value, departMs, skills)
  if (!stops.ok) return stops
  const vehicles = readVehicles(body, layout.value, stops.value, departMs, skills)
  if (!vehicles.ok) return vehicles
  const contradiction = findContradiction(body, vehicles.value)
  if (contradiction) return fail(contradiction)
  const given = givenPlan(body.given, vehicleCount, stops.value.numbers, layout.value.depots)
  if (!given.ok) return given
  const objective = body.objective ?? 'distance'
  const matrix = readMatrix(body, layout.value, departMs, frame)
  if (!matrix.ok) return matrix
  const { numbers, pairs } = stops.value
  return ok({
    job: {
      matrix: matrix.value,
      objective,
      fleet: {
        stops: stops.value.stops,
        vehicles: vehicles.value,
        pairs,
        balance: readBalance(body.balance),
        given: given.value,
      },
      size: layout.value.points.length,
      seed: body.seed ?? 1,
      maxIterations: body.max_iterations,
      // A caller that sets max_iterations expects all of them, even on a slow machine.
      budgetMs:
        body.budget_ms ?? (body.max_iterations === undefined ? defaultBudgetMs(numbers.length) : MAX_BUDGET_MS),
    },
    numbers,
    stopCount: body.stops.length,
    names: layout.value.names,
    skillNames: skills.names,
    departMs,
    ignored: whatIsIgnored(body),
  })
}

function checkCounts({ stops, vehicles, fleet }: OptimizeFields): AnyFailure | undefined {
  if (stops.length < MIN_STOPS) return { kind: 'too-few-stops', given: stops.length }
  if (fleet && vehicles !== undefined && vehicles !== fleet.length) {
    return { kind: 'fleet-count', fleet: fleet.length, vehicles }
  }
  return undefined
}

function checkPoints({ points }: Layout, { caller, limitOf }: RequestFrame): AnyFailure | undefined {
  const allowed = limitOf(caller)
  if (points.length <= allowed) return undefined
  const plan = caller.kind === 'account' ? caller.plan : undefined
  return { kind: 'too-many-stops', given: points.length, allowed, plan }
}

function readMatrix(
  body: OptimizeFields,
  layout: Layout,
  departMs: number,
  { nowMs, radiusMeters }: RequestFrame,
): Result<OptimizeJob['matrix'], AnyFailure> {
  if (body.matrix) {
    const own = readOwnMatrix(body, body.matrix, layout)
    return own.ok ? ok({ own: own.value }) : own
  }
  const terms = readTerms(body)
  if (!terms.ok) return terms
  const { profile, avoidAreas } = terms.value
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

/** Valid input that has no effect and is probably a mistake. */
function whatIsIgnored(body: OptimizeFields): string[] {
  return [...ignoredRoadTerms(body), ...ignoredAmounts(body)]
}

function ignoredRoadTerms(body: OptimizeFields): string[] {
  if (!body.matrix) return []
  const given = (['avoid', 'avoid_areas', 'vehicle'] as const).filter((field) => body[field] !== undefined)
  return given.map((field) => `${field} is ignored because distances and times come from matrix and no roads are used`)
}

function ignoredAmounts({ capacity, demands, fleet = [] }: OptimizeFields): string[] {
  const capacities = [capacity, ...fleet.map((vehicle) => vehicle.capacity)].filter((one) => one !== undefined)
  if (capacities.length > 0 && !demands) return ['capacity is ignored because there are no demands']
  if (!demands) return []
  if (capacities.length === 0) return ['demands are ignored because no vehicle has a capacity']
  const most = Math.max(...demands.map((one) => amountsOf(one).length))
  const least = Math.min(...capacities.map((one) => amountsOf(one).length))
  return most > least
    ? [`demands have ${most} dimensions, but a capacity has ${least}: the other dimensions have no limit`]
    : []
}

function readBalance(given: OptimizeFields['balance']): 'stops' | 'duration' | undefined {
  if (given === undefined || given === false) return undefined
  return given === true ? 'duration' : given
}
