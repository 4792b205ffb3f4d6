import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { AnyFailure } from '../failures.ts'
import type { OptimizeQuery } from '../job.ts'
import { layOutPoints } from '../layout.ts'
import type { OptimizeRequestContext } from '../request.ts'
import type { OptimizeFields } from '../schemas.ts'
import { readSplitQuery } from '../split/split-query.ts'
import { findTimeZone } from '../tour-clock.ts'
import { checkDays } from './check-days.ts'
import { expandDays, findDeparture } from './expand-days.ts'

interface ReadQuery {
  /** The request, with one vehicle for each tour if it has several days. */
  readonly body: OptimizeFields
  readonly query: OptimizeQuery
}

/** Reads a request for one or several days. */
export function readQuery(body: OptimizeFields, context: OptimizeRequestContext): Result<ReadQuery, AnyFailure> {
  const hasDays = body.days ?? body.stop_days ?? body.fleet?.find(({ days }) => days)
  if (hasDays === undefined) {
    const query = readSplitQuery(body, context)
    return query.ok ? ok({ body, query: query.value }) : query
  }
  const failure = checkDays(body)
  if (failure) return fail(failure)
  const layout = layOutPoints(body, body.fleet?.length ?? body.vehicles ?? 1)
  if (!layout.ok) return layout
  const start = layout.value.points[layout.value.vehicles[0]?.start ?? 0] ?? [0, 0]
  const timeZone = findTimeZone(body.time_zone, start)
  if (!timeZone.ok) return timeZone
  // The fields are first read as they were sent, so that errors use the caller's field names.
  const { days: _, ...oneDay } = body
  const departMs = findDeparture(body, timeZone.value, context.nowMs)
  const departAt = Number.isFinite(departMs) ? new Date(departMs).toISOString() : (body.depart_at ?? '')
  const queryResult = readSplitQuery({ ...oneDay, depart_at: departAt }, context)
  // A window that has passed today may be open on another day.
  if (!queryResult.ok && queryResult.failure.kind !== 'window-passed') return queryResult
  const plan = expandDays(body, timeZone.value, context.nowMs)
  if (!plan.ok) return plan
  const query = readSplitQuery(plan.value.body, context)
  return query.ok ? ok({ body: plan.value.body, query: { ...query.value, owners: plan.value.owners } }) : query
}
