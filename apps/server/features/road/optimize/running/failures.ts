import type { ProblemTable } from '../../../../platform/http/problem.ts'

export type RunningFailure =
  | { readonly kind: 'list-of-vehicles'; readonly field: string; readonly given: number; readonly vehicles: number }
  | { readonly kind: 'not-to-visit'; readonly field: string; readonly number: number }
  | { readonly kind: 'named-twice'; readonly field: string; readonly number: number; readonly list: string }
  | { readonly kind: 'locked-delivery'; readonly field: string; readonly number: number; readonly pickup: number }
  | { readonly kind: 'locked-elsewhere'; readonly field: string; readonly number: number; readonly vehicle: number }
  | { readonly kind: 'locked-infeasible'; readonly field: string; readonly why: string }
  | { readonly kind: 'current-without-given' }
  | { readonly kind: 'done-delivery'; readonly field: string; readonly number: number; readonly pickup: number }
  | { readonly kind: 'late-after-shift'; readonly field: string; readonly given: number; readonly endsMin: number }
  | { readonly kind: 'all-done' }
  | { readonly kind: 'detour-with-trips' }

export const runningProblems: ProblemTable<RunningFailure> = {
  'list-of-vehicles': {
    code: 'list-of-vehicles',
    status: 422,
    detail: (f) =>
      `${f.field} has ${f.given} entries, but there ${f.vehicles === 1 ? 'is only 1 vehicle' : `are only ${f.vehicles} vehicles`}; give at most one entry per vehicle`,
    example: { kind: 'list-of-vehicles', field: 'locked', given: 3, vehicles: 2 },
  },
  'not-to-visit': {
    code: 'not-to-visit',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, which is not a stop to visit; give the number, counted from 0, of a stop where no vehicle starts or ends`,
    example: { kind: 'not-to-visit', field: 'locked[0][1]', number: 17 },
  },
  'named-twice': {
    code: 'named-twice',
    status: 422,
    detail: (f) => `${f.field} is ${f.number}, which is already listed in ${f.list}; list each stop only once`,
    example: { kind: 'named-twice', field: 'locked[1][0]', number: 4, list: 'locked' },
  },
  'locked-delivery': {
    code: 'locked-delivery',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, the delivery of a pair, but its pickup, stop ${f.pickup}, is not locked before it; lock both stops, or neither of them`,
    example: { kind: 'locked-delivery', field: 'locked[0][0]', number: 5, pickup: 3 },
  },
  'locked-elsewhere': {
    code: 'locked-elsewhere',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, but only vehicle ${f.vehicle} may visit that stop; lock the stop to that vehicle, or change only_stops or given`,
    example: { kind: 'locked-elsewhere', field: 'locked[0][0]', number: 5, vehicle: 1 },
  },
  'locked-infeasible': {
    code: 'locked-infeasible',
    status: 422,
    detail: (f) => `${f.field} is not feasible: ${f.why}; lock fewer stops, or relax the constraint`,
    example: { kind: 'locked-infeasible', field: 'locked[0]', why: 'vehicle 0 arrives too late at stop 5' },
  },
  'current-without-given': {
    code: 'current-without-given',
    status: 422,
    detail: () => 'current is set, but given is missing; in given, list the stops of every tour in progress',
    example: { kind: 'current-without-given' },
  },
  'done-delivery': {
    code: 'done-delivery',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, the delivery of a pair, but its pickup, stop ${f.pickup}, is not in the done list of the same vehicle; add the pickup to that list`,
    example: { kind: 'done-delivery', field: 'current.vehicles[0].done[0]', number: 5, pickup: 3 },
  },
  'late-after-shift': {
    code: 'late-after-shift',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}, but the shift of the vehicle ends ${f.endsMin} min after depart_at; shorten the delay, extend the shift, or leave the vehicle out`,
    example: { kind: 'late-after-shift', field: 'current.vehicles[0].delay_min', given: 600, endsMin: 480 },
  },
  'all-done': {
    code: 'all-done',
    status: 422,
    detail: () =>
      'The done lists contain all stops, so there is nothing left to plan; leave at least one stop out of these lists',
    example: { kind: 'all-done' },
  },
  'detour-with-trips': {
    code: 'detour-with-trips',
    status: 422,
    detail: () =>
      'max_detour_min cannot be combined with max_trips, because a detour would not include the time for reloads; leave out one of them',
    example: { kind: 'detour-with-trips' },
  },
}
