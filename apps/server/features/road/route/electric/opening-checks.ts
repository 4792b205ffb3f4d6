const CHECK_INTERVAL_MS = 1_800_000
/** Maximum number of checks. Charging a large battery with little power may take months. */
const MAX_CHECKS = 48

/**
 * Lists the times at which a station must be open. The list includes both ends of the stop and, for stops of up to a
 * day, every half hour.
 */
export function listOpeningChecks(arriveMs: number, departMs: number): number[] {
  const lastMs = Math.max(arriveMs, departMs - 1)
  const intervalCount = Math.min(MAX_CHECKS - 1, Math.ceil((lastMs - arriveMs) / CHECK_INTERVAL_MS))
  const sampleTimes = Array.from(
    { length: intervalCount },
    (_, index) => arriveMs + (index * (lastMs - arriveMs)) / intervalCount,
  )
  return [...sampleTimes.map(Math.floor), lastMs]
}
