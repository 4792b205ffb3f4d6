import { parsePolylinePoints } from '@fairway/geo'
import type { ForeignReply } from '../../../../operations/reply.ts'
import type { Point } from '../request/coordinates.ts'
import type { LineOptions } from '../request/route-options.ts'
import { annotateLeg } from './annotations.ts'
import { type Leg, toLegRange, toLegs } from './legs.ts'
import { simplifyLine, writeLine } from './lines.ts'
import type { NativeRoute } from './native-route.ts'
import { roundTenths, summarizeSteps, writeStep } from './steps.ts'

/** The options that make our route contain exactly what the reply needs. */
export function toLineRequest({ steps, annotations, overview, geometries }: LineOptions) {
  const needsSteps = steps || annotations.length > 0 || overview === 'by_legs'
  // An encoded line is parsed in half the time of a list of points.
  if (needsSteps || overview === 'simplified') return { steps: needsSteps, geometry: 'polyline6' }
  return { steps: false, geometry: overview === 'false' ? 'none' : geometries }
}

/** A route object of OSRM, as JSON. */
export function writeRoute(encoded: NativeRoute, isWaypoint: readonly boolean[], options: LineOptions): string {
  const route = needsPoints(options) ? withPoints(encoded) : encoded
  const legs = toLegs(route, isWaypoint).map((leg) => writeLeg(leg, route.geometry, options))
  const duration = roundTenths(route.eta_min * 60)
  return `{${writeOverview(route.geometry, options)}"legs":[${legs.join(',')}],"weight_name":"duration","weight":${duration},"duration":${duration},"distance":${roundTenths(route.distance_km * 1000)}}`
}

/** A reply whose body is written already. */
export function toJsonReply(json: string): ForeignReply {
  return { status: 200, body: json, type: 'application/json; charset=utf-8' }
}

function needsPoints({ steps, annotations, overview }: LineOptions): boolean {
  return steps || annotations.length > 0 || overview === 'by_legs' || overview === 'simplified'
}

/** The same route with its line as points, which was requested with six decimals. */
export function withPoints<R extends NativeRoute>(route: R): R {
  const { geometry } = route
  return typeof geometry === 'string' ? { ...route, geometry: parsePolylinePoints(geometry, 6) ?? [] } : route
}

function writeOverview(geometry: NativeRoute['geometry'], { overview, geometries }: LineOptions): string {
  if (overview === 'false' || overview === 'by_legs') return ''
  if (!isPoints(geometry)) return `"geometry":${JSON.stringify(geometry)},`
  return `"geometry":${writeLine(overview === 'simplified' ? simplifyLine(geometry) : geometry, geometries)},`
}

function writeLeg(leg: Leg, line: NativeRoute['geometry'], options: LineOptions): string {
  const geometry = isPoints(line) ? line : []
  const { steps, annotations, overview, geometries } = options
  const duration = roundTenths(leg.durationSeconds)
  const [from, to] = toLegRange(leg)
  const stepList = steps ? leg.steps.map((step) => writeStep(step, geometry, geometries)).join(',') : ''
  const summary = steps ? JSON.stringify(summarizeSteps(leg.steps)) : '""'
  const ownLine = overview === 'by_legs' ? `,"geometry":${writeLine(geometry.slice(from, to + 1), geometries)}` : ''
  const annotation =
    annotations.length > 0 ? `,"annotation":${JSON.stringify(annotateLeg(leg, geometry, annotations))}` : ''
  return `{"steps":[${stepList}],"summary":${summary},"weight":${duration},"duration":${duration},"distance":${roundTenths(leg.distanceMeters)}${ownLine}${annotation}}`
}

function isPoints(geometry: NativeRoute['geometry']): geometry is readonly Point[] {
  return Array.isArray(geometry)
}
