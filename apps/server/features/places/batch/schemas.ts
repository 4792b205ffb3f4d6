import { type Static, Type } from 'typebox'
import { AttributionReply } from '../../../platform/http/place-schemas.ts'
import { OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { GeocodeQueryFields, GeocodeResultSchema, ReverseQueryFields, reverseFields } from '../geocode/api/schemas.ts'
import { batchExample, batchRequestExample } from './examples.ts'

export const MAX_QUERIES = 1000
/** Default number of results. Most callers need one position per address. */
export const DEFAULT_BATCH_RESULTS = 1
const batchStatuses = ['found', 'nothing', 'invalid'] as const

/** Schema of a forward query without its type, with the fields of GET /v1/geocode. */
export const ForwardQuerySchema = Type.Object(GeocodeQueryFields.properties)
export const ReverseQuerySchema = Type.Object(ReverseQueryFields.properties)

const { q, street, housenumber, city, postcode, near, country, lang } = GeocodeQueryFields.properties
const { lat, lon } = ReverseQueryFields.properties

const BatchQuery = Type.Object(
  {
    q,
    street,
    housenumber,
    city,
    postcode,
    lat: Type.Optional(lat),
    lon: Type.Optional(lon),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of results, 1 to 20.' })),
    near,
    country,
    lang,
  },
  {
    description:
      'With `lat` and `lon`, the query finds the address of a position, as in `GET /v1/reverse`. Otherwise it finds the position of an address, as in `GET /v1/geocode`.',
  },
)

export const BatchBody = Type.Object(
  {
    queries: Type.Array(BatchQuery, {
      minItems: 1,
      maxItems: MAX_QUERIES,
      description: `The queries, 1 to ${MAX_QUERIES}. A plain string is equivalent to an object with \`q\`.`,
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: `Maximum number of results for each query that does not set \`limit\`, 1 to 20. Default: ${DEFAULT_BATCH_RESULTS}.`,
      }),
    ),
    near,
    country,
    lang,
  },
  { examples: [batchRequestExample] },
)
export type BatchFields = Static<typeof BatchBody>

/**
 * The schema is deliberately loose, because one invalid query must not cause the others to be rejected. The queries are
 * checked one by one.
 */
export const UncheckedBatchBody = Type.Object({
  ...BatchBody.properties,
  queries: Type.Array(
    Type.Unsafe<string | object>({
      anyOf: [{ type: 'string' }, { type: 'object' }],
      'x-demand': 'be a search text, or an object such as {"q": "paris"}',
    }),
    { description: 'The queries.' },
  ),
})

export const BatchReply = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        status: OneOfSchema(batchStatuses, {
          description:
            '`found`: there are results. `nothing`: there is no match. `invalid`: the query is not valid; see `error`.',
        }),
        results: Type.Optional(
          Type.Array(GeocodeResultSchema, {
            description: 'For an address: the results as in `GET /v1/geocode`, best match first.',
          }),
        ),
        reverse: Type.Optional(
          Type.Object(reverseFields, {
            description: 'For a position: the address of the position, as in `GET /v1/reverse`.',
          }),
        ),
        error: Type.Optional(
          Type.Object({ code: Type.String(), detail: Type.String() }, { description: 'Why the query is invalid.' }),
        ),
      }),
      { description: 'One entry for each query, in the same order.' },
    ),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [batchExample] },
)
