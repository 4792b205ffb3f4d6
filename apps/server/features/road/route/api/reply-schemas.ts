import { maneuverModifiers, maneuverTypes, trafficSources, travelModes } from '@fairway/road'
import { type TProperties, type TSchema, Type } from 'typebox'
import {
  InstantSchema,
  listLiterals,
  NullableSchema,
  OneOfSchema,
  PointSchema,
  WarningsSchema,
} from '../../../../platform/http/schemas.ts'
import { EnergyReply } from '../electric/schemas.ts'
import { routeExample } from './examples.ts'

export const Minutes = (description: string) => Type.Number({ description: `${description} Unit: minutes.` })
export const AnyPoint = PointSchema()
const Line = (item: TSchema, minItems: number) => Type.Array(item, { minItems })
const LongitudeLatitude = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })

/**
 * Creates the schema of a line in any format. OpenAPI 3.0.3 has no null type, so one of the alternatives is nullable.
 */
export const Geometry = (
  minItems: number,
  nullable: boolean,
  description: string,
  types: readonly string[] = ['LineString'],
) =>
  Type.Unsafe<unknown>({
    anyOf: [
      {
        ...Line(AnyPoint, minItems),
        ...(nullable ? { nullable } : {}),
        title: 'points',
        description: '`[[latitude, longitude], …]`',
      },
      { type: 'string', title: 'polyline', description: 'An encoded polyline with a precision of 5 or 6 decimals.' },
      {
        type: 'object',
        title: 'geojson',
        'x-name': types.length > 1 ? 'GeoJsonLines' : minItems === 1 ? 'GeoJsonLineOrPoint' : 'GeoJsonLine',
        required: ['type', 'coordinates'],
        properties: {
          type: { type: 'string', enum: [...types] },
          coordinates:
            types.length === 1
              ? { ...Line(LongitudeLatitude, minItems), description: '`[[longitude, latitude], …]`' }
              : { type: 'array', items: {}, description: '`[[longitude, latitude], …]`, or a list of such lines.' },
        },
      },
    ],
    description,
  })

const climbFields = {
  ascent_m: Type.Optional(Type.Number({ description: 'Meters climbed; only on maps with elevation data.' })),
  descent_m: Type.Optional(Type.Number({ description: 'Meters descended; only on maps with elevation data.' })),
}

const Leg = Type.Object(
  {
    distance_km: Type.Number(),
    eta_min: Minutes('Travel time, including turns and traffic signals.'),
    free_flow_min: Minutes('Travel time without traffic.'),
    ...climbFields,
    from: AnyPoint,
    to: AnyPoint,
  },
  { 'x-name': 'Leg' },
)

const bearingFields = {
  bearing_before: Type.Integer({ description: 'Bearing in degrees from north, 0 to 359.' }),
  bearing_after: Type.Integer({ description: 'Bearing in degrees from north, 0 to 359.' }),
}

/** Schema of the maneuvers outside roads, by air and by sea. */
export const OffRoadManeuver = Type.Object(
  {
    type: OneOfSchema(['depart', 'continue', 'arrive']),
    at: AnyPoint,
    ...bearingFields,
  },
  { 'x-name': 'OffRoadManeuver' },
)

const maneuverFields = {
  type: Type.String({ description: `One of: ${listLiterals(maneuverTypes)}.` }),
  modifier: Type.Optional(Type.String({ description: `One of: ${listLiterals(maneuverModifiers)}.` })),
  exit: Type.Optional(Type.Integer({ description: 'Number of the roundabout exit to take.' })),
  ...bearingFields,
}

const stepFields = {
  instruction: Type.String({ description: 'The instruction for the driver, in the requested language.' }),
  name: Type.String({ description: 'Name of the road; empty if the road has no name.' }),
  ref: Type.Optional(Type.String({ description: 'The road number.' })),
  rotary_name: Type.Optional(Type.String()),
  pronunciation: Type.Optional(Type.String({ description: 'Pronunciation of the name.' })),
  destinations: Type.Optional(Type.String({ description: 'Destinations shown on the signs.' })),
  exits: Type.Optional(Type.String({ description: 'Number of the motorway exit.' })),
  lanes: Type.Optional(
    Type.Array(Type.Object({ valid: Type.Boolean(), indications: Type.Array(Type.String()) }, { 'x-name': 'Lane' }), {
      description: 'The lanes, from left to right.',
    }),
  ),
  distance_m: Type.Number(),
  distance_text: Type.Optional(Type.String()),
  duration_s: Type.Number(),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description:
        'Indexes of the first and last points of the step in the geometry, counted from 0; omitted if the reply has no geometry.',
    }),
  ),
}
const sides = ['right', 'left'] as const

const charge = {
  charge_pct: Type.Optional(
    Type.Number({ description: 'Charge at the beginning of the step, in percent; only for electric vehicles.' }),
  ),
}

export const Step = Type.Object(
  {
    leg: Type.Integer({ description: 'Index of the leg that the step belongs to, counted from 0.' }),
    maneuver: Type.Object({ ...maneuverFields, at: AnyPoint }, { 'x-name': 'Maneuver' }),
    ...stepFields,
    mode: OneOfSchema(travelModes),
    driving_side: OneOfSchema(sides),
    ...charge,
  },
  { 'x-name': 'Step' },
)

