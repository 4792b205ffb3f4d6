import type { ProblemTable } from '../../../platform/http/problem.ts'
import { joinFirstWords } from '../../../platform/http/problems/wording.ts'
import { MAX_VIA } from '../../road/route/api/schemas.ts'

/** Errors that occur when tours are dispatched or stops are marked. */
export type DispatchFailure =
  | { readonly kind: 'solution-not-found'; readonly id: string }
  | {
      readonly kind: 'tour-not-found'
      readonly field: string
      readonly vehicle: number
      readonly vehicles: readonly number[]
    }
  | {
      readonly kind: 'dispatched-twice'
      readonly field: string
      readonly what: 'asset' | 'vehicle'
      readonly value: string
    }
  | { readonly kind: 'tour-too-long'; readonly vehicle: number; readonly visits: number }
  | { readonly kind: 'tour-off-road'; readonly field: string; readonly asset: string }
  | { readonly kind: 'no-tour'; readonly id: string }
  | { readonly kind: 'no-stop'; readonly stop: number; readonly stops: readonly number[] }

const MAX_LISTED = 12

export const dispatchProblems: ProblemTable<DispatchFailure> = {
  'solution-not-found': {
    code: 'solution-not-found',
    status: 404,
    detail: (f) =>
      `The account has no solution ${JSON.stringify(f.id)}; solutions are kept for a day, so use an id that POST /v1/optimize returned recently`,
    example: { kind: 'solution-not-found', id: 'so_1' },
  },
  'tour-not-found': {
    code: 'tour-not-found',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.vehicle}; in this solution, ${f.vehicles.length === 1 ? `only vehicle ${f.vehicles[0]} has a tour` : `only vehicles ${joinFirstWords(f.vehicles, MAX_LISTED)} have tours`}`,
    example: { kind: 'tour-not-found', field: 'assets[0].vehicle', vehicle: 3, vehicles: [0, 1] },
  },
  'dispatched-twice': {
    code: 'dispatched-twice',
    status: 422,
    detail: (f) => `${f.field} is ${f.value}, which is already listed; list each ${f.what} only once`,
    example: { kind: 'dispatched-twice', field: 'assets[1].asset', what: 'asset', value: '"as_1"' },
  },
  'tour-too-long': {
    code: 'tour-too-long',
    status: 422,
    detail: (f) =>
      `The tour of vehicle ${f.vehicle} has ${f.visits} stops, but a route may have at most ${MAX_VIA}; set max_route_stops to ${MAX_VIA} and optimize again`,
    example: { kind: 'tour-too-long', vehicle: 0, visits: 120 },
  },
  'tour-off-road': {
    code: 'tour-unsuitable',
    status: 422,
    detail: (f) => `${f.field} is a ${f.asset}, but tours are driven on roads; use a vehicle or a robot`,
    example: { kind: 'tour-off-road', field: 'assets[0].asset', asset: 'vessel' },
  },
  'no-tour': {
    code: 'no-tour',
    status: 404,
    detail: (f) => `The asset ${JSON.stringify(f.id)} has no tour; dispatch one with POST /v1/optimize/{id}/dispatch`,
    example: { kind: 'no-tour', id: 'as_1' },
  },
  'no-stop': {
    code: 'stop-not-found',
    status: 404,
    detail: (f) =>
      `The tour of the asset has no stop ${f.stop}; ${f.stops.length === 1 ? 'its only stop is' : 'its stops are'} ${joinFirstWords(f.stops, MAX_LISTED)}`,
    example: { kind: 'no-stop', stop: 9, stops: [1, 2, 5] },
  },
}
