import { placeCategories } from '@fairway/places'
import { type Static, Type } from 'typebox'
import { AddressReply, AttributionReply, PlacePoint } from '../../../platform/http/place-schemas.ts'
import { LanguageField, positionFields } from '../../../platform/http/position-query.ts'
import { OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { nearbyExample } from './examples.ts'

export const DEFAULT_RADIUS = 2000
const MAX_RADIUS = 50_000
/** Radii in meters that are searched one after the other if nothing is found. */
export const WIDENED_RADII = [10_000, MAX_RADIUS] as const
export const DEFAULT_PLACES = 20
export const MAX_PLACES = 100
const distanceModes = ['straight', 'road'] as const

const Category = OneOfSchema(placeCategories, {
  description: 'The category of the places. Default: all except other.',
  examples: ['cafe'],
})

export const NearbyQueryFields = Type.Object({
  ...positionFields,
  category: Type.Optional(Category),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A kind of place in any of 31 languages, such as "gas station", "farmacia" or "Bäckerei". More specific than category.',
      examples: ['coffee shop'],
    }),
  ),
  brand: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only places of this brand, ignoring case, accents and punctuation.',
    }),
  ),
  radius_m: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: MAX_RADIUS,
      description: `Maximum straight-line distance in meters, 1 to ${MAX_RADIUS}. Default: ${DEFAULT_RADIUS}, or more when no place is within it; see widen.`,
    }),
  ),
  widen: Type.Optional(
    Type.Boolean({
      description: `Whether to search within ${WIDENED_RADII.join(' m and ')} m when no place is within the radius. Default: true without radius_m, false with it.`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PLACES,
      default: DEFAULT_PLACES,
      description: `Maximum number of places, 1 to ${MAX_PLACES}.`,
    }),
  ),
  open_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'The time that open refers to: a timestamp such as 2026-06-16T08:30:00Z, or a local time such as 2026-06-16T08:30. Default: now.',
      examples: ['2026-06-16T20:30'],
    }),
  ),
  by: Type.Optional(
    OneOfSchema(distanceModes, {
      default: 'straight',
      description: 'How distances are measured and places sorted: in a straight line, or by road.',
    }),
  ),
  lang: LanguageField(
    'Language of names, where available; country names are available in every language. Default: the language used in OpenStreetMap, which is mostly the local language; country names are in English.',
  ),
})
export type NearbyFields = Static<typeof NearbyQueryFields>

export const NearbyReply = Type.Object(
  {
    places: Type.Array(
      Type.Object({
        id: Type.String({
          description: 'Id for GET /v1/places/{id}: the OpenStreetMap element, such as node/123, where it is known.',
        }),
        name: Type.String({ description: 'Its name, otherwise its brand or operator, otherwise its category.' }),
        category: OneOfSchema(placeCategories, { description: 'The requested category, otherwise its main category.' }),
        categories: Type.Array(OneOfSchema(placeCategories), { description: 'All its categories.' }),
        at: PlacePoint,
        distance_m: Type.Number({ description: 'In a straight line, or by road when by is road.' }),
        duration_min: Type.Optional(
          Type.Number({ description: 'By car in live traffic, leaving now; only when by is road.' }),
        ),
        straight_m: Type.Optional(Type.Number({ description: 'In a straight line; only when by is road.' })),
        address: Type.Optional(AddressReply),
        opening_hours: Type.Optional(Type.String({ description: 'As written in OpenStreetMap.' })),
        open: Type.Optional(Type.Boolean({ description: 'Whether it is open at open_at; omitted when unknown.' })),
        phone: Type.Optional(Type.String()),
        website: Type.Optional(Type.String()),
        tags: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Details from OpenStreetMap.',
        }),
      }),
      { description: 'Nearest first. With category=hospital, hospitals come before clinics.' },
    ),
    widened_to_m: Type.Optional(
      Type.Number({ description: 'The radius that was searched when no place was within the requested one.' }),
    ),
    more: Type.Optional(Type.Boolean({ description: 'True when the radius contains more places than limit allows.' })),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [nearbyExample] },
)
