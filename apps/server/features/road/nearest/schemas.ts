import { Type } from 'typebox'
import { NullableSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { DataReply, SnappedReply } from '../route/api/reply-schemas.ts'
import { PointField, routeOptionFields } from '../route/api/schemas.ts'
import { nearestExample, nearestRequests } from './examples.ts'

const { profile, mode, costing, model, avoid, avoid_areas, vehicle } = routeOptionFields

/** Maximum number of roads in a reply, equal to OSRM's default limit. */
export const MAX_ROADS = 100

export const NearestBody = Type.Object(
  {
    point: PointField('The position:'),
    number: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_ROADS, default: 1, description: 'Maximum number of roads to return.' }),
    ),
    heading: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 360,
        description:
          'Heading of the vehicle in degrees from north. Only roads on which the vehicle may travel in roughly this direction are returned.',
      }),
    ),
    heading_tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 180,
        default: 60,
        description: 'Maximum difference between the road and `heading` to either side, in degrees.',
      }),
    ),
    profile,
    mode,
    costing,
    model,
    avoid,
    avoid_areas,
    vehicle,
  },
  { examples: nearestRequests },
)

export const NearestReply = Type.Object(
  {
    roads: Type.Array(
      Type.Object({
        ...SnappedReply.properties,
        ref: Type.String({ description: 'The road number; empty if the road has none.' }),
        bearing: Type.Number({
          description:
            'Direction of travel in degrees from north. On a two-way road, this is the direction in which the road is mapped or, if `heading` is given, the direction closer to `heading`.',
        }),
        oneway: Type.Boolean({ description: 'Whether the profile may use the road only in one direction.' }),
        way: NullableSchema(
          Type.Integer({
            description: 'The id of the OpenStreetMap way; `null` if the map was compiled from data without ids.',
          }),
        ),
      }),
      { description: 'The nearest roads in order of distance, each listed once.' },
    ),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [nearestExample] },
)
