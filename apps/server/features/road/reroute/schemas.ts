import { Type } from 'typebox'
import { Nullable, OneOf, Warnings } from '../../../platform/http/schemas.ts'
import { BriefStep, Geometry, Minutes, routeReplyFields } from '../route/api/reply-schemas.ts'
import { PointField, termFields } from '../route/api/schemas.ts'
import { rerouteExample, rerouteRequests } from './examples.ts'
import { MAX_GAIN_MINUTES, MAX_LINE_POINTS, MAX_STOPS } from './limits.ts'

/** Deliberately loose: the line reader reports which of thousands of points is wrong. */
const PreviousLine = Type.Unsafe<string | unknown[] | object>({
  anyOf: [
    { type: 'array', items: {}, title: 'points', description: '[[latitude, longitude], …]' },
    { type: 'string', title: 'polyline', description: 'An encoded polyline of 5 or 6 decimals.' },
    { type: 'object', title: 'geojson', description: 'A LineString; its coordinates are [longitude, latitude].' },
  ],
  description: `The line of the previous route, of 2 to ${MAX_LINE_POINTS.toLocaleString('en-US')} points. It does not tell its stops: name those still to be visited in stops.`,
  'x-demand': 'be a list of [latitude, longitude], an encoded polyline, or a GeoJSON LineString',
})

const RemovedStop = Type.Unsafe<number | number[]>({
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  ],
  'x-demand': 'be [latitude, longitude], or the number of a via stop from 0 on',
})

export const RerouteBody = Type.Object(
  {
    geometry: Type.Optional(PreviousLine),
    route_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Instead of geometry: the id of a route that this server has answered a while ago. Its stops are known.',
      }),
    ),
    geometry_format: Type.Optional(
      OneOf(['points', 'polyline', 'polyline6', 'geojson'], {
        description:
          'The format of the line, old and new. Default: what the geometry is (a text is tried with 5 decimals, then with 6), or the format of the route with the id.',
      }),
    ),
    position: Type.Optional(
      PointField('Where the vehicle is, on the previous route or off it. Default: where the line begins.'),
    ),
    heading: Type.Optional(
      Type.Number({ minimum: 0, maximum: 360, description: 'Where the vehicle points, in degrees from north.' }),
    ),
    to: Type.Optional(PointField('Another destination. Default: where the line ends.')),
    stops: Type.Optional(
      Type.Array(PointField('A stop:'), {
        maxItems: MAX_STOPS,
        description:
          'The stops still to be visited, in this order. Default: those of the route with the id that are not passed yet; none for a geometry.',
      }),
    ),
    removed_stops: Type.Optional(
      Type.Array(RemovedStop, {
        maxItems: MAX_STOPS,
        description:
          'Stops not to be visited any more: as Points, or as numbers of the via stops of the route with the id.',
      }),
    ),
    ...termFields,
    min_gain_min: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_GAIN_MINUTES,
        description: 'Another way must save so many minutes. Default: one minute, or 5 % of what is left.',
      }),
    ),
    reply: Type.Optional(
      OneOf(['delta', 'full'], {
        default: 'delta',
        description: 'Only what changed, or the whole route in any case.',
      }),
    ),
  },
  { examples: rerouteRequests },
)

const Keep = Type.Object({
  op: OneOf(['keep']),
  from: Type.Integer({ description: 'First point of the old line that is kept, from 0.' }),
  to: Type.Integer({ description: 'Last point that is kept.' }),
})
const Insert = Type.Object({
  op: OneOf(['insert']),
  geometry: Geometry(1, false, 'New points, in the format of the old line.'),
  steps: Type.Optional(
    Type.Array(BriefStep, {
      description:
        'The steps of the new route whose maneuver lies on the new points, on the last kept point before them or on the first one after them. Ranges count the points of the new line. What a step of a route has and these have not is as the defaults say.',
    }),
  ),
})

const Checksum = (description: string) =>
  Type.String({ description: `${description} CRC-32 of its micro-degrees, eight hexadecimal digits.` })

export const RerouteReply = Type.Object(
  {
    kind: OneOf(['unchanged', 'delta', 'full'], {
      description: 'unchanged: drive on, the line stays as it is. delta: what to keep of it and what to put in.',
    }),
    reason: OneOf(
      [
        ...['unchanged', 'too-little-gain', 'better', 'blocked', 'off-route'],
        ...['destination-changed', 'stops-changed', 'previous-lost'],
      ],
      { description: 'Why the route was changed, or kept.' },
    ),
    base_checksum: Checksum('Of the old line.'),
    checksum: Checksum('Of the line after this reply.'),
    distance_km: Type.Number({ description: 'What is left to drive from the position on.' }),
    eta_min: Minutes('The same under live traffic.'),
    free_flow_min: Minutes('The same on an empty road.'),
    saved_min: Minutes('How much earlier than by the previous route; never negative, 0 where they cannot be compared.'),
    delta: Type.Optional(
      Type.Object({
        ops: Type.Array(Type.Unsafe<unknown>({ anyOf: [Keep, Insert] }), {
          description: 'In the order of the new line, which begins at the position.',
        }),
      }),
    ),
    route: Type.Optional(Type.Object(routeReplyFields, { description: 'The whole route; when kind is full.' })),
    receipt: Type.Object(
      {
        previous_eta_min: Nullable(
          Minutes('By the previous route; null when it is lost or blocked, or leads elsewhere than wanted now.'),
        ),
        new_eta_min: Minutes('By the route of this reply.'),
        snapshot_at: Nullable(
          Type.String({ description: 'The traffic that both were measured in; null when nobody tells anything.' }),
        ),
        kept_previous: Type.Boolean({ description: 'The previous route is driven on, or joined again.' }),
      },
      { description: 'Both ways measured at once: a reroute is never worse.' },
    ),
    warnings: Warnings,
  },
  { examples: [rerouteExample] },
)
