import { type Static, Type } from 'typebox'
import { OneOf } from '../../../platform/http/schemas.ts'
import { PointField, TripInstant, termFields } from '../route/api/schemas.ts'
import { optimizeRequests } from './examples.ts'
import {
  LEAST_BUDGET_MS,
  MOST_AMOUNT,
  MOST_BREAKS,
  MOST_BUDGET_MS,
  MOST_DIMENSIONS,
  MOST_ITERATIONS,
  MOST_KM,
  MOST_MINUTES,
  MOST_SEED,
  MOST_SKILLS,
  MOST_VEHICLES,
  MOST_WINDOWS,
} from './limits.ts'
import { MOMENT_DEMAND } from './moment-demand.ts'

const { avoid, avoid_areas, vehicle } = termFields

const thousands = (value: number) => value.toLocaleString('en-US')
const Minutes = (description: string) => Type.Number({ minimum: 0, maximum: MOST_MINUTES, description })
const Whole = (maximum: number, description: string, minimum = 0) => Type.Integer({ minimum, maximum, description })

const Place = (description: string) =>
  Type.Unsafe<number[] | number | string>({
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      { type: 'integer', minimum: 0 },
      { type: 'string', enum: ['any'] },
    ],
    description,
    'x-demand': "be [latitude, longitude], the number of a stop, or 'any'",
  })

/** Minutes after depart_at, or a timestamp. */
const Moment = {
  anyOf: [
    { type: 'number', minimum: 0, maximum: MOST_MINUTES },
    { type: 'string', format: 'date-time' },
  ],
  'x-demand': MOMENT_DEMAND,
}
const Window = { type: 'array', items: Moment, minItems: 2, maxItems: 2 }
type Moments = readonly (number | string)[]

const Shift = (description: string) =>
  Type.Unsafe<Moments>({
    ...Window,
    description: `${description} [from, to], in minutes after depart_at (0 to ${thousands(MOST_MINUTES)}) or as instants.`,
  })
const Windows = (description: string) =>
  Type.Unsafe<readonly (Moments | number | string)[] | null>({
    type: 'array',
    nullable: true,
    items: { anyOf: [Window, ...Moment.anyOf], 'x-demand': `${MOMENT_DEMAND}, or [from, to] of such` },
    maxItems: MOST_WINDOWS,
    description,
    'x-demand': 'be a list of [from, to], or null',
  })

const Amounts = (description: string) =>
  Type.Unsafe<number | readonly number[]>({
    anyOf: [
      { type: 'integer', minimum: 0, maximum: MOST_AMOUNT },
      {
        type: 'array',
        items: { type: 'integer', minimum: 0, maximum: MOST_AMOUNT },
        minItems: 1,
        maxItems: MOST_DIMENSIONS,
      },
    ],
    description,
    'x-demand': `be a whole number from 0 to ${MOST_AMOUNT.toLocaleString('en-US')}, or a list of at most ${MOST_DIMENSIONS} of them`,
  })

const Skills = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: MOST_SKILLS, description })

const Breaks = Type.Array(
  Type.Object({
    duration_min: Minutes('How long it is.'),
    windows: Type.Optional(Windows('When it may begin: a list of [from, to]. Default: at any time.')),
  }),
  { maxItems: MOST_BREAKS, description: 'Pauses, in the order in which they are taken.' },
)

const limitFields = {
  capacity: Type.Optional(Amounts('What a vehicle holds: a number, or one for each dimension. Default: no limit.')),
  shift: Type.Optional(Shift('When a vehicle may leave, and when it must be back:')),
  breaks: Type.Optional(Breaks),
}

const FleetVehicle = Type.Object({
  start: Type.Optional(Place('Where this vehicle begins.')),
  end: Type.Optional(Place('Where it ends.')),
  roundtrip: Type.Optional(Type.Boolean({ description: 'It ends where it begins.' })),
  ...limitFields,
  skills: Type.Optional(Skills('What it can do.')),
  max_km: Type.Optional(Type.Number({ minimum: 0, maximum: MOST_KM, description: 'How far it may go.' })),
  max_min: Type.Optional(Minutes('How long its tour may be, with service, waiting and breaks.')),
  max_stops: Type.Optional(Whole(MOST_AMOUNT, 'How many stops it may visit.')),
  only_stops: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), { description: 'Stops that no other vehicle may visit.' }),
  ),
})

const Table = (description: string) =>
  Type.Optional(
    Type.Unsafe<readonly (readonly (number | null)[])[]>({
      type: 'array',
      items: { type: 'array', items: { type: 'number', nullable: true, minimum: 0, maximum: MOST_KM } },
      description,
    }),
  )

