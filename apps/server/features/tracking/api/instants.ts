/** Unix seconds keep ten digits for another 260 years; milliseconds have thirteen. */
const MIN_MILLISECOND_TIMESTAMP = 1e11

/** A timestamp string, or Unix time in seconds or milliseconds. */
export function toTimestampMs(time: string | number): number {
  if (typeof time === 'string') return parseInstant(time)
  return Math.abs(time) < MIN_MILLISECOND_TIMESTAMP ? time * 1000 : time
}

/** Unix time cannot represent a leap second (23:59:60), so it becomes the following second. */
export function parseInstant(text: string): number {
  const leapSecondPattern = /:60(?=(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$)/
  return leapSecondPattern.test(text) ? Date.parse(text.replace(leapSecondPattern, ':59')) + 1000 : Date.parse(text)
}
