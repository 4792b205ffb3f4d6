import type { RoadNetwork } from '@fairway/road/network/network.ts'
import { findOnPath, type OnPath } from '@fairway/road/reroute/find-on-path.ts'
import { bearingOnPath, pointOnPath } from '@fairway/road/reroute/point-on-path.ts'
import {
  beginningOf,
  endOf,
  isNotBehind,
  type PathPlace,
  pathUpTo,
  type TracedPath,
} from '@fairway/road/reroute/traced-path.ts'
import type { NamedStop } from '../../routing/request.ts'
import { isSameStop, type Previous, type ViaStop } from './previous.ts'
import type { RerouteQuery } from './request.ts'

/** Where the vehicle is on its previous route, and what is still before it. */
export interface WayAhead {
  readonly path: TracedPath
  readonly at: PathPlace
  /** More than a street's width beside the path; `at` is where it is nearest. */
  readonly isOff: boolean
  /** Position, stops and destination of the route that is wanted now. */
  readonly wanted: readonly NamedStop[]
  /** Where the previous route would stop from here on; undefined for a line, which does not tell its stops. */
  readonly known: readonly PathPlace[] | undefined
  /** The caller takes something out of what was to be visited. */
  readonly isShortened: boolean
}

/** A stop lies on a path whose line comes this near to where the stop was put on the road. */
export const ON_PATH_METERS = 2

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

export function lookAhead(network: RoadNetwork, path: TracedPath, previous: Previous, query: RerouteQuery): WayAhead {
  const found = query.position && findVehicle(network, path, query.position, query.stops?.[0])
  const at = found?.at ?? beginningOf(path)
  const isOff = found?.kind === 'off'
  const via = viaAhead(network, path, previous, at)
  const staying = via?.filter(({ isRemoved }) => !isRemoved)
  const stops = query.stops?.filter((stop) => !isRemoved(stop, query)) ?? staying?.map(({ stop }) => stop) ?? []
  return {
    path,
    at,
    isOff,
    wanted: [
      startOf(network, path, at, isOff, previous, query),
      ...stops,
      destinationOf(network, path, previous, query),
    ],
    known: staying?.every(({ place }) => place) ? staying.flatMap(({ place }) => place ?? []) : undefined,
    isShortened: via ? via.some(({ isRemoved }) => isRemoved) : query.removed.length > 0,
  }
}

/** Who says that a stop is still to come is before it, where the path comes by the position later as well. */
function findVehicle(
  network: RoadNetwork,
  path: TracedPath,
  position: NamedStop,
  nextStop: NamedStop | undefined,
): OnPath {
  const begin = beginningOf(path)
  const found = findOnPath(network, path, position, begin)
  const stop = nextStop && findOnPath(network, path, nextStop, begin)
  if (stop?.kind !== 'on' || isNotBehind(network, path, found.at, stop.at)) return found
  const before = findOnPath(network, pathUpTo(path, stop.at), position, begin)
  return before.kind === found.kind ? before : found
}

/** The same before anybody knows the path, and for who never will: all stops that are not removed. */
export function wantedRoughly(previous: Previous, query: RerouteQuery): NamedStop[] {
  const { latitude, longitude } = previous.line
  const heading = query.heading >= 0 ? query.heading % 360 : -1
  const end = (index: number): NamedStop => ({
    field: previous.field,
    ...toDegrees({ latitude: latitude.at(index) ?? 0, longitude: longitude.at(index) ?? 0 }),
    heading: index === 0 ? heading : -1,
  })
  const staying = previous.via?.flatMap(({ stop, isRemoved }) => (isRemoved ? [] : [stop]))
  const stops = query.stops?.filter((stop) => !isRemoved(stop, query)) ?? staying ?? []
  return [query.position ?? end(0), ...stops, query.to ?? end(-1)]
}

/** Where on a path stops lie, in their order; each is told by all places of the road where it may have been put. */
export function findInOrder(
  network: RoadNetwork,
  path: TracedPath,
  stops: readonly (readonly Place[])[],
  from: PathPlace,
): PathPlace[] | undefined {
  const places: PathPlace[] = []
  for (const candidates of stops) {
    const found = candidates
      .map((place) => findOnPath(network, path, place, places.at(-1) ?? from, ON_PATH_METERS))
      .find(({ kind }) => kind === 'on')
    if (!found) return undefined
    places.push(found.at)
  }
  return places
}

/** What cannot be found on the path any more counts as not visited yet. */
function viaAhead(
  network: RoadNetwork,
  path: TracedPath,
  { via }: Previous,
  at: PathPlace,
): (ViaStop & { readonly place: PathPlace | undefined })[] | undefined {
  if (!via) return undefined
  const places = findInOrder(
    network,
    path,
    via.map((one) => [one]),
    beginningOf(path),
  )
  return via.flatMap((one, index) => {
    const place = places?.[index]
    return !place || isNotBehind(network, path, at, place) ? [{ ...one, place }] : []
  })
}

/** Who is on the route drives along it: put elsewhere, or turned around, another way would only look shorter. */
function startOf(
  network: RoadNetwork,
  path: TracedPath,
  at: PathPlace,
  isOff: boolean,
  { field }: Previous,
  { position, heading }: RerouteQuery,
): NamedStop {
  if (position && isOff) return position
  const point = toDegrees(pointOnPath(network, path, at))
  if (!position) return { field, ...point, heading: heading >= 0 ? heading % 360 : -1 }
  return { field: position.field, ...point, heading: heading >= 0 ? heading % 360 : bearingOnPath(network, path, at) }
}

function destinationOf(network: RoadNetwork, path: TracedPath, { field }: Previous, { to }: RerouteQuery): NamedStop {
  return to ?? { field, ...toDegrees(pointOnPath(network, path, endOf(path))), heading: -1 }
}

function isRemoved(stop: NamedStop, { removed }: RerouteQuery): boolean {
  return removed.some((one) => 'latitude' in one && isSameStop(stop, one))
}

function toDegrees({ latitude, longitude }: Place): Place {
  return { latitude: latitude / 1e6, longitude: longitude / 1e6 }
}
