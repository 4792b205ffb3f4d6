import type { AnyFailure } from '../failures.ts'
import type { FleetFields, OptimizeFields } from '../schemas.ts'
import type { DayInput } from './day-fields.ts'

interface AvailableDay {
  readonly day: string
  readonly shift: Exclude<DayInput, string>['shift'] | undefined
  readonly field: string
}

/** Lists the days on which a vehicle is available, in ascending order. */
export function listAvailableDays(
  { days }: FleetFields,
  vehicle: number,
  dates: readonly string[],
): readonly AvailableDay[] {
  const dateInputs = (days ?? dates).map((input, index) => ({
    day: typeof input === 'string' ? input : input.date,
    shift: typeof input === 'string' ? undefined : input.shift,
    field: `fleet[${vehicle}].days[${index}].shift`,
  }))
  return dateInputs.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Finds a field that contradicts the days of the request. */
export function checkDays(body: OptimizeFields): AnyFailure | undefined {
  const { days, stop_days, fleet = [] } = body
  if (!days) {
    const vehicle = fleet.findIndex((fields) => fields.days)
    if (stop_days) return { kind: 'days-missing', field: 'stop_days' }
    return vehicle < 0 ? undefined : { kind: 'days-missing', field: `fleet[${vehicle}].days` }
  }
  const excludedField = (['current', 'locked', 'given'] as const).find((field) => body[field] !== undefined)
  if (excludedField) return { kind: 'days-with', field: excludedField }
  if (stop_days && stop_days.length !== body.stops.length)
    return { kind: 'list-length', field: 'stop_days', given: stop_days.length, stops: body.stops.length }
  return checkDates('days', days, undefined) ?? checkListedDays(body, days)
}

function checkListedDays(
  { stop_days = [], fleet = [] }: OptimizeFields,
  days: readonly string[],
): AnyFailure | undefined {
  for (const [stop, list] of stop_days.entries()) {
    const failure = list && checkDates(`stop_days[${stop}]`, list, days)
    if (failure) return failure
  }
  for (const [vehicle, { days: list = [] }] of fleet.entries()) {
    const dates = list.map((input) => (typeof input === 'string' ? input : input.date))
    const failure = checkDates(`fleet[${vehicle}].days`, dates, days)
    if (failure) return failure
  }
  return undefined
}

function checkDates(
  field: string,
  dates: readonly string[],
  allowedDates: readonly string[] | undefined,
): AnyFailure | undefined {
  for (const [index, date] of dates.entries()) {
    const name = `${field}[${index}]`
    const ms = Date.parse(`${date}T00:00:00Z`)
    const isDate = Number.isFinite(ms) && new Date(ms).toISOString().startsWith(date)
    if (!isDate) return { kind: 'date-unreadable', field: name, given: date }
    const previousDate = dates[index - 1]
    if (previousDate !== undefined && date <= previousDate)
      return { kind: 'days-order', field: name, given: date, before: previousDate }
    if (allowedDates && !allowedDates.includes(date))
      return { kind: 'day-unknown', field: name, given: date, days: allowedDates }
  }
  return undefined
}
