/** Number of quarter-hours in a week, which starts on Monday at 00:00. */
export const WEEK_SLOTS = 672
export const DAY_SLOTS = 96
const SLOT_SECONDS = 900
const DAY_SECONDS = 86_400
/** Weekday of January 1, 1970 (a Thursday), counted from Monday. */
const EPOCH_WEEKDAY = 3

/** Returns the quarter-hour of the week at an instant, in local time for the given UTC offset. */
export function weekSlotAt(epochSeconds: number, utcOffsetSeconds: number): number {
  const weekSeconds = 7 * DAY_SECONDS
  const localSeconds = (epochSeconds + utcOffsetSeconds + EPOCH_WEEKDAY * DAY_SECONDS) % weekSeconds
  return Math.floor((localSeconds < 0 ? localSeconds + weekSeconds : localSeconds) / SLOT_SECONDS) % WEEK_SLOTS
}
