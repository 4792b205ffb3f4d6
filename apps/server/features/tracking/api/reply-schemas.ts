import { Type } from 'typebox'
import {
  InstantSchema,
  NullableSchema,
  OneOfSchema,
  PointSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { DataReply, Geometry } from '../../road/route/api/reply-schemas.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { assetCategories, assetKinds, liveStates } from '../assets/asset.ts'
import { lineFormats } from '../assets/route-line.ts'
import { tourReplyFields } from '../dispatch/schemas.ts'

const Point = PointSchema()
const NullableNumber = (description: string) => NullableSchema(Type.Number({ description }))

const assetRouteFields = {
  route_id: Type.String(),
  mode: OneOfSchema(['road', 'av', 'drone', 'maritime']),
  distance_km: Type.Number(),
  eta_min: Type.Number({ description: 'Planned travel time.' }),
  depart_at: InstantSchema('Planned departure time.'),
  arrive_at: InstantSchema('Planned arrival time.'),
  delta_format: OneOfSchema(lineFormats, {
    description:
      'Format of the lines in `reroute`: the format requested when the planned route was attached, or `points` if that format was `none`.',
  }),
  attached_at: InstantSchema('When the route was attached to the asset.'),
}
const AssetRouteSummary = NullableSchema(
  Type.Object(assetRouteFields, {
    'x-name': 'AssetPlan',
    description:
      'The planned route; `null` when the asset has none. `GET /v1/assets/{id}/route` returns the line of the route.',
  }),
)

export const AssetReply = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: OneOfSchema(assetKinds),
    category: OneOfSchema(assetCategories),
    reference: Type.Optional(Type.String()),
    group: Type.Optional(Type.String()),
    profile: Type.Optional(Type.Object({}, { additionalProperties: true })),
    mmsi: Type.Optional(
      Type.String({ description: 'MMSI of the ship; present after the first AIS sentence from the ship has arrived.' }),
    ),
    created_at: InstantSchema('When the asset was registered.'),
    plan: AssetRouteSummary,
  },
  { 'x-name': 'Asset' },
)

export const RegisterReply = Type.Object(
  { ...AssetReply.properties, warnings: WarningsSchema },
  { 'x-name': 'AssetReply' },
)

export const ListReply = Type.Object({
  assets: Type.Array(AssetReply, { description: 'In order of registration.' }),
  limits: Type.Object(
    {
      max_assets: Type.Integer(),
      track_days: Type.Integer({ description: 'Number of days for which positions are kept.' }),
      web_polls_per_s: Type.Number(),
      api_live_polls_per_s: NullableNumber('`null` if not included in the plan.'),
      gps_push_per_s: NullableNumber('`null` if not included in the plan.'),
    },
    {
      description:
        'Limits of the pricing plan. Rate limits apply to each asset and channel, unless the operator applies them to the whole account.',
    },
  ),
  next: Type.Optional(
    Type.String({
      description: 'Present if there are more results. Send this value as the `after` parameter of the next request.',
    }),
  ),
  warnings: WarningsSchema,
})

const Position = Type.Object(
  {
    at: Point,
    time: InstantSchema('Time of the position.'),
    speed_ms: Type.Optional(Type.Number()),
    heading: Type.Optional(Type.Number()),
    battery_pct: Type.Optional(Type.Number()),
    altitude_m: Type.Optional(Type.Number()),
    accuracy_m: Type.Optional(Type.Number()),
  },
  { 'x-name': 'Position' },
)

export const PushReply = Type.Object(
  {
    accepted: Type.Integer({ description: 'Number of accepted positions, all of which are already saved to disk.' }),
    rejected: Type.Array(Type.Object({ index: Type.Integer(), why: Type.String() }, { 'x-name': 'RejectedPosition' }), {
      description: 'Rejected positions, by their index in the request.',
    }),
    latest: NullableSchema(Position),
    warnings: WarningsSchema,
  },
  { 'x-name': 'PushReply' },
)

