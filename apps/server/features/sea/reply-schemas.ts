import { Type } from 'typebox'
import { InstantSchema, OneOfSchema, WarningsSchema } from '../../platform/http/schemas.ts'
import { DataReply, Geometry, Minutes } from '../road/route/api/reply-schemas.ts'
import { maritimeExample } from './examples.ts'

const AnyPoint = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '[latitude, longitude]' })
const lengthFields = {
  distance_km: Type.Number(),
  distance_nm: Type.Number({ description: 'Nautical miles.' }),
}

const Leg = Type.Object({
  ...lengthFields,
  eta_min: Minutes('Including waiting times at canals.'),
  free_flow_min: Minutes('Without waiting times.'),
  from: AnyPoint,
  to: AnyPoint,
})

const Step = Type.Object({
  leg: Type.Integer({ description: 'Index of the leg that the step belongs to, from 0.' }),
  maneuver: Type.Object({
    type: OneOfSchema(['depart', 'continue', 'arrive']),
    at: AnyPoint,
    bearing_before: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
    bearing_after: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
  }),
  instruction: Type.String({ description: 'In words, for example: Through the Strait of Gibraltar, 30 nm.' }),
  name: Type.String({ description: 'The sea, passage or waterway.' }),
  kind: OneOfSchema(['sea', 'passage', 'river', 'arrival']),
  passage: Type.Optional(Type.String({ description: 'Id of the passage, as used in avoid and via.' })),
  distance_m: Type.Number(),
  distance_nm: Type.Number(),
  duration_s: Type.Number({ description: 'Including the waiting time before a canal.' }),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description:
        'First and last point of the step, as indices into the line in points format, from 0. Omitted if no geometry is returned. GeoJSON that is cut at the date line has two more points at every cut.',
    }),
  ),
})

const Meters = (description: string) => Type.Optional(Type.Number({ description }))
const Passage = Type.Object({
  id: Type.String({ description: 'Its id, as used in avoid and via.' }),
  name: Type.String(),
  kind: OneOfSchema(['canal', 'strait', 'cape', 'arctic']),
  from_nm: Type.Number({ description: 'Nautical miles from the start to its entrance.' }),
  to_nm: Type.Number({ description: 'Nautical miles from the start to its exit.' }),
  reached_at: InstantSchema('When the ship reaches its entrance.'),
  transit_min: Type.Optional(
    Minutes(
      'Time from entrance to exit, if it does not depend on the speed of the ship; less when the ship sails only part of the passage.',
    ),
  ),
  waiting_min: Type.Optional(Minutes('Usual waiting time before the passage.')),
  limits: Type.Optional(
    Type.Object(
      {
        draft_m: Meters('Draft.'),
        beam_m: Meters('Beam.'),
        length_m: Meters('Length.'),
        air_draft_m: Meters('Height.'),
      },
      { description: 'Maximum ship dimensions, in meters.' },
    ),
  ),
  rule: Type.Optional(Type.String({ description: 'Notes for the master.' })),
})

const routeFields = {
  ...lengthFields,
  eta_min: Minutes('From departure to arrival, including canals and waiting times.'),
  free_flow_min: Minutes('Without waiting times.'),
  sailing_min: Minutes("Part of eta_min: under way at the ship's speed."),
  canal_min: Minutes('Part of eta_min: inside canals.'),
  waiting_min: Minutes('Part of eta_min: waiting before canals.'),
  great_circle_nm: Type.Number({ description: 'Straight-line distance from stop to stop.' }),
  geometry: Geometry(1, true, 'In the format requested by geometry; null if none was requested.', [
    'LineString',
    'MultiLineString',
  ]),
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '[south, west, north, east]; west is greater than east if the box crosses the date line.',
  }),
  legs: Type.Array(Leg, { description: 'From stop to stop.' }),
  steps: Type.Optional(Type.Array(Step, { description: 'Omitted when steps is false.' })),
  passages: Type.Array(Passage, { description: 'Canals, straits and capes on the route, in order.' }),
  incidents: Type.Array(Type.Object({}), { description: 'Always empty: there is no incident data for the sea.' }),
  depart_at: InstantSchema('When the voyage starts.'),
  arrive_at: InstantSchema('When it ends.'),
}

const End = Type.Object({
  at: AnyPoint,
  distance_m: Type.Number({ description: 'Distance from the given point to the water; not part of the voyage.' }),
  name: Type.String({ description: 'The named port, otherwise the sea.' }),
  port: Type.Optional(
    Type.Object(
      {
        name: Type.String(),
        code: Type.Optional(Type.String({ description: 'Its UN/LOCODE; a settlement without a port has none.' })),
      },
      { description: 'The named port.' },
    ),
  ),
})

export const MaritimeReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOfSchema(['maritime']),
    ...routeFields,
    alternatives: Type.Array(
      Type.Object({
        ...routeFields,
        stretch: Type.Number({ description: 'How much longer than the best route it is, as a fraction.' }),
        sharing: Type.Number({ description: 'Fraction of it that is shared with the best route.' }),
        why: Type.String({ description: 'How it differs from the best voyage.' }),
      }),
      { description: 'Voyages through other passages, shortest first.' },
    ),
    closed: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), why: Type.String() }), {
      description:
        'Passages on a better route that this ship could not use because of its size, because of the season, or because they are closed unless listed in allow.',
    }),
    snapped: Type.Object(
      { from: End, via: Type.Array(End), to: End },
      { description: 'Where the points were snapped to water.' },
    ),
    source: OneOfSchema(['local']),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [maritimeExample] },
)
