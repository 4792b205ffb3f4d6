import { type Static, Type } from 'typebox'
import { AddressReply, AttributionReply, PlacePoint } from '../../../../platform/http/place-schemas.ts'
import { LanguageField, positionFields } from '../../../../platform/http/position-query.ts'
import { OneOfSchema, WarningsSchema } from '../../../../platform/http/schemas.ts'
import { placeSources } from '../geocoded.ts'
import { geocodeExample, reverseExample } from './examples.ts'

export const MIN_LETTERS = 2
const MAX_LETTERS = 200
const MAX_RESULTS = 20
export const DEFAULT_RESULTS = 5

const LANGUAGE_DESCRIPTION =
  'Language of names, where available; country names are available in every language. Default: the language of the source, which is usually the local language on the maps and English elsewhere; country names are in English.'

const AddressPart = (description: string, examples: readonly string[] = []) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description, ...(examples.length > 0 && { examples }) }))

export const GeocodeQueryFields = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: MAX_LETTERS,
      description: `What to find: an address, a place, an intersection of two streets, coordinates or a plus code. At least ${MIN_LETTERS} letters or digits. Required unless the address is given in parts.`,
      examples: ['18 de julio 1234, montevideo'],
    }),
  ),
  street: AddressPart('The street of an address that is given in parts. Cannot be combined with `q`.'),
  housenumber: AddressPart('The house number. Requires `street` or `city`.'),
  city: AddressPart('The city, town, village or suburb. With `q`: the area to search in.'),
  postcode: AddressPart('The postal code. With `q`: the area to search in.'),
  autocomplete: Type.Optional(
    Type.Boolean({
      description:
        '`true`: the user is still typing `q`, so the last word may be incomplete. Only the data of this service is searched. `false`: the last word is complete. Default: the last word may be complete or incomplete.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RESULTS,
      default: DEFAULT_RESULTS,
      description: `Maximum number of results, 1 to ${MAX_RESULTS}.`,
    }),
  ),
  near: Type.Optional(
    Type.String({
      maxLength: 60,
      description: '`latitude,longitude`: among equally good matches, those near this position come first.',
      examples: ['-34.9,-56.19'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Returns only results in this country, given as a two-letter ISO 3166-1 code.',
      'x-demand': 'be a two-letter country code, such as UY',
      examples: ['UY'],
    }),
  ),
  lang: LanguageField(LANGUAGE_DESCRIPTION),
})
export type GeocodeFields = Static<typeof GeocodeQueryFields>

export const ReverseQueryFields = Type.Object({
  ...positionFields,
  lang: LanguageField(LANGUAGE_DESCRIPTION),
})
export type ReverseFields = Static<typeof ReverseQueryFields>

const Source = OneOfSchema(placeSources, {
  description:
    'Source of the result: `local` (the data of this service), `cache` (an earlier reply from the upstream geocoder) or `upstream` (a new reply from that geocoder).',
})
const Interpolated = Type.Optional(
  Type.Boolean({
    description: '`true`: the house is not in the data, so its position is interpolated between neighboring houses.',
  }),
)

const PlaceId = Type.Optional(
  Type.String({
    description: 'The id of the place, for `GET /v1/places/{id}`. The id stays the same when the data is updated.',
  }),
)

export const PlaceKindSchema = Type.String({
  description:
    '`country`, `region`, `city`, `town`, `village`, `suburb`, `postcode`, `airport`, `port`, `street`, `address`, `crossing`, `poi` or `position`.',
})
export const PlaceLabel = Type.String({ description: 'The address on one line, in the format of its country.' })

export const GeocodeResultSchema = Type.Object(
  {
    id: PlaceId,
    at: PlacePoint,
    label: PlaceLabel,
    name: Type.String(),
    kind: PlaceKindSchema,
    address: AddressReply,
    confidence: Type.Number({ description: 'How well the result matches the search text, from 0 to 1.' }),
    distance_km: Type.Optional(Type.Number({ description: 'Distance from `near`, if `near` was given.' })),
    interpolated: Interpolated,
    source: Source,
  },
  { 'x-name': 'GeocodeResult' },
)

export const GeocodeReply = Type.Object(
  {
    query: Type.String({ description: 'The search text.' }),
    results: Type.Array(GeocodeResultSchema, {
      description: 'The results, best match first; empty if nothing matches.',
    }),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [geocodeExample] },
)

export const reverseFields = {
  id: PlaceId,
  at: PlacePoint,
  label: Type.String({
    description:
      'The address on one line. In remote areas and at sea: the coordinates, with the nearest known settlement and country.',
  }),
  kind: Type.String({
    description:
      'Type of the result: `address`, `street`, `suburb`, `village`, `town`, `city`, `poi`, `country` or `sea`.',
  }),
  address: Type.Optional(AddressReply),
  distance_m: Type.Number({ description: 'Distance from the given position to the position in `at`.' }),
  interpolated: Interpolated,
  nearest: Type.Optional(
    Type.Object(
      { name: Type.String(), at: PlacePoint, distance_km: Type.Number() },
      { 'x-name': 'NearestSettlement', description: 'In remote areas and at sea: the nearest known settlement.' },
    ),
  ),
  source: Source,
}

export const ReverseReply = Type.Object(
  {
    ...reverseFields,
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [reverseExample] },
)
