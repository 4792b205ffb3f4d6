import { Type } from 'typebox'
import { Instant, OneOf, Warnings } from '../../platform/http/schemas.ts'
import { DataReply, Geometry, Minutes } from '../road/route/api/reply-schemas.ts'
import { maritimeExample } from './examples.ts'

const AnyPoint = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '[latitude, longitude]' })
const lengths = {
  distance_km: Type.Number(),
  distance_nm: Type.Number({ description: 'Nautical miles.' }),
}

const Leg = Type.Object({
  ...lengths,
  eta_min: Minutes('With waiting for canals.'),
  free_flow_min: Minutes('Without it.'),
  from: AnyPoint,
  to: AnyPoint,
})

const Step = Type.Object({
  leg: Type.Integer({ description: 'Which leg the step is part of, from 0.' }),
  maneuver: Type.Object({
    type: OneOf(['depart', 'continue', 'arrive']),
    at: AnyPoint,
    bearing_before: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
    bearing_after: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
  }),
  instruction: Type.String({ description: 'In words: Through the Strait of Gibraltar, 30 nm.' }),
  name: Type.String({ description: 'The sea, passage or waterway.' }),
  kind: OneOf(['sea', 'passage', 'river', 'arrival']),
  passage: Type.Optional(Type.String({ description: 'How avoid and via call the passage.' })),
  distance_m: Type.Number(),
  distance_nm: Type.Number(),
  duration_s: Type.Number({ description: 'With waiting for it, when it is a canal.' }),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description:
        'First and last point of the step in the line as points, from 0; not there without a geometry. GeoJSON that is cut at the date line has two points more at every cut.',
    }),
  ),
})

const Metres = (description: string) => Type.Optional(Type.Number({ description }))
const Passage = Type.Object({
  id: Type.String({ description: 'How avoid and via call it.' }),
  name: Type.String(),
  kind: OneOf(['canal', 'strait', 'cape', 'arctic']),
  from_nm: Type.Number({ description: 'Miles from the start to its entrance.' }),
  to_nm: Type.Number({ description: 'Miles from the start to its exit.' }),
  reached_at: Instant('When the ship comes to its entrance.'),
  transit_min: Type.Optional(
    Minutes('From entrance to exit, where that is not a matter of speed; less where only a part of it is sailed.'),
  ),
  waiting_min: Type.Optional(Minutes('What ships usually wait before it.')),
  limits: Type.Optional(
    Type.Object(
      {
        draft_m: Metres('Draft.'),
        beam_m: Metres('Beam.'),
        length_m: Metres('Length.'),
        air_draft_m: Metres('Height.'),
      },
      { description: 'The largest ship that may pass, in metres.' },
    ),
  ),
  rule: Type.Optional(Type.String({ description: 'What a master should know.' })),
})

const wayFields = {
  ...lengths,
  eta_min: Minutes('From departure to arrival, with canals and waiting for them.'),
  free_flow_min: Minutes('Without the waiting.'),
  sailing_min: Minutes("Of eta_min: under way at the ship's speed."),
  canal_min: Minutes('Of eta_min: within canals.'),
  waiting_min: Minutes('Of eta_min: before them.'),
  great_circle_nm: Type.Number({ description: 'As the crow flies, from stop to stop.' }),
  geometry: Geometry(1, true, 'As asked for in geometry; null for none.', ['LineString', 'MultiLineString']),
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '[south, west, north, east]; west is the larger number across the date line.',
  }),
  legs: Type.Array(Leg, { description: 'From stop to stop.' }),
  steps: Type.Optional(Type.Array(Step, { description: 'Not there when steps is false.' })),
  passages: Type.Array(Passage, { description: 'Canals, straits and capes on the way, in order.' }),
  incidents: Type.Array(Type.Object({}), { description: 'Always empty: nothing is known of incidents at sea.' }),
  depart_at: Instant('When the voyage begins.'),
  arrive_at: Instant('When it ends.'),
}

const End = Type.Object({
  at: AnyPoint,
  distance_m: Type.Number({ description: 'From the point that was given to the water; not part of the voyage.' }),
  name: Type.String({ description: 'The port that was named, or else the sea.' }),
  port: Type.Optional(
    Type.Object(
      {
        name: Type.String(),
        code: Type.Optional(Type.String({ description: 'Its UN/LOCODE; a settlement without a port has none.' })),
      },
      { description: 'The port that was named.' },
    ),
  ),
})

export const MaritimeReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOf(['maritime']),
    ...wayFields,
    alternatives: Type.Array(
      Type.Object({
        ...wayFields,
        stretch: Type.Number({ description: 'How much longer than the best it is, as a share.' }),
        sharing: Type.Number({ description: 'The share of it that is the same way.' }),
        why: Type.String({ description: 'What makes it another voyage.' }),
      }),
      { description: 'By other passages, the shortest first.' },
    ),
    closed: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), why: Type.String() }), {
      description:
        'Passages of a better voyage that this ship could not use: for its size, for the season, or because they are closed to ships that do not ask for them in allow.',
    }),
    snapped: Type.Object(
      { from: End, via: Type.Array(End), to: End },
      { description: 'Where the points were put on water.' },
    ),
    source: OneOf(['local']),
    data: DataReply,
    warnings: Warnings,
  },
  { examples: [maritimeExample] },
)
