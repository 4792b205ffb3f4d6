import { placeCategories } from '@fairway/places'
import { type Static, Type } from 'typebox'
import { AddressReply, AttributionReply, PlacePoint } from '../../../platform/http/place-schemas.ts'
import { LanguageField, positionFields } from '../../../platform/http/position-query.ts'
import { OneOf, Warnings } from '../../../platform/http/schemas.ts'
import { nearbyExample } from './examples.ts'

export const DEFAULT_RADIUS = 2000
export const MOST_RADIUS = 50_000
export const DEFAULT_PLACES = 20
export const MOST_PLACES = 100
export const waysToMeasure = ['straight', 'road'] as const

const Category = OneOf(placeCategories, { description: 'The kind of place. Default: all of them.', examples: ['cafe'] })

export const NearbyQueryFields = Type.Object({
  ...positionFields,
  category: Type.Optional(Category),
  brand: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only places of this brand, whatever capitals, accents and signs it is written with.',
    }),
  ),
  radius_m: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: MOST_RADIUS,
      default: DEFAULT_RADIUS,
      description: `How far away a place may be as the crow flies, in metres, 1 to ${MOST_RADIUS}.`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_PLACES,
      default: DEFAULT_PLACES,
      description: `Places to give at most, 1 to ${MOST_PLACES}.`,
    }),
  ),
  open_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'The time that open tells of: an instant such as 2026-06-16T08:30:00Z, or 2026-06-16T08:30 by the clocks of the place. Default: now.',
      examples: ['2026-06-16T20:30'],
    }),
  ),
  by: Type.Optional(
    OneOf(waysToMeasure, {
      default: 'straight',
      description: 'How distances are measured and places sorted: as the crow flies, or by car on the roads.',
    }),
  ),
  lang: LanguageField(
    'Names in this language, where they are known; countries always. Default: as OpenStreetMap shows them, mostly in the local language; countries in English.',
  ),
})
export type NearbyFields = Static<typeof NearbyQueryFields>

export const NearbyReply = Type.Object(
  {
    places: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The element of OpenStreetMap, such as node/123.' }),
        name: Type.String({ description: 'Its name, else its brand or operator, else what kind of place it is.' }),
        category: OneOf(placeCategories, { description: 'The kind asked for, else what it mainly is.' }),
        categories: Type.Array(OneOf(placeCategories), { description: 'All kinds that it is of.' }),
        at: PlacePoint,
        distance_m: Type.Number({ description: 'As the crow flies, or by road when by is road.' }),
        duration_min: Type.Optional(
          Type.Number({ description: 'By car under live traffic, leaving now; when by is road.' }),
        ),
        straight_m: Type.Optional(Type.Number({ description: 'As the crow flies; when by is road.' })),
        address: Type.Optional(AddressReply),
        opening_hours: Type.Optional(Type.String({ description: 'As OpenStreetMap writes them.' })),
        open: Type.Optional(
          Type.Boolean({ description: 'Whether it is open at open_at; not there when nobody can tell.' }),
        ),
        phone: Type.Optional(Type.String()),
        website: Type.Optional(Type.String()),
        tags: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What OpenStreetMap says of it.',
        }),
      }),
      { description: 'The nearest first.' },
    ),
    data: AttributionReply,
    warnings: Warnings,
  },
  { examples: [nearbyExample] },
)
