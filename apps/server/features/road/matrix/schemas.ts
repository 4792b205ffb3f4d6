import { type Static, Type } from 'typebox'
import { NullableSchema, OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { constraintFields } from '../route/api/constraints.ts'
import { DataReply, SnappedReply, trafficFields } from '../route/api/reply-schemas.ts'
import { ElectricVehicleField, PointField, routeOptionFields, TripInstant } from '../route/api/schemas.ts'
import { requestableMetrics } from './cells/matrix-job.ts'
import { matrixExample, matrixRequests } from './examples.ts'

const { profile, mode, costing, model, avoid, avoid_areas } = routeOptionFields

const Points = (description: string) => Type.Optional(Type.Array(PointField('A point:'), { description }))

export const MatrixBody = Type.Object(
  {
    points: Points('All-to-all: every point is an origin and a destination.'),
    origins: Points('Where trips start: the rows of the matrix. Used with `destinations` instead of `points`.'),
    destinations: Points('Where trips end: the columns of the matrix. Used with `origins`.'),
    metrics: Type.Optional(
      Type.Array(OneOfSchema(requestableMetrics), {
        minItems: 1,
        maxItems: requestableMetrics.length,
        description:
          'Values to return for every trip: `distance` (`distances_km`), `duration` (`durations_min`), `free_flow` (`free_flow_min`) and `energy` (`energies_kwh` and `in_range`, only with `vehicle.electric`). Default: `distance` and `duration`, and also `energy` for an electric car.',
      }),
    ),
    ...constraintFields('every point in `points`, or for the `origins` and then the `destinations`'),
    depart_at: Type.Optional(TripInstant('Departure time of all trips, in ISO 8601 format. Default: now.')),
    profile,
    mode,
    costing,
    model,
    avoid,
    avoid_areas,
    vehicle: ElectricVehicleField,
  },
  { examples: matrixRequests },
)

export type MatrixFields = Static<typeof MatrixBody>

const Rows = (description: string) =>
  Type.Optional(
    Type.Array(Type.Array(NullableSchema(Type.Number())), {
      description: `${description} One row per origin, one number per destination; \`null\` where there is no route.`,
    }),
  )

export const MatrixReply = Type.Object(
  {
    distances_km: Rows('Distances in kilometers.'),
    durations_min: Rows('Travel times in traffic, in minutes, like `eta_min` of a route.'),
    free_flow_min: Rows(
      'Travel times of the same routes without traffic, in minutes; returned when `metrics` contains `free_flow`.',
    ),
    energies_kwh: Rows(
      'Energy in kilowatt-hours, like `energy.used_kwh` of a route without charging stops; returned when `metrics` contains `energy`, and by default for an electric car. Negative where the vehicle recovers more energy downhill than it uses.',
    ),
    in_range: Type.Optional(
      Type.Array(Type.Array(NullableSchema(Type.Boolean())), {
        description:
          'Whether the charge is sufficient for each trip without charging stops: it never falls below `min_pct`, and is at least `arrive_pct` at the destination. Returned together with `energies_kwh`. One row per origin, one value per destination; `null` where there is no route.',
      }),
    ),
    snapped: Type.Object(
      { origins: Type.Array(SnappedReply), destinations: Type.Array(SnappedReply) },
      {
        description:
          'The positions on roads to which the points were snapped. At a junction, a trip may start or end on any road of the junction.',
      },
    ),
    traffic: Type.Object(trafficFields, { 'x-name': 'Traffic' }),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [matrixExample] },
)
