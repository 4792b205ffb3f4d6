import { describePoint } from '@fairway/geo'
import type { OddRule } from '@fairway/road'
import type { ProblemTable } from '../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import type { Point } from '../route/points.ts'

/** Reason why the domain does not allow the trip. */
export interface OutsideOdd {
  readonly kind: 'outside-odd'
  readonly odd: string
  readonly operator: string
  readonly rule: OddRule
  /** Request field or position on the route. Undefined when the reason concerns the whole trip. */
  readonly where: string | undefined
  readonly observed: string
  readonly allowed: string
  readonly nearest: { readonly at: Point; readonly meters: number } | undefined
}

/** Failures of a self-driving request, in addition to the failures of road routes. */
export type AvFailure =
  | OutsideOdd
  | {
      readonly kind: 'odd-unknown'
      readonly field: 'odd' | 'operator'
      readonly given: string
      readonly known: readonly string[]
      /** Operator whose domains were searched. Undefined when all domains were searched. */
      readonly operator?: string | undefined
    }
  | { readonly kind: 'no-odd' }
  | { readonly kind: 'no-map-in-odd'; readonly odd: string }
  | { readonly kind: 'no-way-in-odd'; readonly odd: string; readonly from: string; readonly to: string }

export type AnyFailure = AvFailure | RoutingFailure

const NOT_ENGAGED_TEXT = 'The service does not engage.'
const MAX_LISTED_NAMES = 20
const MAX_TEXT_LENGTH = 150

/** Shortens a value, because a long list of permits or hours would make the message unreadable. */
function shorten(value: string): string {
  return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value
}

function formatNameList(names: readonly string[]): string {
  const remainingCount = names.length - MAX_LISTED_NAMES
  return `${names.slice(0, MAX_LISTED_NAMES).join(', ')}${remainingCount > 0 ? ` and ${remainingCount} more` : ''}`
}

function describeNearest(nearest: OutsideOdd['nearest']): string {
  if (!nearest) return ''
  const { at, meters } = nearest
  const distance = meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`
  return ` The nearest point inside is [${at[0].toFixed(6)}, ${at[1].toFixed(6)}], ${distance} away.`
}

export const avProblems: ProblemTable<AvFailure> = {
  'outside-odd': {
    code: 'outside-odd',
    status: 422,
    detail: (f) =>
      `The trip is outside the operational design domain ${f.odd} (${f.operator}) because of the rule "${f.rule}"${f.where === undefined ? '' : ` at ${f.where}`} (observed: ${shorten(f.observed)}; allowed: ${shorten(f.allowed)}).${describeNearest(f.nearest)} ${NOT_ENGAGED_TEXT}`,
    example: {
      kind: 'outside-odd',
      odd: 'montevideo-sample',
      operator: 'Sample operator',
      rule: 'area',
      where: 'the destination (to) [-34.8836, -56.0819]',
      observed: 'outside',
      allowed: 'inside Centre of Montevideo',
      nearest: { at: [-34.886102, -56.121523], meters: 3627 },
    },
  },
  'odd-unknown': {
    code: 'odd-unknown',
    status: 422,
    detail: (f) =>
      `${f.field} is ${JSON.stringify(f.given)}, which does not match any operational design domain of ${f.operator ?? 'this service'} (${f.known.length === 1 ? 'known value' : 'known values'}: ${formatNameList(f.known)}). ${NOT_ENGAGED_TEXT}`,
    example: { kind: 'odd-unknown', field: 'odd', given: 'mars', known: ['montevideo-sample'] },
  },
  'no-odd': {
    code: 'no-odd',
    status: 422,
    detail: () =>
      `This service has no operational design domain, so it cannot plan self-driving routes; ask the operator to add a domain. ${NOT_ENGAGED_TEXT}`,
    example: { kind: 'no-odd' },
  },
  'no-map-in-odd': {
    code: 'no-map-in-odd',
    status: 422,
    detail: (f) =>
      `The points are inside the operational design domain ${f.odd}, but no road map of this service contains them all; ask the operator to add a map that does. ${NOT_ENGAGED_TEXT}`,
    example: { kind: 'no-map-in-odd', odd: 'montevideo-sample' },
  },
  'no-way-in-odd': {
    code: 'no-path-in-odd',
    status: 422,
    detail: (f) =>
      `The roads inside the operational design domain ${f.odd} do not connect ${describePoint(f.from)} and ${describePoint(f.to)}; choose other points. ${NOT_ENGAGED_TEXT}`,
    example: { kind: 'no-way-in-odd', odd: 'montevideo-sample', from: 'from', to: 'to' },
  },
}

export const problems: ProblemTable<AnyFailure> = { ...routingProblems, ...avProblems }
