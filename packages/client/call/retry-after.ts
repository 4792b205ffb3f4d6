/**
 * How many seconds a reply asks to wait: `Retry-After` as a number, whole or not, or as a date. Dates are compared with
 * the reply's own `Date`, so that a wrong clock on this side does no harm. Undefined when it says nothing readable.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  // Without a letter it is no date, but Date.parse would take "-1" for a year.
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (until - (Number.isNaN(sentAt) ? nowMs : sentAt)) / 1000)
}
