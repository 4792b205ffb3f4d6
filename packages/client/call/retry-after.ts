/**
 * Reads the delay in seconds from `Retry-After`, which may be an integer, a fraction, or a date. Dates are compared
 * with the `Date` header of the response, so a wrong local clock does not matter. Returns undefined if the value is
 * missing or unreadable.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (!header) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header)
  // A value without a letter is not a date, but Date.parse would accept "-1" as a year.
  const retryAtMs = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  if (Number.isNaN(retryAtMs)) return undefined
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (retryAtMs - (Number.isNaN(sentAt) ? nowMs : sentAt)) / 1000)
}
