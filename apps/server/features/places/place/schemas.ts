import { placeCategories } from '@fairway/places'
import { Type } from 'typebox'
import { AddressReply, AttributionReply, PlacePoint } from '../../../platform/http/place-schemas.ts'
import { LanguageField } from '../../../platform/http/position-query.ts'
import { OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { PlaceKindSchema, PlaceLabel } from '../geocode/api/schemas.ts'
import { placeExample } from './examples.ts'

const MAX_ID_LETTERS = 120

export const PlaceParameters = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: MAX_ID_LETTERS,
    description:
      'The id of a place, as returned by `geocode`, `reverse` or `nearby`. Write the slash in the id as `/` or `%2F`.',
    examples: ['node/2670735908'],
  }),
})

const IdPart = Type.String({ minLength: 1, maxLength: MAX_ID_LETTERS })
export const SplitPlaceParameters = Type.Object({ id: IdPart, number: IdPart })

export const PlaceQueryFields = Type.Object({
  lang: LanguageField('Language of names, where available. Default: the language of the source.'),
})

export const PlaceReply = Type.Object(
  {
    id: Type.String({ description: 'The id of the place.' }),
    at: PlacePoint,
    label: PlaceLabel,
    name: Type.String(),
    kind: PlaceKindSchema,
    address: AddressReply,
    interpolated: Type.Optional(
      Type.Boolean({
        description:
          '`true`: the house is not in the data, so its position is interpolated between neighboring houses.',
      }),
    ),
    categories: Type.Optional(
      Type.Array(OneOfSchema(placeCategories), { description: 'The categories of a point of interest.' }),
    ),
    opening_hours: Type.Optional(Type.String({ description: 'Opening hours, as written in OpenStreetMap.' })),
    open: Type.Optional(Type.Boolean({ description: 'Whether the place is open now; omitted if unknown.' })),
    phone: Type.Optional(Type.String()),
    website: Type.Optional(Type.String()),
    tags: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Details from the source.',
      }),
    ),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [placeExample] },
)
