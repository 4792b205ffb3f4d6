import { Type } from 'typebox'
import { NullableSchema, OneOfSchema, PointSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { BriefStep, Geometry, Minutes, routeReplyFields } from '../route/api/reply-schemas.ts'
import { DetailsField, PointField, routeOptionFields } from '../route/api/schemas.ts'
import { rerouteExample, rerouteRequests } from './examples.ts'
import { MAX_GAIN_MINUTES, MAX_LINE_POINTS, MAX_STOPS } from './limits.ts'

/** The schema is deliberately loose, because the line reader reports which of thousands of points is wrong. */
/** Schema of a line in any format. The operation parses the line. */
export const LineField = (description: string) =>
  Type.Unsafe<string | unknown[] | object>({
    anyOf: [
      { type: 'array', items: {}, title: 'points', description: '`[[latitude, longitude], …]`' },
      { type: 'string', title: 'polyline', description: 'An encoded polyline with a precision of 5 or 6 decimals.' },
      {
        type: 'object',
        title: 'geojson',
        description: 'A LineString with coordinates in the order `[longitude, latitude]`.',
      },
    ],
    description,
    'x-demand': 'be a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString',
  })

const PreviousLine = LineField(
  `The line of the previous route, with 2 to ${MAX_LINE_POINTS.toLocaleString('en-US')} points. The line does not include stops; give the remaining stops in the \`stops\` field.`,
)

const RemovedStop = Type.Unsafe<number | number[]>({
  anyOf: [{ type: 'integer', minimum: 0 }, PointSchema()],
  'x-demand': 'be [latitude, longitude], or the number of a via stop, counted from 0',
})

export const RerouteBody = Type.Object(
  {
    geometry: Type.Optional(PreviousLine),
    route_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The id of a road route that this server returned recently, instead of `geometry`. The stops are those of the stored route.',
      }),
    ),
    geometry_format: Type.Optional(
      OneOfSchema(['points', 'polyline', 'polyline6', 'geojson'], {
        description:
          'Format of the old and the new line. Default: the format of `geometry` (a string is decoded with 5 decimals and, if that fails, with 6), or the format of the route that `route_id` identifies.',
      }),
    ),
    position: Type.Optional(
      PointField('Position of the vehicle, on or off the previous route. Default: the start of the line. Format:'),
    ),
    heading: Type.Optional(
      Type.Number({ minimum: 0, maximum: 360, description: 'Heading of the vehicle, in degrees from north.' }),
    ),
    to: Type.Optional(PointField('A new destination. Default: the end of the line. Format:')),
    stops: Type.Optional(
      Type.Array(PointField('A stop:'), {
        maxItems: MAX_STOPS,
        description:
          'The remaining stops, in order of travel. Default: with `route_id`, the stops of that route that have not been passed yet; with `geometry`, none.',
      }),
    ),
    removed_stops: Type.Optional(
      Type.Array(RemovedStop, {
        maxItems: MAX_STOPS,
        description: "Stops to skip, as Points or, with `route_id`, as indexes into that route's `via`, starting at 0.",
      }),
    ),
    ...routeOptionFields,
    details: DetailsField,
    min_gain_min: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_GAIN_MINUTES,
        description:
          'Minimum number of minutes that another route must save. Default: one minute or 5 % of the remaining time, whichever is less.',
      }),
    ),
    reply: Type.Optional(
      OneOfSchema(['delta', 'full'], {
        default: 'delta',
        description: 'Whether to return only the changes, or always the whole route.',
      }),
    ),
  },
  { examples: rerouteRequests },
)

const Keep = Type.Object({
  op: OneOfSchema(['keep']),
  from: Type.Integer({ description: 'Index of the first point of the old line that is kept, counted from 0.' }),
  to: Type.Integer({ description: 'Index of the last point that is kept.' }),
})
const Insert = Type.Object({
  op: OneOfSchema(['insert']),
  geometry: Geometry(1, false, 'New points, in the format of the old line.'),
  steps: Type.Optional(
    Type.Array(BriefStep, {
      description:
        'The steps of the new route whose maneuver is on the new points, on the last kept point before them or on the first kept point after them. Ranges refer to points of the new line. Omitted fields of a step have their default values.',
    }),
  ),
})

const Checksum = (description: string) =>
  Type.String({
    description: `${description} The checksum is the CRC-32 of the coordinates in microdegrees, as eight hexadecimal digits.`,
  })

export const RerouteReply = Type.Object(
  {
    kind: OneOfSchema(['unchanged', 'delta', 'full'], {
      description:
        '`unchanged`: the line stays the same, so continue on it. `delta`: the parts of the line to keep and the parts to insert. `full`: the whole route.',
    }),
    reason: OneOfSchema(
      [
        ...['unchanged', 'too-little-gain', 'better', 'blocked', 'off-route'],
        ...['destination-changed', 'stops-changed', 'previous-lost'],
      ],
      { description: 'Why the route was changed or kept.' },
    ),
    base_checksum: Checksum('Checksum of the old line.'),
    checksum: Checksum('Checksum of the line after the changes in this reply are applied.'),
    distance_km: Type.Number({ description: 'Remaining distance from the position.' }),
    eta_min: Minutes('Remaining time in live traffic.'),
    free_flow_min: Minutes('Remaining time without traffic.'),
    saved_min: Minutes(
      'Time saved compared with the previous route. Never negative; 0 if the two routes cannot be compared.',
    ),
    delta: Type.Optional(
      Type.Object({
        ops: Type.Array(Type.Unsafe<unknown>({ anyOf: [Keep, Insert] }), {
          description: 'Operations in the order of the new line, which starts at the current position.',
        }),
      }),
    ),
    route: Type.Optional(
      Type.Object(routeReplyFields, { 'x-name': 'Route', description: 'The whole route, when `kind` is `full`.' }),
    ),
    receipt: Type.Object(
      {
        previous_eta_min: NullableSchema(
          Minutes(
            'Remaining time on the previous route; `null` if that route is blocked or does not match the maps, or if the destination or the stops changed.',
          ),
        ),
        new_eta_min: Minutes('Remaining time on the route in this reply.'),
        snapshot_at: NullableSchema(
          Type.String({
            description:
              'When the traffic snapshot used for both routes was built; `null` when there is no traffic data.',
          }),
        ),
        kept_previous: Type.Boolean({
          description: '`true` if the new route continues or rejoins the previous route.',
        }),
      },
      {
        description:
          'Compares the two routes at the same departure time; the returned route is never worse than the previous one.',
      },
    ),
    warnings: WarningsSchema,
  },
  { examples: [rerouteExample] },
)
