/** Maximum delay in seconds. A longer Retry-After would disable the provider permanently. */
const MAX_SECONDS = 3600

/** Parses Retry-After in either form of RFC 9110: seconds or a date. Returns undefined if no wait is requested. */
export function parseRetryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim() ?? ''
  // `Date.parse` alone would read '1.5' as a day in 2001.
  const seconds = /^\d+$/.test(value) ? Number(value) : / GMT$/.test(value) ? (Date.parse(value) - nowMs) / 1000 : NaN
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_SECONDS) : undefined
}
