import { encodePolyline, parsePolylinePoints } from '@fairway/geo'
import { formatDistance, formatDuration } from '../labels.ts'
import type { DirectionsQuery } from '../request.ts'

interface Quantity {
  readonly value: number
}
interface LatLng {
  readonly lat: number
  readonly lng: number
}

interface DirectionsStep {
  readonly distance: Quantity
  readonly duration: Quantity
  readonly start_location: LatLng
  readonly end_location: LatLng
  readonly html_instructions: string
  readonly maneuver?: string
  readonly polyline: { readonly points: string }
}

interface DirectionsLeg extends Omit<DirectionsStep, 'html_instructions' | 'maneuver' | 'polyline'> {
  readonly duration_in_traffic?: Quantity
  readonly steps: readonly DirectionsStep[]
}

interface DirectionsRoute {
  readonly summary: string
  readonly overview_polyline: { readonly points: string }
  readonly bounds: { readonly northeast: LatLng; readonly southwest: LatLng }
  readonly warnings: readonly string[]
  readonly waypoint_order: readonly number[]
  readonly legs: readonly DirectionsLeg[]
}

/** Fields of the directions reply that are converted. */
export interface Directions {
  readonly status: string
  readonly error_message?: string
  readonly geocoded_waypoints: readonly { readonly types: readonly string[]; readonly place_id?: string }[]
  readonly routes: readonly DirectionsRoute[]
}

export type LineFormat = 'encoded' | 'geojson'

interface RouteOptions {
  readonly lineFormat: LineFormat
  readonly travelMode: string
  readonly optimize: boolean
}

type Labels = Pick<DirectionsQuery, 'units' | 'language'>

/** Converts a route to the format of the Routes API. The first route is the best. */
export function toRoute(route: DirectionsRoute, index: number, labels: Labels, options: RouteOptions): object {
  const sum = (getValue: (leg: DirectionsLeg) => number) => route.legs.reduce((total, leg) => total + getValue(leg), 0)
  const meters = sum(({ distance }) => distance.value)
  const seconds = sum(toSeconds)
  const staticSeconds = sum(({ duration }) => duration.value)
  const { northeast, southwest } = route.bounds
  const lines = route.legs.flatMap(({ steps }) => steps.map(({ polyline }) => polyline.points))
  return {
    routeLabels: [index === 0 ? 'DEFAULT_ROUTE' : 'DEFAULT_ROUTE_ALTERNATE'],
    legs: route.legs.map((leg) => toLeg(leg, labels, options)),
    distanceMeters: meters,
    duration: `${seconds}s`,
    staticDuration: `${staticSeconds}s`,
    polyline: toPolyline(joinLines(lines), options),
    description: route.summary,
    warnings: route.warnings,
    viewport: { low: toPoint(southwest), high: toPoint(northeast) },
    travelAdvisory: {},
    localizedValues: toLocalized(meters, seconds, staticSeconds, labels),
    ...(options.optimize && { optimizedIntermediateWaypointIndex: route.waypoint_order }),
  }
}

function toLeg(leg: DirectionsLeg, labels: Labels, options: RouteOptions): object {
  const [meters, seconds, staticSeconds] = [leg.distance.value, toSeconds(leg), leg.duration.value]
  return {
    distanceMeters: meters,
    duration: `${seconds}s`,
    staticDuration: `${staticSeconds}s`,
    polyline: toPolyline(joinLines(leg.steps.map(({ polyline }) => polyline.points)), options),
    startLocation: toLocation(leg.start_location),
    endLocation: toLocation(leg.end_location),
    steps: leg.steps.map((step, index) => toStep(step, index, labels, options)),
    localizedValues: toLocalized(meters, seconds, staticSeconds, labels),
  }
}

function toStep(step: DirectionsStep, index: number, { units, language }: Labels, options: RouteOptions): object {
  const maneuver = index === 0 ? 'DEPART' : step.maneuver?.toUpperCase().replaceAll('-', '_')
  return {
    distanceMeters: step.distance.value,
    staticDuration: `${step.duration.value}s`,
    polyline: toPolyline(joinLines([step.polyline.points]), options),
    startLocation: toLocation(step.start_location),
    endLocation: toLocation(step.end_location),
    navigationInstruction: {
      ...(maneuver !== undefined && { maneuver }),
      instructions: toPlainText(step.html_instructions),
    },
    localizedValues: {
      distance: { text: formatDistance(step.distance.value, units, language) },
      staticDuration: { text: formatDuration(step.duration.value, language) },
    },
    travelMode: options.travelMode,
  }
}

function toSeconds({ duration, duration_in_traffic }: DirectionsLeg): number {
  return duration_in_traffic?.value ?? duration.value
}

function toLocalized(meters: number, seconds: number, staticSeconds: number, { units, language }: Labels): object {
  return {
    distance: { text: formatDistance(meters, units, language) },
    duration: { text: formatDuration(seconds, language) },
    staticDuration: { text: formatDuration(staticSeconds, language) },
  }
}

type Point = [number, number]

/** Joins consecutive lines into one. */
function joinLines(lines: readonly string[]): Point[] {
  const points = lines.flatMap((line) => parsePolylinePoints(line, 5) ?? [])
  return points.filter(([latitude, longitude], index) => {
    const previousPoint = points[index - 1]
    return previousPoint === undefined || previousPoint[0] !== latitude || previousPoint[1] !== longitude
  })
}

function toPolyline(line: readonly Point[], { lineFormat }: RouteOptions): object {
  if (lineFormat === 'encoded') return { encodedPolyline: encodePolyline(line, 5) }
  const coordinates = line.map(([latitude, longitude]) => [longitude, latitude])
  return { geoJsonLinestring: { type: 'LineString', coordinates } }
}

const toPoint = ({ lat, lng }: LatLng) => ({ latitude: lat, longitude: lng })
const toLocation = (place: LatLng) => ({ latLng: toPoint(place) })

function toPlainText(html: string): string {
  return html
    .replaceAll(/<\/?b>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
