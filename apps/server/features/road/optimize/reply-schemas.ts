import { Type } from 'typebox'
import { Nullable, OneOf, Warnings } from '../../../platform/http/schemas.ts'
import { DataReply } from '../route/api/reply-schemas.ts'
import { optimizeExample } from './examples.ts'

const Km = (description: string) => Type.Number({ description })
const Minutes = (description: string) => Type.Number({ description })

const Visit = Type.Object({
  stop: Type.Integer({ description: 'The number of the stop.' }),
  arrives_min: Minutes('Minutes after depart_at.'),
  begins_min: Minutes('When service begins: later than arriving where a window opens later.'),
  leaves_min: Minutes('When service has ended.'),
})

const VehicleRoute = Type.Object({
  vehicle: Type.Integer({ description: 'The number of the vehicle, from 0.' }),
  order: Type.Array(Type.Integer(), {
    description:
      'Its stops, with those at which it begins and ends. One that returns to where it began is not repeated.',
  }),
  distance_km: Km('All the way, to its end.'),
  duration_min: Minutes('From leaving to its end, with service, waiting and breaks.'),
  driving_min: Minutes('Driving alone.'),
  service_min: Minutes('At stops.'),
  waiting_min: Minutes('For windows to open.'),
  leaves_min: Minutes('Minutes after depart_at.'),
  ends_min: Minutes('Minutes after depart_at.'),
  visits: Type.Array(Visit, { description: 'What it visits, in order.' }),
  breaks: Type.Optional(
    Type.Array(
      Type.Object({
        after_visits: Type.Integer({ description: 'How many visits come before it.' }),
        begins_min: Minutes('Minutes after depart_at.'),
        duration_min: Minutes('How long it is.'),
      }),
    ),
  ),
  load: Type.Optional(
    Type.Array(Type.Number(), { description: 'The most that is aboard at any time, for each dimension.' }),
  ),
})

const Receipt = Type.Object(
  {
    metric: OneOf(['distance', 'duration'], {
      description: 'What was to be as little as possible: the way, or the time of driving.',
    }),
    given: Type.Array(Type.Array(Type.Integer()), {
      description: 'The plan compared with: for every vehicle its stops.',
    }),
    given_distance_km: Nullable(Km('Of the given plan; null when it breaks a rule.')),
    returned_distance_km: Km('Of the plan in this reply.'),
    given_driving_min: Nullable(Minutes('Likewise.')),
    returned_driving_min: Minutes('Likewise.'),
    given_infeasible: Type.Optional(
      Type.String({ description: 'Which rule the given plan breaks, so that nothing can be compared.' }),
    ),
    saved_km: Nullable(Km('Less than by the given plan; null where they do not visit the same stops.')),
    saved_min: Nullable(Minutes('Less driving than by the given plan.')),
    saved_pct: Nullable(Type.Number({ description: 'Of the metric.' })),
    never_worse: Type.Boolean({
      description:
        'The returned plan leaves out no more than the given one, and its metric (with balance: its longest tour first) is no more.',
    }),
    kept_given: Type.Boolean({ description: 'Nothing better was found: this is the given plan.' }),
    matrix_sha256: Type.String({
      description:
        'SHA-256 of the matrix of the metric that POST /v1/matrix answers for the same points and data: its cells row by row as little-endian 32-bit integers, in ten-thousandths of a kilometre or thousandths of a minute, -1 for null.',
    }),
    seed: Type.Integer({ description: 'What the search began with.' }),
    iterations: Type.Integer({ description: 'Rounds of the search; 0 where the best order was computed.' }),
  },
  { description: 'By which anybody can verify that the order is never worse; see verifyReceipt of the client.' },
)

export const OptimizeReply = Type.Object(
  {
    order: Type.Array(Type.Integer(), {
      description: 'Every stop that is visited, once, vehicle after vehicle: numbers of stops, from 0.',
    }),
    distance_km: Km('Of all vehicles.'),
    duration_min: Minutes('Of all vehicles, with service, waiting and breaks.'),
    solve_ms: Type.Number({ description: 'How long the search has taken.' }),
    matrix_ms: Type.Number({ description: 'How long it took before to have all distances and times.' }),
    depart_at: Type.String({ description: 'What all minutes count from.' }),
    routes: Type.Array(VehicleRoute, { description: 'One for every vehicle that is used.' }),
    unassigned: Type.Array(
      Type.Object({
        stop: Type.Integer({ description: 'The number of the stop.' }),
        why: Type.String({ description: 'What keeps all vehicles from it.' }),
      }),
      { description: 'Stops that nobody visits.' },
    ),
    receipt: Receipt,
    traffic: Type.Optional(
      Type.Object(
        {
          snapshot_at: Nullable(
            Type.String({ description: 'When the traffic was put together; null when nobody tells anything.' }),
          ),
        },
        { description: 'Not with a matrix of your own.' },
      ),
    ),
    data: Type.Optional(DataReply),
    notes: Type.Optional(Type.Array(Type.String(), { description: 'What may surprise.' })),
    warnings: Warnings,
  },
  { examples: [optimizeExample] },
)