/** Schema of a short step for clients that already have the line. */
export const BriefStep = Type.Object(
  {
    leg: Type.Optional(
      Type.Integer({ default: 0, description: 'Index of the leg that the step belongs to, counted from 0.' }),
    ),
    maneuver: Type.Object(maneuverFields, {
      'x-name': 'BriefManeuver',
      description: 'The maneuver is at the first point of `geometry_range`.',
    }),
    ...stepFields,
    mode: Type.Optional(OneOfSchema(travelModes, { default: 'driving' })),
    driving_side: Type.Optional(OneOfSchema(sides, { default: 'right' })),
  },
  { 'x-name': 'BriefStep' },
)

export const SnappedReply = Type.Object(
  {
    at: AnyPoint,
    distance_m: Type.Number({ description: 'Distance from the given point to the road.' }),
    name: Type.String({ description: 'Name of the road.' }),
  },
  { 'x-name': 'SnappedPoint' },
)

/** Schema of the data source of a reply. Clients must display the attribution. */
export const DataReply = Type.Object(
  { region: Type.String(), dataset: Type.String(), attribution: Type.String() },
  { 'x-name': 'RoadData' },
)

const IncidentOnRoute = Type.Object(
  {
    id: Type.String({ description: 'The id of the incident in the feed.' }),
    kind: OneOfSchema(['closure', 'roadworks', 'accident', 'congestion', 'hazard', 'weather', 'other']),
    severity: OneOfSchema(['low', 'moderate', 'high', 'critical']),
    description: Type.String(),
    at: AnyPoint,
    geometry_range: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 2,
        description:
          'Indexes of the first and last points of the affected part of the geometry, counted from 0; omitted if the reply has no geometry.',
      }),
    ),
    delay_min: Minutes('The delay that the incident causes, which is included in `eta_min`.'),
    starts_at: Type.Optional(InstantSchema('When the incident starts.')),
    ends_at: Type.Optional(InstantSchema('When the incident ends.')),
  },
  { 'x-name': 'Incident' },
)

const TollAmounts = (description: string) =>
  Type.Array(
    Type.Object(
      {
        currency: Type.String({ description: 'ISO 4217 code, such as `EUR`.' }),
        amount: Type.Number(),
      },
      { 'x-name': 'TollAmount' },
    ),
    { description },
  )

const DetailRuns = (value: object, description: string, name?: string, fields: TProperties = {}) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        {
          geometry_range: Type.Array(Type.Integer(), {
            minItems: 2,
            maxItems: 2,
            description:
              'Indexes of the first and last points of the run in the geometry, counted from 0. The next run starts at the last point of this run.',
          }),
          value: Type.Unsafe<string | number | boolean | null>({ ...value, nullable: true }),
          ...fields,
        },
        name === undefined ? {} : { 'x-name': name },
      ),
      { description },
    ),
  )

/** Schema of the attributes along the line. */
const DetailsReply = Type.Optional(
  Type.Object(
    {
      speed_limit: DetailRuns(
        { type: 'number' },
        'Speed limit in km/h, as signposted or, if there is no sign, the default for the road.',
        'NumberDetail',
      ),
      surface: DetailRuns(
        { type: 'string' },
        'Surface of the road, with the same values as in custom models, such as `asphalt` or `gravel`.',
        'TextDetail',
      ),
      road_class: DetailRuns(
        { type: 'string' },
        'Class of the road, with the same values as in custom models, such as `motorway` or `residential`.',
        'TextDetail',
      ),
      toll: DetailRuns({ type: 'boolean' }, 'Whether a toll is charged.', 'TollDetail', {
        amounts: Type.Optional(
          TollAmounts(
            'The toll of the section, in each currency in which it can be paid; omitted if the map has no amount.',
          ),
        ),
      }),
      grade: DetailRuns(
        { type: 'number' },
        'The steepest grade, in percent, of each road section between two junctions, negative downhill; `null` on maps without elevation data.',
        'NumberDetail',
      ),
      name: DetailRuns({ type: 'string' }, 'Name of the road.', 'TextDetail'),
    },
    {
      'x-name': 'RouteDetails',
      description:
        'The requested attributes of the roads along the line, as runs of consecutive points with the same value; `null` where the map has no value.',
    },
  ),
)

/** Schema of the tolls of a route. */
const TollsReply = Type.Optional(
  Type.Object(
    {
      amounts: TollAmounts(
        'Sum of the known amounts by currency. A toll that can be paid in multiple currencies is counted in the first of these currencies.',
      ),
      sections_without_amount: Type.Integer({
        description:
          'Number of toll sections whose amount is unknown. If this number is not 0, the trip costs more than the sum in `amounts`.',
      }),
      sections: Type.Array(
        Type.Object({
          geometry_range: Type.Array(Type.Integer(), {
            minItems: 2,
            maxItems: 2,
            description:
              'Indexes of the first and last points of the section in the geometry, counted from 0. Both indexes are the same for a toll booth on a road that is not mapped as a toll road.',
          }),
          name: Type.String({ description: 'Name or number of the road; empty if unknown.' }),
          distance_km: Type.Number(),
          amounts: TollAmounts('The toll in each currency in which it can be paid; empty if the map has no amount.'),
        }),
        { description: 'Sections for which a toll is paid, in order.' },
      ),
    },
    {
      'x-name': 'Tolls',
      description:
        'Tolls along the route for the vehicle of the profile, where OpenStreetMap has amounts; only if `details` contains `toll`.',
    },
  ),
)

