import { parsePolylinePoints } from '@fairway/geo'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { OsrmReply, OsrmRoute, OsrmStep } from './osrm-reply.ts'
import type { UpstreamAnswer, UpstreamPoint, UpstreamQuery, UpstreamRoute, UpstreamStep } from './provider.ts'
import { RouteGeometry } from './route-geometry.ts'

/** Error that is used only in this file, with the reason why a reply is unusable. */
class UnusableReplyError extends Error {}

/** Converts an OSRM reply to Fairway terms and coordinate order. A failure describes the mismatch with the query. */
export function toAnswer(reply: OsrmReply, query: UpstreamQuery): Result<UpstreamAnswer, string> {
  const { routes, waypoints } = reply
  const stopCount = query.stops.length
  if (waypoints.length !== stopCount) return fail(`${waypoints.length} waypoints for ${stopCount} stops`)
  try {
    return ok({
      routes: routes.map((route, i) => toRoute(route, query, `routes[${i}]`)),
      snapped: waypoints.map(({ location, distance, name }) => ({
        at: toPoint(location),
        distanceMeters: distance,
        name,
      })),
    })
  } catch (error) {
    if (error instanceof UnusableReplyError) return fail(error.message)
    throw error
  }
}

function toRoute(route: OsrmRoute, query: UpstreamQuery, path: string): UpstreamRoute {
  const legCount = query.stops.length - 1
  if (route.legs.length !== legCount)
    throw new UnusableReplyError(`${path} has ${route.legs.length} legs instead of ${legCount}`)
  const geometry = new RouteGeometry()
  // If steps are requested, the geometry is built from the steps, because only they show which point belongs to which
  // step.
  const legs = route.legs.map(({ distance, duration, steps }, leg) => ({
    distanceMeters: distance,
    durationSeconds: duration,
    steps: query.steps ? toSteps(steps, geometry, `${path}.legs[${leg}].steps`) : [],
  }))
  if (!query.steps) geometry.append(toPoints(route.geometry, `${path}.geometry`))
  if (geometry.points.length < 2) throw new UnusableReplyError(`${path} has fewer than two points`)
  return { distanceMeters: route.distance, durationSeconds: route.duration, geometry: geometry.points, legs }
}

function toSteps(steps: readonly OsrmStep[], geometry: RouteGeometry, path: string): UpstreamStep[] {
  if (steps.length === 0) throw new UnusableReplyError(`${path} is empty`)
  return steps.map((step, i) => toStep(step, geometry, `${path}[${i}].geometry`))
}

function toStep(step: OsrmStep, geometry: RouteGeometry, path: string): UpstreamStep {
  const { maneuver, ref, destinations, exits, rotary_name: rotaryName } = step
  const { modifier, exit } = maneuver
  // A step starts at its first intersection. The lanes of later intersections do not belong to the maneuver.
  const lanes = step.intersections?.[0]?.lanes
  return {
    type: maneuver.type,
    ...(modifier === undefined ? {} : { modifier }),
    ...(exit === undefined ? {} : { exit }),
    name: step.name,
    ...(ref === undefined ? {} : { ref }),
    ...(destinations === undefined ? {} : { destinations }),
    ...(exits === undefined ? {} : { exits }),
    ...(rotaryName === undefined ? {} : { rotaryName }),
    distanceMeters: step.distance,
    durationSeconds: step.duration,
    at: toPoint(maneuver.location),
    bearingBefore: maneuver.bearing_before,
    bearingAfter: maneuver.bearing_after,
    drivingSide: step.driving_side === 'left' ? 'left' : 'right',
    ...(lanes === undefined ? {} : { lanes: lanes.map(({ valid, indications }) => ({ valid, indications })) }),
    ...geometry.append(toPoints(step.geometry, path)),
  }
}

function toPoints(polyline: string, path: string): UpstreamPoint[] {
  const points = parsePolylinePoints(polyline, 6)
  if (points === undefined || points.length === 0) throw new UnusableReplyError(`${path} is not a polyline`)
  return points
}

function toPoint([longitude, latitude]: readonly [number, number]): UpstreamPoint {
  return [latitude, longitude]
}
