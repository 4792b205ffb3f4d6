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
  description: 'The category of the places. Default: all except `other`.',
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
        'A kind of place in any of 31 languages, such as `gas station`, `farmacia` or `Bäckerei`. More specific than `category`.',
      examples: ['coffee shop'],
    }),
  ),
  brand: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Returns only places of this brand; case, accents and punctuation are ignored.',
    }),
  ),
  radius_m: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: MAX_RADIUS,
      description: `Maximum straight-line distance in meters, 1 to ${MAX_RADIUS}. Default: ${DEFAULT_RADIUS}, or more if there is no place within that radius; see \`widen\`.`,
    }),
  ),
  widen: Type.Optional(
    Type.Boolean({
      description: `Whether to search within ${WIDENED_RADII.join(' m and then ')} m if there is no place within the radius. Default: \`true\` if \`radius_m\` is omitted, otherwise \`false\`.`,
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
        'The time that `open` refers to: a timestamp such as `2026-06-16T08:30:00Z`, a local time such as `2026-06-16T08:30`, or seconds or milliseconds since 1970. Default: now.',
      examples: ['2026-06-16T20:30'],
    }),
  ),
  by: Type.Optional(
    OneOfSchema(distanceModes, {
      default: 'straight',
      description: 'How distances are measured and places are sorted: in a straight line, or by road.',
    }),
  ),
  lang: LanguageField(
    'Language of names, where available; country names are available in every language. Default: the language used in OpenStreetMap, which is usually the local language; country names are in English.',
  ),
})
export type NearbyFields = Static<typeof NearbyQueryFields>

export const NearbyReply = Type.Object(
  {
    places: Type.Array(
      Type.Object(
        {
          id: Type.String({
            description:
              'The id of the place, for `GET /v1/places/{id}`: the OpenStreetMap element, such as `node/123`, if known.',
          }),
          name: Type.String({
            description: 'The name of the place or, if it has none, its brand, operator or category.',
          }),
          category: OneOfSchema(placeCategories, {
            description: 'The requested category or, if none was requested, the main category of the place.',
          }),
          categories: Type.Array(OneOfSchema(placeCategories), { description: 'All categories of the place.' }),
          at: PlacePoint,
          distance_m: Type.Number({ description: 'Straight-line distance, or distance by road if `by` is `road`.' }),
          duration_min: Type.Optional(
            Type.Number({ description: 'Driving time by car in live traffic, departing now; only if `by` is `road`.' }),
          ),
          straight_m: Type.Optional(Type.Number({ description: 'Straight-line distance; only if `by` is `road`.' })),
          address: Type.Optional(AddressReply),
          opening_hours: Type.Optional(Type.String({ description: 'Opening hours, as written in OpenStreetMap.' })),
          open: Type.Optional(
            Type.Boolean({ description: 'Whether the place is open at `open_at`; omitted if unknown.' }),
          ),
          phone: Type.Optional(Type.String()),
          website: Type.Optional(Type.String()),
          tags: Type.Unsafe<Record<string, string>>({
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Details from OpenStreetMap.',
          }),
        },
        { 'x-name': 'Place' },
      ),
      { description: 'Places, nearest first. With `category=hospital`, hospitals come before clinics.' },
    ),
    widened_to_m: Type.Optional(
      Type.Number({
        description: 'The radius that was searched instead, because no place was within the requested radius.',
      }),
    ),
    more: Type.Optional(
      Type.Boolean({ description: '`true` if the radius contains more places than `limit` allows.' }),
    ),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [nearbyExample] },
)
