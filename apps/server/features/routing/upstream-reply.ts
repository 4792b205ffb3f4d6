import { encodePolyline } from '@fairway/geo/polyline.ts'
import type { UpstreamLeg, UpstreamRoute, UpstreamStep } from '../../engines/upstream/provider.ts'
import { distanceText } from './distance-text.ts'
import type { RouteQuery } from './request.ts'
import type { RouteAnswer } from './service.ts'

type UpstreamRouteAnswer = Extract<RouteAnswer, { source: 'upstream' }>

/** The provider's answer in the words of this service. */
export function toUpstreamReply(query: RouteQuery, { answer, provider }: UpstreamRouteAnswer, id: string): object {
  const [best, ...others] = answer.routes
  const [from, ...rest] = answer.snapped.map(({ at, distanceMeters, name }) => ({
    at,
    distance_m: distanceMeters,
    name,
  }))
  if (!best) throw new Error('an answer without a route is a failure')
  const durationMs = best.durationSeconds * 1000
  const departMs = query.time.kind === 'depart' ? query.time.atMs : query.time.atMs - durationMs
  return {
    id,
    mode: 'road',
    ...toRoute(query, best),
    depart_at: new Date(departMs).toISOString(),
    arrive_at: new Date(departMs + durationMs).toISOString(),
    alternatives: others.map((other) => ({
      ...toRoute(query, other),
      stretch: round(other.durationSeconds / Math.max(1, best.durationSeconds) - 1, 3),
      sharing: round(sharing(best, other), 3),
      why: 'another way',
    })),
    snapped: { from, via: rest.slice(0, -1), to: rest.at(-1) },
    traffic: { snapshot_at: null, coverage: 0 },
    source: 'upstream',
    data: {
      region: provider,
      dataset: provider,
      attribution: `Route by ${provider}; © OpenStreetMap contributors (ODbL 1.0)`,
    },
  }
}

function toRoute(query: RouteQuery, route: UpstreamRoute): object {
  return {
    distance_km: round(route.distanceMeters / 1000, 4),
    ...(query.units ? { distance_text: distanceText(route.distanceMeters * 100, query.units) } : {}),
    eta_min: round(route.durationSeconds / 60, 3),
    free_flow_min: round(route.durationSeconds / 60, 3),
    geometry: toGeometry(query, route.geometry),
    bbox: boxOf(route.geometry),
    legs: route.legs.map((leg) => toLeg(leg, route)),
    ...(query.steps
      ? {
          steps: route.legs.flatMap((leg, index) =>
            leg.steps.map((step) => toStep(query, step, index, route.legs.length)),
          ),
        }
      : {}),
    incidents: [],
  }
}

function toGeometry({ geometry }: RouteQuery, points: UpstreamRoute['geometry']): unknown {
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

function toLeg({ distanceMeters, durationSeconds, steps }: UpstreamLeg, { geometry }: UpstreamRoute): object {
  const minutes = round(durationSeconds / 60, 3)
  const first = steps[0]?.at ?? geometry[0]
  const last = steps.at(-1)?.at ?? geometry.at(-1)
  return {
    distance_km: round(distanceMeters / 1000, 4),
    eta_min: minutes,
    free_flow_min: minutes,
    from: first,
    to: last,
  }
}

function toStep(query: RouteQuery, step: UpstreamStep, leg: number, legCount: number): object {
  const type = step.type as Parameters<RouteQuery['instructions']['write']>[0]['type']
  const modifier = step.modifier as Parameters<RouteQuery['instructions']['write']>[0]['modifier']
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
    bearingAfter: step.bearingAfter,
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
      bearing_before: step.bearingBefore,
      bearing_after: step.bearingAfter,
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
    ...(query.units ? { distance_text: distanceText(step.distanceMeters * 100, query.units) } : {}),
    duration_s: round(step.durationSeconds, 1),
    driving_side: step.drivingSide,
    ...(query.geometry === 'none' ? {} : { geometry_range: [step.firstPoint, step.lastPoint] }),
  }
}

/** The share of the other way's points that lie on the best one. */
function sharing(best: UpstreamRoute, other: UpstreamRoute): number {
  const usual = new Set(best.geometry.map((point) => point.join()))
  const common = other.geometry.filter((point) => usual.has(point.join())).length
  return other.geometry.length > 0 ? common / other.geometry.length : 1
}

function boxOf(points: UpstreamRoute['geometry']): number[] {
  let [south, west, north, east] = [90, 180, -90, -180]
  for (const [latitude, longitude] of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return [south, west, north, east]
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
