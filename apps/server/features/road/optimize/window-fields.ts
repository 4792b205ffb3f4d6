import { timeString } from '../../../platform/http/schemas.ts'
import { MAX_MINUTES } from './limits.ts'
import { TIME_REQUIREMENT } from './moment-demand.ts'

const TIME_OF_DAY = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'

/** Larger numbers are seconds or milliseconds since 1970, not minutes. */
const MIN_EPOCH_SECONDS = 1_000_000_000

/** Schema of a time: minutes after depart_at, a time of day, a timestamp, or seconds or milliseconds since 1970. */
export const TimeInput = {
  anyOf: [
    { type: 'number', minimum: 0, maximum: MAX_MINUTES },
    timeString,
    { type: 'string', pattern: TIME_OF_DAY },
    { type: 'number', minimum: MIN_EPOCH_SECONDS, 'x-time': true },
  ],
  'x-demand': TIME_REQUIREMENT,
}
export const WindowPair = { type: 'array', items: TimeInput, minItems: 2, maxItems: 2 }
export const WindowObject = {
  'x-name': 'TimeWindow',
  type: 'object',
  required: ['start', 'end'],
  properties: {
    start: TimeInput,
    end: TimeInput,
    time_zone: {
      type: 'string',
      maxLength: 50,
      description: 'IANA time zone for times of day. Default: `time_zone` of the request.',
    },
    date: {
      type: 'string',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The date to which the times of day refer. Default: the day of departure.',
      'x-demand': 'be a date such as 2026-06-16',
    },
  },
}
