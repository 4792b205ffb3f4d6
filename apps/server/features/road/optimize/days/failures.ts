import type { ProblemTable } from '../../../../platform/http/problem.ts'

export type DayFailure =
  | { readonly kind: 'days-missing'; readonly field: string }
  | { readonly kind: 'days-with'; readonly field: string }
  | { readonly kind: 'days-order'; readonly field: string; readonly given: string; readonly before: string }
  | { readonly kind: 'day-unknown'; readonly field: string; readonly given: string; readonly days: readonly string[] }
  | { readonly kind: 'days-over' }
  | { readonly kind: 'day-shift'; readonly field: string }
  | { readonly kind: 'too-many-tours'; readonly given: number; readonly allowed: number }
  | {
      readonly kind: 'rest-too-short'
      readonly vehicle: number
      readonly rules: string
      readonly day: string
      readonly hours: number
      readonly needed: number
    }

export const dayProblems: ProblemTable<DayFailure> = {
  'days-missing': {
    code: 'days-missing',
    status: 422,
    detail: (f) => `${f.field} is given, but days is missing; in days, list all dates to plan`,
    example: { kind: 'days-missing', field: 'stop_days' },
  },
  'days-with': {
    code: 'days-with',
    status: 422,
    detail: (f) => `${f.field} cannot be combined with days; leave out one of them`,
    example: { kind: 'days-with', field: 'current' },
  },
  'days-order': {
    code: 'days-order',
    status: 422,
    detail: (f) =>
      `${f.field} is "${f.given}", which is not after "${f.before}"; give each day once, in ascending order`,
    example: { kind: 'days-order', field: 'days[1]', given: '2026-06-16', before: '2026-06-16' },
  },
  'day-unknown': {
    code: 'day-unknown',
    status: 422,
    detail: (f) =>
      `${f.field} is "${f.given}", which is not in days (${f.days.join(', ')}); add the date to days, or leave it out`,
    example: { kind: 'day-unknown', field: 'stop_days[3][0]', given: '2026-06-20', days: ['2026-06-16'] },
  },
  'days-over': {
    code: 'days-over',
    status: 422,
    detail: () =>
      'No tour is possible, because all shifts on the given days end before depart_at; give later days, or depart earlier',
    example: { kind: 'days-over' },
  },
  'day-shift': {
    code: 'day-shift',
    status: 422,
    detail: (f) => `${f.field} must be two times of day without dates, because the shift applies to every day in days`,
    example: { kind: 'day-shift', field: 'fleet[0].shift' },
  },
  'too-many-tours': {
    code: 'too-many-tours',
    status: 422,
    detail: (f) =>
      `The request has ${f.given} tours (one per vehicle and day), but at most ${f.allowed} are allowed; plan fewer days or vehicles`,
    example: { kind: 'too-many-tours', given: 1400, allowed: 1000 },
  },
  'rest-too-short': {
    code: 'rest-too-short',
    status: 422,
    detail: (f) =>
      `The shifts of vehicle ${f.vehicle} leave only ${f.hours} h of rest before ${f.day}, but ${f.rules} requires ${f.needed} h; shorten the shifts`,
    example: { kind: 'rest-too-short', vehicle: 0, rules: 'eu561', day: '2026-06-17', hours: 8, needed: 11 },
  },
}