export const OptimizeBody = Type.Object(
  {
    stops: Type.Array(PointField('A stop:'), { description: 'What is to be visited, in the order you have now.' }),
    vehicles: Type.Optional(Whole(MOST_VEHICLES, 'How many vehicles there are. Default: 1.', 1)),
    start: Type.Optional(
      Place("Where tours begin: a Point, the number of a stop, or 'any'. Default: the first stop, which is the depot."),
    ),
    end: Type.Optional(Place("Where tours end: a Point, the number of a stop, or 'any' (the default).")),
    roundtrip: Type.Optional(Type.Boolean({ default: false, description: 'Tours end where they begin.' })),
    objective: Type.Optional(
      OneOf(['distance', 'duration'], {
        default: 'distance',
        description: 'What is to be as little as possible: the way, or the time of driving.',
      }),
    ),
    demands: Type.Optional(
      Type.Array(Amounts('What is brought to a stop.'), {
        description:
          'For every stop: how much of the capacity is brought there, a number or one for each dimension. It is aboard from where the vehicle begins until this stop; of a pair only between its pickup, where it is told, and its delivery.',
      }),
    ),
    ...limitFields,
    service_min: Type.Optional(
      Type.Unsafe<number | readonly number[]>({
        anyOf: [
          { type: 'number', minimum: 0, maximum: MOST_MINUTES },
          { type: 'array', items: { type: 'number', minimum: 0, maximum: MOST_MINUTES } },
        ],
        description: 'How long a vehicle stays: at every stop, or a list with a number for each.',
        'x-demand': `be a number of minutes from 0 to ${thousands(MOST_MINUTES)}, or a list of them`,
      }),
    ),
    time_windows: Type.Optional(
      Type.Array(Windows('A list of [from, to]; null for always.'), {
        description:
          'For every stop: when service may begin, a list of [from, to] in minutes after depart_at or as instants; null for always.',
      }),
    ),
    skills: Type.Optional(
      Type.Array(Skills('What the vehicle must be able to do.'), {
        description: 'For every stop: what its vehicle must be able to do; see skills of fleet.',
      }),
    ),
    priorities: Type.Optional(
      Type.Array(Whole(100, 'From 0 to 100.'), {
        description: 'For every stop: where not all can be visited, higher ones are not left out for lower ones.',
      }),
    ),
    pairs: Type.Optional(
      Type.Array(
        Type.Object({
          pickup: Type.Integer({ minimum: 0, description: 'The number of the stop where it is taken aboard.' }),
          delivery: Type.Integer({ minimum: 0, description: 'The number of the stop where it is brought.' }),
        }),
        {
          description:
            'What is brought from one stop to another, by one vehicle. How much is told by demands of the pickup; what demands say of stops in no pair is brought from where the vehicle begins.',
        },
      ),
    ),
    fleet: Type.Optional(
      Type.Array(FleetVehicle, {
        minItems: 1,
        maxItems: MOST_VEHICLES,
        description: 'One entry for every vehicle, where they are not all alike. What is left out is as for all.',
      }),
    ),
    max_route_km: Type.Optional(
      Type.Number({ minimum: 0, maximum: MOST_KM, description: 'How far a vehicle may go.' }),
    ),
    max_route_min: Type.Optional(Minutes('How long a tour may be, with service, waiting and breaks.')),
    max_route_stops: Type.Optional(Whole(MOST_AMOUNT, 'How many stops a vehicle may visit.')),
    balance: Type.Optional(
      Type.Unsafe<boolean | 'stops' | 'duration'>({
        anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['stops', 'duration'] }],
        default: false,
        description:
          'First of all the longest tour is to be as short as possible: by its time (duration, or true) or by its stops.',
        'x-demand': "be true, false, 'stops' or 'duration'",
      }),
    ),
    given: Type.Optional(
      Type.Array(Type.Array(Type.Integer({ minimum: 0 })), {
        description:
          'The plan to be compared with: for every vehicle its stops. Default: stops in their order, shared out evenly.',
      }),
    ),
    matrix: Type.Optional(
      Type.Object(
        {
          distances_km: Table('Kilometres, a row for every point; null where there is no way.'),
          durations_min: Table('Minutes, likewise.'),
        },
        {
          description:
            'Your own distances and times instead of those of the roads; rows and columns are the stops, then the Points among start, end and those of fleet. Where it is given, avoid, avoid_areas and vehicle count for nothing.',
        },
      ),
    ),
    depart_at: Type.Optional(TripInstant('When tours begin at the soonest, ISO 8601. Default: now.')),
    seed: Type.Optional(Whole(MOST_SEED, 'The same seed and max_iterations give the same answer. Default: 1.')),
    max_iterations: Type.Optional(
      Whole(
        MOST_ITERATIONS,
        'Ends the search after so many rounds: with the same seed the same answer, unless budget_ms (then 10,000 by default) ends it before.',
        1,
      ),
    ),
    budget_ms: Type.Optional(
      Type.Integer({
        minimum: LEAST_BUDGET_MS,
        maximum: MOST_BUDGET_MS,
        description:
          'How long to search for something better. Default: by the number of stops, at most 1,000. The first plan is always finished.',
      }),
    ),
    avoid,
    avoid_areas,
    vehicle,
  },
  { examples: optimizeRequests },
)

export type OptimizeFields = Static<typeof OptimizeBody>
export type FleetFields = Static<typeof FleetVehicle>
