import { type Static, Type } from 'typebox'
import {
  InstantSchema,
  NullableSchema,
  OneOfSchema,
  PointSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { stopMarks } from './dispatched-tour.ts'

const MAX_DISPATCHED = 100

export const SolutionParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the solution, from the reply to `POST /v1/optimize`.' }),
})

const TourAssignment = Type.Object({
  vehicle: Type.Integer({ minimum: 0, description: 'The vehicle number in the solution.' }),
  asset: Type.String({ maxLength: 64, description: 'The id of the asset that drives the tour of this vehicle.' }),
})
export type TourAssignment = Static<typeof TourAssignment>

export const DispatchBody = Type.Object(
  {
    assets: Type.Array(
      Type.Unsafe<string | TourAssignment>({
        anyOf: [{ type: 'string', maxLength: 64, description: 'The id of an asset.' }, TourAssignment],
        'x-demand': 'be the id of an asset, or an object with vehicle (a number) and asset (an id)',
      }),
      {
        minItems: 1,
        maxItems: MAX_DISPATCHED,
        description:
          'Which asset drives which tour. In a list of ids, the first asset drives the first tour, the second asset drives the second tour, and so on. An object names the vehicle explicitly.',
      },
    ),
    day: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        description:
          'For a solution with several days: the day whose tours are dispatched. Default: the first day with a tour.',
        'x-demand': 'be a date such as 2026-06-16',
      }),
    ),
    radius_m: Type.Optional(
      Type.Number({
        minimum: 10,
        maximum: 1000,
        default: 50,
        description: 'An asset within this distance of a stop counts as being at the stop.',
      }),
    ),
    dwell_s: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 3600,
        default: 60,
        description: 'A stop counts as done when the asset leaves it after a stay of at least this duration.',
      }),
    ),
  },
  { examples: [{ assets: [{ vehicle: 0, asset: 'as_9hWxq2vTb0sYkPzR' }] }] },
)

export const DispatchReply = Type.Object({
  solution: Type.String({ description: 'The id of the solution.' }),
  dispatched: Type.Array(
    Type.Object({
      vehicle: Type.Integer(),
      asset: Type.String(),
      route_id: Type.String(),
      stops: Type.Array(Type.Integer(), { description: 'Stop numbers, in order.' }),
      distance_km: Type.Number(),
      eta_min: Type.Number({ description: 'Driving time. Service and waiting are not included.' }),
      depart_at: InstantSchema('Start of the tour.'),
    }),
  ),
  not_dispatched: Type.Array(Type.Integer(), { description: 'Vehicles whose tour is not assigned to an asset.' }),
  warnings: WarningsSchema,
})

export const StopParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the asset, as returned when it was registered.' }),
  stop: Type.Integer({ minimum: 0, description: 'The stop number in the solution.' }),
})

export const StopBody = Type.Object(
  {
    status: OneOfSchema([...stopMarks, 'pending'], {
      description:
        '`done` or `skipped` (by the driver), `canceled` (by the customer), or `pending` (undoes an earlier status).',
    }),
    replan: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to plan the route again from the position of the asset through the remaining stops, for example to leave out a stop that was canceled. Counts as one route.',
      }),
    ),
  },
  { examples: [{ status: 'done' }, { status: 'canceled', replan: true }] },
)

/** Schemas of the live reply fields for an asset that follows a tour. */
export const tourReplyFields = {
  solution: Type.Optional(Type.String({ description: 'For an asset that follows a tour: the id of the solution.' })),
  stops: Type.Optional(
    Type.Array(
      Type.Object(
        {
          stop: Type.Integer({ description: 'The stop number in the solution.' }),
          at: PointSchema(),
          status: OneOfSchema(['pending', 'missed', 'arrived', ...stopMarks], {
            description: '`missed`: the asset passed the stop without staying. Such a stop is skipped in predictions.',
          }),
          planned_at: InstantSchema('Planned arrival time in the solution.'),
          due_at: Type.Optional(InstantSchema('End of the last time window.')),
          arrive_at: NullableSchema(
            InstantSchema('Predicted arrival time in current traffic, or the actual arrival time.'),
          ),
          eta_min: NullableSchema(Type.Number({ description: 'Minutes until the predicted arrival.' })),
          late_min: Type.Optional(
            Type.Number({ description: 'Number of minutes from the end of the last time window until the arrival.' }),
          ),
          done_at: Type.Optional(InstantSchema('When the asset left, or when the status of the stop was set.')),
        },
        { 'x-name': 'TourStop' },
      ),
      { description: 'For an asset that follows a tour: the stops of the tour, in order.' },
    ),
  ),
}

export const StopReply = Type.Object({
  asset: Type.String({ description: 'The id of the asset.' }),
  ...tourReplyFields,
})
