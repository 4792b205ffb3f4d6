import { Type } from 'typebox'
import { Instant, Nullable, OneOf, Warnings } from '../../../platform/http/schemas.ts'
import { DataReply, Geometry } from '../../road/route/api/reply-schemas.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { assetCategories, assetKinds } from '../assets/asset.ts'
import { lineFormats } from '../assets/plan-line.ts'

const Point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '[latitude, longitude]' })
const MaybeNumber = (description: string) => Nullable(Type.Number({ description }))

const planFields = {
  route_id: Type.String(),
  mode: OneOf(['road', 'av', 'drone', 'maritime']),
  distance_km: Type.Number(),
  eta_min: Type.Number({ description: 'As planned.' }),
  depart_at: Instant('As planned.'),
  arrive_at: Instant('As planned.'),
  delta_format: OneOf(lineFormats, {
    description: 'How lines in reroute are written: as that of the plan was when it was attached; points for none.',
  }),
  attached_at: Instant('When the asset was given it.'),
}
const Plan = Nullable(
  Type.Object(planFields, { description: 'The route it shall follow; null when it has none. Its line: GET …/route.' }),
)

export const AssetReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: OneOf(assetKinds),
  category: OneOf(assetCategories),
  reference: Type.Optional(Type.String()),
  profile: Type.Optional(Type.Object({}, { additionalProperties: true })),
  mmsi: Type.Optional(Type.String({ description: 'The ship it is, once AIS sentences of one have come.' })),
  created_at: Instant('When it was registered.'),
  plan: Plan,
})

export const RegisterReply = Type.Object({ ...AssetReply.properties, warnings: Warnings })

export const ListReply = Type.Object({
  assets: Type.Array(AssetReply, { description: 'In the order in which they were registered.' }),
  limits: Type.Object(
    {
      max_assets: Type.Integer(),
      track_days: Type.Integer({ description: 'How long positions are kept.' }),
      web_polls_per_s: Type.Number(),
      api_live_polls_per_s: MaybeNumber('null: not part of the plan.'),
      gps_push_per_s: MaybeNumber('null: not part of the plan.'),
    },
    { description: 'Of the plan, for the whole account.' },
  ),
  next: Type.Optional(Type.String({ description: 'There are more: give it as after.' })),
  warnings: Warnings,
})

export const Position = Type.Object({
  at: Point,
  time: Instant('When it was there.'),
  speed_ms: Type.Optional(Type.Number()),
  heading: Type.Optional(Type.Number()),
  battery_pct: Type.Optional(Type.Number()),
  altitude_m: Type.Optional(Type.Number()),
  accuracy_m: Type.Optional(Type.Number()),
})

export const PushReply = Type.Object({
  accepted: Type.Integer({ description: 'Positions that are kept: on the disk, not only in memory.' }),
  rejected: Type.Array(Type.Object({ index: Type.Integer(), why: Type.String() }), {
    description: 'Positions that cannot be, by their place in the request.',
  }),
  latest: Nullable(Position),
  warnings: Warnings,
})

export const LiveReply = Type.Object({
  asset: AssetReply,
  position: Nullable(Position),
  age_s: Nullable(Type.Integer({ description: 'Since the position.' })),
  state: OneOf(['no_fix', 'idle', 'on_route', 'drifting', 'off_route', 'arrived', 'stale'], {
    description:
      'no_fix: never seen. idle: has no plan, or has not begun or has left it behind. on_route, drifting, off_route: how it keeps to it. arrived: at its end. stale: silent for too long.',
  }),
  last_state: Type.Optional(Type.String({ description: 'What it was before it fell silent.' })),
  drift_m: MaybeNumber('From the plan.'),
  progress_pct: MaybeNumber('Of the plan that lies behind.'),
  remaining_km: MaybeNumber('Of the plan that lies ahead, and straight to it for who is not on it.'),
  eta_min: MaybeNumber('Until the end, in the traffic of now and at its own pace.'),
  arrive_at: Nullable(Instant('When that is.')),
  pace: MaybeNumber('How much longer than planned it takes: 0.7 to 1.5, of robots 0.1 to 10.'),
  wrong_way: Type.Optional(Type.Boolean({ description: 'It goes along the plan backwards.' })),
  off_route_since: Type.Optional(Instant('When it left the plan.')),
  conformance: Type.Optional(
    OneOf(['conforming', 'nonconforming', 'contingent'], { description: 'Of drones, after ASTM F3548-21.' }),
  ),
  plan: Plan,
  reroute: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Off the plan: what POST /v1/reroute answers from here.' },
    ),
  ),
})

export const AttachReply = Type.Object({
  asset: AssetReply,
  route: Type.Object({}, { additionalProperties: true, description: 'As the route operation of that mode answers.' }),
  warnings: Warnings,
})

export const PlanLineReply = Type.Object({
  asset: Type.String({ description: 'The id of the asset.' }),
  ...planFields,
  format: OneOf(geometryFormats, { description: 'How geometry is written.' }),
  geometry: Geometry(1, true, 'The line, as asked for; null for none.'),
  altitudes_m: Type.Optional(Type.Array(Type.Number(), { description: 'Of a drone, at each point.' })),
  checksum: Type.String({
    description:
      'Of the line in delta_format: the base_checksum of deltas. CRC-32 of its micro-degrees, eight hexadecimal digits.',
  }),
  stops: Type.Array(Type.Object({ at: Point, distance_km: Type.Number({ description: 'From the beginning.' }) }), {
    description: 'On the way, in their order.',
  }),
  to: Point,
  data: Type.Optional(DataReply),
  warnings: Warnings,
})

export const RemovedReply = Type.Object({ removed: Type.String({ description: 'The id.' }), warnings: Warnings })

export const TrackReply = Type.Object({
  asset: Type.String(),
  positions: Type.Array(
    Type.Intersect([
      Position,
      Type.Object({
        flag: Type.Optional(OneOf(['late', 'jump'], { description: 'Why it did not move the live position.' })),
      }),
    ]),
  ),
  next: Type.Optional(Type.String({ description: 'There are more: give it as after.' })),
  warnings: Warnings,
})
