import { findSmallestCapacity, getLoadShare, splitStops } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { AnyFailure } from '../failures.ts'
import type { OptimizeQuery } from '../job.ts'
import { MAX_LOADS } from '../limits.ts'
import { type OptimizeRequestContext, readOptimizeQuery } from '../request.ts'
import type { OptimizeFields } from '../schemas.ts'

/**
 * Maximum number of small portions. If more would be needed, the portions are as large as possible, so that the search
 * stays fast.
 */
const MAX_SMALL_PORTIONS = 2000

/** Reads a request and splits the stops that several visits may serve. */
export function readSplitQuery(
  body: OptimizeFields,
  context: OptimizeRequestContext,
): Result<OptimizeQuery, AnyFailure> {
  const query = readOptimizeQuery(body, context)
  const { split = false } = body
  if (!query.ok || split === false) return query
  const failure = findExcludedField(body) ?? findUnsplittableStop(body, query.value) ?? findLargeStop(query.value)
  return failure ? fail(failure) : ok(splitQuery(body, query.value))
}

function splitQuery({ split }: OptimizeFields, query: OptimizeQuery): OptimizeQuery {
  const { job, numbers } = query
  const isSplit = (stop: number): boolean =>
    (split === true || (Array.isArray(split) && split[numbers[stop] ?? -1] === true)) &&
    findObstacle(query, stop) === undefined
  const splitProblem = splitStops(job.fleet, isSplit)
  const { problem, stopOf } =
    splitProblem.stopOf.length > MAX_SMALL_PORTIONS ? splitStops(job.fleet, isSplit, true) : splitProblem
  const hasLoads = job.fleet.stops.some((stop) => getLoadShare(stop, findSmallestCapacity(job.fleet.vehicles)) > 0)
  return {
    ...query,
    job: { ...job, fleet: problem, stopOf },
    numbers: stopOf.map((stop) => numbers[stop] ?? 0),
    ignored: [
      ...query.ignored,
      ...(hasLoads ? [] : ['split is ignored because no stop has a demand for which the vehicles have a capacity']),
    ],
  }
}

/** Finds a field that counts or orders whole stops. */
function findExcludedField(body: OptimizeFields): AnyFailure | undefined {
  const field = (['current', 'locked', 'max_route_stops'] as const).find((name) => body[name] !== undefined)
  if (field) return { kind: 'split-with', field }
  const vehicle = body.fleet?.findIndex(({ max_stops }) => max_stops !== undefined) ?? -1
  if (vehicle >= 0) return { kind: 'split-with', field: `fleet[${vehicle}].max_stops` }
  return body.balance === 'stops' ? { kind: 'split-with', field: 'balance' } : undefined
}

function findUnsplittableStop({ split, stops }: OptimizeFields, query: OptimizeQuery): AnyFailure | undefined {
  if (!Array.isArray(split)) return undefined
  if (split.length !== stops.length)
    return { kind: 'list-length', field: 'split', given: split.length, stops: stops.length }
  for (const number of stops.keys()) {
    if (!split[number]) continue
    const field = `split[${number}]`
    const stop = query.numbers.indexOf(number)
    if (stop < 0) return { kind: 'depot-is-visited', field, number }
    const other = findObstacle(query, stop)
    if (other) return { kind: 'split-stop', field, number, other }
  }
  return undefined
}

/** Returns the field that prevents a stop from being split. */
function findObstacle({ job }: OptimizeQuery, stop: number): string | undefined {
  const { prize, group, softWindow } = job.fleet.stops[stop] ?? {}
  if (prize !== undefined) return 'prize'
  if (group !== undefined) return 'group'
  if (softWindow !== undefined) return 'soft_windows'
  return job.fleet.pairs?.some(({ pickup, delivery }) => pickup === stop || delivery === stop) ? 'pairs' : undefined
}

function findLargeStop({ job, numbers }: OptimizeQuery): AnyFailure | undefined {
  const capacity = findSmallestCapacity(job.fleet.vehicles)
  for (const [stop, fields] of job.fleet.stops.entries()) {
    const loadCount = Math.ceil(getLoadShare(fields, capacity))
    if (loadCount > MAX_LOADS)
      return { kind: 'split-loads', field: `demands[${numbers[stop] ?? 0}]`, given: loadCount, allowed: MAX_LOADS }
  }
  return undefined
}