export const PushManyReply = Type.Object({
  accepted: Type.Integer({ description: 'Number of accepted positions, all of which are already saved to disk.' }),
  rejected: PushReply.properties.rejected,
  assets: Type.Array(
    Type.Object({
      asset: Type.String({ description: 'The id of the asset.' }),
      accepted: Type.Integer(),
      latest: NullableSchema(Position),
    }),
    { description: 'The assets with accepted positions, in the order of the request.' },
  ),
  warnings: WarningsSchema,
})

export const LiveReply = Type.Object(
  {
    asset: AssetReply,
    position: NullableSchema(Position),
    age_s: NullableSchema(Type.Integer({ description: 'Age of the position in seconds.' })),
    state: OneOfSchema(liveStates, {
      description:
        '`no_fix`: no position has arrived yet. `idle`: the asset has no planned route, has not started it yet, or has completed it and moved on. `on_route`, `drifting`, `off_route`: how closely the asset follows the route. `arrived`: the asset is at the end of the route. `stale`: no position has arrived for too long.',
    }),
    last_state: Type.Optional(Type.String({ description: 'The state of the asset before it went silent.' })),
    drift_m: NullableNumber('Distance from the planned route.'),
    progress_pct: NullableNumber('Percentage of the planned route that is completed.'),
    remaining_km: NullableNumber(
      'Remaining distance on the planned route, plus the straight-line distance to the route if the asset has left the route.',
    ),
    eta_min: NullableNumber('Remaining minutes in current traffic at the pace of the asset.'),
    arrive_at: NullableSchema(InstantSchema('Arrival time.')),
    pace: NullableNumber('Ratio of actual to planned travel time: from 0.7 to 1.5, or from 0.1 to 10 for robots.'),
    wrong_way: Type.Optional(
      Type.Boolean({ description: 'Whether the asset is moving backward along the planned route.' }),
    ),
    off_route_since: Type.Optional(InstantSchema('When the asset left the planned route.')),
    conformance: Type.Optional(
      OneOfSchema(['conforming', 'nonconforming', 'contingent'], {
        description: 'The conformance state according to ASTM F3548-21; only for drones.',
      }),
    ),
    plan: AssetRouteSummary,
    ...tourReplyFields,
    reroute: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'If the asset is off its route: the reply of `POST /v1/reroute` for the current position.',
        },
      ),
    ),
  },
  { 'x-name': 'LiveAsset' },
)

export const AttachReply = Type.Object({
  asset: AssetReply,
  route: Type.Object(
    {},
    { additionalProperties: true, description: 'The route, as returned by the route operation for the mode.' },
  ),
  warnings: WarningsSchema,
})

export const AssetRouteLineReply = Type.Object({
  asset: Type.String({ description: 'The id of the asset.' }),
  ...assetRouteFields,
  format: OneOfSchema(geometryFormats, { description: 'Format of `geometry`.' }),
  geometry: Geometry(1, true, 'The line in the requested format; `null` if none was requested.'),
  altitudes_m: Type.Optional(
    Type.Array(Type.Number(), { description: 'Only for drones: the altitude at each point.' }),
  ),
  checksum: Type.String({
    description:
      'Checksum of the line in `delta_format`. Deltas repeat this value as `base_checksum`. The checksum is the CRC-32 of the coordinates in microdegrees, as eight hexadecimal digits.',
  }),
  stops: Type.Array(Type.Object({ at: Point, distance_km: Type.Number({ description: 'Distance from the start.' }) }), {
    description: 'Stops on the route, in order.',
  }),
  to: Point,
  data: Type.Optional(DataReply),
  warnings: WarningsSchema,
})

export const RemovedReply = Type.Object(
  { removed: Type.String({ description: 'The id.' }), warnings: WarningsSchema },
  { 'x-name': 'RemovedReply' },
)

export const TrackReply = Type.Object({
  asset: Type.String(),
  positions: Type.Array(
    Type.Intersect([
      Position,
      Type.Object({
        flag: Type.Optional(
          OneOfSchema(['late', 'jump'], {
            description: 'The reason why this position did not update the live position.',
          }),
        ),
      }),
    ]),
  ),
  next: Type.Optional(
    Type.String({
      description: 'Present if there are more results. Send this value as the `after` parameter of the next request.',
    }),
  ),
  warnings: WarningsSchema,
})
