import { Type } from 'typebox'
import { InstantSchema, OneOfSchema, WarningsSchema } from '../../platform/http/schemas.ts'
import { AnyPoint, DataReply, Geometry, Minutes, OffRoadManeuver } from '../road/route/api/reply-schemas.ts'
import { maritimeExample } from './examples.ts'

const lengthFields = {
  distance_km: Type.Number(),
  distance_nm: Type.Number({ description: 'Distance in nautical miles.' }),
}

const Leg = Type.Object(
  {
    ...lengthFields,
    eta_min: Minutes('Travel time, including waiting times at canals.'),
    free_flow_min: Minutes('Travel time without waiting times.'),
    from: AnyPoint,
    to: AnyPoint,
  },
  { 'x-name': 'MaritimeLeg' },
)

const Step = Type.Object(
  {
    leg: Type.Integer({ description: 'Index of the leg that the step belongs to, counted from 0.' }),
    maneuver: OffRoadManeuver,
    instruction: Type.String({
      description: 'The instruction in words, for example: Through the Strait of Gibraltar, 30 nm.',
    }),
    name: Type.String({ description: 'The sea, passage or waterway.' }),
    kind: OneOfSchema(['sea', 'passage', 'river', 'arrival']),
    passage: Type.Optional(Type.String({ description: 'The id of the passage, as used in `avoid` and `via`.' })),
    distance_m: Type.Number(),
    distance_nm: Type.Number(),
    duration_s: Type.Number({ description: 'Duration in seconds, including the time spent waiting to enter canals.' }),
    geometry_range: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 2,
        description:
          "Indexes of the step's first and last points, counted from 0 along the line in `points` format. Omitted if no geometry is returned. GeoJSON that is cut at the date line has two more points at every cut.",
      }),
    ),
  },
  { 'x-name': 'MaritimeStep' },
)

const Meters = (description: string) => Type.Optional(Type.Number({ description }))
const Passage = Type.Object(
  {
    id: Type.String({ description: 'The id of the passage, as used in `avoid` and `via`.' }),
    name: Type.String(),
    kind: OneOfSchema(['canal', 'strait', 'cape', 'arctic']),
    from_nm: Type.Number({
      description: 'Nautical miles from the start of the voyage to the entrance of the passage.',
    }),
    to_nm: Type.Number({ description: 'Nautical miles from the start of the voyage to the exit of the passage.' }),
    reached_at: InstantSchema('When the ship reaches the entrance of the passage.'),
    transit_min: Type.Optional(
      Minutes(
        'Time from the entrance to the exit, if this time does not depend on the speed of the ship; shorter if the ship uses only part of the passage.',
      ),
    ),
    waiting_min: Type.Optional(Minutes('Usual waiting time at the entrance of the passage.')),
    limits: Type.Optional(
      Type.Object(
        {
          draft_m: Meters('Maximum draft.'),
          beam_m: Meters('Maximum beam.'),
          length_m: Meters('Maximum length.'),
          air_draft_m: Meters('Maximum height above the water.'),
        },
        { description: 'Maximum ship dimensions, in meters.' },
      ),
    ),
    rule: Type.Optional(Type.String({ description: 'Notes for the master of the ship.' })),
  },
  { 'x-name': 'Passage' },
)

const routeFields = {
  ...lengthFields,
  eta_min: Minutes('Time from departure to arrival, including canals and waiting times.'),
  free_flow_min: Minutes('Travel time without waiting times.'),
  sailing_min: Minutes('The part of `eta_min` spent sailing at the speed of the ship.'),
  canal_min: Minutes('The part of `eta_min` spent inside canals.'),
  waiting_min: Minutes('The part of `eta_min` spent waiting to enter canals.'),
  great_circle_nm: Type.Number({ description: 'Straight-line distance from stop to stop.' }),
  geometry: Geometry(1, true, 'The line in the format set by `geometry`; `null` if `geometry` is `none`.', [
    'LineString',
    'MultiLineString',
  ]),
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '`[south, west, north, east]`; west is greater than east if the box crosses the date line.',
  }),
  legs: Type.Array(Leg, { description: 'The legs of the route, from stop to stop.' }),
  steps: Type.Optional(Type.Array(Step, { description: 'Omitted when `steps` is `false`.' })),
  passages: Type.Array(Passage, { description: 'Canals, straits and capes on the route, in order.' }),
  incidents: Type.Array(Type.Object({}), { description: 'Always empty: there is no incident data for the sea.' }),
  depart_at: InstantSchema('When the voyage starts.'),
  arrive_at: InstantSchema('When the voyage ends.'),
}

const End = Type.Object(
  {
    at: AnyPoint,
    distance_m: Type.Number({ description: 'Distance from the given point to the water; not part of the voyage.' }),
    name: Type.String({ description: 'The name of the port or, for a point, of the sea.' }),
    port: Type.Optional(
      Type.Object(
        {
          name: Type.String(),
          code: Type.Optional(
            Type.String({ description: 'The UN/LOCODE of the port; omitted for a settlement without a port.' }),
          ),
        },
        { description: 'The named port.' },
      ),
    ),
  },
  { 'x-name': 'MaritimeSnappedPoint' },
)

export const MaritimeReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOfSchema(['maritime']),
    ...routeFields,
    alternatives: Type.Array(
      Type.Object({
        id: Type.String(),
        ...routeFields,
        stretch: Type.Number({
          description: 'How much longer the alternative is than the best voyage, as a fraction.',
        }),
        sharing: Type.Number({ description: 'Fraction of the alternative that is shared with the best route.' }),
        why: Type.String({ description: 'How the alternative differs from the best voyage.' }),
      }),
      { description: 'Voyages through other passages, shortest first.' },
    ),
    closed: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), why: Type.String() }), {
      description:
        'Passages on a better route that the ship could not use because of its size, because of the season, or because they are not listed in `allow`.',
    }),
    snapped: Type.Object(
      { from: End, via: Type.Array(End), to: End },
      { description: 'The positions on the water to which the points were snapped.' },
    ),
    source: OneOfSchema(['local']),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [maritimeExample] },
)
