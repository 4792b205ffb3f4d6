import type { GeometryFormat } from '@fairway/client'
import type { Static } from 'typebox'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import type { RoutingFailure } from '../route/api/failures.ts'
import { type NamedStop, type RouteOptions, readRouteOptions, readStop } from '../route/api/request.ts'
import type { ReroutingFailure } from './failures.ts'
import { type ParsedLine, readLine } from './read-line.ts'
import type { RerouteBody } from './schemas.ts'

/** The coordinates of a parsed line are whole millionths of a degree. */
const MICRODEGREES_PER_DEGREE = 1e6

export type RerouteFields = Static<typeof RerouteBody>
export type AnyFailure = RoutingFailure | ReroutingFailure

/** Validated request. */
export interface RerouteQuery {
  readonly previous: ParsedLine | PreviousRouteId
  readonly position: NamedStop | undefined
  readonly to: NamedStop | undefined
  /** Remaining stops, or undefined if the caller does not list them. */
  readonly stops: readonly NamedStop[] | undefined
  readonly removedStops: readonly RemovedStop[]
  readonly heading: number
  readonly options: RouteOptions
  readonly minGainSeconds: number | undefined
  readonly reply: 'delta' | 'full'
  readonly nowMs: number
}

interface PreviousRouteId {
  readonly id: string
  readonly format: GeometryFormat | undefined
}

export type RemovedStop = NamedStop | { readonly field: string; readonly number: number }

export function readRerouteQuery(
  body: RerouteFields,
  nowMs: number,
  models: ModelSource,
): Result<RerouteQuery, AnyFailure> {
  const previous = readPrevious(body)
  if (!previous.ok) return previous
  const position = readOptionalStop('position', body.position, body.heading)
  if (!position.ok) return position
  const to = readOptionalStop('to', body.to)
  if (!to.ok) return to
  const stops = readItems('stops', body.stops ?? [], readStop)
  if (!stops.ok) return stops
  const removedStops = readItems('removed_stops', body.removed_stops ?? [], readRemoved)
  if (!removedStops.ok) return removedStops
  const routeOptions = readRouteOptions(body, models)
  if (!routeOptions.ok) return routeOptions
  return ok({
    previous: previous.value,
    position: position.value,
    to: to.value,
    stops: body.stops && stops.value,
    removedStops: removedStops.value,
    heading: body.heading ?? -1,
    options: routeOptions.value,
    minGainSeconds: body.min_gain_min === undefined ? undefined : body.min_gain_min * 60,
    reply: body.reply ?? 'delta',
    nowMs,
  })
}

/**
 * Returns the start, the stops and the destination of the remaining route, without parsing the options. A request with
 * only a route id has no positions.
 */
export function listReroutePositions(body: RerouteFields): readonly (readonly number[])[] | undefined {
  const { position, to, stops = [], geometry, geometry_format: format } = body
  const previous = geometry === undefined ? undefined : readLine(geometry, format as GeometryFormat | undefined)
  if (previous && !previous.ok) return undefined
  const line = previous?.value.line
  const pointAt = (index: number): readonly number[][] =>
    line
      ? [
          [
            (line.latitude.at(index) ?? 0) / MICRODEGREES_PER_DEGREE,
            (line.longitude.at(index) ?? 0) / MICRODEGREES_PER_DEGREE,
          ],
        ]
      : []
  const positions = [...(position ? [position] : pointAt(0)), ...stops, ...(to ? [to] : pointAt(-1))]
  return positions.length > 0 ? positions : undefined
}

function readPrevious({
  geometry,
  route_id,
  geometry_format,
}: RerouteFields): Result<ParsedLine | PreviousRouteId, AnyFailure> {
  const format = geometry_format as GeometryFormat | undefined
  if (geometry !== undefined && route_id !== undefined) return fail({ kind: 'two-previous-routes' })
  if (route_id !== undefined) return ok({ id: route_id, format })
  return geometry === undefined ? fail({ kind: 'no-previous-route' }) : readLine(geometry, format)
}

function readOptionalStop(
  field: string,
  value: readonly number[] | undefined,
  heading?: number,
): Result<NamedStop | undefined, RoutingFailure> {
  return value === undefined ? ok(undefined) : readStop(field, value, heading)
}

function readItems<T, R>(
  field: string,
  values: readonly T[],
  read: (field: string, value: T) => Result<R, RoutingFailure>,
): Result<R[], RoutingFailure> {
  const items: R[] = []
  for (const [index, value] of values.entries()) {
    const item = read(`${field}[${index}]`, value)
    if (!item.ok) return item
    items.push(item.value)
  }
  return ok(items)
}

function readRemoved(field: string, value: number | readonly number[]): Result<RemovedStop, RoutingFailure> {
  return typeof value === 'number' ? ok({ field, number: value }) : readStop(field, value)
}
