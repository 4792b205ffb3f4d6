import { asciiLiteral, type JsonWriter } from '@fairway/road'
import type { LineOptions } from '../request/route-options.ts'
import { annotateLeg } from './annotations.ts'
import { type Leg, toLegRange, toLegs } from './legs.ts'
import { LineWriter } from './line-writer.ts'
import { simplifyLine } from './lines.ts'
import type { NativeRoute } from './native-route.ts'
import { RouteLine } from './route-line.ts'
import { writeStep } from './step-writer.ts'
import { summarizeSteps } from './steps.ts'
import { writeTenths, writeValue } from './values.ts'

const keys = {
  openObject: asciiLiteral('{'),
  confidence: asciiLiteral('{"confidence":'),
  geometry: asciiLiteral('"geometry":'),
  comma: asciiLiteral(','),
  closeObject: asciiLiteral('}'),
  legs: asciiLiteral('"legs":['),
  steps: asciiLiteral('{"steps":['),
  firstStep: asciiLiteral('{"geometry":'),
  nextStep: asciiLiteral(',{"geometry":'),
  summary: asciiLiteral('],"summary":'),
  weight: asciiLiteral(',"weight":'),
  duration: asciiLiteral(',"duration":'),
  distance: asciiLiteral(',"distance":'),
  legGeometry: asciiLiteral(',"geometry":'),
  annotation: asciiLiteral(',"annotation":'),
  routeWeight: asciiLiteral('],"weight_name":"duration","weight":'),
}

/** Route to write as an OSRM route object. */
export interface WrittenRoute {
  readonly route: NativeRoute
  /** Whether each stop of the route is a waypoint of the reply. */
  readonly isWaypoint: readonly boolean[]
  /** Confidence of a match. */
  readonly confidence?: number
}

/**
 * Writes routes as OSRM route objects. Creating objects and serializing them would take longer than finding the route.
 */
export class RouteWriter {
  private readonly json: JsonWriter
  private readonly line: LineWriter

  constructor(json: JsonWriter) {
    this.json = json
    this.line = new LineWriter(json)
  }

  write({ route, isWaypoint, confidence }: WrittenRoute, options: LineOptions): void {
    const { json } = this
    const line = toRouteLine(route.geometry, options)
    if (confidence === undefined) json.literal(keys.openObject)
    else writeValue(json.literal(keys.confidence), confidence)
    if (confidence !== undefined) json.literal(keys.comma)
    this.writeOverview(route, line, options)
    json.literal(keys.legs)
    for (const [index, leg] of toLegs(route, isWaypoint).entries()) {
      if (index > 0) json.literal(keys.comma)
      this.writeLeg(leg, line, options)
    }
    writeTenths(json.literal(keys.routeWeight), route.eta_min * 60)
    writeTenths(json.literal(keys.duration), route.eta_min * 60)
    writeTenths(json.literal(keys.distance), route.distance_km * 1000)
    json.literal(keys.closeObject)
  }

  /** Writes the overview, and begins the line for the legs. */
  private writeOverview({ geometry }: NativeRoute, line: RouteLine | undefined, options: LineOptions): void {
    const { json } = this
    const { overview, geometries } = options
    const hasGeometry = overview === 'full' || overview === 'simplified'
    if (hasGeometry) json.literal(keys.geometry)
    if (line && overview === 'simplified') {
      this.line.begin(simplifyLine(line), geometries)
      this.line.write()
    }
    if (line && (overview !== 'simplified' || options.steps)) this.line.begin(line, geometries)
    if (line && overview === 'full') this.line.write()
    if (!line && hasGeometry) writeValue(json, geometry)
    if (hasGeometry) json.literal(keys.comma)
  }

  private writeLeg(leg: Leg, line: RouteLine | undefined, { steps, annotations, overview }: LineOptions): void {
    const { json } = this
    json.literal(keys.steps)
    if (steps) this.writeSteps(leg, line)
    json.literal(keys.summary).string(steps ? summarizeSteps(leg.steps) : '')
    writeTenths(json.literal(keys.weight), leg.durationSeconds)
    writeTenths(json.literal(keys.duration), leg.durationSeconds)
    writeTenths(json.literal(keys.distance), leg.distanceMeters)
    if (line && overview === 'by_legs') {
      json.literal(keys.legGeometry)
      this.line.write(...toLegRange(leg))
    }
    if (line && annotations.length > 0) writeValue(json.literal(keys.annotation), annotateLeg(leg, line, annotations))
    json.literal(keys.closeObject)
  }

  private writeSteps({ steps }: Leg, line: RouteLine | undefined): void {
    // A route without a line would show the line of the previous route.
    if (!line && steps.length > 0) throw new Error('a route with steps has no line')
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]
      if (!step) break
      const [from, to] = step.geometry_range ?? [0, 0]
      this.json.literal(index === 0 ? keys.firstStep : keys.nextStep)
      this.line.write(from, to)
      writeStep(this.json, step)
    }
  }
}

/** Returns the line of a route. Undefined if the geometry already has the format of the reply. */
function toRouteLine(geometry: NativeRoute['geometry'], options: LineOptions): RouteLine | undefined {
  if (geometry instanceof RouteLine) return geometry
  if (Array.isArray(geometry)) return RouteLine.ofPoints(geometry)
  return typeof geometry === 'string' && needsPoints(options) ? RouteLine.parse(geometry) : undefined
}

function needsPoints({ steps, annotations, overview }: LineOptions): boolean {
  return steps || annotations.length > 0 || overview === 'by_legs' || overview === 'simplified'
}
