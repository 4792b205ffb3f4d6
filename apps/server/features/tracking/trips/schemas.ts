import { Type } from 'typebox'
import { NullableSchema, OneOfSchema, PointSchema, SingleLineSchema } from '../../../platform/http/schemas.ts'
import { MAX_GROUP_CURSOR_LENGTH } from './group-cursor.ts'

const MAX_DAYS = 31
/** Maximum number of assets whose tracks are matched to roads in one report. */
export const MAX_ROAD_ASSETS = 20
/** Maximum number of assets in one page of a report. */
export const MAX_REPORT_ASSETS = 100

const periodFields = {
  from: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'First day, such as `2026-11-17`. Default: chosen so that the period ends today.',
      'x-demand': 'be a day such as 2026-11-17',
    }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: 1, description: 'Number of days, counted in `time_zone`.' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'IANA time zone for the days. Default: the time zone at the latest position of the asset.',
    }),
  ),
  min_stop_min: Type.Optional(
    Type.Number({
      minimum: 0.5,
      maximum: 1440,
      default: 3,
      description:
        'A trip ends when the asset stands still for at least this many minutes. Shorter periods are idle time.',
    }),
  ),
}

const roadFields = {
  roads: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to match trips of vehicles and robots to the roads of the map: distances are measured along the roads, and speeding is checked against the speed limits. Counts as one route per asset per day.',
    }),
  ),
  over_kmh: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: 5,
      description: 'The asset is speeding if it exceeds the limit by more than this value.',
    }),
  ),
}

const format = Type.Optional(OneOfSchema(['json', 'csv'], { default: 'json', description: 'Format of the reply.' }))

export const TripsQuery = Type.Object({ ...periodFields, ...roadFields, format })
export const StopsQuery = Type.Object({ ...periodFields, format })
const reportFields = {
  assets: Type.Optional(
    Type.String({
      maxLength: 2100,
      pattern: '^[^,]{1,64}(,[^,]{1,64})*$',
      description: `Ids of up to ${MAX_REPORT_ASSETS} assets, separated by commas; up to ${MAX_ROAD_ASSETS} with \`roads\`. Default: all assets of the account, in pages.`,
      'x-demand': 'be ids of assets, separated by commas',
    }),
  ),
  group: Type.Optional(SingleLineSchema(100, 'Returns only assets in this group.')),
  ...periodFields,
  ...roadFields,
}
const After = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, description: 'The value of `next` from the previous reply.' }))

export const ReportQuerySchema = Type.Object({ ...reportFields, after: After(40), format })
export const SummaryQuerySchema = Type.Object({
  ...reportFields,
  group_by: Type.Optional(
    OneOfSchema(['asset', 'group', 'account'], {
      default: 'asset',
      description:
        'What the rows of the report are: assets, groups of assets, or the whole account. Groups are sorted by name, and the assets without a group come last.',
    }),
  ),
  after: After(MAX_GROUP_CURSOR_LENGTH),
  format,
})

const Point = (description: string) => PointSchema(`The position ${description}, as \`[latitude, longitude]\`.`)
const Time = (description: string) => Type.String({ format: 'date-time', description })
const Minutes = (description: string) => Type.Number({ description })

const headFields = {
  asset: Type.String({ description: 'The id of the asset.' }),
  time_zone: Type.String({ description: 'Time zone in which the days begin and end.' }),
  from: Time('Start of the period.'),
  until: Time('End of the period.'),
}

const TripEvent = Type.Object({
  kind: OneOfSchema(['harsh_braking', 'harsh_acceleration', 'speeding']),
  time: Time('When the event began.'),
  at: Point('where the event happened'),
  duration_s: Type.Number(),
  max_kmh: Type.Optional(Type.Number({ description: 'Highest speed; only for `speeding`.' })),
  limit_kmh: Type.Optional(Type.Number({ description: 'Speed limit of the road; only for `speeding`.' })),
  road: Type.Optional(Type.String({ description: 'Name of the road; only for `speeding`.' })),
  from_kmh: Type.Optional(
    Type.Number({ description: 'Speed before the event; only for `harsh_braking` and `harsh_acceleration`.' }),
  ),
  to_kmh: Type.Optional(
    Type.Number({ description: 'Speed after the event; only for `harsh_braking` and `harsh_acceleration`.' }),
  ),
  peak_ms2: Type.Optional(
    Type.Number({
      description: 'Highest deceleration or acceleration; only for `harsh_braking` and `harsh_acceleration`.',
    }),
  ),
})

const Count = (description: string) => NullableSchema(Type.Integer({ description }))

