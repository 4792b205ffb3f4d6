import type { ForeignReply } from '../../../../operations/reply.ts'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import type { NativeSnap } from '../reply/native-route.ts'
import { findOutsideRadius, toWaypoint } from '../reply/waypoints.ts'
import { areOnEarth } from '../request/coordinates.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { readPreferences } from '../request/profile.ts'
import { DEFAULT_NEAREST_OPTIONS, type NearestOptions, nearestOptions } from '../request/route-options.ts'
import type { OsrmUrl } from '../request/url.ts'
import { hasConstraints } from './constraints.ts'

const MAX_RESULTS = 100
const NO_SEGMENT: OsrmError = { code: 'NoSegment', message: 'Could not find a matching segments for coordinate' }

/** GET /nearest/v1/{profile}/{coordinate}. Returns the nearest road only, whatever `number` is. */
export async function findNearest(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_NEAREST_OPTIONS, nearestOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 1) ?? checkNearest(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  // A matrix with one cell snaps its point as a route does.
  const points = parameters.coordinates
  const body = { ...preferences.value, origins: points, destinations: points, metrics: ['distance'] }
  const reply = await call('matrix', caller, { body })
  if (!reply.ok) {
    const noRoute = NO_SEGMENT
    const failure = toOsrmFailure(reply.problem, { noRoute, tooBig: noRoute, toCoordinate: () => 0 })
    return (failure.body as OsrmError).code === 'NoSegment' ? { ...failure, body: NO_SEGMENT } : failure
  }
  const snaps = (reply.body as { readonly snapped: { readonly origins: readonly NativeSnap[] } }).snapped.origins
  if (findOutsideRadius(snaps, parameters)) return toErrorReply(NO_SEGMENT)
  const waypoints = snaps.map((snap) => toWaypoint(snap, parameters))
  return { status: 200, body: { code: 'Ok', ...(!parameters.skipWaypoints && { waypoints }) } }
}

function checkNearest(parameters: OsrmParameters<NearestOptions>): OsrmError | undefined {
  const { number, coordinates } = parameters
  // OSRM refuses this with an empty message.
  if (number < 1) return { code: 'InvalidOptions', message: '' }
  if (number > MAX_RESULTS) {
    const message = `Number of results ${number} is higher than current maximum (${MAX_RESULTS})`
    return { code: 'TooBig', message }
  }
  if (!areOnEarth(coordinates)) return { code: 'InvalidOptions', message: 'Coordinates are invalid' }
  if (coordinates.length !== 1) return { code: 'InvalidOptions', message: 'Only one input coordinate is supported' }
  if (hasConstraints(parameters))
    return { code: 'NotImplemented', message: 'bearings and approaches are not available here; leave them out' }
  return undefined
}
