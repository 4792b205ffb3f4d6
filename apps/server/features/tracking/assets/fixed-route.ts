import { type Coordinates, distanceMeters } from '@fairway/geo'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { type Problem, toProblem } from '../../../platform/http/problem.ts'
import { problems as reroutingProblems } from '../../road/reroute/failures.ts'
import { MAX_GAIN_MINUTES } from '../../road/reroute/limits.ts'
import { readLine } from '../../road/reroute/read-line.ts'
import { createRouteIdGenerator } from '../../road/route/memory/route-id.ts'
import { trackingProblems } from '../api/failures.ts'
import type { RouteMode } from './asset.ts'
import type { CallReroute, RouteReply } from './attach.ts'
import type { lineFormats } from './route-line.ts'

/** Route that the caller already has: a route of this service by its id, or a line. */
export interface FixedRoute {
  readonly mode: RouteMode
  readonly source: { readonly id: string } | FixedLine
  /** Options of the route operation, such as the profile. */
  readonly options: object
}

interface FixedLine {
  readonly line: string | readonly unknown[] | object
  readonly format: (typeof lineFormats)[number] | undefined
  /** Duration of the whole line. Undefined if the line follows roads. */
  readonly minutes: number | undefined
}

interface RerouteReplyBody {
  readonly reason: string
  readonly route?: RouteReply
  readonly receipt: { readonly kept_previous: boolean }
}

const MS_PER_MINUTE = 60_000
const MICRODEGREES_PER_DEGREE = 1e6
const nextId = createRouteIdGenerator()

/** Returns a fixed route as a reply of its route operation, with the current times. */
export async function toFixedRoute(
  callReroute: CallReroute,
  caller: Caller,
  { mode, source, options }: FixedRoute,
  nowMs: number,
): Promise<CallReply> {
  if ('id' in source) return await followRoads(callReroute, caller, { ...options, route_id: source.id }, nowMs)
  const parsedLine = readLine(source.line, source.format)
  if (!parsedLine.ok) return toProblemReply(nameLine(toProblem(reroutingProblems, parsedLine.failure)))
  const points = toPoints(parsedLine.value.line)
  if (source.minutes !== undefined) return toTimedRoute(mode, points, source.minutes, nowMs)
  const result = await followRoads(callReroute, caller, { ...options, geometry: points }, nowMs)
  return result.ok ? result : toProblemReply(nameLine(result.problem))
}

/** Returns the previous route of a reroute that changes nothing. */
async function followRoads(
  callReroute: CallReroute,
  caller: Caller,
  previous: { readonly route_id: string } | { readonly geometry: readonly (readonly [number, number])[] },
  nowMs: number,
): Promise<CallReply> {
  // Another route would have to save a whole day, so the reply is the given route unless it cannot be followed.
  const body = { ...previous, geometry_format: 'points', reply: 'full', min_gain_min: MAX_GAIN_MINUTES, steps: true }
  const reply = await callReroute(caller, body, nowMs)
  if (!reply.ok) return reply
  const { route, reason, receipt } = reply.body as RerouteReplyBody
  if (route && receipt.kept_previous) return { ok: true, body: route }
  const field = 'route_id' in previous ? ('route_id' as const) : ('line' as const)
  const kind = reason === 'previous-lost' ? ('route-off-roads' as const) : ('route-blocked' as const)
  return toProblemReply(toProblem(trackingProblems, { kind, field }))
}

/** Returns a line as a route whose duration the caller knows. The asset moves along the line at a constant speed. */
function toTimedRoute(mode: RouteMode, geometry: RouteReply['geometry'], minutes: number, nowMs: number): CallReply {
  const meters = geometry.reduce((sum, [latitude, longitude], index) => {
    const [previousLatitude, previousLongitude] = geometry[index - 1] ?? [latitude, longitude]
    return sum + distanceMeters(previousLatitude, previousLongitude, latitude, longitude)
  }, 0)
  if (meters === 0) return toProblemReply(toProblem(trackingProblems, { kind: 'line-without-length' }))
  const route = {
    id: nextId(),
    mode,
    distance_km: Math.round(meters * 10) / 10_000,
    eta_min: minutes,
    free_flow_min: minutes,
    depart_at: new Date(nowMs).toISOString(),
    arrive_at: new Date(nowMs + minutes * MS_PER_MINUTE).toISOString(),
    geometry,
    steps: [],
    incidents: [],
    alternatives: [],
  }
  return { ok: true, body: route }
}

function toPoints({ latitude, longitude }: Coordinates): [number, number][] {
  return Array.from(latitude, (value, index) => [
    value / MICRODEGREES_PER_DEGREE,
    (longitude[index] ?? 0) / MICRODEGREES_PER_DEGREE,
  ])
}

function toProblemReply(problem: Problem): CallReply {
  return { ok: false, problem }
}

/** Adjusts an error of the reroute operation, where the field has another name. */
function nameLine(problem: Problem): Problem {
  const detail = problem.body.detail.replace(/\bgeometry_format\b/g, 'line_format').replace(/\bgeometry\b/g, 'line')
  return { ...problem, body: { ...problem.body, detail } }
}