const drivingFields = {
  harsh_braking: Count(
    'Number of times that the asset braked harder than 3.5 m/s²; `null` if the asset reports its speed too rarely.',
  ),
  harsh_acceleration: Count(
    'Number of times that the asset accelerated harder than 3 m/s²; `null` if the asset reports its speed too rarely.',
  ),
  speeding: Count('Number of periods above the speed limit; `null` if `roads` was not set, or if no roads were found.'),
  speeding_min: NullableSchema(Minutes('Minutes above the speed limit.')),
}

const Trip = Type.Object({
  depart_at: Time('Start of the trip.'),
  arrive_at: Time('End of the trip or, if the trip has not ended, the time of the latest position.'),
  start: Point('of the start'),
  end: Point('of the end'),
  distance_km: Type.Number({ description: 'Distance traveled.' }),
  distance_source: OneOfSchema(['roads', 'track'], {
    description:
      '`roads`: the distance is measured along the roads of the map. `track`: it is measured between the positions, after noise is removed.',
  }),
  duration_min: Minutes('Duration of the trip in minutes.'),
  idle_min: Minutes('The part of `duration_min` in which the asset stood still for 20 s or longer.'),
  unseen_min: Minutes('The part of `duration_min` without positions, for example in a tunnel.'),
  average_kmh: Type.Number({ description: 'Distance divided by duration.' }),
  max_kmh: Type.Number({ description: 'Highest speed.' }),
  ...drivingFields,
  events: Type.Array(TripEvent, { description: 'Harsh braking and acceleration, and speeding.' }),
})

export const TripsReply = Type.Object({
  ...headFields,
  trips: Type.Array(Trip, {
    description:
      'In chronological order. Trips that extend beyond the period are cut off at the start or end of the period.',
  }),
  total_km: Type.Number({ description: 'Distance of all trips.' }),
})

export const StopsReply = Type.Object({
  ...headFields,
  stops: Type.Array(
    Type.Object({
      at: Point('where the asset stood still'),
      arrive_at: NullableSchema(
        Time('When the asset arrived; `null` if it arrived before its first position in the period.'),
      ),
      depart_at: NullableSchema(
        Time('When the asset left; `null` if it was still there at its last position in the period.'),
      ),
      duration_min: Minutes('Duration of the stop, as far as it is known.'),
    }),
    { description: 'In chronological order.' },
  ),
})

const sumFields = {
  distance_km: Type.Number({ description: 'Distance traveled.' }),
  trips: Type.Integer({ description: 'Number of trips that began in the period.' }),
  stops: Type.Integer({ description: 'Number of stops that began in the period.' }),
  driving_min: Minutes('Total duration of all trips in minutes, including idle time.'),
  idle_min: Minutes('The part of `driving_min` in which the asset stood still.'),
  stopped_min: Minutes('Total duration of all stops in minutes.'),
  unseen_min: Minutes('Minutes without positions during trips.'),
  max_kmh: Type.Number({ description: 'Highest speed.' }),
  ...drivingFields,
  first_depart_at: NullableSchema(Time('Start of the first trip.')),
  last_arrive_at: NullableSchema(Time('End of the last trip.')),
}

const assetFields = {
  asset: Type.String({ description: 'The id of the asset.' }),
  name: Type.String({ description: 'The name of the asset.' }),
  time_zone: Type.String({ description: "Time zone in which the asset's days begin and end." }),
}
const next = Type.Optional(
  Type.String({ description: 'Send this value as `after` to get the next page. Omitted on the last page.' }),
)

export const DaysReply = Type.Object({
  days: Type.Array(Type.Object({ ...assetFields, date: Type.String({ format: 'date' }), ...sumFields }), {
    description: 'One row per asset and day, including days without trips.',
  }),
  next,
})

export const SummaryReply = Type.Object({
  assets: Type.Array(Type.Object({ ...assetFields, ...sumFields }), {
    description: 'One row per asset. Empty if `group_by` is `group` or `account`.',
  }),
  groups: Type.Optional(
    Type.Array(
      Type.Object({
        group: NullableSchema(
          Type.String({ description: 'Name of the group; `null` for the assets without a group.' }),
        ),
        assets: Type.Integer({ description: 'Number of assets.' }),
        time_zone: NullableSchema(
          Type.String({
            description:
              'Time zone in which the days begin and end; `null` if the assets are in several time zones, or have no positions in the period.',
          }),
        ),
        ...sumFields,
      }),
      { description: 'One row per group; only if `group_by` is `group`. Each row covers all assets of its group.' },
    ),
  ),
  total: Type.Object(
    { assets: Type.Integer({ description: 'Number of assets.' }), ...sumFields },
    {
      description:
        'Totals for the assets or groups in this reply. If `group_by` is `account`, the totals include all previous pages, so that the last page contains the totals for the account.',
    },
  ),
  next,
})
