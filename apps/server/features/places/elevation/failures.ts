import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../../road/route/api/failures.ts'
import { MAX_POINTS, MAX_TILES } from './limits.ts'

/** Failures of position checks, which are the same as for routes. */
export type PositionFailure = Extract<
  RoutingFailure,
  { readonly kind: 'latitude-out-of-range' | 'longitude-out-of-range' | 'null-island' }
>

export type ElevationFailure =
  | { readonly kind: 'elevation-nothing-given' }
  | { readonly kind: 'elevation-given-twice'; readonly first: string; readonly other: string }
  | { readonly kind: 'elevation-no-points'; readonly field: string }
  | { readonly kind: 'elevation-too-many-points'; readonly field: string; readonly points: number }
  | { readonly kind: 'elevation-too-many-tiles'; readonly tiles: number }
  | { readonly kind: 'elevation-polyline-unreadable'; readonly field: string; readonly decimals: string }
  | { readonly kind: 'elevation-line-unreadable'; readonly field: string; readonly given: string }
  | {
      readonly kind: 'elevation-point-unreadable'
      readonly field: string
      readonly given: string
      readonly order: string
    }
  | { readonly kind: 'elevation-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'elevation-lost' }
  | { readonly kind: 'elevation-given-up' }

const formatCount = (value: number) => value.toLocaleString('en-US')

export const elevationProblems: ProblemTable<ElevationFailure> = {
  'elevation-nothing-given': {
    code: 'elevation-nothing-given',
    status: 422,
    detail: () => 'The request has no points; give points, or a line as geometry, polyline or polyline6',
    example: { kind: 'elevation-nothing-given' },
  },
  'elevation-given-twice': {
    code: 'elevation-given-twice',
    status: 422,
    detail: (f) => `${f.first} and ${f.other} are both set; use only one of them`,
    example: { kind: 'elevation-given-twice', first: 'points', other: 'geometry' },
  },
  'elevation-no-points': {
    code: 'elevation-no-points',
    status: 422,
    detail: (f) => `${f.field} has no points; give 1 to ${formatCount(MAX_POINTS)} points`,
    example: { kind: 'elevation-no-points', field: 'points' },
  },
  'elevation-too-many-points': {
    code: 'elevation-too-many-points',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatCount(f.points)} points, but at most ${formatCount(MAX_POINTS)} are allowed; divide the points among several requests`,
    example: { kind: 'elevation-too-many-points', field: 'points', points: 10_001 },
  },
  'elevation-too-many-tiles': {
    code: 'elevation-too-many-tiles',
    status: 422,
    detail: (f) =>
      `The points lie in ${formatCount(f.tiles)} one-degree squares, but at most ${MAX_TILES} are allowed; divide the points among several requests`,
    example: { kind: 'elevation-too-many-tiles', tiles: 101 },
  },
  'elevation-polyline-unreadable': {
    code: 'elevation-polyline-unreadable',
    status: 422,
    detail: (f) =>
      `${f.field} is not a valid polyline encoded with ${f.decimals} decimals; send it unchanged, and escape every backslash, as JSON requires`,
    example: { kind: 'elevation-polyline-unreadable', field: 'polyline', decimals: '5' },
  },
  'elevation-line-unreadable': {
    code: 'elevation-line-unreadable',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}; give a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString`,
    example: { kind: 'elevation-line-unreadable', field: 'geometry', given: 'a Polygon' },
  },
  'elevation-point-unreadable': {
    code: 'elevation-point-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}; it must be two numbers, [${f.order}]`,
    example: { kind: 'elevation-point-unreadable', field: 'points[3]', given: '[1]', order: 'latitude, longitude' },
  },
  'elevation-busy': {
    code: 'elevation-busy',
    status: 503,
    detail: () =>
      'The service is already working at full capacity; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'elevation-busy', retryAfterSeconds: 2 },
  },
  'elevation-lost': {
    code: 'elevation-interrupted',
    status: 503,
    detail: () => 'The thread that was reading the heights has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'elevation-lost' },
  },
  'elevation-given-up': {
    code: 'elevation-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the heights were read; send the request again if you still need them',
    example: { kind: 'elevation-given-up' },
  },
}

export const problems: ProblemTable<ElevationFailure | PositionFailure> = {
  'latitude-out-of-range': routingProblems['latitude-out-of-range'],
  'longitude-out-of-range': routingProblems['longitude-out-of-range'],
  'null-island': routingProblems['null-island'],
  ...elevationProblems,
}
