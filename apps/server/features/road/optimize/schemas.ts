import { type Static, Type } from 'typebox'
import { MAX_BUDGET_MS, MIN_BUDGET_MS } from '../../../platform/config/plans.ts'
import { OneOfSchema, PointSchema } from '../../../platform/http/schemas.ts'
import { PointField, routeOptionFields, TripInstant } from '../route/api/schemas.ts'
import { CostFields, stopOptionFields } from './costs/cost-fields.ts'
import { tripFields } from './costs/trip-fields.ts'
import { dayFields, fleetDayFields } from './days/day-fields.ts'
import { RulesField } from './driving-rule-presets.ts'
import { optimizeRequests } from './examples.ts'
import {
  DEFAULT_WAITING_METERS,
  DEFAULT_WAITING_MINUTES,
  MAX_AMOUNT,
  MAX_BREAKS,
  MAX_DIMENSIONS,
  MAX_ITERATIONS,
  MAX_KM,
  MAX_MINUTES,
  MAX_SEED,
  MAX_SKILLS,
  MAX_SPEED_FACTOR,
  MAX_VEHICLES,
  MAX_WAITING_COST,
  MAX_WINDOWS,
  MIN_SPEED_FACTOR,
} from './limits.ts'
import { lineFields } from './lines/line-fields.ts'
import { TIME_REQUIREMENT, WINDOW_REQUIREMENT } from './moment-demand.ts'
import { runningFields } from './running/running-fields.ts'
import { splitFields } from './split/split-fields.ts'
import { TimeInput, WindowObject, WindowPair } from './window-fields.ts'

const { profile, mode, costing, model, avoid, avoid_areas, vehicle } = routeOptionFields

const formatThousands = (value: number) => value.toLocaleString('en-US')
const Minutes = (description: string) => Type.Number({ minimum: 0, maximum: MAX_MINUTES, description })
const WholeNumber = (maximum: number, description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum, description })

const Place = (description: string) =>
  Type.Unsafe<number[] | number | string>({
    anyOf: [PointSchema(), { type: 'integer', minimum: 0 }, { type: 'string', enum: ['any'] }],
    description,
    'x-demand': "be [latitude, longitude], a stop number, or 'any'",
  })

type TimeInputs = readonly (number | string)[]
export interface WindowFields {
  readonly start: number | string
  readonly end: number | string
  readonly time_zone?: string
  readonly date?: string
}

const Shift = (description: string) =>
  Type.Unsafe<TimeInputs | WindowFields>({
    anyOf: [WindowPair, WindowObject],
    description: `${description} \`[from, to]\`, in minutes after \`depart_at\` (0 to ${formatThousands(MAX_MINUTES)}), as times of day or as timestamps; or \`{ start, end, time_zone, date }\`.`,
    'x-demand': WINDOW_REQUIREMENT,
  })
const Windows = (description: string) =>
  Type.Unsafe<readonly (TimeInputs | WindowFields | number | string)[] | WindowFields | null>({
    anyOf: [
      {
        type: 'array',
        nullable: true,
        items: {
          anyOf: [WindowPair, WindowObject, ...TimeInput.anyOf],
          'x-demand': `${TIME_REQUIREMENT}, or [from, to] with two such values`,
        },
        maxItems: MAX_WINDOWS,
      },
      WindowObject,
    ],
    description,
    'x-demand': `be a list of at most ${MAX_WINDOWS} windows [from, to], a window { "start", "end" }, or null`,
  })

const Amounts = (description: string) =>
  Type.Unsafe<number | readonly number[]>({
    anyOf: [
      { type: 'integer', minimum: 0, maximum: MAX_AMOUNT },
      {
        type: 'array',
        items: { type: 'integer', minimum: 0, maximum: MAX_AMOUNT },
        minItems: 1,
        maxItems: MAX_DIMENSIONS,
      },
    ],
    description,
    'x-demand': `be a whole number from 0 to ${MAX_AMOUNT.toLocaleString('en-US')}, or a list of at most ${MAX_DIMENSIONS} of them`,
  })

const Skills = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: MAX_SKILLS, description })

const Breaks = Type.Array(
  Type.Object(
    {
      duration_min: Minutes('Duration of the break.'),
      windows: Type.Optional(Windows('When the break may start: a list of `[from, to]`. Default: any time.')),
    },
    { 'x-name': 'VehicleBreak' },
  ),
  { maxItems: MAX_BREAKS, description: 'Breaks, in the order in which they are taken.' },
)

