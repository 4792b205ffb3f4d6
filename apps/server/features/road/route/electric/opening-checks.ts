const CHECK_INTERVAL_MS = 1_800_000
/** Charging may take months with a large battery and little power. */
const MAX_CHECKS = 48

/** The times at which a station must be open: at least every half hour of a stop of up to a day, and at both ends. */
export function listOpeningChecks(arriveMs: number, departMs: number): number[] {
  const lastMs = Math.max(arriveMs, departMs - 1)
  const intervals = Math.min(MAX_CHECKS - 1, Math.ceil((lastMs - arriveMs) / CHECK_INTERVAL_MS))
  const between = Array.from({ length: intervals }, (_, index) => arriveMs + (index * (lastMs - arriveMs)) / intervals)
  return [...between.map(Math.floor), lastMs]
}
