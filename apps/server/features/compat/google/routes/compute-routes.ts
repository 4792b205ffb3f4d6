import type { ForeignReply } from '../../../../operations/reply.ts'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { INPUT_ERROR_CODE, toErrorHeaders } from '../../foreign-operation.ts'
import { DirectionsService } from '../directions/directions.ts'
import type { CoverageCheck } from '../place-finder.ts'
import type { PlaceInput } from '../place-input.ts'
import type { DirectionsQuery } from '../request.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { applyFieldMask, type FieldMask } from './field-mask.ts'
import { type Fields, readTravelOptions, readWaypoint } from './request.ts'
import { type Directions, type LineFormat, toRoute } from './route-reply.ts'

const MAX_INTERMEDIATES = 25

export interface RoutesContext {
  readonly call: OperationCaller
  readonly caller: Caller
  readonly isCovered: CoverageCheck
  readonly nowMs: number
}

/** Handles POST directions/v2:computeRoutes, with the same routes as in the directions format. */
export async function computeRoutes(
  fields: Fields,
  mask: FieldMask,
  { call, caller, isCovered, nowMs }: RoutesContext,
): Promise<ForeignReply> {
  const places: PlaceInput[] = []
  const { origin, intermediates = [], destination, polylineEncoding, optimizeWaypointOrder } = fields
  if (!Array.isArray(intermediates)) return toErrorReply('intermediates must be a list of waypoints')
  if (intermediates.length > MAX_INTERMEDIATES)
    return toErrorReply(`intermediates has ${intermediates.length} waypoints; at most ${MAX_INTERMEDIATES} are allowed`)
  const waypointFields = [
    ['origin', origin],
    ...intermediates.map((intermediate, index) => [`intermediates[${index}]`, intermediate]),
    ['destination', destination],
  ]
  for (const [field, waypoint] of waypointFields) {
    const place = readWaypoint(String(field), waypoint)
    if (!place.ok) return toErrorReply(place.failure.error_message)
    places.push(place.value)
  }
  const travel = readTravelOptions(fields, nowMs)
  if (!travel.ok) return toErrorReply(travel.failure.error_message)
  const optimize = optimizeWaypointOrder === true
  if (optimize && places.some(({ isPassThrough }) => isPassThrough))
    return toErrorReply('optimizeWaypointOrder is true, but an intermediate waypoint has via; leave one of them out')
  const lineFormat: LineFormat = polylineEncoding === 'GEO_JSON_LINESTRING' ? 'geojson' : 'encoded'
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) throw new Error('origin and destination were read')
  const waypoints = places.slice(1, -1)
  const query: DirectionsQuery = {
    ...travel.value,
    origin: first,
    destination: last,
    waypoints,
    optimize,
    alternatives: fields.computeAlternativeRoutes === true && waypoints.length === 0,
  }
  const directions = await new DirectionsService(call, isCovered).find(caller, query)
  if (!directions.ok) return toFailureReply(directions.failure)
  const { errorCode = INPUT_ERROR_CODE } = directions.value
  const reply = directions.value.body as Directions
  // The format has no error for places without a route between them, so the reply is empty.
  if (reply.status === 'ZERO_RESULTS') return { status: 200, body: {}, headers: toErrorHeaders(errorCode) }
  if (reply.status !== 'OK')
    return toErrorReply(reply.error_message ?? reply.status, reply.status === 'UNKNOWN_ERROR' ? 500 : 400)
  const options = {
    lineFormat,
    travelMode: typeof fields.travelMode === 'string' ? fields.travelMode : 'DRIVE',
    optimize,
  }
  const geocoded = reply.geocoded_waypoints.map(({ types, place_id }, index) =>
    places[index]?.at ? undefined : { geocoderStatus: {}, type: types, placeId: place_id },
  )
  const body = {
    routes: reply.routes.map((route, index) => toRoute(route, index, query, options)),
    geocodingResults: {
      ...(geocoded[0] && { origin: geocoded[0] }),
      ...(geocoded.at(-1) && { destination: geocoded.at(-1) }),
      intermediates: geocoded
        .slice(1, -1)
        .flatMap((place, index) => (place ? [{ ...place, intermediateWaypointRequestIndex: index }] : [])),
    },
  }
  return { status: 200, body: applyFieldMask(body, mask) as object }
}