const sharedVehicleFields = {
  capacity: Type.Optional(
    Amounts('Capacity of a vehicle: one number, or a list with one number per dimension. Default: no limit.'),
  ),
  shift: Type.Optional(Shift('Earliest departure and latest return of a vehicle:')),
  breaks: Type.Optional(Breaks),
  rules: Type.Optional(RulesField),
  cost: Type.Optional(CostFields),
  lifo: Type.Optional(
    Type.Boolean({
      description:
        'Last in, first out: pairs are delivered in the reverse order of their pickups, and goods loaded at the start are delivered only while no pair is on board. Default: `false`.',
    }),
  ),
  ...tripFields,
}

const FleetVehicle = Type.Object({
  start: Type.Optional(Place('Where this vehicle starts.')),
  end: Type.Optional(Place('Where this vehicle ends.')),
  roundtrip: Type.Optional(Type.Boolean({ description: 'Whether the vehicle ends where it starts.' })),
  ...sharedVehicleFields,
  ...fleetDayFields,
  profile,
  speed_factor: Type.Optional(
    Type.Number({
      minimum: MIN_SPEED_FACTOR,
      maximum: MAX_SPEED_FACTOR,
      description: 'Relative speed of the vehicle: 2 halves its driving times, 0.5 doubles them. Default: 1.',
    }),
  ),
  skills: Type.Optional(Skills('Skills of the vehicle.')),
  max_km: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_KM, description: 'Maximum distance of the tour.' })),
  max_min: Type.Optional(Minutes('Maximum duration of the tour, including service, waiting and breaks.')),
  max_stops: Type.Optional(WholeNumber(MAX_AMOUNT, 'Maximum number of stops that the vehicle visits.')),
  only_stops: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), { description: 'Stops that no other vehicle may visit.' }),
  ),
})

const Table = (description: string) =>
  Type.Optional(
    Type.Unsafe<readonly (readonly (number | null)[])[]>({
      type: 'array',
      items: { type: 'array', items: { type: 'number', nullable: true, minimum: 0, maximum: MAX_KM } },
      description,
    }),
  )

