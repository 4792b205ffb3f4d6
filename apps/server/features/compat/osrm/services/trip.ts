import type { ForeignReply } from '../../../../operations/reply.ts'
import type { CallReply, OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import type { NativeReply } from '../reply/native-route.ts'
import { toRoutesReply } from '../reply/reply.ts'
import { findOutsideRadius, toWaypoint } from '../reply/waypoints.ts'
import { areOnEarth } from '../request/coordinates.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { type Preferences, readPreferences } from '../request/profile.ts'
import { DEFAULT_TRIP_OPTIONS, findMissingAnnotation, type TripOptions, tripOptions } from '../request/route-options.ts'
import type { OsrmUrl } from '../request/url.ts'
import { hasConstraints, toConstraintFields } from './constraints.ts'
import { callRoute, listSnaps, toRouteBody } from './route.ts'

/** Maximum number of coordinates, which is OSRM's default limit. */
const MAX_COORDINATES = 100
const TOO_BIG: OsrmError = { code: 'TooBig', message: 'Too many trip coordinates' }
const NO_TRIPS: OsrmError = { code: 'NoTrips', message: 'No trip visiting all destinations possible.' }

/** Handles GET /trip/v1/{profile}/{coordinates}. The reply contains the optimized order and the route in that order. */
export async function findTrip(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_TRIP_OPTIONS, tripOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 2) ?? checkTrip(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  const { coordinates, roundtrip } = parameters
  const failureTerms = { noRoute: NO_TRIPS, tooBig: TOO_BIG }
  const optimizeReply = await callOptimize(call, caller, parameters, preferences.value)
  if (!optimizeReply.ok)
    return toOsrmFailure(optimizeReply.problem, { ...failureTerms, toCoordinate: (_field, index) => index })
  const order = toVisitOrder(optimizeReply.body as { readonly order: readonly number[] }, parameters)
  if (!order) return toErrorReply(NO_TRIPS)
  const visits = roundtrip ? [...order, order[0] ?? 0] : order
  const routeReply = await callRoute(call, caller, toRouteBody(parameters, preferences.value, visits))
  if (!routeReply.ok) {
    const toCoordinate = (field: string, index: number) =>
      order[field === 'from' ? 0 : field === 'to' ? order.length - 1 : index + 1] ?? 0
    return toOsrmFailure(routeReply.problem, { ...failureTerms, toCoordinate })
  }
  const route = routeReply.body as NativeReply
  const visitSnaps = listSnaps(route)
  const snaps = coordinates.map((_coordinate, index) => visitSnaps[order.indexOf(index)] ?? route.snapped.from)
  const unmetConstraint = findOutsideRadius(snaps, parameters)
  if (unmetConstraint) return toErrorReply(unmetConstraint)
  const waypoints = snaps.map((snap, index) => ({
    ...toWaypoint(snap, parameters),
    trips_index: 0,
    waypoint_index: order.indexOf(index),
  }))
  return toRoutesReply(
    { name: 'trips', routes: [{ route, isWaypoint: visits.map(() => true) }] },
    parameters.skipWaypoints ? undefined : { name: 'waypoints', points: waypoints },
    parameters,
  )
}

function checkTrip(parameters: OsrmParameters<TripOptions>): OsrmError | undefined {
  const { coordinates, roundtrip, source, destination, waypoints } = parameters
  if ((!roundtrip && source === 'any' && destination === 'any') || waypoints.length > 0)
    return { code: 'NotImplemented', message: 'This request is not supported' }
  if (coordinates.length > MAX_COORDINATES) return TOO_BIG
  if (!areOnEarth(coordinates)) return { code: 'InvalidValue', message: 'Invalid coordinate value.' }
  return findMissingAnnotation(parameters)
}

/**
 * Optimizes the order of the coordinates. With constraints, the order is optimized on a matrix that meets them, because
 * they change the travel times.
 */
async function callOptimize(
  call: OperationCaller,
  caller: Caller,
  parameters: OsrmParameters<TripOptions>,
  preferences: Preferences,
): Promise<CallReply> {
  const body = toOptimizeBody(parameters)
  if (!hasConstraints(parameters)) return call('optimize', caller, { body: { ...preferences, ...body } })
  const { coordinates } = parameters
  const constraintFields = toConstraintFields(parameters, [...coordinates.keys()])
  const matrixReply = await call('matrix', caller, {
    body: { ...preferences, points: coordinates, metrics: ['duration'], ...constraintFields },
  })
  if (!matrixReply.ok) return matrixReply
  const { durations_min } = matrixReply.body as { readonly durations_min: unknown }
  return call('optimize', caller, { body: { ...body, matrix: { durations_min } } })
}

/**
 * Creates the body of the optimization request. A round trip with a given start and end is a trip from the start to the
 * end, followed by the return.
 */
function toOptimizeBody({ coordinates, roundtrip, source, destination }: OsrmParameters<TripOptions>): object {
  const last = coordinates.length - 1
  const hasBothEnds = source === 'first' && destination === 'last'
  const ends =
    roundtrip && !hasBothEnds
      ? { start: destination === 'last' ? last : 0, roundtrip: true }
      : { start: source === 'first' ? 0 : 'any', end: destination === 'last' ? last : 'any' }
  return { stops: coordinates, objective: 'duration', ...ends }
}

/** Returns all coordinates in the order of the trip, or undefined if some cannot be visited. */
function toVisitOrder(
  { order }: { readonly order: readonly number[] },
  { coordinates, roundtrip, source, destination }: OsrmParameters<TripOptions>,
): readonly number[] | undefined {
  if (new Set(order).size !== coordinates.length) return undefined
  // The round trip was planned from the last coordinate and must end there.
  const mustMoveStartToEnd = roundtrip && source !== 'first' && destination === 'last'
  return mustMoveStartToEnd ? [...order.slice(1), order[0] ?? 0] : order
}
