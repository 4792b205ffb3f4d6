import type { ForeignReply } from '../../../../operations/reply.ts'
import { ok, type Result } from '../../../../platform/result.ts'
import { failOsrm, type OsrmError } from '../errors.ts'
import type { OsrmParameters } from '../request/parameters.ts'
import type { MatchOptions } from '../request/route-options.ts'
import { cutRoute } from './cut-route.ts'
import type { NativeMatch, NativeMatchedPoint, NativeMatchedRoute } from './native-route.ts'
import { toRoutesReply } from './reply.ts'
import type { WrittenRoute } from './route-writer.ts'
import { toWaypoint } from './waypoints.ts'

/** Part of a trace without a gap, and its match. */
export interface MatchedPart {
  /** Coordinate indices of the points. */
  readonly points: readonly number[]
  readonly match: NativeMatch
}

interface Tracepoint {
  readonly coordinate: number
  readonly point: Required<NativeMatchedPoint>
}

interface OsrmMatching {
  readonly route: NativeMatchedRoute
  readonly tracepoints: readonly Tracepoint[]
}

/** Creates a reply in OSRM's format. Legs connect consecutive matched points, or the given waypoints. */
export function toMatchReply(
  parts: readonly MatchedPart[],
  parameters: OsrmParameters<MatchOptions>,
): Result<ForeignReply, OsrmError> {
  const { coordinates, waypoints, skipWaypoints } = parameters
  const matchings = parts.flatMap(listMatchings)
  if (matchings.length === 0) return failOsrm('NoMatch', 'Could not match the trace.')
  if (waypoints.length > 0) {
    if (matchings.length > 1) return failOsrm('NoMatch', 'Could not match the trace with the given waypoints.')
    const matchedCoordinates = new Set(matchings[0]?.tracepoints.map(({ coordinate }) => coordinate))
    if (waypoints.some((coordinate) => !matchedCoordinates.has(coordinate)))
      return failOsrm('NoMatch', 'Requested waypoint parameter could not be matched.')
  }
  const tracepoints: (object | null)[] = coordinates.map(() => null)
  for (const [index, matching] of matchings.entries()) addTracepoints(tracepoints, matching, index, parameters)
  const routes = matchings.map((matching) => toWrittenRoute(matching, parameters))
  const points = skipWaypoints ? undefined : { name: 'tracepoints' as const, points: tracepoints }
  return ok(toRoutesReply({ name: 'matchings', routes }, points, parameters))
}

/**
 * Lists the routes of a part with their points. As in OSRM, a route with only one point is omitted because it has no
 * length.
 */
function listMatchings({ points, match }: MatchedPart): OsrmMatching[] {
  return match.routes
    .map((route, index): OsrmMatching => {
      const tracepoints: Tracepoint[] = []
      for (const [traceIndex, point] of match.points.entries())
        if (isMatched(point) && point.route === index) tracepoints.push({ coordinate: points[traceIndex] ?? 0, point })
      return { route, tracepoints }
    })
    .filter(({ tracepoints }) => tracepoints.length > 1)
}

function isMatched(point: NativeMatchedPoint): point is Required<NativeMatchedPoint> {
  return point.status === 'matched'
}

function toWrittenRoute({ route, tracepoints }: OsrmMatching, parameters: OsrmParameters<MatchOptions>): WrittenRoute {
  const { waypoints } = parameters
  const ends =
    waypoints.length > 0 ? tracepoints.filter(({ coordinate }) => waypoints.includes(coordinate)) : tracepoints
  const cut = cutRoute(
    route,
    ends.map(({ point }) => point.along_km * 1000),
  )
  return { route: cut, isWaypoint: ends.map(() => true), confidence: route.confidence }
}

function addTracepoints(
  list: (object | null)[],
  { tracepoints }: OsrmMatching,
  matchingIndex: number,
  parameters: OsrmParameters<MatchOptions>,
): void {
  const { waypoints } = parameters
  for (const [index, { coordinate, point }] of tracepoints.entries()) {
    const position = waypoints.indexOf(coordinate)
    list[coordinate] = {
      ...toWaypoint(point, parameters),
      matchings_index: matchingIndex,
      waypoint_index: waypoints.length === 0 ? index : position < 0 ? null : position,
      alternatives_count: countAlternatives(point.confidence),
    }
  }
}

/**
 * Estimates the number of other possible roads for a point, as returned by OSRM. Fairway computes only the probability
 * of the chosen road.
 */
function countAlternatives(confidence: number): number {
  const MAX_ALTERNATIVES = 9
  return Math.min(MAX_ALTERNATIVES, Math.max(0, Math.round(1 / Math.max(confidence, 0.01)) - 1))
}
