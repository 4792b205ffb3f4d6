import type { Geometry } from '@fairway/client'
import { encodePolyline } from '@fairway/geo'
import { type ManeuverModifier, type ManeuverType, maneuverModifiers, maneuverTypes } from '@fairway/road'
import type { SnappedStop, UpstreamLeg, UpstreamRoute, UpstreamStep } from '../../upstream/provider.ts'
import type { RouteQuery } from '../api/request.ts'
import type { UpstreamRouteAnswer } from '../ask-upstream.ts'
import { unnamedAlternative } from './alternative-reason.ts'
import { formatDistance } from './distance-text.ts'

/** Converts a provider's reply to the Fairway format. */
export function toUpstreamReply(
  query: RouteQuery,
  { answer, provider }: UpstreamRouteAnswer,
  nextId: () => string,
): UpstreamTotals {
  // Some providers return more routes than requested.
  const [bestRoute, ...alternatives] = answer.routes.slice(0, 1 + query.alternatives)
  const [from, ...otherStops] = answer.snapped.map(({ at, distanceMeters, name }) => ({
    at,
    distance_m: round(distanceMeters, 1),
    name,
  }))
  if (!bestRoute) throw new Error('a reply without a route is a failure')
  return {
    id: nextId(),
    mode: 'road',
    ...toRoute(query, bestRoute, answer.snapped),
    ...toTimes(query, bestRoute),
    alternatives: alternatives.map((alternative, index) => ({
      id: nextId(),
      ...toRoute(query, alternative, answer.snapped),
      ...toTimes(query, alternative),
      // The provider sorts by its own weights, so the second route may be faster.
      stretch: Math.max(0, round(alternative.durationSeconds / Math.max(1, bestRoute.durationSeconds) - 1, 3)),
      sharing: round(computeSharedFraction(bestRoute, alternative), 3),
      why: unnamedAlternative(index),
    })),
    snapped: { from, via: otherStops.slice(0, -1), to: otherStops.at(-1) },
    traffic: { source: 'none', snapshot_at: null, coverage: 0 },
    source: 'upstream',
    data: {
      region: provider,
      dataset: provider,
      attribution: `Route by ${provider}; © OpenStreetMap contributors (ODbL 1.0)`,
    },
  }
}

/** Totals of a route that are also used outside the reply. */
export interface UpstreamTotals {
  readonly distance_km: number
  readonly eta_min: number
  readonly free_flow_min: number
  readonly geometry: Geometry | null
  readonly [other: string]: unknown
}

function toTimes({ time }: RouteQuery, { durationSeconds }: UpstreamRoute): object {
  const durationMs = durationSeconds * 1000
  const departMs = time.kind === 'depart' ? time.atMs : time.atMs - durationMs
  return { depart_at: new Date(departMs).toISOString(), arrive_at: new Date(departMs + durationMs).toISOString() }
}

function toRoute(query: RouteQuery, route: UpstreamRoute, stops: readonly SnappedStop[]): UpstreamTotals {
  const { legs, geometry } = route
  return {
    distance_km: round(route.distanceMeters / 1000, 4),
    ...(query.units ? { distance_text: formatDistance(route.distanceMeters * 100, query.units) } : {}),
    eta_min: round(route.durationSeconds / 60, 3),
    free_flow_min: round(route.durationSeconds / 60, 3),
    geometry: toGeometry(query, geometry),
    bbox: toBoundingBox(geometry),
    legs: legs.map((leg, index) => toLeg(leg, stops[index], stops[index + 1])),
    ...(query.steps
      ? {
          steps: legs.flatMap(({ steps }, index) => steps.map((step) => toStep(query, step, index, legs.length))),
        }
      : {}),
    incidents: [],
  }
}

