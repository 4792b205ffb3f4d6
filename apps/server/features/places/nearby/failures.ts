import { type PositionFailure, positionProblems } from '../../../platform/http/position-query.ts'
import type { ProblemTable } from '../../../platform/http/problem.ts'

/** Errors in nearby requests, and temporary failures. */
export type NearbyFailure =
  | { readonly kind: 'kind-unknown'; readonly given: string }
  | { readonly kind: 'open-at-unreadable'; readonly given: string }
  | { readonly kind: 'open-at-out-of-range'; readonly given: string }
  | { readonly kind: 'no-road-here'; readonly radiusMeters: number }
  | { readonly kind: 'roads-unavailable' }
  | { readonly kind: 'roads-busy'; readonly retryAfterSeconds: number }

export type AnyFailure = NearbyFailure | PositionFailure

export const nearbyProblems: ProblemTable<NearbyFailure> = {
  'kind-unknown': {
    code: 'kind-unknown',
    status: 422,
    detail: (f) =>
      `q is ${JSON.stringify(f.given)}, which is not a known kind of place; give words such as "gas station" or "farmacia", give a category, or use /v1/geocode to find places by name`,
    example: { kind: 'kind-unknown', given: 'xyzzy' },
  },
  'open-at-unreadable': {
    code: 'open-at-unreadable',
    status: 422,
    detail: (f) =>
      `open_at is ${JSON.stringify(f.given)}; give a valid timestamp such as 2026-06-16T08:30:00Z, or the local time without Z: 2026-06-16T08:30`,
    example: { kind: 'open-at-unreadable', given: 'tomorrow' },
  },
  'open-at-out-of-range': {
    code: 'open-at-out-of-range',
    status: 422,
    detail: (f) => `open_at is ${JSON.stringify(f.given)}; times from 1970 to 2199 are supported`,
    example: { kind: 'open-at-out-of-range', given: '9999-12-31T23:59' },
  },
  'no-road-here': {
    code: 'no-road-nearby',
    status: 422,
    detail: (f) =>
      `There is no road within ${f.radiusMeters} m of the position (lat and lon), so distances by road cannot be computed; leave out by=road, or choose a position nearer to a road`,
    example: { kind: 'no-road-here', radiusMeters: 1000 },
  },
  'roads-unavailable': {
    code: 'roads-unavailable',
    status: 502,
    detail: () => 'The map could not be prepared for distances by road; try again shortly, or leave out by=road',
    retryAfterSeconds: () => 2,
    example: { kind: 'roads-unavailable' },
  },
  'roads-busy': {
    code: 'roads-busy',
    status: 503,
    detail: () =>
      'The service is already computing as many distances by road as it can; try again after the number of seconds in Retry-After, or leave out by=road',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'roads-busy', retryAfterSeconds: 5 },
  },
}

export const problems: ProblemTable<AnyFailure> = { ...positionProblems, ...nearbyProblems }
