import { Type } from 'typebox'
import { MAX_DAYS } from '../limits.ts'
import { WindowObject, WindowPair } from '../window-fields.ts'

const DateInput = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  'x-demand': 'be a date such as 2026-06-16',
}

/** A day on which a vehicle is available, with the shift of that day if it differs. */
export type DayInput = string | { readonly date: string; readonly shift?: ShiftInput }
type ShiftInput =
  | readonly (number | string)[]
  | {
      readonly start: number | string
      readonly end: number | string
      readonly time_zone?: string
      readonly date?: string
    }

export const dayFields = {
  days: Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'array',
      items: DateInput,
      minItems: 1,
      maxItems: MAX_DAYS,
      description: `Plans several days (up to ${MAX_DAYS} dates in ascending order): every vehicle has one tour per day. Times of day in \`shift\`, \`breaks\` and \`time_windows\` then apply to each day.`,
    }),
  ),
  stop_days: Type.Optional(
    Type.Unsafe<readonly (readonly string[] | null)[]>({
      type: 'array',
      items: { type: 'array', nullable: true, items: DateInput, minItems: 1, maxItems: MAX_DAYS },
      description: 'For every stop: the days on which it may be visited; `null` for all days.',
    }),
  ),
}

export const fleetDayFields = {
  days: Type.Optional(
    Type.Unsafe<readonly DayInput[]>({
      type: 'array',
      items: {
        anyOf: [
          DateInput,
          {
            type: 'object',
            required: ['date'],
            properties: { date: DateInput, shift: { anyOf: [WindowPair, WindowObject] } },
          },
        ],
        'x-demand': 'be a date such as 2026-06-16, or { "date", "shift" }',
      },
      maxItems: MAX_DAYS,
      description:
        'Days on which the vehicle is available: dates from `days`, or `{ date, shift }` for a day with another shift. Default: all days.',
    }),
  ),
}
