import { findInstructionWriter } from '@fairway/road'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { MAX_POINTS } from '../../road/match/limits.ts'
import { cutRoute } from '../osrm/reply/cut-route.ts'
import type { NativeMatch, NativeMatchedPoint, NativeReply } from '../osrm/reply/native-route.ts'
import { joinRoutes } from '../osrm/services/join-routes.ts'
import { toErrorReply, toFailureReply, type ValhallaError } from './errors.ts'
import { isObject, readRequest, SHAPE_FORMATS, type ValhallaLocation, type ValhallaRequest } from './request.ts'
import { readShape, type Shape } from './shape.ts'
import { toTraceAttributes } from './trace-attributes.ts'
import { type NativeTripRoute, toTrip } from './trip.ts'

type Fields = Readonly<Record<string, unknown>>

const SHAPE_MATCHES = ['edge_walk', 'map_snap', 'walk_or_snap']
/** Failure codes that mean that the line has no match. */
const UNMATCHED_CODES = ['trace-off-road', 'trace-in-one-place']
const MAX_ACCURACY_METERS = 100

interface TraceMatch {
  readonly request: ValhallaRequest
  readonly shape: Shape
  readonly match: NativeMatch
}

/** Handles the `trace_route` action, which returns a trip along the roads that a trace follows. */
export async function traceRoute(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const matchReply = await matchTrace(call, caller, fields)
  if (!('match' in matchReply)) return matchReply
  const { request, shape, match } = matchReply
  const ends: number[] = []
  const routes = match.routes.map((route, index) => {
    const points = listLegEnds(match.points, index, shape.types)
    ends.push(...(index === 0 ? points : points.slice(1)))
    const alongMeters = points.map((point) => (match.points[point]?.along_km ?? 0) * 1000)
    return cutRoute(route as NativeReply & typeof route, alongMeters)
  })
  const route = joinRoutes(routes) as NativeReply & NativeTripRoute
  const locations = ends.map((end): ValhallaLocation => {
    const point = match.points[end]?.at ?? shape.points[end] ?? [0, 0]
    return { at: point, type: 'break', heading: undefined }
  })
  const directions = isObject(fields.directions_options) ? fields.directions_options : {}
  const trip = toTrip(route, {
    request,
    locations,
    snaps: [],
    order: ends,
    shapeFormat: SHAPE_FORMATS.find((name) => name === fields.shape_format) ?? 'polyline6',
    hasManeuvers: (fields.directions_type ?? directions.directions_type) !== 'none',
  })
  return { status: 200, body: { trip, ...(request.id !== undefined && { id: request.id }) } }
}

/**
 * Handles the `trace_attributes` action, which returns the roads that a trace follows, and the matched points on these
 * roads.
 */
export async function traceAttributes(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const matchReply = await matchTrace(call, caller, fields)
  if (!('match' in matchReply)) return matchReply
  return { status: 200, body: toTraceAttributes(matchReply.match, matchReply.request) }
}

async function matchTrace(call: OperationCaller, caller: Caller, fields: Fields): Promise<TraceMatch | ForeignReply> {
  const shape = readShape(fields, 2)
  if (!shape.ok) return toErrorReply(shape.failure)
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  const error = checkTrace(fields, shape.value)
  if (error) return toErrorReply(error)
  const reply = await call('match', caller, { body: toBody(request.value, shape.value) })
  if (!reply.ok) return toTraceFailure(reply.problem)
  return { request: request.value, shape: shape.value, match: reply.body as NativeMatch }
}

function checkTrace({ shape_match, shape_format, format }: Fields, { points }: Shape): ValhallaError | undefined {
  if (shape_match !== undefined && !SHAPE_MATCHES.some((name) => name === shape_match)) return { code: 445 }
  if (shape_format !== undefined && !SHAPE_FORMATS.some((name) => name === shape_format)) return { code: 164 }
  if (format !== undefined && format !== 'json') return { code: 107, detail: 'format' }
  if (points.length > MAX_POINTS)
    return { code: 153, detail: `(${points.length}). The best paths shape limit is ${MAX_POINTS}` }
  return undefined
}

function toBody({ options, fields, language }: ValhallaRequest, { points, times }: Shape): object {
  const { depart_at: _depart, arrive_by: _arrive, avoid_areas: _areas, ...profile } = options
  const trace = isObject(fields.trace_options) ? fields.trace_options : {}
  const accuracy = trace.gps_accuracy ?? fields.gps_accuracy
  const isAccurate = typeof accuracy === 'number' && accuracy >= 0 && accuracy <= MAX_ACCURACY_METERS
  const seconds = readDurations(fields) ?? (times.every((time) => time !== undefined) ? times : [])
  return {
    ...profile,
    points,
    ...(seconds.length === points.length && { times: seconds }),
    ...(isAccurate && { accuracies: points.map(() => accuracy) }),
    language: findInstructionWriter(language)?.language ?? 'en',
    steps: true,
    geometry: 'points',
  }
}

/** Converts the seconds between points to times since the first point. */
function readDurations({ durations, begin_time }: Fields): number[] | undefined {
  if (!Array.isArray(durations)) return undefined
  let seconds = typeof begin_time === 'number' ? begin_time : 0
  return [
    seconds,
    ...durations.map((duration) => {
      seconds += Number(duration) || 0
      return seconds
    }),
  ]
}

/** Lists the points where the legs of a route begin and end: the first point, the last point, and breaks. */
function listLegEnds(points: readonly NativeMatchedPoint[], route: number, types: readonly string[]): number[] {
  const routePoints = [...points.keys()].filter((point) => points[point]?.route === route)
  const last = routePoints.length - 1
  return routePoints.filter((point, index) => index === 0 || index === last || /^break/.test(types[point] ?? ''))
}

function toTraceFailure(problem: Problem): ForeignReply {
  if (problem.code === 'trace-too-long' || problem.code === 'trace-too-slow')
    return toErrorReply({ code: 153, detail: problem.body.detail })
  if (!UNMATCHED_CODES.includes(problem.code)) return toFailureReply(problem)
  return toErrorReply({ code: 444 })
}
