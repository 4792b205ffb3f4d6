import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type MatrixFailure, pointsProblems } from '../matrix/cells/failures.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import type { LimitUnit } from './job.ts'

/** Errors in isochrone requests, and temporary failures. */
export type IsochroneFailure =
  | { readonly kind: 'no-limits' }
  | { readonly kind: 'two-limits' }
  | { readonly kind: 'contour-count'; readonly field: LimitUnit; readonly given: number; readonly max: number }
  | {
      readonly kind: 'limit-out-of-range'
      readonly field: string
      readonly given: number
      readonly max: number
      readonly unit: LimitUnit
    }
  | { readonly kind: 'origin-count'; readonly given: number; readonly max: number }
  | { readonly kind: 'isochrone-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'isochrone-lost' }
  | { readonly kind: 'isochrone-canceled' }

export type AnyIsochroneFailure = IsochroneFailure | MatrixFailure | RoutingFailure

export const isochroneProblems: ProblemTable<IsochroneFailure> = {
  'no-limits': {
    code: 'no-limits',
    status: 422,
    detail: () => 'minutes and kilometers are both missing; give one of them, such as "minutes": [10, 20, 30]',
    example: { kind: 'no-limits' },
  },
  'two-limits': {
    code: 'two-limits',
    status: 422,
    detail: () => 'minutes and kilometers are both set; use only one of them',
    example: { kind: 'two-limits' },
  },
  'contour-count': {
    code: 'contour-count',
    status: 422,
    detail: (f) => `${f.field} has ${f.given} values; give 1 to ${f.max} values`,
    example: { kind: 'contour-count', field: 'minutes', given: 9, max: 8 },
  },
  'limit-out-of-range': {
    code: 'limit-out-of-range',
    status: 422,
    detail: (f) => `${f.field} is ${f.given}; it must be more than 0 and at most ${f.max} ${f.unit}`,
    example: { kind: 'limit-out-of-range', field: 'minutes[2]', given: 10_000, max: 240, unit: 'minutes' },
  },
  'origin-count': {
    code: 'origin-count',
    status: 422,
    detail: (f) => `from has ${f.given} points; give a point, or a list of 1 to ${f.max} points`,
    example: { kind: 'origin-count', given: 26, max: 25 },
  },
  'isochrone-busy': {
    code: 'isochrone-busy',
    status: 503,
    detail: () =>
      'The service is already computing as many isochrones as it can; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'isochrone-busy', retryAfterSeconds: 5 },
  },
  'isochrone-lost': {
    code: 'isochrone-interrupted',
    status: 503,
    detail: () => 'The thread that was computing the isochrone has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'isochrone-lost' },
  },
  'isochrone-canceled': {
    code: 'isochrone-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the isochrone was ready; send the request again if you still need it',
    example: { kind: 'isochrone-canceled' },
  },
}

/** Problem descriptions for all failures of isochrone requests. */
export const problems: ProblemTable<AnyIsochroneFailure> = {
  ...routingProblems,
  ...pointsProblems,
  ...isochroneProblems,
}
