import { type Static, Type } from 'typebox'
import { Line, Nullable, OneOf } from '../../../platform/http/schemas.ts'
import { PointField } from '../../road/route/api/schemas.ts'
import { assetCategories, assetKinds } from '../assets/asset.ts'
import { positionRequests, registerRequests } from './examples.ts'
import { MOST_LISTED, MOST_POSITIONS } from './limits.ts'

export const AssetBody = Type.Object(
  {
    name: Type.String({
      maxLength: 100,
      pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
      description: 'What people call it.',
      'x-demand': 'be one line with something in it to read, without control characters',
    }),
    kind: OneOf(assetKinds, { description: 'What moves: it decides how it is planned and how far off is off.' }),
    category: Type.Optional(
      OneOf(assetCategories, { default: 'civil', description: 'military is for accounts on the military plan only.' }),
    ),
    reference: Type.Optional(Line(100, 'Your own number or name for it.')),
    profile: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'What its routes are planned with when they do not say otherwise: vehicle, aircraft or vessel.',
        },
      ),
    ),
  },
  { examples: registerRequests },
)
export type AssetFields = Static<typeof AssetBody>

export const AssetParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the asset, as it was registered.' }),
})

export const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_LISTED, default: MOST_LISTED, description: 'Assets to give at most.' }),
  ),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'What next was in the reply before.' })),
})

/** Valid ranges of the optional position fields. */
export const positionRanges = {
  speed_ms: [0, 1000],
  heading: [0, 360],
  battery_pct: [0, 100],
  altitude_m: [-12_000, 100_000],
  accuracy_m: [0, 1_000_000],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>

/** Many devices send null for unknown values. */
const Side = (name: keyof typeof positionRanges, description: string) => {
  const [minimum, maximum] = positionRanges[name]
  return Type.Optional(Nullable(Type.Number({ minimum, maximum, description: `${description} null: not known.` })))
}

const Time = Type.Optional(
  Type.Unsafe<string | number>({
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'number' }],
    description: 'When it was there: an instant, or seconds or milliseconds since 1970. Default: now.',
    'x-demand': 'be an instant such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970',
  }),
)

const positionFields = {
  at: Type.Optional(PointField('Where it is:')),
  lat: Type.Optional(Type.Number({ description: 'Instead of at, with lon.' })),
  lon: Type.Optional(Type.Number({ description: 'Instead of at, with lat.' })),
  time: Time,
  speed_ms: Side('speed_ms', 'Metres per second.'),
  heading: Side('heading', 'Degrees from north.'),
  battery_pct: Side('battery_pct', 'What is left in the battery, per cent.'),
  altitude_m: Side('altitude_m', 'Above sea level, for a drone as its plan has it.'),
  accuracy_m: Side('accuracy_m', 'Radius in which two fixes of three lie.'),
}

export const OnePosition = Type.Object(positionFields)
export type OnePosition = Static<typeof OnePosition>

export const PositionBody = Type.Object(
  {
    ...positionFields,
    positions: Type.Optional(
      Type.Array(OnePosition, {
        minItems: 1,
        maxItems: MOST_POSITIONS,
        description: 'Several at once, in any order; instead of the other fields.',
      }),
    ),
  },
  { examples: positionRequests },
)
export type PositionFields = Static<typeof PositionBody>

/**
 * Loose schema for whole requests: one invalid position must not fail the others, and a single position gets the same
 * messages. Each is validated with `OnePosition`.
 */
export const LoosePositionBody = {
  type: 'object',
  description: 'A position such as {"at": [-34.9059, -56.1913]}, or several as {"positions": [{"at": …}, …]}',
  properties: { positions: { ...PositionBody.properties.positions, items: {} } },
}

export const TrackQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'The first instant. Default: a day ago.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'The last instant. Default: now.' })),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'What next was in the reply before.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000, description: 'Positions to give at most.' }),
  ),
  format: Type.Optional(OneOf(['json', 'geojson', 'gpx'], { default: 'json', description: 'How it is written.' })),
})
export type TrackFields = Static<typeof TrackQuery>
