import {
  bearingOnPath,
  endOfPath,
  findOnPath,
  isNotBehind,
  type OnPath,
  type PathPosition,
  pathUpTo,
  pointOnPath,
  type RoadNetwork,
  startOfPath,
  type TracedPath,
} from '@fairway/road'
import type { NamedStop } from '../route/api/request.ts'
import { isSameStop, type PreviousGeometry, type ViaStop } from './previous.ts'
import type { RerouteQuery } from './request.ts'

/** Position of the vehicle on its previous route, and the remainder of that route. */
export interface RemainingRoute {
  readonly path: TracedPath
  readonly at: PathPosition
  /**
   * Whether the vehicle is more than a street's width away from the path. `at` is then the nearest position on the
   * path.
   */
  readonly isOffRoute: boolean
  /** Position, stops and destination of the requested route. */
  readonly requestedStops: readonly NamedStop[]
  /** Remaining stops of the previous route. Undefined for a line, which has no stops. */
  readonly knownStops: readonly PathPosition[] | undefined
  /** Whether the request removes stops from the remaining route. */
  readonly isShortened: boolean
}

/** Maximum distance between a path and a snapped stop on the path, in meters. */
export const ON_PATH_METERS = 2

export interface Coordinate {
  readonly latitude: number
  readonly longitude: number
}

export function findRemainingRoute(
  network: RoadNetwork,
  path: TracedPath,
  previous: PreviousGeometry,
  query: RerouteQuery,
): RemainingRoute {
  const stopPositions = previous.via && locateStops(network, path, previous.via)
  const vehicle = query.position && locateVehicle(network, path, query.position, query.stops?.[0], stopPositions ?? [])
  const pathPosition = vehicle?.at ?? startOfPath(path)
  const isVehicleOffRoute = vehicle?.kind === 'off'
  const via = listRemainingVia(network, path, previous, stopPositions, pathPosition)
  const keptVia = via?.filter(({ isRemoved }) => !isRemoved)
  const stops = query.stops?.filter((stop) => !isRemoved(stop, query)) ?? keptVia?.map(({ stop }) => stop) ?? []
  return {
    path,
    at: pathPosition,
    isOffRoute: isVehicleOffRoute,
    requestedStops: [
      toStart(network, path, pathPosition, isVehicleOffRoute, previous, query),
      ...stops,
      toDestination(network, path, previous, query),
    ],
    knownStops: keptVia?.every(({ place }) => place) ? keptVia.flatMap(({ place }) => place ?? []) : undefined,
    isShortened: via ? via.some(({ isRemoved }) => isRemoved) : query.removedStops.length > 0,
  }
}

/**
 * Maximum distance ratio at which a position before a stop is preferred to a nearer position after it. The preference
 * prevents skipped stops when the vehicle is off the path.
 */
const MAX_EARLIER_DISTANCE_RATIO = 2

/**
 * Locates the vehicle on its path. If the path passes the position several times, the vehicle is placed before the
 * first remaining stop.
 */
function locateVehicle(
  network: RoadNetwork,
  path: TracedPath,
  position: NamedStop,
  nextStop: NamedStop | undefined,
  stops: readonly PathPosition[],
): OnPath {
  const start = startOfPath(path)
  const nearest = findOnPath(network, path, position, start)
  if (nearest.kind === 'off') {
    for (const stop of stops) {
      if (isNotBehind(network, path, nearest.at, stop)) break
      const earlierMatch = findOnPath(network, pathUpTo(path, stop), position, start)
      if (earlierMatch.offMeters <= MAX_EARLIER_DISTANCE_RATIO * nearest.offMeters) return earlierMatch
    }
  }
  const stop = nextStop && findOnPath(network, path, nextStop, start)
  if (stop?.kind !== 'on' || isNotBehind(network, path, nearest.at, stop.at)) return nearest
  const pointBefore = findOnPath(network, pathUpTo(path, stop.at), position, start)
  return pointBefore.kind === nearest.kind ? pointBefore : nearest
}

