import {
  bearingOnPath,
  beginningOf,
  endOf,
  findOnPath,
  isNotBehind,
  type OnPath,
  type PathPlace,
  pathUpTo,
  pointOnPath,
  type RoadNetwork,
  type TracedPath,
} from '@fairway/road'
import type { NamedStop } from '../route/api/request.ts'
import { isSameStop, type Previous, type ViaStop } from './previous.ts'
import type { RerouteQuery } from './request.ts'

/** The vehicle's position on its previous route, and what remains of it. */
export interface WayAhead {
  readonly path: TracedPath
  readonly at: PathPlace
  /** More than a street's width off the path; `at` is the nearest position on it. */
  readonly isOff: boolean
  /** Position, stops and destination of the requested route. */
  readonly wanted: readonly NamedStop[]
  /** The remaining stops of the previous route; undefined for a line, which has no stops. */
  readonly known: readonly PathPlace[] | undefined
  /** The caller removes stops from the remaining route. */
  readonly isShortened: boolean
}

/** A stop lies on a path that passes within this distance of its snapped position. */
export const ON_PATH_METERS = 2

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

export function lookAhead(network: RoadNetwork, path: TracedPath, previous: Previous, query: RerouteQuery): WayAhead {
  const places = previous.via && placesOf(network, path, previous.via)
  const found = query.position && findVehicle(network, path, query.position, query.stops?.[0], places ?? [])
  const at = found?.at ?? beginningOf(path)
  const isOff = found?.kind === 'off'
  const via = viaAhead(network, path, previous, places, at)
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

/**
 * Off the path, a position before a stop is preferred over a nearer one after it, up to this distance ratio, so that no
 * stop is skipped.
 */
const EARLIER_FACTOR = 2

/** If the path passes the position several times, a stop listed as remaining places the vehicle before that stop. */
function findVehicle(
  network: RoadNetwork,
  path: TracedPath,
  position: NamedStop,
  nextStop: NamedStop | undefined,
  stops: readonly PathPlace[],
): OnPath {
  const begin = beginningOf(path)
  const found = findOnPath(network, path, position, begin)
  if (found.kind === 'off') {
    for (const stop of stops) {
      if (isNotBehind(network, path, found.at, stop)) break
      const before = findOnPath(network, pathUpTo(path, stop), position, begin)
      if (before.offMeters <= EARLIER_FACTOR * found.offMeters) return before
    }
  }
  const stop = nextStop && findOnPath(network, path, nextStop, begin)
  if (stop?.kind !== 'on' || isNotBehind(network, path, found.at, stop.at)) return found
  const before = findOnPath(network, pathUpTo(path, stop.at), position, begin)
  return before.kind === found.kind ? before : found
}

/** Used before the path is traced, or when tracing fails: all stops that are not removed. */
export function wantedRoughly(previous: Previous, query: RerouteQuery): NamedStop[] {
  const { latitude, longitude } = previous.line
  const heading = query.heading >= 0 ? query.heading % 360 : -1
  const end = (index: number): NamedStop => ({
    field: index === 0 ? beginningName(previous) : endName(previous),
    ...toDegrees({ latitude: latitude.at(index) ?? 0, longitude: longitude.at(index) ?? 0 }),
    heading: index === 0 ? heading : -1,
  })
  const staying = previous.via?.flatMap(({ stop, isRemoved }) => (isRemoved ? [] : [stop]))
  const stops = query.stops?.filter((stop) => !isRemoved(stop, query)) ?? staying ?? []
  return [query.position ?? end(0), ...stops, query.to ?? end(-1)]
}

/** Locates stops along a path in order. Each stop has several candidate positions on roads. */
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

function placesOf(network: RoadNetwork, path: TracedPath, via: readonly ViaStop[]): PathPlace[] | undefined {
  const stops = via.map((one) => [one])
  return findInOrder(network, path, stops, beginningOf(path))
}

/** A stop that is not on the path counts as not visited yet. */
function viaAhead(
  network: RoadNetwork,
  path: TracedPath,
  { via }: Previous,
  places: readonly PathPlace[] | undefined,
  at: PathPlace,
): (ViaStop & { readonly place: PathPlace | undefined })[] | undefined {
  return via?.flatMap((one, index) => {
    const place = places?.[index]
    return !place || isNotBehind(network, path, at, place) ? [{ ...one, place }] : []
  })
}

/**
 * A vehicle on its route must start along it. A different snap or direction would make another path look shorter than
 * it is.
 */
function startOf(
  network: RoadNetwork,
  path: TracedPath,
  at: PathPlace,
  isOff: boolean,
  previous: Previous,
  { position, heading }: RerouteQuery,
): NamedStop {
  if (position && isOff) return position
  const point = toDegrees(pointOnPath(network, path, at))
  if (!position) return { field: beginningName(previous), ...point, heading: heading >= 0 ? heading % 360 : -1 }
  return { field: position.field, ...point, heading: heading >= 0 ? heading % 360 : bearingOnPath(network, path, at) }
}

function destinationOf(network: RoadNetwork, path: TracedPath, previous: Previous, { to }: RerouteQuery): NamedStop {
  return to ?? { field: endName(previous), ...toDegrees(pointOnPath(network, path, endOf(path))), heading: -1 }
}

/** Message names for the start and end of a route that the caller did not give as points. */
function beginningName({ field }: Previous): string {
  return `the start of ${field}`
}
function endName({ field }: Previous): string {
  return `the end of ${field}`
}

function isRemoved(stop: NamedStop, { removed }: RerouteQuery): boolean {
  return removed.some((one) => 'latitude' in one && isSameStop(stop, one))
}

function toDegrees({ latitude, longitude }: Place): Place {
  return { latitude: latitude / 1e6, longitude: longitude / 1e6 }
}
