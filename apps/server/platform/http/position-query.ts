import type { Position } from '@fairway/places'
import { Type } from 'typebox'
import { fail, ok, type Result } from '../result.ts'
import { type ProblemTable, shorten } from './problem.ts'

/** Query parameters for positions: `lat` and `lon` as separate numbers. */

export const positionFields = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude in degrees, -90 to 90.', examples: [-34.9058] }),
  lon: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Longitude in degrees, -180 to 180.',
    examples: [-56.1882],
  }),
}

/** Creates the schema of a BCP 47 language tag. */
export const LanguageField = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
      description,
      'x-aliases': ['language'],
      'x-demand': 'be a language code such as en, de or pt-BR',
      examples: ['en'],
    }),
  )

export type PositionFailure =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'escape-unreadable'; readonly given: string }
  | { readonly kind: 'number-unreadable'; readonly field: string; readonly given: string }
  | { readonly kind: 'lang-unreadable'; readonly given: string }

export const positionProblems: ProblemTable<PositionFailure> = {
  nowhere: {
    code: 'position-zero',
    status: 422,
    detail: () =>
      'lat and lon are both 0, which usually means that the position is missing; give the intended position',
    example: { kind: 'nowhere' },
  },
  'escape-unreadable': {
    code: 'escape-unreadable',
    status: 422,
    detail: (f) =>
      `The query contains ${JSON.stringify(f.given)}, which is not valid percent-encoded UTF-8; write each byte as % and two hexadecimal digits, and % itself as %25`,
    example: { kind: 'escape-unreadable', given: 'q=%FF' },
  },
  'number-unreadable': {
    code: 'number-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${JSON.stringify(f.given)}; write the number in decimal digits`,
    example: { kind: 'number-unreadable', field: 'lat', given: '0x10' },
  },
  'lang-unreadable': {
    code: 'lang-unreadable',
    status: 422,
    detail: (f) => `lang is ${JSON.stringify(f.given)}; give a language code such as en, de or pt-BR`,
    example: { kind: 'lang-unreadable', given: 'en-a' },
  },
}

const decimalPattern = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/**
 * Checks the raw query after schema validation. The query parser does not reject non-numeric strings, and it parses
 * 0x10 as 16.
 */
export function checkRawQuery(url: string, { properties }: QueryShape): Result<undefined, PositionFailure> {
  const query = url.indexOf('?')
  if (query === -1) return ok(undefined)
  for (const parameter of url.slice(query + 1).split('&')) {
    const [field, ...valueParts] = parameter.split('=').map(tryDecode)
    if (field === undefined || valueParts.includes(undefined))
      return fail({ kind: 'escape-unreadable', given: shorten(parameter) })
    const rawValue = valueParts.join('=')
    if (isNumberSchema(properties[field]) && !decimalPattern.test(rawValue))
      return fail({ kind: 'number-unreadable', field, given: shorten(rawValue) })
  }
  return ok(undefined)
}

interface QueryShape {
  readonly properties: Readonly<Record<string, object>>
}

function isNumberSchema(shape: { readonly type?: unknown } | undefined): boolean {
  return shape?.type === 'number' || shape?.type === 'integer'
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Parses a position whose range the schema has validated. */
export function parsePosition({ lat, lon }: { lat: number; lon: number }): Result<Position, PositionFailure> {
  return lat === 0 && lon === 0 ? fail({ kind: 'nowhere' }) : ok({ latitude: lat, longitude: lon })
}

/** Normalizes a language tag to the spelling in name tables, such as pt-BR for pt_br. */
export function parseLanguage(requestedLanguage: string | undefined): Result<string | undefined, PositionFailure> {
  if (requestedLanguage === undefined) return ok(undefined)
  try {
    return ok(Intl.getCanonicalLocales(requestedLanguage.replaceAll('_', '-'))[0])
  } catch {
    return fail({ kind: 'lang-unreadable', given: requestedLanguage })
  }
}
