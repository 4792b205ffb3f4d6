import { Type } from 'typebox'
import { NullableSchema, OneOfSchema, PointSchema, WarningsSchema } from '../../../../platform/http/schemas.ts'
import { DataReply, trafficFields } from '../../route/api/reply-schemas.ts'
import { RuleOfBreak } from '../driving-rule-presets.ts'
import { optimizeExample } from '../examples.ts'
import { lineReplyFields } from '../lines/line-fields.ts'
import { DeltaReply } from '../running/running-fields.ts'
import { deliveredField, undeliveredField } from '../split/split-fields.ts'
import { RelaxationsReply } from './relaxations.ts'

const Km = (description: string) => Type.Number({ description })
const LocalTime = (description: string) => Type.String({ description })
const Minutes = (description: string) => Type.Number({ description })

const Visit = Type.Object({
  stop: Type.Integer({ description: 'The stop number.' }),
  arrives_min: Minutes('When the vehicle arrives, in minutes after `depart_at`.'),
  begins_min: Minutes(
    'When service starts, in minutes after `depart_at`. This is later than the arrival if the time window opens later.',
  ),
  leaves_min: Minutes('When service ends, in minutes after `depart_at`.'),
  arrives_at: LocalTime('Local time of the arrival, with the UTC offset.'),
  begins_at: LocalTime('Local time at which service starts.'),
  leaves_at: LocalTime('Local time at which service ends.'),
  waiting_min: Minutes('Time spent waiting for the window to open.'),
  setup_min: Type.Optional(Minutes('Time between arrival and service.')),
  slack_min: Type.Optional(
    Minutes(
      'How much later the vehicle could arrive without being late at this or any later stop. Omitted if there is no limit.',
    ),
  ),
  load: Type.Optional(
    Type.Array(Type.Number(), { description: 'Load when the vehicle leaves the stop, per dimension.' }),
  ),
  delivered: deliveredField,
})

const Money = (description: string) => Type.Number({ description })

const TourCost = Type.Object(
  {
    fixed: Money('Fixed cost of using the vehicle.'),
    distance: Money('Cost of the distance driven, based on `per_km`.'),
    time: Money('Cost of the time worked, based on `per_hour`.'),
    overtime: Money('Cost of overtime, based on `overtime_per_hour`.'),
    total: Money('Total of the costs listed here.'),
  },
  { description: 'Cost of the tour. Omitted if the vehicle has no cost.' },
)

const VehicleRoute = Type.Object({
  vehicle: Type.Integer({ description: 'The vehicle number, counted from 0.' }),
  day: Type.Optional(Type.String({ description: 'With `days`: the day of the tour.' })),
  order: Type.Array(Type.Integer(), {
    description:
      'The stops of the vehicle, including those where its tour starts and ends. If the vehicle returns to its start, that stop is not repeated.',
  }),
  distance_km: Km('Total distance of the tour.'),
  duration_min: Minutes('Time from departure to the end of the tour, including service, waiting and breaks.'),
  driving_min: Minutes('Driving time only.'),
  service_min: Minutes('Service time at stops.'),
  waiting_min: Minutes('Time spent waiting for windows to open.'),
  leaves_min: Minutes('When the vehicle departs, in minutes after `depart_at`.'),
  ends_min: Minutes('When the tour ends, in minutes after `depart_at`.'),
  leaves_at: LocalTime('Local time of the departure, with the UTC offset.'),
  ends_at: LocalTime('Local time of the end of the tour.'),
  setup_min: Type.Optional(Minutes('Total setup time.')),
  overtime_min: Type.Optional(Minutes('Working time after the end of the shift.')),
  cost: Type.Optional(TourCost),
  soft_penalty: Type.Optional(
    Type.Number({ description: 'Penalties for service outside soft windows, in units of the objective.' }),
  ),
  reload_min: Type.Optional(Minutes('Total reload time.')),
  trips: Type.Optional(
    Type.Array(
      Type.Object({
        stops: Type.Array(Type.Integer(), { description: 'The stops of the trip, in order.' }),
        depot: Type.Optional(
          Type.Object(
            {
              stop: Type.Optional(Type.Integer({ description: 'The stop number.' })),
              at: Type.Optional(PointSchema()),
            },
            { description: 'Where the vehicle reloads before this trip. Omitted for the first trip.' },
          ),
        ),
      }),
      { description: 'The trips of the vehicle. Omitted if the vehicle does not reload.' },
    ),
  ),
  visits: Type.Array(Visit, { description: 'The visits of the vehicle, in order.' }),
  breaks: Type.Optional(
    Type.Array(
      Type.Object({
        after_visits: Type.Integer({ description: 'Number of visits before the break.' }),
        begins_min: Minutes('When the break starts, in minutes after `depart_at`.'),
        begins_at: LocalTime('Local time at which the break starts.'),
        duration_min: Minutes('Duration of the break.'),
        rule: RuleOfBreak,
      }),
    ),
  ),
  load: Type.Optional(Type.Array(Type.Number(), { description: 'Maximum load at any time, per dimension.' })),
  ...lineReplyFields,
})

