import { type Static, Type } from 'typebox'
import { AddressReply, AttributionReply, PlacePoint } from '../../../../platform/http/place-schemas.ts'
import { LanguageField, positionFields } from '../../../../platform/http/position-query.ts'
import { OneOf, Warnings } from '../../../../platform/http/schemas.ts'
import { placeSources } from '../geocoded.ts'
import { geocodeExample, reverseExample } from './examples.ts'

export const LEAST_LETTERS = 2
export const MOST_LETTERS = 200
export const MOST_RESULTS = 20
export const DEFAULT_RESULTS = 5

const LANGUAGE =
  'Names in this language, where they are known; countries always. Default: as the source shows them, mostly in English outside the maps and in the local language on them; countries in English.'

export const GeocodeQueryFields = Type.Object({
  q: Type.String({
    maxLength: MOST_LETTERS,
    description: `What to find: an address, a place, two streets that cross, coordinates, a plus code. At least ${LEAST_LETTERS} letters or digits.`,
    examples: ['18 de julio 1234, montevideo'],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_RESULTS,
      default: DEFAULT_RESULTS,
      description: `Results to give at most, 1 to ${MOST_RESULTS}.`,
    }),
  ),
  near: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'latitude,longitude: of results that fit alike, those near it come first.',
      examples: ['-34.9,-56.19'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Only results in this country: its two letters of ISO 3166-1.',
      'x-demand': 'be the two letters of a country, such as UY',
      examples: ['UY'],
    }),
  ),
  lang: LanguageField(LANGUAGE),
})
export type GeocodeFields = Static<typeof GeocodeQueryFields>

export const ReverseQueryFields = Type.Object({
  ...positionFields,
  lang: LanguageField(LANGUAGE),
})
export type ReverseFields = Static<typeof ReverseQueryFields>

const Source = OneOf(placeSources, {
  description:
    'Who knew it: local, the data of this service; cache, an earlier answer of the geocoder behind it; upstream, that geocoder now.',
})
const Interpolated = Type.Optional(
  Type.Boolean({ description: 'true: the house itself is not known; it is placed between its neighbours.' }),
)

export const GeocodeReply = Type.Object(
  {
    query: Type.String({ description: 'What was searched for.' }),
    results: Type.Array(
      Type.Object({
        at: PlacePoint,
        label: Type.String({ description: 'The address on one line, the way its country writes it.' }),
        name: Type.String(),
        kind: Type.String({
          description:
            'country, region, city, town, village, suburb, postcode, airport, port, street, address, crossing, poi or position.',
        }),
        address: AddressReply,
        confidence: Type.Number({ description: '0 to 1: how well it fits the words.' }),
        distance_km: Type.Optional(Type.Number({ description: 'From near, when it was given.' })),
        interpolated: Interpolated,
        source: Source,
      }),
      { description: 'The likeliest first; empty when nothing fits.' },
    ),
    data: AttributionReply,
    warnings: Warnings,
  },
  { examples: [geocodeExample] },
)

export const ReverseReply = Type.Object(
  {
    at: PlacePoint,
    label: Type.String({
      description:
        'The address on one line; in the wild and at sea the coordinates, with the nearest known settlement and country.',
    }),
    kind: Type.String({
      description: 'What was found: address, street, suburb, village, town, city, poi, country or sea.',
    }),
    address: Type.Optional(AddressReply),
    distance_m: Type.Number({ description: 'From the position that was given to at.' }),
    interpolated: Interpolated,
    nearest: Type.Optional(
      Type.Object(
        { name: Type.String(), at: PlacePoint, distance_km: Type.Number() },
        { description: 'In the wild and at sea: the nearest known settlement.' },
      ),
    ),
    source: Source,
    data: AttributionReply,
    warnings: Warnings,
  },
  { examples: [reverseExample] },
)
