import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import type { UncachedMode } from '../route/memory/route-id.ts'
import { MAX_LINE_POINTS } from './limits.ts'

export type ReroutingFailure =
  | { readonly kind: 'no-previous-route' }
  | { readonly kind: 'two-previous-routes' }
  | { readonly kind: 'line-not-in-format'; readonly format: string; readonly given: string }
  | { readonly kind: 'polyline-unreadable'; readonly decimals: string }
  | { readonly kind: 'not-line-string'; readonly given: string }
  | { readonly kind: 'line-too-short'; readonly points: number }
  | { readonly kind: 'line-too-long'; readonly points: number }
  | { readonly kind: 'line-point-unreadable'; readonly field: string; readonly given: string; readonly order: string }
  | {
      readonly kind: 'geojson-out-of-range'
      readonly field: string
      readonly given: number
      readonly which: CoordinateName
    }
  | { readonly kind: 'route-id-unknown'; readonly id: string }
  | { readonly kind: 'route-of-other-mode'; readonly id: string; readonly mode: UncachedMode }
  | { readonly kind: 'route-of-other-data'; readonly id: string }
  | { readonly kind: 'numbered-stop-of-line'; readonly field: string; readonly given: number }
  | { readonly kind: 'stop-number-unknown'; readonly field: string; readonly given: number; readonly stops: number }
  | { readonly kind: 'removed-stop-elsewhere'; readonly field: string; readonly given: string; readonly stops: number }

type CoordinateName = 'latitude' | 'longitude'
const nameByMode = { drone: 'drone', maritime: 'sea', av: 'self-driving' } as const
const maxDegrees = { latitude: 90, longitude: 180 } as const

export const reroutingProblems: ProblemTable<ReroutingFailure> = {
  'no-previous-route': {
    code: 'no-previous-route',
    status: 422,
    detail: () => 'geometry and route_id are both missing; give one of them to identify the previous route',
    example: { kind: 'no-previous-route' },
  },
  'two-previous-routes': {
    code: 'two-previous-routes',
    status: 422,
    detail: () => 'geometry and route_id are both set; use only one of them to identify the previous route',
    example: { kind: 'two-previous-routes' },
  },
  'line-not-in-format': {
    code: 'line-not-in-format',
    status: 422,
    detail: (f) =>
      `geometry_format is "${f.format}", but geometry is ${f.given}; leave geometry_format out, or send the geometry in that format`,
    example: { kind: 'line-not-in-format', format: 'polyline', given: 'a list' },
  },
  'polyline-unreadable': {
    code: 'polyline-unreadable',
    status: 422,
    detail: (f) =>
      `geometry is not a valid polyline encoded with ${f.decimals} decimals; send it unchanged, and escape every backslash, as JSON requires`,
    example: { kind: 'polyline-unreadable', decimals: '5 or 6' },
  },
  'not-line-string': {
    code: 'not-line-string',
    status: 422,
    detail: (f) => `geometry is ${f.given}; GeoJSON must be a LineString with coordinates`,
    example: { kind: 'not-line-string', given: 'a Polygon' },
  },
  'line-too-short': {
    code: 'line-too-short',
    status: 422,
    detail: (f) => `geometry has ${formatCount(f.points, 'point')}; a line needs at least 2`,
    example: { kind: 'line-too-short', points: 1 },
  },
  'line-too-long': {
    code: 'line-too-long',
    status: 422,
    detail: (f) =>
      `geometry has ${formatNumber(f.points)} points, but at most ${formatNumber(MAX_LINE_POINTS)} are allowed; send only the remaining part of the line`,
    example: { kind: 'line-too-long', points: 100_001 },
  },
  'line-point-unreadable': {
    code: 'line-point-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}; it must be two numbers, [${f.order}]`,
    example: { kind: 'line-point-unreadable', field: 'geometry[3]', given: '[1]', order: 'latitude, longitude' },
  },
  'geojson-out-of-range': {
    code: 'geojson-out-of-range',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}; ${f.which} ranges from -${maxDegrees[f.which]} to ${maxDegrees[f.which]} (GeoJSON uses [longitude, latitude])`,
    example: {
      kind: 'geojson-out-of-range',
      field: 'geometry.coordinates[3][1]',
      given: 91.2,
      which: 'latitude',
    },
  },
  'route-id-unknown': {
    code: 'route-id-unknown',
    status: 422,
    detail: (f) =>
      `route_id is ${JSON.stringify(f.id)}, which is unknown or has expired (servers keep routes only for a limited time); send the geometry of the route instead`,
    example: { kind: 'route-id-unknown', id: 'rt_15f8LSgbOKZB0001' },
  },
  'route-of-other-mode': {
    code: 'route-mode-not-reroutable',
    status: 422,
    detail: (f) =>
      `route_id is ${JSON.stringify(f.id)}, which identifies a ${nameByMode[f.mode]} route, but only road routes can be rerouted; plan a new ${nameByMode[f.mode]} route from the current position with POST /v1/${f.mode}/route`,
    example: { kind: 'route-of-other-mode', id: 'rt_drone_15f8LSgbOKZB0001', mode: 'drone' },
  },
  'route-of-other-data': {
    code: 'route-map-replaced',
    status: 422,
    detail: (f) =>
      `route_id is ${JSON.stringify(f.id)}, which belongs to a map that has since been replaced; send the geometry of the route instead`,
    example: { kind: 'route-of-other-data', id: 'rt_15f8LSgbOKZB0001' },
  },
  'numbered-stop-of-line': {
    code: 'numbered-stop-of-line',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}, but a geometry has no numbered stops; give the stop as [latitude, longitude], or identify the route by its route_id`,
    example: { kind: 'numbered-stop-of-line', field: 'removed_stops[0]', given: 2 },
  },
  'stop-number-unknown': {
    code: 'via-number-unknown',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}; the previous route has ${formatCount(f.stops, 'via stop')}${f.stops > 0 ? `, numbered from 0 to ${f.stops - 1}` : ''}`,
    example: { kind: 'stop-number-unknown', field: 'removed_stops[0]', given: 5, stops: 2 },
  },
  'removed-stop-elsewhere': {
    code: 'removed-stop-elsewhere',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}, ${describeMismatch(f.stops)}`,
    example: { kind: 'removed-stop-elsewhere', field: 'removed_stops[0]', given: '[-34.9,-56.1]', stops: 2 },
  },
}

/** Problem descriptions for all failures of reroute requests. */
export const problems: ProblemTable<RoutingFailure | ReroutingFailure> = { ...routingProblems, ...reroutingProblems }

/** Explains why a removed stop does not match any via stop of the previous route. */
function describeMismatch(stopCount: number): string {
  if (stopCount === 0) return 'but the previous route has no via stops; leave out removed_stops'
  return stopCount === 1
    ? 'which is not the via stop of the previous route; give the position or the number of that stop'
    : `which is not one of the ${formatNumber(stopCount)} via stops of the previous route; give the position or the number of one of them`
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}
function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`
}
