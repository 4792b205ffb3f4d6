import { parsePolylinePoints } from '@fairway/geo'
import type { Point } from '../request/coordinates.ts'
import type { LineOptions } from '../request/route-options.ts'
import { annotateLeg } from './annotations.ts'
import { type Leg, toLegRange, toLegs } from './legs.ts'
import { formatLine, simplifyLine } from './lines.ts'
import type { NativeRoute } from './native-route.ts'
import { roundTenths, summarizeSteps, toOsrmStep } from './steps.ts'

/** Returns the options with which the route contains exactly the data that the reply needs. */
export function toLineRequest({ steps, annotations, overview, geometries }: LineOptions) {
  const needsSteps = steps || annotations.length > 0 || overview === 'by_legs'
  // Parsing an encoded line takes half as long as parsing a list of points.
  if (needsSteps || overview === 'simplified') return { steps: needsSteps, geometry: 'polyline6' }
  return { steps: false, geometry: overview === 'false' ? 'none' : geometries }
}

/** Converts a route to an OSRM route object. */
export function toOsrmRoute(encoded: NativeRoute, isWaypoint: readonly boolean[], options: LineOptions): object {
  const route = needsPoints(options) ? withPoints(encoded) : encoded
  const legs = toLegs(route, isWaypoint)
  const duration = roundTenths(route.eta_min * 60)
  return {
    ...toOverview(route.geometry, options),
    legs: legs.map((leg) => toOsrmLeg(leg, route.geometry, options)),
    weight_name: 'duration',
    weight: duration,
    duration,
    distance: roundTenths(route.distance_km * 1000),
  }
}

function needsPoints({ steps, annotations, overview }: LineOptions): boolean {
  return steps || annotations.length > 0 || overview === 'by_legs' || overview === 'simplified'
}

/** Returns the same route with its line as points. The line was requested with six decimals. */
export function withPoints<R extends NativeRoute>(route: R): R {
  const { geometry } = route
  return typeof geometry === 'string' ? { ...route, geometry: parsePolylinePoints(geometry, 6) ?? [] } : route
}

function toOverview(geometry: NativeRoute['geometry'], { overview, geometries }: LineOptions): object {
  if (overview === 'false' || overview === 'by_legs') return {}
  if (!isPoints(geometry)) return { geometry }
  return { geometry: formatLine(overview === 'simplified' ? simplifyLine(geometry) : geometry, geometries) }
}

function toOsrmLeg(leg: Leg, line: NativeRoute['geometry'], options: LineOptions): object {
  const geometry = isPoints(line) ? line : []
  const { steps, annotations, overview, geometries } = options
  const duration = roundTenths(leg.durationSeconds)
  const [from, to] = toLegRange(leg)
  return {
    steps: steps ? leg.steps.map((step) => toOsrmStep(step, geometry, geometries)) : [],
    summary: steps ? summarizeSteps(leg.steps) : '',
    weight: duration,
    duration,
    distance: roundTenths(leg.distanceMeters),
    ...(overview === 'by_legs' && { geometry: formatLine(geometry.slice(from, to + 1), geometries) }),
    ...(annotations.length > 0 && { annotation: annotateLeg(leg, geometry, annotations) }),
  }
}

function isPoints(geometry: NativeRoute['geometry']): geometry is readonly Point[] {
  return Array.isArray(geometry)
}
