import OpeningHours from 'opening_hours'

/** Does a rule in the syntax of opening_hours hold at an hour of the map's own clock, written `2026-06-16T08:30`? */
export type HoldsAt = (rule: string, hour: string) => boolean

/** By the library that the server asks too; rules that cannot be read never hold. */
export const openingHoursHold: HoldsAt = (rule, hour) => {
  // Without a zone in the text this is a date whose own hours and days are those of the text, in whatever zone we are.
  const clock = new Date(hour)
  if (Number.isNaN(clock.getTime())) throw new Error(`${hour} is no hour`)
  try {
    return new OpeningHours(rule, null).getState(clock)
  } catch {
    return false
  }
}