export const OptimizeBody = Type.Object(
  {
    stops: Type.Array(
      PointField(
        'A stop. Its demand, time window and other values are in separate lists, in the same order as `stops`. Format:',
      ),
      {
        description: 'Stops to visit, in your current order.',
      },
    ),
    vehicles: Type.Optional(WholeNumber(MAX_VEHICLES, 'Number of vehicles. Default: 1.', 1)),
    start: Type.Optional(
      Place('Start of the tours: a Point, a stop number, or `any`. Default: the first stop, which is the depot.'),
    ),
    end: Type.Optional(Place('End of the tours: a Point, a stop number, or `any` (the default).')),
    roundtrip: Type.Optional(Type.Boolean({ default: false, description: 'Whether tours end where they start.' })),
    objective: Type.Optional(
      OneOfSchema(['distance', 'duration', 'cost', 'vehicles'], {
        default: 'distance',
        description:
          'What to minimize: `distance`, driving time (`duration`), the costs of the vehicles (`cost`), or the number of vehicles in use and then distance (`vehicles`).',
      }),
    ),
    demands: Type.Optional(
      Type.Array(Amounts('The amount delivered to the stop.'), {
        description:
          'For every stop: the amount delivered there, as one number or a list with one number per dimension. The vehicle carries this amount from its start to this stop. For a pair, give the amount at the pickup; the vehicle carries this amount only from the pickup to the delivery.',
      }),
    ),
    ...sharedVehicleFields,
    service_min: Type.Optional(
      Type.Unsafe<number | readonly number[]>({
        anyOf: [
          { type: 'number', minimum: 0, maximum: MAX_MINUTES },
          { type: 'array', items: { type: 'number', minimum: 0, maximum: MAX_MINUTES } },
        ],
        description: 'Service time in minutes: one number for all stops, or a list with one number per stop.',
        'x-demand': `be a number of minutes from 0 to ${formatThousands(MAX_MINUTES)}, or a list of them`,
      }),
    ),
    ...stopOptionFields,
    time_windows: Type.Optional(
      Type.Array(Windows('A list of `[from, to]`; `null` for any time.'), {
        description:
          'For every stop: the times at which service may start, as a list of `[from, to]` or `{ start, end, time_zone, date }`; `null` for any time. Times are minutes after `depart_at`, times of day such as `08:30`, or timestamps. A time of day without a date refers to the day of departure. If that time has already passed and `depart_at` is not given, the tours are planned for the next day.',
      }),
    ),
    time_zone: Type.Optional(
      Type.String({
        maxLength: 50,
        description:
          'IANA time zone for times of day, such as `America/Montevideo`. Default: the time zone of the first point where a vehicle starts.',
      }),
    ),
    overnight: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether tours may continue after midnight. By default, if the time windows are given as times of day, a tour must end on the day on which it starts, unless `shift` allows otherwise.',
      }),
    ),
    waiting_cost: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_WAITING_COST,
        description: `The cost of a minute of waiting for a window: in meters if distance is minimized (default: ${DEFAULT_WAITING_METERS}), in minutes of driving if duration is minimized (default: ${DEFAULT_WAITING_MINUTES}), or in money, in addition to \`per_hour\`, if cost is minimized (default: 0). With 0, waiting is free.`,
      }),
    ),
    skills: Type.Optional(
      Type.Array(Skills('Skills that the vehicle must have.'), {
        description: 'For every stop: skills that the vehicle must have to visit it; see `skills` in `fleet`.',
      }),
    ),
    priorities: Type.Optional(
      Type.Array(WholeNumber(100, 'Priority of the stop, from 0 to 100.'), {
        description:
          'The priority of every stop. If not all stops can be visited, a stop with a higher priority is never left out in favor of a stop with a lower priority.',
      }),
    ),
    pairs: Type.Optional(
      Type.Array(
        Type.Object({
          pickup: Type.Integer({ minimum: 0, description: 'The number of the pickup stop.' }),
          delivery: Type.Integer({ minimum: 0, description: 'The number of the delivery stop.' }),
          max_detour_min: Type.Optional(
            Minutes(
              'Maximum number of minutes by which the drive from the pickup to the delivery may exceed the direct drive, excluding service and waiting. Default: no limit.',
            ),
          ),
        }),
        {
          description:
            'Shipments that one vehicle picks up at one stop and delivers to another. The amount is given in `demands`, at the pickup stop. Goods for stops that are not in a pair are loaded where the vehicle starts.',
        },
      ),
    ),
    fleet: Type.Optional(
      Type.Array(FleetVehicle, {
        minItems: 1,
        maxItems: MAX_VEHICLES,
        description:
          'One entry per vehicle, if the vehicles differ. Omitted fields have the values given for all vehicles.',
      }),
    ),
    max_route_km: Type.Optional(
      Type.Number({ minimum: 0, maximum: MAX_KM, description: 'Maximum distance per vehicle.' }),
    ),
    max_route_min: Type.Optional(Minutes('Maximum duration of a tour, including service, waiting and breaks.')),
    max_route_stops: Type.Optional(WholeNumber(MAX_AMOUNT, 'Maximum number of stops per vehicle.')),
    balance: Type.Optional(
      Type.Unsafe<boolean | 'stops' | 'duration'>({
        anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['stops', 'duration'] }],
        default: false,
        description:
          'Minimizes the longest tour first, measured by duration (`duration` or `true`) or by number of stops (`stops`).',
        'x-demand': "be true, false, 'stops' or 'duration'",
      }),
    ),
    given: Type.Optional(
      Type.Array(Type.Array(Type.Integer({ minimum: 0 })), {
        description:
          'The solution to compare with: the stops of every vehicle. Default: the stops in the given order, split evenly among the vehicles.',
      }),
    ),
    matrix: Type.Optional(
      Type.Object(
        {
          distances_km: Table('Distances in kilometers, one row per point; `null` where there is no route.'),
          durations_min: Table('Travel times in minutes, in the same layout as `distances_km`.'),
        },
        {
          description:
            'Your own distances and times, which are used instead of those of the road network. The rows and columns are the stops, followed by the points given in `start`, `end` and `fleet`, and then the points in `depots`. If a matrix is given, `avoid`, `avoid_areas` and `vehicle` are ignored.',
        },
      ),
    ),
    depart_at: Type.Optional(TripInstant('Earliest departure of the tours, in ISO 8601 format. Default: now.')),
    seed: Type.Optional(
      WholeNumber(
        MAX_SEED,
        'Random seed of the search. The same `seed` and `max_iterations` give the same result. Default: 1.',
      ),
    ),
    max_iterations: Type.Optional(
      WholeNumber(
        MAX_ITERATIONS,
        'Ends the search after this many iterations. The same `seed` then gives the same result, unless `budget_ms` ends the search earlier. With `max_iterations`, the default of `budget_ms` is the maximum of your plan.',
        1,
      ),
    ),
    budget_ms: Type.Optional(
      Type.Integer({
        minimum: MIN_BUDGET_MS,
        maximum: MAX_BUDGET_MS,
        description:
          'Time limit for improving the solution, in milliseconds. The default depends on the number of stops and is at most 1,000. A budget above the maximum of your plan is reduced to that maximum, and `notes` reports the reduction. The first solution is always completed.',
      }),
    ),
    ...splitFields,
    ...dayFields,
    ...runningFields,
    ...lineFields,
    profile,
    mode,
    costing,
    model,
    avoid,
    avoid_areas,
    vehicle,
  },
  { 'x-name': 'OptimizeRequest', examples: optimizeRequests },
)

export type OptimizeFields = Static<typeof OptimizeBody>
export type FleetFields = Static<typeof FleetVehicle>
