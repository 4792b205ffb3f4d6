/** Seconds since 1970 have ten digits for another 260 years, milliseconds thirteen. */
const LEAST_MILLISECONDS = 1e11

/** An instant as text, or a number of seconds or milliseconds since 1970. */
export function readInstant(time: string | number): number {
  if (typeof time === 'string') return parseInstant(time)
  return Math.abs(time) < LEAST_MILLISECONDS ? time * 1000 : time
}

/** A leap second (23:59:60) has no number of its own in the time of computers: it is the second after it. */
export function parseInstant(text: string): number {
  const leap = /:60(?=(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$)/
  return leap.test(text) ? Date.parse(text.replace(leap, ':59')) + 1000 : Date.parse(text)
}
