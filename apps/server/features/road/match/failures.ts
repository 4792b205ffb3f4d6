import type { ProblemTable } from '../../../platform/http/problem.ts'
import { formatCount, joinWords } from '../../../platform/http/problems/wording.ts'
import { type PointsFailure, pointsProblems } from '../matrix/cells/failures.ts'
import { type RoutingFailure, routingProblems, toPointOrder } from '../route/api/failures.ts'
import { MAX_MATCH_SECONDS, MAX_POINTS, MIN_POINTS } from './limits.ts'

export type MatchFailure =
  | { readonly kind: 'no-trace' }
  | { readonly kind: 'two-traces'; readonly fields: readonly string[] }
  | { readonly kind: 'trace-too-short'; readonly field: string; readonly given: number }
  | { readonly kind: 'trace-too-long'; readonly field: string; readonly given: number }
  | { readonly kind: 'trace-in-one-place'; readonly field: string; readonly given: number }
  | { readonly kind: 'trace-off-road'; readonly field: string; readonly given: number }
  | { readonly kind: 'trace-point-unreadable'; readonly field: string; readonly given: string; readonly order: string }
  | { readonly kind: 'trace-value-unreadable'; readonly field: string; readonly given: string; readonly wanted: string }
  | {
      readonly kind: 'trace-lengths-differ'
      readonly field: string
      readonly given: number
      readonly points: string
      readonly count: number
    }
  | { readonly kind: 'trace-times-twice'; readonly field: string }
  | { readonly kind: 'trace-gpx-only'; readonly field: string }
  | { readonly kind: 'trace-headings-missing' }
  | { readonly kind: 'trace-polyline-unreadable'; readonly field: string; readonly decimals: number }
  | { readonly kind: 'trace-not-line-string'; readonly given: string }
  | { readonly kind: 'gpx-unreadable'; readonly why: string }
  | { readonly kind: 'compute-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compute-lost' }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'trace-too-slow'; readonly field: string; readonly given: number }

export type AnyFailure = RoutingFailure | PointsFailure | MatchFailure

export const matchProblems: ProblemTable<MatchFailure> = {
  'no-trace': {
    code: 'no-trace',
    status: 422,
    detail: () => 'The trace is missing; give it as points, gpx, geojson, polyline or polyline6',
    example: { kind: 'no-trace' },
  },
  'two-traces': {
    code: 'two-traces',
    status: 422,
    detail: (f) =>
      `${joinWords(f.fields)} are ${f.fields.length === 2 ? 'both' : 'all'} set; send the trace in only one of them`,
    example: { kind: 'two-traces', fields: ['points', 'gpx'] },
  },
  'trace-too-short': {
    code: 'trace-too-short',
    status: 422,
    detail: (f) => `${f.field} has ${formatCount(f.given, 'point')}; a trace needs at least ${MIN_POINTS}`,
    example: { kind: 'trace-too-short', field: 'points', given: 1 },
  },
  'trace-too-long': {
    code: 'trace-too-long',
    status: 422,
    detail: (f) =>
      `${f.field} has ${f.given > MAX_POINTS ? formatNumber(f.given) : `more than ${formatNumber(MAX_POINTS)}`} points, but at most ${formatNumber(MAX_POINTS)} are allowed; split the trace into parts that overlap by a few points`,
    example: { kind: 'trace-too-long', field: 'points', given: 10_001 },
  },
  'trace-in-one-place': {
    code: 'trace-in-one-place',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatNumber(f.given)} points, all within a few meters of each other, so there is no route; a trace must contain movement`,
    example: { kind: 'trace-in-one-place', field: 'points', given: 12 },
  },
  'trace-off-road': {
    code: 'trace-off-road',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatNumber(f.given)} points, but none is near a road that the profile can use; check the profile, and check that points are in the order ${toPointOrder(f.field)}`,
    example: { kind: 'trace-off-road', field: 'points', given: 12 },
  },
  'trace-point-unreadable': {
    code: 'trace-point-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}; it must be two numbers, [${f.order}]`,
    example: { kind: 'trace-point-unreadable', field: 'points[3]', given: '[1]', order: 'latitude, longitude' },
  },
  'trace-value-unreadable': {
    code: 'trace-value-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}; it must be ${f.wanted}`,
    example: {
      kind: 'trace-value-unreadable',
      field: 'times[3]',
      given: '"noon"',
      wanted: 'a timestamp such as 2026-06-16T08:30:00Z or a number of seconds',
    },
  },
  'trace-lengths-differ': {
    code: 'trace-lengths-differ',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatCount(f.given, 'value')}, but ${f.points} has ${formatCount(f.count, 'point')}; give one value per point`,
    example: { kind: 'trace-lengths-differ', field: 'times', given: 11, points: 'points', count: 12 },
  },
  'trace-times-twice': {
    code: 'trace-times-twice',
    status: 422,
    detail: (f) => `times is given, but ${f.field} already contains times; leave out one of them`,
    example: { kind: 'trace-times-twice', field: 'geojson' },
  },
  'trace-headings-missing': {
    code: 'trace-headings-missing',
    status: 422,
    detail: () => 'heading_tolerances is set, but headings is missing; give headings, or leave heading_tolerances out',
    example: { kind: 'trace-headings-missing' },
  },
  'trace-gpx-only': {
    code: 'trace-gpx-only',
    status: 422,
    detail: (f) =>
      `${f.field} is given together with gpx, whose points have their own values; leave ${f.field} out, or send points instead of gpx`,
    example: { kind: 'trace-gpx-only', field: 'times' },
  },
  'trace-polyline-unreadable': {
    code: 'trace-polyline-unreadable',
    status: 422,
    detail: (f) =>
      `${f.field} is not a valid polyline encoded with ${f.decimals} decimals; send it unchanged, and escape every backslash, as JSON requires`,
    example: { kind: 'trace-polyline-unreadable', field: 'polyline', decimals: 5 },
  },
  'trace-not-line-string': {
    code: 'trace-not-line-string',
    status: 422,
    detail: (f) => `geojson is ${f.given}; it must be a LineString, or a Feature that contains one`,
    example: { kind: 'trace-not-line-string', given: 'a Polygon' },
  },
  'gpx-unreadable': {
    code: 'gpx-unreadable',
    status: 422,
    detail: (f) => `gpx cannot be read: ${f.why}`,
    example: { kind: 'gpx-unreadable', why: 'it has no track points (trkpt) or route points (rtept)' },
  },
  'compute-busy': {
    code: 'match-busy',
    status: 503,
    detail: () =>
      'The service is already matching as many traces as it can; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'compute-busy', retryAfterSeconds: 2 },
  },
  'compute-lost': {
    code: 'match-interrupted',
    status: 503,
    detail: () => 'The thread that was matching the trace has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'compute-lost' },
  },
  'given-up': {
    code: 'match-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the trace was matched; send the request again if you still need the result',
    example: { kind: 'given-up' },
  },
  'trace-too-slow': {
    code: 'trace-too-slow',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatNumber(f.given)} points, which take more than ${MAX_MATCH_SECONDS} s to match; send fewer points per request, and check that consecutive points are close to each other`,
    example: { kind: 'trace-too-slow', field: 'points', given: 10_000 },
  },
}

/** Problem descriptions for all failures of match requests. */
export const problems: ProblemTable<AnyFailure> = { ...routingProblems, ...pointsProblems, ...matchProblems }

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}
