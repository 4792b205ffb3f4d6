import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type MatrixFailure, pointsProblems } from '../matrix/cells/failures.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import { type CostFailure, costProblems } from './costs/failures.ts'
import { type DayFailure, dayProblems } from './days/failures.ts'
import { MAX_MINUTES, MIN_STOPS } from './limits.ts'
import { TIME_REQUIREMENT, WINDOW_REQUIREMENT } from './moment-demand.ts'
import { type RunningFailure, runningProblems } from './running/failures.ts'
import { type SplitFailure, splitProblems } from './split/failures.ts'

/** Errors in optimization requests, and temporary failures. */
export type OptimizationFailure =
  | { readonly kind: 'too-few-stops' }
  | {
      readonly kind: 'too-many-stops'
      readonly given: number
      readonly allowed: number
      readonly plan: string | undefined
    }
  | { readonly kind: 'fleet-count'; readonly fleet: number; readonly vehicles: number }
  | { readonly kind: 'no-such-stop'; readonly field: string; readonly given: number; readonly stops: number }
  | { readonly kind: 'two-ends'; readonly prefix: string }
  | { readonly kind: 'roundtrip-from-anywhere'; readonly prefix: string }
  | { readonly kind: 'all-depots' }
  | { readonly kind: 'list-length'; readonly field: string; readonly given: number; readonly stops: number }
  | { readonly kind: 'depot-is-visited'; readonly field: string; readonly number: number }
  | { readonly kind: 'window-unreadable'; readonly field: string; readonly given: unknown }
  | { readonly kind: 'moment-unreadable'; readonly field: string; readonly given: string }
  | { readonly kind: 'moment-too-late'; readonly field: string; readonly given: string }
  | { readonly kind: 'window-turned'; readonly field: string; readonly from: string; readonly to: string }
  | { readonly kind: 'window-passed'; readonly field: string }
  | { readonly kind: 'zone-unknown'; readonly field: string; readonly given: string }
  | { readonly kind: 'date-unreadable'; readonly field: string; readonly given: string }
  | { readonly kind: 'pair-at-depot'; readonly field: string; readonly number: number }
  | { readonly kind: 'pair-with-itself'; readonly field: string; readonly number: number }
  | { readonly kind: 'no-tour-possible'; readonly change: readonly string[]; readonly why: string }
  | { readonly kind: 'stop-in-two-pairs'; readonly field: string; readonly number: number }
  | { readonly kind: 'demand-at-delivery'; readonly number: number; readonly pickup: number }
  | { readonly kind: 'given-vehicles'; readonly given: number; readonly vehicles: number }
  | { readonly kind: 'given-unknown-stop'; readonly field: string; readonly number: number }
  | { readonly kind: 'given-twice'; readonly field: string; readonly number: number }
  | { readonly kind: 'own-matrix-missing'; readonly objective: string; readonly table: string }
  | { readonly kind: 'own-matrix-rule'; readonly rule: string; readonly missing: string }
  | { readonly kind: 'stop-of-two-vehicles'; readonly field: string; readonly number: number }
  | { readonly kind: 'given-depot'; readonly field: string; readonly number: number }
  | {
      readonly kind: 'own-matrix-size'
      readonly field: string
      readonly given: number
      readonly wanted: number
      readonly names: readonly string[]
    }
  | { readonly kind: 'compute-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compute-lost' }
  | { readonly kind: 'given-up' }

export type AnyFailure =
  | OptimizationFailure
  | CostFailure
  | DayFailure
  | RunningFailure
  | SplitFailure
  | MatrixFailure
  | RoutingFailure