function toGeometry({ geometry }: RouteQuery, points: UpstreamRoute['geometry']): Geometry | null {
  switch (geometry) {
    case 'points':
      return points
    case 'polyline':
      return encodePolyline(points, 5)
    case 'polyline6':
      return encodePolyline(points, 6)
    case 'geojson':
      return { type: 'LineString', coordinates: points.map(([latitude, longitude]) => [longitude, latitude]) }
    case 'none':
      return null
  }
}

function toLeg(
  { distanceMeters, durationSeconds }: UpstreamLeg,
  from: SnappedStop | undefined,
  to: SnappedStop | undefined,
): object {
  const minutes = round(durationSeconds / 60, 3)
  return {
    distance_km: round(distanceMeters / 1000, 4),
    eta_min: minutes,
    free_flow_min: minutes,
    from: from?.at,
    to: to?.at,
  }
}

const knownTypes: ReadonlyMap<string, ManeuverType> = new Map(maneuverTypes.map((type) => [type, type]))
const knownModifiers: ReadonlyMap<string, ManeuverModifier> = new Map(
  maneuverModifiers.map((modifier) => [modifier, modifier]),
)

function toStep(query: RouteQuery, step: UpstreamStep, leg: number, legCount: number): object {
  // An unknown maneuver type becomes a generic turn.
  const type = knownTypes.get(step.type) ?? 'turn'
  const modifier = knownModifiers.get(step.modifier ?? '')
  const bearingAfter = Math.round(step.bearingAfter) % 360
  const { name, ref = '', destinations = '', exits = '', rotaryName = '', lanes = [], exit = 0 } = step
  const instruction = query.instructions.write({
    type,
    modifier,
    exit,
    name,
    ref,
    isMotorway: false,
    rotaryName,
    destinations,
    exits,
    lanes,
    mode: 'driving',
    pathKind: undefined,
    bearingAfter,
    leftHandTraffic: step.drivingSide === 'left',
    legIndex: leg,
    legCount,
  })
  return {
    leg,
    maneuver: {
      type,
      ...(modifier ? { modifier } : {}),
      ...(exit > 0 ? { exit } : {}),
      at: step.at,
      bearing_before: Math.round(step.bearingBefore) % 360,
      bearing_after: bearingAfter,
    },
    instruction,
    name,
    ...(ref ? { ref } : {}),
    ...(rotaryName ? { rotary_name: rotaryName } : {}),
    ...(destinations ? { destinations } : {}),
    ...(exits ? { exits } : {}),
    mode: 'driving',
    ...(lanes.length > 0 ? { lanes } : {}),
    distance_m: round(step.distanceMeters, 1),
    ...(query.units ? { distance_text: formatDistance(step.distanceMeters * 100, query.units) } : {}),
    duration_s: round(step.durationSeconds, 1),
    driving_side: step.drivingSide,
    ...(query.geometry === 'none' ? {} : { geometry_range: [step.firstPoint, step.lastPoint] }),
  }
}

/** Returns the share of the alternative's points that are on the best route. */
function computeSharedFraction(bestRoute: UpstreamRoute, alternative: UpstreamRoute): number {
  const bestPoints = new Set(bestRoute.geometry.map((point) => point.join()))
  const sharedPointCount = alternative.geometry.filter((point) => bestPoints.has(point.join())).length
  return alternative.geometry.length > 0 ? sharedPointCount / alternative.geometry.length : 1
}

function toBoundingBox(points: UpstreamRoute['geometry']): number[] {
  let [south, north] = [90, -90]
  let [west, east] = [180, -180]
  let [westOfAntimeridian, eastOfAntimeridian] = [180, -180]
  for (const [latitude, longitude] of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    if (longitude >= 0) westOfAntimeridian = Math.min(westOfAntimeridian, longitude)
    else eastOfAntimeridian = Math.max(eastOfAntimeridian, longitude)
  }
  // Across the antimeridian, west is greater than east, as in GeoJSON.
  return east - west > 180 ? [south, westOfAntimeridian, north, eastOfAntimeridian] : [south, west, north, east]
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
