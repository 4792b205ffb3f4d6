import { type Static, Type } from 'typebox'
import {
  NullableSchema,
  OneOfSchema,
  QueryTimeSchema,
  SINGLE_LINE_PATTERN,
  SingleLineSchema,
  TIME_DEMAND,
  timeString,
} from '../../../platform/http/schemas.ts'
import { PointField } from '../../road/route/api/schemas.ts'
import { assetCategories, assetKinds, liveStates } from '../assets/asset.ts'
import { manyPositionsRequests, positionRequests, registerRequests, updateRequests } from './examples.ts'
import { MAX_LISTED_ASSETS, MAX_POSITIONS } from './limits.ts'

const Group = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: SINGLE_LINE_PATTERN,
  description: 'Your own name for the group that the asset belongs to, such as a depot or a customer.',
  'x-demand': 'be one line without control characters',
})

const Profile = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Default options for planning the routes of the asset: `vehicle`, `aircraft` or `vessel`.',
  },
)

export const AssetBody = Type.Object(
  {
    name: Type.String({
      maxLength: 100,
      pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
      description: 'Display name.',
      'x-demand': 'be one line that is not blank, without control characters',
    }),
    kind: OneOfSchema(assetKinds, {
      description:
        'Kind of asset, which determines how routes are planned and at what distance the asset counts as off route.',
    }),
    category: Type.Optional(
      OneOfSchema(assetCategories, {
        default: 'civil',
        description: '`military` requires the military plan.',
      }),
    ),
    reference: Type.Optional(SingleLineSchema(100, 'Your own number or name for the asset.')),
    group: Type.Optional(Group),
    profile: Type.Optional(Profile),
  },
  { examples: registerRequests },
)

export const AssetChanges = Type.Object(
  {
    name: Type.Optional(AssetBody.properties.name),
    reference: Type.Optional(NullableSchema(AssetBody.properties.reference)),
    group: Type.Optional(NullableSchema(Group)),
    profile: Type.Optional(NullableSchema(Profile)),
  },
  { examples: updateRequests },
)

export const AssetParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the asset, as returned when it was registered.' }),
})

export const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED_ASSETS,
      default: MAX_LISTED_ASSETS,
      description: 'Maximum number of assets.',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
  kind: Type.Optional(OneOfSchema(assetKinds, { description: 'Returns only assets of this kind.' })),
  reference: Type.Optional(SingleLineSchema(100, 'Returns only assets with this reference.')),
  group: Type.Optional(SingleLineSchema(100, 'Returns only assets in this group.')),
  // The states are sorted, because equal types share one name and clients rely on the type name of the live reply.
  state: Type.Optional(
    OneOfSchema(liveStates.toSorted(), { description: 'Returns only assets that are currently in this state.' }),
  ),
  bbox: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Returns only assets whose last position is in this box: `south,west,north,east`. If west is greater than east, the box crosses the 180th meridian.',
      examples: ['-35,-57,-34,-56'],
    }),
  ),
})

/** Valid ranges of the optional position fields. */
export const positionRanges = {
  speed_ms: [0, 1000],
  heading: [0, 360],
  battery_pct: [0, 100],
  altitude_m: [-12_000, 100_000],
  accuracy_m: [0, 1_000_000],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>

/** Creates the schema of an optional value that may be null, because many devices send null for unknown values. */
const OptionalMeasurement = (name: keyof typeof positionRanges, description: string) => {
  const [minimum, maximum] = positionRanges[name]
  return Type.Optional(
    NullableSchema(Type.Number({ minimum, maximum, description: `${description}; \`null\` if unknown.` })),
  )
}

const Time = Type.Optional(
  Type.Unsafe<string | number>({
    anyOf: [timeString, { type: 'number' }],
    description:
      'Time of the position: an ISO 8601 timestamp, or seconds or milliseconds since 1970. A time without a time zone is local time at the position. Default: now.',
    'x-demand': TIME_DEMAND,
  }),
)

const positionFields = {
  at: Type.Optional(PointField('Current position:')),
  lat: Type.Optional(Type.Number({ description: 'Latitude, used with `lon` instead of `at`.' })),
  lon: Type.Optional(Type.Number({ description: 'Longitude, used with `lat` instead of `at`.' })),
  time: Time,
  speed_ms: OptionalMeasurement('speed_ms', 'Speed in meters per second'),
  heading: OptionalMeasurement('heading', 'Heading in degrees from north'),
  battery_pct: OptionalMeasurement('battery_pct', 'Remaining battery charge in percent'),
  altitude_m: OptionalMeasurement(
    'altitude_m',
    'Altitude in meters, above sea level or, for a drone, relative to the same reference as the altitudes of the planned route',
  ),
  accuracy_m: OptionalMeasurement('accuracy_m', 'Accuracy radius in meters, within which two out of three fixes lie'),
}

export const SinglePosition = Type.Object(positionFields)
export type SinglePosition = Static<typeof SinglePosition>

export const PositionBody = Type.Object(
  {
    ...positionFields,
    positions: Type.Optional(
      Type.Array(SinglePosition, {
        minItems: 1,
        maxItems: MAX_POSITIONS,
        description: 'Several positions at once, in any order, given instead of the other fields.',
      }),
    ),
  },
  { examples: positionRequests },
)

const AssetPosition = Type.Object({
  asset: Type.Optional(Type.String({ maxLength: 64, description: 'The id of the asset.' })),
  reference: Type.Optional(
    SingleLineSchema(
      100,
      'The reference of the asset, instead of `asset`. Only one asset may have this reference. A changed reference takes effect after ten seconds.',
    ),
  ),
  ...positionFields,
})

export const ManyPositionsBody = Type.Object(
  {
    positions: Type.Array(AssetPosition, {
      minItems: 1,
      maxItems: MAX_POSITIONS,
      description: 'Positions of any of your assets, in any order.',
    }),
  },
  { examples: manyPositionsRequests },
)

/** The schema is deliberately loose, because one invalid position must not cause the others to be rejected. */
export const UncheckedManyPositionsBody = {
  ...ManyPositionsBody,
  properties: { positions: { ...ManyPositionsBody.properties.positions, items: {} } },
}

/**
 * Schema for whole requests. The schema is deliberately loose, because one invalid position must not cause the others
 * to be rejected. Each position is validated with `SinglePosition`, so that a single position gets the same messages.
 */
export const UncheckedPositionBody = {
  type: 'object',
  description: 'A position such as {"at": [-34.9059, -56.1913]}, or several as {"positions": [{"at": …}, …]}',
  properties: { positions: { ...PositionBody.properties.positions, items: {} } },
}

export const TrackQuery = Type.Object({
  from: Type.Optional(QueryTimeSchema('Start of the period. Default: a day ago.')),
  until: Type.Optional(QueryTimeSchema('End of the period. Default: now.')),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000, description: 'Maximum number of positions.' }),
  ),
  format: Type.Optional(
    OneOfSchema(['json', 'geojson', 'gpx'], { default: 'json', description: 'Format of the reply.' }),
  ),
})
