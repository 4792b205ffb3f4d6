import { type GeometryFormat, roundedFor } from '@fairway/client'
import { type Coordinates, flatDistanceMeters } from '@fairway/geo'
import { RouteShape } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { NamedStop } from '../route/api/request.ts'
import type { RememberedRoute } from '../route/memory/route-record.ts'
import type { ReroutingFailure } from './failures.ts'
import type { RemovedStop, RerouteQuery } from './request.ts'

/** The route to change, before the vehicle is located on it. */
export interface Previous {
  /** `line` is the caller's geometry, which may be rounded; `drawn` is the geometry as originally drawn. */
  readonly line: Coordinates
  readonly drawn: Coordinates
  readonly format: GeometryFormat
  /** The field name for messages about its start and end. */
  readonly field: string
  /** Intermediate stops. A bare line does not have them. */
  readonly via: readonly ViaStop[] | undefined
}

export interface ViaStop {
  readonly stop: NamedStop
  /** The snapped position in degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly isRemoved: boolean
}

/** A stop given again matches a previous stop within this distance. */
const SAME_STOP_METERS = 50

export function previousOfLine({ previous, removed }: RerouteQuery): Result<Previous, ReroutingFailure> {
  if ('id' in previous) throw new Error('a route id is not a line')
  const { line, format } = previous
  for (const one of removed) {
    if ('number' in one) return fail({ kind: 'numbered-stop-of-line', field: one.field, given: one.number })
  }
  return ok({ line, drawn: line, format, field: 'geometry', via: undefined })
}

export function previousOfId(
  region: Region,
  route: RememberedRoute,
  format: GeometryFormat | undefined,
  removed: readonly RemovedStop[],
): Result<Previous, ReroutingFailure> {
  const via = route.legs.slice(0, -1).map(({ end }, index) => ({
    stop: { field: `via[${index}] of route_id`, heading: -1, ...(route.stops[index + 1] ?? NOWHERE) },
    latitude: end.latitude / 1e6,
    longitude: end.longitude / 1e6,
  }))
  const gone = new Set<number>()
  for (const one of removed) {
    const index = 'number' in one ? one.number : via.findIndex(({ stop }) => isSameStop(stop, one))
    if (via[index]) gone.add(index)
    else return fail(unknownStop(one, via.length))
  }
  const drawn = draw(region, route)
  const own = route.geometry === 'none' ? 'points' : route.geometry
  return ok({
    line: roundedFor(drawn, format ?? own),
    drawn,
    format: format ?? own,
    field: 'route_id',
    via: via.map((one, index) => ({ ...one, isRemoved: gone.has(index) })),
  })
}

const NOWHERE = { latitude: 0, longitude: 0 }

export function isSameStop(a: Pick<NamedStop, 'latitude' | 'longitude'>, b: typeof a): boolean {
  return flatDistanceMeters(a.latitude, a.longitude, b.latitude, b.longitude) <= SAME_STOP_METERS
}

function unknownStop(one: RemovedStop, stops: number): ReroutingFailure {
  const { field } = one
  if ('number' in one) return { kind: 'stop-number-unknown', field, given: one.number, stops }
  return { kind: 'removed-stop-elsewhere', field, given: JSON.stringify([one.latitude, one.longitude]), stops }
}

function draw({ map }: Region, { legs }: RememberedRoute): Coordinates {
  const shape = new RouteShape()
  for (const leg of legs) shape.addLeg(map.network, leg)
  return lineOf(shape)
}

export function lineOf({ latitude, longitude, length }: RouteShape): Coordinates {
  return {
    latitude: new Int32Array(latitude.subarray(0, length)),
    longitude: new Int32Array(longitude.subarray(0, length)),
  }
}
