import { type Static, Type } from 'typebox'
import { InstantSchema, NullableSchema, OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { PointField } from '../../road/route/api/schemas.ts'
import { assetKinds } from '../assets/asset.ts'
import { geofenceRequests, geofenceUpdates } from './examples.ts'
import { MAX_CORNERS, MAX_LISTED_GEOFENCES } from './limits.ts'

const Corners = (minItems: number, description: string) =>
  Type.Array(PointField('A corner:'), { minItems, maxItems: MAX_CORNERS, description })

const Circle = Type.Object(
  {
    center: PointField('Center:'),
    radius_m: Type.Number({ minimum: 10, maximum: 1_000_000, description: 'Radius in meters.' }),
  },
  { 'x-name': 'GeofenceCircle', description: 'The area within a given distance of a point.' },
)

const Polygon = Type.Object(
  {
    outer: Corners(
      3,
      'The corners of the outer ring, in either direction. Edges are straight lines in degrees and cross the 180th meridian if that is shorter.',
    ),
    holes: Type.Optional(
      Type.Array(Corners(3, 'The corners of a hole.'), {
        maxItems: 100,
        description: 'Areas that are excluded.',
      }),
    ),
  },
  {
    'x-name': 'GeofencePolygon',
    description: `An area, with at most ${MAX_CORNERS.toLocaleString('en')} corners including those of its holes.`,
  },
)

const Corridor = Type.Object(
  {
    line: Type.Optional(
      Corners(2, 'The line, as great-circle arcs between its points. Give either `line` or `along_plan`.'),
    ),
    along_plan: Type.Optional(
      Type.Boolean({
        description: '`true` for a corridor along the planned route of each asset that has one.',
      }),
    ),
    distance_m: Type.Number({
      minimum: 10,
      maximum: 100_000,
      description: 'Maximum distance from the line in meters.',
    }),
  },
  { 'x-name': 'GeofenceCorridor', description: 'The area within a given distance of a line.' },
)

const Rules = Type.Object(
  {
    enter: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to report assets that enter the geofence.' }),
    ),
    exit: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to report assets that leave the geofence.' }),
    ),
    dwell_s: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_592_000,
        description: 'Reports assets that stay inside for this many seconds, once per stay. Default: not reported.',
      }),
    ),
    max_speed_kmh: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 1000,
        description:
          'Reports assets that exceed this speed inside the geofence. An asset is reported again only after it has slowed down. Default: not reported.',
      }),
    ),
  },
  { 'x-name': 'GeofenceRules', description: 'Which events the geofence triggers. Default: `enter` and `exit`.' },
)

const Name = Type.String({
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
  description: 'Display name.',
  'x-demand': 'be one line that is not blank, without control characters',
})

const AssetIds = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: 1000,
  description: 'Applies only to assets with these ids. Default: all.',
})
const Groups = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Applies only to assets in these groups. Default: all.',
})
const Kinds = Type.Array(OneOfSchema(assetKinds), {
  minItems: 1,
  maxItems: assetKinds.length,
  description: 'Applies only to assets of these kinds. Default: all.',
})

const shapeFields = {
  circle: Type.Optional(Circle),
  polygon: Type.Optional(Polygon),
  corridor: Type.Optional(Corridor),
}

export const GeofenceBody = Type.Object(
  {
    name: Name,
    ...shapeFields,
    rules: Type.Optional(Rules),
    assets: Type.Optional(AssetIds),
    groups: Type.Optional(Groups),
    kinds: Type.Optional(Kinds),
  },
  { examples: geofenceRequests },
)
export type GeofenceBody = Static<typeof GeofenceBody>

export const GeofenceChanges = Type.Object(
  {
    name: Type.Optional(Name),
    ...shapeFields,
    rules: Type.Optional(Rules),
    assets: Type.Optional(NullableSchema(AssetIds)),
    groups: Type.Optional(NullableSchema(Groups)),
    kinds: Type.Optional(NullableSchema(Kinds)),
  },
  { examples: geofenceUpdates },
)

export const GeofenceParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the geofence.' }),
})

export const GeofencesQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED_GEOFENCES,
      default: MAX_LISTED_GEOFENCES,
      description: 'Maximum number of geofences.',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
})

export const GeofenceReply = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...shapeFields,
    rules: Rules,
    assets: Type.Optional(AssetIds),
    groups: Type.Optional(Groups),
    kinds: Type.Optional(Kinds),
    created_at: InstantSchema('When the geofence was created.'),
    warnings: WarningsSchema,
  },
  { 'x-name': 'Geofence' },
)

export const GeofencesReply = Type.Object({
  geofences: Type.Array(GeofenceReply, { description: 'In order of creation.' }),
  next: Type.Optional(
    Type.String({
      description: 'Present if there are more results. Send this value as the `after` parameter of the next request.',
    }),
  ),
  warnings: WarningsSchema,
})
