import { asciiLiteral, type JsonWriter } from '@fairway/road'
import type { LineOptions } from '../request/route-options.ts'
import { annotateLeg } from './annotations.ts'
import { type Leg, toLegRange, toLegs } from './legs.ts'
import { type LineFormat, simplifyLine } from './lines.ts'
import type { NativeRoute } from './native-route.ts'
import { type Line, RouteLine } from './route-line.ts'
import { writeStep } from './step-writer.ts'
import { summarizeSteps } from './steps.ts'
import { writeTenths, writeValue } from './values.ts'

const keys = {
  open: asciiLiteral('{'),
  confidence: asciiLiteral('"confidence":'),
  geometry: asciiLiteral('"geometry":'),
  lineString: asciiLiteral('{"type":"LineString","coordinates":'),
  comma: asciiLiteral(','),
  close: asciiLiteral('}'),
  legs: asciiLiteral('"legs":['),
  steps: asciiLiteral('{"steps":['),
  step: asciiLiteral('{"geometry":'),
  summary: asciiLiteral('],"summary":'),
  weight: asciiLiteral(',"weight":'),
  duration: asciiLiteral(',"duration":'),
  distance: asciiLiteral(',"distance":'),
  legGeometry: asciiLiteral(',"geometry":'),
  annotation: asciiLiteral(',"annotation":'),
  routeWeight: asciiLiteral('],"weight_name":"duration","weight":'),
}

/** Returns the options with which the route contains exactly the data that the reply needs. */
export function toLineRequest({ steps, annotations, overview, geometries }: LineOptions) {
  const needsSteps = steps || annotations.length > 0 || overview === 'by_legs'
  // Parsing an encoded line takes half as long as parsing a list of points.
  if (needsSteps || overview === 'simplified') return { steps: needsSteps, geometry: 'polyline6' }
  return { steps: false, geometry: overview === 'false' ? 'none' : geometries }
}

/** Route to write as an OSRM route object. */
export interface WrittenRoute {
  readonly route: NativeRoute
  /** Whether each stop of the route is a waypoint of the reply. */
  readonly isWaypoint: readonly boolean[]
  /** Confidence of a match. */
  readonly confidence?: number
}

/** Writes a route as an OSRM route object. */
export function writeRoute(
  json: JsonWriter,
  { route, isWaypoint, confidence }: WrittenRoute,
  options: LineOptions,
): void {
  const line = toRouteLine(route.geometry, options)
  const drawnLine = line && new DrawnLine(line, options.geometries)
  json.literal(keys.open)
  if (confidence !== undefined) writeValue(json.literal(keys.confidence), confidence)
  if (confidence !== undefined) json.literal(keys.comma)
  writeOverview(json, route, line, drawnLine, options)
  json.literal(keys.legs)
  for (const [index, leg] of toLegs(route, isWaypoint).entries()) {
    if (index > 0) json.literal(keys.comma)
    writeLeg(json, leg, drawnLine, options)
  }
  writeTenths(json.literal(keys.routeWeight), route.eta_min * 60)
  writeTenths(json.literal(keys.duration), route.eta_min * 60)
  writeTenths(json.literal(keys.distance), route.distance_km * 1000)
  json.literal(keys.close)
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

/** Line in the format of the reply, parts of which are written. */
class DrawnLine {
  readonly route: RouteLine
  private readonly format: LineFormat
  private readonly line: Line

  constructor(route: RouteLine, format: LineFormat) {
    this.route = route
    this.format = format
    this.line = format === 'polyline' ? route.toFiveDecimals() : route
  }

  /** Writes the points from `from` to `to`. GeoJSON needs two points, so a single point is repeated. */
  write(json: JsonWriter, from = 0, to = this.route.length - 1): void {
    const end = Math.min(to + 1, this.route.length)
    if (end - from === 1) this.writeCoordinates(json, repeatPoint(this.line, from), 0, 2)
    else this.writeCoordinates(json, this.line, from, Math.max(from, end))
  }

  private writeCoordinates(json: JsonWriter, { latitude, longitude }: Line, from: number, to: number): void {
    if (this.format === 'geojson')
      json.literal(keys.lineString).points(longitude, latitude, from, to).literal(keys.close)
    // The line has the requested number of decimals, so it is not rounded again.
    else json.polyline(6, latitude, longitude, from, to)
  }
}

function repeatPoint({ latitude, longitude }: Line, index: number): Line {
  const repeat = (value = 0) => Int32Array.of(value, value)
  return { latitude: repeat(latitude[index]), longitude: repeat(longitude[index]) }
}

function writeOverview(
  json: JsonWriter,
  { geometry }: NativeRoute,
  line: RouteLine | undefined,
  drawnLine: DrawnLine | undefined,
  { overview, geometries }: LineOptions,
): void {
  if (overview === 'false' || overview === 'by_legs') return
  json.literal(keys.geometry)
  if (!line || !drawnLine) writeValue(json, geometry)
  else if (overview === 'simplified') new DrawnLine(simplifyLine(line), geometries).write(json)
  else drawnLine.write(json)
  json.literal(keys.comma)
}

function writeLeg(json: JsonWriter, leg: Leg, line: DrawnLine | undefined, options: LineOptions): void {
  const { steps, annotations, overview } = options
  json.literal(keys.steps)
  if (steps)
    for (const [index, step] of leg.steps.entries()) {
      if (index > 0) json.literal(keys.comma)
      json.literal(keys.step)
      const [from, to] = step.geometry_range ?? [0, 0]
      if (line) line.write(json, from, to)
      else json.string('')
      writeStep(json, step)
    }
  json.literal(keys.summary).string(steps ? summarizeSteps(leg.steps) : '')
  writeTenths(json.literal(keys.weight), leg.durationSeconds)
  writeTenths(json.literal(keys.duration), leg.durationSeconds)
  writeTenths(json.literal(keys.distance), leg.distanceMeters)
  if (line && overview === 'by_legs') line.write(json.literal(keys.legGeometry), ...toLegRange(leg))
  if (line && annotations.length > 0)
    writeValue(json.literal(keys.annotation), annotateLeg(leg, line.route, annotations))
  json.literal(keys.close)
}
