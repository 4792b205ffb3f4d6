/**
 * Reads the delay in seconds from `Retry-After`, which may be an integer, a fraction, or a date. Dates are compared
 * with the response's own `Date`, so a wrong local clock does not matter. Returns undefined if the value is missing or
 * unreadable.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  // Without a letter it is not a date, but Date.parse would accept "-1" as a year.
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (until - (Number.isNaN(sentAt) ? nowMs : sentAt)) / 1000)
}
