import { corridorPreferences, zoneRules } from '@fairway/air'
import { Type } from 'typebox'
import { InstantSchema, OneOfSchema, WarningsSchema } from '../../platform/http/schemas.ts'
import { AnyPoint, DataReply, Minutes, OffRoadManeuver } from '../road/route/api/reply-schemas.ts'
import { stepKinds } from './steps.ts'

const Points = { type: 'array', items: AnyPoint }

/** Schema of the geometry, with the altitude as a third GeoJSON coordinate. */
const Geometry = Type.Unsafe<unknown>({
  anyOf: [
    { ...Points, nullable: true, title: 'points', description: '`[[latitude, longitude], …]`' },
    { type: 'string', title: 'polyline', description: 'An encoded polyline with a precision of 5 or 6 decimals.' },
    {
      type: 'object',
      title: 'geojson',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', enum: ['LineString', 'MultiLineString'] },
        coordinates: {
          type: 'array',
          items: {},
          description: '`[[longitude, latitude, altitude], …]`, or a list of such lines.',
        },
      },
    },
  ],
  description:
    'The line in the format set by `geometry`; `null` if `geometry` is `none`. The first two points have the same position, and so do the last two.',
})

const Leg = Type.Object({
  distance_km: Type.Number(),
  eta_min: Minutes('Flight time, including the effects of wind, climb and descent.'),
  free_flow_min: Minutes('Flight time without wind.'),
  from: AnyPoint,
  to: AnyPoint,
})

const Step = Type.Object({
  leg: Type.Integer({ description: 'Index of the leg that the step belongs to, counted from 0.' }),
  maneuver: OffRoadManeuver,
  instruction: Type.String({ description: 'The instruction in words, for example: Fly 3.2 km to the northeast.' }),
  name: Type.String({ description: 'The name of the corridor; empty outside corridors.' }),
  kind: OneOfSchema(stepKinds),
  zones: Type.Optional(
    Type.Array(Type.String(), { description: 'Ids of the zones in `authorisation_needed` that the step crosses.' }),
  ),
  distance_m: Type.Number(),
  duration_s: Type.Number(),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description:
        "Indexes of the step's first and last points, counted from 0 along the line in `points` format. Omitted if no geometry is returned. GeoJSON that is cut at the date line has two more points at the cut.",
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
    Type.Object(
      {
        id: Type.String({ description: 'The id of the zone, as used in `authorisations`.' }),
        name: Type.String(),
        rule: OneOfSchema(zoneRules),
        times: Type.String({ description: 'When the zone is active, in words.' }),
        authorities: Type.Array(Authority, { description: 'Authorities to contact.' }),
        message: Type.Optional(
          Type.String({ description: 'The reason for the zone and the conditions for entering it.' }),
        ),
      },
      { 'x-name': 'AirZone' },
    ),
    { description },
  )

const Energy = Type.Object(
  {
    needed_pct: Type.Number({
      description:
        'The percentage of the full range that the flight uses, with wind, climb and descent taken into account.',
    }),
    reserve_pct: Type.Number({ description: 'The reserve that must remain.' }),
    range_km: Type.Number(),
    needed_km: Type.Number({ description: 'The required energy, expressed as a distance in still air.' }),
    usable_km: Type.Number({ description: 'The range minus the reserve.' }),
  },
  { description: 'The energy that the flight needs.' },
)

const Conditions = Type.Object(
  {
    altitude_m: Type.Number({ description: 'Cruise altitude above ground, or above the takeoff point.' }),
    margin_m: Type.Number(),
    corridors: OneOfSchema(corridorPreferences),
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
  { description: 'The values that the flight was planned with, including defaults.' },
)

export const DroneReply = Type.Object(
  {
    id: Type.String(),
    mode: OneOfSchema(['drone']),
    distance_km: Type.Number({ description: 'Distance over ground.' }),
    direct_km: Type.Number({ description: 'Straight-line distance from stop to stop.' }),
    eta_min: Minutes('Time from takeoff to landing.'),
    free_flow_min: Minutes('Flight time of the same route without wind.'),
    depart_at: InstantSchema('Takeoff time.'),
    arrive_at: InstantSchema('Landing time.'),
    geometry: Geometry,
    altitudes_m: Type.Optional(
      Type.Array(Type.Number(), {
        description: 'Altitude of every point of the line in `points` format; omitted if the reply has no geometry.',
      }),
    ),
    altitudes_are: OneOfSchema(['above_take_off', 'above_sea'], {
      description: 'The reference for altitudes: sea level where there is terrain data, otherwise the takeoff point.',
    }),
    bbox: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: '`[south, west, north, east]`; west is greater than east if the box crosses the date line.',
    }),
    legs: Type.Array(Leg, { description: 'The legs of the route, from stop to stop.' }),
    steps: Type.Optional(Type.Array(Step, { description: 'Omitted when `steps` is `false`.' })),
    incidents: Type.Array(Type.Object({}), { description: 'Always empty: there is no incident data for air routes.' }),
    alternatives: Type.Array(Type.Object({}), { description: 'Always empty: only the best route is returned.' }),
    path: OneOfSchema(['corridor', 'mixed', 'direct'], {
      description:
        '`corridor`: at least nine tenths of the route is inside corridors; `direct`: no part of the route is inside corridors; `mixed`: anything in between.',
    }),
    corridors: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), distance_km: Type.Number() }), {
      description: 'The corridors that the route follows, and the distance in each.',
    }),
    energy: Energy,
    zones_avoided: Zones('Zones that the straight line crosses or that the route avoids.'),
    authorisation_needed: Zones('Zones that the route enters because they are listed in `authorisations`.'),
    conditions: Conditions,
    source: OneOfSchema(['local']),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { description: 'The flight as a route.' },
)

export const PlanReply = Type.Object(
  {
    fileType: OneOfSchema(['Plan']),
    version: Type.Integer(),
    groundStation: Type.String(),
    mission: Type.Unsafe<object>({ type: 'object', description: 'Takeoff, waypoints and landing.' }),
    geoFence: Type.Unsafe<object>({ type: 'object', description: 'The avoided zones, as exclusion areas.' }),
    rallyPoints: Type.Unsafe<object>({ type: 'object' }),
    warnings: WarningsSchema,
  },
  { description: 'A QGroundControl plan file.' },
)

export const FeatureReply = Type.Object(
  {
    type: OneOfSchema(['Feature']),
    id: Type.String(),
    geometry: Type.Unsafe<object>({
      type: 'object',
      description:
        'A LineString of `[longitude, latitude, altitude]`, or a MultiLineString if the route crosses the date line.',
    }),
    properties: Type.Unsafe<object>({ type: 'object', description: 'Distance, times, energy and attribution.' }),
    warnings: WarningsSchema,
  },
  { description: 'The flight as a GeoJSON Feature.' },
)
