import {
  avoidables,
  DEFAULT_TRUCK_PRESET,
  detailNames,
  type HazmatClass,
  hazmatClasses,
  profileNames,
  truckPresetNames,
  tunnelCodes,
} from '@fairway/road'
import { type Static, Type } from 'typebox'
import { OneOfSchema, PointSchema, TimeSchema } from '../../../../platform/http/schemas.ts'
import { ElectricVehicle } from '../electric/schemas.ts'
import { constraintFields } from './constraints.ts'
import { routeRequests } from './examples.ts'
import { type GeometryFormat, geometryFormats } from './geometry-formats.ts'
import { MODEL_DESCRIPTION, modelExample } from './model-docs.ts'
import { avoidableByWord, profileByWord, profileWords } from './profile-words.ts'

export const MAX_VIA = 100
export const MAX_AREAS = 20
export const MAX_AREA_POINTS = 500
export const MAX_ALTERNATIVES = 3
export const DEFAULT_ALTERNATIVES = 2

export { type GeometryFormat, geometryFormats }

export const TripInstant = (description: string, options: Record<string, unknown> = {}) =>
  TimeSchema(
    `${description} A time without a time zone is local time at the first point. Epoch seconds and milliseconds are also accepted.`,
    options,
  )

export const PointField = (description: string) => PointSchema(`${description} \`[latitude, longitude]\`.`)

const Size = (maximum: number, description: string) => Type.Optional(Type.Number({ minimum: 0, maximum, description }))

const vehicleFields = {
  height_m: Size(20, 'Height in meters.'),
  width_m: Size(20, 'Width in meters.'),
  length_m: Size(100, 'Length in meters.'),
  weight_t: Size(500, 'Weight in metric tons. Above 3.5 t, the restrictions for goods vehicles apply.'),
  axle_load_t: Size(100, 'Axle load in metric tons.'),
  preset: Type.Optional(
    OneOfSchema(truckPresetNames, {
      description: `For the \`truck\` profile: a typical truck of this weight. Values that you give replace those of the preset. Default: \`${DEFAULT_TRUCK_PRESET}\`.`,
    }),
  ),
  hazmat: Type.Optional(
    Type.Unsafe<boolean | HazmatClass | HazmatClass[]>({
      anyOf: [
        { type: 'boolean' },
        { type: 'string', enum: [...hazmatClasses] },
        {
          type: 'array',
          items: { type: 'string', enum: [...hazmatClasses] },
          minItems: 1,
          maxItems: hazmatClasses.length,
        },
      ],
      description:
        'Whether the vehicle carries dangerous goods, or their classes: `explosive`, `flammable`, `water` (goods that could pollute water) and `other`. Roads that are closed to all dangerous goods are never used. With `true`, roads that are closed to any class are not used either.',
      'x-demand': `be true, false, one of ${hazmatClasses.join(', ')}, or a list of them`,
    }),
  ),
  tunnel_code: Type.Optional(
    OneOfSchema(tunnelCodes, {
      description:
        'The ADR tunnel restriction code of the goods; implies `hazmat`. Tunnels of this category and of stricter categories are not used. Default with `hazmat`: `B`, which excludes all categories except A.',
    }),
  ),
  trailer: Type.Optional(
    Type.Boolean({ description: 'Whether the vehicle has a trailer. Roads that are closed to trailers are not used.' }),
  ),
}
const ElectricBicycle = Type.Boolean({
  description: 'For the `bicycle` profile: whether the bicycle has a motor, which makes it faster.',
})
const vehicleDocs = {
  description:
    'The vehicle. Roads with a size or weight limit that the vehicle exceeds are not used. Default: a typical vehicle of the profile.',
}

