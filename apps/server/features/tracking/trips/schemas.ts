import { Type } from 'typebox'
import { NullableSchema, OneOfSchema, SingleLineSchema } from '../../../platform/http/schemas.ts'

const MAX_DAYS = 31
/** Maximum number of assets whose tracks are matched to roads in one report. */
export const MAX_ROAD_ASSETS = 20
/** Maximum number of assets in one page of a report. */
export const MAX_REPORT_ASSETS = 100

const periodFields = {
  from: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'First day, such as 2026-11-17. Default: chosen so that the period ends today.',
      'x-demand': 'be a day such as 2026-11-17',
    }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: 1, description: 'Number of days in the time zone.' }),
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
        'Match trips of vehicles and robots to the roads of the map: distances are measured along the road, and speeding is checked against the speed limits. Counts as one route per asset per day.',
    }),
  ),
  over_kmh: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: 5,
      description: 'A speed counts as speeding if it exceeds the limit by more than this.',
    }),
  ),
}

const format = Type.Optional(OneOfSchema(['json', 'csv'], { default: 'json', description: 'Format of the reply.' }))

export const TripsQuery = Type.Object({ ...periodFields, ...roadFields, format })
export const StopsQuery = Type.Object({ ...periodFields, format })
export const ReportQuerySchema = Type.Object({
  assets: Type.Optional(
    Type.String({
      maxLength: 2100,
      pattern: '^[^,]{1,64}(,[^,]{1,64})*$',
      description: `Ids of up to ${MAX_REPORT_ASSETS} assets, separated by commas; up to ${MAX_ROAD_ASSETS} with \`roads\`. Default: all assets of the account, in pages.`,
      'x-demand': 'be ids of assets, separated by commas',
    }),
  ),
  group: Type.Optional(SingleLineSchema(100, 'Only assets of this group.')),
  ...periodFields,
  ...roadFields,
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
  format,
})

const Point = (description: string) =>
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: `[latitude, longitude] ${description}` })
const Time = (description: string) => Type.String({ format: 'date-time', description })
const Minutes = (description: string) => Type.Number({ description })

const headFields = {
  asset: Type.String({ description: 'The id of the asset.' }),
  time_zone: Type.String({ description: 'Time zone of the days.' }),
  from: Time('Start of the period.'),
  until: Time('End of the period.'),
}

const TripEvent = Type.Object({
  kind: OneOfSchema(['harsh_braking', 'harsh_acceleration', 'speeding']),
  time: Time('When it began.'),
  at: Point('where it happened.'),
  duration_s: Type.Number(),
  max_kmh: Type.Optional(Type.Number({ description: 'Highest speed; for speeding.' })),
  limit_kmh: Type.Optional(Type.Number({ description: 'Speed limit there; for speeding.' })),
  road: Type.Optional(Type.String({ description: 'The road; for speeding.' })),
  from_kmh: Type.Optional(Type.Number({ description: 'Speed before; for braking and acceleration.' })),
  to_kmh: Type.Optional(Type.Number({ description: 'Speed after; for braking and acceleration.' })),
  peak_ms2: Type.Optional(Type.Number({ description: 'Strongest change of speed; for braking and acceleration.' })),
})

const Count = (description: string) => NullableSchema(Type.Integer({ description }))

const drivingFields = {
  harsh_braking: Count(
    'Number of times that the asset slowed down by more than 3.5 m/s²; null if it reports its speed too rarely.',
  ),
  harsh_acceleration: Count(
    'Number of times that it accelerated by more than 3 m/s²; null if it reports its speed too rarely.',
  ),
  speeding: Count(
    'Number of periods above the speed limit; null if not requested with `roads`, or if no roads were found.',
  ),
  speeding_min: NullableSchema(Minutes('Minutes above the speed limit.')),
}

const Trip = Type.Object({
  depart_at: Time('Start of the trip.'),
  arrive_at: Time('End of the trip, or the latest position.'),
  start: Point('of the start.'),
  end: Point('of the end.'),
  distance_km: Type.Number({ description: 'Distance traveled.' }),
  distance_source: OneOfSchema(['roads', 'track'], {
    description: 'Measured along the roads of the map, or from the positions after removing their noise.',
  }),
  duration_min: Minutes('Duration.'),
  idle_min: Minutes('Part of these minutes in which the asset stood still for 20 s or longer.'),
  unseen_min: Minutes('Part of these minutes without positions, such as in a tunnel.'),
  average_kmh: Type.Number({ description: 'Distance divided by duration.' }),
  max_kmh: Type.Number({ description: 'Highest speed.' }),
  ...drivingFields,
  events: Type.Array(TripEvent, { description: 'Harsh braking and acceleration, and speeding.' }),
})

export const TripsReply = Type.Object({
  ...headFields,
  trips: Type.Array(Trip, {
    description: 'In chronological order. Trips that extend beyond the period are cut off at its start or end.',
  }),
  total_km: Type.Number({ description: 'Distance of all trips.' }),
})

export const StopsReply = Type.Object({
  ...headFields,
  stops: Type.Array(
    Type.Object({
      at: Point('where the asset stood still.'),
      arrive_at: NullableSchema(Time('When it arrived; null if that was before its first position in the period.')),
      depart_at: NullableSchema(Time('When it left; null if it was still there at its last position in the period.')),
      duration_min: Minutes('Known part of the duration.'),
    }),
    { description: 'In chronological order.' },
  ),
})

const sumFields = {
  distance_km: Type.Number({ description: 'Distance traveled.' }),
  trips: Type.Integer({ description: 'Number of trips that began.' }),
  stops: Type.Integer({ description: 'Number of stops that began.' }),
  driving_min: Minutes('Minutes of trips, including idle time.'),
  idle_min: Minutes('Part of these minutes in which it stood still.'),
  stopped_min: Minutes('Minutes of stops.'),
  unseen_min: Minutes('Minutes of trips without positions.'),
  max_kmh: Type.Number({ description: 'Highest speed.' }),
  ...drivingFields,
  first_depart_at: NullableSchema(Time('Start of the first trip.')),
  last_arrive_at: NullableSchema(Time('End of the last trip.')),
}

const assetFields = {
  asset: Type.String({ description: 'The id of the asset.' }),
  name: Type.String({ description: 'Its name.' }),
  time_zone: Type.String({ description: 'Time zone of its days.' }),
}
const next = Type.Optional(
  Type.String({ description: 'Send it as `after` to get the next page. Missing on the last page.' }),
)

export const DaysReply = Type.Object({
  days: Type.Array(Type.Object({ ...assetFields, date: Type.String({ format: 'date' }), ...sumFields }), {
    description: 'One row per asset and day, including days without trips.',
  }),
  next,
})

export const SummaryReply = Type.Object({
  assets: Type.Array(Type.Object({ ...assetFields, ...sumFields }), { description: 'One row per asset.' }),
  total: Type.Object(sumFields, { description: 'Totals for the assets in this reply.' }),
  next,
})
