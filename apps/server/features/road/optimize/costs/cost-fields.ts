import { type Static, Type } from 'typebox'
import { MAX_MINUTES } from '../limits.ts'
import { TIME_REQUIREMENT } from '../moment-demand.ts'
import { TimeInput, WindowObject } from '../window-fields.ts'

/**
 * Maximum amount of money. Together with the limits on distances and times, the maximum keeps sums far below the
 * integer limit.
 */
const MAX_COST = 1_000_000
const MAX_COST_PER_KM = 10_000
const MAX_COST_PER_HOUR = 100_000
const MAX_GROUP_LENGTH = 50

const formatThousands = (value: number) => value.toLocaleString('en-US')
const Cost = (maximum: number, description: string) => Type.Optional(Type.Number({ minimum: 0, maximum, description }))

/** Schema of the costs of a vehicle's tour. */
export const CostFields = Type.Object(
  {
    fixed: Cost(MAX_COST, 'Fixed cost if the vehicle is used.'),
    per_km: Cost(MAX_COST_PER_KM, 'Cost per kilometer.'),
    per_hour: Cost(
      MAX_COST_PER_HOUR,
      'Cost per hour from departure to the end of the tour, including waiting and breaks.',
    ),
    overtime_per_hour: Cost(
      MAX_COST_PER_HOUR,
      'Cost per hour after the end of the shift, in addition to `per_hour`. If `overtime_per_hour` is set and `objective` is `cost`, the vehicle may end its tour after its shift.',
    ),
  },
  {
    'x-name': 'VehicleCost',
    description:
      'Costs of a vehicle, in any currency. Minimized if `objective` is `cost`; otherwise only reported. Default: 0.',
  },
)

export type VehicleCostFields = Static<typeof CostFields>

interface SoftWindowFields {
  readonly start: number | string
  readonly end: number | string
  readonly time_zone?: string
  readonly date?: string
  readonly early_per_min?: number
  readonly late_per_min?: number
}

const penaltyRate = { type: 'number', minimum: 0, maximum: MAX_COST }

const SoftWindow = Type.Unsafe<SoftWindowFields | null>({
  type: 'object',
  nullable: true,
  required: ['start', 'end'],
  properties: {
    ...WindowObject.properties,
    early_per_min: {
      ...penaltyRate,
      description: 'Penalty for every minute by which service starts before the window.',
    },
    late_per_min: { ...penaltyRate, description: 'Penalty for every minute by which service starts after the window.' },
  },
  description: 'A window `{ start, end, early_per_min, late_per_min }`, or `null`.',
})

const StopTime = (description: string) =>
  Type.Unsafe<number | string | null>({
    anyOf: TimeInput.anyOf.map((form) => ({ ...form, nullable: true })),
    description,
    'x-demand': `${TIME_REQUIREMENT}, or null`,
  })

const IN_UNITS_OF_OBJECTIVE =
  'in money if `objective` is `cost`, in kilometers if it is `distance`, and in minutes if it is `duration`'

/** Schemas of the lists with one entry per stop. */
export const stopOptionFields = {
  setup_min: Type.Optional(
    Type.Unsafe<number | readonly number[]>({
      anyOf: [
        { type: 'number', minimum: 0, maximum: MAX_MINUTES },
        { type: 'array', items: { type: 'number', minimum: 0, maximum: MAX_MINUTES } },
      ],
      description:
        'Minutes between arrival and service, for example for parking: one number for all stops, or a list with one number per stop. This time is added once per visit to a place: it is not added if the vehicle comes from another stop, a start or a depot with the same coordinates. With `matrix`, the driving time between the two must also be 0.',
      'x-demand': `be a number of minutes from 0 to ${formatThousands(MAX_MINUTES)}, or a list of them`,
    }),
  ),
  prize: Type.Optional(
    Type.Array(Type.Unsafe<number | null>({ type: 'number', nullable: true, minimum: 0, maximum: MAX_COST }), {
      description: `For every stop: the value of visiting it, ${IN_UNITS_OF_OBJECTIVE}. A stop with a prize is left out if visiting it costs more than the prize. Use \`null\` for a stop that must be visited.`,
    }),
  ),
  group: Type.Optional(
    Type.Array(
      Type.Unsafe<string | null>({ type: 'string', nullable: true, minLength: 1, maxLength: MAX_GROUP_LENGTH }),
      {
        description:
          'For every stop: the name of its group, or `null`. Only one stop of each group is visited, for example one of several pickup points of a customer.',
      },
    ),
  ),
  release_at: Type.Optional(
    Type.Array(StopTime('When the goods are ready; `null` if they are ready immediately.'), {
      description:
        'For every stop: the time at which its goods are ready to be loaded where the tour starts. The vehicle that delivers these goods does not leave earlier. At the pickup of a pair: the time at which service may start. Times have the same formats as in `time_windows`.',
    }),
  ),
  due_at: Type.Optional(
    Type.Array(StopTime('The time by which service must end; `null` if there is no limit.'), {
      description:
        'For every stop: the time by which service must end. Times have the same formats as in `time_windows`.',
    }),
  ),
  soft_windows: Type.Optional(
    Type.Array(SoftWindow, {
      description: `For every stop: the times at which service should start, or \`null\`. Service at other times adds the penalty, ${IN_UNITS_OF_OBJECTIVE}. A vehicle does not wait for a soft window to open, but it may leave later to arrive inside the window.`,
    }),
  ),
}