/** Schemas of the routing and output options shared by all route requests. */
export const routeOptionFields = {
  profile: Type.Optional(
    OneOfSchema(profileNames, {
      'x-words': profileByWord,
      description:
        'The profile, which determines the usable roads and the speeds. Default: `car`, or, when rerouting, the profile of the previous route.',
    }),
  ),
  mode: Type.Optional(
    OneOfSchema(profileWords, {
      description: 'The profile, by the name that another provider uses for it. Give either this field or `profile`.',
    }),
  ),
  costing: Type.Optional(OneOfSchema(profileWords, { description: 'The same as `mode`.' })),
  model: Type.Optional(
    Type.Unsafe<string | object>({
      anyOf: [{ type: 'string', maxLength: 64 }, { type: 'object' }],
      description: MODEL_DESCRIPTION,
      example: modelExample,
      'x-demand': 'be an object with rules, or the name of a model',
    }),
  ),
  steps: Type.Optional(Type.Boolean({ default: true, description: 'Whether to include turn-by-turn steps.' })),
  avoid: Type.Optional(
    Type.Array(OneOfSchema(avoidables, { 'x-words': avoidableByWord }), {
      maxItems: avoidables.length,
      description: 'Features that the route must never use. If there is no route, the error states what blocks it.',
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
      { ...vehicleFields, electric: Type.Optional(ElectricBicycle) },
      { 'x-name': 'Vehicle', ...vehicleDocs },
    ),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      default: 'en',
      'x-aliases': ['lang'],
      description: 'Language of the instructions, such as `en`, `de` or `pt-BR`.',
    }),
  ),
  units: Type.Optional(
    OneOfSchema(['metric', 'imperial'], {
      description: 'Adds human-readable distances (`distance_text`) in these units.',
    }),
  ),
}

/** Schema of the attributes to return along the line. */
export const DetailsField = Type.Optional(
  Type.Array(OneOfSchema(detailNames), {
    maxItems: detailNames.length,
    description:
      'Road attributes to list along the line: `speed_limit`, `surface`, `road_class`, `toll`, `grade` and `name`. Not available for routes from another server.',
  }),
)

const EmissionsField = Type.Optional(
  Type.Boolean({
    description:
      'Whether to estimate the fuel consumption and CO₂ emissions of the vehicle. Not available for routes from another server.',
  }),
)

/** Schema of an electric vehicle, or `true` for an electric bicycle. */
const ElectricField = Type.Unsafe<boolean | Static<typeof ElectricVehicle>>({
  anyOf: [ElectricVehicle, ElectricBicycle],
  description: 'An electric car and its battery, or `true` for an electric bicycle.',
})

/** Schema of a vehicle that may be an electric car. */
export const ElectricVehicleField = Type.Optional(
  Type.Object(
    { ...vehicleFields, electric: Type.Optional(ElectricField) },
    { 'x-name': 'RouteVehicle', ...vehicleDocs },
  ),
)

export const RouteBody = Type.Object(
  {
    from: PointField('Start of the trip:'),
    to: PointField('Destination:'),
    via: Type.Optional(
      Type.Array(PointField('A stop along the way:'), {
        maxItems: MAX_VIA,
        description: 'Stops along the way, in order of travel.',
      }),
    ),
    depart_at: Type.Optional(TripInstant('Departure time, in ISO 8601 format. Default: now.')),
    arrive_by: Type.Optional(TripInstant('Latest arrival time, given instead of `depart_at`.')),
    alternatives: Type.Optional(
      Type.Unsafe<number | boolean>({
        anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0, maximum: MAX_ALTERNATIVES }],
        default: DEFAULT_ALTERNATIVES,
        description: `Maximum number of alternatives; \`true\` means ${DEFAULT_ALTERNATIVES}, and \`false\` means 0.`,
        'x-demand': `be a whole number from 0 to ${MAX_ALTERNATIVES}, true or false`,
      }),
    ),
    geometry: Type.Optional(
      OneOfSchema(geometryFormats, {
        default: 'points',
        description:
          'Format of the line: `points` (`[[latitude, longitude], …]`), an encoded polyline with a precision of 5 (`polyline`) or 6 decimals (`polyline6`), `geojson` (which uses `[longitude, latitude]`), or `none`.',
      }),
    ),
    heading: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 360,
        description:
          'Heading of the vehicle at the start, in degrees from north. Has no effect if no road near the start has this direction; `bearings` has.',
      }),
    ),
    ...constraintFields('`from`, every point in `via`, and `to`', MAX_VIA + 2),
    ...routeOptionFields,
    details: DetailsField,
    emissions: EmissionsField,
    vehicle: ElectricVehicleField,
  },
  { examples: routeRequests },
)

export type RouteFields = Static<typeof RouteBody>
