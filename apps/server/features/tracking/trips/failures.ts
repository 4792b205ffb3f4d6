import type { ProblemTable } from '../../../platform/http/problem.ts'

export type TripFailure =
  | { readonly kind: 'report-zone-unknown'; readonly given: string }
  | { readonly kind: 'report-date-unreadable'; readonly given: string }
  | { readonly kind: 'report-too-long'; readonly positions: number; readonly days: number }
  | { readonly kind: 'report-roads-unbounded'; readonly given: number; readonly max: number }

/** Errors that concern a single asset. */
export type PeriodFailure = Exclude<TripFailure, { readonly kind: 'report-roads-unbounded' }>

export const tripProblems: ProblemTable<TripFailure> = {
  'report-zone-unknown': {
    code: 'report-time-zone-unknown',
    status: 422,
    detail: (f) =>
      `time_zone is ${JSON.stringify(f.given)}; give a name from the IANA time zone database, such as Europe/Berlin, or leave it out`,
    example: { kind: 'report-zone-unknown', given: 'Berlin' },
  },
  'report-date-unreadable': {
    code: 'report-date-unreadable',
    status: 422,
    detail: (f) => `from is ${JSON.stringify(f.given)}; it must be a calendar date, such as 2026-11-17`,
    example: { kind: 'report-date-unreadable', given: '2026-02-30' },
  },
  'report-too-long': {
    code: 'report-too-long',
    status: 422,
    detail: (f) =>
      `The track has more than ${f.positions.toLocaleString('en-US')} positions in the ${f.days === 1 ? 'requested day' : `requested ${f.days} days`}; ${f.days === 1 ? 'send positions less often (one per second is enough for reports)' : 'request fewer days at a time'}`,
    example: { kind: 'report-too-long', positions: 100_000, days: 31 },
  },
  'report-roads-unbounded': {
    code: 'report-roads-unbounded',
    status: 422,
    detail: (f) =>
      `roads is true, but assets ${f.given === 0 ? 'is missing' : `lists ${f.given} assets`}; list 1 to ${f.max} assets, because each asset counts as one route per day`,
    example: { kind: 'report-roads-unbounded', given: 0, max: 20 },
  },
}
