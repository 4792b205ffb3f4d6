import { findCountryName } from '@fairway/places'
import { type PositionFailure, positionProblems } from '../../../../platform/http/position-query.ts'
import type { ProblemTable } from '../../../../platform/http/problem.ts'

export type GeocodingFailure =
  | {
      readonly kind: 'query-too-short'
      readonly field: string
      readonly given: string
      readonly letters: number
      readonly allowed: number
    }
  | { readonly kind: 'query-missing' }
  | { readonly kind: 'query-and-street'; readonly field: 'street' | 'housenumber' }
  | { readonly kind: 'street-missing'; readonly given: string }
  | { readonly kind: 'near-unreadable'; readonly given: string }
  | { readonly kind: 'near-out-of-range'; readonly what: 'latitude' | 'longitude'; readonly given: number }
  | { readonly kind: 'near-nowhere' }
  | { readonly kind: 'country-unknown'; readonly given: string; readonly meant: string | undefined }

export type AnyFailure = GeocodingFailure | PositionFailure

const limits = { latitude: 90, longitude: 180 } as const

export const geocodingProblems: ProblemTable<GeocodingFailure> = {
  'query-too-short': {
    code: 'query-too-short',
    status: 422,
    detail: (f) =>
      `${f.field} is ${JSON.stringify(f.given)}, which has ${f.letters} ${f.letters === 1 ? 'letter or digit' : 'letters or digits'}; a search needs at least ${f.allowed}`,
    example: { kind: 'query-too-short', field: 'q', given: 'a', letters: 1, allowed: 2 },
  },
  'query-missing': {
    code: 'query-missing',
    status: 422,
    detail: () =>
      'q is missing; give the search text as q, or an address in parts as street, housenumber, city and postcode',
    example: { kind: 'query-missing' },
  },
  'query-and-street': {
    code: 'query-and-street',
    status: 422,
    detail: (f) =>
      `q and ${f.field} are both set; give the whole address as q, or leave out q and give its parts as street, housenumber, city and postcode`,
    example: { kind: 'query-and-street', field: 'street' },
  },
  'street-missing': {
    code: 'street-missing',
    status: 422,
    detail: (f) =>
      `housenumber is ${JSON.stringify(f.given)}, but street and city are both missing; give the street, or give the village as city if its addresses have no street`,
    example: { kind: 'street-missing', given: '12' },
  },
  'near-unreadable': {
    code: 'near-unreadable',
    status: 422,
    detail: (f) =>
      `near is ${JSON.stringify(f.given)}; give latitude and longitude in degrees, separated by a comma, such as -34.9,-56.19`,
    example: { kind: 'near-unreadable', given: 'home' },
  },
  'near-out-of-range': {
    code: 'near-out-of-range',
    status: 422,
    detail: (f) =>
      `The ${f.what} of near is ${f.given}; ${f.what} ranges from -${limits[f.what]} to ${limits[f.what]} (near is latitude,longitude)`,
    example: { kind: 'near-out-of-range', what: 'latitude', given: 91.2 },
  },
  'near-nowhere': {
    code: 'near-zero',
    status: 422,
    detail: () =>
      'near is 0,0, which usually means that the position is missing; give the intended position, or leave out near',
    example: { kind: 'near-nowhere' },
  },
  'country-unknown': {
    code: 'country-unknown',
    status: 422,
    detail: ({ given, meant }) =>
      `country is ${JSON.stringify(given)}, which is not an ISO 3166-1 code; ${meant ? `use ${meant} for ${findCountryName(meant)}` : 'give a two-letter country code, such as UY'}`,
    example: { kind: 'country-unknown', given: 'uk', meant: 'GB' },
  },
}

export const problems: ProblemTable<AnyFailure> = { ...positionProblems, ...geocodingProblems }
