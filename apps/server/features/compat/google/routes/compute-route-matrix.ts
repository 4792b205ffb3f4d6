import type { ForeignReply } from '../../../../operations/reply.ts'
import { computeMatrix, findSide } from '../distance-matrix.ts'
import { formatDistance, formatDuration } from '../labels.ts'
import { PlaceFinder } from '../place-finder.ts'
import type { PlaceInput } from '../place-input.ts'
import type { RoutesContext } from './compute-routes.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { applyFieldMask, type FieldMask } from './field-mask.ts'
import { type Fields, isFields, readTravelOptions, readWaypoint } from './request.ts'

/** Maximum number of elements that the format allows. */
const MAX_ELEMENTS = 625
const NOT_FOUND_CODE = 5

/** Handles POST distanceMatrix/v2:computeRouteMatrix, with one element per origin and destination. */
export async function computeRouteMatrix(
  fields: Fields,
  mask: FieldMask,
  context: RoutesContext,
): Promise<ForeignReply> {
  const { call, caller, isCovered, nowMs } = context
  const sides: PlaceInput[][] = []
  for (const field of ['origins', 'destinations'] as const) {
    const list = fields[field]
    if (!Array.isArray(list) || list.length === 0) return toErrorReply(`${field} is missing; give a list of waypoints`)
    const places: PlaceInput[] = []
    for (const [index, entry] of list.entries()) {
      const place = readWaypoint(`${field}[${index}].waypoint`, isFields(entry) ? entry.waypoint : undefined)
      if (!place.ok) return toErrorReply(place.failure.error_message)
      places.push(place.value)
    }
    sides.push(places)
  }
  const [origins = [], destinations = []] = sides
  const count = origins.length * destinations.length
  if (count > MAX_ELEMENTS)
    return toErrorReply(
      `${origins.length} origins and ${destinations.length} destinations make ${count} elements; at most ${MAX_ELEMENTS} are allowed`,
    )
  const travel = readTravelOptions(fields, nowMs)
  if (!travel.ok) return toErrorReply(travel.failure.error_message)
  if (travel.value.arriveByMs !== undefined)
    return toErrorReply('arrivalTime is not supported here; give departureTime')
  const finder = new PlaceFinder(call, caller, travel.value, isCovered)
  const [from, to] = await Promise.all([findSide(finder, origins), findSide(finder, destinations)])
  const matrix = await computeMatrix(call, caller, travel.value, from, to)
  if (!matrix.ok) return toFailureReply(matrix.failure)
  const { units, language } = travel.value
  const { distances_km, durations_min, free_flow_min } = matrix.value
  const elements = from.flatMap((origin, originIndex) =>
    to.map((destination, destinationIndex) => {
      const indexes = { originIndex, destinationIndex }
      if (!origin || !destination)
        return { ...indexes, status: { code: NOT_FOUND_CODE, message: 'No place matches the address.' } }
      const km = distances_km[originIndex]?.[destinationIndex] ?? null
      const minutes = durations_min[originIndex]?.[destinationIndex] ?? null
      const freeFlowMin = free_flow_min[originIndex]?.[destinationIndex] ?? null
      if (km === null || minutes === null || freeFlowMin === null)
        return { ...indexes, status: {}, condition: 'ROUTE_NOT_FOUND' }
      const [meters, seconds, staticSeconds] = [
        Math.round(km * 1000),
        Math.round(minutes * 60),
        Math.round(freeFlowMin * 60),
      ]
      return {
        ...indexes,
        status: {},
        condition: 'ROUTE_EXISTS',
        distanceMeters: meters,
        duration: `${seconds}s`,
        staticDuration: `${staticSeconds}s`,
        travelAdvisory: {},
        localizedValues: {
          distance: { text: formatDistance(meters, units, language) },
          duration: { text: formatDuration(seconds, language) },
          staticDuration: { text: formatDuration(staticSeconds, language) },
        },
      }
    }),
  )
  return { status: 200, body: applyFieldMask(elements, mask) as object }
}
