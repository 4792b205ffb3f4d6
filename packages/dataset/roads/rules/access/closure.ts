import type { Tags } from '../rules.ts'
import { type Availability, alwaysOpen, toAvailability } from './availability.ts'
import { parseCondition } from './condition.ts'
import { MAX_VALUE_LENGTH } from './permission.ts'

/** Values of `construction` for roads that stay passable, because the work is minor or next to the road. */
const passableConstruction = new Set(['no', 'widening', 'minor'])

/**
 * Returns whether a way is closed regardless of its access tags. A road under construction stays closed regardless of
 * its `opening_date`. Openings are often delayed, and routing into a construction site is worse than a detour.
 */
export function isOutOfUse(tags: Tags): boolean {
  const constructionValue = tags.get('construction')
  return (
    (constructionValue !== undefined && !passableConstruction.has(constructionValue)) ||
    tags.get('impassable') === 'yes' ||
    tags.get('status') === 'impassable' ||
    tags.get('service') === 'emergency_access'
  )
}

/** Reads the opening hours of a gate, a park road or a ferry. Invalid `opening_hours` values are ignored. */
export function readOpeningHours(tags: Tags): Availability {
  const hours = tags.get('opening_hours')
  if (hours === undefined || hours.length > MAX_VALUE_LENGTH) return alwaysOpen
  const condition = parseCondition(hours)
  return condition.kind === 'time' ? toAvailability(true, [{ when: condition.when, opens: true }]) : alwaysOpen
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Closes a finished road until its opening date, expressed in `opening_hours` syntax. */
export function readOpeningDate(tags: Tags): Availability {
  const date = tags.get('opening_date')
  if (date === undefined) return alwaysOpen
  const [, year, month, day] = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(date) ?? []
  const monthName = months[Number(month) - 1]
  if (monthName === undefined || Number(day) < 1 || Number(day) > 31) return alwaysOpen
  return toAvailability(true, [{ when: `${year} ${monthName} ${day}-2099 Dec 31`, opens: true }])
}
