import type { TimedRule } from '../rules.ts'

/**
 * Times at which a road is open. If multiple timed rules apply at once, the last one decides. If none applies,
 * `closedByDefault` decides.
 */
export interface Availability {
  readonly closedByDefault: boolean
  readonly timed: readonly TimedRule[]
}

const noRules: readonly TimedRule[] = []
export const alwaysOpen: Availability = { closedByDefault: false, timed: noRules }
export const neverOpen: Availability = { closedByDefault: true, timed: noRules }

/**
 * Creates an availability and drops rules without effect, so that an empty list means that the availability does not
 * depend on time.
 */
export function toAvailability(closedByDefault: boolean, timedRules: readonly TimedRule[]): Availability {
  if (!timedRules.some((rule) => rule.opens === closedByDefault)) return closedByDefault ? neverOpen : alwaysOpen
  return { closedByDefault, timed: timedRules }
}

export function isEverOpen(availability: Availability): boolean {
  return !availability.closedByDefault || availability.timed.length > 0
}

/** Combines two availabilities into one that is open only when both are open. */
export function intersectAvailability(a: Availability, b: Availability): Availability {
  if (a === alwaysOpen) return b
  if (b === alwaysOpen) return a
  if (!isEverOpen(a) || !isEverOpen(b)) return neverOpen
  // A single list of rules cannot express the intersection of two timetables. Closing the road is safer than allowing
  // the wrong hours.
  if (a.closedByDefault && b.closedByDefault) return haveSameRules(a, b) ? a : neverOpen
  // Add only closures from the second list, because its openings must not undo closures of the first.
  const [first, second] = b.closedByDefault ? [b, a] : [a, b]
  return toAvailability(first.closedByDefault, [...first.timed, ...second.timed.filter((rule) => !rule.opens)])
}

function haveSameRules(a: Availability, b: Availability): boolean {
  return (
    a.timed.length === b.timed.length &&
    a.timed.every((rule, i) => rule.when === b.timed[i]?.when && rule.opens === b.timed[i]?.opens)
  )
}
