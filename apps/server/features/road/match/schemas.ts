import { type Static, Type } from 'typebox'
import { NullableSchema, OneOfSchema, PointSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { DataReply, routeReplyFields } from '../route/api/reply-schemas.ts'
import { DetailsField, geometryFormats, routeOptionFields } from '../route/api/schemas.ts'
import { matchExample, matchRequests } from './examples.ts'
import { MAX_POINTS, MIN_POINTS } from './limits.ts'

const { profile, mode, costing, model, avoid, vehicle, language, units } = routeOptionFields
const pointRange = `${MIN_POINTS} to ${MAX_POINTS.toLocaleString('en-US')}`

/** The schema is deliberately loose, because the reader reports which of thousands of values is wrong. */
const Values = (items: object, description: string) =>
  Type.Optional(Type.Unsafe<unknown[]>({ type: 'array', items, description, 'x-demand': 'be a list' }))

const nullableNumber = { type: 'number', nullable: true }

export const MatchBody = Type.Object(
  {
    points: Values(
      {},
      `The trace: ${pointRange} positions \`[latitude, longitude]\` in the order of travel. Give the trace in exactly one of \`points\`, \`gpx\`, \`geojson\`, \`polyline\` and \`polyline6\`.`,
    ),
    gpx: Type.Optional(
      Type.String({
        description:
          'The text of a GPX file. The track points with their times are used, or the route points if the file has no track. As in the GPX standard, a time without a time zone is in UTC.',
      }),
    ),
    geojson: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description:
          'A LineString, or a Feature that contains one. GeoJSON coordinates are `[longitude, latitude]`. Times in `properties.coordTimes` are used; without a time zone, they are in UTC.',
      }),
    ),
    polyline: Type.Optional(Type.String({ description: 'An encoded polyline with a precision of 5 decimals.' })),
    polyline6: Type.Optional(Type.String({ description: 'An encoded polyline with a precision of 6 decimals.' })),
    times: Values(
      {},
      'When the vehicle was at each point, as ISO 8601 timestamps or as numbers of seconds or milliseconds. A timestamp without a time zone is local time at the first point. If times are given, impossible speeds and long gaps are detected.',
    ),
    accuracies: Values(
      nullableNumber,
      'The radius in meters that contains the true position with a probability of 68 %, for each point; `null` where the radius is unknown. Default: estimated from the trace.',
    ),
    headings: Values(
      nullableNumber,
      'Heading at each point in degrees from north; `null` where the heading is unknown.',
    ),
    heading_tolerances: Values(
      nullableNumber,
      'Maximum difference between the heading and the road at each point in degrees (0 to 180); `null` where other directions are only less likely, which is the default. Used with `headings`.',
    ),
    gaps: Type.Optional(
      OneOfSchema(['split', 'bridge'], {
        default: 'split',
        description:
          'What to do where the trace has no points for more than 5 minutes or 4 km, or does not fit the roads: `split` starts a new route, and `bridge` connects both parts with the fastest route.',
      }),
    ),
    geometry: Type.Optional(
      OneOfSchema(geometryFormats, { default: 'points', description: 'Format of the route lines.' }),
    ),
    profile,
    mode,
    costing,
    model,
    avoid,
    vehicle,
    steps: Type.Optional(Type.Boolean({ default: false, description: 'Whether to include turn-by-turn steps.' })),
    language,
    units,
    details: DetailsField,
  },
  { examples: matchRequests },
)

export type MatchFields = Static<typeof MatchBody>

const Confidence = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const PointIndex = (description: string) => Type.Integer({ description: `Index of ${description}, counted from 0.` })

const MatchedRoute = Type.Object({
  confidence: Confidence('Confidence of the route: the mean of the confidences of its points.'),
  first_point: PointIndex('the point at which the route begins'),
  last_point: PointIndex('the point at which the route ends'),
  observed_min: Type.Optional(
    Type.Number({ description: 'Minutes between the first and the last point, if times are known.' }),
  ),
  ...routeReplyFields,
})

const MatchedPoint = Type.Object({
  status: OneOfSchema(['matched', 'outlier', 'off_road', 'outside'], {
    description:
      '`matched`: the point is on a road; `outlier`: the point contradicts its neighbors; `off_road`: there is no road nearby; `outside`: the point is outside the loaded maps.',
  }),
  route: Type.Optional(
    Type.Integer({
      description:
        'Index of the route that the point belongs to. This field and the following fields are present only if the point is matched.',
    }),
  ),
  at: Type.Optional(PointSchema('The position on the road, as `[latitude, longitude]`.')),
  distance_m: Type.Optional(Type.Number({ description: 'Distance from the given point to the road.' })),
  along_km: Type.Optional(Type.Number({ description: 'Distance of the point from the start of the route.' })),
  confidence: Type.Optional(
    Confidence('Probability that the point is on this road and not on another nearby road, given the whole trace.'),
  ),
  name: Type.Optional(Type.String({ description: 'Name of the road.' })),
  speed_limit_kmh: Type.Optional(
    Type.Integer({
      description:
        'Speed limit of the road in the direction of travel: as mapped, or estimated from the kind of road. Omitted if unknown, for example on ferries.',
    }),
  ),
})

const Gap = Type.Object({
  after_point: PointIndex('the last point before the gap'),
  before_point: PointIndex('the first point after the gap'),
  distance_km: NullableSchema(
    Type.Number({ description: 'Length of the route across the gap; `null` if the trace is split at the gap.' }),
  ),
})

export const MatchReply = Type.Object(
  {
    confidence: Confidence('The mean confidence of all points; unmatched points count as 0.'),
    distance_km: Type.Number({ description: 'Total distance of all routes.' }),
    noise_m: Type.Number({
      description:
        'Standard deviation of the position errors in meters, based on `accuracies` or estimated from the trace.',
    }),
    routes: Type.Array(MatchedRoute, {
      description:
        'The matched routes, like those of `POST /v1/route` but without traffic. `depart_at` is the time of the first point, if known. To reroute a route, use its `id`.',
    }),
    points: Type.Array(MatchedPoint, { description: 'One entry for each point, in the same order.' }),
    gaps: Type.Array(Gap, { description: 'Gaps between consecutive parts of the trace.' }),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [matchExample] },
)
