import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import { type MatrixFailure, pointsProblems } from './cells/failures.ts'

/** Errors in matrix requests, and temporary failures. */
export type MatrixRequestFailure =
  | { readonly kind: 'no-points' }
  | { readonly kind: 'points-and-sides'; readonly other: string }
  | { readonly kind: 'side-missing'; readonly given: string; readonly missing: string }
  | { readonly kind: 'side-empty'; readonly field: string }
  | { readonly kind: 'too-few-points'; readonly given: number }
  | {
      readonly kind: 'too-many-points'
      readonly field: string
      readonly given: number
      readonly allowed: number
      /** Pricing plan, or undefined for requests without a key. */
      readonly plan: string | undefined
    }
  | { readonly kind: 'energy-without-vehicle' }
  | { readonly kind: 'too-many-energy-cells'; readonly given: number; readonly allowed: number }
  | { readonly kind: 'compute-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compute-lost' }
  | { readonly kind: 'given-up' }

export type AnyFailure = MatrixRequestFailure | MatrixFailure | RoutingFailure

const formatNumber = (value: number) => value.toLocaleString('en-US')

export const matrixProblems: ProblemTable<MatrixRequestFailure> = {
  'no-points': {
    code: 'no-points',
    status: 422,
    detail: () => 'points is missing; give points for an all-to-all matrix, or origins and destinations',
    example: { kind: 'no-points' },
  },
  'points-and-sides': {
    code: 'points-and-sides',
    status: 422,
    detail: (f) => `points and ${f.other} are both set; use points, or origins and destinations`,
    example: { kind: 'points-and-sides', other: 'origins' },
  },
  'side-missing': {
    code: 'side-missing',
    status: 422,
    detail: (f) => `${f.given} is set, but ${f.missing} is missing; give both, or points for an all-to-all matrix`,
    example: { kind: 'side-missing', given: 'origins', missing: 'destinations' },
  },
  'side-empty': {
    code: 'side-empty',
    status: 422,
    detail: (f) => `${f.field} is []; give at least one point`,
    example: { kind: 'side-empty', field: 'destinations' },
  },
  'too-few-points': {
    code: 'too-few-points',
    status: 422,
    detail: (f) =>
      `points has ${f.given} ${f.given === 1 ? 'entry' : 'entries'}; an all-to-all matrix needs at least 2`,
    example: { kind: 'too-few-points', given: 1 },
  },
  'too-many-points': {
    code: 'too-many-points',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatNumber(f.given)} points, but ${
        f.plan === undefined ? 'requests without a key may have' : `the ${f.plan} plan allows`
      } at most ${formatNumber(f.allowed)} per side (${formatNumber(f.allowed ** 2)} cells); request several smaller matrices${
        f.plan === undefined ? ', or use a key for a plan that allows more' : ', or use a plan that allows more'
      }`,
    example: { kind: 'too-many-points', field: 'points', given: 101, allowed: 100, plan: undefined },
  },
  'energy-without-vehicle': {
    code: 'energy-without-vehicle',
    status: 422,
    detail: () =>
      'metrics contains "energy", but vehicle.electric does not describe an electric car; describe its battery, as in {"electric": {"battery_kwh": 60, "charge_pct": 40}}, or leave "energy" out of metrics',
    example: { kind: 'energy-without-vehicle' },
  },
  'too-many-energy-cells': {
    code: 'too-many-energy-cells',
    status: 422,
    detail: (f) =>
      `The matrix has ${formatNumber(f.given)} cells, but a matrix with energy values may have at most ${formatNumber(f.allowed)}; request several smaller matrices, or leave "energy" out of metrics`,
    example: { kind: 'too-many-energy-cells', given: 10_100, allowed: 10_000 },
  },
  'compute-busy': {
    code: 'matrix-busy',
    status: 503,
    detail: () =>
      'The service is already computing as many large matrices as it can; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'compute-busy', retryAfterSeconds: 5 },
  },
  'compute-lost': {
    code: 'matrix-interrupted',
    status: 503,
    detail: () => 'The thread that was computing the matrix has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'compute-lost' },
  },
  'given-up': {
    code: 'matrix-canceled',
    status: 503,
    detail: () => 'The connection was closed before the matrix was ready; send the request again if you still need it',
    example: { kind: 'given-up' },
  },
}

/** Problem descriptions for all failures of matrix requests. */
export const problems: ProblemTable<AnyFailure> = { ...routingProblems, ...pointsProblems, ...matrixProblems }