const EmissionsReply = Type.Optional(
  Type.Object(
    {
      fuel: OneOfSchema(['gasoline', 'diesel', 'none'], {
        description: 'The fuel of the vehicle. `none` for an electric vehicle, a bicycle or a pedestrian.',
      }),
      fuel_l: Type.Number({ description: 'Liters of fuel.' }),
      co2_kg: Type.Number({ description: 'Kilograms of CO₂ emitted by burning the fuel.' }),
    },
    { 'x-name': 'Emissions', description: 'An estimate for a typical vehicle of the profile, if requested.' },
  ),
)

const routeFields = {
  distance_km: Type.Number(),
  distance_text: Type.Optional(Type.String({ description: 'The distance as human-readable text, if `units` is set.' })),
  eta_min: Minutes(
    'Expected travel time, based on live traffic at departure, which is gradually replaced by typical traffic over the next hour of travel. `traffic.source` states which of these data sources was available.',
  ),
  free_flow_min: Minutes('Travel time of the same route without traffic.'),
  typical_min: Type.Optional(
    Minutes(
      'Travel time of the same route in traffic that is typical for the day and time of the trip; only where there is traffic data.',
    ),
  ),
  ...climbFields,
  geometry: Geometry(2, true, 'The line in the format set by `geometry`; `null` if `geometry` is `none`.'),
  heights_m: Type.Optional(
    Type.Array(Type.Unsafe<number | null>({ type: 'number', nullable: true }), {
      description:
        'Height above sea level of every point of the geometry, `null` where unknown; only on maps with elevation data.',
    }),
  ),
  details: DetailsReply,
  tolls: TollsReply,
  emissions: EmissionsReply,
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '`[south, west, north, east]`; west is greater than east if the box crosses the date line.',
  }),
  legs: Type.Array(Leg, { description: 'The legs of the route, from stop to stop.' }),
  steps: Type.Optional(Type.Array(Step, { description: 'Omitted when `steps` is `false`.' })),
  incidents: Type.Array(IncidentOnRoute, { description: 'Known incidents along the route, in order.' }),
}

const TrafficSourceSchema = OneOfSchema(trafficSources, {
  description:
    'What `eta_min` is based on. `live`: current speeds on at least part of the route; `typical`: speeds learned for the day and time of the trip; `none`: free-flow speeds.',
})

/** Schema of the traffic data of replies without a single route. */
export const trafficFields = {
  source: TrafficSourceSchema,
  snapshot_at: NullableSchema(
    Type.String({ description: 'When the traffic snapshot was built; `null` when there is no traffic data.' }),
  ),
}

/** Schemas of the fields of a full route, shared by all replies that contain one. */
export const routeReplyFields = {
  id: Type.String(),
  mode: OneOfSchema(['road']),
  ...routeFields,
  depart_at: InstantSchema('When the trip starts.'),
  arrive_at: InstantSchema('When the trip ends.'),
  alternatives: Type.Array(
    Type.Object(
      {
        id: Type.String({
          description:
            'ID of the alternative. Use it in `route_id` to reroute the alternative or to attach it to an asset.',
        }),
        ...routeFields,
        depart_at: InstantSchema('When the trip starts.'),
        arrive_at: InstantSchema('When the trip ends.'),
        stretch: Type.Number({
          description: 'How much the weight of the alternative exceeds the weight of the best route, as a fraction.',
        }),
        sharing: Type.Number({ description: 'Fraction of the alternative that is shared with the best route.' }),
        why: Type.String({ description: 'How the alternative differs from the best route.' }),
      },
      { 'x-name': 'Alternative' },
    ),
  ),
  snapped: Type.Object(
    { from: SnappedReply, via: Type.Array(SnappedReply), to: SnappedReply },
    { 'x-name': 'Snapped', description: 'The positions on roads to which the points were snapped.' },
  ),
  traffic: Type.Object(
    {
      source: TrafficSourceSchema,
      snapshot_at: Type.Unsafe<string | null>({
        type: 'string',
        nullable: true,
        description: 'When the traffic snapshot of the route was built; `null` when there is no traffic data.',
      }),
      coverage: Type.Number({ description: 'Fraction of the route with a known live speed.' }),
    },
    { 'x-name': 'RouteTraffic' },
  ),
  source: OneOfSchema(['local', 'upstream']),
  data: DataReply,
}

export const RouteReply = Type.Object(
  { ...routeReplyFields, energy: Type.Optional(EnergyReply), warnings: WarningsSchema },
  { examples: [routeExample] },
)
