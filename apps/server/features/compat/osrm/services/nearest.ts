import type { ForeignReply } from '../../../../operations/reply.ts'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { MAX_ROADS } from '../../../road/nearest/schemas.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import type { NativeNearest } from '../reply/native-route.ts'
import { toWaypoint } from '../reply/waypoints.ts'
import { areOnEarth } from '../request/coordinates.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { readPreferences } from '../request/profile.ts'
import { DEFAULT_NEAREST_OPTIONS, type NearestOptions, nearestOptions } from '../request/route-options.ts'
import type { OsrmUrl } from '../request/url.ts'
import { restrictsDirection } from './constraints.ts'

const NO_SEGMENT: OsrmError = { code: 'NoSegment', message: 'Could not find a matching segments for coordinate' }

/** Handles GET /nearest/v1/{profile}/{coordinate}. */
export async function findNearest(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_NEAREST_OPTIONS, nearestOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 1) ?? checkNearest(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  const { number, radiuses, bearings, coordinates, skipWaypoints } = parameters
  const [bearing] = bearings
  const body = {
    ...preferences.value,
    point: coordinates[0],
    number,
    ...(restrictsDirection(bearing) && { heading: bearing.degrees, heading_tolerance: bearing.rangeDegrees }),
  }
  const reply = await call('nearest', caller, { body })
  if (!reply.ok) {
    const terms = { noRoute: NO_SEGMENT, tooBig: NO_SEGMENT, toCoordinate: () => 0 }
    const failure = toOsrmFailure(reply.problem, terms)
    return (failure.body as OsrmError).code === 'NoSegment' ? { ...failure, body: NO_SEGMENT } : failure
  }
  const roads = (reply.body as NativeNearest).roads.filter(
    ({ distance_m }) => distance_m <= (radiuses[0] ?? Number.POSITIVE_INFINITY),
  )
  if (roads.length === 0) return toErrorReply(NO_SEGMENT)
  const waypoints = roads.map((road) => toWaypoint(road, parameters))
  return { status: 200, body: { code: 'Ok', ...(!skipWaypoints && { waypoints }) } }
}

function checkNearest({ number, coordinates }: OsrmParameters<NearestOptions>): OsrmError | undefined {
  // OSRM rejects this value with an empty message.
  if (number < 1) return { code: 'InvalidOptions', message: '' }
  if (number > MAX_ROADS) {
    const message = `Number of results ${number} is higher than current maximum (${MAX_ROADS})`
    return { code: 'TooBig', message }
  }
  if (!areOnEarth(coordinates)) return { code: 'InvalidOptions', message: 'Coordinates are invalid' }
  if (coordinates.length !== 1) return { code: 'InvalidOptions', message: 'Only one input coordinate is supported' }
  return undefined
}