const formatNumber = (value: number) => value.toLocaleString('en-US')
/** Formats the given value as truncated JSON. */
const formatValue = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'missing'
const formatCount = (value: number, noun: string, plural = `${noun}s`) =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`

export const optimizationProblems: ProblemTable<
  OptimizationFailure | CostFailure | DayFailure | RunningFailure | SplitFailure
> = {
  ...costProblems,
  ...dayProblems,
  ...runningProblems,
  ...splitProblems,
  'too-few-stops': {
    code: 'too-few-stops',
    status: 422,
    detail: () => `stops is empty; give at least ${formatCount(MIN_STOPS, 'stop')}`,
    example: { kind: 'too-few-stops' },
  },
  'too-many-stops': {
    code: 'too-many-stops',
    status: 422,
    detail: (f) =>
      `The request has ${formatNumber(f.given)} points (stops, plus the points in start, end and fleet), but ${
        f.plan === undefined ? 'a request without a key may have' : `the ${f.plan} plan allows`
      } at most ${formatNumber(f.allowed)}; send fewer stops per request, or use ${
        f.plan === undefined ? 'a key for ' : ''
      }a plan that allows more`,
    example: { kind: 'too-many-stops', given: 101, allowed: 100, plan: undefined },
  },
  'fleet-count': {
    code: 'fleet-count',
    status: 422,
    detail: (f) =>
      `vehicles is ${formatNumber(f.vehicles)}, but fleet has ${formatCount(f.fleet, 'entry', 'entries')}; leave vehicles out, or give one entry for each vehicle`,
    example: { kind: 'fleet-count', fleet: 2, vehicles: 3 },
  },
  'no-such-stop': {
    code: 'stop-unknown',
    status: 422,
    detail: (f) =>
      `${f.field} is ${formatNumber(f.given)}; ${f.stops === 1 ? 'the only stop has the number 0' : `the stops are numbered from 0 to ${formatNumber(f.stops - 1)}`}`,
    example: { kind: 'no-such-stop', field: 'pairs[0].delivery', given: 12, stops: 10 },
  },
  'two-ends': {
    code: 'two-ends',
    status: 422,
    detail: (f) =>
      `${f.prefix}end and ${f.prefix}roundtrip are both set; use only one of them (roundtrip ends the tour where it starts)`,
    example: { kind: 'two-ends', prefix: '' },
  },
  'roundtrip-from-anywhere': {
    code: 'roundtrip-from-anywhere',
    status: 422,
    detail: (f) => `${f.prefix}roundtrip is true, but start is "any"; give a start to which the tour can return`,
    example: { kind: 'roundtrip-from-anywhere', prefix: '' },
  },
  'all-depots': {
    code: 'all-depots',
    status: 422,
    detail: () =>
      'Vehicles start or end at every stop, so no stop is left to visit; give start and end as Points instead of stop numbers',
    example: { kind: 'all-depots' },
  },
  'list-length': {
    code: 'list-length-wrong',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatCount(f.given, 'entry', 'entries')}, but there ${f.stops === 1 ? 'is' : 'are'} ${formatCount(f.stops, 'stop')}; give one entry for every stop, in the same order`,
    example: { kind: 'list-length', field: 'demands', given: 4, stops: 5 },
  },
  'depot-is-visited': {
    code: 'depot-is-visited',
    status: 422,
    detail: (f) =>
      `${f.field} is given, but vehicles only start or end at stops[${f.number}] and do not visit it; to have it visited, give start and end as Points`,
    example: { kind: 'depot-is-visited', field: 'demands[0]', number: 0 },
  },
  'window-unreadable': {
    code: 'window-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${formatValue(f.given)}; it must ${WINDOW_REQUIREMENT}`,
    example: { kind: 'window-unreadable', field: 'time_windows[3][0]', given: [60] },
  },
  'moment-unreadable': {
    code: 'moment-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${formatValue(f.given)}; it must ${TIME_REQUIREMENT}`,
    example: { kind: 'moment-unreadable', field: 'time_windows[3][1]', given: '2026-02-30T08:30:00Z' },
  },
  'moment-too-late': {
    code: 'moment-too-late',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}, which is more than ${formatNumber(MAX_MINUTES)} minutes after depart_at; plan a shorter period, or depart later`,
    example: { kind: 'moment-too-late', field: 'shift[1]', given: '2199-01-01T01:00:00Z' },
  },
  'window-turned': {
    code: 'window-reversed',
    status: 422,
    detail: (f) => `${f.field} runs from ${f.from} to ${f.to}, but its end must be after its start`,
    example: { kind: 'window-turned', field: 'time_windows[3][0]', from: '120', to: '60' },
  },
  'window-passed': {
    code: 'window-passed',
    status: 422,
    detail: (f) => `${f.field} ends before depart_at, so it has no effect; depart earlier, or leave it out`,
    example: { kind: 'window-passed', field: 'time_windows[3]' },
  },
  'zone-unknown': {
    code: 'time-zone-unknown',
    status: 422,
    detail: (f) =>
      `${f.field} is ${formatValue(f.given)}; it must be the name of an IANA time zone such as America/Montevideo`,
    example: { kind: 'zone-unknown', field: 'time_zone', given: 'Montevideo' },
  },
  'date-unreadable': {
    code: 'date-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${formatValue(f.given)}; it must be a date such as 2026-06-16`,
    example: { kind: 'date-unreadable', field: 'time_windows[3][0].date', given: '2026-02-30' },
  },
  'pair-at-depot': {
    code: 'pair-at-depot',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, but vehicles only start or end at that stop and do not visit it; to use it in a pair, give start and end as Points`,
    example: { kind: 'pair-at-depot', field: 'pairs[0].pickup', number: 0 },
  },
  'pair-with-itself': {
    code: 'pair-with-itself',
    status: 422,
    detail: (f) =>
      `${f.field} has stop ${f.number} as both pickup and delivery; give two different stops, or list the position twice in stops`,
    example: { kind: 'pair-with-itself', field: 'pairs[0]', number: 3 },
  },
  'stop-in-two-pairs': {
    code: 'stop-in-two-pairs',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, which is already in a pair; to use a position in two pairs, list it twice in stops`,
    example: { kind: 'stop-in-two-pairs', field: 'pairs[1].pickup', number: 3 },
  },
  'demand-at-delivery': {
    code: 'demand-at-delivery',
    status: 422,
    detail: (f) =>
      `demands[${f.number}] is above 0, but stop ${f.number} is the delivery of a pair; give the amount at its pickup, in demands[${f.pickup}], and set demands[${f.number}] to 0`,
    example: { kind: 'demand-at-delivery', number: 4, pickup: 3 },
  },
  'no-tour-possible': {
    code: 'no-tour-possible',
    status: 422,
    detail: (f) => `No vehicle can visit any stop: ${f.why}; change ${f.change.join(' or ')}`,
    example: {
      kind: 'no-tour-possible',
      change: ['breaks', 'shift'],
      why: 'the breaks cannot end before minute 70, but the shift ends at minute 60',
    },
  },
  'given-vehicles': {
    code: 'given-vehicle-count',
    status: 422,
    detail: (f) =>
      `given has tours for ${formatCount(f.given, 'vehicle')}, but there ${f.vehicles === 1 ? 'is' : 'are'} only ${formatNumber(f.vehicles)}; leave out the extra tours`,
    example: { kind: 'given-vehicles', given: 3, vehicles: 2 },
  },
  'given-unknown-stop': {
    code: 'given-unknown-stop',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, which is not a stop to visit; give the numbers, counted from 0, of stops to visit`,
    example: { kind: 'given-unknown-stop', field: 'given[0][2]', number: 17 },
  },
  'given-twice': {
    code: 'given-twice',
    status: 422,
    detail: (f) => `${f.field} is ${f.number}, which is already listed in given; list each stop only once`,
    example: { kind: 'given-twice', field: 'given[1][0]', number: 4 },
  },
  'own-matrix-missing': {
    code: 'own-matrix-missing',
    status: 422,
    detail: (f) =>
      `objective is "${f.objective}", but matrix has no ${f.table}; give ${f.table}, or change the objective`,
    example: { kind: 'own-matrix-missing', objective: 'distance', table: 'distances_km' },
  },
  'own-matrix-rule': {
    code: 'own-matrix-rule',
    status: 422,
    detail: (f) =>
      `${f.rule} is set, but matrix has no ${f.missing} to check it against; give ${f.missing}, or leave ${f.rule} out`,
    example: { kind: 'own-matrix-rule', rule: 'time_windows', missing: 'durations_min' },
  },
  'stop-of-two-vehicles': {
    code: 'stop-of-two-vehicles',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, which is also in only_stops of another vehicle; list the stop for only one vehicle`,
    example: { kind: 'stop-of-two-vehicles', field: 'fleet[1].only_stops[0]', number: 3 },
  },
  'given-depot': {
    code: 'given-depot',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.number}, a stop where vehicles start or end; in given, list only the stops between start and end`,
    example: { kind: 'given-depot', field: 'given[0][0]', number: 0 },
  },
  'own-matrix-size': {
    code: 'own-matrix-size',
    status: 422,
    detail: (f) =>
      `${f.field} has ${formatCount(f.given, 'entry', 'entries')}; it must have ${formatNumber(f.wanted)}, one for each point from ${f.names[0]} to ${f.names.at(-1)}`,
    example: {
      kind: 'own-matrix-size',
      field: 'matrix.distances_km[2]',
      given: 4,
      wanted: 5,
      names: ['stops[0]', 'stops[4]'],
    },
  },
  'compute-busy': {
    code: 'optimization-busy',
    status: 503,
    detail: () =>
      'The service is already working at full capacity; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'compute-busy', retryAfterSeconds: 5 },
  },
  'compute-lost': {
    code: 'optimization-interrupted',
    status: 503,
    detail: () => 'The thread that was computing the best order has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'compute-lost' },
  },
  'given-up': {
    code: 'optimization-canceled',
    status: 503,
    detail: () => 'The connection was closed before the order was found; send the request again if you still need it',
    example: { kind: 'given-up' },
  },
}

/** Problem descriptions for all failures of optimization requests. */
export const problems: ProblemTable<AnyFailure> = {
  ...routingProblems,
  ...pointsProblems,
  ...optimizationProblems,
}