/** Returns all stops that are not removed. Used before the path is traced, or when tracing fails. */
export function estimateRequestedStops(previous: PreviousGeometry, query: RerouteQuery): NamedStop[] {
  const { latitude, longitude } = previous.line
  const heading = query.heading >= 0 ? query.heading % 360 : -1
  const toEndpoint = (index: number): NamedStop => ({
    field: index === 0 ? describeStart(previous) : describeEnd(previous),
    ...toDegrees({ latitude: latitude.at(index) ?? 0, longitude: longitude.at(index) ?? 0 }),
    heading: index === 0 ? heading : -1,
  })
  const staying = previous.via?.flatMap(({ stop, isRemoved }) => (isRemoved ? [] : [stop]))
  const stops = query.stops?.filter((stop) => !isRemoved(stop, query)) ?? staying ?? []
  return [query.position ?? toEndpoint(0), ...stops, query.to ?? toEndpoint(-1)]
}

/** Locates stops along a path in order. Each stop has several candidate positions on roads. */
export function locateInOrder(
  network: RoadNetwork,
  path: TracedPath,
  stops: readonly (readonly Coordinate[])[],
  from: PathPosition,
): PathPosition[] | undefined {
  const positions: PathPosition[] = []
  for (const candidates of stops) {
    const match = candidates
      .map((candidate) => findOnPath(network, path, candidate, positions.at(-1) ?? from, ON_PATH_METERS))
      .find(({ kind }) => kind === 'on')
    if (!match) return undefined
    positions.push(match.at)
  }
  return positions
}

function locateStops(network: RoadNetwork, path: TracedPath, via: readonly ViaStop[]): PathPosition[] | undefined {
  const stops = via.map((viaStop) => [viaStop])
  return locateInOrder(network, path, stops, startOfPath(path))
}

/** Lists the via stops ahead of the vehicle. A stop that is not on the path counts as not visited. */
function listRemainingVia(
  network: RoadNetwork,
  path: TracedPath,
  { via }: PreviousGeometry,
  stopPositions: readonly PathPosition[] | undefined,
  pathPosition: PathPosition,
): (ViaStop & { readonly place: PathPosition | undefined })[] | undefined {
  return via?.flatMap((viaStop, index) => {
    const place = stopPositions?.[index]
    return !place || isNotBehind(network, path, pathPosition, place) ? [{ ...viaStop, place }] : []
  })
}

/**
 * Returns the start for a vehicle. A vehicle on its route must start along the route, because another snap or direction
 * would make another path look shorter.
 */
function toStart(
  network: RoadNetwork,
  path: TracedPath,
  pathPosition: PathPosition,
  isOff: boolean,
  previous: PreviousGeometry,
  { position, heading }: RerouteQuery,
): NamedStop {
  if (position && isOff) return position
  const point = toDegrees(pointOnPath(network, path, pathPosition))
  if (!position) return { field: describeStart(previous), ...point, heading: heading >= 0 ? heading % 360 : -1 }
  return {
    field: position.field,
    ...point,
    heading: heading >= 0 ? heading % 360 : bearingOnPath(network, path, pathPosition),
  }
}

function toDestination(
  network: RoadNetwork,
  path: TracedPath,
  previous: PreviousGeometry,
  { to }: RerouteQuery,
): NamedStop {
  return to ?? { field: describeEnd(previous), ...toDegrees(pointOnPath(network, path, endOfPath(path))), heading: -1 }
}

/** Returns the name of the route's start for messages, for routes that were not given as points. */
function describeStart({ field }: PreviousGeometry): string {
  return `the start of ${field}`
}
function describeEnd({ field }: PreviousGeometry): string {
  return `the end of ${field}`
}

function isRemoved(stop: NamedStop, { removedStops }: RerouteQuery): boolean {
  return removedStops.some((removedStop) => 'latitude' in removedStop && isSameStop(stop, removedStop))
}

function toDegrees({ latitude, longitude }: Coordinate): Coordinate {
  return { latitude: latitude / 1e6, longitude: longitude / 1e6 }
}
