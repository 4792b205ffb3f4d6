import { formatLine } from '../osrm/reply/lines.ts'
import type { NativeMatch, NativeMatchedPoint, NativeStep } from '../osrm/reply/native-route.ts'
import type { Point } from '../osrm/request/coordinates.ts'
import { isObject, type ValhallaRequest } from './request.ts'
import { round, toLength } from './trip.ts'

interface TracedEdge {
  readonly route: number
  /** Distance from the start of the route to the start of the edge, in meters. */
  readonly fromMeters: number
  readonly toMeters: number
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Creates the reply of trace_attributes. Each edge is a step of the route, which follows one road to the next maneuver.
 */
export function toTraceAttributes({ routes, points }: NativeMatch, request: ValhallaRequest): object {
  const line: Point[] = []
  const edges: TracedEdge[] = []
  for (const [index, route] of routes.entries()) {
    const offset = line.length
    if (Array.isArray(route.geometry)) line.push(...(route.geometry as readonly Point[]))
    let meters = 0
    const steps = (route.steps ?? []).filter(({ maneuver }) => maneuver.type !== 'arrive')
    for (const [stepIndex, step] of steps.entries()) {
      const next = route.steps?.[stepIndex + 1]
      const fields = toEdgeFields(step, next, offset, request)
      edges.push({ route: index, fromMeters: meters, toMeters: meters + step.distance_m, fields })
      meters += step.distance_m
    }
  }
  const keeps = readFilter(request.fields.filters)
  const select = (kind: string, fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => keeps(`${kind}.${name}`)))
  const matchedPoints = points.map((point) => select('matched', toMatchedFields(point, edges)))
  const body = {
    edges: edges.map(({ fields }) => select('edge', fields)),
    matched_points: matchedPoints,
    shape: formatLine(line, 'polyline6'),
    units: request.units,
    confidence_score: routes.reduce((min, { confidence }) => Math.min(min, confidence), 1),
    ...(request.id !== undefined && { id: request.id }),
  }
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      if (name === 'edges' || name === 'matched_points')
        return (value as readonly object[]).some((fields) => Object.keys(fields).length > 0)
      return name === 'units' || name === 'id' || keeps(name)
    }),
  )
}

function toEdgeFields(step: NativeStep, next: NativeStep | undefined, offset: number, request: ValhallaRequest) {
  const { name, ref, distance_m, duration_s, geometry_range, mode, driving_side, maneuver } = step
  const [from, to] = geometry_range ?? [0, 0]
  const names = [name, ref].filter((text) => text !== undefined && text !== '')
  const km = distance_m / 1000
  return {
    ...(names.length > 0 && { names }),
    length: toLength(km, request),
    speed: duration_s > 0 ? Math.round(toLength((km / duration_s) * 3600, request)) : 0,
    begin_heading: maneuver.bearing_after,
    end_heading: next?.maneuver.bearing_before ?? maneuver.bearing_after,
    begin_shape_index: offset + from,
    end_shape_index: offset + to,
    travel_mode: mode === 'walking' ? 'pedestrian' : mode === 'cycling' ? 'bicycle' : 'drive',
    use: mode === 'ferry' ? 'ferry' : 'road',
    drive_on_right: driving_side === 'right',
  }
}

function toMatchedFields(point: NativeMatchedPoint, edges: readonly TracedEdge[]): Readonly<Record<string, unknown>> {
  const { at, along_km, distance_m, route } = point
  if (point.status !== 'matched' || !at || along_km === undefined) return { type: 'unmatched' }
  const meters = along_km * 1000
  // The lengths of the steps are rounded, so the last point may be beyond the last edge.
  const last = edges.findLastIndex((edge) => edge.route === route && edge.fromMeters <= meters)
  const edge = edges[last]
  const length = edge ? edge.toMeters - edge.fromMeters : 0
  return {
    lat: at[0],
    lon: at[1],
    type: 'matched',
    edge_index: Math.max(0, last),
    distance_along_edge: edge && length > 0 ? round(Math.min(1, (meters - edge.fromMeters) / length), 3) : 0,
    distance_from_trace_point: distance_m,
  }
}

/**
 * Reads a filter such as `filters: { attributes: ['edge.names'], action: 'include' }`. `include` keeps only these
 * attributes, and `exclude` keeps all others.
 */
function readFilter(filters: unknown): (name: string) => boolean {
  const { attributes, action } = isObject(filters) ? filters : {}
  if (!Array.isArray(attributes) || attributes.length === 0) return () => true
  // Attributes of matched points have names such as matched.point and matched.edge_index.
  const names = new Set(
    attributes.flatMap((name) => (name === 'matched.point' ? ['matched.lat', 'matched.lon'] : name)),
  )
  return action === 'exclude' ? (name) => !names.has(name) : (name) => names.has(name)
}
