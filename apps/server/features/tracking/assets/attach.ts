import type { GeometryFormat } from '@fairway/client'
import type { Coordinates } from '@fairway/geo'
import { makeAssetRoute, serializeRoute } from '@fairway/tracking'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { type DurationFields, isWalkingAsset } from '../live/walking-robots.ts'
import type { Asset, RouteMode, StoredAssetRoute } from './asset.ts'
import { encodeLine, toLineFormat } from './route-line.ts'

/** Calls the route operation of a mode on behalf of the caller, for the given time or the current time. */
export type PlanRoute = (caller: Caller, mode: RouteMode, body: object, nowMs?: number) => Promise<CallReply>

/** Calls POST /v1/reroute on behalf of the caller, for a given time. */
export type CallReroute = (caller: Caller, body: object, nowMs: number) => Promise<CallReply>

/** Route modes of each asset kind. The first mode is the default. */
export const modesByKind: Readonly<Record<Asset['kind'], readonly RouteMode[]>> = {
  vehicle: ['road', 'av'],
  robot: ['road', 'av'],
  drone: ['drone'],
  vessel: ['maritime'],
}

/** Fields used from the reply of any route operation. */
export interface RouteReply extends DurationFields {
  readonly id: string
  readonly mode: RouteMode
  readonly distance_km: number
  readonly eta_min: number
  readonly depart_at: string
  readonly arrive_at: string
  readonly geometry: readonly (readonly [number, number])[]
  readonly altitudes_m?: readonly number[]
  readonly steps?: readonly RouteStep[]
  readonly alternatives?: readonly (DurationFields & { readonly geometry: RouteReply['geometry'] })[]
  /** Legs of an electric vehicle's route that end at charging stations. Drone routes have other fields here. */
  readonly energy?: { readonly stops?: readonly { readonly leg: number }[] }
  readonly data?: Readonly<Record<string, unknown>>
  readonly warnings?: readonly string[]
}

interface RouteStep {
  readonly leg?: number
  readonly distance_m?: number
  readonly duration_s: number
  readonly geometry_range?: readonly [number, number]
}

/** Fields that apply only to a single route: endpoints, times and output options. */
const SINGLE_ROUTE_FIELDS: ReadonlySet<string> = new Set([
  ...['from', 'from_altitude_m', 'to', 'via', 'depart_at', 'arrive_by', 'heading'],
  ...['geometry', 'steps', 'alternatives', 'format', 'unwrap'],
  ...['route_id', 'line', 'line_format', 'duration_min'],
])

export function toStoredAssetRoute(
  kind: Asset['kind'],
  request: object,
  reply: RouteReply,
  format: GeometryFormat,
  attachedAtMs: number,
): StoredAssetRoute {
  const { id, mode, distance_km, eta_min, depart_at, arrive_at, geometry, altitudes_m, data } = reply
  const departMs = Date.parse(depart_at)
  const assetRoute = makeAssetRoute({
    kind,
    points: geometry,
    secondsAt: computeSecondsAtPoints(reply),
    distanceM: distance_km * 1000,
    ...(altitudes_m && { altitudesM: altitudes_m }),
    ...(departMs > attachedAtMs && { departMs }),
  })
  const preferences = Object.fromEntries(Object.entries(request).filter(([name]) => !SINGLE_ROUTE_FIELDS.has(name)))
  const route = {
    id,
    mode,
    distanceKm: distance_km,
    etaMin: eta_min,
    departAt: depart_at,
    arriveAt: arrive_at,
    to: geometry.at(-1) ?? [0, 0],
    stops: listStops(reply).map(({ index, isStation }) => ({
      at: geometry[index] ?? [0, 0],
      alongM: assetRoute.alongM[index] ?? 0,
      ...(isStation && { isStation }),
    })),
    format,
    ...(data && { data }),
    ...(isWalkingAsset(kind, mode) && { isWalked: true as const }),
    wishes: preferences,
  } as const
  return { attachedAtMs, route, line: serializeRoute(assetRoute) }
}

/** Lists the points of the line at which legs end, except for the end of the last leg. */
function listStops({ steps = [], energy }: RouteReply): { index: number; isStation: true | undefined }[] {
  const stationLegs = new Set(energy?.stops?.map(({ leg }) => leg))
  const endByLeg = new Map<number, number>()
  for (const { leg = 0, geometry_range } of steps) if (geometry_range) endByLeg.set(leg, geometry_range[1])
  return [...endByLeg.entries()]
    .sort((a, b) => a[0] - b[0])
    .slice(0, -1)
    .map(([leg, index]) => ({ index, isStation: stationLegs.has(leg) || undefined }))
}

/** Computes the time at every point. Within a step, the duration is distributed evenly over the distance. */
function computeSecondsAtPoints({ geometry, steps = [], eta_min }: RouteReply): number[] {
  const hasNoStepRanges = steps.length === 0 || steps.some(({ geometry_range }) => !geometry_range)
  const timedSteps = hasNoStepRanges
    ? [{ duration_s: eta_min * 60, geometry_range: [0, geometry.length - 1] as const }]
    : steps
  const seconds = new Array<number>(geometry.length).fill(0)
  let elapsedSeconds = 0
  for (const { duration_s, geometry_range: [first, last] = [0, 0] } of timedSteps) {
    const lengths = geometry
      .slice(first, last + 1)
      .map((point, index, linePoints) => computeFlatLength(linePoints[index - 1] ?? point, point))
    const total = lengths.reduce((sum, length) => sum + length, 0)
    let passedLength = 0
    lengths.forEach((length, index) => {
      passedLength += length
      const fraction = total > 0 ? passedLength / total : index / Math.max(1, lengths.length - 1)
      seconds[first + index] = elapsedSeconds + duration_s * fraction
    })
    elapsedSeconds += duration_s
  }
  // Times must be monotonic despite rounding.
  for (let index = 1; index < seconds.length; index++)
    seconds[index] = Math.max(seconds[index] ?? 0, seconds[index - 1] ?? 0)
  return seconds
}

/** Computes a planar length, which is accurate enough to distribute the duration of a step. */
function computeFlatLength([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]): number {
  const longitudeDifference = Math.abs(lonB - lonA) > 180 ? 360 - Math.abs(lonB - lonA) : lonB - lonA
  return Math.hypot(latB - latA, longitudeDifference * Math.cos((latA * Math.PI) / 180))
}

/** Converts a route to the caller's format. All routes are planned with points and steps. */
export function toRouteInFormat(
  { warnings: _warnings, ...route }: RouteReply,
  format: unknown,
  hasSteps: boolean,
): object {
  const formatRoute = <R extends { readonly geometry: RouteReply['geometry']; readonly steps?: unknown }>(
    candidate: R,
  ): object => {
    const { steps, ...rest } = { ...candidate, geometry: toLineInFormat(candidate.geometry, format) }
    return hasSteps ? { ...rest, steps } : rest
  }
  return { ...formatRoute(route), ...(route.alternatives && { alternatives: route.alternatives.map(formatRoute) }) }
}

function toLineInFormat(line: RouteReply['geometry'], format: unknown): unknown {
  return format === 'none' ? null : encodeLine(toCoordinates(line), toLineFormat(format))
}

function toCoordinates(line: RouteReply['geometry']): Coordinates {
  const toMicrodegrees = (degrees: number) => Math.round(degrees * 1e6)
  return {
    latitude: Int32Array.from(line, ([latitude]) => toMicrodegrees(latitude)),
    longitude: Int32Array.from(line, ([, longitude]) => toMicrodegrees(longitude)),
  }
}
