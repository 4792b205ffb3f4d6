import type { Position } from '@fairway/places/text/position.ts'
import { Type } from 'typebox'
import { fail, ok, type Result } from '../result.ts'
import type { ProblemTable } from './problem.ts'

/** Positions as they stand in addresses: lat and lon, each a number of its own. */

export const positionFields = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude in degrees.', examples: [-34.9058] }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude in degrees.', examples: [-56.1882] }),
}

/** A language of BCP 47. */
export const LanguageField = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
      description,
      'x-demand': 'be a language such as en, de or pt-BR',
      examples: ['en'],
    }),
  )

export type PositionFailure =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'lang-unreadable'; readonly given: string }

export const positionProblems: ProblemTable<PositionFailure> = {
  nowhere: {
    status: 422,
    detail: () => 'lat and lon are both 0, which is what a missing position looks like; give the place that is meant',
    example: { kind: 'nowhere' },
  },
  'lang-unreadable': {
    status: 422,
    detail: (f) => `lang is ${JSON.stringify(f.given)}; give a language such as en, de or pt-BR`,
    example: { kind: 'lang-unreadable', given: 'en-a' },
  },
}

/** The schema has seen to the range. */
export function readPosition({ lat, lon }: { lat: number; lon: number }): Result<Position, PositionFailure> {
  return lat === 0 && lon === 0 ? fail({ kind: 'nowhere' }) : ok({ latitude: lat, longitude: lon })
}

/** In the one spelling that tables of names have: pt-BR for pt_br. */
export function readLanguage(given: string | undefined): Result<string | undefined, PositionFailure> {
  if (given === undefined) return ok(undefined)
  try {
    return ok(Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0])
  } catch {
    return fail({ kind: 'lang-unreadable', given })
  }
}
