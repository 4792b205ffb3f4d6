import OpeningHours from 'opening_hours'

/** Returns whether a rule in `opening_hours` syntax applies at a local time of the map, such as `2026-06-16T08:30`. */
export type ConditionEvaluator = (rule: string, hour: string) => boolean

/** Evaluates rules with the same library as the server. Unreadable rules never apply. */
export const isOpeningHoursActive: ConditionEvaluator = (rule, hour) => {
  // A string without a time zone gives a date whose local time matches the string in every time zone.
  const clock = new Date(hour)
  if (Number.isNaN(clock.getTime())) throw new Error(`${hour} is not an hour`)
  try {
    return new OpeningHours(rule, null).getState(clock)
  } catch {
    return false
  }
}
