import type { ForeignReply } from '../../../../operations/reply.ts'
import type { CallReply, OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { MAX_ALTERNATIVES, MAX_VIA } from '../../../road/route/api/schemas.ts'
import { PlannedRoute } from '../../../road/route/reply/planned-route.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import type { NativeReply, NativeRoute, NativeSnap } from '../reply/native-route.ts'
import { listPlannedRoutes, listPlannedSnaps } from '../reply/planned-routes.ts'
import { toRoutesReply } from '../reply/reply.ts'
import type { WrittenRoute } from '../reply/route-writer.ts'
import { findOutsideRadius, toWaypoint } from '../reply/waypoints.ts'
import { areOnEarth, type Point } from '../request/coordinates.ts'
import { toLineRequest } from '../request/line-request.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { type Preferences, readPreferences } from '../request/profile.ts'
import {
  DEFAULT_ROUTE_OPTIONS,
  findMissingAnnotation,
  type LineOptions,
  type RouteOptions,
  routeOptions,
} from '../request/route-options.ts'
import type { OsrmUrl } from '../request/url.ts'
import { toConstraintFields } from './constraints.ts'
import { joinRoutes } from './join-routes.ts'

const MAX_COORDINATES = MAX_VIA + 2

/** Handles GET /route/v1/{profile}/{coordinates}. */
export async function findRoute(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_ROUTE_OPTIONS, routeOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 2) ?? checkRoute(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  const { coordinates, continueStraight, alternatives } = parameters
  const reply =
    continueStraight === false && coordinates.length > 2
      ? await routeLegByLeg(call, caller, parameters, preferences.value)
      : await callForSource(call, caller, {
          ...toRouteBody(parameters, preferences.value, [...coordinates.keys()]),
          alternatives,
        })
  if (!reply.ok) return toRouteFailure(reply, coordinates.length)
  const { snaps, listRoutes } = toAnswer(reply)
  const unmetConstraint = findOutsideRadius(snaps, parameters)
  if (unmetConstraint) return toErrorReply(unmetConstraint)
  const isWaypoint = toWaypointMarks(parameters)
  const waypoints = snaps.filter((_snap, index) => isWaypoint[index]).map((snap) => toWaypoint(snap, parameters))
  return toRoutesReply(
    { name: 'routes', routes: markWaypoints(listRoutes, isWaypoint, alternatives + 1) },
    parameters.skipWaypoints ? undefined : { name: 'waypoints', points: waypoints },
    parameters,
  )
}

/** Routes and snapped positions, either from a JSON reply or from a planned route that was not written as JSON. */
interface RouteAnswer {
  readonly snaps: readonly NativeSnap[]
  listRoutes(): Iterable<NativeRoute>
}

function toAnswer({ body, source }: Extract<CallReply, { ok: true }>): RouteAnswer {
  if (source instanceof PlannedRoute)
    return { snaps: listPlannedSnaps(source), listRoutes: () => listPlannedRoutes(source) }
  const route = body as NativeReply
  return { snaps: listSnaps(route), listRoutes: () => [route, ...route.alternatives] }
}

function* markWaypoints(
  listRoutes: RouteAnswer['listRoutes'],
  isWaypoint: readonly boolean[],
  maxRoutes: number,
): Generator<WrittenRoute> {
  let count = 0
  for (const route of listRoutes()) {
    if (count++ === maxRoutes) return
    yield { route, isWaypoint }
  }
}

function checkRoute(parameters: OsrmParameters<RouteOptions>): OsrmError | undefined {
  const { coordinates, alternatives, waypoints } = parameters
  // OSRM rejects these values with an empty message.
  if (waypoints.some((index) => index >= coordinates.length)) return { code: 'InvalidOptions', message: '' }
  if (coordinates.length > MAX_COORDINATES) {
    const message = `Number of entries ${coordinates.length} is higher than current maximum (${MAX_COORDINATES})`
    return { code: 'TooBig', message }
  }
  if (alternatives > MAX_ALTERNATIVES) {
    const message = `Requested number of alternatives is higher than current maximum (${MAX_ALTERNATIVES})`
    return { code: 'TooBig', message }
  }
  if (!areOnEarth(coordinates)) return { code: 'InvalidValue', message: 'Invalid coordinate value.' }
  if (waypoints.length > 0 && (waypoints[0] !== 0 || waypoints.at(-1) !== coordinates.length - 1))
    return { code: 'InvalidValue', message: 'First and last coordinates must be specified as waypoints.' }
  return findMissingAnnotation(parameters)
}

function toWaypointMarks({ coordinates, waypoints }: OsrmParameters<LineOptions>): boolean[] {
  return coordinates.map((_coordinate, index) => waypoints.length === 0 || waypoints.includes(index))
}

/** Creates the body of the request for a route through the coordinates with these indices. */
export function toRouteBody(
  options: OsrmParameters<LineOptions>,
  preferences: Preferences,
  indices: readonly number[],
): object {
  const points = indices.flatMap((index): Point[] => [options.coordinates[index] ?? [0, 0]])
  return {
    ...preferences,
    from: points[0],
    via: points.slice(1, -1),
    to: points.at(-1),
    ...toLineRequest(options),
    ...toConstraintFields(options, indices),
    alternatives: 0,
  }
}

/** Requests every leg as a separate route, because the vehicle may turn back at waypoints. */
async function routeLegByLeg(
  call: OperationCaller,
  caller: Caller,
  parameters: OsrmParameters<RouteOptions>,
  preferences: Preferences,
): Promise<CallReply> {
  // Joining the legs requires the points of their lines.
  const options =
    toLineRequest(parameters).geometry === 'none' ? parameters : { ...parameters, overview: 'simplified' as const }
  const routes: NativeReply[] = []
  for (let start = 0; start < parameters.coordinates.length - 1; start++) {
    const reply = await callRoute(call, caller, toRouteBody(options, preferences, [start, start + 1]))
    if (!reply.ok) return reply
    routes.push(reply.body as NativeReply)
  }
  return { ok: true, body: joinRoutes(routes) }
}

export function callRoute(call: OperationCaller, caller: Caller, body: object): Promise<CallReply> {
  return call('route', caller, { body })
}

/** Requests a route without writing and parsing it as JSON if this server plans the route itself. */
function callForSource(call: OperationCaller, caller: Caller, body: object): Promise<CallReply> {
  return call('route', caller, { body }, { takesSource: true, ownsBody: true })
}

export function listSnaps({ snapped }: NativeReply): NativeSnap[] {
  return [snapped.from, ...snapped.via, snapped.to]
}

function toRouteFailure(reply: Extract<CallReply, { ok: false }>, count: number): ForeignReply {
  return toOsrmFailure(reply.problem, {
    noRoute: { code: 'NoRoute', message: 'Impossible route between points' },
    tooBig: { code: 'TooBig', message: reply.problem.body.detail },
    toCoordinate: (field, index) => (field === 'from' ? 0 : field === 'to' ? count - 1 : index + 1),
  })
}
