import { oddLights, oddWeathers } from '@fairway/road'
import { type Static, Type } from 'typebox'
import { OneOfSchema, SingleLineSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { routeReplyFields } from '../route/api/reply-schemas.ts'
import { RouteBody } from '../route/api/schemas.ts'
import { avExample, avRequests } from './examples.ts'

const MAX_VISIBILITY_METERS = 100_000

const { from, to, via, depart_at, arrive_by, alternatives, geometry, heading, steps, language, units } =
  RouteBody.properties

export const AvBody = Type.Object(
  {
    from,
    to,
    via,
    depart_at,
    arrive_by,
    conditions: Type.Optional(
      Type.Object(
        {
          weather: Type.Optional(
            OneOfSchema(oddWeathers, { default: 'dry', description: 'Weather conditions during the trip.' }),
          ),
          light: Type.Optional(
            OneOfSchema(oddLights, {
              description:
                'Light conditions during the trip. Default: computed from the position of the sun between departure and arrival.',
            }),
          ),
          visibility_m: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: MAX_VISIBILITY_METERS,
              description: 'Visibility in meters. Default: the usual value for the weather, 10,000 in dry weather.',
            }),
          ),
        },
        {
          description: 'Conditions during the trip. Default: dry weather, with the light expected at that time of day.',
        },
      ),
    ),
    odd: Type.Optional(
      SingleLineSchema(64, 'The id of the domain to use. Default: the first domain that allows the trip.'),
    ),
    operator: Type.Optional(SingleLineSchema(200, 'Considers only domains of this operator.')),
    alternatives,
    geometry,
    heading,
    steps,
    language,
    units,
  },
  { examples: avRequests },
)
export type AvFields = Static<typeof AvBody>

/** OpenAPI 3.0.3 has no `const` keyword, so the schema uses an enum with one value. */
const AlwaysTrue = (description: string) => Type.Unsafe<true>({ type: 'boolean', enum: [true], description })

export const AvReply = Type.Object(
  {
    ...routeReplyFields,
    mode: OneOfSchema(['av']),
    preview: AlwaysTrue('A preview of geometry and steps, not a command to a vehicle.'),
    engages: AlwaysTrue(
      'Always `true`, because the trip meets every rule of the domain from departure to arrival; otherwise, the reply is 422.',
    ),
    odd: Type.Object(
      {
        id: Type.String(),
        version: Type.String(),
        operator: Type.String(),
        area: Type.String({ description: 'The area of the domain in which the trip starts.' }),
        sample: Type.Boolean({ description: 'Whether the domain is a fictional sample.' }),
      },
      { description: 'The operational design domain that allows the trip.' },
    ),
    conditions: Type.Object(
      { weather: OneOfSchema(oddWeathers), light: OneOfSchema(oddLights), visibility_m: Type.Number() },
      { description: 'The conditions at departure, against which the trip was checked.' },
    ),
    warnings: WarningsSchema,
  },
  { examples: [avExample] },
)
