import { Type } from 'typebox'
import {
  InstantSchema,
  OneOfSchema,
  PointSchema,
  QueryTimeSchema,
  SingleLineSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { eventTypes } from './event.ts'

export const MAX_LISTED_EVENTS = 1000

export const EventsQuery = Type.Object({
  type: Type.Optional(OneOfSchema(eventTypes, { description: 'Returns only events of this type.' })),
  asset: Type.Optional(SingleLineSchema(64, 'Returns only events of the asset with this id.')),
  geofence: Type.Optional(SingleLineSchema(64, 'Returns only events of the geofence with this id.')),
  from: Type.Optional(QueryTimeSchema('Start of the period in which the events were recorded. Default: a day ago.')),
  until: Type.Optional(QueryTimeSchema('End of the period. Default: now.')),
  order: Type.Optional(
    OneOfSchema(['oldest', 'newest'], {
      default: 'oldest',
      description: 'Whether to list the oldest or the newest events first.',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED_EVENTS,
      default: MAX_LISTED_EVENTS,
      description: 'Maximum number of events.',
    }),
  ),
})

const EventReply = Type.Object({
  id: Type.String(),
  type: OneOfSchema(eventTypes),
  asset: Type.String({ description: 'The id of the asset.' }),
  asset_name: Type.String(),
  reference: Type.Optional(Type.String({ description: 'The reference of the asset.' })),
  time: InstantSchema('When the event happened, according to the positions.'),
  recorded_at: InstantSchema('When the event was recorded.'),
  geofence: Type.Optional(Type.String({ description: 'The id of the geofence.' })),
  geofence_name: Type.Optional(Type.String()),
  at: Type.Optional(PointSchema('Position of the asset: `[latitude, longitude]`.')),
  speed_ms: Type.Optional(Type.Number({ description: 'Speed of the asset.' })),
  max_speed_kmh: Type.Optional(Type.Number({ description: 'For `speed`: the limit that was exceeded.' })),
  inside_s: Type.Optional(Type.Number({ description: 'For `exit`: how long the asset was inside.' })),
  drift_m: Type.Optional(Type.Number({ description: 'For `off_route`: distance from the planned route.' })),
  arrive_at: Type.Optional(InstantSchema('For `late`: predicted arrival time.')),
  planned_arrive_at: Type.Optional(InstantSchema('For `late`: planned arrival time.')),
  since: Type.Optional(InstantSchema('For `off_route`, `stopped` and `stale`: when the state began.')),
  battery_pct: Type.Optional(Type.Number({ description: 'For `battery`: the charge in percent.' })),
  route_id: Type.Optional(Type.String({ description: 'The planned route of the asset.' })),
})

export const EventsReply = Type.Object({
  events: Type.Array(EventReply),
  next: Type.Optional(
    Type.String({
      description: 'Present if there are more results. Send this value as the `after` parameter of the next request.',
    }),
  ),
  warnings: WarningsSchema,
})
