/** A longer Retry-After is capped, because it would disable the provider for good. */
const LONGEST_SECONDS = 3600

/** Parses Retry-After in either form of RFC 9110: seconds or a date. Returns undefined when no wait is requested. */
export function readRetryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const given = header?.trim() ?? ''
  // Date.parse alone would read '1.5' as a day in 2001.
  const seconds = /^\d+$/.test(given) ? Number(given) : / GMT$/.test(given) ? (Date.parse(given) - nowMs) / 1000 : NaN
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_SECONDS) : undefined
}
