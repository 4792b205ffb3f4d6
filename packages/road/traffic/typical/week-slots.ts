/** Quarter-hours of a week, starting on Monday at 00:00. */
export const WEEK_SLOTS = 672
export const DAY_SLOTS = 96
const SLOT_SECONDS = 900
const DAY_SECONDS = 86_400
/** 1 January 1970 was a Thursday. */
const FIRST_DAY = 3

/** The quarter-hour of the week at an instant, in local time for the given UTC offset. */
export function weekSlotAt(epochSeconds: number, utcOffsetSeconds: number): number {
  const week = 7 * DAY_SECONDS
  const local = (epochSeconds + utcOffsetSeconds + FIRST_DAY * DAY_SECONDS) % week
  return Math.floor((local < 0 ? local + week : local) / SLOT_SECONDS) % WEEK_SLOTS
}
