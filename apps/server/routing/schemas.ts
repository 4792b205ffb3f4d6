import { maneuverTypes, modifiers } from '@fairway/road/guidance/step.ts'
import { avoidables } from '@fairway/road/profile/car-weights.ts'
import { Type } from 'typebox'
import { Instant, OneOf, Warnings } from '../http/schemas.ts'
import { routeExample, routeRequests } from './examples.ts'

export const MAX_VIA = 100
export const MAX_AREAS = 20
export const MAX_AREA_POINTS = 500
export const MAX_ALTERNATIVES = 3
export const DEFAULT_ALTERNATIVES = 2

export const geometryFormats = ['points', 'polyline', 'polyline6', 'geojson', 'none'] as const
export type GeometryFormat = (typeof geometryFormats)[number]

/** The pattern is there for its words: all that the format says of a wrong one is that it is no date-time. */
const TripInstant = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
    description,
    'x-demand': 'be an instant such as 2026-06-16T08:30:00Z',
  })

const PointField = (description: string) =>
  Type.Unsafe<number[]>({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: `${description} [latitude, longitude].`,
  })

const Size = (maximum: number, description: string) => Type.Optional(Type.Number({ minimum: 0, maximum, description }))

export const RouteBody = Type.Object(
  {
    from: PointField('Where the trip begins:'),
    to: PointField('Where it ends:'),
    via: Type.Optional(
      Type.Array(PointField('A stop in between:'), {
        maxItems: MAX_VIA,
        description: 'Stops in between, in this order.',
      }),
    ),
    depart_at: Type.Optional(TripInstant('When the trip begins, ISO 8601. Default: now.')),
    arrive_by: Type.Optional(TripInstant('When it must have ended; instead of depart_at.')),
    alternatives: Type.Optional(
      Type.Unsafe<number | boolean>({
        anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0, maximum: MAX_ALTERNATIVES }],
        default: DEFAULT_ALTERNATIVES,
        description: `Other ways to show at most; true is ${DEFAULT_ALTERNATIVES}, false is 0.`,
        'x-demand': `be a whole number from 0 to ${MAX_ALTERNATIVES}, true or false`,
      }),
    ),
    steps: Type.Optional(Type.Boolean({ default: true, description: 'Turn-by-turn steps.' })),
    geometry: Type.Optional(
      OneOf(geometryFormats, {
        default: 'points',
        description:
          'How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (which turns the coordinates around), or not at all.',
      }),
    ),
    avoid: Type.Optional(
      Type.Array(OneOf(avoidables), {
        maxItems: avoidables.length,
        description: 'What the route must not use. Strict: if nothing is left, the reply says what blocks.',
      }),
    ),
    avoid_areas: Type.Optional(
      Type.Array(Type.Array(PointField('A corner:'), { minItems: 3, maxItems: MAX_AREA_POINTS }), {
        maxItems: MAX_AREAS,
        description: 'Polygons that the route must not enter, each a list of corners.',
      }),
    ),
    vehicle: Type.Optional(
      Type.Object(
        {
          height_m: Size(20, 'Height in metres.'),
          width_m: Size(20, 'Width in metres.'),
          length_m: Size(100, 'Length in metres.'),
          weight_t: Size(500, 'Weight in tons; above 3.5 the signs for goods vehicles count.'),
          axle_load_t: Size(100, 'Load of an axle in tons.'),
          hazmat: Type.Optional(Type.Boolean({ description: 'Carries dangerous goods.' })),
        },
        {
          description:
            'The vehicle must fit: roads that are too low, narrow or weak are not used. Default: a passenger car.',
        },
      ),
    ),
    heading: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 360,
        description: 'Where the vehicle points at from, in degrees from north.',
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        default: 'en',
        description: 'Language of the instructions, such as en, de or pt-BR.',
      }),
    ),
    units: Type.Optional(
      OneOf(['metric', 'imperial'], { description: 'Adds readable distances (distance_text) in these units.' }),
    ),
  },
  { examples: routeRequests },
)

const Minutes = (description: string) => Type.Number({ description: `${description} Minutes.` })
const AnyPoint = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '[latitude, longitude]' })
const Line = Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { minItems: 2 })

/** OpenAPI 3.0.3 has no type null: one of the choices says that it may be. */
const Geometry = Type.Unsafe<unknown>({
  anyOf: [
    { ...Line, nullable: true, title: 'points', description: '[[latitude, longitude], …]' },
    { type: 'string', title: 'polyline', description: 'An encoded polyline of 5 or 6 decimals.' },
    {
      type: 'object',
      title: 'geojson',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', enum: ['LineString'] },
        coordinates: { ...Line, description: '[[longitude, latitude], …]' },
      },
    },
  ],
  description: 'As asked for in geometry; null for none.',
})

