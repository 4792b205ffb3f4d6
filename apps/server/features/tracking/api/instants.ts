/**
 * Smallest number that is read as milliseconds. Unix seconds keep ten digits for another 260 years, and milliseconds
 * have thirteen.
 */
const MIN_MILLISECOND_TIMESTAMP = 1e11

/** Converts a timestamp string, or Unix time in seconds or milliseconds, to milliseconds. */
export function toTimestampMs(time: string | number): number {
  if (typeof time === 'string') return parseInstant(time)
  // Databases store whole milliseconds, and PostgreSQL rejects fractions.
  return Math.round(Math.abs(time) < MIN_MILLISECOND_TIMESTAMP ? time * 1000 : time)
}

/** Parses a timestamp. Unix time cannot represent a leap second (23:59:60), so the following second is returned. */
export function parseInstant(text: string): number {
  const leapSecondPattern = /:60(?=(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$)/
  return leapSecondPattern.test(text) ? Date.parse(text.replace(leapSecondPattern, ':59')) + 1000 : Date.parse(text)
}