const Receipt = Type.Object(
  {
    metric: OneOfSchema(['distance', 'duration', 'cost', 'vehicles'], {
      description: 'The objective: distance, driving time, costs, or vehicles and then distance.',
    }),
    tours: Type.Optional(
      Type.Array(Type.Object({ vehicle: Type.Integer(), day: Type.String() }), {
        description: 'With `days`: the vehicle and the day of every tour in `given`.',
      }),
    ),
    given: Type.Array(Type.Array(Type.Integer()), {
      description: 'The solution to compare with: the stops of every vehicle or, with `days`, of every tour.',
    }),
    given_distance_km: NullableSchema(
      Km('Total distance of the given solution; `null` if the solution violates a constraint.'),
    ),
    returned_distance_km: Km('Total distance of the returned solution.'),
    given_driving_min: NullableSchema(
      Minutes('Total driving time of the given solution; `null` if the solution violates a constraint.'),
    ),
    returned_driving_min: Minutes('Total driving time of the returned solution.'),
    given_infeasible: Type.Optional(
      Type.String({
        description: 'The constraint that the given solution violates, which makes a comparison impossible.',
      }),
    ),
    saved_km: NullableSchema(
      Km('Kilometers saved compared with the given solution; `null` if the two solutions do not visit the same stops.'),
    ),
    saved_min: NullableSchema(Minutes('Driving minutes saved compared with the given solution.')),
    given_cost: Type.Optional(
      NullableSchema(
        Money(
          'If `objective` is `cost`: the cost of the given solution, including prizes and penalties; `null` if the solution is infeasible.',
        ),
      ),
    ),
    returned_cost: Type.Optional(Money('If `objective` is `cost`: the cost of the returned solution.')),
    saved_cost: Type.Optional(
      NullableSchema(Money('If `objective` is `cost`: the cost saved compared with the given solution.')),
    ),
    saved_pct: NullableSchema(
      Type.Number({ description: 'Savings in `metric`, as a percentage of its value for the given solution.' }),
    ),
    never_worse: Type.Boolean({
      description:
        'Always `true`: the returned solution leaves out no more stops than the given solution, and its value of `metric` is no greater. With `balance`, the longest tours are compared first.',
    }),
    kept_given: Type.Boolean({
      description: '`true` if no better solution was found and the given solution is returned.',
    }),
    matrix_sha256: Type.String({
      description:
        'SHA-256 of the matrix that `POST /v1/matrix` returns for this metric (`distance` for `vehicles`, `duration` for `cost`) with the same points and data. The cells are hashed row by row as little-endian 32-bit integers, in ten-thousandths of a kilometer or thousandths of a minute, with -1 for `null`.',
    }),
    seed: Type.Integer({ description: 'The random seed of the search.' }),
    iterations: Type.Integer({
      description: 'Number of search iterations; 0 if the optimal order was computed exactly.',
    }),
  },
  {
    description:
      'Lets you verify that the returned order is no worse than the given one; see `verifyReceipt` in the client library.',
  },
)

export const OptimizeReply = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        description:
          'The id of the solution, for `POST /v1/optimize/{id}/dispatch` and `GET /v1/optimize/{id}`; only for requests with a key. The solution is kept for a day.',
      }),
    ),
    order: Type.Array(Type.Integer(), {
      description: 'The numbers of all visited stops, counted from 0, vehicle by vehicle, each listed once.',
    }),
    distance_km: Km('Total distance for all vehicles.'),
    duration_min: Minutes('Total duration for all vehicles, including service, waiting and breaks.'),
    solve_ms: Type.Number({ description: 'Duration of the search in milliseconds.' }),
    matrix_ms: Type.Number({
      description: 'Time taken to compute all distances and times before the search, in milliseconds.',
    }),
    depart_at: Type.String({ description: 'The time from which all minutes in the reply are counted.' }),
    time_zone: Type.String({ description: 'Time zone of the local times in the reply.' }),
    cost: Type.Optional(Money('Total cost for all vehicles. Omitted if no vehicle has a cost.')),
    missed_prizes: Type.Optional(
      Type.Number({ description: 'Total of the prizes of the stops that are left out, in units of the objective.' }),
    ),
    routes: Type.Array(VehicleRoute, { description: 'One entry for each vehicle in use.' }),
    unassigned: Type.Array(
      Type.Object({
        stop: Type.Integer({ description: 'The stop number.' }),
        why: Type.String({ description: 'Why no vehicle can visit the stop.' }),
        relax: Type.Optional(RelaxationsReply),
        undelivered: undeliveredField,
      }),
      { description: 'Stops that no vehicle visits or, with `split`, stops that are served only in part.' },
    ),
    delta: Type.Optional(DeltaReply),
    receipt: Receipt,
    traffic: Type.Optional(
      Type.Object(trafficFields, { 'x-name': 'Traffic', description: 'Omitted if the request contains a matrix.' }),
    ),
    data: Type.Optional(DataReply),
    notes: Type.Optional(Type.Array(Type.String(), { description: 'Notes on results that may be unexpected.' })),
    warnings: WarningsSchema,
  },
  { 'x-name': 'OptimizeReply', examples: [optimizeExample] },
)
