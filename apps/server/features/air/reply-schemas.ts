import { corridorWishes, zoneRules } from '@fairway/air'
import { Type } from 'typebox'
import { Instant, OneOf, Warnings } from '../../platform/http/schemas.ts'
import { DataReply, Minutes } from '../road/route/api/reply-schemas.ts'
import { stepKinds } from './steps.ts'

const AnyPoint = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '[latitude, longitude]' })
const Points = { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } }

/** Like the geometry of other routes, but with altitude as a third GeoJSON coordinate. */
const Geometry = Type.Unsafe<unknown>({
  anyOf: [
    { ...Points, nullable: true, title: 'points', description: '[[latitude, longitude], …]' },
    { type: 'string', title: 'polyline', description: 'An encoded polyline of 5 or 6 decimals.' },
    {
      type: 'object',
      title: 'geojson',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', enum: ['LineString', 'MultiLineString'] },
        coordinates: {
          type: 'array',
          items: {},
          description: '[[longitude, latitude, altitude], …], or a list of such lines.',
        },
      },
    },
  ],
  description: 'As asked for in geometry; null for none. The first two points are one place, and so are the last two.',
})

const Leg = Type.Object({
  distance_km: Type.Number(),
  eta_min: Minutes('With wind, climb and descent.'),
  free_flow_min: Minutes('The same way without wind.'),
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
  instruction: Type.String({ description: 'In words: Fly 3.2 km to the north-east.' }),
  name: Type.String({ description: 'The corridor; empty outside of corridors.' }),
  kind: OneOf(stepKinds),
  zones: Type.Optional(
    Type.Array(Type.String(), { description: 'Ids of the zones of authorisation_needed that it leads through.' }),
  ),
  distance_m: Type.Number(),
  duration_s: Type.Number(),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description:
        'First and last point of the step in the line as points, from 0; not there without a geometry. GeoJSON that is cut at the date line has two points more at the cut.',
    }),
  ),
})

const Authority = Type.Object({
  name: Type.String(),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})

const Zones = (description: string) =>
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'What authorisations calls it.' }),
      name: Type.String(),
      rule: OneOf(zoneRules),
      times: Type.String({ description: 'When it is in force, in words.' }),
      authorities: Type.Array(Authority, { description: 'Whom to ask.' }),
      message: Type.Optional(Type.String({ description: 'Why, and under which conditions.' })),
    }),
    { description },
  )

const Energy = Type.Object(
  {
    needed_pct: Type.Number({ description: 'Of the whole range, with wind, climb and descent.' }),
    reserve_pct: Type.Number({ description: 'What must be left.' }),
    range_km: Type.Number(),
    needed_km: Type.Number({ description: 'As a distance in calm air.' }),
    usable_km: Type.Number({ description: 'The range without the reserve.' }),
  },
  { description: 'What the flight takes.' },
)

const Conditions = Type.Object(
  {
    altitude_m: Type.Number({ description: 'Cruise altitude above ground, or above the place of take-off.' }),
    margin_m: Type.Number(),
    corridors: OneOf(corridorWishes),
    wind: Type.Object({ speed_ms: Type.Number(), from_deg: Type.Number() }),
    aircraft: Type.Object({
      cruise_speed_ms: Type.Number(),
      range_km: Type.Number(),
      reserve_pct: Type.Number(),
      max_altitude_m: Type.Number(),
      climb_rate_ms: Type.Number(),
      wind_limit_ms: Type.Number(),
    }),
  },
  { description: 'What the flight was planned with, defaults included.' },
)

export const DroneReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOf(['drone']),
    distance_km: Type.Number({ description: 'Over ground.' }),
    direct_km: Type.Number({ description: 'As the crow flies, from stop to stop.' }),
    eta_min: Minutes('From take-off to landing.'),
    free_flow_min: Minutes('The same way without wind.'),
    depart_at: Instant('When it takes off.'),
    arrive_at: Instant('When it has landed.'),
    geometry: Geometry,
    altitudes_m: Type.Optional(
      Type.Array(Type.Number(), { description: 'Of every point of the line as points; not there without a geometry.' }),
    ),
    altitudes_are: OneOf(['above_take_off', 'above_sea'], {
      description: 'What altitudes are measured from: the sea where the terrain is known.',
    }),
    bbox: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: '[south, west, north, east]; west is the larger number across the date line.',
    }),
    legs: Type.Array(Leg, { description: 'From stop to stop.' }),
    steps: Type.Optional(Type.Array(Step, { description: 'Not there when steps is false.' })),
    incidents: Type.Array(Type.Object({}), { description: 'Always empty: nothing is known of incidents in the air.' }),
    alternatives: Type.Array(Type.Object({}), { description: 'Always empty: there is one best way.' }),
    path: OneOf(['corridor', 'mixed', 'direct'], {
      description: 'corridor: at least nine tenths of the way are in corridors; direct: nothing is.',
    }),
    corridors: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), distance_km: Type.Number() }), {
      description: 'Those that are followed, and how far.',
    }),
    energy: Energy,
    zones_avoided: Zones('Zones that lie across the straight line, or that the way bends around.'),
    authorisation_needed: Zones('Zones that it enters because authorisations names them.'),
    conditions: Conditions,
    source: OneOf(['local']),
    data: DataReply,
    warnings: Warnings,
  },
  { description: 'The flight as a route.' },
)

export const PlanReply = Type.Object(
  {
    fileType: OneOf(['Plan']),
    version: Type.Integer(),
    groundStation: Type.String(),
    mission: Type.Unsafe<object>({ type: 'object', description: 'Take-off, waypoints and landing.' }),
    geoFence: Type.Unsafe<object>({ type: 'object', description: 'The zones that were avoided, to be kept out of.' }),
    rallyPoints: Type.Unsafe<object>({ type: 'object' }),
    warnings: Warnings,
  },
  { description: 'A plan file of QGroundControl.' },
)

export const FeatureReply = Type.Object(
  {
    type: OneOf(['Feature']),
    id: Type.String(),
    geometry: Type.Unsafe<object>({
      type: 'object',
      description: 'A LineString of [longitude, latitude, altitude], or a MultiLineString across the date line.',
    }),
    properties: Type.Unsafe<object>({ type: 'object', description: 'Distance, times, energy and attribution.' }),
    warnings: Warnings,
  },
  { description: 'The flight as a GeoJSON Feature.' },
)
