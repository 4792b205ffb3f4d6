import { type GeometryFormat, roundedFor } from '@fairway/client'
import { type Coordinates, flatDistanceMeters } from '@fairway/geo'
import { RouteShape } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { NamedStop } from '../route/api/request.ts'
import type { CachedRoute, CachedStop } from '../route/memory/route-record.ts'
import type { ReroutingFailure } from './failures.ts'
import type { RemovedStop, RerouteQuery } from './request.ts'

/** Geometry of the previous route, before the vehicle is located on it. */
export interface PreviousGeometry {
  /** `line` is the caller's geometry, which may be rounded. `drawnLine` is the original geometry. */
  readonly line: Coordinates
  readonly drawnLine: Coordinates
  readonly format: GeometryFormat
  /** Field name for messages about the start and end of the route. */
  readonly field: string
  /** Intermediate stops. Undefined for a plain line, which has no stops. */
  readonly via: readonly ViaStop[] | undefined
}

export interface ViaStop {
  readonly stop: NamedStop
  /** Snapped position, in degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly isRemoved: boolean
}

/** Maximum distance between a requested stop and the matching previous stop, in meters. */
const SAME_STOP_METERS = 50

export function resolvePreviousLine({
  previous,
  removedStops,
}: RerouteQuery): Result<PreviousGeometry, ReroutingFailure> {
  if ('id' in previous) throw new Error('a route id is not a line')
  const { line, format } = previous
  for (const removedStop of removedStops) {
    if ('number' in removedStop)
      return fail({ kind: 'numbered-stop-of-line', field: removedStop.field, given: removedStop.number })
  }
  return ok({ line, drawnLine: line, format, field: 'geometry', via: undefined })
}

export function resolvePreviousId(
  region: Region,
  route: CachedRoute,
  format: GeometryFormat | undefined,
  removedStops: readonly RemovedStop[],
): Result<PreviousGeometry, ReroutingFailure> {
  let callerStopCount = 0
  const via = route.legs.slice(0, -1).map(({ end }, index) => {
    const stop: CachedStop = route.stops[index + 1] ?? NULL_POSITION
    const field = stop.isStation ? 'a charging station of route_id' : `via[${callerStopCount++}] of route_id`
    return { stop: { field, heading: -1, ...stop }, latitude: end.latitude / 1e6, longitude: end.longitude / 1e6 }
  })
  // The caller's stop numbers do not count charging stations.
  const stopIndices = via.flatMap(({ stop }, index) => (stop.isStation ? [] : [index]))
  const removedNumbers = new Set<number>()
  for (const removedStop of removedStops) {
    const index =
      'number' in removedStop
        ? stopIndices[removedStop.number]
        : via.findIndex(({ stop }) => isSameStop(stop, removedStop))
    if (index !== undefined && via[index]) removedNumbers.add(index)
    else return fail(toUnknownStopFailure(removedStop, 'number' in removedStop ? stopIndices.length : via.length))
  }
  const drawnLine = drawLine(region, route)
  const storedFormat = route.geometry === 'none' ? 'points' : route.geometry
  return ok({
    line: roundedFor(drawnLine, format ?? storedFormat),
    drawnLine,
    format: format ?? storedFormat,
    field: 'route_id',
    via: via.map((removedStop, index) => ({ ...removedStop, isRemoved: removedNumbers.has(index) })),
  })
}

const NULL_POSITION = { latitude: 0, longitude: 0 }

export function isSameStop(a: Pick<NamedStop, 'latitude' | 'longitude'>, b: typeof a): boolean {
  return flatDistanceMeters(a.latitude, a.longitude, b.latitude, b.longitude) <= SAME_STOP_METERS
}

function toUnknownStopFailure(removedStop: RemovedStop, stopCount: number): ReroutingFailure {
  const { field } = removedStop
  if ('number' in removedStop)
    return { kind: 'stop-number-unknown', field, given: removedStop.number, stops: stopCount }
  return {
    kind: 'removed-stop-elsewhere',
    field,
    given: JSON.stringify([removedStop.latitude, removedStop.longitude]),
    stops: stopCount,
  }
}

function drawLine({ map }: Region, { legs }: CachedRoute): Coordinates {
  const shape = new RouteShape()
  for (const leg of legs) shape.addLeg(map.network, leg)
  return toCoordinates(shape)
}

export function toCoordinates({ latitude, longitude, length }: RouteShape): Coordinates {
  return {
    latitude: new Int32Array(latitude.subarray(0, length)),
    longitude: new Int32Array(longitude.subarray(0, length)),
  }
}
