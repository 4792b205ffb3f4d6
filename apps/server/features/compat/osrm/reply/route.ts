import type { Point } from '../request/coordinates.ts'
import type { LineOptions } from '../request/route-options.ts'
import { annotateLeg } from './annotations.ts'
import { type Leg, toLegRange, toLegs } from './legs.ts'
import { formatLine, simplifyLine } from './lines.ts'
import type { NativeRoute } from './native-route.ts'
import { roundTenths, summarizeSteps, toOsrmStep } from './steps.ts'

/** How our route must be requested, so that it contains what the reply needs and nothing else. */
export function toLineRequest({ steps, annotations, overview, geometries }: LineOptions) {
  const needsSteps = steps || annotations.length > 0 || overview === 'by_legs'
  if (needsSteps || overview === 'simplified') return { steps: needsSteps, geometry: 'points' }
  return { steps: false, geometry: overview === 'false' ? 'none' : geometries }
}

/** A route object of OSRM. */
export function toOsrmRoute(route: NativeRoute, isWaypoint: readonly boolean[], options: LineOptions): object {
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