const Leg = Type.Object({
  distance_km: Type.Number(),
  eta_min: Minutes('With turns and signals.'),
  free_flow_min: Minutes('On an empty road.'),
  from: AnyPoint,
  to: AnyPoint,
})

const Step = Type.Object({
  leg: Type.Integer({ description: 'Which leg the step is part of, from 0.' }),
  maneuver: Type.Object({
    type: Type.String({ description: `One of: ${maneuverTypes.join(', ')}.` }),
    modifier: Type.Optional(Type.String({ description: `One of: ${modifiers.join(', ')}.` })),
    exit: Type.Optional(Type.Integer({ description: 'Which exit of a roundabout.' })),
    at: AnyPoint,
    bearing_before: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
    bearing_after: Type.Integer({ description: 'Degrees from north, 0 to 359.' }),
  }),
  instruction: Type.String({ description: 'What to tell the driver, in the language asked for.' }),
  name: Type.String({ description: 'The road; empty when it has no name.' }),
  ref: Type.Optional(Type.String({ description: 'The number of the road.' })),
  rotary_name: Type.Optional(Type.String()),
  pronunciation: Type.Optional(Type.String({ description: 'How the name is spoken.' })),
  destinations: Type.Optional(Type.String({ description: 'What the signs say.' })),
  exits: Type.Optional(Type.String({ description: 'Number of the motorway exit.' })),
  mode: OneOf(['driving', 'ferry', 'train']),
  lanes: Type.Optional(
    Type.Array(Type.Object({ valid: Type.Boolean(), indications: Type.Array(Type.String()) }), {
      description: 'From left to right.',
    }),
  ),
  distance_m: Type.Number(),
  distance_text: Type.Optional(Type.String()),
  duration_s: Type.Number(),
  driving_side: OneOf(['right', 'left']),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description: 'First and last point of the step in the geometry, from 0; not there without a geometry.',
    }),
  ),
})

const Snapped = Type.Object({
  at: AnyPoint,
  distance_m: Type.Number({ description: 'From the point that was given to the road.' }),
  name: Type.String({ description: 'The road.' }),
})

const IncidentOnWay = Type.Object({
  id: Type.String({ description: 'As its feed calls it.' }),
  kind: OneOf(['closure', 'roadworks', 'accident', 'congestion', 'hazard', 'weather', 'other']),
  severity: OneOf(['low', 'moderate', 'high', 'critical']),
  description: Type.String(),
  at: AnyPoint,
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description: 'First and last point of the geometry that it lies on, from 0; not there without a geometry.',
    }),
  ),
  delay_min: Minutes('How much longer the way takes for it, within eta_min.'),
  starts_at: Type.Optional(Instant('When it begins.')),
  ends_at: Type.Optional(Instant('When it ends.')),
})

const routeFields = {
  distance_km: Type.Number(),
  distance_text: Type.Optional(Type.String({ description: 'The distance as one says it, when units are given.' })),
  eta_min: Minutes(
    'Expected travel time under live traffic at departure, which fades to the usual over the next hour of travel.',
  ),
  free_flow_min: Minutes('The same way on an empty road.'),
  typical_min: Type.Optional(
    Minutes('The same way as usual at that time of the week; only where something is known of the traffic.'),
  ),
  geometry: Geometry,
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '[south, west, north, east]; west is the larger number across the date line.',
  }),
  legs: Type.Array(Leg, { description: 'From stop to stop.' }),
  steps: Type.Optional(Type.Array(Step, { description: 'Not there when steps is false.' })),
  incidents: Type.Array(IncidentOnWay, { description: 'What is known to happen on the way, in its order.' }),
}

export const RouteReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOf(['road']),
    ...routeFields,
    depart_at: Instant('When the trip begins.'),
    arrive_at: Instant('When it ends.'),
    alternatives: Type.Array(
      Type.Object({
        ...routeFields,
        stretch: Type.Number({ description: 'How much longer than the best it is, as a share of its weight.' }),
        sharing: Type.Number({ description: 'The share of it that is the same way.' }),
        why: Type.String({ description: 'What makes it another way.' }),
      }),
    ),
    snapped: Type.Object(
      { from: Snapped, via: Type.Array(Snapped), to: Snapped },
      { description: 'Where the points were put on roads.' },
    ),
    traffic: Type.Object({
      snapshot_at: Type.Unsafe<string | null>({
        type: 'string',
        nullable: true,
        description: 'When the traffic was put together that the route was found in; null when nobody tells anything.',
      }),
      coverage: Type.Number({ description: 'The share of the way whose live speed is known.' }),
    }),
    source: OneOf(['local', 'upstream']),
    data: Type.Object({ region: Type.String(), dataset: Type.String(), attribution: Type.String() }),
    warnings: Warnings,
  },
  { examples: [routeExample] },
)
